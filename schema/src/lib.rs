//! Packs: text files that people edit, and everything derived from their text.
//!
//! A pack is a folder of YAML files with records, such as items, figures and maps. This crate reads it with the position
//! of every value, checks it, and edits it without touching the rest of the text. It knows no rules and has no user
//! interface; the catalogs of records come from a [`Dialect`](dialect::Dialect).
//!
//! # Example
//!
//! Checks a pack, applies the first fix, and shows the changed text:
//!
//! ```
//! use std::sync::Arc;
//!
//! use foeman_schema::analysis::Analysis;
//! use foeman_schema::draft::Draft;
//! use foeman_schema::example::{DUELS, PACK};
//! use foeman_schema::fix::prove;
//!
//! // A draft is a pack as written, valid or not; `Draft::open` reads a folder.
//! let text = PACK.replace("weapon: sword", "weapon: swrod");
//! let mut draft = Draft::from_texts([("pack.yaml".into(), text)], &[&DUELS]);
//!
//! // An analysis is everything derived from one state of a draft.
//! let analysis = Analysis::of(Arc::new(draft.clone()), None);
//! let [finding] = analysis.findings() else { panic!("expected one finding") };
//! assert_eq!(finding.code, "unknown-reference");
//! assert_eq!(finding.pointer.to_string(), "/fighters/brana/weapon");
//! let place = finding.place;
//! assert_eq!(draft.line_col(place.file, place.span.start), (10, 33));
//!
//! // A fix is tried on a copy: it must remove the finding and cause no other.
//! let plan = prove(&analysis, finding, &finding.fixes[0]).unwrap();
//! plan.apply(&mut draft).unwrap();
//! assert_eq!(draft.text(draft.header_file()), PACK);
//! ```
//!
//! # Modules
//!
//! - [`text`]: spans in files, and pointers to values
//! - [`dialect`]: the catalogs and checks of a ruleset; [`example`] is a small one
//! - [`draft`]: a pack as written, valid or not
//! - [`json_schema`](mod@json_schema), [`field`]: the types of values
//! - [`check`](mod@check), [`survey`], [`finding`]: what a check is, what it gets, and what it reports
//! - [`checks`](mod@checks): the checks that all rulesets share
//! - [`analysis`]: everything derived from a draft: findings, references, resolved scenarios
//! - [`usages`]: references between records
//! - [`texts`](mod@texts), [`po`]: the texts of a pack, and their translations
//! - [`change`], [`fix`](mod@fix), [`suppress`]: edits by name
//! - [`edit`]: edits by byte
//! - [`fmt`], [`merge`], [`compare`], [`migrate`]: whole texts and packs
//! - [`resolve`]: the merged records of a scenario, which the engine plays
//! - [`reference`](mod@reference): the generated reference of a format
//! - [`grid`]: map geometry
//! - [`statistics`]: sequential tests for claims about many battles
//!
//! All functions are pure, except for those that read a pack from its folder.

mod blocks;

mod heard;

pub mod text;

pub mod splice;

pub mod po;

mod source;

pub mod declaration;

pub mod dialect;

pub mod example;

pub mod header;

pub mod draft;

pub mod json_schema;

pub mod field;

pub mod declared;

pub mod oracle;

mod read;

mod refs;

mod referrers;

mod validate;

pub mod finding;

pub mod digest;

mod suppression;

mod exclude;

pub mod file_name;

pub mod texts;

pub mod check;

pub mod survey;

pub mod standards;

pub mod checks;

pub mod did_you_mean;

pub mod spelling;

pub mod plural;

pub mod graph;

pub mod edit;

pub mod fmt;

pub mod usages;

pub mod script;

pub mod change;

pub mod fix;

pub mod suppress;

pub mod compare;

pub mod diff;

pub mod migrate;

pub mod merge;

pub mod resolve;

pub mod regrid;

pub mod analysis;

pub mod reference;

pub mod grid;

pub mod arithmetic;

pub mod notation;

pub mod catalogs;

pub mod statistics;

//! What content *is*: source text with spans, packs, catalogs, JSON Schemas, checks and text edits.
//!
//! Text files are the truth; everything here is derived from them by pure functions.
//! The crate knows no rules and no window.
//! Read the modules in this order: [`text`] (places in files), [`dialect`] (what a pack of one ruleset may contain),
//! [`draft`] (a pack as it is written, right or wrong), [`json_schema`](mod@json_schema) and [`field`] (what a value
//! may be), [`check`](mod@check) and [`survey`] (what is wrong with it), [`analysis`] (all that is derived from it),
//! [`usages`] (who leads where), [`change`] and [`fix`](mod@fix) and [`allowing`] (how it is changed, by name) with [`edit`] (by byte),
//! [`compare`] (how two packs differ by meaning), [`reference`](mod@reference) (what the documents say of the format), [`resolve`], [`grid`] (how the cells of a map lie),
//! [`statistics`] (how a claim about many battles is decided).

pub mod text;

pub mod splice;

mod source;

pub mod declaration;

pub mod dialect;

pub mod header;

pub mod draft;

pub mod json_schema;

pub mod field;

pub mod declared;

pub mod oracle;

mod read;

mod refs;

mod users;

mod validate;

pub mod finding;

pub mod digest;

mod allow;

mod exclude;

pub mod file_name;

pub mod check;

pub mod survey;

pub mod checks;

pub mod near;

pub mod spelling;

pub mod graph;

pub mod edit;

pub mod fmt;

pub mod usages;

pub mod script;

pub mod change;

pub mod fix;

pub mod allowing;

pub mod compare;

pub mod migrate;

pub mod merge;

pub mod resolve;

pub mod regrid;

pub mod analysis;

pub mod reference;

pub mod grid;

pub mod notation;

pub mod catalogs;

pub mod statistics;

//! The content model: source text with spans, packs, catalogs, JSON Schemas, checks and text edits.
//!
//! Text files are the source of truth; everything here is derived from them by pure functions.
//! The crate contains no game rules and no user interface.
//! Read the modules in this order:
//!
//! - [`text`]: spans and pointers
//! - [`dialect`]: the catalogs and checks of a ruleset
//! - [`draft`]: a pack as written, valid or not
//! - [`json_schema`](mod@json_schema) and [`field`]: the types of values
//! - [`check`](mod@check) and [`survey`]: diagnostics
//! - [`analysis`]: everything derived from a draft
//! - [`usages`]: references between records
//! - [`change`], [`fix`](mod@fix) and [`allowing`]: edits by name
//! - [`edit`]: edits by byte
//! - [`compare`]: semantic differences between two packs
//! - [`reference`](mod@reference): the generated format reference
//! - [`resolve`]: the merged records of a scenario
//! - [`grid`]: map geometry
//! - [`statistics`]: sequential tests for claims about many battles

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

pub mod plural;

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

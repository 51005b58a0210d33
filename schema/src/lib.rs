//! What content *is*: source text with spans, packs, catalogs, JSON Schemas, checks and text edits.
//!
//! Text files are the truth; everything here is derived from them by pure functions.
//! The crate knows no rules and no window.
//! Read the modules in this order: [`text`] (places in files), [`finding`], [`dialect`] (what a pack of one
//! ruleset may contain), [`draft`] (a pack as it is written, right or wrong), [`check`](mod@check), [`edit`], [`resolve`].

pub mod text;

pub mod finding;

pub mod dialect;

pub mod header;

pub mod json_schema;

pub mod field;

mod source;

pub mod draft;

mod read;

mod refs;

pub mod survey;

mod validate;

pub mod check;

pub mod checks;

pub mod near;

pub mod edit;

pub mod resolve;

pub mod hex;

pub mod notation;

pub mod catalogs;

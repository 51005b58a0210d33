//! The source layer: splits the text of a file into records and parses each separately into a tree with byte spans.
//!
//! A broken record does not affect its neighbours, and an edit parses only the records it changed.

pub(crate) mod limits;

pub(crate) mod tree;

mod cause;

mod conflict;

mod cut;

mod fault;

mod file;

mod kept;

#[cfg(test)]
mod laws;

pub(crate) mod lookalike;

mod parse;

mod plain;

mod recent;

mod same_content;

mod splice;

#[cfg(test)]
mod suite;

mod wording;

pub(crate) use conflict::Conflict;
pub(crate) use cut::is_header_key;
pub(crate) use fault::{SyntaxError, SyntaxErrorKind};
pub(crate) use file::{Body, Chunk, MARK, Part, Section, SourceFile, too_large};
pub(crate) use parse::after_colon;
pub(crate) use parse::parse;
pub(crate) use plain::differs_from_parser;
pub(crate) use same_content::same_content;
#[allow(unused_imports, reason = "for callers that key data by the position of a record")]
pub(crate) use splice::Touched;

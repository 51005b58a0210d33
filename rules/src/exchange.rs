//! Content in a form that other programs write: out of a pack and back into one.
//!
//! A pack that was read from such a file keeps it as it was, beside its YAML: what the form says and we do not know is
//! taken from there when it is written again.

use foeman_schema::draft::Draft;

/// A form that packs of one ruleset are written in and read from.
#[derive(Debug)]
pub struct Exchange {
    /// One word: `z1`.
    pub name: &'static str,
    /// What it is: a sentence, capital first, no final stop.
    pub about: &'static str,
    /// The file of a pack that keeps what it was read from.
    pub kept: &'static str,
    /// The most bytes that are read.
    pub most: usize,
    /// Writes a pack, one scenario where it is named, on top of what is kept; a message where nothing can be written.
    pub export: Export,
    /// Makes the files of a pack with this id, without its schema.
    pub import: fn(&[u8], &str) -> Imported,
}

/// Writes a pack, one scenario of it, on top of the bytes that are kept.
pub type Export = fn(&Draft, Option<&str>, Option<&[u8]>) -> Result<Exported, Note>;

/// A pack as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The file.
    pub bytes: Vec<u8>,
    /// What could not be expressed.
    pub notes: Vec<Note>,
}

/// A file as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The files of a pack by their paths.
    pub files: Vec<(String, Vec<u8>)>,
    /// What could not be expressed.
    pub notes: Vec<Note>,
}

/// What could not be expressed, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// A pointer into the pack, or a line and field of the file.
    pub place: String,
    /// What was expected and what was found.
    pub message: String,
}

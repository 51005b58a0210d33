//! Content in a form that other programs write: out of a pack and back into one.
//!
//! Some forms keep the file that a pack was read from as it was, beside its YAML: what the form says and we do not know is
//! taken from there when it is written again.

use foeman_schema::draft::Draft;

/// A form that packs of one ruleset are written in and read from.
#[derive(Debug)]
pub struct Exchange {
    /// One word: `z1`.
    pub name: &'static str,
    /// What it is: a sentence, capital first, no final stop.
    pub about: &'static str,
    /// The file of a pack that keeps what it was read from, where the form needs it.
    pub kept: Option<&'static str>,
    /// The most bytes that are read of one file.
    pub most: usize,
    /// Writes a pack, one scenario where it is named, on top of what is kept; a message where nothing can be written.
    pub export: Export,
    /// Makes the files of a pack with this id, without its schema; a message where the file is none of this form.
    pub import: Import,
}

/// Writes a pack, one scenario of it, on top of the bytes that are kept.
pub type Export = fn(&Draft, Option<&str>, Option<&[u8]>) -> Result<Exported, Note>;

/// Makes, of a file, the files of a pack with this id.
pub type Import = fn(Source<'_>, &str) -> Result<Imported, Note>;

/// A file that is read, and those beside it.
pub struct Source<'a> {
    /// What is in it.
    pub bytes: &'a [u8],
    /// Opens the files that it names.
    pub open: Open<'a>,
    /// Finds those that it names without saying where they lie.
    pub find: Find<'a>,
}

/// Opens a file by its path, with `/`, below the folder of the program that wrote it, if it has at most so many bytes.
pub type Open<'a> = &'a mut dyn FnMut(&str, usize) -> Result<Vec<u8>, Unopened>;

/// The path of the first file of a name in a folder or one within it, both below the folder of the program that wrote them.
pub type Find<'a> = &'a mut dyn FnMut(&str, &str) -> Option<String>;

/// Why a file was not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unopened {
    /// It is not there.
    Missing,
    /// Its path leads out of the folder.
    Outside,
    /// It has more bytes than are read.
    TooLarge,
    /// It is there, and cannot be read.
    Unreadable,
}

/// A pack as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The file.
    pub bytes: Vec<u8>,
    /// Files that it needs beside it, by their paths below the folder of the program that reads them; without bytes, what
    /// the pack has at that path.
    pub files: Vec<(String, Option<Vec<u8>>)>,
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

impl Exchange {
    /// Reads a file that has no others beside it.
    pub fn read_alone(&self, bytes: &[u8], id: &str) -> Result<Imported, Note> {
        (self.import)(Source { bytes, open: &mut |_, _| Err(Unopened::Missing), find: &mut |_, _| None }, id)
    }
}

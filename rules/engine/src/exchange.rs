//! Import and export: converts packs to and from the file formats of other programs.
//!
//! For some formats a pack also keeps the file it was imported from, next to its YAML: on export, everything in that
//! file that packs cannot express is copied from it.

use foeman_schema::draft::Draft;

/// A file format to which packs of one ruleset can be exported and from which they can be imported.
#[derive(Debug)]
pub struct Exchange {
    /// Its name, one word: `z1`.
    pub name: &'static str,
    /// A description: a sentence, capital first, no final stop.
    pub about: &'static str,
    /// The file of a pack in which the imported file is kept, if the format needs it.
    pub kept: Option<&'static str>,
    /// The largest file that is read, in bytes.
    pub most: usize,
    /// Exports a pack, or one scenario of it, based on the kept file. Returns an error if nothing can be written.
    pub export: Export,
    /// Imports the files of a pack with this id, without its schema. Returns an error if the file is not of this
    /// format.
    pub import: Import,
}

/// Exports a pack, or one scenario of it, based on the bytes of the kept file.
pub type Export = fn(&Draft, Option<&str>, Option<&[u8]>) -> Result<Exported, Note>;

/// Imports a file as the files of a pack with this id.
pub type Import = fn(Source<'_>, &str) -> Result<Imported, Note>;

/// A file to import, with access to the files it refers to.
pub struct Source<'a> {
    /// The contents of the file.
    pub bytes: &'a [u8],
    /// Opens a file that it refers to.
    pub open: Open<'a>,
    /// Finds a file that it refers to without a folder.
    pub find: Find<'a>,
}

/// Opens a file by its path (with `/`) below the folder of the program that wrote it, up to a size limit in bytes.
pub type Open<'a> = &'a mut dyn FnMut(&str, usize) -> Result<Vec<u8>, Unopened>;

/// Returns the path of the first file with a name in a folder or one of its subfolders, both below the folder of the
/// program that wrote them.
pub type Find<'a> = &'a mut dyn FnMut(&str, &str) -> Option<String>;

/// Why a file was not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unopened {
    /// The file does not exist.
    Missing,
    /// The path leads out of the folder.
    Outside,
    /// The file exceeds the size limit.
    TooLarge,
    /// The file exists but cannot be read.
    Unreadable,
}

/// The result of an export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The exported file.
    pub bytes: Vec<u8>,
    /// Other files that it needs, by their paths below the folder of the program that reads them; `None` stands for the
    /// pack's own file at that path.
    pub files: Vec<(String, Option<Vec<u8>>)>,
    /// Parts of the pack that the format cannot express.
    pub notes: Vec<Note>,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The files of a pack by their paths.
    pub files: Vec<(String, Vec<u8>)>,
    /// Parts of the file that a pack cannot express.
    pub notes: Vec<Note>,
}

/// Something that could not be expressed, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// A pointer into the pack, or a line and field of the file.
    pub place: String,
    /// The message, as `expected …, found …`.
    pub message: String,
}

impl Exchange {
    /// Imports a file that refers to no other files.
    pub fn read_alone(&self, bytes: &[u8], id: &str) -> Result<Imported, Note> {
        (self.import)(Source { bytes, open: &mut |_, _| Err(Unopened::Missing), find: &mut |_, _| None }, id)
    }
}

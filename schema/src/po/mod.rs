//! PO files: translations of texts in the format of gettext.
//!
//! A PO file is a list of entries. Each has a context that names the text, the original, and its translation:
//!
//! ```text
//! #: items/melee.yaml:12
//! msgctxt "items/sword/title"
//! msgid "Sword"
//! msgstr "Schwert"
//! ```
//!
//! Files are read with the position of every string, in time linear to their size, and errors do not stop the reader.
//! Plural forms and other encodings than UTF-8 are not supported.

mod read;

mod tag;

mod write;

use crate::text::Span;

pub(crate) use tag::tag_of;
pub use tag::{canonical, is_po, path_of};
pub use write::quoted;

/// Maximum size of a PO file in bytes.
pub const MOST_BYTES: usize = 16 << 20;

/// Maximum number of entries of a PO file.
pub const MOST_ENTRIES: usize = 100_000;

/// Maximum number of reported errors of a PO file.
const MOST_FAULTS: usize = 20;

/// The entries of a PO file, and the errors in it.
///
/// ```
/// use foeman_schema::po::Po;
///
/// let po = Po::read("msgctxt \"items/sword/title\"\nmsgid \"Sword\"\nmsgstr \"Schwert\"\n");
/// assert_eq!(po.entries[0].context, "items/sword/title");
/// assert_eq!(po.entries[0].translation, "Schwert");
/// assert_eq!(po.to_string(), "msgctxt \"items/sword/title\"\nmsgid \"Sword\"\nmsgstr \"Schwert\"\n");
///
/// let po = Po::read("msgid \"Sword\n");
/// assert_eq!(po.faults[0].message, "expected a closing quote at the end of the line");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Po {
    /// The entry without context and original, whose translation has the properties of the file.
    pub header: Option<Entry>,
    /// The other entries, in order.
    pub entries: Vec<Entry>,
    /// Comments after the last entry.
    pub trailing: String,
    /// Errors, in order; at most 20.
    pub faults: Vec<Fault>,
}

/// An error in a PO file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The location.
    pub span: Span,
    /// The message, with the remedy.
    pub message: String,
}

/// A text and its translation.
///
/// Comments are complete lines, without the characters that begin a comment and the space after them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// Comments of the translator: `# …`.
    pub comments: String,
    /// Hints for the translator: `#. …`.
    pub hints: String,
    /// Where the text is: `#: file:line`.
    pub places: String,
    /// Whether it has the flag `fuzzy`: the translation has to be revised.
    pub fuzzy: bool,
    /// Other flags, separated by commas.
    pub flags: String,
    /// The original of which a fuzzy entry has a translation: `#| msgid`.
    pub previous: Option<String>,
    /// The name of the text: the path of a value in a pack.
    pub context: String,
    /// The original.
    pub original: String,
    /// The translation; empty if there is none yet.
    pub translation: String,
    /// Whether the entry is kept although the text is no longer there: `#~`.
    pub obsolete: bool,
    /// The location of the context, or of the original if there is no context.
    pub place: Span,
    /// The location of the translation.
    pub translated: Span,
}

impl Po {
    /// Returns the error of a file that is not read at all.
    pub(crate) fn refused(span: Span, message: String) -> Self {
        Self { faults: vec![Fault { span, message }], ..Self::default() }
    }
}

//! Locations: byte spans in files, and pointers to values inside a pack.

pub(crate) mod hidden;

use std::fmt;

use serde::{Deserialize, Serialize};

/// A half-open range of bytes in one file.
///
/// ```
/// use foeman_schema::text::Span;
///
/// let span = Span::new(8, 12);
/// assert_eq!(&"damage: 1D+2"[span.range()], "1D+2");
/// assert!(span.touches(12) && !span.touches(13));
/// assert_eq!(Span::at(7).range().len(), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates the span from `start` up to, but not including, `end`.
    ///
    /// In debug builds, panics if `start` is greater than `end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span ends before it starts");
        Self { start, end }
    }

    /// Creates the empty span at `at`.
    pub fn at(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// Returns whether a byte offset is inside the span or at either end, as for a text cursor.
    pub fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Returns the same span, `by` bytes further on.
    pub fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// Returns the bytes it covers, as an index into the file's text. Spans from this crate start and end between
    /// characters of the text they were made for.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start..self.end
    }
}

/// A file of a [`Draft`](crate::draft::Draft), by its position in the draft.
///
/// Draft methods that take a file panic if the draft has no file with this number. Edits that add, remove or rename files
/// may change the numbers.
///
/// ```
/// use foeman_schema::example;
///
/// let draft = example::draft();
/// let file = draft.header_file();
/// assert_eq!(draft.path(file), "pack.yaml");
/// assert!(draft.text(file).starts_with("pack: arena"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// A span in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The bytes in it.
    pub span: Span,
}

/// Identifies a record of a pack by its catalog and id.
///
/// ```
/// use foeman_schema::example;
/// use foeman_schema::text::RecordKey;
///
/// let sword = RecordKey::new("weapons", "sword");
/// assert!(example::draft().contains(&sword));
/// assert_eq!(sword.to_string(), "weapons/sword");
/// assert_eq!(sword.pointer().to_string(), "/weapons/sword");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RecordKey {
    /// The name of the catalog, such as `items`.
    pub catalog: String,
    /// The id of the record, such as `broadsword`.
    pub id: String,
}

impl RecordKey {
    /// Creates the key of record `id` in `catalog`; neither needs to exist.
    pub fn new(catalog: impl Into<String>, id: impl Into<String>) -> Self {
        Self { catalog: catalog.into(), id: id.into() }
    }

    /// Returns the pointer to the whole record.
    pub fn pointer(&self) -> Pointer {
        Pointer::of([&self.catalog, &self.id])
    }
}

impl fmt::Display for RecordKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.catalog, self.id)
    }
}

/// The path of a value in the union of a pack's files, as a list of keys: `/items/broadsword/damage`.
///
/// Sequence positions are decimal numbers. Displayed as a JSON pointer (RFC 6901).
///
/// ```
/// use foeman_schema::text::{Pointer, RecordKey};
///
/// let damage = RecordKey::new("weapons", "sword").pointer().child("damage");
/// assert_eq!(Pointer::parse("/weapons/sword/damage"), Some(damage.clone()));
/// assert_eq!(damage.last(), Some("damage"));
///
/// let (record, below) = damage.record().unwrap();
/// assert_eq!(record.id, "sword");
/// assert_eq!(below, ["damage"]);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// Returns the pointer to the whole pack.
    pub fn root() -> Self {
        Self(Vec::new())
    }

    /// Creates a pointer from keys, with capacity for the same number again.
    pub(crate) fn of<const N: usize>(keys: [&str; N]) -> Self {
        let mut parts = Vec::with_capacity(2 * N);
        parts.extend(keys.map(str::to_owned));
        Self(parts)
    }

    /// Parses a JSON pointer; `None` unless it is empty or starts with `/`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::root());
        }
        let rest = text.strip_prefix('/')?;
        Some(Self(rest.split('/').map(|part| part.replace("~1", "/").replace("~0", "~")).collect()))
    }

    /// Returns this pointer with one more key, unescaped.
    #[must_use]
    pub fn child(&self, key: impl Into<String>) -> Self {
        let mut parts = Vec::with_capacity(self.0.len() + 1);
        parts.extend_from_slice(&self.0);
        parts.push(key.into());
        Self(parts)
    }

    /// Returns this pointer with the keys of `tail` appended.
    #[must_use]
    pub fn join(&self, tail: &[String]) -> Self {
        let mut parts = self.0.clone();
        parts.extend_from_slice(tail);
        Self(parts)
    }

    /// Appends a key in place. For tree walks, which would otherwise copy the pointer at every step.
    pub(crate) fn push(&mut self, key: impl Into<String>) {
        self.0.push(key.into());
    }

    /// Removes the last key in place.
    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// Returns the keys from the root down.
    pub fn parts(&self) -> &[String] {
        &self.0
    }

    /// Returns the last key, if any.
    pub fn last(&self) -> Option<&str> {
        self.0.last().map(String::as_str)
    }

    /// Returns the pointer without its last key; `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        let (_, front) = self.0.split_last()?;
        Some(Self(front.to_vec()))
    }

    /// Returns the record that the pointer is in, and the keys below that record.
    pub fn record(&self) -> Option<(RecordKey, &[String])> {
        match self.0.as_slice() {
            [catalog, id, rest @ ..] => Some((RecordKey::new(catalog, id), rest)),
            _ => None,
        }
    }

    /// Returns whether the pointer is in a record.
    pub fn is_in(&self, record: &RecordKey) -> bool {
        matches!(self.0.as_slice(), [catalog, id, ..] if *id == record.id && *catalog == record.catalog)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.0 {
            write!(f, "/{}", part.replace('~', "~0").replace('/', "~1"))?;
        }
        Ok(())
    }
}

/// Converts a text to an id: `Figure type` gives `figure-type`. Drops characters outside ASCII; the result may be
/// empty.
pub fn kebab(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Quotes the first line of a text in backticks, shortened to fit a message.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take_while(|c| *c != '\n').take(40).filter(|c| !c.is_control()).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}

//! Places: byte spans in files, and pointers to values inside a pack.

pub(crate) mod hidden;

use std::fmt;

use serde::{Deserialize, Serialize};

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span runs forward");
        Self { start, end }
    }

    /// The empty span at `at`.
    pub fn at(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// Whether the byte offset lies inside, both ends included (as a caret between two bytes does).
    pub fn touches(self, offset: usize) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// The same span, `by` bytes further on.
    pub fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// The bytes it covers, as an index into the file's text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start..self.end
    }
}

/// A file of a [`Draft`](crate::draft::Draft), by its position there.
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

/// Names one record of a pack: a catalog and an id in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RecordKey {
    /// The catalog's name, `items`.
    pub catalog: String,
    /// The record's id, `broadsword`.
    pub id: String,
}

impl RecordKey {
    /// The key of record `id` in `catalog`.
    pub fn new(catalog: impl Into<String>, id: impl Into<String>) -> Self {
        Self { catalog: catalog.into(), id: id.into() }
    }

    /// The pointer to the whole record.
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
/// Sequence positions are written as decimal numbers. Printed as a JSON pointer (RFC 6901).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// The pointer to everything.
    pub fn root() -> Self {
        Self(Vec::new())
    }

    /// The pointer through some keys, with room for as many more.
    pub(crate) fn of<const N: usize>(keys: [&str; N]) -> Self {
        let mut parts = Vec::with_capacity(2 * N);
        parts.extend(keys.map(str::to_owned));
        Self(parts)
    }

    /// Reads a printed pointer; `None` unless it is empty or starts with `/`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::root());
        }
        let rest = text.strip_prefix('/')?;
        Some(Self(rest.split('/').map(|part| part.replace("~1", "/").replace("~0", "~")).collect()))
    }

    /// This pointer with one more key.
    #[must_use]
    pub fn child(&self, key: impl Into<String>) -> Self {
        let mut parts = Vec::with_capacity(self.0.len() + 1);
        parts.extend_from_slice(&self.0);
        parts.push(key.into());
        Self(parts)
    }

    /// This pointer with the keys of `tail` appended.
    #[must_use]
    pub fn join(&self, tail: &[String]) -> Self {
        let mut parts = self.0.clone();
        parts.extend_from_slice(tail);
        Self(parts)
    }

    /// Goes one key down in place: for walks, which would otherwise copy the pointer at every step.
    pub(crate) fn push(&mut self, key: impl Into<String>) {
        self.0.push(key.into());
    }

    /// Goes one key up in place.
    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// The keys from the root down.
    pub fn parts(&self) -> &[String] {
        &self.0
    }

    /// The last key, if any.
    pub fn last(&self) -> Option<&str> {
        self.0.last().map(String::as_str)
    }

    /// The pointer without its last key; `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        let (_, front) = self.0.split_last()?;
        Some(Self(front.to_vec()))
    }

    /// The record the pointer is in, and the keys below that record.
    pub fn record(&self) -> Option<(RecordKey, &[String])> {
        match self.0.as_slice() {
            [catalog, id, rest @ ..] => Some((RecordKey::new(catalog, id), rest)),
            _ => None,
        }
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

/// A text as an id: `Figure type` is `figure-type`. Letters outside ASCII are left out; what has none within it is empty.
pub fn kebab(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// A text in backticks, its first line and no more than fits a message.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take_while(|c| *c != '\n').take(40).filter(|c| !c.is_control()).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}

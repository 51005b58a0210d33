//! The state that requests read: a pack at the time of the request.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::text::{FileId, Location, Pointer, Span};
use lsp_types::{Position, Range, Uri};

use super::home::{Buffer, Home};
use super::position::{Encoding, Lines};
use super::uri;

/// A pack at the time of a request.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The location of the pack.
    pub home: Home,
    /// Its text, including unsaved buffers.
    pub draft: Arc<Draft>,
    /// The last analysis; it may be of an earlier draft.
    pub analysis: Option<Analysis>,
    /// Cached line indexes, by path.
    pub lines: BTreeMap<String, Arc<Lines>>,
    /// The open buffers by path.
    pub buffers: BTreeMap<String, Buffer>,
    /// The unit of columns.
    pub encoding: Encoding,
    /// The other open packs, for requests across packs.
    pub others: Vec<Snapshot>,
}

impl Snapshot {
    /// Returns the analysis of this draft: usually the last one, else the last one updated for the edits since.
    pub fn analysis(&self) -> Analysis {
        Analysis::of(Arc::clone(&self.draft), self.analysis.as_ref())
    }

    /// Returns the line index of a file.
    pub fn lines(&self, file: FileId) -> Arc<Lines> {
        let path = self.draft.path(file);
        let of = if self.buffers.contains_key(path) { Lines::of } else { Lines::of_file };
        self.lines.get(path).cloned().unwrap_or_else(|| Arc::new(of(self.draft.text(file))))
    }

    /// Returns the byte offset of a position in a file.
    pub fn offset(&self, file: FileId, position: Position) -> usize {
        self.lines(file).offset(self.draft.text(file), position, self.encoding)
    }

    /// Returns the range of some bytes in a file.
    pub fn range(&self, file: FileId, span: Span) -> Range {
        self.lines(file).range(self.draft.text(file), span, self.encoding)
    }

    /// Converts a location for the client.
    pub fn location(&self, place: Location) -> Option<lsp_types::Location> {
        Some(lsp_types::Location { uri: self.uri(place.file)?, range: self.range(place.file, place.span) })
    }

    /// Returns the URI of a file, as spelled by the client if the file is open.
    pub fn uri(&self, file: FileId) -> Option<Uri> {
        let path = self.draft.path(file);
        if self.draft.owner(file).is_some() && !path.starts_with("../") {
            // Required packs in other folders have absolute paths; built-in packs have no file.
            let path = Path::new(path);
            return path.is_absolute().then(|| uri::of(path).parse().ok()).flatten();
        }
        self.uri_at(path)
    }

    /// Returns the URI of a path, whether or not the file exists.
    pub fn uri_at(&self, path: &str) -> Option<Uri> {
        let text = self.buffers.get(path).map_or_else(|| self.home.uri_of(path), |buffer| buffer.uri.clone());
        text.parse().ok()
    }

    /// Returns the key or value at a byte.
    pub fn word_at(&self, file: FileId, offset: usize) -> Option<Word> {
        let at = self.draft.pointer_at(file, offset)?;
        let here = |place: Option<Location>| place.filter(|place| place.file == file && place.span.touches(offset));
        let (key, value) = (self.draft.key_place(&at), self.draft.place(&at));
        if !self.draft.defined(&at) {
            return None;
        }
        match (here(key), here(value)) {
            (Some(key), _) if Some(key) != value => Some(Word { at, span: key.span, part: Part::Key }),
            (_, Some(value)) if key != Some(value) || self.is_item(&at) => {
                Some(Word { at, span: value.span, part: Part::Value })
            }
            // A key with an empty value.
            (Some(key), _) => Some(Word { at, span: key.span, part: Part::Key }),
            _ => None,
        }
    }

    /// Whether a value is an item of a list, which has no key.
    fn is_item(&self, at: &Pointer) -> bool {
        at.last().is_some_and(|step| step.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

/// A key or value in a text.
#[derive(Clone, Debug)]
pub struct Word {
    /// The pointer of the value.
    pub at: Pointer,
    /// The bytes of the key or value.
    pub span: Span,
    /// Whether `span` is the key or the value.
    pub part: Part,
}

/// A part of a map entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The key.
    Key,
    /// The value.
    Value,
}

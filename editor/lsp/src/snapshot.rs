//! What requests look at: a pack as it stood when they came.

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

/// A pack as it stood when a request came.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Where it stands.
    pub home: Home,
    /// Its text, unsaved buffers included.
    pub draft: Arc<Draft>,
    /// What was derived last; perhaps of an earlier state.
    pub analysis: Option<Analysis>,
    /// Lines that are known, by path.
    pub lines: BTreeMap<String, Arc<Lines>>,
    /// The buffers by path.
    pub buffers: BTreeMap<String, Buffer>,
    /// What columns count.
    pub encoding: Encoding,
    /// The other packs that are open, for requests that concern them too.
    pub others: Vec<Snapshot>,
}

impl Snapshot {
    /// What is derived from the draft as it stands here: most often it is known, else what an edit concerns is done.
    pub fn analysis(&self) -> Analysis {
        Analysis::of(Arc::clone(&self.draft), self.analysis.as_ref())
    }

    /// The lines of a file.
    pub fn lines(&self, file: FileId) -> Arc<Lines> {
        let path = self.draft.path(file);
        let of = if self.buffers.contains_key(path) { Lines::of } else { Lines::of_file };
        self.lines.get(path).cloned().unwrap_or_else(|| Arc::new(of(self.draft.text(file))))
    }

    /// The byte at a position of a file.
    pub fn offset(&self, file: FileId, position: Position) -> usize {
        self.lines(file).offset(self.draft.text(file), position, self.encoding)
    }

    /// The range of some bytes of a file.
    pub fn range(&self, file: FileId, span: Span) -> Range {
        self.lines(file).range(self.draft.text(file), span, self.encoding)
    }

    /// A place for a client.
    pub fn location(&self, place: Location) -> Option<lsp_types::Location> {
        Some(lsp_types::Location { uri: self.uri(place.file)?, range: self.range(place.file, place.span) })
    }

    /// The URI of a file: as the client writes it, where it is open.
    pub fn uri(&self, file: FileId) -> Option<Uri> {
        let path = self.draft.path(file);
        if self.draft.owner(file).is_some() && !path.starts_with("../") {
            // Required packs that lie elsewhere have whole paths; what the program brings along is in no file.
            let path = Path::new(path);
            return path.is_absolute().then(|| uri::of(path).parse().ok()).flatten();
        }
        self.uri_at(path)
    }

    /// The URI of a file by its path, there or not.
    pub fn uri_at(&self, path: &str) -> Option<Uri> {
        let text = self.buffers.get(path).map_or_else(|| self.home.uri_of(path), |buffer| buffer.uri.clone());
        text.parse().ok()
    }

    /// The value or key that a byte lies on: its pointer and bytes, and which of both it is.
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
            // Where nothing is written, the key stands for it.
            (Some(key), _) => Some(Word { at, span: key.span, part: Part::Key }),
            _ => None,
        }
    }

    /// Whether a value is an item of a list, which has no key.
    fn is_item(&self, at: &Pointer) -> bool {
        at.last().is_some_and(|step| step.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

/// A key or a value in a text.
#[derive(Clone, Debug)]
pub struct Word {
    /// The value.
    pub at: Pointer,
    /// Its bytes, or those of its key.
    pub span: Span,
    /// Which of both.
    pub part: Part,
}

/// A part of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Its key.
    Key,
    /// Its value.
    Value,
}

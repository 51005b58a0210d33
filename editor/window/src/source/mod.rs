//! The YAML source shown next to the form.

mod action;
mod buffer;
mod colors;
mod pane;
mod perform;

pub(crate) use pane::PANE;

pub(crate) use perform::{current, perform};

pub use action::SourceAction;

use foeman_schema::text::{FileId, RecordKey, Span};

use crate::pack::Pack;
use crate::shell::view::Selection;

/// The maximum size in bytes of an editable text; larger files are shown record by record.
pub const MOST: usize = 96_000;

/// The state of the source pane.
#[derive(Default)]
pub struct State {
    /// The part that was edited last.
    anchor: Option<Anchor>,
}

/// The shown part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The file's path in the pack.
    pub path: String,
    /// Its byte range.
    pub span: Span,
}

/// The part edited last. It remains shown even if the text no longer parses as a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// The part after the edit.
    pub shown: Shown,
    /// The pack's revision after the edit.
    pub revision: u64,
}

/// The reason why no text is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nothing {
    /// Nothing is selected.
    Unselected,
    /// The text of this file is larger than [`MOST`]; with its size in bytes.
    TooLarge(String, usize),
}

/// Returns the part to show: a whole file if requested, else the part edited last, else the selected record.
pub fn shown(
    pack: &Pack,
    whole: Option<&str>,
    anchor: Option<&Anchor>,
    selection: Option<&Selection>,
) -> Result<Shown, Nothing> {
    let draft = pack.draft();
    let small = |path: String, span: Span| match span.end - span.start {
        bytes if bytes > MOST => Err(Nothing::TooLarge(path, bytes)),
        _ => Ok(Shown { path, span }),
    };
    if let Some(file) = whole.and_then(|path| draft.file_at(path)) {
        return small(draft.path(file).to_owned(), Span::new(0, draft.text(file).len()));
    }
    if let Some(anchor) = anchor.filter(|anchor| anchor.revision == pack.revision()) {
        return Ok(anchor.shown.clone());
    }
    let key = &selection.ok_or(Nothing::Unselected)?.record;
    let lines = draft.record_lines(key).ok_or(Nothing::Unselected)?;
    small(draft.path(lines.file).to_owned(), lines.span)
}

/// Returns the record at the first line of a part that is not a comment.
pub fn record_in(pack: &Pack, file: FileId, span: Span) -> Option<RecordKey> {
    let text = pack.draft().text(file).get(span.range())?;
    let mut at = span.start;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start();
        if !content.is_empty() && !content.starts_with('#') {
            let (record, _) = pack.draft().pointer_at(file, at + line.len() - content.len())?.record()?;
            return Some(record);
        }
        at += line.len();
    }
    None
}

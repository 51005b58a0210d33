//! The text that content is written in, to be shown and typed in beside the form.

pub mod buffer;

pub mod colors;

use foeman_schema::text::{FileId, RecordKey, Span};

use super::pack::Pack;
use super::view::Selection;

/// Most bytes of a text that are shown to be typed in; larger files are shown record by record.
pub const MOST: usize = 96_000;

/// What is shown: a part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The file's path in the pack.
    pub path: String,
    /// The bytes of the part.
    pub span: Span,
}

/// The part that was typed in last, which stays where it is even when nobody can tell any more whose text it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// The part as it is after typing.
    pub shown: Shown,
    /// The pack's revision after it.
    pub revision: u64,
}

/// Why no text can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nothing {
    /// Nothing is selected.
    Unselected,
    /// The text is larger than [`MOST`]: so many bytes.
    TooLarge(String, usize),
}

/// What there is to be shown: the whole of a file where one was asked for, else what was just typed in, else the record
/// that is selected.
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

/// The record that stands at the first line of a part that is no comment.
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

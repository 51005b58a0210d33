//! Moving records to another file or before another record.

use super::{ChangeError, Spot, joined};
use crate::draft::Draft;
use crate::edit::{self, Edit, Reading, Splice};
use crate::source::tree::{Layout, NodeKind};
use crate::source::{Body, Part, Section, SourceFile};
use crate::text::{FileId, RecordKey, Span};

/// Moves a record with its lines and the comments above it.
pub(super) fn shift(draft: &Draft, key: &RecordKey, to: &Spot) -> Result<Edit, ChangeError> {
    let broken = || ChangeError::Broken(key.pointer());
    let missing = |key: &RecordKey| super::error::with_near(draft, edit::EditError::Missing(key.pointer()));
    let file = draft.file_of(key).ok_or_else(|| missing(key))?;
    let own = lines(draft, file, key).ok_or_else(broken)?;
    let (target, before) = match to {
        Spot::File(path) => (draft.file_at(path).ok_or_else(|| ChangeError::NoFile(path.clone()))?, None),
        Spot::Before(id) => {
            let other = RecordKey::new(&key.catalog, id);
            (draft.file_of(&other).ok_or_else(|| missing(&other))?, Some(other))
        }
    };
    if before.as_ref() == Some(key) || before.is_none() && target == file {
        return Ok(Edit::default());
    }
    if draft.file(target).locked || draft.file(target).fault.is_some() {
        return Err(ChangeError::Needed(draft.path(target).to_owned()));
    }
    let put = put(draft, &draft.text(file)[own.range()], target, key, before.as_ref()).ok_or_else(broken)?;
    if target == file && own.touches(put.span.start) {
        return Ok(Edit::default());
    }
    let take = Splice { file, span: own, text: String::new() };
    let edit = joined(draft, [Edit::from(vec![take]), Edit::from(vec![put])])?;
    if is_proven(draft, &edit, key) { Ok(edit) } else { Err(broken()) }
}

/// Returns the lines of a record, with the comments directly above it, if it shares no line with other values.
fn lines(draft: &Draft, file: FileId, key: &RecordKey) -> Option<Span> {
    let text = draft.text(file);
    let whole = draft.record_place(key)?.span;
    let found = draft.find(&key.pointer())?;
    let mut start = line_start(text, whole.start);
    if !text[start..whole.start].trim().is_empty() || found.node?.is_aliased() {
        return None;
    }
    let indent = whole.start - start;
    while start > 0 {
        let above = line_start(text, start - 1);
        let line = &text[above..start];
        let content = line.trim_start_matches(' ');
        if !content.starts_with('#') || line.len() - content.len() != indent {
            break;
        }
        start = above;
    }
    let end = text[whole.end..].find('\n').map_or(text.len(), |at| whole.end + at + 1);
    Some(Span::new(start, end))
}

/// Returns the splice that inserts the lines of a record into a file.
fn put(draft: &Draft, lines: &str, file: FileId, key: &RecordKey, before: Option<&RecordKey>) -> Option<Splice> {
    let text = draft.text(file);
    let eol = if text.is_empty() { eol(lines) } else { eol(text) };
    let source = draft.file(file);
    let ends = |at: usize| if at > 0 && !text[..at].ends_with('\n') { eol } else { "" };
    if let Some(before) = before {
        let at = self::lines(draft, file, before)?.start;
        let indent = draft.key_place(&before.pointer())?.span.start;
        let lines = indented(lines, indent - line_start(text, indent), eol)?;
        return Some(Splice { file, span: Span::at(at), text: lines });
    }
    match source.sections.iter().rfind(|section| section.key == key.catalog) {
        Some(section) => {
            let (at, indent) = end_of(source, section)?;
            let lines = indented(lines, indent, eol)?;
            Some(Splice { file, span: Span::at(at), text: format!("{}{lines}", ends(at)) })
        }
        None => {
            let at = text.len();
            let blank = if text.trim().is_empty() { "" } else { eol };
            let lines = indented(lines, 2, eol)?;
            let text = format!("{}{blank}{}:{eol}{lines}", ends(at), key.catalog);
            Some(Splice { file, span: Span::at(at), text })
        }
    }
}

/// Returns where a record can be added to a catalog in block style, and the column of its records.
fn end_of(file: &SourceFile, section: &Section) -> Option<(usize, usize)> {
    let text = &*file.text;
    let line_after = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let column = |at: usize| at - line_start(text, at);
    let end = |part: &Part| Some(part.entry()?.value.span().end.max(part.entry()?.key_span().end) + part.span.start);
    match &section.body {
        Body::Cut(parts) => {
            let last = parts.last()?;
            Some((line_after(end(last)?), column(last.key_span().start + last.span.start)))
        }
        Body::Whole(part) => match &part.value()?.kind {
            NodeKind::Map { layout: Layout::Block, entries } => {
                let last = entries.last()?;
                let at = last.value.span().end.max(last.key_span().end) + part.span.start;
                Some((line_after(at), column(last.key_span().start + part.span.start)))
            }
            // A catalog without records: there is no value after its key.
            NodeKind::Scalar { text, .. } if text.is_empty() => Some((line_after(section.key_span.end), 2)),
            _ => None,
        },
    }
}

/// Reindents lines so that the first key is at `column`; nested lines keep their relative indentation.
fn indented(lines: &str, column: usize, eol: &str) -> Option<String> {
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = lines.lines().find(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty()).map(depth)?;
    let mut text = String::new();
    for line in lines.lines() {
        if !line.trim().is_empty() {
            // Only a comment can be indented less than the key.
            let depth = (depth(line) + column).saturating_sub(own);
            text.push_str(&" ".repeat(depth));
            text.push_str(line.trim_start_matches(' '));
        }
        text.push_str(eol);
    }
    Some(text)
}

/// Returns whether all records are unchanged, and this one has moved.
fn is_proven(draft: &Draft, edit: &Edit, key: &RecordKey) -> bool {
    let mut after = draft.clone();
    if after.apply(edit).is_empty() {
        return false;
    }
    let readings = |draft: &Draft| -> (Vec<Reading>, Vec<Reading>) {
        let read = |record: &crate::draft::Record| {
            let value = draft.node_of(record).map(|node| crate::read::value(node, None));
            Reading { key: record.key.clone(), value }
        };
        draft.index().own_records().iter().map(read).partition(|reading| reading.key == *key)
    };
    readings(draft) == readings(&after)
        && draft.files().all(|file| draft.file(file).fault.is_some() == after.file(file).fault.is_some())
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn eol(text: &str) -> &'static str {
    if text.find('\n').is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" }
}

//! The layout of edits: a record that was formatted before an edit is formatted after it.

use std::collections::BTreeMap;

use super::pieces::Pieces;
use crate::draft::Draft;
use crate::edit::{self, Edit, FileChange, Splice};
use crate::fmt;
use crate::source::SourceFile;
use crate::splice::by_lines;
use crate::text::{FileId, Span};

/// Returns an edit with the same effect that also formats the records it touches.
///
/// A record that was not formatted before keeps the layout of its author.
pub(crate) fn settled(before: &Draft, edit: Edit) -> Edit {
    let mut after = before.clone();
    if edit.is_empty() || after.apply(&edit).is_empty() {
        return edit;
    }
    let were_formatted = touched(before, &edit);
    let mut splices = Vec::new();
    for group in edit.splices.chunk_by(|a, b| a.file == b.file) {
        let Some(now) = moved(before, &after, &edit, group[0].file) else { continue };
        splices.extend(layout(group, &were_formatted, &after, now));
    }
    for change in &edit.files {
        if let FileChange::Create { path, .. } = change
            && were_formatted.values().all(|formatted| *formatted)
            && let Some(file) = after.file_at(path)
        {
            splices.extend(fmt::file(&after, file).unwrap_or_default());
        }
    }
    if splices.is_empty() {
        return edit;
    }
    let layout = Edit::from(splices);
    match edit::keeps_values(&after, &layout) {
        true => together(before, edit, &after, &layout),
        false => edit,
    }
}

/// Returns the id of a file after an edit.
fn moved(before: &Draft, after: &Draft, edit: &Edit, file: FileId) -> Option<FileId> {
    let path = before.path(file);
    let new = edit.files.iter().find_map(|change| match change {
        FileChange::Rename { from, to } if from == path => Some(to.as_str()),
        _ => None,
    });
    after.file_at(new.unwrap_or(path))
}

/// Returns the names of the records and keys that an edit touches, and whether each is formatted.
fn touched<'a>(before: &'a Draft, edit: &Edit) -> BTreeMap<[&'a str; 2], bool> {
    let mut touched = BTreeMap::new();
    for group in edit.splices.chunk_by(|a, b| a.file == b.file) {
        let file = before.file(group[0].file);
        if file.po.is_some() {
            continue;
        }
        let spans: Vec<Span> = group.iter().map(|splice| splice.span).collect();
        let units = fmt::units_near(file, hull(&spans));
        for (at, unit) in units.iter().enumerate().filter(|(_, unit)| is_touched(&spans, unit.span)) {
            let formatted = is_readable(file)
                && fmt::unit(file, &units, at).is_some_and(|text| text == file.text[unit.span.range()]);
            touched.entry(unit.name).and_modify(|all| *all &= formatted).or_insert(formatted);
        }
    }
    touched
}

/// Returns the bytes from the first of some sorted spans to the last.
fn hull(spans: &[Span]) -> Span {
    let end = spans.iter().map(|span| span.end).max().unwrap_or_default();
    Span { start: spans.first().map_or(end, |span| span.start), end }
}

/// Whether one of some sorted spans overlaps or touches a unit.
fn is_touched(spans: &[Span], unit: Span) -> bool {
    let first = spans.partition_point(|span| span.end < unit.start);
    spans.get(first).is_some_and(|span| span.start <= unit.end)
}

fn is_readable(file: &SourceFile) -> bool {
    file.fault.is_none() && file.conflicts.is_empty() && file.po.is_none()
}

/// Returns the splices of the text after an edit that format the records it touches in one file.
fn layout(splices: &[Splice], were_formatted: &BTreeMap<[&str; 2], bool>, after: &Draft, now: FileId) -> Vec<Splice> {
    let file = after.file(now);
    if !is_readable(file) {
        return Vec::new();
    }
    let all_formatted = were_formatted.values().all(|formatted| *formatted);
    let spans = spans_after(splices);
    let units = fmt::units_near(file, hull(&spans));
    let is_new = |text: &str, at: usize| {
        let end = at + text.trim_end().len();
        spans.iter().any(|span| span.start <= at && end <= span.end)
    };
    let mut layout = Vec::new();
    for (at, unit) in units.iter().enumerate().filter(|(_, unit)| is_touched(&spans, unit.span)) {
        let text = &file.text[unit.span.range()];
        let may_change = || match were_formatted.get(&unit.name) {
            Some(formatted) => *formatted,
            None => all_formatted || is_new(text, unit.span.start),
        };
        if let Some(formatted) = fmt::unit(file, &units, at)
            && formatted != text
            && may_change()
        {
            let splices = by_lines(now, text, &formatted).into_iter();
            layout.extend(splices.map(|splice| Splice { span: splice.span.shifted(unit.span.start), ..splice }));
        }
    }
    layout
}

/// Returns the new text of sorted splices as bytes of the text after them.
fn spans_after(splices: &[Splice]) -> Vec<Span> {
    let (mut gone, mut come) = (0, 0);
    let mut spans = Vec::with_capacity(splices.len());
    for splice in splices {
        let start = splice.span.start + come - gone;
        spans.push(Span::new(start, start + splice.text.len()));
        gone += splice.span.end - splice.span.start;
        come += splice.text.len();
    }
    spans
}

/// Joins an edit and the layout of the text after it.
fn together(before: &Draft, mut edit: Edit, after: &Draft, layout: &Edit) -> Edit {
    let mut splices = Vec::new();
    for file in before.files() {
        let own: Vec<Splice> = edit.splices.iter().filter(|splice| splice.file == file).cloned().collect();
        let now = moved(before, after, &edit, file);
        let later: Vec<Splice> = layout.splices.iter().filter(|splice| Some(splice.file) == now).cloned().collect();
        if later.is_empty() {
            splices.extend(own);
            continue;
        }
        let mut pieces = Pieces::whole(before.text(file).len());
        pieces.splice(&own);
        pieces.splice(&later);
        splices.extend(pieces.splices(file));
    }
    for change in &mut edit.files {
        if let FileChange::Create { path, text } = change
            && let Some(file) = after.file_at(path)
            && let Ok(formatted) = fmt::text(text)
            && layout.splices.iter().any(|splice| splice.file == file)
        {
            *text = formatted;
        }
    }
    Edit { splices, ..edit }
}

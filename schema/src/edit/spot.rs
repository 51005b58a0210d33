//! The target of an edit: a value with its surroundings in the text.

use super::{EditError, Splice};
use crate::draft::{Draft, Found};
use crate::source::after_colon;
use crate::source::tree::{Layout, Node, NodeKind, Style};
use crate::text::{FileId, Pointer, Span};

/// A value in a file. All offsets are bytes of the file.
pub(super) struct Spot<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    pub(super) base: usize,
    pub(super) node: &'a Node,
    /// Its key, if it has one.
    pub(super) key: Option<Span>,
    /// Whether it is inside brackets.
    pub(super) in_flow: bool,
    /// The column of its key, or of the dash before it.
    pub(super) indent: usize,
}

/// Walks down to the last existing value; returns it and the remaining steps.
pub(super) fn walk<'a, 's>(
    draft: &'a Draft,
    start: Found<'a>,
    steps: &'s [String],
    pointer: &Pointer,
) -> Result<(Spot<'a>, &'s [String]), EditError> {
    let broken = || EditError::Broken(pointer.clone());
    let text = draft.text(start.file);
    let node = start.node.ok_or_else(broken)?;
    let indent = start.key.map_or(0, |key| column(text, key.start));
    let in_flow = start.key.is_some_and(|key| stands_in_flow(draft, start.file, key));
    let mut spot = Spot { file: start.file, text, base: start.base, node, key: start.key, in_flow, indent };
    for (taken, step) in steps.iter().enumerate() {
        let Some(child) = spot.node.child(step) else { return Ok((spot, &steps[taken..])) };
        if spot.node.is_aliased() {
            return Err(broken());
        }
        let (key, flow, indent) = match &spot.node.kind {
            NodeKind::Map { layout, .. } => {
                let key = spot.node.entry(step).map(|entry| entry.key_span().shifted(spot.base));
                let indent =
                    key.filter(|_| *layout == Layout::Block).map_or(spot.indent, |key| column(text, key.start));
                (key, *layout == Layout::Flow, indent)
            }
            NodeKind::Seq { layout, .. } => {
                let dashes = column(text, spot.node.span().start + spot.base);
                (None, *layout == Layout::Flow, if *layout == Layout::Block { dashes } else { spot.indent })
            }
            NodeKind::Scalar { .. } => (None, false, spot.indent),
        };
        spot = Spot { node: child, key, in_flow: spot.in_flow || flow, indent, ..spot };
    }
    Ok((spot, &[]))
}

/// Returns whether a record's key is inside the brackets of a catalog.
fn stands_in_flow(draft: &Draft, file: FileId, key: Span) -> bool {
    let sections = &draft.file(file).sections;
    let section = sections.iter().rev().find(|section| section.key_span.start <= key.start);
    section
        .and_then(|section| section.whole())
        .and_then(|part| part.value())
        .is_some_and(|node| matches!(node.kind, NodeKind::Map { layout: Layout::Flow, .. }))
        && section.is_some_and(|section| section.key_span != key)
}

impl Spot<'_> {
    /// Returns the bytes of the value.
    pub(super) fn span(&self) -> Span {
        self.node.span().shifted(self.base)
    }

    /// Returns the offset after the colon of the key, or the start of a list item.
    pub(super) fn after_key(&self) -> usize {
        match self.key {
            Some(key) => colon_end(self.text, key),
            None => self.span().start,
        }
    }

    /// Returns the end of the value, or of the colon if the value is empty.
    pub(super) fn end(&self) -> usize {
        self.span().end.max(self.after_key())
    }

    pub(super) fn splice(&self, start: usize, end: usize, text: String) -> Splice {
        Splice { file: self.file, span: Span::new(start, end.max(start)), text }
    }

    /// Returns the line ending of the file.
    pub(super) fn eol(&self) -> &'static str {
        eol(self.text)
    }

    /// Returns where a line can be added after the value: the end of its last line, before the line break.
    pub(super) fn line_end(&self) -> usize {
        let mut end = line_end(self.text, self.end());
        if keeps_blank_lines(self.text, self.base, self.node) {
            while let Some(rest) = self.text.get(end + 1..).filter(|rest| !rest.is_empty()) {
                let next = line_end(self.text, end + 1);
                if !rest[..next - end - 1].trim().is_empty() {
                    break;
                }
                end = next;
            }
        }
        end
    }
}

/// Returns whether the last value in `node` is a block with the indicator `+`, which keeps the blank lines after it.
fn keeps_blank_lines(text: &str, base: usize, node: &Node) -> bool {
    match &node.kind {
        NodeKind::Scalar { style: Style::Literal { .. } | Style::Folded, .. } => {
            let header = text[node.span().start + base..].lines().next().unwrap_or_default();
            header.split([' ', '#']).next().is_some_and(|header| header.contains('+'))
        }
        NodeKind::Scalar { .. } => false,
        NodeKind::Map { entries, .. } => {
            entries.last().is_some_and(|entry| keeps_blank_lines(text, base, &entry.value))
        }
        NodeKind::Seq { items, .. } => items.last().is_some_and(|item| keeps_blank_lines(text, base, item)),
    }
}

/// Returns the offset after the colon of a key.
pub(super) fn colon_end(text: &str, key: Span) -> usize {
    after_colon(text, key)
}

/// Returns the offset of the line break at or after `at`, before its carriage return.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |offset| at + offset);
    if text[at..end].ends_with('\r') { end - 1 } else { end }
}

/// Returns the offset of the first byte of the line that contains `at`.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8().min(at) } else { start }
}

/// Returns the number of bytes from the start of the line.
pub(super) fn column(text: &str, at: usize) -> usize {
    at - line_start(text, at)
}

/// Returns the line ending of a text.
pub(crate) fn eol(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

//! Maps pointers to bytes and bytes to pointers.

use super::Draft;
use crate::source::tree::{Layout, Node, NodeKind, Pair};
use crate::source::{Body, Part, Section, SourceFile, is_header_key};
use crate::text::{FileId, Location, Pointer, RecordKey, Span};

/// A value found at a pointer; its spans are bytes of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'a> {
    pub(crate) file: FileId,
    /// The offset to add to spans in `node`.
    pub(crate) base: usize,
    /// The bytes of the key, if it has one.
    pub(crate) key: Option<Span>,
    /// The bytes of the value, or of the key if the value cannot be read.
    pub(crate) span: Span,
    /// The value, if it can be read.
    pub(crate) node: Option<&'a Node>,
}

impl<'a> Found<'a> {
    fn entry(file: FileId, base: usize, entry: &'a Pair) -> Self {
        let key = entry.key_span().shifted(base);
        Self { file, base, key: Some(key), span: shown(&entry.value, base, key), node: Some(&entry.value) }
    }

    fn part(file: FileId, part: &'a Part) -> Self {
        let base = part.span.start;
        match part.entry() {
            Some(entry) => Self::entry(file, base, entry),
            None => {
                let key = part.key_span().shifted(base);
                Self { file, base, key: Some(key), span: key, node: None }
            }
        }
    }

    /// Returns the value one step down.
    pub(crate) fn child(&self, step: &str) -> Option<Self> {
        let node = self.node?;
        match &node.kind {
            NodeKind::Map { .. } => node.entry(step).map(|entry| Self::entry(self.file, self.base, entry)),
            _ => {
                let item = node.child(step)?;
                let span = item.span().shifted(self.base);
                Some(Self { file: self.file, base: self.base, key: None, span, node: Some(item) })
            }
        }
    }
}

/// Returns the span to show for a value: its own, or the span of the key if the value is empty.
fn shown(node: &Node, base: usize, key: Span) -> Span {
    if node.span().start == node.span().end { key } else { node.span().shifted(base) }
}

impl Draft {
    /// Returns the value written at `pointer`.
    pub(crate) fn find(&self, pointer: &Pointer) -> Option<Found<'_>> {
        let (start, rest) = self.start(pointer)?;
        rest.iter().try_fold(start, |found, step| found.child(step))
    }

    /// Returns the value written at `pointer`, or the nearest one above it.
    pub(super) fn nearest(&self, pointer: &Pointer) -> Option<Found<'_>> {
        let (mut found, rest) = match self.start(pointer) {
            Some(start) => start,
            None => (self.section(pointer.parts().first()?)?, [].as_slice()),
        };
        for step in rest {
            let Some(below) = found.child(step) else { break };
            found = below;
        }
        Some(found)
    }

    /// Returns the location of each line of a `|` block, without indentation and line end.
    /// Empty for other kinds of text.
    pub fn line_places(&self, pointer: &Pointer) -> Vec<Location> {
        let Some(found) = self.find(pointer) else { return Vec::new() };
        let Some((lines, text)) = found.node.and_then(|node| node.lines().zip(node.text())) else {
            return Vec::new();
        };
        let source = self.text(found.file);
        let spans = line_spans(source, lines.shifted(found.base));
        // If the lines in the file differ from the parsed text, the locations would be wrong.
        let same = spans.len() >= text.lines().count()
            && text.lines().zip(&spans).all(|(line, span)| source.get(span.range()) == Some(line));
        let spans = if same { spans } else { Vec::new() };
        spans.into_iter().map(|span| Location { file: found.file, span }).collect()
    }

    /// Returns the comment after a key without a value: someone who writes `color: #1f5fa8` intended a value.
    pub(crate) fn comment_for(&self, pointer: &Pointer) -> Option<(Location, &str)> {
        let found = self.find(pointer)?;
        found.node.filter(|node| node.text() == Some(""))?;
        let text = self.text(found.file);
        let line = text[found.key.unwrap_or(found.span).end..].lines().next()?;
        let comment = line.trim_start_matches([':', ' ', '\t']).trim_end();
        let start = comment.as_ptr().addr() - text.as_ptr().addr();
        let span = Span::new(start, start + comment.len());
        comment.starts_with('#').then_some((Location { file: found.file, span }, comment))
    }

    /// Returns the whole lines of a record, readable or not, including comments directly above it. For a record that
    /// shares lines with others, returns all lines of the part it was parsed with.
    pub fn record_lines(&self, key: &RecordKey) -> Option<Location> {
        let record = self.index().first(key)?;
        let text = self.text(record.file);
        let span = self.written(record).0.span;
        let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let mut start = line_start(span.start);
        let indent = depth(&text[start..]);
        let is_comment = |line: &str| line.trim_start().starts_with('#') && depth(line) <= indent;
        while start > 0 {
            let above = line_start(start - 1);
            if !is_comment(&text[above..start]) || depth(&text[above..start]) < indent {
                break;
            }
            start = above;
        }
        // Text after the last line of the record belongs to the next record.
        let mut end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at + 1);
        if span.end > span.start && text[..span.end].ends_with('\n') {
            end = span.end;
        }
        while end > span.start {
            let last = line_start(end - usize::from(text[..end].ends_with('\n')));
            let line = &text[last..end];
            if last <= span.start || !(line.trim().is_empty() || is_comment(line)) {
                break;
            }
            end = last;
        }
        Some(Location { file: record.file, span: Span::new(start, end) })
    }

    /// Returns whether a file may contain unknown records: it cannot be read, one of its catalogs cannot be read, or it
    /// has merge conflicts.
    pub fn is_unreadable(&self, file: FileId) -> bool {
        let file = self.file(file);
        let is_torn = |section: &Section| {
            !is_header_key(&section.key) && section.whole().is_some_and(|part| part.fault().is_some())
        };
        file.fault.is_some() || !file.conflicts.is_empty() || file.sections.iter().any(is_torn)
    }

    /// Returns the section or record that a pointer leads into, and the keys below it.
    pub(crate) fn start<'p>(&self, pointer: &'p Pointer) -> Option<(Found<'_>, &'p [String])> {
        match pointer.parts() {
            [] => None,
            [first, rest @ ..] if rest.is_empty() || is_header_key(first) => Some((self.section(first)?, rest)),
            [catalog, id, rest @ ..] => {
                let record = &self.index().records()[self.index().number(catalog, id)?];
                let (part, entry) = self.written(record);
                let found = match entry {
                    Some(entry) => Found::entry(record.file, part.span.start, entry),
                    None => Found::part(record.file, part),
                };
                Some((found, rest))
            }
            [_] => None,
        }
    }

    /// Returns a top-level key: in the header file if it has the key, or else in the first file that does.
    fn section(&self, key: &str) -> Option<Found<'_>> {
        let in_file = |file: FileId| {
            let section = self.file(file).sections.iter().find(|section| section.key == key)?;
            Some(match &section.body {
                Body::Whole(part) => Found::part(file, part),
                Body::Cut(_) => {
                    let span = section.key_span;
                    Found { file, base: 0, key: Some(span), span, node: None }
                }
            })
        };
        in_file(self.header_file()).or_else(|| self.files().find_map(in_file))
    }
}

/// Returns the bytes of each line of a block, without indentation and line end.
fn line_spans(text: &str, content: Span) -> Vec<Span> {
    let indent = content.start - text[..content.start].rfind('\n').map_or(0, |newline| newline + 1);
    let mut spans = Vec::new();
    let mut start = content.start;
    for line in text[content.range()].split_inclusive('\n') {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let skipped = if spans.is_empty() { 0 } else { indent.min(blanks) };
        let body = line.trim_end_matches(['\n', '\r']).len().max(skipped);
        spans.push(Span::new(start + skipped, start + body));
        start += line.len();
    }
    spans
}

/// Returns the pointer to the value that contains an offset, or is on the same line.
pub(super) fn pointer_at(file: &SourceFile, offset: usize) -> Option<Pointer> {
    let section = last_before(&file.sections, |section| section.key_line.start <= offset)?;
    let root = Pointer::root().child(&section.key);
    let (part, mut pointer) = part_at(section, offset, root);
    let Some(part) = part else { return Some(pointer) };
    let Some(entry) = part.entry() else { return Some(pointer) };
    let offset = offset.checked_sub(part.span.start)?;
    let mut node = &entry.value;
    while let Some((step, below)) = step_at(node, offset) {
        pointer = pointer.child(step);
        node = below;
    }
    Some(pointer)
}

/// Returns the last element, in text order, that begins before an offset.
pub(super) fn last_before<T>(things: &[T], begins: impl FnMut(&T) -> bool) -> Option<&T> {
    things.get(things.partition_point(begins).checked_sub(1)?)
}

fn part_at(section: &Section, offset: usize, root: Pointer) -> (Option<&Part>, Pointer) {
    match &section.body {
        Body::Whole(part) => (Some(part), root),
        Body::Cut(parts) => match last_before(parts, |part| part.span.start <= offset) {
            Some(part) => (Some(part), root.child(part.name().as_str())),
            None => (None, root),
        },
    }
}

fn step_at(node: &Node, offset: usize) -> Option<(String, &Node)> {
    match &node.kind {
        NodeKind::Scalar { .. } => None,
        NodeKind::Map { layout, entries } => {
            let inside = *layout == Layout::Block || node.span().touches(offset);
            let entry = last_before(entries, |entry| entry.key_span().start <= offset).filter(|_| inside)?;
            Some((entry.key.to_string(), &entry.value))
        }
        NodeKind::Seq { layout, items } => {
            let inside = *layout == Layout::Block || node.span().touches(offset);
            let position =
                items.partition_point(|item| item.span().start <= offset).checked_sub(1).filter(|_| inside)?;
            Some((position.to_string(), &items[position]))
        }
    }
}

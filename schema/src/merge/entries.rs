//! Splits a file into entries of whole lines, without losing any text.

use super::flow::Flow;
use super::kinds::{Kind, Members};
use super::plan::Member;
use crate::dialect::Dialect;
use crate::fmt::gap::dash;
use crate::source::tree::{Layout, Node, NodeKind, Style};
use crate::source::{Body, Part, SourceFile, after_colon};
use crate::text::Span;
use ecow::EcoString;

pub(super) struct Tree<'a> {
    pub(super) text: &'a str,
    pub(super) entries: Vec<MapEntry<'a>>,
    /// The text after the last entry.
    pub(super) tail: &'a str,
}

/// A key with its value, or a list item, on separate lines.
pub(super) struct MapEntry<'a> {
    /// The name that identifies it among its siblings.
    pub(super) key: String,
    /// Its indentation.
    pub(super) column: usize,
    /// The empty lines and comments above it.
    pub(super) lead: &'a str,
    /// Its own lines.
    pub(super) text: &'a str,
    pub(super) node: &'a Node,
    /// What the schema says about its value.
    pub(super) kind: Kind,
    pub(super) inner: Inner<'a>,
}

/// The content of an entry.
pub(super) enum Inner<'a> {
    /// A value that is merged as a whole.
    Whole,
    /// Nested entries on separate lines.
    Block(Block<'a>),
    /// A `|` block.
    Lines(Lines<'a>),
    /// A bracketed value on one line.
    Flow(Flow<'a>),
}

/// A map or list in block style.
pub(super) struct Block<'a> {
    pub(super) sort: Sort,
    /// How its entries are matched.
    pub(super) members: Members,
    /// Minimum and maximum number of entries.
    pub(super) sizes: [usize; 2],
    /// The line of its key.
    pub(super) head: &'a str,
    pub(super) entries: Vec<MapEntry<'a>>,
    /// The text after the last entry that still belongs to it.
    pub(super) tail: &'a str,
    /// Whether its first entry is on the line of a list dash.
    pub(super) beside: bool,
}

/// The kind of collection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A map.
    Map,
    /// A list.
    List,
}

/// A `|` block with its key.
pub(super) struct Lines<'a> {
    pub(super) head: &'a str,
    pub(super) body: &'a str,
    /// Whether it contains the cells of a map.
    pub(super) cells: bool,
}

impl<'a> MapEntry<'a> {
    /// Returns all its lines with those above it.
    pub(super) fn whole(&self) -> String {
        format!("{}{}", self.lead, self.text)
    }

    /// Returns whether two entries are equal, ignoring empty lines above them.
    pub(super) fn says_as(&self, other: &Self) -> bool {
        let comments = |lead: &'a str| lead.lines().filter(|line| !line.trim().is_empty());
        self.text == other.text && comments(self.lead).eq(comments(other.lead))
    }

    /// Returns the entry as a member of its collection.
    pub(super) fn member(&self) -> Member<'_> {
        Member { key: &self.key, value: self.node }
    }

    /// Returns the tag that selects the variant of its value.
    pub(super) fn tag(&self) -> Option<&str> {
        self.kind.tag(self.node)
    }
}

/// The value of a catalog whose records are parsed separately.
static NOTHING: Node =
    Node::new(Span { start: 0, end: 0 }, NodeKind::Scalar { text: EcoString::new(), style: Style::Plain });

/// A value to be split off: its start, its name and its node.
struct Value<'a> {
    start: usize,
    key: String,
    base: usize,
    node: &'a Node,
    kind: Kind,
    /// The offset after its colon or dash.
    from: usize,
    /// Records that are parsed separately.
    records: Option<Vec<Value<'a>>>,
    /// The end of a value that could not be read.
    end: Option<usize>,
}

impl Value<'_> {
    /// Returns the offset after the value, or after its key or dash if it is empty.
    fn end(&self) -> usize {
        let last = self.records.as_ref().and_then(|records| records.last()).unwrap_or(self);
        let read = (last.node.span().end + last.base).max(last.from).max(self.from);
        last.end.unwrap_or(read)
    }
}

impl<'a> Tree<'a> {
    /// Splits a file; `None` if it cannot be read or is written in brackets. An unreadable record is an entry like any
    /// other.
    pub(super) fn of(file: &'a SourceFile, dialect: Option<&'static Dialect>) -> Option<Self> {
        let text: &'a str = &file.text;
        if file.fault.is_some() || !file.conflicts.is_empty() {
            return None;
        }
        let mut sections = Vec::new();
        for section in &file.sections {
            let kind = Kind::section(dialect, &section.key);
            let mut value = Value {
                start: section.key_span.start,
                key: section.key.clone(),
                base: 0,
                node: &NOTHING,
                kind,
                from: after_colon(text, section.key_span),
                records: None,
                end: None,
            };
            match &section.body {
                Body::Whole(part) => {
                    value.node = part.value()?;
                    value.base = part.span.start;
                }
                Body::Cut(parts) => {
                    value.records = Some(parts.iter().map(|part| record(text, part, kind)).collect());
                }
            }
            sections.push(value);
        }
        let (entries, tail) = cut(text, 0, text.len(), sections, false)?;
        are_unique(&entries).then_some(Self { text, entries, tail })
    }
}

fn record<'a>(text: &'a str, part: &'a Part, kind: Kind) -> Value<'a> {
    let base = part.span.start;
    let (name, key) = (part.name(), part.key_span());
    let (key, kind) = (key.shifted(base), kind.child(&NOTHING, name));
    let name = name.to_string();
    match part.entry() {
        Some(entry) => {
            let key = entry.key_span().shifted(base);
            let (start, from) = (key.start, after_colon(text, key));
            Value { start, key: entry.key.to_string(), base, node: &entry.value, kind, from, records: None, end: None }
        }
        None => {
            let end = base + text[part.span.range()].trim_end().len();
            Value {
                start: key.start,
                key: name,
                base,
                node: &NOTHING,
                kind,
                from: key.end,
                records: None,
                end: Some(end),
            }
        }
    }
}

/// Splits the lines between two offsets into entries; `None` if two entries share a line.
fn cut<'a>(
    text: &'a str,
    from: usize,
    to: usize,
    values: Vec<Value<'a>>,
    beside: bool,
) -> Option<(Vec<MapEntry<'a>>, &'a str)> {
    let starts: Vec<usize> = values.iter().map(|value| line_start(text, value.start)).collect();
    let mut entries = Vec::with_capacity(values.len());
    let mut at = from;
    for (number, value) in values.into_iter().enumerate() {
        let start = starts[number];
        let column = value.start - start;
        let own_line = text[start..value.start].trim_matches([' ', '\u{feff}']).is_empty() || beside && number == 0;
        if !own_line || start < at {
            return None;
        }
        let next = starts.get(number + 1).copied().unwrap_or(to);
        let value_end = value.end().min(next);
        let end = with_deeper(text, line_after(text, value_end).min(next), next, column);
        let (key, lead) = (value.key.clone(), &text[at..start]);
        let (node, kind) = (value.node, value.kind);
        let inner = inner(text, start, end, value);
        entries.push(MapEntry { key, column, lead, text: &text[start..end], node, kind, inner });
        at = end;
    }
    Some((entries, &text[at..to]))
}

/// Returns the content of an entry with a value on these lines.
fn inner<'a>(text: &'a str, start: usize, end: usize, value: Value<'a>) -> Inner<'a> {
    let node = value.node;
    let span = node.span().shifted(value.base);
    let head_end = line_after(text, value.from).min(end);
    if value.end.is_some() {
        return Inner::Whole;
    }
    if let Some(records) = value.records {
        let lines = [start, head_end, end];
        return block(text, lines, records, Sort::Map, value.kind, false);
    }
    match &node.kind {
        _ if node.is_aliased() => Inner::Whole,
        NodeKind::Map { layout: Layout::Block, entries } => {
            let values = entries.iter().map(|entry| {
                let key = entry.key_span().shifted(value.base);
                Value {
                    start: key.start,
                    key: entry.key.to_string(),
                    base: value.base,
                    node: &entry.value,
                    kind: value.kind.child(node, &entry.key),
                    from: after_colon(text, key),
                    records: None,
                    end: None,
                }
            });
            let values: Vec<_> = values.collect();
            let beside = values.first().is_some_and(|first| first.start < head_end);
            let head_end = if beside { start } else { head_end };
            block(text, [start, head_end, end], values, Sort::Map, value.kind, beside)
        }
        NodeKind::Seq { layout: Layout::Block, items } => {
            let mut values = Vec::with_capacity(items.len());
            let mut at = value.from;
            for item in items {
                let (Ok(dash), Some(key)) = (dash(text, at), value.kind.name(item)) else { return Inner::Whole };
                values.push(Value {
                    start: dash,
                    key,
                    base: value.base,
                    node: item,
                    kind: value.kind.item(),
                    from: dash + 1,
                    records: None,
                    end: None,
                });
                at = (item.span().end + value.base).max(dash + 1);
            }
            if values.first().is_some_and(|first| first.start < head_end) {
                return Inner::Whole;
            }
            block(text, [start, head_end, end], values, Sort::List, value.kind, false)
        }
        NodeKind::Scalar { style: Style::Literal { .. }, .. } => {
            let (head, body) = (&text[start..head_end], &text[head_end..end]);
            Inner::Lines(Lines { head, body, cells: value.kind.is_cells() })
        }
        NodeKind::Map { .. } | NodeKind::Seq { .. } if line_after(text, span.end) <= head_end && head_end == end => {
            Inner::Flow(Flow {
                text,
                base: value.base,
                node,
                kind: value.kind,
                before: &text[start..span.start],
                after: &text[span.end..end],
            })
        }
        _ => Inner::Whole,
    }
}

fn block<'a>(
    text: &'a str,
    [start, head_end, end]: [usize; 3],
    values: Vec<Value<'a>>,
    sort: Sort,
    kind: Kind,
    beside: bool,
) -> Inner<'a> {
    let Some((entries, tail)) = cut(text, head_end, end, values, beside) else { return Inner::Whole };
    let (members, sizes) = match sort {
        Sort::Map => (kind.of_map(), [0, usize::MAX]),
        Sort::List => match kind.of_list() {
            Some(members) => (members, kind.sizes()),
            None => return Inner::Whole,
        },
    };
    Inner::Block(Block { sort, members, sizes, head: &text[start..head_end], entries, tail, beside })
}

fn are_unique(entries: &[MapEntry<'_>]) -> bool {
    let mut keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    keys.sort_unstable();
    keys.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the end of the comments after `from` that are indented deeper than a column, and therefore belong to the
/// value above them.
fn with_deeper(text: &str, from: usize, to: usize, column: usize) -> usize {
    let (mut at, mut end) = (from, from);
    for line in text[from..to].split_inclusive('\n') {
        at += line.len();
        let content = line.trim_start_matches(' ');
        if content.starts_with('#') && line.len() - content.len() > column {
            end = at;
        } else if !content.trim().is_empty() {
            break;
        }
    }
    end
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Returns the offset after the line break at or after `at`.
fn line_after(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

//! A file cut into entries of whole lines, of which nothing is left out.

use super::flow::{Flow, name};
use crate::fmt::gap::dash;
use crate::source::tree::{Layout, Node, NodeKind, Style};
use crate::source::{Body, Part, SourceFile, after_colon};
use crate::text::Span;
use smol_str::SmolStr;

/// A whole file.
pub(super) struct Tree<'a> {
    pub(super) text: &'a str,
    pub(super) entries: Vec<Entry<'a>>,
    /// What follows the last entry.
    pub(super) tail: &'a str,
}

/// A key with its value, or an item of a list, on lines of its own.
pub(super) struct Entry<'a> {
    /// What it goes by among its neighbours.
    pub(super) key: String,
    /// How far it is indented.
    pub(super) column: usize,
    /// The empty lines and comments above it.
    pub(super) lead: &'a str,
    /// Its own lines.
    pub(super) text: &'a str,
    pub(super) inner: Inner<'a>,
}

/// What is in an entry.
pub(super) enum Inner<'a> {
    /// Something that is taken as a whole.
    Whole,
    /// Entries on lines below it.
    Block(Block<'a>),
    /// A `|` text.
    Lines(Lines<'a>),
    /// Brackets on its one line.
    Flow(Flow<'a>),
}

/// A map or list on lines.
pub(super) struct Block<'a> {
    pub(super) sort: Sort,
    /// The line of its key.
    pub(super) head: &'a str,
    pub(super) entries: Vec<Entry<'a>>,
    /// What follows the last entry and still belongs to it.
    pub(super) tail: &'a str,
    /// Whether its first entry stands behind the dash of a list.
    pub(super) beside: bool,
    /// Whether its entries go by different names.
    pub(super) keyed: bool,
}

/// Maps and lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// Of keys.
    Map,
    /// Of items.
    List,
}

/// A `|` text with its key.
pub(super) struct Lines<'a> {
    pub(super) head: &'a str,
    pub(super) body: &'a str,
}

impl Entry<'_> {
    /// All its lines with those above it.
    pub(super) fn whole(&self) -> String {
        format!("{}{}", self.lead, self.text)
    }
}

/// What a catalog's own value is while its records are read one by one.
static NOTHING: Node = Node {
    span: Span { start: 0, end: 0 },
    kind: NodeKind::Scalar { text: SmolStr::new_inline(""), style: Style::Plain },
    aliased: false,
};

/// A value that is to be cut out: where it begins, its name, and itself.
struct Value<'a> {
    start: usize,
    key: String,
    base: usize,
    node: &'a Node,
    /// After its colon or dash.
    from: usize,
    /// Records that were read one by one.
    records: Option<Vec<Value<'a>>>,
}

impl<'a> Tree<'a> {
    /// Cuts a file that can be read; nothing of any other, or of one that is written in brackets.
    pub(super) fn of(file: &'a SourceFile) -> Option<Self> {
        let text: &'a str = &file.text;
        if file.fault.is_some() || !file.conflicts.is_empty() {
            return None;
        }
        let mut sections = Vec::new();
        for section in &file.sections {
            let mut value = Value {
                start: section.key_span.start,
                key: section.key.clone(),
                base: 0,
                node: &NOTHING,
                from: after_colon(text, section.key_span),
                records: None,
            };
            match &section.body {
                Body::Whole(part) => {
                    value.node = part.value()?;
                    value.base = part.span.start;
                }
                Body::Cut(parts) => {
                    let record = |part: &'a Part| {
                        let (entry, base) = (part.entry()?, part.span.start);
                        let key = entry.key_span.shifted(base);
                        let from = after_colon(text, key);
                        Some(Value {
                            start: key.start,
                            key: entry.key.to_string(),
                            base,
                            node: &entry.value,
                            from,
                            records: None,
                        })
                    };
                    value.records = Some(parts.iter().map(record).collect::<Option<_>>()?);
                }
            }
            sections.push(value);
        }
        let (entries, tail) = cut(text, 0, text.len(), sections, false)?;
        let twice = !are_unique(&entries);
        (!twice).then_some(Self { text, entries, tail })
    }
}

/// Cuts the lines between two offsets into the entries that stand on them; nothing where two share a line.
fn cut<'a>(
    text: &'a str,
    from: usize,
    to: usize,
    values: Vec<Value<'a>>,
    beside: bool,
) -> Option<(Vec<Entry<'a>>, &'a str)> {
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
        let last = value.records.as_ref().and_then(|records| records.last()).unwrap_or(&value);
        let value_end = (last.node.span.end + last.base).max(last.from).max(value.from).min(next);
        let end = with_deeper(text, line_after(text, value_end).min(next), next, column);
        let (key, lead) = (value.key.clone(), &text[at..start]);
        entries.push(Entry { key, column, lead, text: &text[start..end], inner: inner(text, start, end, value) });
        at = end;
    }
    Some((entries, &text[at..to]))
}

/// What is in the entry of a value on these lines.
fn inner<'a>(text: &'a str, start: usize, end: usize, value: Value<'a>) -> Inner<'a> {
    let node = value.node;
    let span = node.span.shifted(value.base);
    let head_end = line_after(text, value.from).min(end);
    if let Some(records) = value.records {
        return block(text, start, head_end, end, records, Sort::Map, false);
    }
    match &node.kind {
        _ if node.aliased => Inner::Whole,
        NodeKind::Map { layout: Layout::Block, entries } => {
            let values = entries.iter().map(|entry| {
                let key = entry.key_span.shifted(value.base);
                let (from, key_text) = (after_colon(text, key), entry.key.to_string());
                Value { start: key.start, key: key_text, base: value.base, node: &entry.value, from, records: None }
            });
            let values: Vec<_> = values.collect();
            let beside = values.first().is_some_and(|first| first.start < head_end);
            let head_end = if beside { start } else { head_end };
            block(text, start, head_end, end, values, Sort::Map, beside)
        }
        NodeKind::Seq { layout: Layout::Block, items } => {
            let mut values = Vec::with_capacity(items.len());
            let mut at = value.from;
            for item in items {
                let Ok(dash) = dash(text, at) else { return Inner::Whole };
                values.push(Value {
                    start: dash,
                    key: name(text, value.base, item),
                    base: value.base,
                    node: item,
                    from: dash + 1,
                    records: None,
                });
                at = (item.span.end + value.base).max(dash + 1);
            }
            if values.first().is_some_and(|first| first.start < head_end) {
                return Inner::Whole;
            }
            block(text, start, head_end, end, values, Sort::List, false)
        }
        NodeKind::Scalar { style: Style::Literal { .. }, .. } => {
            Inner::Lines(Lines { head: &text[start..head_end], body: &text[head_end..end] })
        }
        NodeKind::Map { .. } | NodeKind::Seq { .. } if line_after(text, span.end) <= head_end && head_end == end => {
            Inner::Flow(Flow {
                text,
                base: value.base,
                node,
                before: &text[start..span.start],
                after: &text[span.end..end],
            })
        }
        _ => Inner::Whole,
    }
}

fn block<'a>(
    text: &'a str,
    start: usize,
    head_end: usize,
    end: usize,
    values: Vec<Value<'a>>,
    sort: Sort,
    beside: bool,
) -> Inner<'a> {
    let Some((entries, tail)) = cut(text, head_end, end, values, beside) else { return Inner::Whole };
    let keyed = are_unique(&entries);
    Inner::Block(Block { sort, head: &text[start..head_end], entries, tail, beside, keyed })
}

fn are_unique(entries: &[Entry<'_>]) -> bool {
    let mut keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    keys.sort_unstable();
    keys.windows(2).all(|pair| pair[0] != pair[1])
}

/// The end of the comments after `from` that are indented deeper than a column, and so belong to what is above them.
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

/// The offset after the line end at or after `at`.
fn line_after(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

//! Collections in brackets on one line that two people have changed, by key and item.

use super::order;
use super::untouched;
use crate::source::tree::{Layout, Node, NodeKind};

/// A value in brackets with the line it stands on.
pub(super) struct Flow<'a> {
    /// The file's text.
    pub(super) text: &'a str,
    /// What the node's spans begin at.
    pub(super) base: usize,
    /// The value.
    pub(super) node: &'a Node,
    /// The line before the value.
    pub(super) before: &'a str,
    /// The line after it.
    pub(super) after: &'a str,
}

/// The line that becomes of both; nothing where they clash.
pub(super) fn joined(base: &Flow<'_>, ours: &Flow<'_>, theirs: &Flow<'_>) -> Option<String> {
    let before = untouched(base.before, ours.before, theirs.before)?;
    let after = untouched(base.after, ours.after, theirs.after)?;
    let node = value(&base.value(), &ours.value(), &theirs.value())?;
    Some(format!("{before}{node}{after}"))
}

impl<'a> Flow<'a> {
    fn value(&self) -> Value<'a> {
        Value { text: self.text, base: self.base, node: self.node }
    }
}

#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    base: usize,
    node: &'a Node,
}

impl<'a> Value<'a> {
    fn raw(&self) -> &'a str {
        &self.text[self.node.span.shifted(self.base).range()]
    }
}

/// An entry of brackets: what it goes by, its text, and where the value in it begins.
struct Part<'a> {
    key: String,
    raw: &'a str,
    value: Value<'a>,
}

fn value(base: &Value<'_>, ours: &Value<'_>, theirs: &Value<'_>) -> Option<String> {
    if let Some(raw) = untouched(base.raw(), ours.raw(), theirs.raw()) {
        return Some(raw.to_owned());
    }
    let [b, o, t] = [parts(base)?, parts(ours)?, parts(theirs)?];
    let signs = |value: &Value<'_>| value.raw().starts_with('{');
    if signs(base) != signs(ours) || signs(base) != signs(theirs) {
        return None;
    }
    let keys = [&b, &o, &t].map(|all| all.iter().map(|part| part.key.as_str()).collect::<Vec<_>>());
    let order = order::joined(&keys[0], &keys[1], &keys[2])?;
    let mut all = Vec::new();
    for key in order {
        let [b, o, t] = [&b, &o, &t].map(|all| all.iter().find(|part| part.key == key));
        match (b, o, t) {
            (Some(b), Some(o), Some(t)) => all.push(match untouched(b.raw, o.raw, t.raw) {
                Some(raw) => raw.to_owned(),
                None => {
                    let name = |part: &Part<'_>| part.raw.len() - part.value.raw().len();
                    format!("{}{}", &o.raw[..name(o)], value(&b.value, &o.value, &t.value)?)
                }
            }),
            (None, Some(one), None) | (None, None, Some(one)) => all.push(one.raw.to_owned()),
            (None, Some(o), Some(t)) if o.raw == t.raw => all.push(o.raw.to_owned()),
            (Some(b), one, other) if [one, other].into_iter().flatten().all(|part| part.raw == b.raw) => {}
            _ => return None,
        }
    }
    let all = all.join(", ");
    Some(if signs(base) { format!("{{{all}}}") } else { format!("[{all}]") })
}

/// The entries of brackets; nothing of anything else, or where two go by one name.
fn parts<'a>(of: &Value<'a>) -> Option<Vec<Part<'a>>> {
    let raw = of.raw();
    if of.node.aliased || raw.contains(['\n', '#', '&', '*']) {
        return None;
    }
    let part = |key: String, start: usize, node: &'a Node| {
        let value = Value { node, ..*of };
        let end = node.span.end + of.base;
        (start <= end).then(|| Part { key, raw: &of.text[start..end], value })
    };
    let all: Vec<Part<'a>> = match &of.node.kind {
        NodeKind::Map { layout: Layout::Flow, entries } if raw.starts_with('{') => entries
            .iter()
            .map(|entry| part(entry.key.to_string(), entry.key_span.start + of.base, &entry.value))
            .collect::<Option<_>>()?,
        NodeKind::Seq { layout: Layout::Flow, items } => items
            .iter()
            .map(|item| part(name(of.text, of.base, item), item.span.start + of.base, item))
            .collect::<Option<_>>()?,
        _ => return None,
    };
    let twice = |(at, part): (usize, &Part<'_>)| all[..at].iter().any(|other| other.key == part.key);
    (!all.iter().enumerate().any(twice)).then_some(all)
}

/// What an item of a list goes by: its first key with its word, or else all of it.
pub(super) fn name(text: &str, base: usize, item: &Node) -> String {
    match item.entries().first() {
        Some(first) if first.value.text().is_some() => {
            format!("{}: {}", first.key, first.value.text().unwrap_or_default())
        }
        _ => item.text().map_or_else(|| text[item.span.shifted(base).range()].to_owned(), str::to_owned),
    }
}

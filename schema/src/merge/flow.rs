//! Merges bracketed collections on one line that both sides have changed, by key and item.

use super::kinds::{Kind, Members};
use super::plan::{Member, steps};
use super::untouched;
use crate::source::tree::{Layout, Node, NodeKind};

/// A bracketed value with the line that contains it.
pub(super) struct Flow<'a> {
    /// The file's text.
    pub(super) text: &'a str,
    /// The offset to add to the node's spans.
    pub(super) base: usize,
    pub(super) node: &'a Node,
    /// What the schema says about it.
    pub(super) kind: Kind,
    /// The part of the line before the value.
    pub(super) before: &'a str,
    /// The part of the line after the value.
    pub(super) after: &'a str,
}

/// Merges two versions of a line; `None` if they conflict. Without a base, the common parts count as the base.
pub(super) fn joined(base: Option<&Flow<'_>>, ours: &Flow<'_>, theirs: &Flow<'_>) -> Option<String> {
    let around = |part: fn(&Flow<'_>) -> String| {
        let [ours, theirs] = [part(ours), part(theirs)];
        match base.map(part) {
            Some(base) => untouched(&base, &ours, &theirs).map(str::to_owned),
            None => (ours == theirs).then_some(ours),
        }
    };
    let before = around(|flow| flow.before.to_owned())?;
    let after = around(|flow| flow.after.to_owned())?;
    let node = value(base.map(Flow::value), ours.value(), theirs.value())?;
    Some(format!("{before}{node}{after}"))
}

impl<'a> Flow<'a> {
    fn value(&self) -> Value<'a> {
        Value { text: self.text, base: self.base, node: self.node, kind: self.kind }
    }
}

#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    base: usize,
    node: &'a Node,
    kind: Kind,
}

impl<'a> Value<'a> {
    fn raw(&self) -> &'a str {
        &self.text[self.node.span().shifted(self.base).range()]
    }
}

/// A bracketed entry: its name, its text, and the start of its value.
struct FlowPart<'a> {
    key: String,
    raw: &'a str,
    value: Value<'a>,
}

impl FlowPart<'_> {
    fn member(&self) -> Member<'_> {
        Member { key: &self.key, value: self.value.node }
    }
}

fn value(base: Option<Value<'_>>, ours: Value<'_>, theirs: Value<'_>) -> Option<String> {
    if ours.raw() == theirs.raw() {
        return Some(ours.raw().to_owned());
    }
    if let Some(raw) = base.and_then(|base| untouched(base.raw(), ours.raw(), theirs.raw())) {
        return Some(raw.to_owned());
    }
    let [of_ours, of_theirs] = [parts(ours)?, parts(theirs)?];
    let of_base = match base {
        Some(base) => Some(parts(base)?),
        None => None,
    };
    let all = [Some(ours), Some(theirs), base];
    let same_shape = |one: &Value<'_>| {
        one.raw().starts_with('{') == ours.raw().starts_with('{') && one.kind.tag(one.node) == ours.kind.tag(ours.node)
    };
    if !all.iter().flatten().all(same_shape) {
        return None;
    }
    let is_map = ours.raw().starts_with('{');
    let (members, sizes) = match is_map {
        true => (ours.kind.of_map(), [0, usize::MAX]),
        false => (ours.kind.of_list()?, ours.kind.sizes()),
    };
    let [in_ours, in_theirs] =
        [&of_ours, &of_theirs].map(|parts| parts.iter().map(FlowPart::member).collect::<Vec<_>>());
    let in_base: Option<Vec<_>> = of_base.as_ref().map(|parts| parts.iter().map(FlowPart::member).collect());
    let steps = steps(members, sizes, in_base.as_deref(), &in_ours, &in_theirs)?;
    let mut all = Vec::new();
    for step in steps {
        let base = step.base.and_then(|at| Some(&of_base.as_ref()?[at]));
        let [ours, theirs] = [step.ours.map(|at| &of_ours[at]), step.theirs.map(|at| &of_theirs[at])];
        all.extend(part(base, ours, theirs, in_base.is_none(), members)?);
    }
    let all = all.join(", ");
    Some(if is_map { format!("{{{all}}}") } else { format!("[{all}]") })
}

/// Merges one entry. The inner `None` means that it is deleted, the outer one that both sides changed it in different
/// ways.
#[allow(clippy::option_option, reason = "the inner `None` means that the merge deletes the entry")]
fn part(
    base: Option<&FlowPart<'_>>,
    ours: Option<&FlowPart<'_>>,
    theirs: Option<&FlowPart<'_>>,
    shared: bool,
    members: Members,
) -> Option<Option<String>> {
    let own = |part: &FlowPart<'_>| Some(Some(part.raw.to_owned()));
    match (base, ours, theirs) {
        (_, Some(ours), Some(theirs)) if ours.raw == theirs.raw => own(ours),
        (Some(base), Some(ours), Some(theirs)) => {
            if let Some(raw) = untouched(base.raw, ours.raw, theirs.raw) {
                return Some(Some(raw.to_owned()));
            }
            if ours.key != theirs.key {
                return None;
            }
            within(Some(base), ours, theirs)
        }
        (None, Some(ours), Some(theirs)) if shared && members != Members::Pile => within(None, ours, theirs),
        (None, Some(one), None) | (None, None, Some(one)) => own(one),
        (Some(base), one, other) if [one, other].into_iter().flatten().all(|part| part.raw == base.raw) => Some(None),
        _ => None,
    }
}

/// Merges an entry whose value both sides have changed.
#[allow(clippy::option_option, reason = "the inner `None` means that the merge deletes the entry")]
fn within(base: Option<&FlowPart<'_>>, ours: &FlowPart<'_>, theirs: &FlowPart<'_>) -> Option<Option<String>> {
    let name = |part: &FlowPart<'_>| part.raw.len() - part.value.raw().len();
    let value = value(base.map(|base| base.value), ours.value, theirs.value)?;
    Some(Some(format!("{}{value}", &ours.raw[..name(ours)])))
}

/// Returns the entries of a bracketed value; `None` for other values.
fn parts(of: Value<'_>) -> Option<Vec<FlowPart<'_>>> {
    let raw = of.raw();
    if of.node.is_aliased() || raw.contains(['\n', '&', '*']) {
        return None;
    }
    match &of.node.kind {
        NodeKind::Map { layout: Layout::Flow, entries } if raw.starts_with('{') => entries
            .iter()
            .map(|entry| {
                let value = Value { node: &entry.value, kind: of.kind.child(of.node, &entry.key), ..of };
                part_of(entry.key.to_string(), entry.key_span().start + of.base, value)
            })
            .collect(),
        NodeKind::Seq { layout: Layout::Flow, items } => items
            .iter()
            .map(|item| {
                let value = Value { node: item, kind: of.kind.item(), ..of };
                part_of(of.kind.name(item)?, item.span().start + of.base, value)
            })
            .collect(),
        _ => None,
    }
}

fn part_of(key: String, start: usize, value: Value<'_>) -> Option<FlowPart<'_>> {
    let end = value.node.span().end + value.base;
    (start <= end).then(|| FlowPart { key, raw: &value.text[start..end], value })
}

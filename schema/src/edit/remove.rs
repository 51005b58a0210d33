//! Removing entries with their lines.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::Splice;
use super::spot::{Spot, colon_end, column, line_start, walk};
use crate::draft::Draft;
use crate::read;
use crate::source::tree::{Layout, Node, NodeKind, Pair, position};
use crate::text::{Pointer, Span};

/// Removes the child at `step` of the collection at a spot; `None` if its text cannot be isolated.
pub(super) fn child(spot: &Spot<'_>, step: &str) -> Option<Splice> {
    if spot.node.is_aliased() {
        return None;
    }
    match &spot.node.kind {
        NodeKind::Scalar { .. } => None,
        NodeKind::Map { layout, entries } => {
            let at = entries.position(step)?;
            one_of(spot, *layout, entries.len(), &|at| whole(spot, entries, at), at, "{}")
        }
        NodeKind::Seq { layout, items } => {
            let at = position(step)?;
            let item = |at: usize| Some(items.get(at)?.span().shifted(spot.base));
            match layout {
                Layout::Flow => one_of(spot, *layout, items.len(), &item, at, "[]"),
                Layout::Block => {
                    let spans = with_dashes(spot, (0..items.len()).filter_map(item))?;
                    one_of(spot, *layout, items.len(), &|at| spans.get(at).copied(), at, "[]")
                }
            }
        }
    }
}

/// Removes a duplicate key with its value; `None` if its text cannot be isolated.
pub(super) fn repeated(draft: &Draft, pointer: &Pointer, nth: usize) -> Option<Splice> {
    let (key, map) = (pointer.last()?, pointer.parent()?);
    let (start, steps) = draft.start(&map)?;
    let (spot, rest) = walk(draft, start, steps, &map).ok()?;
    let NodeKind::Map { layout, entries } = &spot.node.kind else { return None };
    if !rest.is_empty() || spot.node.is_aliased() || nth == 0 {
        return None;
    }
    let (at, _) = entries.iter().enumerate().filter(|(_, entry)| entry.key == key).nth(nth)?;
    one_of(&spot, *layout, entries.len(), &|at| whole(&spot, entries, at), at, "{}")
}

/// Removes every key in a value that repeats an earlier key of its map with the same value, in text order.
///
/// Only the first value of a duplicate key is searched, since pointers lead there.
pub(super) fn all_repeated(draft: &Draft, pointer: &Pointer) -> Option<Vec<Splice>> {
    let mut splices = Vec::new();
    let mut waiting = vec![(pointer.clone(), draft.find(pointer)?.node?)];
    while let Some((pointer, node)) = waiting.pop() {
        let children: Vec<(String, &Node)> = match &node.kind {
            _ if node.is_aliased() => continue,
            NodeKind::Scalar { .. } => continue,
            NodeKind::Seq { items, .. } => (0..).map(|at: usize| at.to_string()).zip(items).collect(),
            NodeKind::Map { layout, entries } => {
                let mut first: FxHashMap<&str, Value> = FxHashMap::default();
                let (mut kept, mut repeated) = (Vec::new(), Vec::new());
                for (at, entry) in entries.iter().enumerate() {
                    match first.get(entry.key.as_str()) {
                        None => {
                            first.insert(&entry.key, read::value(&entry.value, None));
                            kept.push((entry.key.to_string(), &entry.value));
                        }
                        Some(value) if *value == read::value(&entry.value, None) => repeated.push(at),
                        Some(_) => {}
                    }
                }
                if !repeated.is_empty() {
                    let (start, steps) = draft.start(&pointer)?;
                    let (spot, _) = walk(draft, start, steps, &pointer).ok()?;
                    let span_of = |at| whole(&spot, entries, at);
                    for at in repeated {
                        splices.push(match layout {
                            // Removals of neighbours would overlap if one took its own comma and another the next one.
                            Layout::Flow => {
                                spot.splice(span_of(at.checked_sub(1)?)?.end, span_of(at)?.end, String::new())
                            }
                            Layout::Block => one_of(&spot, *layout, entries.len(), &span_of, at, "{}")?,
                        });
                    }
                }
                kept
            }
        };
        waiting.extend(children.into_iter().map(|(step, node)| (pointer.child(step), node)));
    }
    splices.sort_by_key(|splice| splice.span);
    // The removal of a last line without a line break includes the break before it, which may be removed too.
    for at in 1..splices.len() {
        let end = splices[at - 1].span.end;
        let span = &mut splices[at].span;
        span.start = span.start.max(end).min(span.end);
    }
    Some(splices)
}

/// Returns the bytes of an entry, from its key to the end of its value.
fn whole(spot: &Spot<'_>, entries: &[Pair], at: usize) -> Option<Span> {
    let entry = entries.get(at)?;
    let key = entry.key_span().shifted(spot.base);
    let end = entry.value.span().shifted(spot.base).end.max(colon_end(spot.text, key));
    Some(Span::new(key.start, end))
}

/// Removes the record or section at a spot.
pub(super) fn whole_entry(spot: &Spot<'_>) -> Option<Splice> {
    let key = spot.key?;
    if spot.in_flow {
        return flow_entry(spot, key);
    }
    own_lines(spot, Span::new(key.start, spot.end()))
}

/// Removes the child at `at` of a collection of `count`; `span_of` returns the span of each child.
fn one_of(
    spot: &Spot<'_>,
    layout: Layout,
    count: usize,
    span_of: &dyn Fn(usize) -> Option<Span>,
    at: usize,
    empty: &str,
) -> Option<Splice> {
    let span = span_of(at)?;
    let whole = spot.span();
    match layout {
        _ if count == 1 && layout == Layout::Block && spot.key.is_some() => {
            Some(spot.splice(spot.after_key(), whole.end.max(span.end), format!(" {empty}")))
        }
        _ if count == 1 && layout == Layout::Block => {
            Some(spot.splice(whole.start, whole.end.max(span.end), empty.to_owned()))
        }
        _ if count == 1 => Some(spot.splice(whole.start, whole.end, empty.to_owned())),
        Layout::Flow => Some(match span_of(at + 1) {
            Some(next) => spot.splice(span.start, next.start, String::new()),
            None => spot.splice(span_of(at.checked_sub(1)?)?.end, span.end, String::new()),
        }),
        // The first entry after a dash shares its line, so the next one moves up.
        Layout::Block => own_lines(spot, span)
            .or_else(|| span_of(at + 1).map(|next| spot.splice(span.start, next.start, String::new()))),
    }
}

/// Removes whole lines; `None` if there is other text before the span on its first line.
fn own_lines(spot: &Spot<'_>, span: Span) -> Option<Splice> {
    let text = spot.text;
    let start = line_start(text, span.start);
    if !text[start..span.start].trim().is_empty() {
        return None;
    }
    match text[span.end..].find('\n') {
        Some(newline) => Some(spot.splice(start, span.end + newline + 1, String::new())),
        // The last line of a file without a final line break is removed with the line break before it.
        None => {
            let before = text[..start].strip_suffix('\n').map_or(start, str::len);
            let before = text[..before].strip_suffix('\r').map_or(before, str::len);
            Some(spot.splice(before, text.len(), String::new()))
        }
    }
}

/// Returns the spans of the items of a block list including their dashes.
pub(super) fn with_dashes(spot: &Spot<'_>, items: impl Iterator<Item = Span>) -> Option<Vec<Span>> {
    let first = spot.span().start;
    let dash_column = column(spot.text, first);
    let mut spans: Vec<Span> = Vec::new();
    for item in items {
        let dash = match spans.last() {
            None => first,
            Some(previous) => next_dash(spot.text, previous.end, dash_column)?,
        };
        spans.push(Span::new(dash, item.end.max(dash + 1)));
    }
    Some(spans)
}

fn next_dash(text: &str, from: usize, dash_column: usize) -> Option<usize> {
    let mut start = from + text[from..].find('\n')? + 1;
    loop {
        let line = text[start..].lines().next()?;
        let content = line.trim_start_matches(' ');
        if content.starts_with('-') && line.len() - content.len() == dash_column {
            return Some(start + dash_column);
        }
        start += text[start..].find('\n')? + 1;
    }
}

/// Removes an entry in brackets, and one comma next to it, without knowing the other entries.
fn flow_entry(spot: &Spot<'_>, key: Span) -> Option<Splice> {
    let text = spot.text;
    let end = spot.end();
    let after = &text[end..];
    let gap = after.len() - after.trim_start().len();
    if after[gap..].starts_with(',') {
        let rest = &after[gap + 1..];
        let blank = rest.len() - rest.trim_start_matches(' ').len();
        return Some(spot.splice(key.start, end + gap + 1 + blank, String::new()));
    }
    let before = text[..key.start].trim_end();
    let start = before.strip_suffix(',').map_or(key.start, str::len);
    Some(spot.splice(start, end, String::new()))
}

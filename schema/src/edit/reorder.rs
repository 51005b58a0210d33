//! Reordering the items of a list.

use super::Splice;
use super::spot::Spot;
use crate::source::tree::NodeKind;
use crate::text::Span;

/// Swaps an item of the list at a spot with the next one; text between them stays in place.
pub(super) fn with_next(spot: &Spot<'_>, at: usize) -> Option<Splice> {
    let NodeKind::Seq { items, .. } = &spot.node.kind else { return None };
    if spot.node.is_aliased() {
        return None;
    }
    let one = items.get(at)?.span().shifted(spot.base);
    let next = items.get(at + 1)?.span().shifted(spot.base);
    let piece = |start: usize, end: usize| spot.text.get(start..end);
    let text = [piece(next.start, next.end)?, piece(one.end, next.start)?, piece(one.start, one.end)?].concat();
    Some(spot.splice(one.start, next.end, text))
}

/// Moves an item of the list at a spot to another position; text between the items stays in place.
pub(super) fn moved(spot: &Spot<'_>, from: usize, to: usize) -> Option<Splice> {
    let NodeKind::Seq { items, .. } = &spot.node.kind else { return None };
    if spot.node.is_aliased() {
        return None;
    }
    let (first, last) = (from.min(to), from.max(to));
    let mut spans: Vec<Span> = items.get(first..=last)?.iter().map(|item| item.span().shifted(spot.base)).collect();
    let ends: Vec<Span> = spans.clone();
    let (item, at) = (spans.remove(from - first), to - first);
    spans.insert(at, item);
    let mut text = String::new();
    for (number, span) in spans.iter().enumerate() {
        text.push_str(spot.text.get(span.range())?);
        if let Some(next) = ends.get(number + 1) {
            text.push_str(spot.text.get(ends[number].end..next.start)?);
        }
    }
    Some(spot.splice(ends.first()?.start, ends.last()?.end, text))
}

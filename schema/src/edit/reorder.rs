//! Changing the order of a list.

use super::Splice;
use super::spot::Spot;
use crate::source::tree::NodeKind;

/// Exchanges an item of the list at a spot with the next one; what stands between them stays where it is.
pub(super) fn with_next(spot: &Spot<'_>, at: usize) -> Option<Splice> {
    let NodeKind::Seq { items, .. } = &spot.node.kind else { return None };
    if spot.node.aliased {
        return None;
    }
    let one = items.get(at)?.span.shifted(spot.base);
    let next = items.get(at + 1)?.span.shifted(spot.base);
    let piece = |start: usize, end: usize| spot.text.get(start..end);
    let text = [piece(next.start, next.end)?, piece(one.end, next.start)?, piece(one.start, one.end)?].concat();
    Some(spot.splice(one.start, next.end, text))
}

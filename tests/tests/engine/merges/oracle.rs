//! Decides whether the edits of two people can be combined.

use super::edits::{Edit, Touch};

/// The expected result of a merge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    /// The edits are independent: they must be combined.
    Join,
    /// Comments, positions or styles overlap: it may clash; if not, all edits must be combined.
    Either,
    /// Both changed one value in different ways: it must clash.
    Clash,
}

/// Returns the expected result of merging two lists of edits.
pub(super) fn verdict(ours: &[Edit], theirs: &[Edit]) -> Verdict {
    let pairs = ours.iter().flat_map(|one| theirs.iter().map(move |other| (one, other)));
    let worst = pairs.clone().map(|(one, other)| pair(one, other)).max().unwrap_or(Verdict::Join);
    // Both removed the same item, and another one may have been added in its place.
    let gone = |one: &Edit, other: &Edit| one == other && one.takes_away();
    let replaced = pairs.clone().filter(|(one, other)| gone(one, other)).any(|(one, _)| {
        let near =
            |edit: &&Edit| edit.adds() && edit.at.parent() == one.at.parent() || edit.at == one.at && edit.adds();
        ours.iter().chain(theirs).any(|edit| near(&edit))
    });
    if replaced { worst.max(Verdict::Either) } else { worst }
}

fn pair(one: &Edit, other: &Edit) -> Verdict {
    use Touch::{
        Cell, Cleared, Layout, Moved, NamedAdded, New, Note, PileAdded, PileChanged, Record, SetAdded, SetRemoved,
    };
    use Verdict::{Clash, Either, Join};
    let meet = one.at == other.at;
    if one.touch == Moved && other.touch == Moved {
        return if one == other { Join } else { Either };
    }
    let related = meet || within(one, other) || within(other, one);
    if !related {
        return Join;
    }
    if one == other {
        return if matches!(one.touch, PileAdded(_) | NamedAdded(_) | Note(_) | Layout) { Either } else { Join };
    }
    match (&one.touch, &other.touch) {
        // A comment is lost together with its item, and two comments in one place have no order.
        (Note(_), Note(_)) | (Note(_), Record | Cleared | New) | (Record | Cleared | New, Note(_)) => Either,
        (Note(_), Moved | Layout) | (Moved | Layout, Note(_)) => Either,
        (Note(_), _) | (_, Note(_)) => Join,
        (Layout, _) | (_, Layout) => Either,
        (Moved, Record | Moved | New) | (Record | New, Moved) => Either,
        (Moved, _) | (_, Moved) => Join,
        (SetAdded(_), SetAdded(_) | SetRemoved(_)) | (SetRemoved(_), SetAdded(_) | SetRemoved(_)) if meet => Join,
        (PileAdded(_), PileAdded(_) | PileChanged(_)) | (PileChanged(_), PileAdded(_)) if meet => Join,
        (Cell(a), Cell(b)) if meet && a != b => Join,
        (NamedAdded(ordered), NamedAdded(_)) if meet => {
            if *ordered {
                Clash
            } else {
                Join
            }
        }
        // The list changed, but not the edited item.
        (NamedAdded(_), _) if within(other, one) => Join,
        (_, NamedAdded(_)) if within(one, other) => Join,
        _ => Clash,
    }
}

/// Whether `inner` edits a part of what `outer` edits.
fn within(inner: &Edit, outer: &Edit) -> bool {
    let [inner, outer] = [inner, outer].map(|edit| edit.at.parts());
    inner.len() > outer.len() && inner.starts_with(outer)
}

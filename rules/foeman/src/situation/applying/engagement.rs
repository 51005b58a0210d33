//! Engagement (`F4.4`): a figure is engaged in the front hexes of an armed opponent, or at close quarters with one.

use smallvec::SmallVec;

use super::status;
use crate::body::shape::Pose;
use crate::catalogs::effects::Status;
use crate::constants::{ENGAGED_SIZE_FACTOR, ENGAGING_TOGETHER};
use crate::ids::FigureId;
use crate::situation::{Situation, footprint, relation, weapons};
use crate::state::Of;
use crate::state::records::Match;

/// The opponents that engage a figure, and how it matches up with them (`F4.4`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Engagement {
    /// The opponents.
    pub by: Vec<FigureId>,
    /// How it matches up with them.
    pub matching: Match,
}

/// The opponents that engage a figure in its current place.
pub fn engaged_by(now: Situation<'_>, figure: FigureId) -> Vec<FigureId> {
    engagement(now, figure).by
}

/// The opponents that engage a figure in its current place: those that have it in their front, and those at close
/// quarters with it (`F4.11`).
pub fn engagement(now: Situation<'_>, figure: FigureId) -> Engagement {
    let mut engagement = engagement_at(now, figure, now.figure(figure).pose());
    let grapplers = relation::grapplers(now, figure);
    if !grapplers.is_empty() {
        engagement.by.extend(grapplers);
        engagement.by.sort_unstable();
        engagement.by.dedup();
        engagement.matching = matching(now, figure, &engagement.by);
    }
    engagement
}

/// The opponents that would engage a figure in a place; none if they are too small for it together.
pub fn engagement_at(now: Situation<'_>, figure: FigureId, place: Pose) -> Engagement {
    let hexes = now.kind(figure).shape.hexes(place);
    let of = Of::Others(now.side(figure));
    let by = footprint::around(now, place.head, of, |other| {
        footprint::fronts(now, other, &hexes)
            && now.is_active(other)
            && can_engage(now, other)
            && weapons::is_armed(now, other)
    });
    if by.is_empty() {
        return Engagement::default();
    }
    let mut sizes: SmallVec<[u32; 4]> = by.iter().map(|&other| now.size(other)).collect();
    if !engages(now.size(figure), &mut sizes) {
        return Engagement::default();
    }
    let matching = matching(now, figure, &by);
    Engagement { by: by.into_vec(), matching }
}

/// Whether a figure engages another.
pub fn engages_now(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    engaged_by(now, other).contains(&figure)
}

/// Whether a figure's front hexes engage others: not if it is off balance (`F4.13`) or stunned (an assumption), nor, if
/// the scenario says so, after using more than half its MA (`F4.4`).
fn can_engage(now: Situation<'_>, figure: FigureId) -> bool {
    let own = now.figure(figure);
    let spent = now.content.rules.spent_figures_engage_nobody && 2 * u32::from(own.mp) > u32::from(own.ma);
    !spent && !status::has_firmly(now, figure, Status::Unbalanced) && !status::has_firmly(now, figure, Status::Stunned)
}

fn matching(now: Situation<'_>, figure: FigureId, by: &[FigureId]) -> Match {
    let own = now.size(figure);
    by.iter().map(|&other| compare(own, now.size(other))).max().unwrap_or_default()
}

/// How a figure of size `own` matches up with an opponent that engages it.
fn compare(own: u32, other: u32) -> Match {
    if other * ENGAGED_SIZE_FACTOR < own {
        Match::Undermatched
    } else if other > own * ENGAGED_SIZE_FACTOR {
        Match::Overmatched
    } else {
        Match::Matched
    }
}

/// Whether opponents of these sizes together engage a figure of size `own`.
fn engages(own: u32, sizes: &mut [u32]) -> bool {
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let together: u32 = sizes.iter().take(ENGAGING_TOGETHER).sum();
    together * ENGAGED_SIZE_FACTOR >= own && together > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_opponent_of_half_the_size_or_two_of_a_quarter_engage() {
        assert!(engages(100, &mut [50]));
        assert!(!engages(100, &mut [49]));
        assert!(engages(100, &mut [10, 25, 25]));
        assert!(!engages(100, &mut [24, 24, 24]));
        assert!(!engages(100, &mut []));
    }

    #[test]
    fn sizes_within_a_factor_of_two_match() {
        assert_eq!(
            [49, 50, 200, 201].map(|other| compare(100, other)),
            [Match::Undermatched, Match::Matched, Match::Matched, Match::Overmatched,]
        );
    }
}

//! What a place is worth.

use super::attacks;
use crate::rulesets::foeman::content::{Content, FigureId};
use crate::rulesets::foeman::gear::Mode;
use crate::rulesets::foeman::shape;
use crate::rulesets::foeman::state::{ActionKind, State};
use crate::rulesets::foeman::weapons::Arm;

/// One MP nearer to the enemy, in the first round.
const NEARER: i64 = 20;
/// A way that nobody can go counts as this much longer than it is as the crow flies.
const NO_WAY: u32 = 10_000;
/// One hexside turned away from the nearest enemy.
const TURNED_AWAY: i64 = 8;
/// A shot that is worth this much is as good as being there.
const GOOD_SHOT: i64 = 60;

/// How much more they want to be near the enemy when everybody waits for the others.
const BOLDNESS: i64 = 5;
/// Until this round nobody is said to wait: they are on their way.
const APPROACH: u32 = 5;

/// Being near the enemy or having a good shot, facing the nearest, and not having run about for nothing.
pub(super) fn worth(content: &Content, state: &State, figure: FigureId, arms: &[Arm<'_>]) -> i64 {
    let own = state.figure(figure);
    let known = content.figure(figure);
    let way = |other: FigureId| {
        let goal = shape::nearest(content, state, figure, other);
        let way = content.ways.cost(&content.field, known.gait, own.place(), goal);
        way.unwrap_or_else(|| NO_WAY + own.hex.distance(goal))
    };
    let Some((way, nearest)) = state.opponents(content, figure).map(|other| (way(other), other)).min() else {
        return 0;
    };
    // The way of a figure of several hexes begins with turning to it, and ends with the enemy in front.
    let turned = match known.shape.count() {
        1 => own.facing.distance(known.shape.toward(own.hex, shape::nearest(content, state, figure, nearest))),
        _ => 0,
    };
    // The longer it lasts, the more they want to get it over with.
    let impatience = (i64::from(state.round.min(100)) + 9) * if is_standoff(content, state) { BOLDNESS } else { 1 };
    let shoots = attacks::best_shot(content, state, figure, arms) >= GOOD_SHOT;
    let nearness = if shoots { 0 } else { i64::from(way) * NEARER * impatience / 10 };
    -nearness - TURNED_AWAY * i64::from(turned) - i64::from(own.mp)
}

/// Whether nobody attacked in the last round, long after the beginning.
fn is_standoff(content: &Content, state: &State) -> bool {
    let attacks = |kind: ActionKind| Mode::ALL.iter().any(|mode| mode.option() == kind);
    state.round > APPROACH && !state.active(content).any(|figure| state.figure(figure).did.is_some_and(attacks))
}

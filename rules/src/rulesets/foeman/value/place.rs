//! What a place is worth.

use crate::rulesets::foeman::body::shape;
use crate::rulesets::foeman::content::items::Mode;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::weapons::Arm;
use crate::rulesets::foeman::state::ActionKind;
use crate::rulesets::foeman::value::attacks;

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
pub(in crate::rulesets::foeman) fn worth(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> i64 {
    let own = now.figure(figure);
    let known = now.kind(figure);
    let way = |other: FigureId| {
        let goal = shape::nearest(now, figure, other);
        let way = now.content.ways.cost(&now.content.field, known.gait, own.pose(), goal);
        way.unwrap_or_else(|| NO_WAY + own.hex.distance(goal))
    };
    let Some((way, nearest)) = now.opponents(figure).map(|other| (way(other), other)).min() else {
        return 0;
    };
    // The way of a figure of several hexes begins with turning to it, and ends with the enemy in front.
    let turned = match known.shape.count() {
        1 => own.facing.distance(known.shape.toward(own.hex, shape::nearest(now, figure, nearest))),
        _ => 0,
    };
    // The longer it lasts, the more they want to get it over with.
    let impatience = (i64::from(now.state.round.min(100)) + 9) * if is_standoff(now) { BOLDNESS } else { 1 };
    let shoots = attacks::best_shot(now, figure, arms) >= GOOD_SHOT;
    let nearness = if shoots { 0 } else { i64::from(way) * NEARER * impatience / 10 };
    -nearness - TURNED_AWAY * i64::from(turned) - i64::from(own.mp)
}

/// Whether nobody attacked in the last round, long after the beginning.
fn is_standoff(now: Situation<'_>) -> bool {
    let attacks = |kind: ActionKind| Mode::ALL.iter().any(|mode| mode.option() == kind);
    now.state.round > APPROACH && !now.active().any(|figure| now.figure(figure).did.is_some_and(attacks))
}

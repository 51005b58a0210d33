//! How good a state is for a side: what a computer player looks at one decision ahead.
//!
//! The unit is a hundredth of a point of ST. Chances are exact, expectations rounded to whole units.

mod attacks;
mod gear;
mod place;

use crate::ruleset::SideId;
use crate::rulesets::foeman::attack::Order;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::weapons::{self, Arm};
use crate::rulesets::foeman::state::records::{Posture, SideSequence};
use crate::rulesets::foeman::state::{Action, ActionKind};
use crate::told::Odds;

/// One point of ST.
const POINT: i64 = 100;
/// Having won: more than anything else can add up to.
const WON: i64 = 1 << 40;
/// Being in play at all, over and above the points of ST.
const IN_PLAY: i64 = 800;
/// A shock that weakens the next round.
const SHOCK: i64 = 120;
/// One point of modDX lost by a hasty turn.
const UNSTEADY: i64 = 30;
/// Lying on the ground.
const LYING: i64 = 300;
/// Watching somebody rather than doing nothing.
const WATCHFUL: i64 = 10;
/// Being on guard rather than doing nothing.
const ON_GUARD: i64 = 5;

/// How good the state is for a side.
pub(in crate::rulesets::foeman) fn value(now: Situation<'_>, side: SideId) -> i64 {
    if let Some(outcome) = now.outcome().filter(|outcome| !outcome.is_draw()) {
        return if outcome.is_won_by(side) { WON } else { -WON };
    }
    // Nobody waits without a reason.
    let mut value = if now.state.sides[usize::from(side.0)].sequence == SideSequence::Postponed { -1 } else { 0 };
    for figure in now.active() {
        let arms = weapons::all(now, figure);
        let worth = worth(now, figure, &arms);
        if now.figure(figure).side == side {
            let prospect = prospect(now, figure, &arms, Regard::Ours);
            value += worth + prospect + place::worth(now, figure, &arms) - gear::bother(now, figure);
        } else {
            value -= worth + prospect(now, figure, &arms, Regard::Theirs);
        }
    }
    value
}

/// Whose prospects are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Regard {
    /// One's own.
    Ours,
    /// An enemy's: who hides from every arrow never gets anywhere.
    Theirs,
}

/// What a figure is worth as it stands.
fn worth(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> i64 {
    let own = now.figure(figure);
    let lying = if own.posture == Posture::Prone { LYING } else { 0 };
    IN_PLAY + POINT * i64::from(now.mod_st(figure))
        - SHOCK * i64::from(own.shocks_to_come)
        - lying
        - UNSTEADY * i64::from(own.unsteady)
        + gear::equipment(now, figure, arms)
}

/// What a figure can expect of what it will still do in this round, or has waited for.
fn prospect(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>], regard: Regard) -> i64 {
    let own = now.figure(figure);
    let waiting = match own.option.map(Action::kind) {
        Some(ActionKind::Watch) => WATCHFUL,
        Some(ActionKind::Defend) => ON_GUARD,
        _ => 0,
    };
    if own.dice.has_acted() {
        return waiting;
    }
    match own.option {
        Some(action @ Action::Attack { .. }) => Order::of(figure, action)
            .and_then(|order| attacks::declared(now, order, regard))
            .unwrap_or_else(|| attacks::best(now, figure, arms, regard)),
        Some(Action::Ready { item, dice }) => gear::readying(now, figure, item, dice),
        Some(_) => waiting,
        None => attacks::best(now, figure, arms, regard),
    }
}

fn share(value: i64, odds: Odds) -> i64 {
    value * odds.wins as i64 / odds.of.max(1) as i64
}

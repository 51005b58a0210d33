//! How good a state is for a side: what a computer player looks at one decision ahead.
//!
//! The unit is a hundredth of a point of ST. Chances are exact, expectations rounded to whole units.

use foeman_schema::notation::{DieRole, StatMod};

use super::attack::Strike;
use super::constants::{FALL_AT, MOST_DICE};
use super::content::{Content, FigureId};
use super::records::{HaltRecord, Posture, SideSequence};
use super::state::{Action, ActionKind, Phase, State};
use super::{damage, limits, odds, protection, ready, shape, weapons};
use crate::ruleset::{Outcome, SideId};
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
/// One expected point of damage of the weapon in hand.
const ARMED: i64 = 120;
/// One expected point stopped by what is in hand or worn.
const COVERED: i64 = 60;
/// What one's own blows count for, in per cent of the enemy's: somebody has to begin.
const EAGERNESS: i64 = 130;
/// What each die adds to an own blow, in per cent: more dice act earlier.
const EARLINESS: i64 = 3;
/// The numbers of dice that are worth a thought.
const USUAL_DICE: [u8; 3] = [3, 4, 5];
/// What a blow counts for that still takes a turn, in per cent.
const STILL_TO_TURN: i64 = 75;
/// One MP nearer to the enemy, in the first round.
const NEARER: i64 = 20;
/// A way that nobody can go counts as this long.
const NO_WAY: u32 = 10_000;
/// One hexside turned away from the nearest enemy.
const TURNED_AWAY: i64 = 8;
/// Watching somebody rather than doing nothing.
const WATCHFUL: i64 = 10;
/// Being on guard rather than doing nothing.
const ON_GUARD: i64 = 5;
/// The bother of making something ready.
const BOTHER: i64 = 5;

/// How good the state is for a side.
pub(super) fn value(content: &Content, state: &State, side: SideId) -> i64 {
    if let Some(Outcome::Won { side: winner }) = state.outcome(content) {
        return if winner == side { WON } else { -WON };
    }
    // Nobody waits without a reason.
    let mut value = if state.sides[usize::from(side.0)].sequence == SideSequence::Postponed { -1 } else { 0 };
    for figure in state.active(content) {
        let worth = worth(content, state, figure);
        let prospect = prospect(content, state, figure);
        if content.figure(figure).side == side {
            value += worth + prospect * EAGERNESS / 100 + position(content, state, figure);
        } else {
            value -= worth + prospect;
        }
    }
    value
}

/// What a figure is worth as it stands.
fn worth(content: &Content, state: &State, figure: FigureId) -> i64 {
    let own = state.figure(figure);
    let lying = if own.posture == Posture::Prone { LYING } else { 0 };
    IN_PLAY + POINT * i64::from(state.mod_st(content, figure))
        - SHOCK * i64::from(own.shocks_to_come)
        - lying
        - UNSTEADY * i64::from(own.unsteady)
        + equipment(content, state, figure)
}

/// What a figure's ready gear is worth.
fn equipment(content: &Content, state: &State, figure: FigureId) -> i64 {
    const ORDINARY: u8 = 3;
    let armed = weapons::of(content, state, figure)
        .iter()
        .map(|weapon| {
            let dice = i64::from(weapon.damage.damage_dice(ORDINARY));
            // Half the faces of a die are above 3.
            7 * dice / 2 + shift(&weapon.damage.mods, dice as u8) / 6
        })
        .max();
    let covered: i64 = content
        .gear(figure)
        .filter(|&item| weapons::wards(content, item) && weapons::is_ready(content, state, figure, item))
        .map(|item| {
            let stops = content.item(item).stops;
            6 * i64::from(stops.protection) + i64::from(stops.rating) * i64::from(stops.block)
        })
        .sum();
    ARMED * armed.unwrap_or(0) + COVERED * covered / 6
}

/// What a figure can expect of what it will still do in this round.
fn prospect(content: &Content, state: &State, figure: FigureId) -> i64 {
    let own = state.figure(figure);
    if own.dice.has_acted() {
        return if protection::defence(state, figure).is_some() { ON_GUARD } else { 0 };
    }
    match own.option {
        Some(Action::Strike { target, attack, dice })
            if state.is_active(content, target) && shape::can_reach(content, state, figure, target) =>
        {
            strike_worth(content, state, figure, target, attack, dice)
        }
        Some(Action::Ready { item, dice }) => {
            let mut after = state.clone();
            for (item, place) in ready::changes(content, state, figure, item) {
                after.items[item.index()] = place;
            }
            let gain = equipment(content, &after, figure) - equipment(content, state, figure);
            share(gain, ready::chance(content, state, figure, dice)) - BOTHER
        }
        Some(Action::Watch { .. }) => WATCHFUL,
        Some(Action::Move | Action::Defend { .. } | Action::Dodge { .. }) => 0,
        Some(Action::Strike { .. }) | None => best_strike(content, state, figure),
    }
}

/// The best strike a figure could still make: at whom is in its front, or, while it may still turn or shift, at whom
/// is beside or behind it.
fn best_strike(content: &Content, state: &State, figure: FigureId) -> i64 {
    let own = state.figure(figure);
    if !limits::allows(ActionKind::Strike, own.ma, own.mp) {
        return 0;
    }
    let may_move = state.phase == Phase::Movement && own.halt != HaltRecord::Halted;
    let mut best = 0;
    for target in state.opponents(content, figure) {
        let weight = if shape::can_reach(content, state, figure, target) {
            100
        } else if may_move && shape::adjacent(content, state, figure, target) {
            STILL_TO_TURN
        } else {
            continue;
        };
        for attack in 0..weapons::of(content, state, figure).len() as u8 {
            for dice in USUAL_DICE {
                best = best.max(strike_worth(content, state, figure, target, attack, dice) * weight / 100);
            }
        }
    }
    best
}

/// The expected worth of a strike: its exact chance to hit times what its damage dice do.
fn strike_worth(content: &Content, state: &State, figure: FigureId, target: FigureId, attack: u8, dice: u8) -> i64 {
    let strike = Strike::new(content, state, figure, target, attack, dice);
    if strike.limit == 0 {
        return 0;
    }
    let left = state.mod_st(content, target);
    let stopped: i64 = protection::in_the_way(content, state, target, figure)
        .into_iter()
        .map(|(_, stops)| 6 * i64::from(stops.protection) + i64::from(stops.rating) * i64::from(stops.block))
        .sum();
    let shift = (shift(&strike.weapon.damage.mods, strike.limit) - stopped).div_euclid(6) as i32;
    let totals = odds::kept(strike.damage_dice, strike.limit);
    let sum: i64 = totals
        .iter()
        .enumerate()
        .map(|(total, &cases)| cases as i64 * harm_worth((total as i32 + shift).clamp(0, left), left))
        .sum();
    let expected = share(sum / odds::cases(strike.damage_dice) as i64, strike.chance());
    expected * (100 + EARLINESS * i64::from(dice.min(MOST_DICE))) / 100
}

/// What harm to a figure with this much ST left is worth to its enemies.
fn harm_worth(points: i32, left: i32) -> i64 {
    let mut worth = POINT * i64::from(points);
    if left - points <= 1 {
        worth += IN_PLAY;
    } else {
        if damage::shocks(points) {
            worth += SHOCK;
        }
        if points >= FALL_AT {
            worth += LYING;
        }
    }
    worth
}

/// What the changes of a damage stat add on average, in sixths of a point.
fn shift(mods: &[StatMod], dice: u8) -> i64 {
    mods.iter()
        .map(|change| {
            let count = match change.role {
                DieRole::Top => i64::from(dice > 0),
                DieRole::Cup => i64::from(dice.saturating_sub(2)),
                DieRole::Low => i64::from(dice > 1),
            };
            let faces = change.under.map_or(6, |under| i64::from(under.clamp(1, 7)) - 1);
            count * faces * i64::from(change.add)
        })
        .sum()
}

/// Being near the enemy, facing the nearest, and not having run about for nothing.
fn position(content: &Content, state: &State, figure: FigureId) -> i64 {
    let own = state.figure(figure);
    let known = content.figure(figure);
    let way = |other: FigureId| {
        let goal = shape::nearest(content, state, figure, other);
        content.ways.cost(&content.field, known.gait, own.place(), goal).unwrap_or(NO_WAY)
    };
    let Some((way, nearest)) = state.opponents(content, figure).map(|other| (way(other), other)).min() else {
        return 0;
    };
    let ahead = known.shape.toward(own.hex, shape::nearest(content, state, figure, nearest));
    let turned = own.facing.distance(ahead);
    // The longer it lasts, the more they want to get it over with.
    let impatience = i64::from(state.round.min(100)) + 9;
    -i64::from(way) * NEARER * impatience / 10 - TURNED_AWAY * i64::from(turned) - i64::from(own.mp)
}

fn share(value: i64, odds: Odds) -> i64 {
    value * odds.wins as i64 / odds.of.max(1) as i64
}

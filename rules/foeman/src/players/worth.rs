//! Computer players: the worth of attacks and figures, in hundredths of a point of ST.

use crate::attack::Attack;
use crate::catalogs::Protection;
use crate::constants::FALL_AT;
use crate::harm;
use crate::ids::FigureId;
use crate::notation::{DieRole, StatMod};
use crate::option::Mode;
use crate::rolls::{Total, odds};
use crate::situation::weapons::Arm;
use crate::situation::{Situation, protection};
use foeman_engine::display::Odds;

/// One point of ST.
pub(super) const POINT: i64 = 100;
/// The worth of being active at all, in addition to the points of ST.
pub(super) const IN_PLAY: i64 = 800;
/// The worth of a shock in the next round.
const SHOCK: i64 = 120;
/// The worth of lying on the ground, to the enemy.
pub(super) const LYING: i64 = 300;
/// The worth of each additional die of an attack, in per cent: more dice act earlier.
const EARLINESS: i64 = 5;
/// The highest number of attack dice to consider.
const SENSIBLE_DICE: u8 = 7;

/// An attack with its best number of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Blow {
    /// The number of dice to roll.
    pub dice: u8,
    /// Its worth.
    pub worth: i64,
    /// Its chance to hit.
    pub chance: Odds,
}

/// The best number of dice for an attack, among those above `over`; with `fixed`, that number if permitted.
pub(super) fn best_blow(
    now: Situation<'_>,
    (figure, target): (FigureId, FigureId),
    arm: Arm<'_>,
    fixed: Option<u8>,
    over: u8,
) -> Option<Blow> {
    let attack = Attack::<Total>::ordinary(now, (figure, target), arm, 1);
    let left = now.mod_st(target);
    let stopped = stopped(now, (figure, target), arm);
    let mut best: Option<Blow> = None;
    for dice in dice(fixed, over) {
        let (damage, chance) = attack.outlook(dice);
        if damage.1 == 0 {
            continue;
        }
        let (harm, _) = harm(damage, &arm.weapon.damage.mods, stopped, left);
        let worth = harm * chance.wins as i64 / chance.of.max(1) as i64;
        let worth = worth * (100 + EARLINESS * i64::from(dice)) / 100;
        if best.is_none_or(|best| worth > best.worth) {
            best = Some(Blow { dice, worth, chance });
        }
    }
    best
}

/// The worth of the best strike at an enemy with any of these weapons, in reach or not.
pub(super) fn best_strike(now: Situation<'_>, pair: (FigureId, FigureId), arms: &[Arm<'_>], dice: Option<u8>) -> i64 {
    let strikes = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike);
    let blows = strikes.filter_map(|&arm| best_blow(now, pair, arm, dice, 0));
    blows.map(|blow| blow.worth).max().unwrap_or(0)
}

/// An attack with a number of dice, and its expected results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strike {
    /// The number of dice to roll.
    pub dice: u8,
    /// The worth of the expected harm.
    pub worth: i64,
    /// Its chance to hit.
    pub chance: Odds,
    /// The chance that the target cannot act afterwards in this round, in thousandths: it falls or is out of action.
    pub stops: i64,
}

/// The same attack with each number of dice above `over`, or with `fixed`.
pub(super) fn strikes<'a>(
    now: Situation<'a>,
    (figure, target): (FigureId, FigureId),
    arm: Arm<'a>,
    fixed: Option<u8>,
    over: u8,
) -> impl Iterator<Item = Strike> + use<'a> {
    let attack = Attack::<Total>::ordinary(now, (figure, target), arm, 1);
    let left = now.mod_st(target);
    let stopped = stopped(now, (figure, target), arm);
    let strike = move |dice: u8| {
        let (damage, chance) = attack.outlook(dice);
        let harms = damage.1 > 0 && chance.wins > 0;
        harms.then(|| {
            let (harm, stops) = harm(damage, &arm.weapon.damage.mods, stopped, left);
            let hits = |of: i64| of * chance.wins as i64 / chance.of.max(1) as i64;
            Strike { dice, worth: hits(harm), chance, stops: hits(stops) }
        })
    };
    dice(fixed, over).filter_map(strike)
}

/// The numbers of dice to consider.
fn dice(fixed: Option<u8>, over: u8) -> std::ops::RangeInclusive<u8> {
    match fixed {
        Some(dice) if dice > over => dice..=dice,
        _ => over + 1..=SENSIBLE_DICE.max(over + 1).min(9),
    }
}

/// What the target's protection stops on average, in sixths of a point.
fn stopped(now: Situation<'_>, (figure, target): (FigureId, FigureId), arm: Arm<'_>) -> i64 {
    let stops = |stops: &Protection| 6 * i64::from(stops.protection) + i64::from(stops.rating) * i64::from(stops.block);
    let mut sum = 0;
    protection::each_in_the_way(now, target, figure, arm.weapon.mode, &mut |_, guard| sum += stops(&guard));
    sum
}

/// The average worth of a hit with `dice` damage dice, of which `limit` count, against a figure with this much ST left,
/// and the chance that it stops the figure from acting in this round, in thousandths; `stopped` is in sixths of a point.
fn harm((dice, limit): (u8, u8), mods: &[StatMod], stopped: i64, left: i32) -> (i64, i64) {
    let shift = (shift(mods, limit) - stopped).div_euclid(6) as i32;
    recent::harm((dice, limit), shift, left)
}

/// The same as [`harm`] for a total that is changed by `shift`.
fn shifted_harm((dice, limit): (u8, u8), shift: i32, left: i32) -> (i64, i64) {
    let (mut worth, mut stops) = (0, 0);
    for (total, &cases) in odds::kept(dice, limit).iter().enumerate().filter(|&(_, &cases)| cases > 0) {
        let points = (total as i32 + shift).clamp(0, left.max(0));
        worth += cases as i64 * harm_worth(points, left);
        stops += if left - points <= 1 || points >= FALL_AT { cases as i64 } else { 0 };
    }
    let all = odds::cases(dice) as i64;
    (worth / all, 1000 * stops / all)
}

/// The worth of harm to a figure with this much ST left, to its enemies.
fn harm_worth(points: i32, left: i32) -> i64 {
    let worth = POINT * i64::from(points);
    if left - points <= 1 {
        return worth + IN_PLAY;
    }
    let shock = if harm::shocks(points) { SHOCK } else { 0 };
    let fall = if points >= FALL_AT { LYING } else { 0 };
    worth + shock + fall
}

/// The average total of the changes in a damage stat, in sixths of a point.
pub(super) fn shift(mods: &[StatMod], dice: u8) -> i64 {
    let added = |change: &StatMod| {
        let count = match change.role {
            DieRole::Top => i64::from(dice > 0),
            DieRole::Cup => i64::from(dice.saturating_sub(2)),
            DieRole::Low => i64::from(dice > 1),
        };
        let faces = change.under.map_or(6, |under| i64::from(under.clamp(1, 7)) - 1);
        count * faces * i64::from(change.add)
    };
    mods.iter().map(added).sum()
}

/// The most recent results for each thread: few different attacks occur in a battle, but each is considered many times.
mod recent {
    use std::cell::RefCell;

    use super::shifted_harm;

    /// The number of results; each replaces the one before it in the same slot.
    const SLOTS: usize = 1 << 10;

    /// The dice, the shift and the ST left, which decide a result.
    type Key = (u8, u8, i32, i32);

    /// A result and its input.
    type Known = (Key, (i64, i64));

    thread_local! {
        static RECENT: RefCell<Vec<Option<Known>>> = RefCell::new(vec![None; SLOTS]);
    }

    /// The same as [`shifted_harm`], cached.
    pub(super) fn harm((dice, limit): (u8, u8), shift: i32, left: i32) -> (i64, i64) {
        let key = (dice, limit, shift, left);
        let [a, b, c, d] = [i32::from(dice), i32::from(limit), shift, left].map(|part| part as usize);
        let slot = a.wrapping_mul(577) ^ b.wrapping_mul(73) ^ c.wrapping_mul(37) ^ d;
        RECENT.with_borrow_mut(|recent| {
            let slot = &mut recent[slot % SLOTS];
            match *slot {
                Some((known, harm)) if known == key => {
                    debug_assert_eq!(harm, shifted_harm((dice, limit), shift, left), "a cached result is out of date");
                    harm
                }
                _ => slot.insert((key, shifted_harm((dice, limit), shift, left))).1,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{IN_PLAY, shifted_harm};

    /// After an effect on ST has ended, the ST of a figure may be negative until the rules check it again.
    #[test]
    fn a_hit_on_a_figure_without_strength_only_fells_it() {
        for left in [-3, -1, 0] {
            assert_eq!(shifted_harm((3, 3), 1, left), (IN_PLAY, 1000), "with {left} left");
        }
    }
}

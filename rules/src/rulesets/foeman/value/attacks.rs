//! What attacks are worth.

use crate::rulesets::foeman::attack::damage;
use crate::rulesets::foeman::attack::{self, Attack, Manner, Order, proficiency};
use crate::rulesets::foeman::body::{shape, sight};
use crate::rulesets::foeman::catalogs::Protection;
use crate::rulesets::foeman::constants::{FALL_AT, MOST_DICE};
use crate::rulesets::foeman::content::items::Mode;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::notation::{DieRole, StatMod};
use crate::rulesets::foeman::phases::{limits, options, reload};
use crate::rulesets::foeman::rolls::odds;
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::protection;
use crate::rulesets::foeman::situation::values;
use crate::rulesets::foeman::situation::weapons::{self, Arm};
use crate::rulesets::foeman::state::records::HaltRecord;
use crate::rulesets::foeman::state::{FigureState, Phase};
use crate::rulesets::foeman::value::{IN_PLAY, LYING, POINT, Regard, SHOCK, gear, share};

/// What each die adds to an own blow, in per cent: more dice act earlier.
const EARLINESS: i64 = 3;
/// The numbers of dice that are worth a thought.
const USUAL_DICE: [u8; 3] = [3, 4, 5];
/// What an attack counts for that is open now, in per cent.
const OPEN: i64 = 100;
/// What Weapon Proficiency adds to the Low die on average, in sixths of a point.
const PROFICIENT: i64 = 9;
/// What a point of modIQ is worth.
const WITS: i64 = 20;
/// What two attacks in one action are worth, in per cent of one: the first may leave nothing for the second.
const TWICE: i64 = 170;
/// One that only takes loading first, which is free.
const STILL_TO_LOAD: i64 = 97;
/// One that still takes a turn or a shift.
const STILL_TO_TURN: i64 = 75;
/// One at somebody who has just spent all movement on one step away: it is put off, no more.
const PUT_OFF: i64 = 85;
/// An attack of one's own, in per cent of an enemy's: somebody has to begin.
const EAGERNESS: i64 = 130;
/// A missile of the enemy's, which may as well fly elsewhere.
const MAY_FLY_ELSEWHERE: i64 = 40;

/// The expected worth of an attack that was declared, if it is still possible.
pub(in crate::rulesets::foeman) fn declared(now: Situation<'_>, order: Order, regard: Regard) -> Option<i64> {
    let arm = weapons::ordered(now, order)?;
    let possible = now.is_active(order.target) && attack::check(now, order.figure, order.target, arm).is_ok();
    let Order { figure, target, mode, dice, .. } = order;
    possible.then(|| {
        let chances = Chances::new(now, (figure, target), arm).in_manner(order.manner);
        chances.worth(dice) * regarded(mode, regard) / 100
    })
}

/// The best attack a figure could still make in this round.
pub(in crate::rulesets::foeman) fn best(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>], regard: Regard) -> i64 {
    let own = now.figure(figure);
    let mut best = 0;
    for &arm in arms.iter().filter(|arm| limits::allows(arm.weapon.mode.option(), own.ma, own.mp)) {
        for target in now.opponents(figure) {
            let Some(weight) = weight(now, figure, target, arm) else { continue };
            let chances = Chances::new(now, (figure, target), arm);
            let worth = USUAL_DICE.into_iter().map(|dice| chances.worth(dice)).max().unwrap_or(0);
            best = best.max(worth * weight * regarded(arm.weapon.mode, regard) / 10_000);
        }
    }
    best
}

/// The best shot or throw a figure has from where it stands, whatever it has done in this round.
pub(in crate::rulesets::foeman) fn best_shot(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> i64 {
    let mut best = 0;
    for &arm in arms.iter().filter(|arm| arm.weapon.mode == Mode::Fire) {
        if !gear::has_ammunition(now, figure, arm) {
            continue;
        }
        for target in now.opponents(figure) {
            if attack::reaches(now, figure, target, arm) {
                best = best.max(Chances::new(now, (figure, target), arm).worth(USUAL_DICE[0]));
            }
        }
    }
    best
}

/// What an attack counts for, in per cent; nothing when it is out of the question in this round.
fn weight(now: Situation<'_>, figure: FigureId, target: FigureId, arm: Arm<'_>) -> Option<i64> {
    if attack::check(now, figure, target, arm).is_ok() {
        return Some(OPEN);
    }
    let (own, other) = (now.figure(figure), now.figure(target));
    let may_turn = now.state.phase == Phase::Movement && own.halt != HaltRecord::Halted;
    match arm.weapon.mode {
        Mode::Strike if may_turn && shape::adjacent(now, figure, target) => Some(STILL_TO_TURN),
        Mode::Strike if broke_away(other) && shape::distance(now, figure, target) <= 2 => Some(PUT_OFF),
        Mode::Strike | Mode::Jab => None,
        Mode::Hurl | Mode::Fire => {
            let loads = |item| now.gear(figure).any(|ammo| reload::freely(now, figure, ammo) == item);
            let ready = arm.weapon.missile.is_none() || now.item(arm.item?).loaded.is_some() || loads(arm.item);
            if !ready || attack::distance(now, figure, target) > arm.weapon.range {
                None
            } else if options::sees(now, figure, target) {
                Some(STILL_TO_LOAD)
            } else {
                (may_turn && sight::clear(&now.content.field, own.hex, other.hex)).then_some(STILL_TO_TURN)
            }
        }
    }
}

/// Whether a figure has spent its whole move on a single step, as one does to break away from an opponent (`F4.5`).
fn broke_away(figure: &FigureState) -> bool {
    figure.steps == 1 && figure.mp >= figure.ma
}

/// What an attack counts for to the side that looks at it, in per cent.
fn regarded(mode: Mode, regard: Regard) -> i64 {
    match regard {
        Regard::Ours => EAGERNESS,
        Regard::Theirs if mode.flies() => MAY_FLY_ELSEWHERE,
        Regard::Theirs => 100,
    }
}

/// All that the worth of an attack depends on but the number of dice.
struct Chances<'a> {
    attack: Attack<'a>,
    /// ST left to the target.
    left: i32,
    /// What its guards stop on average, in sixths of a point.
    stopped: i64,
    /// What it costs to be without the weapon afterwards.
    cost: i64,
    /// How much is put into it.
    manner: Manner,
}

impl<'a> Chances<'a> {
    fn new(now: Situation<'_>, (figure, target): (FigureId, FigureId), arm: Arm<'a>) -> Self {
        let guards = protection::in_the_way(now, target, figure, arm.weapon.mode);
        let stops =
            |stops: Protection| 6 * i64::from(stops.protection) + i64::from(stops.rating) * i64::from(stops.block);
        Self {
            attack: Attack::with(now, (figure, target), arm, USUAL_DICE[0]),
            left: now.mod_st(target),
            stopped: guards.into_iter().map(|(_, guard)| stops(guard)).sum(),
            cost: match (arm.weapon.mode, arm.item) {
                (Mode::Hurl, Some(item)) => gear::loss(now, figure, item),
                _ => 0,
            },
            manner: Manner::Plain,
        }
    }

    /// The same attack in another manner.
    fn in_manner(mut self, manner: Manner) -> Self {
        self.attack.needed = values::doubled(self.attack.needed, manner);
        self.manner = manner;
        self
    }

    /// The expected worth with this many dice: the exact chance to hit times what the damage dice do.
    fn worth(&self, dice: u8) -> i64 {
        let attack = self.attack.clone().rolled_with(dice);
        if attack.limit == 0 {
            return 0;
        }
        let proficient = self.manner == Manner::Proficient && attack.limit > 1;
        let raised = if proficient { PROFICIENT } else { 0 };
        let shift = (raised + shift(&attack.weapon.damage.mods, attack.limit) - self.stopped).div_euclid(6) as i32;
        let totals = odds::kept(attack.damage_dice, attack.limit);
        let harm = |total: usize| harm_worth((total as i32 + shift).clamp(0, self.left), self.left);
        let sum: i64 = totals.iter().enumerate().map(|(total, &cases)| cases as i64 * harm(total)).sum();
        let expected = share(sum / odds::cases(attack.damage_dice) as i64, attack.chance());
        let expected = if self.manner == Manner::Twice { expected * TWICE / 100 } else { expected };
        let spent = match self.manner {
            Manner::Proficient => WITS * i64::from(proficiency::cost(dice, true)),
            _ => 0,
        };
        expected * (100 + EARLINESS * i64::from(dice.min(MOST_DICE))) / 100 - self.cost - spent
    }
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
pub(in crate::rulesets::foeman) fn shift(mods: &[StatMod], dice: u8) -> i64 {
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

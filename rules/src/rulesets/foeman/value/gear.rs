//! What gear is worth, in hand and still to be made ready.

use crate::rulesets::foeman::constants::ORDINARY_DICE;
use crate::rulesets::foeman::content::items::{Mode, Weapon};
use crate::rulesets::foeman::ids::{FigureId, ItemId};
use crate::rulesets::foeman::phases::{ready, reload};
use crate::rulesets::foeman::situation::Situation;
use crate::rulesets::foeman::situation::weapons::{self, Arm};
use crate::rulesets::foeman::state::{Carrying, Grip, State, Whereabouts};
use crate::rulesets::foeman::value::{attacks, share};

/// One expected point of damage of the weapon in hand.
const ARMED: i64 = 200;
/// One expected point stopped by what is in hand or worn.
const COVERED: i64 = 60;
/// The bother of making something ready, or of having altered something.
const BOTHER: i64 = 5;
/// What a missile weapon counts for, in per cent of what strikes.
const SHOOTS: i64 = 110;
/// What a weapon that is only hurled counts for, in per cent of what strikes.
const THROWN: i64 = 60;
/// What a loaded weapon counts for in the next round, in per cent of a shot now.
const LATER: i64 = 90;
/// What gear counts for that takes still another Ready action, in per cent.
const STILL_ANOTHER: i64 = 80;

/// What a figure's ready gear is worth; `arms` are the ways to attack that it gives.
pub(in crate::rulesets::foeman) fn equipment(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> i64 {
    let armed = arms
        .iter()
        .filter(|arm| arm.weapon.missile.is_none() || has_ammunition(now, figure, **arm))
        .map(|arm| armament(arm.weapon))
        .max();
    let covered: i64 = now
        .gear(figure)
        .filter(|&item| weapons::wards(now, item) && weapons::is_ready(now, figure, item))
        .filter(|&item| now.item(item).carrying != Carrying::Lower)
        .map(|item| {
            let stops = now.item_kind(item).stops;
            6 * i64::from(stops.protection) + i64::from(stops.rating) * i64::from(stops.block)
        })
        .sum();
    armed.unwrap_or(0) + COVERED * covered / 6
}

/// What it is worth to have tried to make an item ready.
pub(in crate::rulesets::foeman) fn readying(now: Situation<'_>, figure: FigureId, item: ItemId, dice: u8) -> i64 {
    let chance = ready::chance(now, figure, item, dice);
    if let Some((_, required)) = reload::by_readying(now, figure, item) {
        let left = i64::from(required.saturating_sub(now.item(item).loading)).max(1);
        // Dice come to a little less on average when the roll has succeeded.
        let done = (i64::from(dice) * 3).min(left);
        return share(attacks::best_shot(now, figure, &weapons::all(now, figure)) * LATER / 100 * done / left, chance)
            - BOTHER;
    }
    let equipped = |state: &State| {
        let then = Situation::new(now.content, state);
        equipment(then, figure, &weapons::all(then, figure))
    };
    let before = equipped(now.state);
    let after = made_ready(now, figure, item);
    // Some things take two: a bow goes into the other hand before the sword is of use.
    let later = Situation::new(now.content, &after);
    let next = later.gear(figure).filter(|&next| ready::check(later, figure, next).is_ok());
    let then = next.map(|next| equipped(&made_ready(later, figure, next))).max();
    let gain = (equipped(&after) - before).max((then.unwrap_or(0) - before) * STILL_ANOTHER / 100);
    // A fumble does not make a bad idea better.
    if gain > 0 { share(gain, chance) - BOTHER } else { gain - BOTHER }
}

/// The state once an item was made ready.
fn made_ready(now: Situation<'_>, figure: FigureId, item: ItemId) -> State {
    let mut after = now.state.clone();
    for (item, place) in ready::changes(now, figure, item) {
        if now.item(item).owner.is_none() {
            after.give(item, Some(figure));
        }
        after.item_mut(item).at = Whereabouts::Carried { place };
    }
    after
}

/// What a figure loses that throws an item away: its place is taken by the best other weapon at hand.
pub(in crate::rulesets::foeman) fn loss(now: Situation<'_>, figure: FigureId, item: ItemId) -> i64 {
    if now.item_kind(item).counted {
        return 0;
    }
    let worth = |item: ItemId| {
        let strikes = now.item_kind(item).uses.iter().filter(|weapon| weapon.mode == Mode::Strike);
        strikes.map(armament).max().unwrap_or(0)
    };
    let body = now.kind(figure).body.iter().map(armament).max();
    let others = now.gear(figure).filter(|&other| other != item && now.item(other).place().is_some());
    let best = others.map(worth).max().max(body).unwrap_or(0);
    (worth(item) - best).max(0) + BOTHER
}

/// What having altered how things are held costs, so that nobody fidgets.
pub(in crate::rulesets::foeman) fn bother(now: Situation<'_>, figure: FigureId) -> i64 {
    let altered = now.gear(figure).filter(|&item| now.item(item).altered).count() as i64;
    BOTHER * (altered + i64::from(now.figure(figure).restrained.is_some()))
}

/// Whether a weapon is loaded, or ammunition for it is left.
pub(in crate::rulesets::foeman) fn has_ammunition(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> bool {
    let fits = |item: ItemId| {
        let known = arm.weapon.missile.as_ref().is_some_and(|missile| missile.ammo == now.item(item).kind);
        known && now.item(item).place().is_some()
    };
    arm.item.is_some_and(|item| now.item(item).loaded.is_some()) || now.gear(figure).any(fits)
}

/// What a way to attack is worth to have, whatever it is aimed at; a grip lasts too short to count.
fn armament(weapon: &Weapon) -> i64 {
    let dice = i64::from(weapon.damage.damage_dice(ORDINARY_DICE));
    // Half the faces of a die are above 3.
    let points = 7 * dice / 2 + attacks::shift(&weapon.damage.mods, dice as u8) / 6;
    let percent = match weapon.mode {
        Mode::Strike | Mode::Jab if weapon.grip == Some(Grip::BothHands) => 0,
        Mode::Strike | Mode::Jab => 100,
        Mode::Hurl => THROWN,
        Mode::Fire => SHOOTS,
    };
    ARMED * points * percent / 100
}

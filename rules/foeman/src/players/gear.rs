//! Computer players: which gear to make ready, and how to hold it.

use foeman_schema::grid::Hex;
use smallvec::SmallVec;

use super::worth::POINT;
use crate::attack::reload;
use crate::catalogs::{ItemClass, Ready};
use crate::command::Command;
use crate::constants::ORDINARY_DICE;
use crate::content::Content;
use crate::content::items::Weapon;
use crate::ids::{FigureId, ItemId};
use crate::option::Mode;
use crate::phases::{alter, options, ready};
use crate::situation::carrying::{self, Taking};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, footprint};
use crate::state::{Action, Alteration, State, Whereabouts};

/// The minimum number of dice for making an item ready.
const READY_DICE: u8 = 3;
/// The chance that counts as almost certain, in per cent.
const NEARLY_CERTAIN: i64 = 90;
/// The worth of reloading a weapon.
const LOADED: i64 = 4 * POINT;
/// The worth of one expected point of damage of the ready weapon, over a fight.
const ARMED: i64 = 2 * POINT;
/// The worth of a missile weapon near the enemy, in per cent of a striking weapon.
const AT_ARMS_LENGTH: i64 = 40;
/// The worth of a missile weapon at a distance, in per cent of a striking weapon.
const AT_A_DISTANCE: i64 = 150;
/// The worth of gear that needs a second Ready action, in per cent.
const STILL_ANOTHER: i64 = 80;
/// The cost of making an item ready.
const BOTHER: i64 = 20;
/// The distance in hexes from which an enemy counts as distant.
const FAR: u32 = 3;

/// Returns a free alteration that can only help: loading a bow, or gripping a weapon with both hands.
pub(super) fn alteration(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> Option<Command> {
    let unloaded =
        |arm: &&Arm<'_>| arm.weapon.missile.is_some() && arm.item.is_some_and(|item| now.item(item).loaded.is_none());
    if arms.iter().any(|arm| unloaded(&arm)) {
        let ammo = now.gear(figure).filter(|&item| now.item_kind(item).class == ItemClass::Amo);
        let loads = |&item: &ItemId| alter::check(now, figure, (item, Alteration::Load)).is_ok();
        if let Some(item) = ammo.into_iter().find(loads) {
            return Some(Command::Alter { item, to: Alteration::Load });
        }
    }
    let grips = |item: ItemId| {
        let kind = now.item_kind(item);
        let strike = |grip| kind.uses.iter().find(|weapon| weapon.mode == Mode::Strike && weapon.grip == Some(grip));
        let [one, both] = [Grip::OneHand, Grip::BothHands].map(strike);
        matches!((one, both), (Some(one), Some(both)) if power(both) > power(one))
    };
    let item = arms.iter().filter_map(|arm| arm.item).find(|&item| now.item_kind(item).takes_both_hands())?;
    let legal = alter::check(now, figure, (item, Alteration::BothHands)).is_ok();
    (legal && grips(item)).then_some(Command::Alter { item, to: Alteration::BothHands })
}

use crate::state::Grip;

/// The item a figure would parry with.
pub(super) fn parries_with(now: Situation<'_>, figure: FigureId) -> Option<ItemId> {
    let usable = now.gear(figure).filter(|&item| options::can_defend_with(now, figure, item));
    usable.max_by_key(|&item| {
        let stops = now.item_kind(item).stops;
        (i32::from(stops.block) * 3 + i32::from(stops.protection) * 6, std::cmp::Reverse(item))
    })
}

/// The best item to make ready, if it is better than the ready ones; `doing` is the worth of the best attack now.
pub(super) fn ready(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>], doing: i64) -> Option<(i64, Action)> {
    let (distance, _) = footprint::nearest_opponent(now, figure)?;
    let before = equipment(now, figure, arms, distance);
    let hope = everything(now, figure, distance) - before;
    let mut best: Option<(i64, Action)> = None;
    // A copy of the state in which items are made ready, made when it is needed.
    let mut scratch: Option<State> = None;
    let lying = now.lying_under(figure).filter(|&item| could_wield(now, figure, item));
    for item in now.gear(figure).chain(lying).filter(|&item| ready::check(now, figure, item).is_ok()) {
        let chance = |dice: u8| {
            let odds = ready::chance(now, figure, item, dice);
            odds.wins as i64 * 100 / odds.of.max(1) as i64
        };
        let (gain, dice) = if reload::by_readying(now, figure, item).is_some() {
            // The totals of attempts add up, so rolling fewer dice saves nothing unless success is nearly certain.
            let may = ready::dice(&now.content.rules);
            let enough = may.clone().find(|&dice| dice >= READY_DICE && chance(dice) >= NEARLY_CERTAIN);
            (LOADED, enough.unwrap_or(*may.end()))
        } else if hope <= doing.max(0) + BOTHER {
            continue;
        } else {
            let state = scratch.get_or_insert_with(|| now.state.clone());
            let gain = made_ready(now.content, state, figure, item, |after| {
                let direct = equipment_in(Situation::new(now.content, after), figure, distance) - before;
                match direct > 0 {
                    true => direct,
                    false => (in_two(now, after, figure, distance) - before) * STILL_ANOTHER / 100,
                }
            });
            debug_assert!(state == now.state, "an item was not put back");
            (gain, READY_DICE)
        };
        let worth = gain * chance(dice) / 100 - BOTHER;
        if worth > doing && best.is_none_or(|(best, _)| worth > best) {
            best = Some((worth, Action::Ready { item, dice }));
        }
    }
    best
}

/// Whether a figure carries a much better weapon than the ready ones, and could draw it in its current place.
pub(super) fn wants_a_weapon(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> bool {
    let armed = armed_with(now, figure, arms);
    let carried = now.gear(figure).filter(|&item| !weapons::is_ready(now, figure, item));
    let mut better = carried.filter(|&item| is_far_better(now, figure, item, armed));
    better.any(|item| ready::check(now, figure, item).is_ok())
}

/// The hexes with weapons that are much better than any weapon of the figure, and that it would pick up.
pub(super) fn lying_weapons(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> Vec<Hex> {
    let mut lying = now.lying().peekable();
    if lying.peek().is_none() {
        return Vec::new();
    }
    let carried = now.gear(figure).filter(|&item| now.item(item).place().is_some());
    let carried =
        carried.filter(|&item| now.item_kind(item).missile().is_none()).map(|item| most_power(now, figure, item));
    let armed = carried.max().unwrap_or(0).max(armed_with(now, figure, arms));
    let distance = footprint::nearest_opponent(now, figure).map_or(FAR, |(distance, _)| distance);
    let before = equipment(now, figure, arms, distance);
    let mut scratch: Option<State> = None;
    let mut serves = |item: ItemId| {
        let state = scratch.get_or_insert_with(|| now.state.clone());
        let look = |after: &mut State| equipment_in(Situation::new(now.content, after), figure, distance);
        made_ready(now.content, state, figure, item, look) > before + 2 * BOTHER
    };
    let better = lying.filter(|&(item, _)| is_far_better(now, figure, item, armed) && could_wield(now, figure, item));
    better.filter(|&(item, _)| serves(item)).map(|(_, hex)| hex).collect()
}

/// Whether a figure could fight with an item from the ground after picking it up.
fn could_wield(now: Situation<'_>, figure: FigureId, item: ItemId) -> bool {
    let own = now.item_kind(item);
    let goes_into_a_hand = !matches!(own.ready, Ready::Worn) && own.class != ItemClass::Amo;
    let serves = own.uses.is_empty() || weapons::uses(now, figure, item).next().is_some();
    now.kind(figure).has_hands()
        && goes_into_a_hand
        && serves
        && carrying::check(now, figure, item) == Ok(Taking::Apart)
}

/// The worth of the best ready weapon.
fn armed_with(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> i64 {
    let serves = |arm: &&Arm<'_>| arm.weapon.mode != Mode::Fire || has_ammunition(now, figure, **arm);
    arms.iter().filter(serves).map(|arm| power(arm.weapon)).max().unwrap_or(0)
}

/// Whether an item is a much better weapon at close quarters than the figure's current one.
fn is_far_better(now: Situation<'_>, figure: FigureId, item: ItemId, armed: i64) -> bool {
    now.item_kind(item).missile().is_none() && 2 * armed < most_power(now, figure, item)
}

fn most_power(now: Situation<'_>, figure: FigureId, item: ItemId) -> i64 {
    weapons::uses(now, figure, item).map(|(weapon, _)| power(weapon)).max().unwrap_or(0)
}

/// The worth of a figure's equipment after a second Ready action: a bow must go into the other hand before a sword can
/// be used.
fn in_two(now: Situation<'_>, later: &mut State, figure: FigureId, distance: u32) -> i64 {
    let mut best = 0;
    for item in now.gear(figure) {
        if ready::check(Situation::new(now.content, later), figure, item).is_ok() {
            let look = |after: &mut State| equipment_in(Situation::new(now.content, after), figure, distance);
            best = best.max(made_ready(now.content, later, figure, item, look));
        }
    }
    best
}

/// Makes an item ready, looks at the result, and puts everything back.
fn made_ready<T>(
    content: &Content,
    state: &mut State,
    figure: FigureId,
    item: ItemId,
    look: impl FnOnce(&mut State) -> T,
) -> T {
    let changes = ready::changes(Situation::new(content, state), figure, item);
    let mut before: SmallVec<[(ItemId, Whereabouts, bool); 4]> = SmallVec::new();
    for &(item, place) in &changes {
        let (at, is_lying) = (state.item(item).at, state.item(item).owner.is_none());
        before.push((item, at, is_lying));
        if is_lying {
            state.give(item, Some(figure));
        }
        state.item_mut(item).at = Whereabouts::Carried { place };
    }
    let seen = look(state);
    for &(item, at, is_lying) in before.iter().rev() {
        if is_lying {
            state.give(item, None);
        }
        state.item_mut(item).at = at;
    }
    seen
}

/// The worth of a figure's ready gear in a situation, with the enemy at this distance.
fn equipment_in(now: Situation<'_>, figure: FigureId, distance: u32) -> i64 {
    equipment(now, figure, &weapons::all(now, figure), distance)
}

/// The worth of a figure's ready gear with the enemy at this distance.
fn equipment(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>], distance: u32) -> i64 {
    let serves = |arm: &&Arm<'_>| arm.weapon.mode != Mode::Fire || has_ammunition(now, figure, **arm);
    let armed = arms.iter().filter(serves).map(|arm| use_of(arm.weapon, distance));
    let covered = now.gear(figure).filter(|&item| weapons::is_ready(now, figure, item));
    armed.max().unwrap_or(0) + cover(now, covered)
}

/// An upper bound: the worth if all its gear, and all items on the ground in its hexes, were ready at once.
fn everything(now: Situation<'_>, figure: FigureId, distance: u32) -> i64 {
    let items = || now.gear(figure).chain(now.lying_under(figure));
    let uses = items().flat_map(|item| weapons::uses(now, figure, item)).map(|(weapon, _)| weapon);
    let uses = uses.chain(&now.kind(figure).body);
    uses.map(|weapon| use_of(weapon, distance)).max().unwrap_or(0) + cover(now, items())
}

/// The worth of having a weapon with the enemy at this distance.
fn use_of(weapon: &Weapon, distance: u32) -> i64 {
    let percent = match weapon.mode {
        Mode::Strike => 100,
        Mode::Jab | Mode::Hurl => 30,
        Mode::Fire if distance < FAR => AT_ARMS_LENGTH,
        Mode::Fire => AT_A_DISTANCE,
    };
    power(weapon) * percent / 100
}

/// The worth of shields, and of weapons that parry.
fn cover(now: Situation<'_>, items: impl Iterator<Item = ItemId>) -> i64 {
    let wards = items.filter(|&item| weapons::wards(now, item)).map(|item| {
        let stops = now.item_kind(item).stops;
        6 * i64::from(stops.protection) + i64::from(stops.rating) * i64::from(stops.block)
    });
    POINT * wards.sum::<i64>() / 10
}

/// Whether a weapon is loaded, or ammunition for it is left.
pub(super) fn has_ammunition(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> bool {
    let fits = |item: ItemId| {
        let fires = arm.weapon.missile.as_ref().is_some_and(|missile| missile.ammo == now.item(item).kind);
        fires && now.item(item).place().is_some()
    };
    arm.item.is_some_and(|item| now.item(item).loaded.is_some()) || now.gear(figure).any(fits)
}

/// The loss from throwing a weapon away: its worth minus the worth of the best replacement at hand.
pub(super) fn loss(now: Situation<'_>, figure: FigureId, arm: Arm<'_>) -> i64 {
    let Some(item) = arm.item.filter(|&item| !now.item_kind(item).counted) else { return 0 };
    let strikes = |item: ItemId| {
        let uses = weapons::uses(now, figure, item).filter(|(weapon, _)| weapon.mode == Mode::Strike);
        uses.map(|(weapon, _)| power(weapon)).max().unwrap_or(0)
    };
    let body = now.kind(figure).body.iter().map(power).max().unwrap_or(0);
    let others = now.gear(figure).filter(|&other| other != item && now.item(other).place().is_some());
    let best = others.map(strikes).max().unwrap_or(0).max(body);
    (strikes(item) - best).max(0) + BOTHER
}

/// The worth of having a weapon, regardless of the target.
fn power(weapon: &Weapon) -> i64 {
    let dice = i64::from(weapon.damage.damage_dice(ORDINARY_DICE));
    let points = 7 * dice / 2 + super::worth::shift(&weapon.damage.mods, dice as u8) / 6;
    ARMED * points
}

//! Making an item ready (`makRdy`, `F10.4`), and the Ready option (`F6.7`).

use std::ops::RangeInclusive;

use crate::Foeman;
use crate::attack::reload;
use crate::catalogs::HouseRules;
use crate::catalogs::{ItemClass, Loadout, Ready};
use crate::constants::{LEAST_READY_DICE, MOST_DICE, MOST_READY_DICE};
use crate::ids::{FigureId, ItemId};
use crate::instruction::{FigureEvent, Instruction, ItemEvent};
use crate::rolls::{Check, Sum, success};
use crate::situation::carrying::{self, Taking};
use crate::situation::{Situation, footprint, values};
use crate::state::{ActionKind, Whereabouts};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// The properties of an item that the procedure needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handling {
    /// How it is held.
    pub ready: Ready,
    /// Its main use.
    pub class: ItemClass,
}

/// Moves items between hands, belt and back to make `chosen` ready, or to put it away if it is held.
///
/// `items` and `places` list the same items of one figure in the same order.
pub fn make_ready(items: &[Handling], places: &mut [Loadout], chosen: usize) {
    match places[chosen] {
        Loadout::SecondHand => places[chosen] = put_away(items[chosen]),
        Loadout::FirstHand => {
            if let Some(other) = held(places, Loadout::SecondHand) {
                places[other] = Loadout::FirstHand;
            }
            places[chosen] = Loadout::SecondHand;
        }
        Loadout::Belt | Loadout::Back | Loadout::Worn => {
            if let Some(other) = held(places, Loadout::SecondHand)
                && items[other].ready == Ready::TwoHands
                && held(places, Loadout::FirstHand).is_none()
            {
                places[other] = Loadout::FirstHand;
            }
            if held(places, Loadout::FirstHand).is_none() {
                places[chosen] = Loadout::FirstHand;
            } else {
                if let Some(other) = held(places, Loadout::SecondHand) {
                    places[other] = put_away(items[other]);
                }
                places[chosen] = Loadout::SecondHand;
            }
        }
    }
    // A two-handed item is shown in both hands; this puts it into the same one every time.
    if let Some(first) = held(places, Loadout::FirstHand)
        && items[first].ready == Ready::TwoHands
        && held(places, Loadout::SecondHand).is_none()
    {
        places[first] = Loadout::SecondHand;
    }
}

fn held(places: &[Loadout], hand: Loadout) -> Option<usize> {
    places.iter().position(|&place| place == hand)
}

fn put_away(item: Handling) -> Loadout {
    if item.ready == Ready::TwoHands || item.class == ItemClass::Shd { Loadout::Back } else { Loadout::Belt }
}

/// The permitted numbers of dice for making an item ready (`F6.7`).
pub fn dice(rules: &HouseRules) -> RangeInclusive<u8> {
    if rules.any_ready_dice { 1..=MOST_DICE } else { LEAST_READY_DICE..=MOST_READY_DICE }
}

/// Checks that an item may be made ready with this many dice.
pub(super) fn check_dice(rules: &HouseRules, chosen: u8) -> Result<(), Refusal> {
    if dice(rules).contains(&chosen) {
        Ok(())
    } else if rules.any_ready_dice {
        refuse("F6.1", "it must choose 1 to 9 dice")
    } else {
        refuse("F6.7", "readying takes 3 to 5 dice; the scenario's option `any-ready-dice` allows 1 to 9")
    }
}

/// Every item that a figure might make ready: its own gear, and items on the ground in its hexes.
pub(crate) fn candidates(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = ItemId> + '_ {
    now.gear(figure).chain(now.lying_under(figure))
}

/// Checks whether a figure could make an item ready; the refusal cites the rule.
pub(crate) fn check(now: Situation<'_>, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    let worn = now.item_kind(item).ready == Ready::Worn;
    if !now.kind(figure).has_hands() {
        return refuse("F1.8", "it has no hands to ready an item");
    }
    if now.item(item).owner.is_some_and(|owner| owner != figure) {
        return refuse("F6.7", "another figure carries that item");
    }
    match now.item(item).at {
        Whereabouts::Gone => refuse("F10.2", "nothing is left of it"),
        Whereabouts::Lying { hex } if !footprint::hexes(now, figure).contains(&hex) => {
            refuse("F10.4", "it lies out of reach")
        }
        Whereabouts::Lying { .. } => carrying::check(now, figure, item).map(|_| ()),
        Whereabouts::Carried { place } if worn || place == Loadout::Worn => {
            refuse("F10.4", "worn items cannot be readied in a battle")
        }
        Whereabouts::Carried { .. } if now.item_kind(item).class == ItemClass::Amo => {
            match reload::by_readying(now, figure, item) {
                Some(_) => Ok(()),
                None => refuse("F10.5", "no ready weapon can be loaded with it by a Ready action"),
            }
        }
        Whereabouts::Carried { .. } => Ok(()),
    }
}

/// The new places of a figure's items if `item` were made ready now.
pub fn changes(now: Situation<'_>, figure: FigureId, item: ItemId) -> Vec<(ItemId, Loadout)> {
    let at_hand = |other: &ItemId| now.item(*other).place().is_some();
    let mut gear: Vec<ItemId> = now.gear(figure).filter(at_hand).collect();
    if !gear.contains(&item) {
        gear.push(item);
    }
    let handling: Vec<Handling> = gear
        .iter()
        .map(|&item| Handling { ready: now.item_kind(item).ready, class: now.item_kind(item).class })
        .collect();
    // An item from the ground ends up where an item from the belt would.
    let mut after: Vec<Loadout> = gear.iter().map(|&item| now.item(item).place().unwrap_or(Loadout::Belt)).collect();
    if let Some(chosen) = gear.iter().position(|&other| other == item) {
        make_ready(&handling, &mut after, chosen);
    }
    gear.into_iter().zip(after).filter(|&(item, after)| now.item(item).place() != Some(after)).collect()
}

/// The exact chance to make an item ready with this many dice, or to finish loading a weapon.
pub fn chance(now: Situation<'_>, figure: FigureId, item: ItemId, dice: u8) -> Odds {
    let miss = now.figure(figure).repeats(ActionKind::Ready);
    if let Some(load) = reload::by_readying(now, figure, item) {
        return reload::chance(now, load, dice);
    }
    success::chance(dice, values::ready_dx(now, figure, item).total(), miss)
}

/// The limit that the roll to make an item ready must not exceed; `None` if it loads a weapon, which adds up the dice.
pub fn needed(now: Situation<'_>, figure: FigureId, item: ItemId) -> Option<Sum> {
    reload::by_readying(now, figure, item).is_none().then(|| values::ready_dx(now, figure, item))
}

/// Carries out the Ready option: a saving roll, and on success the procedure. With ammunition, it loads the weapon in
/// hand instead: each attempt adds its total (`F10.5`).
pub(crate) fn plan(figure: FigureId, item: ItemId, dice: u8, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let needed = values::ready_dx(now, figure, item);
    let miss = now.figure(figure).repeats(ActionKind::Ready);
    if let Some(load) = reload::by_readying(now, figure, item) {
        return reload::by_option(figure, load, dice, out);
    }
    let check = Check::roll(out, "ready", figure, dice, needed, miss);
    let made = check.is_success();
    out.push(Instruction::Figure(figure, FigureEvent::Readied { item, check: Box::new(check) }));
    if !made {
        return;
    }
    if let Some(event) = put_away_at_once(Situation::of(out), figure, item) {
        out.push(Instruction::Item(item, event));
        return;
    }
    for (moved, place) in changes(Situation::of(out), figure, item) {
        let event = match out.state().item(moved).owner {
            Some(_) => ItemEvent::Moved { place },
            None => ItemEvent::Taken { by: figure, place },
        };
        out.push(Instruction::Item(moved, event));
    }
}

/// Puts away an item from the ground that does not go into a hand: more pieces of a counted item, ammunition, or worn
/// items.
pub(crate) fn put_away_at_once(now: Situation<'_>, figure: FigureId, item: ItemId) -> Option<ItemEvent> {
    if now.item(item).owner.is_some() {
        return None;
    }
    let known = now.item_kind(item);
    let place = if known.ready == Ready::Worn { Loadout::Back } else { Loadout::Belt };
    match carrying::check(now, figure, item) {
        Ok(Taking::Into(into)) => Some(ItemEvent::Joined { into }),
        _ if known.ready == Ready::Worn || known.class == ItemClass::Amo => {
            Some(ItemEvent::Taken { by: figure, place })
        }
        _ => None,
    }
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}

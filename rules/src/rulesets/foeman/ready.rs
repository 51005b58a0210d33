//! Making an item ready (`makRdy`, `F10.4`), and the Ready option (`F6.7`).

use super::catalogs::{ItemClass, Loadout, Ready};
use super::constants::DIE;
use super::content::{Content, FigureId, ItemId};
use super::hit::Success;
use super::instruction::Instruction;
use super::reload::Loading;
use super::state::{ActionKind, State, Whereabouts};
use super::{Foeman, hit, reload, shape, values};
use crate::ruleset::{Emit, Refusal};
use crate::told::Odds;

/// What the procedure must know of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handling {
    /// How it is held.
    pub ready: Ready,
    /// What it is used as.
    pub class: ItemClass,
}

/// Moves items between hands, belt and back so as to make `chosen` ready, or to put it away when it is held.
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
    // So that a two-handed item that is shown in both hands always is in the same one.
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

/// Whether a figure could make an item ready, and if not, by which rule.
pub(super) fn check(content: &Content, state: &State, figure: FigureId, item: ItemId) -> Result<(), Refusal> {
    let worn = content.item(item).ready == Ready::Worn;
    match state.item(item).at {
        Whereabouts::Gone => refuse("F10.2", "nothing is left of it"),
        Whereabouts::Lying { hex } if !shape::hexes(content, state, figure).contains(&hex) => {
            refuse("F10.4", "it lies out of reach")
        }
        Whereabouts::Carried { place } if worn || place == Loadout::Worn => {
            refuse("F10.4", "worn items are not made ready in a battle")
        }
        Whereabouts::Carried { .. } if content.item(item).class == ItemClass::Amo => {
            match reload::by_readying(content, state, figure, item) {
                Some(_) => Ok(()),
                None => refuse("F10.5", "no weapon is ready that takes a Ready action to load with it"),
            }
        }
        Whereabouts::Carried { .. } | Whereabouts::Lying { .. } => Ok(()),
    }
}

/// Where items of a figure would go if `item` was made ready now.
pub fn changes(content: &Content, state: &State, figure: FigureId, item: ItemId) -> Vec<(ItemId, Loadout)> {
    let at_hand = |other: &ItemId| *other == item || state.item(*other).place().is_some();
    let gear: Vec<ItemId> = content.gear(figure).filter(at_hand).collect();
    let handling: Vec<Handling> = gear
        .iter()
        .map(|&item| Handling { ready: content.item(item).ready, class: content.item(item).class })
        .collect();
    // What is picked up goes where gear from the belt would.
    let mut after: Vec<Loadout> = gear.iter().map(|&item| state.item(item).place().unwrap_or(Loadout::Belt)).collect();
    if let Some(chosen) = gear.iter().position(|&other| other == item) {
        make_ready(&handling, &mut after, chosen);
    }
    gear.into_iter().zip(after).filter(|&(item, after)| state.item(item).place() != Some(after)).collect()
}

/// The exact chance to make an item ready with this many dice.
pub fn chance(content: &Content, state: &State, figure: FigureId, item: ItemId, dice: u8) -> Odds {
    let miss = hit::repeats(state.figure(figure), ActionKind::Ready);
    hit::chance(dice, values::ready_dx(content, state, figure, item).total(), miss)
}

/// Carries out the Ready option: a saving roll, and on success the procedure; or with ammunition, the loading of the
/// weapon in hand, to which only a roll that succeeds adds its total.
pub(super) fn plan(figure: FigureId, item: ItemId, dice: u8, out: &mut Emit<'_, Foeman>) {
    let content = out.content();
    let needed = values::ready_dx(content, out.state(), figure, item).total();
    let miss = hit::repeats(out.state().figure(figure), ActionKind::Ready);
    let rolled = out.roll("ready", u32::from(figure.0), usize::from(dice), DIE);
    let success = hit::judge(&rolled, needed, miss);
    if let Some((weapon, required)) = reload::by_readying(content, out.state(), figure, item) {
        let begun = out.state().item(item).loading;
        let loading = match success {
            Success::Made => reload::attempt(begun, hit::total(&rolled) as u16, required),
            Success::Failed | Success::AutomaticallyFailed => Loading::Begun(begun),
        };
        out.push(Instruction::Loading { figure, weapon, ammo: item, rolled, success, loading });
        return;
    }
    let places = if success.is_success() { changes(content, out.state(), figure, item) } else { Vec::new() };
    out.push(Instruction::Readied { figure, item, rolled, success, places });
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}

//! Making an item ready (`makRdy`, `F10.4`), and the Ready option (`F6.7`).

use foeman_schema::catalogs::foeman::{ItemClass, Loadout, Ready};

use super::constants::DIE;
use super::content::{Content, FigureId, ItemId};
use super::instruction::Instruction;
use super::state::{ActionKind, State};
use super::{Foeman, hit, values};
use crate::emit::Emit;
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

/// Where items of a figure would go if `item` was made ready now.
pub fn changes(content: &Content, state: &State, figure: FigureId, item: ItemId) -> Vec<(ItemId, Loadout)> {
    let gear: Vec<ItemId> = content.gear(figure).collect();
    let handling: Vec<Handling> = gear
        .iter()
        .map(|&item| Handling { ready: content.item(item).ready, class: content.item(item).class })
        .collect();
    let before: Vec<Loadout> = gear.iter().map(|item| state.items[item.index()]).collect();
    let mut after = before.clone();
    if let Some(chosen) = gear.iter().position(|&other| other == item) {
        make_ready(&handling, &mut after, chosen);
    }
    let moved = gear.into_iter().zip(before).zip(after);
    moved.filter(|((_, before), after)| before != after).map(|((item, _), after)| (item, after)).collect()
}

/// The exact chance to make one's own gear ready with this many dice.
pub fn chance(content: &Content, state: &State, figure: FigureId, dice: u8) -> Odds {
    let miss = hit::repeats(state.figure(figure), ActionKind::Ready);
    hit::chance(dice, values::ready_dx(content, state, figure).total(), miss)
}

/// Carries out the Ready option: a saving roll, and on success the procedure.
pub(super) fn plan_ready(figure: FigureId, item: ItemId, dice: u8, out: &mut Emit<'_, Foeman>) {
    let content = out.content();
    let needed = values::ready_dx(content, out.state(), figure).total();
    let miss = hit::repeats(out.state().figure(figure), ActionKind::Ready);
    let rolled = out.roll("ready", u32::from(figure.0), usize::from(dice), DIE);
    let success = hit::judge(&rolled, needed, miss);
    let places = if success.is_success() { changes(content, out.state(), figure, item) } else { Vec::new() };
    out.push(Instruction::Readied { figure, item, rolled, success, places });
}

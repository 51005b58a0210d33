//! What a figure can attack and ward with as it stands.

use super::catalogs::{ItemClass, Loadout, Ready};
use super::content::{Content, FigureId, ItemId};
use super::gear::{Mode, Weapon};
use super::state::{Grip, State};

/// A way to attack that is open now.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// The item; nothing for a part of the body.
    pub item: Option<ItemId>,
    /// How it attacks.
    pub weapon: &'a Weapon,
}

/// The ways in which a figure can attack now, by items in the order they are carried: those that are ready, or for
/// strikes without any of them its body (`F1.8`, `F10.4`).
pub fn all<'a>(content: &'a Content, state: &State, figure: FigureId) -> Vec<Arm<'a>> {
    let known = content.figure(figure);
    let mut arms = Vec::new();
    if !known.organic {
        for item in content.gear(figure).filter(|&item| state.item(item).is_held()) {
            if is_ready(content, state, figure, item) {
                let uses = content.item(item).uses.iter();
                let open = uses.filter(|weapon| serves(content, state, figure, item, weapon));
                arms.extend(open.map(|weapon| Arm { item: Some(item), weapon }));
            }
        }
    }
    if !arms.iter().any(|arm| arm.weapon.mode == Mode::Strike) {
        arms.extend(known.body.iter().map(|weapon| Arm { item: None, weapon }));
    }
    arms
}

/// Those of one mode.
pub fn of<'a>(content: &'a Content, state: &State, figure: FigureId, mode: Mode) -> Vec<Arm<'a>> {
    let mut arms = all(content, state, figure);
    arms.retain(|arm| arm.weapon.mode == mode);
    arms
}

/// The way to attack with this number among those of its mode.
pub fn nth<'a>(content: &'a Content, state: &State, figure: FigureId, mode: Mode, attack: u8) -> Option<Arm<'a>> {
    of(content, state, figure, mode).get(usize::from(attack)).copied()
}

/// Whether a figure fights with its body or has something ready to strike with; bare hands, bows and nets engage
/// nobody (`F4.4`).
pub fn is_armed(content: &Content, state: &State, figure: FigureId) -> bool {
    let organic = content.figure(figure).organic;
    of(content, state, figure, Mode::Strike).iter().any(|arm| organic || arm.item.is_some())
}

/// Whether an item is held so that it is of use (`F10.4`).
pub fn is_ready(content: &Content, state: &State, figure: FigureId, item: ItemId) -> bool {
    let carried = content.item(item);
    let place = state.item(item).place();
    match carried.ready {
        Ready::Worn => place == Some(Loadout::Worn),
        Ready::TwoHands => state.item(item).is_held() && others_held(content, state, figure, item) == 0,
        Ready::OneHand if carried.class == ItemClass::Wpn => {
            // An off-hand weapon wards as a shield does, from the second hand.
            place == Some(Loadout::FirstHand) || (place == Some(Loadout::SecondHand) && wards(content, item))
        }
        Ready::OneHand => state.item(item).is_held(),
    }
}

/// Whether an item stops blows from a hand: a shield, or a weapon that is made for the second hand (`F8.4`).
pub fn wards(content: &Content, item: ItemId) -> bool {
    let stops = content.item(item).stops;
    stops.protection > 0 || stops.rating > 0
}

/// Whether a weapon for one hand is gripped with both, for which the other must be empty (`F10.3`).
pub fn grip(content: &Content, state: &State, figure: FigureId, item: ItemId) -> Grip {
    match state.item(item).grip {
        Grip::BothHands if others_held(content, state, figure, item) == 0 => Grip::BothHands,
        _ => Grip::OneHand,
    }
}

/// How many other items a figure holds.
pub fn others_held(content: &Content, state: &State, figure: FigureId, item: ItemId) -> usize {
    content.gear(figure).filter(|&other| other != item && state.item(other).is_held()).count()
}

/// Whether a ready item serves in this way: a weapon for one hand strikes and jabs from the first hand only, and in
/// the grip it is held in; what only serves as a weapon beside its class strikes from where it is.
fn serves(content: &Content, state: &State, figure: FigureId, item: ItemId, weapon: &Weapon) -> bool {
    let carried = content.item(item);
    let off_hand = carried.class == ItemClass::Wpn
        && carried.ready == Ready::OneHand
        && state.item(item).place() != Some(Loadout::FirstHand);
    match weapon.mode {
        Mode::Strike | Mode::Jab => {
            !off_hand && weapon.grip.is_none_or(|wanted| wanted == grip(content, state, figure, item))
        }
        Mode::Hurl => true,
        Mode::Fire => !off_hand,
    }
}

//! What a figure strikes with.

use foeman_schema::catalogs::foeman::{Loadout, Ready};

use super::content::{Content, FigureId, ItemId, Weapon};
use super::state::State;

/// The weapons a figure can strike with now: the one that is ready, or those of its body (`F1.8`, `F10.4`).
pub fn of<'a>(content: &'a Content, state: &State, figure: FigureId) -> &'a [Weapon] {
    match ready_weapon(content, state, figure) {
        Some(weapon) => std::slice::from_ref(weapon),
        None => &content.figure(figure).body,
    }
}

/// Whether a figure has a ready weapon or fights with its body; bare hands engage nobody (`F4.4`).
pub fn is_armed(content: &Content, state: &State, figure: FigureId) -> bool {
    let own = content.figure(figure);
    (own.organic && !own.body.is_empty()) || ready_weapon(content, state, figure).is_some()
}

/// Whether an item is held so that it is of use (`F10.4`).
pub fn is_ready(content: &Content, state: &State, figure: FigureId, item: ItemId) -> bool {
    let carried = content.item(item);
    let place = state.items[item.index()];
    match carried.ready {
        Ready::Worn => place == Loadout::Worn,
        Ready::TwoHands => {
            is_hand(place) && content.gear(figure).all(|other| other == item || !is_hand(state.items[other.index()]))
        }
        Ready::OneHand if carried.weapon.is_some() => {
            // An off-hand weapon wards as a shield does, from the second hand.
            place == Loadout::FirstHand || (place == Loadout::SecondHand && wards(content, item))
        }
        Ready::OneHand => is_hand(place),
    }
}

/// Whether a weapon also stops blows, which makes it an off-hand weapon (`F8.4`).
pub fn wards(content: &Content, item: ItemId) -> bool {
    let stops = content.item(item).stops;
    stops.protection > 0 || stops.rating > 0
}

/// Whether a place is one of the two hands.
pub fn is_hand(place: Loadout) -> bool {
    matches!(place, Loadout::FirstHand | Loadout::SecondHand)
}

fn ready_weapon<'a>(content: &'a Content, state: &State, figure: FigureId) -> Option<&'a Weapon> {
    if content.figure(figure).organic {
        return None;
    }
    content.gear(figure).find_map(|item| {
        let weapon = content.item(item).weapon.as_ref()?;
        let off_hand = content.item(item).ready == Ready::OneHand && state.items[item.index()] != Loadout::FirstHand;
        (!off_hand && is_ready(content, state, figure, item)).then_some(weapon)
    })
}

//! Events of an item.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::catalogs::{Lie, Loadout};
use crate::content::LyingItem;
use crate::ids::{FigureId, ItemId};
use crate::state::{Alteration, Carrying, Grip, ItemState, State, Whereabouts};

/// An event of an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemEvent {
    /// Its owner carries it in another place.
    Moved {
        /// The new place.
        place: Loadout,
    },
    /// A figure picked it up.
    Taken {
        /// The figure.
        by: FigureId,
        /// Its place on the figure.
        place: Loadout,
    },
    /// It left its owner and is on the ground.
    Left {
        /// The hex.
        hex: Hex,
    },
    /// Some of its pieces left its owner and are on the ground, as a new item with the next number.
    Shed {
        /// The number of pieces, fewer than there are.
        pieces: u16,
        /// The hex.
        hex: Hex,
    },
    /// It was picked up and merged into another entry of its kind (`F10.2`).
    Joined {
        /// The other entry.
        into: ItemId,
    },
    /// A piece of a counted item was used up.
    Spent {
        /// The remaining pieces.
        left: u16,
    },
    /// This weapon was loaded.
    Loaded {
        /// The ammunition.
        ammo: ItemId,
        /// Whether loading was a free alteration (`F10.6`).
        freely: bool,
    },
    /// This weapon was unloaded.
    Unloaded,
    /// A game master removed it from the battle.
    Removed,
    /// Its owner holds it differently (`F10.6`).
    Altered {
        /// The alteration.
        to: Alteration,
    },
}

impl ItemEvent {
    pub(super) fn apply(&self, state: &mut State, item: ItemId) {
        match self {
            Self::Moved { place } => state.item_mut(item).at = Whereabouts::Carried { place: *place },
            Self::Taken { by, place } => {
                state.give(item, Some(*by));
                state.item_mut(item).at = Whereabouts::Carried { place: *place };
            }
            Self::Left { hex } => {
                state.give(item, None);
                let left = state.item_mut(item);
                left.at = Whereabouts::Lying { hex: *hex };
                left.lie = Lie::Littered;
                left.grip = Grip::OneHand;
                left.loaded = None;
            }
            Self::Shed { pieces, hex } => {
                let from = state.item_mut(item);
                from.count = from.count.saturating_sub(*pieces);
                let kind = from.kind;
                let item = LyingItem { kind, hex: *hex, count: *pieces, lie: Lie::default() };
                state.items.push(item.state());
            }
            Self::Joined { into } => {
                let pieces = state.item(item).count;
                let left = state.item_mut(item);
                left.count = 0;
                left.at = Whereabouts::Gone;
                let joined = state.item_mut(*into);
                joined.count = joined.count.saturating_add(pieces);
            }
            Self::Spent { left } => {
                let spent = state.item_mut(item);
                spent.count = *left;
                if *left == 0 {
                    spent.at = Whereabouts::Gone;
                }
            }
            Self::Loaded { ammo, .. } => {
                state.item_mut(item).loaded = Some(*ammo);
                state.item_mut(*ammo).loading = 0;
            }
            Self::Removed => {
                state.give(item, None);
                state.item_mut(item).at = Whereabouts::Gone;
                for weapon in state.items.iter_mut().filter(|weapon| weapon.loaded == Some(item)) {
                    weapon.loaded = None;
                }
            }
            Self::Unloaded => state.item_mut(item).loaded = None,
            Self::Altered { to } => alter(state.item_mut(item), *to),
        }
    }
}

fn alter(item: &mut ItemState, to: Alteration) {
    item.altered = true;
    match to {
        Alteration::OneHand => item.grip = Grip::OneHand,
        Alteration::BothHands => item.grip = Grip::BothHands,
        Alteration::Cover => item.carrying = Carrying::Cover,
        Alteration::Order => item.carrying = Carrying::Order,
        Alteration::Lower => item.carrying = Carrying::Lower,
        // Loading also concerns the weapon, and is an event of that.
        Alteration::Load => {}
    }
}

/// Allows a figure to alter each of its items again.
pub(super) fn allow_alterations(state: &mut State, figure: FigureId) {
    for &item in state.figure(figure).gear.clone().iter() {
        state.item_mut(item).altered = false;
    }
}

/// Resets the grip of one-handed weapons to one hand (`F10.3`).
pub(super) fn revert_grips(state: &mut State, figure: FigureId) {
    for &item in state.figure(figure).gear.clone().iter() {
        state.item_mut(item).grip = Grip::OneHand;
    }
}

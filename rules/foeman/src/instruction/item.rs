//! What happens to an item.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::catalogs::{Lie, Loadout};
use crate::content::LyingItem;
use crate::ids::{FigureId, ItemId};
use crate::state::{Alteration, Carrying, Grip, ItemState, State, Whereabouts};

/// What happens to an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ItemEvent {
    /// Its owner carries it elsewhere now.
    Moved {
        /// Where.
        place: Loadout,
    },
    /// Somebody picked it up.
    Taken {
        /// Who.
        by: FigureId,
        /// Where it is carried.
        place: Loadout,
    },
    /// It left its owner and lies on the ground.
    Left {
        /// Where.
        hex: Hex,
    },
    /// Some of its pieces left its owner and lie on the ground, as a thing of their own with the next number.
    Shed {
        /// How many, fewer than there are.
        pieces: u16,
        /// Where.
        hex: Hex,
    },
    /// It was picked up and is a part of another entry of its kind now (`F10.2`).
    Joined {
        /// Which.
        into: ItemId,
    },
    /// A piece of what is counted is used up.
    Spent {
        /// Pieces left.
        left: u16,
    },
    /// It is a weapon, and loaded with this ammunition now.
    Loaded {
        /// With what.
        ammo: ItemId,
        /// Whether that was a free alteration (`F10.6`).
        freely: bool,
    },
    /// It is a weapon, and not loaded any more.
    Unloaded,
    /// A game master took it out of the battle.
    Removed,
    /// Its owner holds it differently (`F10.6`).
    Altered {
        /// How.
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
                state.items.push(ItemState::on_the_ground(item));
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
        // Loading names the weapon too and is an event of that.
        Alteration::Load => {}
    }
}

/// A figure may alter each of its items once more.
pub(super) fn allow_alterations(state: &mut State, figure: FigureId) {
    for &item in state.figure(figure).gear.clone().iter() {
        state.item_mut(item).altered = false;
    }
}

/// Weapons for one hand are gripped with one again (`F10.3`).
pub(super) fn revert_grips(state: &mut State, figure: FigureId) {
    for &item in state.figure(figure).gear.clone().iter() {
        state.item_mut(item).grip = Grip::OneHand;
    }
}

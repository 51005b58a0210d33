//! The state of items.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::catalogs::{Lie, Loadout};
use crate::ids::{FigureId, ItemId, ItemKindId};

/// The state of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ItemState {
    /// Its kind.
    pub kind: ItemKindId,
    /// Its owner; `None` while it is on the ground.
    pub owner: Option<FigureId>,
    /// Its place.
    pub at: Whereabouts,
    /// How it is placed on the ground, if it is there.
    pub lie: Lie,
    /// The number of pieces left; 1 for an item that is not counted.
    pub count: u16,
    /// The ammunition in a loaded missile weapon (`F10.5`).
    pub loaded: Option<ItemId>,
    /// The sum of the attempts to load this ammunition (`F10.5`).
    pub loading: u16,
    /// The total of this round's attempt to load this weapon; 0 before the attempt (`F10.5`).
    pub attempt: u16,
    /// The grip of a one-handed weapon (`F10.3`).
    pub grip: Grip,
    /// How a shield is carried (`F8.4`).
    pub carrying: Carrying,
    /// Whether it was altered freely in this move or before this choice of an option (`F10.6`).
    pub altered: bool,
}

/// The place of an item (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "at")]
pub enum Whereabouts {
    /// On its owner.
    Carried {
        /// The place.
        place: Loadout,
    },
    /// On the ground.
    Lying {
        /// The hex.
        hex: Hex,
    },
    /// Used up.
    Gone,
}

/// The grip of a one-handed weapon (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grip {
    /// With one hand.
    #[default]
    OneHand,
    /// With both.
    BothHands,
}

/// How a shield is carried (`F8.4`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Carrying {
    /// In front of the body: it covers all front hexes.
    Cover,
    /// On the side of its hand, which it covers.
    #[default]
    Order,
    /// Lowered: it covers nothing.
    Lower,
}

/// A free alteration of an item (`F10.6`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alteration {
    /// Grip a weapon with one hand again.
    OneHand,
    /// Grip a one-handed weapon with both hands.
    BothHands,
    /// Cover with a shield.
    Cover,
    /// Hold a shield to the side.
    Order,
    /// Lower a shield.
    Lower,
    /// Load this ammunition into the weapon in hand.
    Load,
}

impl Alteration {
    /// All alterations.
    pub const ALL: [Self; 6] = [Self::OneHand, Self::BothHands, Self::Cover, Self::Order, Self::Lower, Self::Load];
}

impl ItemState {
    /// One piece of a kind, without owner or place.
    pub fn of_nobody(kind: ItemKindId) -> Self {
        Self {
            kind,
            owner: None,
            at: Whereabouts::Gone,
            lie: Lie::default(),
            count: 1,
            loaded: None,
            loading: 0,
            attempt: 0,
            grip: Grip::default(),
            carrying: Carrying::default(),
            altered: false,
        }
    }

    /// Its place on the owner; `None` if it is not carried.
    pub fn place(&self) -> Option<Loadout> {
        match self.at {
            Whereabouts::Carried { place } => Some(place),
            Whereabouts::Lying { .. } | Whereabouts::Gone => None,
        }
    }

    /// Whether it is in one of its owner's hands.
    pub fn is_held(&self) -> bool {
        self.place().is_some_and(Loadout::is_hand)
    }
}

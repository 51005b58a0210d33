//! The state of items.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::catalogs::{Lie, Loadout};
use crate::content::{Content, LyingItem, StartItem};
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
    /// An item of a figure at the start of the battle.
    pub(super) fn at_start(owner: FigureId, item: StartItem) -> Self {
        Self {
            kind: item.kind,
            owner: Some(owner),
            at: Whereabouts::Carried { place: item.place },
            lie: Lie::default(),
            count: item.count,
            loaded: None,
            loading: 0,
            attempt: 0,
            grip: Grip::default(),
            carrying: Carrying::default(),
            altered: false,
        }
    }

    /// An item on the ground at the start of the battle.
    pub(crate) fn on_the_ground(item: LyingItem) -> Self {
        let at = Whereabouts::Lying { hex: item.hex };
        Self { at, lie: item.lie, count: item.count, ..Self::of_nobody(item.kind) }
    }

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

/// Loads the weapons of a figure that need Ready actions to load, as far as there is ammunition. Weapons that are
/// loaded freely start unloaded (an assumption: archers do not arrive with an arrow on the string).
pub(super) fn load_at_start(content: &Content, items: &mut [ItemState], gear: &[ItemId]) {
    for &weapon in gear {
        let missile = content.item(items[weapon.index()].kind).missile().filter(|missile| missile.takes_readying());
        let Some(missile) = missile else { continue };
        let loaded = |item: ItemId| gear.iter().filter(|&&other| items[other.index()].loaded == Some(item)).count();
        let left = |item: &&ItemId| {
            let ammo = &items[item.index()];
            ammo.kind == missile.ammo && usize::from(ammo.count) > loaded(**item)
        };
        items[weapon.index()].loaded = gear.iter().find(left).copied();
    }
}

//! What changes about items.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::catalogs::{Lie, Loadout};
use crate::content::{Content, LyingItem, StartItem};
use crate::ids::{FigureId, ItemId, ItemKindId};

/// What changes about an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ItemState {
    /// What it is.
    pub kind: ItemKindId,
    /// Whose it is; nobody's what lies on the ground.
    pub owner: Option<FigureId>,
    /// Where it is.
    pub at: Whereabouts,
    /// How it lies on the ground, while it does.
    pub lie: Lie,
    /// How many pieces are left; 1 of what is not counted.
    pub count: u16,
    /// The ammunition in a missile weapon that is loaded (`F10.5`).
    pub loaded: Option<ItemId>,
    /// What the attempts to load this ammunition have added up to (`F10.5`).
    pub loading: u16,
    /// What the attempt to load this weapon in this round rolled; 0 before it was tried (`F10.5`).
    pub attempt: u16,
    /// How a weapon for one hand is gripped (`F10.3`).
    pub grip: Grip,
    /// How a shield is carried (`F8.4`).
    pub carrying: Carrying,
    /// Whether a free alteration of it was made in this move or this asking (`F10.6`).
    pub altered: bool,
}

/// Where an item is (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "at")]
pub enum Whereabouts {
    /// With its owner.
    Carried {
        /// In which place.
        place: Loadout,
    },
    /// On the ground.
    Lying {
        /// In which hex.
        hex: Hex,
    },
    /// Used up.
    Gone,
}

/// How a weapon for one hand is gripped (`F10.3`).
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
    /// Before the body: it covers all front hexes.
    Cover,
    /// At the side of its hand, which it covers.
    #[default]
    Order,
    /// Down: it covers nothing.
    Lower,
}

/// A free alteration of an item (`F10.6`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alteration {
    /// Grip a weapon with one hand again.
    OneHand,
    /// Grip a weapon for one hand with both.
    BothHands,
    /// Cover with a shield.
    Cover,
    /// Hold a shield to its side.
    Order,
    /// Lower a shield.
    Lower,
    /// Lay this ammunition into the weapon in hand.
    Load,
}

impl Alteration {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::OneHand, Self::BothHands, Self::Cover, Self::Order, Self::Lower, Self::Load];
}

impl ItemState {
    /// An item of a figure as the battle starts.
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

    /// An item that lies about as the battle starts.
    pub(crate) fn on_the_ground(item: LyingItem) -> Self {
        let at = Whereabouts::Lying { hex: item.hex };
        Self { at, lie: item.lie, count: item.count, ..Self::of_nobody(item.kind) }
    }

    /// One piece of a kind that nobody has and that is nowhere.
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

    /// The place its owner carries it in; nothing for what is not carried.
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

/// Loads the weapons of a figure that take Ready actions to load, as far as there is ammunition; what is loaded freely
/// is not (a fill: nobody comes to a battle with an arrow on the string).
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

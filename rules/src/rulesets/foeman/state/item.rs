//! What changes about items.

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::rulesets::foeman::catalogs::Loadout;
use crate::rulesets::foeman::content::{Content, FigureId, ItemId};

/// What changes about an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemState {
    /// Where it is.
    pub at: Whereabouts,
    /// How many pieces are left; 1 of what is not counted.
    pub count: u16,
    /// The ammunition in a missile weapon that is loaded (`F10.5`).
    pub loaded: Option<ItemId>,
    /// What the attempts to load this ammunition have added up to (`F10.5`).
    pub loading: u16,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grip {
    /// With one hand.
    #[default]
    OneHand,
    /// With both.
    BothHands,
}

/// How a shield is carried (`F8.4`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
    /// The items of all figures at the start.
    ///
    /// What takes Ready actions to load is loaded as far as there is ammunition for it; what is loaded freely is not.
    pub(super) fn at_start(content: &Content) -> Vec<Self> {
        let mut items: Vec<Self> = content
            .items
            .iter()
            .map(|item| Self {
                at: Whereabouts::Carried { place: item.place },
                count: item.count,
                loaded: None,
                loading: 0,
                grip: Grip::default(),
                carrying: Carrying::default(),
                altered: false,
            })
            .collect();
        for figure in content.ids() {
            for weapon in content.gear(figure) {
                items[weapon.index()].loaded = loaded_at_start(content, figure, weapon);
            }
        }
        items
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

fn loaded_at_start(content: &Content, figure: FigureId, weapon: ItemId) -> Option<ItemId> {
    let missile = content.item(weapon).missile().filter(|missile| missile.takes_readying())?;
    content.gear(figure).find(|&item| content.item(item).record == missile.ammo)
}

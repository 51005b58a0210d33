//! Rosters (`figGrp` and `itmGrp`): named figures and their gear.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::figures::FigureType;
use super::items::Item;
use super::spells::Spell;
use super::talents::Talent;

/// A group of named figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Roster {
    /// Display name.
    pub title: String,
    /// One-sentence description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The figures, by id.
    pub figures: BTreeMap<String, RosterFigure>,
}

impl Record for Roster {
    const CATALOG: &'static str = "rosters";
    const TITLE: &'static str = "Roster";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// One named figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RosterFigure {
    /// Its name.
    #[schemars(extend("x-counter" = true))]
    pub name: String,
    /// Its type.
    pub r#type: Ref<FigureType>,
    /// Adventurers are player figures; beasts are not.
    #[serde(default)]
    pub class: PlayerClass,
    /// Attributes that override the type's.
    #[serde(default)]
    pub attributes: PartialAttributes,
    /// The items it carries.
    #[serde(default)]
    #[schemars(extend("x-merge" = "pile"))]
    pub gear: Vec<Gear>,
    /// Harm it has before the battle begins.
    #[serde(default, skip_serializing_if = "OldHarm::is_none")]
    pub harm: OldHarm,
    /// The spells it can cast.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub spells: Vec<Ref<Spell>>,
    /// The talents it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub talents: Vec<Ref<Talent>>,
}

/// Harm from before a battle (an assumption: figures of a campaign keep it).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct OldHarm {
    /// Physical damage.
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "points"))]
    pub physical: u8,
    /// Exhaustion.
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "points"))]
    pub exhaustion: u8,
}

impl OldHarm {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a figure counts as a player figure (`F1.8`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerClass {
    /// Adventurer: damage dice limited by ST, adventurer bonus.
    #[default]
    Adv,
    /// Beast: neither.
    Bst,
}

/// Attributes that override the figure type's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PartialAttributes {
    /// Strength.
    #[schemars(range(min = 1, max = 99))]
    pub st: Option<u8>,
    /// Dexterity.
    #[schemars(range(min = 1, max = 99))]
    pub dx: Option<u8>,
    /// Intelligence.
    #[schemars(range(min = 1, max = 99))]
    pub iq: Option<u8>,
    /// Movement points for each round.
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "MP"))]
    pub ma: Option<u8>,
}

/// An item that a figure carries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Gear {
    /// The item.
    pub item: Ref<Item>,
    /// Its place at the start of the battle.
    pub place: Loadout,
    /// The number of pieces of an item that accumulates, such as arrows (`F10.2`).
    #[serde(default = "one_piece")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "pieces"))]
    pub count: u16,
}

/// The place of an item on a figure (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Loadout {
    /// The right hand.
    FirstHand,
    /// The left hand.
    SecondHand,
    /// At the belt.
    Belt,
    /// On the back.
    Back,
    /// On the body.
    Worn,
}

impl Loadout {
    /// Whether it is a hand.
    pub fn is_hand(self) -> bool {
        matches!(self, Self::FirstHand | Self::SecondHand)
    }
}

fn one_piece() -> u16 {
    1
}

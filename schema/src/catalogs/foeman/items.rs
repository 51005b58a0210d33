//! Items (`itmPoo`): weapons, shields, armour and gear.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::figures::Protection;
use crate::catalogs::effects::Effect;
use crate::dialect::Record;
use crate::notation::DamageStat;
use crate::notation::code::Number;

/// A type of item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Item {
    /// Name shown to people.
    pub title: String,
    /// What it is used as (`F10.1`).
    pub class: ItemClass,
    /// Ordinary, magical or special (`F10.1`).
    #[serde(default)]
    pub quality: Quality,
    /// Size in hundredths of a human (`F1.7`).
    #[serde(default = "unit_size")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "% of a human"))]
    pub size: u16,
    /// How it must be held or worn to be of use (`F10.3`).
    #[serde(default)]
    pub ready: Ready,
    /// How many of it a figure may carry (`F10.2`).
    #[serde(default)]
    pub carry: Carry,
    /// What the bearer must have.
    #[serde(default)]
    pub requires: Requires,
    /// Damage dice of a weapon.
    #[serde(default)]
    pub damage: Option<DamageStat>,
    /// Whether using it as a weapon takes skill: all but the highest damage die of an unskilled weapon only tire (`F8.1`).
    #[serde(default)]
    pub skill: Skill,
    /// What a shield or armour stops.
    #[serde(default)]
    pub stops: Protection,
    /// What it does besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// What stands for it in the action codes of a battle's log, `0000` to `9999` (`A7`): `0001` means the body, and
    /// without a code it is logged as `0000`.
    #[serde(default)]
    pub code: Option<Number<9999>>,
}

impl Record for Item {
    const CATALOG: &'static str = "items";
    const TITLE: &'static str = "Item";
}

/// What an item is used as (`F10.1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ItemClass {
    /// Weapon.
    Wpn,
    /// Shield.
    Shd,
    /// Armour.
    Amr,
    /// General gear.
    Gen,
}

/// Whether an item is magical.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Plain workmanship.
    #[default]
    Ordinary,
    /// Magical.
    Magical,
    /// Unusual, but not magical.
    Special,
}

/// How an item must be held or worn to be of use (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Ready {
    /// Held in one hand.
    #[default]
    #[serde(rename = "1hand")]
    OneHand,
    /// Held with both hands.
    #[serde(rename = "2hand")]
    TwoHands,
    /// Worn on the body.
    #[serde(rename = "worn")]
    Worn,
}

/// How many of an item a figure may carry (`F10.2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Carry {
    /// One of this type.
    #[default]
    #[serde(rename = "1ea")]
    OneEach,
    /// One of its class.
    #[serde(rename = "1of")]
    OneOfClass,
    /// Any number.
    #[serde(rename = "mul")]
    Many,
}

/// What the bearer of an item must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Requires {
    /// Basic ST.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub st: u8,
}

/// Whether using a weapon takes skill (`F7.11`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Skill {
    /// A proper weapon.
    #[default]
    Skilled,
    /// Fists, rocks, clubs and crude arms.
    Unskilled,
}

fn unit_size() -> u16 {
    1
}

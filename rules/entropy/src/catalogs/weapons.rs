//! Weapons (`E1`).

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::decimal::Decimal;

/// A weapon: it does damage, and entropy flows through it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weapon {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default)]
    pub about: String,
    /// Artificial or a part of the body. The levels that a natural weapon cannot hold bypass the armour and flow into
    /// the body (`E9`).
    #[serde(default)]
    #[schemars(extend("x-headline" = true))]
    pub kind: Nature,
    /// Physical damage (`pDam`).
    #[serde(default = "usual_damage")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "points"))]
    #[schemars(extend("x-group" = "Combat", "x-headline" = true))]
    pub damage: u8,
    /// How much flows with a hit (`eFlw`).
    #[serde(default = "usual_flow")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy", "x-headline" = true))]
    pub e_flow: u8,
    /// Natural entropic level (`eLev`): the initial level, to which regeneration returns it.
    #[serde(default = "usual_level")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy", "x-headline" = true))]
    pub e_level: u8,
    /// The highest level it can hold (`eTuT`); not below the natural level.
    #[serde(default = "usual_upper")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub upper_threshold: u8,
    /// The lowest level it can fall to (`eTlT`); not above the natural level.
    #[serde(default = "usual_lower")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub lower_threshold: u8,
    /// How much of its bearer's attack flows reaches it (`eAEf`), up to 2.5.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat"))]
    pub attack_efficiency: Efficiency,
    /// How far its level returns towards the natural one each round (`eReg`); at most three decimal places.
    #[serde(default = "usual_regeneration")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels a round"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub regeneration: Decimal,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
}

impl Record for Weapon {
    const CATALOG: &'static str = "weapons";
    const TITLE: &'static str = "Weapon";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// Whether something is artificial or natural.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nature {
    /// Artificial.
    #[default]
    Artificial,
    /// A part of the body.
    Natural,
}

/// The factor of a flow, for each direction in which the level changes (`E8`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Efficiency {
    /// When the level rises; at most three decimal places.
    #[serde(default = "half")]
    #[schemars(range(min = 0, max = 2.5))]
    pub plus: Decimal,
    /// When the level falls; at most three decimal places.
    #[serde(default = "half")]
    #[schemars(range(min = 0, max = 2.5))]
    pub minus: Decimal,
}

impl Default for Efficiency {
    fn default() -> Self {
        Self { plus: half(), minus: half() }
    }
}

fn usual_damage() -> u8 {
    5
}

fn usual_flow() -> u8 {
    10
}

pub(super) fn usual_level() -> u8 {
    50
}

pub(super) fn usual_upper() -> u8 {
    75
}

pub(super) fn usual_lower() -> u8 {
    25
}

pub(super) fn usual_regeneration() -> Decimal {
    Decimal::thousandths(100)
}

fn half() -> Decimal {
    Decimal::thousandths(500)
}

//! Factions: who plays, with what, and what for.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::classes::{Terrain, Unit, Upgrade};
use super::kept::Kept;
use super::variables::{Amounts, Variable};

/// One of those that play against each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Faction {
    /// Name shown to people.
    pub title: String,
    /// Who they are and what they want.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Colour of its markers, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#b03a2e"]))]
    pub color: String,
    /// The counters and resources it begins with; it has no others.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub values: Amounts,
    /// What its resources gain each turn besides what units, terrains, effects and upgrades bring.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub income: Amounts,
    /// The resources that its units can be supplied with; a hint for computer players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub supplies: Vec<Ref<Variable>>,
    /// The units it can build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub builds_units: Vec<Ref<Unit>>,
    /// The terrains it can build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub builds_terrains: Vec<Ref<Terrain>>,
    /// The upgrades it can build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub builds_upgrades: Vec<Ref<Upgrade>>,
    /// It wins when its turn begins and one of these holds; always when it is the last one left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub victory: Vec<Condition>,
    /// It is out of the game when any turn ends and one of these holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub defeat: Vec<Condition>,
    /// What Hexkit says of it besides, by attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl Record for Faction {
    const CATALOG: &'static str = "factions";
    const TITLE: &'static str = "Faction";
}

/// Something that decides the game for a faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Condition {
    /// What is measured.
    pub measure: Measure,
    /// Victory: as much as this, or more. Defeat: as little as this, or less. Of turns: when more than this many have
    /// been played, each by all factions.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub threshold: i32,
}

/// What a condition measures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// How many cells it owns.
    Sites,
    /// How many units it owns, those that are not placed among them.
    Units,
    /// The strength of all its units.
    UnitStrength,
    /// How many turns have gone by.
    Turns,
}

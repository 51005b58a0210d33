//! Factions: possessions, production and goals.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::classes::{Terrain, Unit, Upgrade};
use super::kept::Kept;
use super::variables::{Amounts, Variable};

/// A faction in the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Faction {
    /// Name shown to people.
    pub title: String,
    /// A description, with its aims.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Colour of its markers, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#b03a2e"]))]
    pub color: String,
    /// Initial counters and resources; it has no others.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy"))]
    pub values: Amounts,
    /// Income of its resources each turn, in addition to what units, terrains, effects and upgrades yield.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy"))]
    pub income: Amounts,
    /// The resources that supply its units; a hint for computer players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Economy"))]
    pub supplies: Vec<Ref<Variable>>,
    /// The units it can build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Building"))]
    pub builds_units: Vec<Ref<Unit>>,
    /// The terrains it can build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Building"))]
    pub builds_terrains: Vec<Ref<Terrain>>,
    /// The upgrades it can build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    #[schemars(extend("x-group" = "Building"))]
    pub builds_upgrades: Vec<Ref<Upgrade>>,
    /// It wins if one of these holds at the start of its turn; always if it is the last one left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    #[schemars(extend("x-group" = "Victory and defeat"))]
    pub victory: Vec<Condition>,
    /// It is out of the game if one of these holds at the end of any turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    #[schemars(extend("x-group" = "Victory and defeat"))]
    pub defeat: Vec<Condition>,
    /// Other attributes in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub hexkit: Kept,
}

impl Record for Faction {
    const CATALOG: &'static str = "factions";
    const TITLE: &'static str = "Faction";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A condition that decides the game for a faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Condition {
    /// The quantity.
    pub measure: Measure,
    /// For victory: this much or more. For defeat: this much or less. For turns: more turns than this have been played
    /// by all factions.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub threshold: i32,
}

/// The measure of a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The number of cells it owns.
    Sites,
    /// The number of units it owns, including those not placed.
    Units,
    /// The total strength of its units.
    UnitStrength,
    /// The number of completed turns.
    Turns,
}

//! Variables: the counted properties of units, terrains, effects, upgrades and factions.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::kept::Kept;
use crate::notation::VARIABLES;

/// A counted property: an attribute, a counter or a resource.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variable {
    /// Name shown to people.
    pub title: String,
    /// Its meaning, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How it behaves.
    #[schemars(extend("x-headline" = true))]
    pub kind: VariableKind,
    /// The least value it can have.
    #[serde(default)]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    #[schemars(extend("x-group" = "Values", "x-headline" = true))]
    pub minimum: i32,
    /// The greatest value it can have.
    #[serde(default = "thousand")]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    #[schemars(extend("x-group" = "Values", "x-headline" = true))]
    pub maximum: i32,
    /// The divisor for display: with 10, a value of 25 is shown as 2.5.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    #[schemars(extend("x-group" = "Values"))]
    pub scale: u8,
    /// A faction is out of the game when its resource falls to this value or below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    #[schemars(extend("x-group" = "Resource"))]
    pub defeat: Option<i32>,
    /// A faction wins if its resource has reached this value when its turn begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    #[schemars(extend("x-group" = "Resource"))]
    pub victory: Option<i32>,
    /// Whether a faction's resource is recalculated each turn from its initial value and all modifiers, instead of
    /// growing.
    #[serde(default)]
    #[schemars(extend("x-group" = "Resource"))]
    pub reset: bool,
    /// Whether a unit, terrain, effect or upgrade has at most its initial amount.
    #[serde(default)]
    #[schemars(extend("x-group" = "Resource"))]
    pub limit: bool,
    /// Whether the ring on the map shows how much of it is left, for a unit without strength.
    #[serde(default)]
    #[schemars(extend("x-group" = "Resource"))]
    pub deplete: bool,
    /// Other attributes in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub hexkit: Kept,
}

impl Record for Variable {
    const CATALOG: &'static str = VARIABLES;
    const TITLE: &'static str = "Variable";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// How a variable behaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VariableKind {
    /// Recalculated from its initial value and all modifiers when these change: speed, range, difficulty.
    Attribute,
    /// Changed only by custom rules, never by modifiers.
    Counter,
    /// Grows and shrinks by its modifiers, turn by turn: gold, ammunition, strength.
    Resource,
}

/// Amounts of variables, by id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amounts(pub BTreeMap<Ref<Variable>, i32>);

impl Amounts {
    /// Whether it contains no amounts.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the amount of a variable; `None` if it is not listed.
    pub fn of(&self, variable: &Ref<Variable>) -> Option<i32> {
        self.0.get(variable).copied()
    }

    /// Returns the amounts, in the order of the variables' ids.
    pub fn iter(&self) -> impl Iterator<Item = (&Ref<Variable>, i32)> {
        self.0.iter().map(|(variable, value)| (variable, *value))
    }
}

impl JsonSchema for Amounts {
    fn schema_name() -> Cow<'static, str> {
        "Amounts".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "x-ref": { "catalog": Variable::CATALOG } },
            "additionalProperties": { "type": "integer", "minimum": -100_000_000, "maximum": 100_000_000 },
        })
    }
}

/// Amounts added to variables of the entity itself or of others: attributes and resources, never counters.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Modifiers {
    /// For itself.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub own: Amounts,
    /// For the faction that owns it; only resources.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub owner: Amounts,
    /// For units of other factions in the same cell.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub others: Amounts,
    /// For units of other factions within its range, or everywhere; its own cell is not within range.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub others_in_range: Amounts,
    /// For units of its owner in the same cell.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub allies: Amounts,
    /// For units of its owner within its range, or everywhere; its own cell is not within range.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub allies_in_range: Amounts,
}

impl Modifiers {
    /// Whether it contains no amounts.
    pub fn is_empty(&self) -> bool {
        self.parts().iter().all(|(_, _, amounts)| amounts.is_empty())
    }

    /// Returns the modifiers by target, each with its key.
    pub fn parts(&self) -> [(Reach, &'static str, &Amounts); 6] {
        [
            (Reach::Own, "own", &self.own),
            (Reach::Owner, "owner", &self.owner),
            (Reach::Others, "others", &self.others),
            (Reach::OthersInRange, "others-in-range", &self.others_in_range),
            (Reach::Allies, "allies", &self.allies),
            (Reach::AlliesInRange, "allies-in-range", &self.allies_in_range),
        ]
    }

    /// Returns the modifiers for one target.
    pub fn to_mut(&mut self, reach: Reach) -> &mut Amounts {
        match reach {
            Reach::Own => &mut self.own,
            Reach::Owner => &mut self.owner,
            Reach::Others => &mut self.others,
            Reach::OthersInRange => &mut self.others_in_range,
            Reach::Allies => &mut self.allies,
            Reach::AlliesInRange => &mut self.allies_in_range,
        }
    }
}

/// The target of a modifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Itself.
    Own,
    /// The faction that owns it; only resources.
    Owner,
    /// Units of other factions in the same cell.
    Others,
    /// Units of other factions within its range, or everywhere; its own cell is not within range.
    OthersInRange,
    /// Units of its owner in the same cell.
    Allies,
    /// Units of its owner within its range, or everywhere; its own cell is not within range.
    AlliesInRange,
}

fn thousand() -> i32 {
    1000
}

fn one() -> u8 {
    1
}

//! Variables: whatever is counted about units, terrains, effects, upgrades and factions.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::kept::Kept;
use crate::notation::VARIABLES;

/// Something that is counted: an attribute, a counter or a resource.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variable {
    /// Name shown to people.
    pub title: String,
    /// What it stands for, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// How it behaves.
    pub kind: VariableKind,
    /// The least value it can have.
    #[serde(default)]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    pub minimum: i32,
    /// The greatest value it can have.
    #[serde(default = "thousand")]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    pub maximum: i32,
    /// What its values are divided by when they are shown: with 10, a value of 25 reads 2.5.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    pub scale: u8,
    /// A faction whose resource is down to this value, or below, is out of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    pub defeat: Option<i32>,
    /// A faction whose resource has reached this value wins when its turn begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    pub victory: Option<i32>,
    /// A faction's resource is worked out anew each turn, from its first value and all modifiers, instead of growing.
    #[serde(default)]
    pub reset: bool,
    /// A unit, terrain, effect or upgrade has no more of the resource than it began with.
    #[serde(default)]
    pub limit: bool,
    /// The ring on the map of a unit that has no strength shows how much of it is left.
    #[serde(default)]
    pub deplete: bool,
    /// What Hexkit says of it besides, by attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl Record for Variable {
    const CATALOG: &'static str = VARIABLES;
    const TITLE: &'static str = "Variable";
}

/// How a variable behaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VariableKind {
    /// Worked out from its first value and all modifiers whenever these change: speed, range, difficulty.
    Attribute,
    /// Changed by custom rules only, and by no modifier.
    Counter,
    /// Grows and shrinks by its modifiers, turn by turn: gold, ammunition, strength.
    Resource,
}

/// So much of some variables, each by its id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amounts(pub BTreeMap<Ref<Variable>, i32>);

impl Amounts {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How much of a variable there is; nothing where it is not named.
    pub fn of(&self, variable: &Ref<Variable>) -> Option<i32> {
        self.0.get(variable).copied()
    }

    /// The variables in the order of their ids, and how much there is of each.
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

/// What something adds to variables, its own or those of others: to attributes and resources, never to counters.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Modifiers {
    /// To its own.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub own: Amounts,
    /// To those of the faction that owns it; only resources.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub owner: Amounts,
    /// To those of units of other factions in the same cell.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub others: Amounts,
    /// To those of units of other factions within its range, or everywhere; its own cell is not within range.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub others_in_range: Amounts,
    /// To those of units of its owner in the same cell.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub allies: Amounts,
    /// To those of units of its owner within its range, or everywhere; its own cell is not within range.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub allies_in_range: Amounts,
}

impl Modifiers {
    /// Whether nothing is added to anything.
    pub fn is_empty(&self) -> bool {
        self.parts().iter().all(|(_, _, amounts)| amounts.is_empty())
    }

    /// What is added to whose variables, each with its key.
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

    /// What is added to the variables of some.
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

/// Whose variables a modifier changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Its own.
    Own,
    /// Those of the faction that owns it; only resources.
    Owner,
    /// Those of units of other factions in the same cell.
    Others,
    /// Those of units of other factions within its range, or everywhere; its own cell is not within range.
    OthersInRange,
    /// Those of units of its owner in the same cell.
    Allies,
    /// Those of units of its owner within its range, or everywhere; its own cell is not within range.
    AlliesInRange,
}

fn thousand() -> i32 {
    1000
}

fn one() -> u8 {
    1
}

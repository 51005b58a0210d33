//! Variables: whatever is counted about units, terrains, effects, upgrades and factions.

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Shown as a bar that empties.
    #[serde(default)]
    pub deplete: bool,
}

impl Record for Variable {
    const CATALOG: &'static str = "variables";
    const TITLE: &'static str = "Variable";
}

/// How a variable behaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VariableKind {
    /// Worked out from its first value and all modifiers whenever these change: speed, range, difficulty.
    Attribute,
    /// Changed by special rules only, and by no modifier.
    Counter,
    /// Grows and shrinks by its modifiers, turn by turn: gold, ammunition, strength.
    Resource,
}

/// So much of a variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Amount {
    /// The variable.
    pub variable: Ref<Variable>,
    /// How much.
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    pub value: i32,
}

/// What something adds to a variable of others, or of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Modifier {
    /// The variable: an attribute or a resource.
    pub variable: Ref<Variable>,
    /// Whose.
    #[serde(default)]
    pub of: Reach,
    /// How much is added; taken away where it is negative.
    #[schemars(range(min = -100_000_000, max = 100_000_000))]
    pub value: i32,
}

/// Whose variables a modifier changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Its own.
    #[default]
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

//! Classes of entities: units, terrains, effects and upgrades.
//!
//! The four share many fields; each type repeats them, so that a record is read in one place.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::{Pattern, Terrains};
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Ref, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::kept::Kept;
use super::variables::{Amounts, Modifiers, Variable};

/// A kind of unit: it belongs to a faction, moves and fights.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Unit {
    /// Name shown to people.
    #[schemars(extend("x-counter" = true))]
    pub title: String,
    /// A description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
    /// Initial values.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy", "x-headline" = true))]
    pub values: Amounts,
    /// Modifiers of variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifiers: Modifiers,
    /// The range of its modifiers in steps; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifier_range: u16,
    /// The cost of building one.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy", "x-headline" = true))]
    pub cost: Amounts,
    /// How much a computer player wants it; units worth least are disbanded first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    #[schemars(extend("x-group" = "Computer players"))]
    pub worth: u16,
    /// The resource for its strength; without one, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Combat"))]
    pub strength: Option<Ref<Variable>>,
    /// The resource it needs to attack; without one, it can always attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Combat"))]
    pub morale: Option<Ref<Variable>>,
    /// The attribute for its movement range; without one, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Movement"))]
    pub movement: Option<Ref<Variable>>,
    /// The attribute for its attack range; without one, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Combat"))]
    pub attack_range: Option<Ref<Variable>>,
    /// Conditions for attacks beyond adjacent cells.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat"))]
    pub ranged: Ranged,
    /// Whether it captures cells.
    #[serde(default)]
    #[schemars(extend("x-group" = "Movement"))]
    pub captures: bool,
    /// Whether it never attacks in its own turn, but still strikes back.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat"))]
    pub defends_only: bool,
    /// Whether its wounds heal; a hint for computer players.
    #[serde(default)]
    #[schemars(extend("x-group" = "Computer players"))]
    pub heals: bool,
    /// Whether it can be placed at home, and on the first turn in any cell of its faction, in addition to its sites.
    #[serde(default)]
    #[schemars(extend("x-group" = "Movement"))]
    pub placed_at_home: bool,
    /// Whether it blocks attacks in a straight line.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat"))]
    pub blocks_attack: bool,
    /// Other attributes in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub hexkit: Kept,
}

impl Record for Unit {
    const CATALOG: &'static str = "units";
    const TITLE: &'static str = "Unit";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A kind of terrain: the ground itself, or something on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Terrain {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Colour on the map, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#8fb573"]))]
    #[schemars(extend("x-group" = "Appearance"))]
    pub color: String,
    /// The pattern drawn over the colour, so that terrains differ by more than hue.
    #[serde(default)]
    #[schemars(extend("x-group" = "Appearance"))]
    pub pattern: Pattern,
    /// Images it is drawn with, from the bottom up; without images, colour and pattern are used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
    /// Initial values.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy", "x-headline" = true))]
    pub values: Amounts,
    /// Modifiers of variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifiers: Modifiers,
    /// The range of its modifiers in steps; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifier_range: u16,
    /// The cost of building one.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy", "x-headline" = true))]
    pub cost: Amounts,
    /// How much a computer player wants it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    #[schemars(extend("x-group" = "Computer players"))]
    pub worth: u16,
    /// If and how units in its cell take its resources.
    #[serde(default)]
    #[schemars(extend("x-group" = "Economy"))]
    pub transfer: Transfer,
    /// The attribute for the cost of a step into its cell; added up over the terrains of a cell. If the sum is 0, the
    /// cell is impassable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Movement"))]
    pub difficulty: Option<Ref<Variable>>,
    /// The attribute for its elevation; added up over the terrains of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Movement"))]
    pub elevation: Option<Ref<Variable>>,
    /// Whether it is the ground of its cell, with nothing below it.
    #[serde(default)]
    #[schemars(extend("x-group" = "Ownership"))]
    pub background: bool,
    /// Whether its cell can be captured.
    #[serde(default)]
    #[schemars(extend("x-group" = "Ownership"))]
    pub capturable: bool,
    /// Whether its owner can destroy it; never if it is the ground.
    #[serde(default)]
    #[schemars(extend("x-group" = "Ownership"))]
    pub destroyable: bool,
    /// Whether it can be placed at home, and on the first turn in any cell of its faction, in addition to its sites.
    #[serde(default)]
    #[schemars(extend("x-group" = "Ownership"))]
    pub placed_at_home: bool,
    /// Whether it blocks attacks in a straight line.
    #[serde(default)]
    #[schemars(extend("x-group" = "Movement"))]
    pub blocks_attack: bool,
    /// Other attributes in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub hexkit: Kept,
}

impl Record for Terrain {
    const CATALOG: &'static str = Terrains::TARGET;
    const TITLE: &'static str = "Terrain";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A kind of effect: it is placed on a cell and belongs to the cell's owner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Effect {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
    /// Initial values.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy"))]
    pub values: Amounts,
    /// Modifiers of variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifiers: Modifiers,
    /// The range of its modifiers in steps; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifier_range: u16,
    /// How much a computer player wants it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    #[schemars(extend("x-group" = "Computer players"))]
    pub worth: u16,
    /// If and how units in its cell take its resources.
    #[serde(default)]
    #[schemars(extend("x-group" = "Economy"))]
    pub transfer: Transfer,
    /// Whether it blocks attacks in a straight line.
    #[serde(default)]
    #[schemars(extend("x-group" = "Combat"))]
    pub blocks_attack: bool,
    /// Other attributes in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub hexkit: Kept,
}

impl Record for Effect {
    const CATALOG: &'static str = "effects";
    const TITLE: &'static str = "Effect";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A kind of upgrade: it belongs to a faction and is not on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Upgrade {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
    /// Initial values.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy"))]
    pub values: Amounts,
    /// Modifiers of variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifiers: Modifiers,
    /// The range of its modifiers in steps from its faction's home; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    #[schemars(extend("x-group" = "Modifiers"))]
    pub modifier_range: u16,
    /// The cost of building one.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    #[schemars(extend("x-group" = "Economy", "x-headline" = true))]
    pub cost: Amounts,
    /// How much a computer player wants it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    #[schemars(extend("x-group" = "Computer players"))]
    pub worth: u16,
    /// If and how its faction takes its resources.
    #[serde(default)]
    #[schemars(extend("x-group" = "Economy"))]
    pub transfer: Transfer,
    /// Other attributes in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub hexkit: Kept,
}

impl Record for Upgrade {
    const CATALOG: &'static str = "upgrades";
    const TITLE: &'static str = "Upgrade";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// If and how others take the resources of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Transfer {
    /// No transfer.
    #[default]
    None,
    /// Its resources are taken, and it remains when depleted.
    Keep,
    /// Its resources are taken, and it disappears when depleted.
    Delete,
}

/// The condition for attacks beyond adjacent cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ranged {
    /// Only range.
    #[default]
    Any,
    /// A view of the target; since nothing is hidden in these rules, the same as `any`.
    View,
    /// An unblocked straight line to the target.
    Line,
}

//! The classes of what can be owned, placed and fought with: units, terrains, effects and upgrades.
//!
//! The four share many fields; each type has them all, so that a record is read in one place.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::{Pattern, Terrains};
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Ref, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kept::Kept;
use super::variables::{Amounts, Modifiers, Variable};

/// A kind of unit: it belongs to a faction, moves and fights.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Unit {
    /// Name shown to people.
    pub title: String,
    /// What it is like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
    /// What it begins with.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub values: Amounts,
    /// What it adds to variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    pub modifiers: Modifiers,
    /// How many steps its modifiers reach; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    pub modifier_range: u16,
    /// What building one takes.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub cost: Amounts,
    /// How much a computer player wants it; where units cannot be kept, those worth least go first.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    pub worth: u16,
    /// The resource that its strength is; without one, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Ref<Variable>>,
    /// The resource without which it does not attack; without one it always may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub morale: Option<Ref<Variable>>,
    /// The attribute that says how far it moves; without one, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movement: Option<Ref<Variable>>,
    /// The attribute that says how far it attacks; without one, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack_range: Option<Ref<Variable>>,
    /// What it needs to attack farther than the next cell.
    #[serde(default)]
    pub ranged: Ranged,
    /// Whether it takes cells that can be captured.
    #[serde(default)]
    pub captures: bool,
    /// Whether it attacks nobody in its own turn, and only strikes back.
    #[serde(default)]
    pub defends_only: bool,
    /// Whether a lasting wound heals; a hint for computer players.
    #[serde(default)]
    pub heals: bool,
    /// Whether it can be placed at home, and in any cell of its faction in the first turn, besides its own sites.
    #[serde(default)]
    pub placed_at_home: bool,
    /// Whether attacks in a straight line are stopped by it.
    #[serde(default)]
    pub blocks_attack: bool,
    /// What Hexkit says of it besides, by attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl Record for Unit {
    const CATALOG: &'static str = "units";
    const TITLE: &'static str = "Unit";
}

/// A kind of terrain: the ground itself, or something that stands on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Terrain {
    /// Name shown to people.
    pub title: String,
    /// What it is like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Colour on the map, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#8fb573"]))]
    pub color: String,
    /// What is drawn on the colour, so that terrains differ by more than hue.
    #[serde(default)]
    pub pattern: Pattern,
    /// Images it is drawn with, from the bottom up; without any, colour and pattern show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
    /// What it begins with.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub values: Amounts,
    /// What it adds to variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    pub modifiers: Modifiers,
    /// How many steps its modifiers reach; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    pub modifier_range: u16,
    /// What building one takes.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub cost: Amounts,
    /// How much a computer player wants it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    pub worth: u16,
    /// Whether units in its cell take its resources, and what becomes of it then.
    #[serde(default)]
    pub transfer: Transfer,
    /// The attribute that says what a step into its cell costs; those of all terrains in a cell are added, and where the
    /// sum is 0 nobody enters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Ref<Variable>>,
    /// The attribute that says how high it is; those of all terrains in a cell are added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<Ref<Variable>>,
    /// Whether it is the ground of its cell: nothing lies below it.
    #[serde(default)]
    pub background: bool,
    /// Whether its cell can be captured.
    #[serde(default)]
    pub capturable: bool,
    /// Whether its owner can tear it down; never where it is the ground.
    #[serde(default)]
    pub destroyable: bool,
    /// Whether it can be placed at home, and in any cell of its faction in the first turn, besides its own sites.
    #[serde(default)]
    pub placed_at_home: bool,
    /// Whether attacks in a straight line are stopped by it.
    #[serde(default)]
    pub blocks_attack: bool,
    /// What Hexkit says of it besides, by attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl Record for Terrain {
    const CATALOG: &'static str = Terrains::TARGET;
    const TITLE: &'static str = "Terrain";
}

/// A kind of effect: it lies on a cell and belongs to whoever owns that.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Effect {
    /// Name shown to people.
    pub title: String,
    /// What it is like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
    /// What it begins with.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub values: Amounts,
    /// What it adds to variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    pub modifiers: Modifiers,
    /// How many steps its modifiers reach; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    pub modifier_range: u16,
    /// How much a computer player wants it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    pub worth: u16,
    /// Whether units in its cell take its resources, and what becomes of it then.
    #[serde(default)]
    pub transfer: Transfer,
    /// Whether attacks in a straight line are stopped by it.
    #[serde(default)]
    pub blocks_attack: bool,
    /// What Hexkit says of it besides, by attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl Record for Effect {
    const CATALOG: &'static str = "effects";
    const TITLE: &'static str = "Effect";
}

/// A kind of upgrade: it belongs to a faction and lies nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Upgrade {
    /// Name shown to people.
    pub title: String,
    /// What it is like.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
    /// What it begins with.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub values: Amounts,
    /// What it adds to variables.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    pub modifiers: Modifiers,
    /// How many steps from its faction's home its modifiers reach; 0 for the whole map.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "steps"))]
    pub modifier_range: u16,
    /// What building one takes.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub cost: Amounts,
    /// How much a computer player wants it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000), extend("x-unit" = "thousandths"))]
    pub worth: u16,
    /// Whether its faction takes its resources, and what becomes of it then.
    #[serde(default)]
    pub transfer: Transfer,
    /// What Hexkit says of it besides, by attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl Record for Upgrade {
    const CATALOG: &'static str = "upgrades";
    const TITLE: &'static str = "Upgrade";
}

/// Whether others take the resources of something, and what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Transfer {
    /// Nobody takes them.
    #[default]
    None,
    /// They are taken, and it stays when all are gone.
    Keep,
    /// They are taken, and it is gone with the last of them.
    Delete,
}

/// What a unit needs to attack farther than the next cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ranged {
    /// Nothing but to be near enough.
    #[default]
    Any,
    /// To see the target; nothing is hidden in these rules, so it is near enough.
    View,
    /// A straight line to the target that nothing blocks.
    Line,
}

//! Scenarios: the map, the sides, their goals and the house rules of a battle.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, RecordView, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::events::Event;
use super::figures::FigureType;
use super::items::Item;
use super::options::HouseRules;
use super::sides::Side;
use super::victory::{Condition, ZoneName};

/// A battle ready to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// Display name.
    pub title: String,
    /// Description of the battle.
    #[serde(default)]
    pub about: String,
    /// The map it is fought on.
    #[schemars(extend("x-group" = "Battle", "x-headline" = true))]
    pub map: Ref<Map>,
    /// The sides, in display order.
    #[schemars(length(min = 2, max = 9), extend("x-merge" = {"key": "side"}))]
    #[schemars(extend("x-group" = "Sides"))]
    pub sides: Vec<ScenarioSide>,
    /// Features on the map from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    #[schemars(extend("x-group" = "On the map"))]
    pub features: Vec<PlacedFeature>,
    /// Items on the map from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    #[schemars(extend("x-group" = "On the map"))]
    pub items: Vec<PlacedItem>,
    /// What happens during the battle, by id. Events on the same occasion happen in the order of their ids.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("propertyNames" = { "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "examples": ["relief"] }))]
    #[schemars(extend("x-group" = "Events"))]
    pub events: BTreeMap<String, Event>,
    /// Numbers that events count, each with its value at the start.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(
        extend("propertyNames" = { "pattern": "^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$", "examples": ["alarms"] }),
        inner(range(min = -9999, max = 9999))
    )]
    #[schemars(extend("x-group" = "Events"))]
    pub counters: BTreeMap<String, i32>,
    /// The last round: the battle is then a draw.
    #[serde(default = "round_limit")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
    #[schemars(extend("x-group" = "Battle", "x-headline" = true))]
    pub rounds: u16,
    /// House rules.
    #[serde(default)]
    #[schemars(extend("x-group" = "Battle"))]
    pub options: HouseRules,
    /// A battle in progress, as written by `foeman import z1`: play continues from there. It fits the scenario only
    /// while no figures or items are added or removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub resume: Option<String>,
}

impl Record for Scenario {
    const CATALOG: &'static str = "scenarios";
    const TITLE: &'static str = "Scenario";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// One side of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenarioSide {
    /// The side.
    pub side: Ref<Side>,
    /// Starting places of the figures in its roster, by id; figures without one do not take part.
    #[schemars(extend("propertyNames" = { "x-ref": { "keys-of": ["side", "roster", "figures"] } }))]
    pub place: BTreeMap<String, Placement>,
    /// The side wins as soon as one of these holds, and always when it is the last one with active figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub victory: Vec<Condition>,
    /// The side is eliminated as soon as one of these holds, as if it had no active figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub defeat: Vec<Condition>,
}

/// The starting place of a figure, or the place where it arrives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Placement {
    /// Column and row of its head, from 0.
    #[schemars(extend("x-widget" = "hex"))]
    pub hex: [u16; 2],
    /// Direction it faces, 0..5 clockwise from north (`F1.5`). A figure of three or four hexes points at the corner
    /// just before that side (`F2.3`).
    #[serde(default)]
    #[schemars(range(min = 0, max = 5), extend("x-widget" = "facing"))]
    pub facing: u8,
    /// The round at whose beginning it arrives, in the nearest free hexes; default: it is there from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "round"))]
    pub arrives: Option<u16>,
    /// Whether it waits for an event that lets it arrive; with `arrives`, it comes in that round at the latest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// The zone in which it arrives, as near to its hex as possible; default: anywhere on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<ZoneName>,
    /// The edge of the map at which it arrives, as near to its hex as possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<Edge>,
}

impl Placement {
    /// Whether it is on the map when the battle begins.
    pub fn is_at_start(&self) -> bool {
        self.arrives.is_none() && !self.waits
    }
}

/// An edge of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The first row.
    North,
    /// The last column.
    East,
    /// The last row.
    South,
    /// The first column.
    West,
}

/// A feature on the map at the start of the battle, until it is destroyed (`F2.7`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlacedFeature {
    /// Its type: a figure type of the kind `feature`.
    pub figure: Ref<FigureType>,
    /// Column and row, from 0.
    #[schemars(extend("x-widget" = "hex"))]
    pub hex: [u16; 2],
}

/// An item on the map at the start of the battle, free for any figure to take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlacedItem {
    /// The item.
    pub item: Ref<Item>,
    /// Column and row, from 0.
    #[schemars(extend("x-widget" = "hex"))]
    pub hex: [u16; 2],
    /// The number of pieces of an item that accumulates (`F10.2`).
    #[serde(default = "one_piece")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "pieces"))]
    pub count: u16,
    /// How it is placed on the ground.
    #[serde(default)]
    pub lie: Lie,
}

/// How an item is placed on the ground (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lie {
    /// Dropped, not in the way.
    #[default]
    Littered,
    /// Under the ground.
    Buried,
    /// Put down with care.
    Laid,
    /// Hung up.
    Hung,
    /// Spread by a throw or a spell, such as a net.
    Cast,
    /// Stuck in something, such as an arrow in a door.
    Stuck,
}

fn round_limit() -> u16 {
    200
}

fn one_piece() -> u16 {
    1
}

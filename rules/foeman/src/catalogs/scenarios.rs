//! Scenarios: who and what meets where, what for, and under which house rules.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, RecordView, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::figures::FigureType;
use super::items::Item;
use super::options::HouseRules;
use super::sides::Side;
use super::victory::Condition;

/// A battle ready to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// Name shown to people.
    pub title: String,
    /// What it is about.
    #[serde(default)]
    pub about: String,
    /// Where it is fought.
    pub map: Ref<Map>,
    /// The parties, in the order that breaks no ties but is shown.
    #[schemars(length(min = 2, max = 9), extend("x-merge" = {"key": "side"}))]
    pub sides: Vec<ScenarioSide>,
    /// Features that stand there from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub features: Vec<PlacedFeature>,
    /// Items that lie there from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub items: Vec<PlacedItem>,
    /// The battle is a draw at the end of this round.
    #[serde(default = "round_limit")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
    pub rounds: u16,
    /// House rules.
    #[serde(default)]
    pub options: HouseRules,
    /// A battle that has begun, as `foeman import z1` writes it: play goes on from there. It fits the scenario only as long
    /// as nobody and nothing is added to it or taken out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resume: Option<String>,
}

impl Record for Scenario {
    const CATALOG: &'static str = "scenarios";
    const TITLE: &'static str = "Scenario";
    const VIEW: RecordView = RecordView::Scenario;
}

/// One side's part in a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenarioSide {
    /// The side.
    pub side: Ref<Side>,
    /// Where the figures of its roster start, by their ids there; figures not named stay away.
    #[schemars(extend("propertyNames" = { "x-ref": { "keys-of": ["side", "roster", "figures"] } }))]
    pub place: BTreeMap<String, Placement>,
    /// The side wins as soon as one of these holds; always when it is the last one with active figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub victory: Vec<Condition>,
    /// The side is out of the battle as soon as one of these holds, as if none of its figures were active.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "pile"))]
    pub defeat: Vec<Condition>,
}

/// Where a figure starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Placement {
    /// Column and row of its head, from 0.
    #[schemars(extend("x-widget" = "hex"))]
    pub hex: [u16; 2],
    /// Direction it faces, 0..5 clockwise from north (`F1.5`); a figure of three or four hexes points at the corner just
    /// before that side (`F2.3`).
    #[serde(default)]
    #[schemars(range(min = 0, max = 5), extend("x-widget" = "facing"))]
    pub facing: u8,
}

/// A feature that stands on the map when the battle starts, until it is brought down (`F2.7`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlacedFeature {
    /// Its type: a figure type of the kind `feature`.
    pub figure: Ref<FigureType>,
    /// Column and row, from 0.
    #[schemars(extend("x-widget" = "hex"))]
    pub hex: [u16; 2],
}

/// An item that lies on the map when the battle starts, and that whoever comes by may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlacedItem {
    /// What.
    pub item: Ref<Item>,
    /// Column and row, from 0.
    #[schemars(extend("x-widget" = "hex"))]
    pub hex: [u16; 2],
    /// How many pieces of an item that accumulates (`F10.2`).
    #[serde(default = "one_piece")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "pieces"))]
    pub count: u16,
    /// How it lies there.
    #[serde(default)]
    pub lie: Lie,
}

/// How an item lies on the map (`F10.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lie {
    /// Dropped, and in nobody's way.
    #[default]
    Littered,
    /// Under the ground.
    Buried,
    /// Put down with care.
    Laid,
    /// Hung up.
    Hung,
    /// Spread by a throw or a spell, as a net is.
    Cast,
    /// Fast in something, as an arrow in a door.
    Stuck,
}

fn round_limit() -> u16 {
    200
}

fn one_piece() -> u16 {
    1
}

//! Scenarios: who meets where, under which house rules.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, RecordView, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::HouseRules;
use super::sides::Side;

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
    #[schemars(length(min = 2, max = 9))]
    pub sides: Vec<ScenarioSide>,
    /// The battle is a draw at the end of this round.
    #[serde(default = "round_limit")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
    pub rounds: u16,
    /// House rules.
    #[serde(default)]
    pub options: HouseRules,
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

fn round_limit() -> u16 {
    200
}

//! The catalogs of a toy pack, except maps.

use foeman_schema::catalogs::board::{Map, Terrains};
use foeman_schema::dialect::{Record, RecordView, Ref, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A team that pulls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Team {
    /// Name shown to people.
    pub title: String,
    /// Colour, `#rrggbb`.
    #[schemars(regex(pattern = r"^#[0-9a-fA-F]{6}$"))]
    pub color: String,
    /// Breath to spend before the team must rest.
    #[schemars(range(min = 1, max = 99))]
    pub breath: u8,
}

impl Record for Team {
    const CATALOG: &'static str = "teams";
    const TITLE: &'static str = "Team";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A match of two teams on a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bout {
    /// Name shown to people.
    pub title: String,
    /// The ground.
    pub map: Ref<Map>,
    /// The team that pulls to the left, and the one that pulls to the right.
    #[schemars(length(min = 2, max = 2))]
    pub teams: Vec<Ref<Team>>,
    /// The bout is a draw after this many rounds.
    #[schemars(range(min = 1, max = 999))]
    pub rounds: u16,
}

impl Record for Bout {
    const CATALOG: &'static str = "bouts";
    const TITLE: &'static str = "Bout";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A kind of ground.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Terrain {
    /// Name shown to people.
    pub title: String,
    /// Colour on the map, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color"))]
    pub color: String,
    /// Cost of dragging the knot onto it.
    #[serde(default = "easy")]
    #[schemars(range(min = 1, max = 9))]
    pub cost: u8,
}

impl Record for Terrain {
    const CATALOG: &'static str = Terrains::TARGET;
    const TITLE: &'static str = "Terrain";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

fn easy() -> u8 {
    1
}

//! Terrains: movement cost, blocking, and effects on figures there.

use foeman_schema::catalogs::board::{Pattern, Terrains};
use foeman_schema::catalogs::borders::Border;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::{Record, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::effects::Effect;

/// A kind of ground.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Terrain {
    /// Display name.
    pub title: String,
    /// One-sentence description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Colour on the map, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#d9c08c"]))]
    #[schemars(extend("x-group" = "Appearance"))]
    pub color: String,
    /// The pattern on the colour, so that terrains differ by more than hue.
    #[serde(default)]
    #[schemars(extend("x-group" = "Appearance"))]
    pub pattern: Pattern,
    /// Movement points for a step into it.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "MP"))]
    #[schemars(extend("x-group" = "Movement and sight", "x-headline" = true))]
    pub cost: u8,
    /// Figures cannot enter it.
    #[serde(default)]
    #[schemars(extend("x-group" = "Movement and sight"))]
    pub blocks_move: bool,
    /// Blocks line of sight.
    #[serde(default)]
    #[schemars(extend("x-group" = "Movement and sight"))]
    pub blocks_sight: bool,
    /// Images of the terrain, from the bottom up; default: colour and pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
    /// How it is drawn next to other terrains; the first border that matches the neighbour is used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub borders: Vec<Border>,
    /// Effects on the figures in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Effects"))]
    pub effects: Vec<Effect>,
}

impl Record for Terrain {
    const CATALOG: &'static str = Terrains::TARGET;
    const TITLE: &'static str = "Terrain";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

fn one() -> u8 {
    1
}

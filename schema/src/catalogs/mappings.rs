//! Mappings: which terrain stands for a tile or code of a map from another program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogs::terrains::Terrains;
use crate::dialect::{Record, Ref};

/// A table that converts the tiles or codes of another program's maps to terrains, and back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mapping {
    /// Display name.
    pub title: String,
    /// A description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The format of the maps.
    pub format: MapFormat,
    /// The rules; the first one that matches a cell sets its terrain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 9999))]
    pub rules: Vec<MappingRule>,
    /// The terrain of cells without a tile or code. Without it, maps with empty cells cannot be imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<Ref<Terrains>>,
}

impl Record for Mapping {
    const CATALOG: &'static str = "mappings";
    const TITLE: &'static str = "Mapping";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The format of a map from another program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MapFormat {
    /// The base is the class of the lowest tile in a cell, the overlay that of the highest tile above it; tiles without
    /// a class are `TILESET:ID`.
    Tiled,
    /// The code before `^` is the base, the code after it the overlay.
    Wesnoth,
    /// Each terrain of a hex, such as `woods:1`, is a base; the theme is the overlay.
    Megamek,
    /// The text of a cell is the base; for CSV and TSV tables.
    Csv,
}

impl MapFormat {
    /// Returns the word used in files: `tiled`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tiled => "tiled",
            Self::Wesnoth => "wesnoth",
            Self::Megamek => "megamek",
            Self::Csv => "csv",
        }
    }
}

/// A rule of a mapping. In patterns, `*` matches any text and `?` any character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MappingRule {
    /// The pattern for the base; without it, any base matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = ["Gg*"]))]
    pub base: Option<String>,
    /// The pattern for the overlay; without it, any overlay or none matches. An empty pattern matches no overlay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = ["F*"]))]
    pub overlay: Option<String>,
    /// The terrain.
    pub terrain: Ref<Terrains>,
    /// The code that `foeman export` writes for the terrain. Without it, a base without wildcards is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1), extend("examples" = ["Gg^Fp"]))]
    pub export: Option<String>,
}

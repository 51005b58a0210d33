//! Bodies: the creatures that fight (`E1`).

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A kind of body, with its entropic level and its statistics. Missing values default to a human's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Body {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default)]
    pub about: String,
    /// Natural entropic level (`eLev`): the initial level, to which regeneration returns it.
    #[serde(default = "human_level")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy", "x-headline" = true))]
    pub e_level: u8,
    /// Whether and how it can change its own level (`ePar`, `E5`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Energy"))]
    pub e_parity: Parity,
    /// How far its level may rise above the natural one before the body dies (`eBTu`, `E3`).
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub e_tolerance_up: u8,
    /// How far its level may fall below the natural one before the body dies (`eBTl`, `E3`).
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub e_tolerance_down: u8,
    /// The physical damage that kills it (`pDcp`).
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "points"))]
    #[schemars(extend("x-group" = "Statistics", "x-headline" = true))]
    pub damage_capacity: u8,
    /// Physical statistics at the natural level.
    #[serde(default)]
    #[schemars(extend("x-group" = "Statistics"))]
    pub physical: Statistics,
    /// Mental statistics at the natural level.
    #[serde(default)]
    #[schemars(extend("x-group" = "Statistics"))]
    pub mental: Statistics,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
}

impl Record for Body {
    const CATALOG: &'static str = "bodies";
    const TITLE: &'static str = "Body";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// How a body can change its own entropic level (`ePar`, `E5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// Downwards only (`-`).
    Minus,
    /// Not at all (`0`).
    #[default]
    Zero,
    /// Upwards only (`+`).
    Plus,
    /// Either direction (`+-`).
    Both,
}

/// Three statistics, physical or mental (`E1`, `E2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Statistics {
    /// Strength: physical, the force of a blow; mental, the strength of its flow.
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 25))]
    pub str: u8,
    /// Agility: physical, hitting and dodging; mental, the efficiency of attack flows, and regeneration.
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 25))]
    pub agl: u8,
    /// Endurance: physical, resistance to blows; mental, resistance to flows.
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 25))]
    pub end: u8,
}

impl Default for Statistics {
    fn default() -> Self {
        Self { str: five(), agl: five(), end: five() }
    }
}

fn human_level() -> u8 {
    80
}

fn five() -> u8 {
    5
}

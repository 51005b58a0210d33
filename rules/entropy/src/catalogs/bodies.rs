//! Bodies: the creatures that fight (`E1`).

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of body, with its entropic level and its statistics. What is not said is as for a human.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Body {
    /// Name shown to people.
    pub title: String,
    /// What it is like.
    #[serde(default)]
    pub about: String,
    /// Natural entropic level (`eLev`): where it starts, and what regeneration returns it to.
    #[serde(default = "human_level")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    pub e_level: u8,
    /// Whether it can move its own level, and which way (`ePar`, `E5`).
    #[serde(default)]
    pub e_parity: Parity,
    /// How far its level may rise above the natural one before it dies of it (`eBTu`, `E3`).
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    pub e_tolerance_up: u8,
    /// How far its level may fall below the natural one before it dies of it (`eBTl`, `E3`).
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    pub e_tolerance_down: u8,
    /// How much physical damage kills it (`pDcp`).
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "points"))]
    pub damage_capacity: u8,
    /// Statistics of the flesh at the natural level.
    #[serde(default)]
    pub physical: Statistics,
    /// Statistics of the mind at the natural level.
    #[serde(default)]
    pub mental: Statistics,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
}

impl Record for Body {
    const CATALOG: &'static str = "bodies";
    const TITLE: &'static str = "Body";
}

/// Which way a body can move its own entropic level (`ePar`, `E5`).
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
    /// Either way, as it chooses (`+-`).
    Both,
}

/// Three statistics, of the flesh or of the mind (`E1`, `E2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Statistics {
    /// Strength: physical, the force of a blow; mental, the strength of its flow.
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 25))]
    pub str: u8,
    /// Agility: physical, hitting and not being hit; mental, the efficiency of attack flows, and regeneration.
    #[serde(default = "five")]
    #[schemars(range(min = 0, max = 25))]
    pub agl: u8,
    /// Endurance: physical, withstanding blows; mental, withstanding flows.
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

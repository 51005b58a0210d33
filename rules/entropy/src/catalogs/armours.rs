//! Armours (`E1`).

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::decimal::Decimal;
use super::weapons::{Efficiency, Nature, usual_level, usual_lower, usual_regeneration, usual_upper};

/// An armour: it absorbs blows, and flows must fill it before they reach the body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Armour {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default)]
    pub about: String,
    /// Artificial or a part of the body; the rules treat both alike.
    #[serde(default)]
    #[schemars(extend("x-headline" = true))]
    pub kind: Nature,
    /// How much it adds to endurance against physical damage (`pDac`).
    #[serde(default = "usual_absorb")]
    #[schemars(range(min = 0, max = 25), extend("x-unit" = "points"))]
    #[schemars(extend("x-group" = "Protection", "x-headline" = true))]
    pub absorb: u8,
    /// Natural entropic level (`eLev`): the initial level, to which regeneration returns it.
    #[serde(default = "usual_level")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy", "x-headline" = true))]
    pub e_level: u8,
    /// The highest level it can hold (`eTuT`); not below the natural level.
    #[serde(default = "usual_upper")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub upper_threshold: u8,
    /// The lowest level it can fall to (`eTlT`); not above the natural level.
    #[serde(default = "usual_lower")]
    #[schemars(range(min = 0, max = 250), extend("x-unit" = "levels"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub lower_threshold: u8,
    /// How much of an enemy's flows it lets in (`eDEf`), up to 2.5; less is better.
    #[serde(default)]
    #[schemars(extend("x-group" = "Protection"))]
    pub defence_efficiency: Efficiency,
    /// How far its level returns towards the natural one each round (`eReg`); at most three decimal places.
    #[serde(default = "usual_regeneration")]
    #[schemars(range(min = 0, max = 2.5), extend("x-unit" = "levels a round"))]
    #[schemars(extend("x-group" = "Energy"))]
    pub regeneration: Decimal,
    /// Images it is drawn with, from the bottom up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "Appearance"))]
    pub images: Vec<ImageLayer>,
}

impl Record for Armour {
    const CATALOG: &'static str = "armours";
    const TITLE: &'static str = "Armour";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

fn usual_absorb() -> u8 {
    5
}

//! Talents (`talItm`).

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::effects::Effect;

/// An ability that a figure has learnt or was born with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Talent {
    /// Display name.
    pub title: String,
    /// One-sentence description.
    #[serde(default)]
    pub about: String,
    /// Its level: the IQ it requires.
    #[schemars(range(min = 1, max = 99))]
    #[schemars(extend("x-group" = "Requirements", "x-headline" = true))]
    pub iq: u8,
    /// The maximum cost of each use (`F7.9`, `F7.10`).
    #[serde(default)]
    #[schemars(extend("x-group" = "Requirements"))]
    pub cost: TalentCost,
    /// Other requirements.
    #[serde(default)]
    #[schemars(extend("x-group" = "Requirements"))]
    pub requires: TalentRequires,
    /// Its effects.
    #[schemars(length(min = 1, max = 20))]
    #[schemars(extend("x-group" = "Effects"))]
    pub effects: Vec<Effect>,
}

impl Record for Talent {
    const CATALOG: &'static str = "talents";
    const TITLE: &'static str = "Talent";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The cost of using a talent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TalentCost {
    /// Exhaustion.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub st: u8,
    /// Modified IQ.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub iq: u8,
}

/// Requirements for a talent other than its IQ level.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TalentRequires {
    /// Basic ST.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub st: u8,
    /// Basic DX.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub dx: u8,
    /// Other talents.
    #[serde(default)]
    #[schemars(extend("x-merge" = "set"))]
    pub talents: Vec<Ref<Talent>>,
}

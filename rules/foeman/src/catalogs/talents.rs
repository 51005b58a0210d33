//! Talents (`talItm`).

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effects::Effect;

/// Something a figure has learnt or was born with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Talent {
    /// Name shown to people.
    pub title: String,
    /// What it is, in a sentence.
    #[serde(default)]
    pub about: String,
    /// Its level: the IQ it takes.
    #[schemars(range(min = 1, max = 99))]
    pub iq: u8,
    /// What each use takes at most (`F7.9`, `F7.10`).
    #[serde(default)]
    pub cost: TalentCost,
    /// What else its owner must have.
    #[serde(default)]
    pub requires: TalentRequires,
    /// What happens.
    #[schemars(length(min = 1, max = 20))]
    pub effects: Vec<Effect>,
}

impl Record for Talent {
    const CATALOG: &'static str = "talents";
    const TITLE: &'static str = "Talent";
}

/// What using a talent takes.
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

/// What the owner of a talent must have besides its IQ.
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

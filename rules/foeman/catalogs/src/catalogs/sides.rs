//! Sides (`sidPoo`).

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::rosters::Roster;

/// A side of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Side {
    /// Display name.
    pub title: String,
    /// One-sentence description and aim.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Colour of its markers, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#b03a2e"]))]
    pub color: String,
    /// Who controls it in test-play.
    #[serde(default)]
    pub control: Control,
    /// Added to its initiative die (`F3.2`).
    #[serde(default)]
    #[schemars(range(min = -9, max = 9))]
    pub initiative: i8,
    /// Its figures.
    pub roster: Ref<Roster>,
}

impl Record for Side {
    const CATALOG: &'static str = "sides";
    const TITLE: &'static str = "Side";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

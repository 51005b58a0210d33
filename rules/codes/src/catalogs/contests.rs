//! Contests: two actors and their codes.

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::{Record, RecordView, Ref};
use foeman_schema::notation::code::ActionCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::books::CodeBook;

/// A playable contest: each round both actors attack once and respond once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Contest {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default)]
    pub about: String,
    /// The book in which its codes are defined.
    pub codes: Ref<CodeBook>,
    /// The two actors; the first attacks first in odd rounds, the second in even ones.
    #[schemars(length(min = 2, max = 2))]
    pub actors: Vec<Actor>,
    /// The contest is a draw at the end of this round.
    #[serde(default = "round_limit")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "rounds"))]
    #[schemars(extend("x-headline" = true))]
    pub rounds: u16,
}

impl Record for Contest {
    const CATALOG: &'static str = "contests";
    const TITLE: &'static str = "Contest";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Actor {
    /// Name.
    pub name: String,
    /// Colour, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#b03a2e"]))]
    pub color: String,
    /// Who decides in test-play.
    #[serde(default)]
    pub control: Control,
    /// Wounds it can take; without health it is out.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "points"))]
    pub health: u16,
    /// Shame, fear and arguments it can take; without resolve it is out.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "points"))]
    pub resolve: u16,
    /// Its codes, for attacks and responses.
    #[schemars(length(min = 1, max = 99))]
    pub codes: Vec<ActionCode>,
}

fn round_limit() -> u16 {
    100
}

fn ten() -> u16 {
    10
}

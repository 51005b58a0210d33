//! Contests: two actors, and the codes they may choose from.

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::{Record, RecordView, Ref};
use foeman_schema::notation::code::ActionCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::books::CodeBook;

/// A contest ready to be played: each round both actors attack once, and respond once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Contest {
    /// Name shown to people.
    pub title: String,
    /// What it is about.
    #[serde(default)]
    pub about: String,
    /// The book its codes are written with.
    pub codes: Ref<CodeBook>,
    /// The two who meet; the first attacks first in odd rounds, the second in even ones.
    #[schemars(length(min = 2, max = 2))]
    pub actors: Vec<Actor>,
    /// The contest is a draw at the end of this round.
    #[serde(default = "round_limit")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "rounds"))]
    pub rounds: u16,
}

impl Record for Contest {
    const CATALOG: &'static str = "contests";
    const TITLE: &'static str = "Contest";
    const VIEW: RecordView = RecordView::Scenario;
}

/// Somebody who takes part.
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
    /// What it bears of shame, fear and arguments; without resolve it is out.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 999), extend("x-unit" = "points"))]
    pub resolve: u16,
    /// What it can do, to attack and to respond.
    #[schemars(length(min = 1, max = 99))]
    pub codes: Vec<ActionCode>,
}

fn round_limit() -> u16 {
    100
}

fn ten() -> u16 {
    10
}

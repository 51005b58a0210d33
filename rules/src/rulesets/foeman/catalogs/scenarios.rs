//! Scenarios: who meets where, under which house rules.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{Record, RecordView, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sides::Side;

/// A battle ready to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// Name shown to people.
    pub title: String,
    /// What it is about.
    #[serde(default)]
    pub about: String,
    /// Where it is fought.
    pub map: Ref<Map>,
    /// The parties, in the order that breaks no ties but is shown.
    #[schemars(length(min = 2, max = 9))]
    pub sides: Vec<ScenarioSide>,
    /// The battle is a draw at the end of this round.
    #[serde(default = "round_limit")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
    pub rounds: u16,
    /// House rules.
    #[serde(default)]
    pub options: HouseRules,
}

impl Record for Scenario {
    const CATALOG: &'static str = "scenarios";
    const TITLE: &'static str = "Scenario";
    const VIEW: RecordView = RecordView::Scenario;
}

/// One side's part in a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScenarioSide {
    /// The side.
    pub side: Ref<Side>,
    /// Where the figures of its roster start, by their ids there; figures not named stay away.
    #[schemars(extend("propertyNames" = { "x-ref": { "keys-of": ["side", "roster", "figures"] } }))]
    pub place: BTreeMap<String, Placement>,
}

/// Where a figure starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Placement {
    /// Column and row of its head, from 0.
    #[schemars(extend("x-widget" = "hex"))]
    pub hex: [u16; 2],
    /// Direction it faces, 0..5 clockwise from north (`F1.5`); a figure of three or four hexes points at the corner just
    /// before that side (`F2.3`).
    #[serde(default)]
    #[schemars(range(min = 0, max = 5), extend("x-widget" = "facing"))]
    pub facing: u8,
}

/// House rules of a scenario: the optional rules and the choices where the sources are silent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HouseRules {
    /// Whose damage dice are limited by ST (`F7.5`).
    #[serde(default)]
    pub damage_dice_limit: DiceLimit,
    /// A choice of Move, Defend or Dodge must win a segment instead of taking effect at once (`isDib`, `F6.3`).
    #[serde(default)]
    pub contested_defence: bool,
    /// A roll more than one above the least automatic miss drops the weapon, and with a missile weapon its missile
    /// (`F7.2`).
    #[serde(default)]
    pub drop_on_fumble: bool,
    /// A figure that used more than half its MA this round engages nobody (`F4.4`).
    #[serde(default)]
    pub spent_figures_engage_nobody: bool,
    /// The saving roll of a restricted pivot takes 3 dice when the figure is undermatched, 4 when it is matched or free
    /// and 5 when it is overmatched, in place of 4 when engaged and 3 when not (`F4.6`).
    #[serde(default)]
    pub pivot_dice_by_match: bool,
    /// Who charges in needs a target whose side moves later in the round (`F4.9`).
    #[serde(default)]
    pub charge_before_target_moves: bool,
    /// House rule: a disengage takes all MP that are left; otherwise it costs half the MA, and ends the move.
    #[serde(default)]
    pub disengage_takes_all: bool,
    /// House rule: dead and unconscious figures obstruct those who walk over them as other figures do (`F4.7`); otherwise
    /// their hexes are free.
    #[serde(default)]
    pub fallen_obstruct: bool,
    /// A standing figure blocks the sight of figures that are no bigger to others that are no bigger (`F2.9`).
    #[serde(default)]
    pub figures_block_sight: bool,
    /// How far anybody sees who has nothing that helps, as at night or in fog; without it as far as the ground allows
    /// (a fill). Adjacent figures always see each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "hexes"))]
    pub sight: Option<u8>,
}

/// Whose damage dice are limited by ST (`F7.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceLimit {
    /// Those of adventurers.
    #[default]
    Adventurers,
    /// Everybody's.
    All,
}

fn round_limit() -> u16 {
    200
}

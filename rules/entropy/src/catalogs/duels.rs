//! Duels: two duellists with their gear.

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::{Record, RecordView, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::armours::Armour;
use super::bodies::Body;
use super::weapons::Weapon;

/// A playable duel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Duel {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default)]
    pub about: String,
    /// The two duellists, in display order.
    #[schemars(length(min = 2, max = 2))]
    pub duellists: Vec<Duellist>,
    /// The duel is a draw at the end of this round.
    #[serde(default = "round_limit")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "rounds"))]
    pub rounds: u16,
    /// House rules.
    #[serde(default)]
    pub options: Options,
}

impl Record for Duel {
    const CATALOG: &'static str = "duels";
    const TITLE: &'static str = "Duel";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// One of the two duellists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Duellist {
    /// Its name.
    pub name: String,
    /// Colour of its markers, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#4a7c8c"]))]
    pub color: String,
    /// Who decides for it in test-play.
    #[serde(default)]
    pub control: Control,
    /// Its body.
    pub body: Ref<Body>,
    /// Its weapon.
    pub weapon: Ref<Weapon>,
    /// Its armour, if any.
    #[serde(default)]
    pub armour: Option<Ref<Armour>>,
}

/// House rules of a duel: decisions where the source is ambiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// Which amount a blow divides by the distance between the levels (`E10`).
    #[serde(default)]
    pub damage: DamageRule,
}

/// How physical damage depends on the distance between weapon and defender (`E10`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DamageRule {
    /// The distance divides the defender's protection: levels far apart cut through armour.
    #[default]
    Plain,
    /// The distance divides the whole blow: levels far apart do little damage.
    Banded,
}

fn round_limit() -> u16 {
    200
}

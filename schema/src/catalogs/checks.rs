//! Checks that a pack defines: scripted battles with expected results, and claims about many battles.
//!
//! All rulesets have them; the playable type and the names of sides and figures are type parameters.
//! [`AnyCheck`] reads the checks of all rulesets.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialect::{Record, Ref, Target};
use crate::notation::command::ScriptedCommand;
use crate::text::Pointer;

/// The catalog's key in a pack.
pub const CATALOG: &str = "checks";

/// A test of the content: of one battle, or with `share` of many.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    bound(serialize = "N: Serialize, F: Serialize", deserialize = "N: DeserializeOwned, F: DeserializeOwned")
)]
#[schemars(rename = "PackCheck", bound = "S: Target, N: JsonSchema, F: JsonSchema")]
pub struct PackCheck<S, N, F> {
    /// Display name.
    pub title: String,
    /// The reason for the check: the consequence if it fails.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The record to play.
    pub scenario: Ref<S>,
    /// The seed of the dice. With many battles, each battle after the first adds 1 to it.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 4_294_967_295_i64))]
    pub seed: u32,
    /// The sides that a computer player decides for. Without commands, all other sides get the default player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 9), extend("x-merge" = {"key": "side"}))]
    pub players: Vec<SeatedPlayer<N>>,
    /// The decisions of the other sides in order; the battle stops at the first decision after the last one. `nth=2`
    /// takes the second of several choices with the same text; `with=NAME` makes another figure do the same at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 9999))]
    pub commands: Vec<ScriptedCommand>,
    /// Expectations at the end; all must hold.
    #[schemars(length(min = 1, max = 99), extend("x-merge" = "pile"))]
    pub expect: Vec<Expectation<N, F>>,
    /// The share of many battles in which they hold; without it, one battle is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<ShareClaim>,
}

/// The computer player of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "SeatedPlayer", title = "Player")]
pub struct SeatedPlayer<N> {
    /// The side.
    pub side: N,
    /// A computer player of the ruleset, such as `random`.
    pub player: String,
}

/// A condition on the end of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Expectation", title = "Expectation")]
pub enum Expectation<N, F> {
    /// The battle is over without a winner.
    Draw {},
    /// A side has won, alone or with others.
    Won {
        /// The side.
        side: N,
    },
    /// The battle ended at the round limit.
    RoundLimit {},
    /// The battle is over, or has stopped, in one of these rounds.
    Rounds {
        /// Minimum; without it, no lower limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// Maximum; without it, no upper limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// Figures are out of the battle.
    Fell {
        /// The side.
        side: N,
        /// The figures, all of them.
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<F>,
    },
    /// Figures are still in the battle.
    Stands {
        /// The side.
        side: N,
        /// The figures, all of them.
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<F>,
    },
    /// The number of figures of a side still in the battle.
    Survivors {
        /// The side.
        side: N,
        /// Minimum; without it, no lower limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// Maximum; without it, no upper limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// The remaining health of a figure.
    Health {
        /// The side.
        side: N,
        /// The figure.
        figure: F,
        /// Minimum; without it, no lower limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// Maximum; without it, no upper limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// The total health lost by the figures of a side.
    Harm {
        /// The side.
        side: N,
        /// Minimum; without it, no lower limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// Maximum; without it, no upper limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// The battle is the same to the last die: its journal has this hash.
    Hash {
        /// The hash, as `foeman play` prints it at the end.
        #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
        is: String,
    },
}

/// A claim: the share of battles that meet the expectations is in a range.
///
/// Battles are played until it is decided, with the declared error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShareClaim {
    /// Minimum share.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), extend("x-unit" = "%"))]
    pub from: f64,
    /// Maximum share.
    #[serde(default = "hundred")]
    #[schemars(range(min = 0, max = 100), extend("x-unit" = "%"))]
    pub to: f64,
    /// Indifference margin: how far outside the range a share may be while either verdict is acceptable. With a margin,
    /// fewer battles are needed, and shares close to an end of the range can be decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 50), extend("x-unit" = "%"))]
    pub margin: Option<f64>,
    /// Maximum rate at which a true claim is rejected.
    #[serde(default = "one_percent")]
    #[schemars(range(min = 0.001, max = 99), extend("x-unit" = "%"))]
    pub alpha: f64,
    /// Maximum rate at which a false claim is accepted.
    #[serde(default = "one_percent")]
    #[schemars(range(min = 0.001, max = 99), extend("x-unit" = "%"))]
    pub beta: f64,
    /// Maximum number of battles; a claim still undecided then has failed.
    #[serde(default = "most")]
    #[schemars(range(min = 1, max = 1_000_000), extend("x-unit" = "battles"))]
    pub battles: u32,
}

/// A side or figure without an id in the content: its name on the board, or a part of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct BoardName(pub String);

/// A playable record of any ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playable {}

impl Target for Playable {
    const TARGET: &'static str = "";
}

/// A check read without the types of its ruleset; all rulesets share the format.
pub type AnyCheck = PackCheck<Playable, BoardName, BoardName>;

impl<S, N, F> Record for PackCheck<S, N, F>
where
    S: Target + 'static,
    N: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
    F: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
{
    const CATALOG: &'static str = CATALOG;
    const TITLE: &'static str = "Check";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

impl<S, N, F> PackCheck<S, N, F> {
    /// Returns the sides that the check refers to, with their pointers, for a check at `at`.
    pub fn sides(&self, at: &Pointer) -> impl Iterator<Item = (Pointer, &N)> {
        let at = |list: &str, entry: usize| at.child(list).child(entry.to_string()).child("side");
        let seats = self.players.iter().enumerate().map(move |(entry, seat)| (at("players", entry), &seat.side));
        let expected = self.expect.iter().enumerate();
        seats.chain(expected.filter_map(move |(entry, one)| Some((at("expect", entry), one.side()?))))
    }
}

impl<N, F> Expectation<N, F> {
    /// Returns its minimum and maximum, if it is about a number.
    pub fn range(&self) -> Option<(Option<i32>, Option<i32>)> {
        match *self {
            Self::Rounds { from, to }
            | Self::Survivors { from, to, .. }
            | Self::Health { from, to, .. }
            | Self::Harm { from, to, .. } => Some((from, to)),
            Self::Won { .. }
            | Self::Draw {}
            | Self::RoundLimit {}
            | Self::Fell { .. }
            | Self::Stands { .. }
            | Self::Hash { .. } => None,
        }
    }

    /// Returns the side it is about.
    pub fn side(&self) -> Option<&N> {
        match self {
            Self::Won { side }
            | Self::Fell { side, .. }
            | Self::Stands { side, .. }
            | Self::Survivors { side, .. }
            | Self::Health { side, .. }
            | Self::Harm { side, .. } => Some(side),
            Self::Draw {} | Self::RoundLimit {} | Self::Rounds { .. } | Self::Hash { .. } => None,
        }
    }
}

fn one() -> u32 {
    1
}

fn hundred() -> f64 {
    100.0
}

fn one_percent() -> f64 {
    1.0
}

fn most() -> u32 {
    20_000
}

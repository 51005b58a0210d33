//! Checks of the content itself: a battle that must go as it is written, and claims about many.
//!
//! Every ruleset has them: what is played, and how sides and figures are named, are parameters of the type.
//! [`AnyCheck`] reads those of all rulesets alike.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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
    /// Name shown to people.
    pub title: String,
    /// Why it matters: what is lost when it is no longer so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What is played.
    pub scenario: Ref<S>,
    /// The seed of the dice; of many battles that of the first, and each has the next one.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 4_294_967_295_i64))]
    pub seed: u32,
    /// Which sides a computer player decides for. Without commands the usual one decides for all others too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 9), extend("x-merge" = {"key": "side"}))]
    pub players: Vec<SeatedPlayer<N>>,
    /// The decisions of the other sides in their order; after the last one the battle stands still as soon as they are
    /// asked again. `nth=2` takes the second of several that are written alike, `with=NAME` has somebody else do the same
    /// at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 9999))]
    pub commands: Vec<ScriptedCommand>,
    /// What holds at the end, all of it.
    #[schemars(length(min = 1, max = 99), extend("x-merge" = "pile"))]
    pub expect: Vec<Expectation<N, F>>,
    /// In how many of many battles it holds; without it one battle is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<ShareClaim>,
}

/// Who decides for a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "SeatedPlayer", title = "Player")]
pub struct SeatedPlayer<N> {
    /// The side.
    pub side: N,
    /// A computer player of the ruleset, such as `random`.
    pub player: String,
}

/// Something that holds at the end of a battle, or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Expectation", title = "Expectation")]
pub enum Expectation<N, F> {
    /// The battle is over, and nobody has won.
    Draw {},
    /// A side has won, alone or with others.
    Won {
        /// The side.
        side: N,
    },
    /// The last round that is granted has ended the battle.
    RoundLimit {},
    /// The battle is over, or stands still, in one of some rounds.
    Rounds {
        /// The least that is allowed; without it, none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// The most that is allowed; without it, any number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// Figures take no part in the battle any more.
    Fell {
        /// Whose figures.
        side: N,
        /// Which figures, all of them.
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<F>,
    },
    /// Figures still take part in the battle.
    Stands {
        /// Whose figures.
        side: N,
        /// Which figures, all of them.
        #[schemars(length(min = 1, max = 99))]
        figures: Vec<F>,
    },
    /// How many figures of a side still take part in the battle.
    Survivors {
        /// The side.
        side: N,
        /// The least that is allowed; without it, none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// The most that is allowed; without it, any number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// What health a figure has left.
    Health {
        /// Whose figure.
        side: N,
        /// Which figure.
        figure: F,
        /// The least that is allowed; without it, none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// The most that is allowed; without it, any number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// How much health the figures of a side have lost together.
    Harm {
        /// The side.
        side: N,
        /// The least that is allowed; without it, none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i32>,
        /// The most that is allowed; without it, any number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i32>,
    },
    /// The battle went so to the last die: its journal has this hash.
    Hash {
        /// The hash, as `foeman play` tells it at the end.
        #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
        is: String,
    },
}

/// A claim: the share of battles in which something holds lies in a range.
///
/// Battles are played until it is decided, with errors of the rates it declares.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShareClaim {
    /// The least share.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), extend("x-unit" = "%"))]
    pub from: f64,
    /// The greatest share.
    #[serde(default = "hundred")]
    #[schemars(range(min = 0, max = 100), extend("x-unit" = "%"))]
    pub to: f64,
    /// How far beyond the range a share may lie without anybody caring whether the claim is called true or false: then
    /// it is decided sooner, and also where the share lies close to an end of the range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 50), extend("x-unit" = "%"))]
    pub margin: Option<f64>,
    /// How often a claim that is true may be called false, at most.
    #[serde(default = "one_percent")]
    #[schemars(range(min = 0.001, max = 99), extend("x-unit" = "%"))]
    pub alpha: f64,
    /// How often a claim that is false may be called true, at most.
    #[serde(default = "one_percent")]
    #[schemars(range(min = 0.001, max = 99), extend("x-unit" = "%"))]
    pub beta: f64,
    /// How many battles are played at most; a claim that is undecided then has failed.
    #[serde(default = "most")]
    #[schemars(range(min = 1, max = 1_000_000), extend("x-unit" = "battles"))]
    pub battles: u32,
}

/// A side or a figure where content has no id for it: its name on the board, or a part of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct BoardName(pub String);

/// Something that can be played, whatever its ruleset calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playable {}

impl Target for Playable {
    const TARGET: &'static str = "";
}

/// A check without the types of its ruleset: all are written alike.
pub type AnyCheck = PackCheck<Playable, BoardName, BoardName>;

impl<S, N, F> Record for PackCheck<S, N, F>
where
    S: Target + 'static,
    N: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
    F: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static,
{
    const CATALOG: &'static str = CATALOG;
    const TITLE: &'static str = "Check";
}

impl<S, N, F> PackCheck<S, N, F> {
    /// The sides it names, and where, as a record that stands at `at`.
    pub fn sides(&self, at: &Pointer) -> impl Iterator<Item = (Pointer, &N)> {
        let at = |list: &str, entry: usize| at.child(list).child(entry.to_string()).child("side");
        let seats = self.players.iter().enumerate().map(move |(entry, seat)| (at("players", entry), &seat.side));
        let expected = self.expect.iter().enumerate();
        seats.chain(expected.filter_map(move |(entry, one)| Some((at("expect", entry), one.side()?))))
    }
}

impl<N, F> Expectation<N, F> {
    /// The least and the most it allows, where it is about a number.
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

    /// The side it is about.
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

//! Sides, and the outcome of a battle: who has won, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A side of a battle, by its position in the scenario.
///
/// ```
/// use foeman_engine::prelude::*;
///
/// let outcome = Outcome::won(SideId(1), Reason::RoundLimit);
/// assert!(outcome.is_won_by(SideId(1)) && !outcome.is_won_by(SideId(0)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

/// How a battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The winners, in scenario order; empty for a draw.
    pub winners: Vec<SideId>,
    /// What ended it.
    pub reason: Reason,
}

/// What ended a battle.
///
/// Its [`Display`](fmt::Display) is a clause: lower case, no final stop.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Reason {
    /// Only the winners are left.
    LastStanding,
    /// No side is left.
    NobodyLeft,
    /// The scenario's last round is over.
    RoundLimit,
    /// A condition of the scenario is met.
    Condition {
        /// The condition in the ruleset's words: `the knot lies at their end`; the same condition always has the same
        /// text.
        text: String,
    },
}

impl Outcome {
    /// Creates a victory of one side.
    pub fn won(side: SideId, reason: Reason) -> Self {
        Self { winners: vec![side], reason }
    }

    /// Creates a draw.
    pub fn draw(reason: Reason) -> Self {
        Self { winners: Vec::new(), reason }
    }

    /// Whether the battle is a draw.
    pub fn is_draw(&self) -> bool {
        self.winners.is_empty()
    }

    /// Returns a side's score in half points: 2 for a win, 1 for a draw, else 0.
    pub fn score(&self, side: SideId) -> u8 {
        match () {
            () if self.is_won_by(side) => 2,
            () if self.is_draw() => 1,
            () => 0,
        }
    }

    /// Whether a side is among the winners.
    pub fn is_won_by(&self, side: SideId) -> bool {
        self.winners.contains(&side)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LastStanding => "nobody else is left",
            Self::NobodyLeft => "nobody is left",
            Self::RoundLimit => "the round limit is reached",
            Self::Condition { text } => text,
        })
    }
}

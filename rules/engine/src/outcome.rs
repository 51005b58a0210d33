//! Sides, and how a battle ends for them: who has won, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A side of a battle, by its position in the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

/// How a battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who has won, in the order of the scenario; nobody in a draw.
    pub winners: Vec<SideId>,
    /// What ended it.
    pub reason: Reason,
}

/// What ended a battle.
///
/// Its [`Display`](fmt::Display) is a clause for people: lower case, no final stop.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Reason {
    /// Nobody but the winners is left.
    LastStanding,
    /// Nobody at all is left.
    NobodyLeft,
    /// The last round the scenario grants is over.
    RoundLimit,
    /// A condition of the scenario is met.
    Condition {
        /// Which, in the ruleset's words: `the knot lies at their end`; one condition always has one text.
        text: String,
    },
}

impl Outcome {
    /// One side has won.
    pub fn won(side: SideId, reason: Reason) -> Self {
        Self { winners: vec![side], reason }
    }

    /// Nobody has won.
    pub fn draw(reason: Reason) -> Self {
        Self { winners: Vec::new(), reason }
    }

    /// Whether nobody has won.
    pub fn is_draw(&self) -> bool {
        self.winners.is_empty()
    }

    /// What a side scores, in halves of a battle: 2 where it has won, 1 where nobody has, else 0.
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

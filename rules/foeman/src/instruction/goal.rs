//! Events of victory and defeat conditions.

use serde::{Deserialize, Serialize};

use crate::ids::{GoalId, HoldId};
use crate::state::{Fate, State};
use foeman_engine::ruleset::SideId;

/// An event of a side's victory or defeat condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalEvent {
    /// The side alone held a zone at the end of the round, or no longer does.
    Holds {
        /// The zone.
        hold: HoldId,
        /// The number of consecutive rounds, including this one; 0 if it no longer holds the zone.
        rounds: u32,
    },
    /// The side wins.
    Wins {
        /// The condition.
        goal: GoalId,
    },
    /// The side is eliminated.
    Leaves {
        /// The condition.
        goal: GoalId,
    },
}

impl GoalEvent {
    pub(super) fn apply(self, state: &mut State, side: SideId) {
        match self {
            Self::Holds { hold, rounds } => state.held[hold.index()] = rounds,
            Self::Wins { goal } => state.sides[usize::from(side.0)].fate = Fate::Won(goal),
            Self::Leaves { goal } => state.sides[usize::from(side.0)].fate = Fate::Out(goal),
        }
    }
}

//! What becomes of the conditions of victory and defeat.

use serde::{Deserialize, Serialize};

use crate::ids::{GoalId, HoldId};
use crate::state::{Fate, State};
use foeman_engine::ruleset::SideId;

/// What becomes of something that a side is out for, or that it must not let happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalEvent {
    /// It held a zone alone as the round ended, or does not any more.
    Holds {
        /// Which zone.
        hold: HoldId,
        /// Rounds one after the other, this one included; 0 when it is held no more.
        rounds: u32,
    },
    /// It wins by a condition.
    Wins {
        /// Which.
        goal: GoalId,
    },
    /// It is out of the battle because of a condition.
    Leaves {
        /// Which.
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

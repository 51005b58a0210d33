//! Events of a side.

use serde::{Deserialize, Serialize};

use super::goal::GoalEvent;
use super::mastered::Newcomer;
use crate::rolls::Sum;
use crate::state::records::SideSequence;
use crate::state::{Duty, Mover, State};
use foeman_engine::ruleset::SideId;

/// An event of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideEvent {
    /// It rolled for initiative (`F3.2`).
    Initiative {
        /// The die.
        die: u8,
        /// The modifiers.
        modifiers: Box<Sum>,
        /// The total.
        value: i32,
    },
    /// It is its turn to move.
    Moves {
        /// Whether it may postpone.
        duty: Duty,
    },
    /// It lets another side move first (`F3.4`).
    Postponed,
    /// It has moved.
    Moved,
    /// An event of a victory or defeat condition.
    Goal(GoalEvent),
    /// A game master adds a figure to it.
    Joined(Newcomer),
}

impl SideEvent {
    pub(super) fn apply(&self, state: &mut State, side: SideId) {
        let own = usize::from(side.0);
        match self {
            Self::Initiative { value, .. } => state.sides[own].initiative = *value,
            Self::Moves { duty } => state.mover = Some(Mover { side, duty: *duty, current: None }),
            Self::Goal(event) => event.apply(state, side),
            Self::Joined(newcomer) => newcomer.apply(state, side),
            Self::Postponed => {
                state.sides[own].sequence = SideSequence::Postponed;
                state.mover = None;
            }
            Self::Moved => {
                let moved = |side: &&_| matches!(**side, SideSequence::Moved(_));
                let before = state.sides.iter().map(|side| side.sequence).filter(|side| moved(&side)).count();
                for other in state.sides.iter_mut().filter(|other| other.sequence == SideSequence::Postponed) {
                    other.sequence = SideSequence::MayMove;
                }
                state.sides[own].sequence = SideSequence::Moved(before as u8 + 1);
                state.mover = None;
            }
        }
    }
}

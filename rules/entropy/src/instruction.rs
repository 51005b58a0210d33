//! The instructions of a duel.

use serde::{Deserialize, Serialize};

use super::content::Part;
use super::milli::Milli;
use foeman_engine::ruleset::{Outcome, Reason, SideId};

/// A change of state, or an event for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum Instruction {
    /// A duellist enters.
    Enter {
        /// The duellist's side.
        side: SideId,
    },
    /// A round begins (`E11`).
    Round {
        /// Its number.
        number: u32,
        /// The sides in the order in which they act.
        order: [SideId; 2],
        /// The die that decided between equals (`F3.3`), if one was rolled.
        tie: Option<u8>,
    },
    /// Both sides have acted; all levels regenerate (`E4`, `E11`).
    Rest,
    /// A duellist has acted.
    Acted {
        /// The duellist's side.
        side: SideId,
    },
    /// A strike was rolled (`E6`).
    Strike {
        /// The striker's side.
        side: SideId,
        /// The lowest roll that hits.
        needed: i32,
        /// The roll.
        rolled: u8,
    },
    /// Entropy starts to flow between the two (`E8`).
    Flow {
        /// The side whose levels change.
        side: SideId,
        /// The amount of the flow; negative for an outflow.
        flow: Milli,
        /// The factor of the flow.
        efficiency: Milli,
        /// The resulting change.
        change: Milli,
    },
    /// A level changes.
    Level {
        /// The duellist's side.
        side: SideId,
        /// The part.
        part: Part,
        /// The new level.
        to: Milli,
        /// The reason.
        why: Why,
    },
    /// The part of a change that an object cannot take; it continues to the next object, or kills the body (`E9`).
    Overflow {
        /// The side of the object.
        side: SideId,
        /// The part.
        part: Part,
        /// The amount; negative if more is drawn than the object can give.
        amount: Milli,
    },
    /// The statistics shift with the level of the body (`E2`).
    Shift {
        /// The duellist's side.
        side: SideId,
        /// Full bands above the natural level.
        bands: i32,
    },
    /// Physical damage (`E10`).
    Damage {
        /// The striker's side.
        side: SideId,
        /// The distance between the levels of weapon and defender.
        distance: Milli,
        /// The damage; `None` if the levels are too far apart.
        amount: Option<Milli>,
    },
    /// A duellist dies.
    Dies {
        /// The duellist's side.
        side: SideId,
        /// The cause of death.
        of: Death,
    },
    /// The duel ends.
    Over {
        /// The result.
        outcome: Ending,
    },
}

/// How a duel ends (`E10`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Ending {
    /// One of the two is left.
    Won {
        /// The winner.
        side: SideId,
    },
    /// Both have died.
    Draw,
    /// Both are alive after the last round.
    RoundLimit,
}

impl Ending {
    /// Returns the ruleset-independent outcome.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Won { side } => Outcome::won(side, Reason::LastStanding),
            Self::Draw => Outcome::draw(Reason::NobodyLeft),
            Self::RoundLimit => Outcome::draw(Reason::RoundLimit),
        }
    }
}

/// Why a level changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A flow reaches it (`E9`).
    Flow,
    /// Its own body changes it (`E5`).
    Induced,
    /// It returns towards its natural level (`E4`).
    Regeneration,
}

/// The cause of a duellist's death.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Death {
    /// A rapid band change: a flow exceeded the threshold of its body (`E9`).
    Overflow,
    /// A blow (`E10`).
    Blow,
    /// Its endurance fell so far that the damage taken exceeds its capacity (`E2`, `E10`).
    Weakness,
}

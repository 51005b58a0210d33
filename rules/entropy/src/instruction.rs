//! The changes a duel is made of.

use serde::{Deserialize, Serialize};

use super::content::Part;
use super::milli::Milli;
use foeman_engine::ruleset::{Outcome, Reason, SideId};

/// One change, or something that happened and is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
pub enum Instruction {
    /// A duellist enters.
    Enter {
        /// Who.
        side: SideId,
    },
    /// A round begins (`E11`).
    Round {
        /// Its number.
        number: u32,
        /// Who acts, in order.
        order: [SideId; 2],
        /// The die that decided between equals (`F3.3`), when it had to.
        tie: Option<u8>,
    },
    /// Both have acted; everything regenerates (`E4`, `E11`).
    Rest,
    /// A duellist has acted.
    Acted {
        /// Who.
        side: SideId,
    },
    /// A strike was rolled (`E6`).
    Strike {
        /// Who strikes.
        side: SideId,
        /// What the die had to show at least.
        needed: i32,
        /// What it showed.
        rolled: u8,
    },
    /// Entropy starts to flow between the two (`E8`).
    Flow {
        /// Whose levels it changes.
        side: SideId,
        /// How much flows; negative when it flows out.
        flow: Milli,
        /// What it is multiplied with.
        efficiency: Milli,
        /// What comes of it.
        change: Milli,
    },
    /// A level changes.
    Level {
        /// Whose.
        side: SideId,
        /// Which.
        part: Part,
        /// To what.
        to: Milli,
        /// Why.
        why: Why,
    },
    /// What an object cannot hold goes on to the next one, or breaks the body (`E9`).
    Overflow {
        /// Whose object.
        side: SideId,
        /// Which.
        part: Part,
        /// How much; negative when more is drawn than it can give.
        amount: Milli,
    },
    /// The statistics shift with the level of the body (`E2`).
    Shift {
        /// Whose.
        side: SideId,
        /// Full bands above the natural level.
        bands: i32,
    },
    /// Physical damage (`E10`).
    Damage {
        /// Who strikes.
        side: SideId,
        /// How far weapon and defender are apart.
        distance: Milli,
        /// How much; nothing when they are too far apart.
        amount: Option<Milli>,
    },
    /// A duellist dies.
    Dies {
        /// Who.
        side: SideId,
        /// Of what.
        of: Death,
    },
    /// The duel ends.
    Over {
        /// How.
        outcome: Ending,
    },
}

/// How a duel ends (`E10`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Ending {
    /// One of the two is left.
    Won {
        /// Who.
        side: SideId,
    },
    /// Both have died.
    Draw,
    /// Both still stand after the last round.
    RoundLimit,
}

impl Ending {
    /// What others see of it.
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
    /// Its own body moves it (`E5`).
    Induced,
    /// It returns towards its natural level (`E4`).
    Regeneration,
}

/// What a duellist dies of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Death {
    /// A rapid band change: a flow went over the threshold of its body (`E9`).
    Overflow,
    /// A blow (`E10`).
    Blow,
    /// Its endurance sank below the damage it had taken (`E2`, `E10`).
    Weakness,
}

//! The notes' records of figures and sides as types. Their digits are an export format (`F12`) and are only displayed.

use serde::{Deserialize, Serialize};

use crate::catalogs::effects::Stance;
use crate::constants::{LINEAR_LIMIT, PIVOTED};

/// The direction of a step relative to the figure's facing (`F4.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Straight ahead.
    Linear,
    /// Into another front hex; the figure turns to face that way.
    Turning,
    /// Into the rear hex, keeping the facing.
    Backward,
    /// Into the rear hex a second time: the figure turns round and goes forward.
    TurnedRound,
}

/// The last steps of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastStep {
    /// Backward.
    Backward,
    /// Forward, but not linear.
    #[default]
    Forward,
    /// This many consecutive linear steps, 1..=18.
    Linear(u8),
}

/// The direction record (`FigDir`, `F4.2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Heading {
    /// The last steps; carried over into the next round.
    pub last: LastStep,
    /// Whether the figure pivoted at the end of its move.
    pub pivoted: bool,
}

impl Heading {
    /// The record after a step. A pivoted record becomes 0 first.
    #[must_use]
    pub fn stepped(self, step: Step) -> Self {
        let before = if self.pivoted { LastStep::Forward } else { self.last };
        let last = match (step, before) {
            (Step::Linear, LastStep::Linear(steps)) => LastStep::Linear((steps + 1).min(LINEAR_LIMIT)),
            (Step::Linear, _) => LastStep::Linear(1),
            (Step::Turning | Step::TurnedRound, _) => LastStep::Forward,
            (Step::Backward, _) => LastStep::Backward,
        };
        Self { last, pivoted: false }
    }

    /// Whether a step into the rear hex would be a backward step, not a second one that turns the figure round.
    pub fn may_back(self) -> bool {
        self.pivoted || self.last != LastStep::Backward
    }

    /// The record after a pivot.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { pivoted: true, ..self }
    }

    /// The record of a figure that took no step, at the end of the movement phase.
    #[must_use]
    pub fn unmoved(pivoted_this_round: bool) -> Self {
        Self { last: LastStep::Forward, pivoted: pivoted_this_round }
    }

    /// The notes' digit: -1, 0, 1..=18, and 20 more when pivoted.
    pub fn digit(self) -> i32 {
        let base = match self.last {
            LastStep::Backward => -1,
            LastStep::Forward => 0,
            LastStep::Linear(steps) => i32::from(steps),
        };
        if self.pivoted { base + PIVOTED } else { base }
    }
}

/// The halt record (`FigHlt`, `F4.3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HaltRecord {
    /// Has not moved (`Mv0`).
    #[default]
    Unmoved,
    /// Has only been moved or charged MP by others (`Mvd`).
    Moved,
    /// Has used MP voluntarily and may continue in its side's turn (`Mvg`).
    Moving,
    /// May not move any more this round (`Hlt`).
    Halted,
}

impl HaltRecord {
    /// The record after being moved by others; voluntary movement stays on record.
    #[must_use]
    pub fn moved_by_others(self) -> Self {
        if self == Self::Unmoved { Self::Moved } else { self }
    }

    /// The notes' name: `Mv0`, `Mvd`, `Mvg`, `Hlt`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unmoved => "Mv0",
            Self::Moved => "Mvd",
            Self::Moving => "Mvg",
            Self::Halted => "Hlt",
        }
    }
}

/// How a figure matches up with the opponents that engage it (`F4.4`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Match {
    /// Not engaged.
    #[default]
    Free,
    /// Engaged only by several opponents that are too small individually.
    Undermatched,
    /// Engaged by opponents at most twice, and at least half, its size.
    Matched,
    /// Engaged by an opponent more than twice its size.
    Overmatched,
}

/// The dice record (`FigDic`, `F6.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceRecord {
    /// Has not chosen in this segment.
    #[default]
    NotAsked,
    /// Has chosen to roll this many dice, 1..=9.
    Chosen(u8),
    /// Has acted with this many dice; 0 if the choice took effect at once.
    Acted(u8),
}

impl DiceRecord {
    /// The record at the start of a round: last round's choice stays visible during movement.
    #[must_use]
    pub fn at_round_start(self) -> Self {
        match self {
            Self::Acted(0) => Self::NotAsked,
            Self::Acted(dice) => Self::Chosen(dice),
            other => other,
        }
    }

    /// The record after effect continuation and after each segment: figures that have not acted choose again.
    #[must_use]
    pub fn asked_anew(self) -> Self {
        match self {
            Self::Acted(_) => self,
            _ => Self::NotAsked,
        }
    }

    /// The record after the figure has carried out its choice.
    #[must_use]
    pub fn acted(self) -> Self {
        match self {
            Self::Chosen(dice) => Self::Acted(dice),
            _ => Self::Acted(0),
        }
    }

    /// Whether the figure has acted.
    pub fn has_acted(self) -> bool {
        matches!(self, Self::Acted(_))
    }

    /// The notes' digit: 0, 1..=9, 10 and more.
    pub fn digit(self) -> u8 {
        match self {
            Self::NotAsked => 0,
            Self::Chosen(dice) => dice,
            Self::Acted(dice) => dice + 10,
        }
    }
}

/// The sequence record of a side (`SidSeq`, `F3.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideSequence {
    /// May still move.
    #[default]
    MayMove,
    /// Has postponed its move.
    Postponed,
    /// Has moved as the side with this number, from 1.
    Moved(u8),
}

impl SideSequence {
    /// The notes' digit: 0, -1, 1 and more.
    pub fn digit(self) -> i32 {
        match self {
            Self::MayMove => 0,
            Self::Postponed => -1,
            Self::Moved(order) => i32::from(order),
        }
    }
}

/// Posture (`pst`, `F1.6`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Posture {
    /// Lying.
    Prone,
    /// On its knees (an assumption).
    Kneeling,
    /// On its feet.
    #[default]
    Standing,
}

impl Posture {
    /// All postures, from the ground up.
    pub const ALL: [Self; 3] = [Self::Prone, Self::Kneeling, Self::Standing];

    /// Its name: `lying`, `kneeling`, `standing`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prone => "lying",
            Self::Kneeling => "kneeling",
            Self::Standing => "standing",
        }
    }

    /// The notes' digit: 1, 2 or 3.
    pub fn digit(self) -> u16 {
        match self {
            Self::Prone => 1,
            Self::Kneeling => 2,
            Self::Standing => 3,
        }
    }
}

impl From<Stance> for Posture {
    fn from(stance: Stance) -> Self {
        match stance {
            Stance::Lying => Self::Prone,
            Stance::Kneeling => Self::Kneeling,
            Stance::Standing => Self::Standing,
        }
    }
}

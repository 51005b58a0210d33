//! The occasions of events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The occasion of an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// The first round has begun.
    BattleBegins,
    /// A round has begun: figures have arrived, and effects of the start of a round have happened.
    RoundBegins,
    /// A phase of the round has begun.
    PhaseBegins,
    /// A figure has become unconscious or has died.
    Falls,
    /// An attack has hit a figure, even if its protection stopped all harm.
    Hit,
    /// The head of a figure has come into a zone, in any way.
    Enters,
    /// The head of a figure has left a zone, in any way.
    Leaves,
    /// Another event has happened.
    Fired,
    /// The battle has been decided.
    Over,
    /// A figure has picked up an item.
    Takes,
    /// A figure has cast a spell successfully.
    Casts,
    /// A feature has been destroyed.
    Destroyed,
    /// The conditions under `if` have begun to hold.
    Holds,
}

impl Occasion {
    /// All occasions.
    pub const ALL: [Self; 13] = [
        Self::BattleBegins,
        Self::RoundBegins,
        Self::PhaseBegins,
        Self::Falls,
        Self::Hit,
        Self::Enters,
        Self::Leaves,
        Self::Fired,
        Self::Over,
        Self::Takes,
        Self::Casts,
        Self::Destroyed,
        Self::Holds,
    ];

    /// Returns its keyword.
    pub fn name(self) -> &'static str {
        match self {
            Self::BattleBegins => "battle-begins",
            Self::RoundBegins => "round-begins",
            Self::PhaseBegins => "phase-begins",
            Self::Falls => "falls",
            Self::Hit => "hit",
            Self::Enters => "enters",
            Self::Leaves => "leaves",
            Self::Fired => "fired",
            Self::Over => "over",
            Self::Takes => "takes",
            Self::Casts => "casts",
            Self::Destroyed => "destroyed",
            Self::Holds => "holds",
        }
    }

    /// Whether it is about a figure of a side.
    pub fn has_figure(self) -> bool {
        matches!(self, Self::Falls | Self::Hit | Self::Enters | Self::Leaves | Self::Takes | Self::Casts)
    }

    /// Whether it can wait for several figures of a group.
    pub fn gathers(self) -> bool {
        matches!(self, Self::Falls | Self::Enters | Self::Leaves)
    }

    /// The keys that restrict it, other than `if`.
    pub fn filters(self) -> &'static [&'static str] {
        match self {
            Self::BattleBegins | Self::Holds => &[],
            Self::RoundBegins => &["round"],
            Self::PhaseBegins => &["phase"],
            Self::Falls => &["side", "figures", "who", "at-least"],
            Self::Hit => &["side", "figures"],
            Self::Enters | Self::Leaves => &["side", "figures", "who", "at-least", "zone"],
            Self::Fired => &["event", "after"],
            Self::Over => &["side"],
            Self::Takes => &["side", "figures", "item"],
            Self::Casts => &["side", "figures", "spell"],
            Self::Destroyed => &["feature", "zone"],
        }
    }
}

/// A phase at whose beginning events can happen (`F3.1`). The other phases begin only if some figure has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseName {
    /// The sides move, one after another.
    Movement,
    /// Figures act, segment by segment.
    Action,
}

//! The twelve action options (`F5`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An action option, without what belongs to it; numbered as in the notes (`F5`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// Nothing but moving.
    Move = 1,
    /// Waiting and aiming.
    Watch = 2,
    /// Taking something in hand.
    Ready = 3,
    /// Warding off blows.
    Defend = 4,
    /// A blow at somebody adjacent.
    Strike = 5,
    /// A thrust over two hexes.
    Jab = 6,
    /// Throwing something.
    Hurl = 7,
    /// Shooting.
    Fire = 8,
    /// Using an item or casting a spell.
    Use = 9,
    /// Evading missiles.
    Dodge = 10,
    /// A second blow.
    Strike2 = 11,
    /// A second shot.
    Fire2 = 12,
}

impl ActionKind {
    /// All of them, by their numbers.
    pub const ALL: [Self; 12] = [
        Self::Move,
        Self::Watch,
        Self::Ready,
        Self::Defend,
        Self::Strike,
        Self::Jab,
        Self::Hurl,
        Self::Fire,
        Self::Use,
        Self::Dodge,
        Self::Strike2,
        Self::Fire2,
    ];

    /// Its number in the notes (`FigDo`, `FigDid`).
    pub fn digit(self) -> u8 {
        self as u8
    }

    /// Its name in one word: `strike`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Watch => "watch",
            Self::Ready => "ready",
            Self::Defend => "defend",
            Self::Strike => "strike",
            Self::Jab => "jab",
            Self::Hurl => "hurl",
            Self::Fire => "fire",
            Self::Use => "use",
            Self::Dodge => "dodge",
            Self::Strike2 => "strike2",
            Self::Fire2 => "fire2",
        }
    }
}

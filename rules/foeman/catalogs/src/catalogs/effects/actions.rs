//! The twelve action options (`F5`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An action option without its parameters; numbered as in the notes (`F5`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// Only moves.
    Move = 1,
    /// Waits and aims.
    Watch = 2,
    /// Makes an item ready.
    Ready = 3,
    /// Parries blows.
    Defend = 4,
    /// Strikes an adjacent target.
    Strike = 5,
    /// Thrusts at a target two hexes away.
    Jab = 6,
    /// Throws an item.
    Hurl = 7,
    /// Shoots.
    Fire = 8,
    /// Uses an item or casts a spell.
    Use = 9,
    /// Evades missiles.
    Dodge = 10,
    /// Strikes twice.
    Strike2 = 11,
    /// Shoots twice.
    Fire2 = 12,
}

impl ActionKind {
    /// All options, in the order of their numbers.
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

    /// Its name as one word: `strike`.
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

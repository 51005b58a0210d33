//! The changes a bout is made of.

use serde::{Deserialize, Serialize};

/// What changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// A round begins.
    Round(u32),
    /// The side whose turn it is gains breath, or loses it.
    Breath(i32),
    /// Dice were rolled against a needed total; told, changes nothing.
    Heaved {
        /// The least total that moves the knot.
        need: i32,
        /// What fell.
        dice: Vec<u8>,
    },
    /// The knot moves by so many columns.
    Slide(i32),
    /// The turn is over.
    Pass,
}

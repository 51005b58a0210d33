//! The instructions of a bout.

use serde::{Deserialize, Serialize};

/// A change of state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instruction {
    /// A round begins.
    Round(u32),
    /// The active side gains or loses breath.
    Breath(i32),
    /// Dice were rolled against a target; for the log, changes nothing.
    Heaved {
        /// The minimum total that moves the knot.
        need: i32,
        /// The dice rolled.
        dice: Vec<u8>,
    },
    /// The knot moves by this many columns.
    Slide(i32),
    /// The turn is over.
    Pass,
}

//! An attack that waits for a decision.

use serde::{Deserialize, Serialize};

use crate::option::Order;
use crate::rolls::Check;

/// An attack after the hit roll, whose dice may be rerolled (`F7.5`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Underway {
    /// The attack.
    pub order: Order,
    /// The hit roll including rerolls.
    pub check: Check,
    /// The number of rerolls so far.
    pub stages: u8,
    /// When the attack takes place.
    pub timing: Timing,
}

/// When an attack takes place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// As the action that wins a segment (`F6.2`).
    Segment,
    /// In the middle of a move, which then continues.
    Move,
}

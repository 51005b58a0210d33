//! An attack that waits for a decision in its middle.

use serde::{Deserialize, Serialize};

use crate::option::Order;
use crate::rolls::Check;

/// An attack that was rolled to hit, and whose dice may be rolled again (`F7.5`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Underway {
    /// Who attacks whom.
    pub order: Order,
    /// The hit roll as it stands.
    pub check: Check,
    /// On how many occasions hit dice were rolled again.
    pub stages: u8,
    /// When it is made.
    pub timing: Timing,
}

/// When an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// As the action that wins a segment (`F6.2`).
    Segment,
    /// In the middle of a move, which goes on afterwards.
    Move,
}

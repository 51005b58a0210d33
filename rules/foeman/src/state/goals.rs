//! Whether the battle has been decided for a side.

use serde::{Deserialize, Serialize};

use crate::ids::GoalId;

/// Whether the battle has been decided for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Not yet.
    #[default]
    Open,
    /// It has won, by this condition.
    Won(GoalId),
    /// It has been eliminated because of this condition, as if it had no active figures.
    Out(GoalId),
}

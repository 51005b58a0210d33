//! How far sides have come with what they are out for.

use serde::{Deserialize, Serialize};

use crate::ids::GoalId;

/// Whether the battle is decided for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Not yet.
    #[default]
    Open,
    /// It has won, by this condition.
    Won(GoalId),
    /// It is out of the battle because of this condition, as if none of its figures were active.
    Out(GoalId),
}

//! The commands of a team.

use serde::{Deserialize, Serialize};

/// A team's action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Drag the knot one column over easy ground, for one breath.
    Pull,
    /// Roll dice, a breath each; if they overcome the ground, drag the knot two columns.
    Heave {
        /// The number of dice, 1..=3.
        dice: u8,
    },
    /// Recover two breaths.
    Rest,
}

/// All commands.
pub const COMMANDS: [Command; 5] =
    [Command::Pull, Command::Heave { dice: 1 }, Command::Heave { dice: 2 }, Command::Heave { dice: 3 }, Command::Rest];

//! The commands of a duellist (`E11`).

use serde::{Deserialize, Serialize};

/// A decision of a duellist (`E11`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Strikes the opponent (`E6`).
    Strike,
    /// Raises its own level (`E5`).
    Raise,
    /// Lowers its own level (`E5`).
    Lower,
}

/// All commands, in the order they are listed.
pub const COMMANDS: [Command; 3] = [Command::Strike, Command::Raise, Command::Lower];

//! The decisions of a duellist (`E11`).

use serde::{Deserialize, Serialize};

/// One decision of a duellist (`E11`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Strike the other (`E6`).
    Strike,
    /// Raise its own level (`E5`).
    Raise,
    /// Lower its own level (`E5`).
    Lower,
}

/// Every command there is, in the order they are listed.
pub const COMMANDS: [Command; 3] = [Command::Strike, Command::Raise, Command::Lower];

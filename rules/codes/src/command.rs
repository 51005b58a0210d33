//! The decisions of an actor.

use serde::{Deserialize, Serialize};

/// What an actor decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Attack with a code.
    Attack {
        /// Its position in the actor's list.
        code: u8,
    },
    /// Respond with a code.
    Respond {
        /// Its position in the actor's list.
        code: u8,
    },
}

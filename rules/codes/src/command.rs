//! The commands of an actor.

use serde::{Deserialize, Serialize};

/// A decision of an actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Attacks with a code.
    Attack {
        /// Its position in the actor's list.
        code: u8,
    },
    /// Responds with a code.
    Respond {
        /// Its position in the actor's list.
        code: u8,
    },
}

//! Computer players.

use serde::{Deserialize, Serialize};

/// A computer player, by how it decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Any legal command, each as likely as the others.
    Random,
    /// The command that looks best one decision ahead.
    #[default]
    Greedy,
}

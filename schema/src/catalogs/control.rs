//! The player of a side, a duellist or an actor; shared by all rulesets.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// The computer player.
    #[default]
    Machine,
    /// A person.
    Human,
}

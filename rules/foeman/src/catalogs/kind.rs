//! What sort of figure something is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What sort of figure something is, and so how it fights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Fights with carried items, or unarmed.
    Hero,
    /// As a hero, and casts spells.
    Wizard,
    /// An animal or monster: fights with its own body.
    Creature,
    /// A humanoid that fights with its own body, but hurls and shoots with items.
    Base,
    /// Inanimate: a wall, a shadow or a fire, made by a spell.
    Feature,
}

//! Kinds of figures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of a figure, which decides how it fights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Fights with carried items, or unarmed.
    Hero,
    /// Like a hero, and casts spells.
    Wizard,
    /// An animal or monster: fights with its own body.
    Creature,
    /// A humanoid that fights with its own body, but hurls and shoots with items.
    Base,
    /// Inanimate: a wall, a shadow or a fire, created by a spell.
    Feature,
}

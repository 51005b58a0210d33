//! Spells (`splItm`).

use foeman_schema::dialect::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effects::Effect;
use crate::notation::{Bypass, SavingRoll};

/// A spell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Spell {
    /// Name shown to people.
    pub title: String,
    /// What it does, in a sentence.
    #[serde(default)]
    pub about: String,
    /// Its level: the IQ it takes to cast it (`F11.2`).
    #[schemars(range(min = 1, max = 99))]
    pub iq: u8,
    /// What sort of spell it is.
    pub kind: SpellKind,
    /// What casting it takes, as exhaustion (`F11.2`).
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "ST"))]
    pub cost: u8,
    /// What keeping it up takes each time (`F11.1`); without it, it cannot be kept up.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "ST"))]
    pub renewal: Option<u8>,
    /// How far from the caster its target may be; without it, as far as the caster sees.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "hexes"))]
    pub range: Option<u8>,
    /// What it is cast on.
    #[serde(default)]
    pub target: SpellTarget,
    /// The saving roll of its target: it negates the spell, or with `halves` halves it.
    #[serde(default)]
    pub resist: Option<SavingRoll>,
    /// What does not help against it (`F8.5`): five digits for defending, spells, armour, shield and harm, 9 for as
    /// usual.
    #[serde(default)]
    pub bypass: Bypass,
    /// What happens.
    #[schemars(length(min = 1, max = 20))]
    pub effects: Vec<Effect>,
}

impl Record for Spell {
    const CATALOG: &'static str = "spells";
    const TITLE: &'static str = "Spell";
}

/// What sort of spell something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellKind {
    /// Flies like a missile, and must hit.
    Missile,
    /// Takes hold of somebody in sight, and grows harder with distance.
    Thrown,
    /// Makes something that was not there.
    Creation,
    /// Takes over somebody's will.
    Control,
    /// Wards off harm.
    Protection,
    /// Makes somebody better at something.
    Enhancement,
    /// Makes somebody worse at something.
    Affliction,
    /// Mends harm.
    Healing,
    /// Moves somebody.
    Movement,
    /// Ends other spells.
    Dispelling,
}

/// What a spell is cast on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellTarget {
    /// Any figure.
    #[default]
    Figure,
    /// The caster.
    Caster,
    /// A figure of the caster's side.
    Ally,
    /// A figure of another side.
    Foe,
    /// A hex.
    Hex,
}

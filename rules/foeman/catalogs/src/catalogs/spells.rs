//! Spells (`splItm`).

use foeman_schema::dialect::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::effects::Effect;
use crate::notation::{Bypass, SavingRoll};

/// A spell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Spell {
    /// Display name.
    pub title: String,
    /// One-sentence description.
    #[serde(default)]
    pub about: String,
    /// Its level: the IQ required to cast it (`F11.2`).
    #[schemars(range(min = 1, max = 99))]
    #[schemars(extend("x-group" = "Casting", "x-headline" = true))]
    pub iq: u8,
    /// The kind of spell.
    #[schemars(extend("x-headline" = true))]
    pub kind: SpellKind,
    /// The exhaustion that casting costs (`F11.2`).
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "ST"))]
    #[schemars(extend("x-group" = "Casting", "x-headline" = true))]
    pub cost: u8,
    /// The exhaustion that each renewal costs (`F11.1`); default: cannot be renewed.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "ST"))]
    #[schemars(extend("x-group" = "Casting"))]
    pub renewal: Option<u8>,
    /// The maximum distance of the target from the caster; default: as far as the caster sees.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "hexes"))]
    #[schemars(extend("x-group" = "Target", "x-headline" = true))]
    pub range: Option<u8>,
    /// Valid targets.
    #[serde(default)]
    #[schemars(extend("x-group" = "Target"))]
    pub target: SpellTarget,
    /// The saving roll of its target: negates the spell, or with `halves` halves it.
    #[serde(default)]
    #[schemars(extend("x-group" = "Target"))]
    pub resist: Option<SavingRoll>,
    /// Which protection it ignores (`F8.5`): five digits for defending, spells, armour, shield and harm; 9 means
    /// normal.
    #[serde(default)]
    #[schemars(extend("x-group" = "Target"))]
    pub bypass: Bypass,
    /// Its effects.
    #[schemars(length(min = 1, max = 20))]
    #[schemars(extend("x-group" = "Effects"))]
    pub effects: Vec<Effect>,
}

impl Record for Spell {
    const CATALOG: &'static str = "spells";
    const TITLE: &'static str = "Spell";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The kind of a spell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellKind {
    /// Flies like a missile, and must hit.
    Missile,
    /// Affects a figure in sight, and is harder at a distance.
    Thrown,
    /// Creates something.
    Creation,
    /// Controls a figure.
    Control,
    /// Protects from harm.
    Protection,
    /// Improves a figure.
    Enhancement,
    /// Weakens a figure.
    Affliction,
    /// Heals harm.
    Healing,
    /// Moves a figure.
    Movement,
    /// Ends other spells.
    Dispelling,
}

/// The valid targets of a spell.
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

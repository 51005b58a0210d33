//! Effects: what items, spells, talents, terrains and figure types do, as data.
//!
//! The list of effects is closed, so that checks, forms, rules and log agree. Adding an effect changes the file format.

mod actions;
mod words;

use foeman_schema::catalogs::board::Terrains;
use foeman_schema::dialect::{Record, Ref, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::kind::Kind;

use crate::notation::{Amount, Bypass, Roll, Rounds, SavingRoll};

pub use actions::ActionKind;
pub use words::{DeedKind, Die, Harm, Motion, Quantity, Stack, Stance, Status, When, While, Who};

/// An effect on the course of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Effect")]
pub struct Effect {
    /// Target, timing and duration.
    #[serde(flatten)]
    pub scope: Scope,
    /// What the effect does.
    #[serde(flatten)]
    pub deed: Deed,
}

/// The action of an effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// Changes a value while it applies.
    Modify {
        /// The value to change.
        what: Quantity,
        /// The amount to add; dice are rolled once, when the effect begins.
        #[schemars(title = "By")]
        by: Roll,
        /// The damage die to change if `what` is damage; default: every die.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        die: Option<Die>,
    },
    /// Does harm: at once, or as `when` says.
    Damage {
        /// The amount of harm.
        dice: Roll,
        /// The kind of harm.
        #[serde(default)]
        #[schemars(title = "Of")]
        of: Harm,
        /// Which protection it ignores: five digits for defending, spells, armour, shield and harm; 9 means normal.
        #[serde(default)]
        bypass: Bypass,
    },
    /// Heals harm.
    Heal {
        /// The amount, if dice are rolled.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        dice: Option<Roll>,
        /// The amount, if no dice are rolled.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Amount>,
        /// The kind of harm healed.
        #[serde(default)]
        #[schemars(title = "Of")]
        of: Harm,
    },
    /// Changes the posture.
    Posture {
        /// The new posture.
        #[schemars(title = "To")]
        to: Stance,
    },
    /// Adds or removes a status.
    Status {
        /// The status to add.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        add: Option<Status>,
        /// The status to remove.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        remove: Option<Status>,
    },
    /// Moves a figure, if there is room.
    Move {
        /// The distance in hexes.
        hexes: Amount,
        /// The direction.
        how: Motion,
    },
    /// Creates figures: walls, shadows, fires and summoned creatures.
    Create {
        /// The type of figure.
        figure: Ref<Figures>,
        /// The number of hexes to fill, each with one figure.
        #[serde(default = "one")]
        hexes: Amount,
    },
    /// Makes the target obey the side of the caster.
    Control {},
    /// Allows an option, a talent or rerolls.
    Grant {
        /// An action option.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        option: Option<ActionKind>,
        /// A talent.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        talent: Option<Ref<Talents>>,
        /// The number of times that hit dice may be rerolled, any number of dice each time.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 9))]
        reroll: Option<u8>,
    },
    /// Forbids an option or a talent.
    Forbid {
        /// An action option.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        option: Option<ActionKind>,
        /// A talent.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        talent: Option<Ref<Talents>>,
    },
    /// Ends other effects.
    Dispel {
        /// Ends effects of this kind.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        ends: Option<DeedKind>,
        /// Ends effects of this spell.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        spell: Option<Ref<Spells>>,
    },
    /// Applies an entry of the catalog `effects`.
    Named {
        /// The entry.
        effect: Ref<NamedEffect>,
    },
}

/// The target, timing and duration of an effect; every key is optional.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Scope {
    /// The state in which it applies.
    #[serde(default)]
    pub r#while: While,
    /// Applies only in this terrain.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_terrain: Option<Ref<Terrains>>,
    /// Applies only against figures of this kind.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Kind>,
    /// Applies only at this distance from the other figure: minimum and maximum.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 0, max = 99)), extend("x-unit" = "hexes", "x-widget" = "range"))]
    pub range: Option<[u8; 2]>,
    /// How long it lasts: a number of rounds, `spell` for as long as its spell is kept up, or `encounter`. Default: as
    /// long as its cause.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// When it happens.
    #[serde(default)]
    pub when: When,
    /// Who is affected.
    #[serde(default)]
    pub who: Who,
    /// The maximum distance of `allies` or `foes`; default: any distance.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "hexes"))]
    pub within: Option<u8>,
    /// The saving roll against it: negates the effect, or with `halves` halves it.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resist: Option<SavingRoll>,
    /// How effects on the same value combine.
    #[serde(default)]
    pub stack: Stack,
}

/// A named effect that records can share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NamedEffect {
    /// Display name.
    pub title: String,
    /// One-sentence description.
    #[serde(default)]
    pub about: String,
    /// The effects it applies.
    #[schemars(length(min = 1, max = 20))]
    pub effects: Vec<Effect>,
}

impl Record for NamedEffect {
    const CATALOG: &'static str = "effects";
    const TITLE: &'static str = "Effect";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// The catalog of figure types. A marker type, independent of how a ruleset defines its records.
#[derive(Debug)]
pub enum Figures {}

/// The catalog of talents, likewise.
#[derive(Debug)]
pub enum Talents {}

/// The catalog of spells, likewise.
#[derive(Debug)]
pub enum Spells {}

impl Target for Figures {
    const TARGET: &'static str = "figures";
}

impl Target for Talents {
    const TARGET: &'static str = "talents";
}

impl Target for Spells {
    const TARGET: &'static str = "spells";
}

fn one() -> Amount {
    Amount::number(1)
}

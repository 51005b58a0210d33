//! Effects: what items, spells, talents, terrains and figure types do, as data.
//!
//! The list is closed, so that checks, forms, rules and log agree; growing it is a change of the format.

mod actions;
mod words;

use foeman_schema::catalogs::board::Terrains;
use foeman_schema::dialect::{Record, Ref, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kind::Kind;

use crate::notation::{Amount, Bypass, Roll, Rounds, SavingRoll};

pub use actions::ActionKind;
pub use words::{DeedKind, Die, Harm, Motion, Quantity, Stack, Stance, Status, When, While, Who};

/// Something that changes the course of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Effect")]
pub struct Effect {
    /// To whom, when and for how long.
    #[serde(flatten)]
    pub scope: Scope,
    /// What happens.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What an effect does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// Changes a value while it applies.
    Modify {
        /// Which value.
        what: Quantity,
        /// What is added to it; dice are rolled once, when the effect begins.
        #[schemars(title = "By")]
        by: Roll,
        /// Which damage die, when `what` is damage; without it every one.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        die: Option<Die>,
    },
    /// Does harm: at once, or whenever `when` says.
    Damage {
        /// How much.
        dice: Roll,
        /// What sort of harm.
        #[serde(default)]
        #[schemars(title = "Of")]
        of: Harm,
        /// What does not help against it: five digits for defending, spells, armour, shield and harm, 9 for as usual.
        #[serde(default)]
        bypass: Bypass,
    },
    /// Takes harm away.
    Heal {
        /// How much, when dice are rolled.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        dice: Option<Roll>,
        /// How much, without dice.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Amount>,
        /// What sort of harm.
        #[serde(default)]
        #[schemars(title = "Of")]
        of: Harm,
    },
    /// Brings into a posture.
    Posture {
        /// Which posture.
        #[schemars(title = "To")]
        to: Stance,
    },
    /// Gives or takes a status.
    Status {
        /// The status it gives.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        add: Option<Status>,
        /// The status it takes away.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        remove: Option<Status>,
    },
    /// Moves somebody; where nobody can stand, nobody is moved.
    Move {
        /// How far, in hexes.
        hexes: Amount,
        /// Which way.
        how: Motion,
    },
    /// Makes figures: walls, shadows, fires and summoned creatures.
    Create {
        /// The type of figure.
        figure: Ref<Figures>,
        /// How many hexes are filled, each with one figure.
        #[serde(default = "one")]
        hexes: Amount,
    },
    /// The target obeys the side it is bewitched by.
    Control {},
    /// Allows what is not allowed otherwise.
    Grant {
        /// An action option.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        option: Option<ActionKind>,
        /// A talent.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        talent: Option<Ref<Talents>>,
        /// On how many occasions any number of hit dice may be rolled again.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 9))]
        reroll: Option<u8>,
    },
    /// Bars what is allowed otherwise.
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
        /// Those of this kind.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        ends: Option<DeedKind>,
        /// Those of this spell.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        spell: Option<Ref<Spells>>,
    },
    /// Does what an entry of the catalog `effects` does.
    Named {
        /// Which entry.
        effect: Ref<NamedEffect>,
    },
}

/// To whom an effect happens, when and for how long; all of it may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Scope {
    /// The state in which it applies.
    #[serde(default)]
    pub r#while: While,
    /// Only in this terrain.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_terrain: Option<Ref<Terrains>>,
    /// Only against figures of this kind.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Kind>,
    /// Only at this distance from the other figure: the smallest and the largest.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 0, max = 99)), extend("x-unit" = "hexes", "x-widget" = "range"))]
    pub range: Option<[u8; 2]>,
    /// How long it lasts: a number of rounds, `spell` for as long as its spell is kept up, or `encounter`. Without it,
    /// as long as its cause.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// When it happens.
    #[serde(default)]
    pub when: When,
    /// To whom it happens.
    #[serde(default)]
    pub who: Who,
    /// How near `allies` or `foes` must be; without it wherever they are.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "hexes"))]
    pub within: Option<u8>,
    /// The saving roll against it: it negates, or with `halves` halves.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resist: Option<SavingRoll>,
    /// What counts when several such effects apply at once.
    #[serde(default)]
    pub stack: Stack,
}

/// A named effect, to be used in several places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NamedEffect {
    /// Name shown to people.
    pub title: String,
    /// What it is, in a sentence.
    #[serde(default)]
    pub about: String,
    /// What happens.
    #[schemars(length(min = 1, max = 20))]
    pub effects: Vec<Effect>,
}

impl Record for NamedEffect {
    const CATALOG: &'static str = "effects";
    const TITLE: &'static str = "Effect";
}

/// The catalog of figure types, whatever its records are in a ruleset.
#[derive(Debug)]
pub enum Figures {}

/// The catalog of talents.
#[derive(Debug)]
pub enum Talents {}

/// The catalog of spells.
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

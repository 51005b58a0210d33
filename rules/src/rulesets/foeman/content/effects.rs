//! Effects, spells and talents with everything they name looked up.

use crate::rulesets::foeman::catalogs::effects::{
    ActionOption, DeedKind, Die, Harm, Motion, Quantity, Stack, Stance, Status, When, While, Who,
};
use crate::rulesets::foeman::catalogs::{Kind, SpellKind, SpellTarget, TalentCost};
use crate::rulesets::foeman::ids::{EffectId, KindId, SpellId, TalentId, TerrainId};
use crate::rulesets::foeman::notation::{Amount, Bypass, Roll, Rounds, SavingRoll};

/// Something that changes the course of a battle.
#[derive(Debug)]
pub struct Effect {
    /// What happens.
    pub deed: Deed,
    /// The state in which it applies.
    pub applies: While,
    /// Only in this terrain.
    pub in_terrain: Option<Within>,
    /// Only against figures of this kind.
    pub against: Option<Kind>,
    /// Only at this distance in hexes from the other figure: the smallest and the largest.
    pub range: Option<[u8; 2]>,
    /// How long it lasts; as long as its cause without it.
    pub rounds: Option<Rounds>,
    /// When it happens.
    pub when: When,
    /// To whom it happens.
    pub who: Who,
    /// How near allies or foes must be, in hexes; wherever they are without it.
    pub within: Option<u8>,
    /// The saving roll against it.
    pub resist: Option<SavingRoll>,
    /// What counts when several such effects apply at once.
    pub stack: Stack,
}

/// The terrain that an effect is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// A terrain of the map.
    Terrain(TerrainId),
    /// One that the map does not have, so that it never applies.
    Nowhere,
}

/// What an effect does.
#[derive(Debug)]
pub enum Deed {
    /// Changes a value while it applies.
    Modify {
        /// Which value.
        what: Quantity,
        /// What is added to it.
        by: Roll,
        /// Which damage die, when `what` is damage; every one without it.
        die: Option<Die>,
    },
    /// Does harm.
    Damage {
        /// How much.
        dice: Roll,
        /// What sort of harm.
        of: Harm,
        /// What does not help against it.
        bypass: Bypass,
    },
    /// Takes harm away.
    Heal {
        /// How much, when dice are rolled.
        dice: Option<Roll>,
        /// How much, without dice.
        points: Option<Amount>,
        /// What sort of harm.
        of: Harm,
    },
    /// Brings into a posture.
    Posture(Stance),
    /// Gives or takes a status.
    Status {
        /// The one it gives.
        add: Option<Status>,
        /// The one it takes away.
        remove: Option<Status>,
    },
    /// Moves somebody.
    Move {
        /// How far, in hexes.
        hexes: Amount,
        /// Which way.
        how: Motion,
    },
    /// Makes figures.
    Create {
        /// Of which kind.
        kind: KindId,
        /// How many hexes are filled, each with one figure.
        hexes: Amount,
    },
    /// The target obeys the side it is bewitched by.
    Control,
    /// Allows what is not allowed otherwise.
    Grant(Permit),
    /// Bars what is allowed otherwise.
    Forbid(Permit),
    /// Ends other effects.
    Dispel {
        /// Those of this kind.
        ends: Option<DeedKind>,
        /// Those of this spell.
        spell: Option<SpellId>,
    },
}

/// What is allowed or barred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Permit {
    /// An action option.
    pub option: Option<ActionOption>,
    /// A talent.
    pub talent: Option<TalentId>,
    /// Occasions to roll hit dice again; 0 for none.
    pub rerolls: u8,
}

/// A spell.
#[derive(Debug)]
pub struct Spell {
    /// Name.
    pub title: String,
    /// The IQ it takes.
    pub iq: i32,
    /// What sort of spell it is.
    pub kind: SpellKind,
    /// What casting it takes, in ST.
    pub cost: i32,
    /// What keeping it up takes each time, in ST; it cannot be kept up without it.
    pub renewal: Option<i32>,
    /// How far from the caster its target may be, in hexes; as far as the caster sees without it.
    pub range: Option<u8>,
    /// What it is cast on.
    pub target: SpellTarget,
    /// The saving roll of its target.
    pub resist: Option<SavingRoll>,
    /// What does not help against it.
    pub bypass: Bypass,
    /// What happens.
    pub effects: Vec<EffectId>,
}

/// A talent.
#[derive(Debug)]
pub struct Talent {
    /// Name.
    pub title: String,
    /// Its IQ level.
    pub iq: i32,
    /// What each use takes.
    pub cost: TalentCost,
    /// What happens.
    pub effects: Vec<EffectId>,
}

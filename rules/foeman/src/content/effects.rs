//! Effects, spells and talents with everything they name looked up.

use crate::catalogs::effects::{
    ActionKind, DeedKind, Die, Harm, Motion, Quantity, Scope, Stack, Stance, Status, When, While, Who,
};
use crate::catalogs::{Kind, SpellKind, SpellTarget, TalentCost};
use crate::ids::{EffectId, KindId, SpellId, TalentId, TerrainId};
use crate::notation::{Amount, Bypass, Roll, Rounds, SavingRoll};

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
    /// The occasion on which it begins to wait for its own; at once where a name does not say otherwise.
    pub begins: When,
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

impl Effect {
    /// Whether it goes on by itself as long as its owner has what it comes with, in the state that it asks for: a change,
    /// a status or a permission without a time of its own that waits for no occasion.
    pub fn is_passive(&self) -> bool {
        let at_any_time = match self.deed {
            // Whose attack it changes, its owner's or an enemy's.
            Deed::Modify { .. } => matches!(self.when, When::Apply | When::Hit | When::HitBy),
            _ => self.when == When::Apply,
        };
        self.deed.goes_on() && self.rounds.is_none() && at_any_time && self.resist.is_none()
    }
}

impl Effect {
    /// Binds an effect that was written under a name to what the place says that names it: what is said there comes
    /// before what is said under the name, but an occasion there is only where the named effect begins when it has one
    /// of its own.
    pub(super) fn narrow(&mut self, terrains: &[String], scope: &Scope) {
        if scope.r#while != While::Always {
            self.applies = scope.r#while;
        }
        if let Some(terrain) = &scope.in_terrain {
            self.in_terrain = Some(Within::named(terrains, terrain.id()));
        }
        self.against = scope.against.or(self.against);
        self.range = scope.range.or(self.range);
        self.rounds = scope.rounds.or(self.rounds);
        self.within = scope.within.or(self.within);
        self.resist = scope.resist.or(self.resist);
        if scope.who != Who::Target {
            self.who = scope.who;
        }
        if scope.stack != Stack::Add {
            self.stack = scope.stack;
        }
        match (scope.when, self.when) {
            (When::Apply, _) => {}
            (when, When::Apply) => self.when = when,
            (when, own) if when != own => self.begins = when,
            _ => {}
        }
    }

    /// The occasion that it waits for where it is written, before it has begun.
    pub fn occasion(&self) -> When {
        if self.begins == When::Apply { self.when } else { self.begins }
    }

    /// Whether it must be used or cast to happen: something that happens at once, or has a time of its own, or waits for
    /// an occasion only once it has begun.
    pub fn must_begin(&self) -> bool {
        !self.is_passive() && self.occasion() == When::Apply
    }
}

impl Within {
    /// A terrain by its id, among those of the map.
    pub(super) fn named(terrains: &[String], id: &str) -> Self {
        match terrains.iter().position(|known| known == id) {
            Some(terrain) => Self::Terrain(TerrainId(terrain as u16)),
            None => Self::Nowhere,
        }
    }
}

impl Deed {
    /// Whether it lasts once it has begun: what goes on, and what is made or taken over for a time.
    pub fn lasts(&self) -> bool {
        self.goes_on() || matches!(self, Self::Control | Self::Create { .. })
    }

    /// What sort of deed it is, as far as it can be ended.
    pub fn kind(&self) -> Option<DeedKind> {
        Some(match self {
            Self::Modify { .. } => DeedKind::Modify,
            Self::Damage { .. } => DeedKind::Damage,
            Self::Heal { .. } => DeedKind::Heal,
            Self::Status { .. } => DeedKind::Status,
            Self::Create { .. } => DeedKind::Create,
            Self::Control => DeedKind::Control,
            Self::Grant(_) => DeedKind::Grant,
            Self::Forbid(_) => DeedKind::Forbid,
            Self::Posture(_) | Self::Move { .. } | Self::Dispel { .. } => return None,
        })
    }

    /// Whether it is something that goes on, rather than something that happens.
    pub fn goes_on(&self) -> bool {
        match self {
            Self::Modify { .. } | Self::Status { .. } | Self::Grant(_) | Self::Forbid(_) => true,
            Self::Damage { .. }
            | Self::Heal { .. }
            | Self::Posture(_)
            | Self::Move { .. }
            | Self::Create { .. }
            | Self::Control
            | Self::Dispel { .. } => false,
        }
    }
}

/// Some of the values that effects can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quantities(u32);

impl Quantities {
    /// Whether a value is among them.
    pub fn has(self, what: Quantity) -> bool {
        self.0 >> what as u32 & 1 == 1
    }

    /// Adds what an effect changes.
    pub(super) fn add(&mut self, effect: &Effect) {
        if let Deed::Modify { what, .. } = effect.deed {
            self.0 |= 1 << what as u32;
        }
    }
}

/// What the effects of a scenario touch at all, so that nothing is looked for in vain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touched {
    quantities: Quantities,
    statuses: u16,
    /// Something allows or bars something.
    pub permits: bool,
    /// Something gives or bars talents.
    pub talents: bool,
    /// Something does something to allies or foes by being near.
    pub auras: bool,
    /// The ground, or what was made on it, does something.
    pub ground: bool,
    /// Items do something.
    pub gear: bool,
    /// Something happens to whoever enters or leaves a hex.
    pub steps: bool,
}

impl Touched {
    /// Whether something changes a value.
    pub fn has(self, what: Quantity) -> bool {
        self.quantities.has(what)
    }

    /// Whether something gives a status.
    pub fn has_status(self, status: Status) -> bool {
        self.statuses >> status as u16 & 1 == 1
    }

    pub(super) fn add(&mut self, effect: &Effect) {
        self.quantities.add(effect);
        match effect.deed {
            Deed::Status { add: Some(add), .. } => self.statuses |= 1 << add as u16,
            Deed::Grant(permit) | Deed::Forbid(permit) => {
                self.permits = true;
                self.talents |= permit.talent.is_some();
            }
            _ => {}
        }
        self.steps |= [effect.when, effect.begins].iter().any(|when| matches!(when, When::Enter | When::Leave));
        self.ground |= effect.who == Who::Occupants;
        self.auras |= matches!(effect.who, Who::Allies | Who::Foes) && effect.is_passive();
    }
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
    pub option: Option<ActionKind>,
    /// A talent.
    pub talent: Option<TalentId>,
    /// Occasions to roll hit dice again; 0 for none.
    pub rerolls: u8,
}

/// A spell.
#[derive(Debug)]
pub struct Spell {
    /// The id of its record.
    pub record: String,
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
    /// The id of its record.
    pub record: String,
    /// Name.
    pub title: String,
    /// Its IQ level.
    pub iq: i32,
    /// What each use takes.
    pub cost: TalentCost,
    /// What happens.
    pub effects: Vec<EffectId>,
}

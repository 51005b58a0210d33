//! Effects, spells and talents with all their references resolved.

use crate::catalogs::effects::{
    ActionKind, DeedKind, Die, Harm, Motion, Quantity, Scope, Stack, Stance, Status, When, While, Who,
};
use crate::catalogs::{Kind, SpellKind, SpellTarget, TalentCost};
use crate::ids::{EffectId, KindId, SpellId, TalentId, TerrainId};
use crate::notation::{Amount, Bypass, Roll, Rounds, SavingRoll};

/// An effect on the course of a battle.
#[derive(Debug)]
pub struct Effect {
    /// What the effect does.
    pub deed: Deed,
    /// The state in which it applies.
    pub applies: While,
    /// Applies only in this terrain.
    pub in_terrain: Option<Within>,
    /// Applies only against figures of this kind.
    pub against: Option<Kind>,
    /// Applies only at this distance in hexes from the other figure: minimum and maximum.
    pub range: Option<[u8; 2]>,
    /// How long it lasts; `None`: as long as its cause.
    pub rounds: Option<Rounds>,
    /// The occasion on which it starts to wait for `when`; `Apply` unless the reference to a named effect sets another.
    pub begins: When,
    /// When it happens.
    pub when: When,
    /// Who is affected.
    pub who: Who,
    /// The maximum distance of allies or foes, in hexes; `None`: any distance.
    pub within: Option<u8>,
    /// The saving roll against it.
    pub resist: Option<SavingRoll>,
    /// How effects on the same value combine.
    pub stack: Stack,
}

impl Effect {
    /// Whether it applies automatically as long as its owner has its source in the required state: a change, a status
    /// or a permission without a duration, an occasion or a saving roll.
    pub fn is_passive(&self) -> bool {
        let at_any_time = match self.deed {
            // `Hit` and `HitBy` select the attacks that are changed: the owner's or an enemy's.
            Deed::Modify { .. } => matches!(self.when, When::Apply | When::Hit | When::HitBy),
            _ => self.when == When::Apply,
        };
        self.deed.goes_on() && self.rounds.is_none() && at_any_time && self.resist.is_none()
    }
}

impl Effect {
    /// Applies the scope at the reference to a named effect. Keys of that scope override keys of the named effect,
    /// except for an occasion: if the named effect has one already, the scope's occasion only says when it starts to
    /// wait.
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

    /// The first occasion it waits for.
    pub fn occasion(&self) -> When {
        if self.begins == When::Apply { self.when } else { self.begins }
    }

    /// Whether it takes place only if its source is used or cast: it happens at once, has a duration, or waits for an
    /// occasion only after it has begun.
    pub fn must_begin(&self) -> bool {
        !self.is_passive() && self.occasion() == When::Apply
    }
}

impl Within {
    /// Looks up a terrain of the map by its id.
    pub(super) fn named(terrains: &[String], id: &str) -> Self {
        match terrains.iter().position(|known| known == id) {
            Some(terrain) => Self::Terrain(TerrainId(terrain as u16)),
            None => Self::Nowhere,
        }
    }
}

impl Deed {
    /// Whether it lasts once it has begun: continuous changes, created figures and control.
    pub fn lasts(&self) -> bool {
        self.goes_on() || matches!(self, Self::Control | Self::Create { .. })
    }

    /// Its kind; `None` if it cannot be ended.
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

    /// Whether it is continuous rather than momentary.
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

/// A set of what effects can do as long as they apply: change values, add or remove statuses, and permit or forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeedSet {
    values: u32,
    statuses: u16,
    permits: bool,
}

impl DeedSet {
    /// Permissions and prohibitions.
    pub const PERMITS: Self = Self { values: 0, statuses: 0, permits: true };

    /// The set of one value.
    pub fn of(what: Quantity) -> Self {
        Self { values: 1 << what as u32, ..Self::default() }
    }

    /// The set of one status.
    pub fn of_status(status: Status) -> Self {
        Self { statuses: 1 << status as u16, ..Self::default() }
    }

    /// Whether two sets have something in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.values & other.values != 0 || self.statuses & other.statuses != 0 || (self.permits && other.permits)
    }

    /// Whether the set contains a value.
    pub fn has(self, what: Quantity) -> bool {
        self.values >> what as u32 & 1 == 1
    }

    /// Whether the set contains a status.
    pub fn has_status(self, status: Status) -> bool {
        self.statuses >> status as u16 & 1 == 1
    }

    /// Adds all of another set.
    pub(super) fn extend(&mut self, other: Self) {
        self.values |= other.values;
        self.statuses |= other.statuses;
        self.permits |= other.permits;
    }

    /// Adds the deed of an effect.
    pub(super) fn add(&mut self, effect: &Effect) {
        match effect.deed {
            Deed::Modify { what, .. } => self.values |= 1 << what as u32,
            Deed::Status { add, remove } => {
                add.into_iter().chain(remove).for_each(|status| self.statuses |= 1 << status as u16);
            }
            Deed::Grant(_) | Deed::Forbid(_) => self.permits = true,
            _ => {}
        }
    }
}

/// A summary of what the effects of a scenario can do at all, so that lookups without any result are skipped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touched {
    quantities: DeedSet,
    /// Some effect allows or forbids an option, a talent or rerolls.
    pub permits: bool,
    /// Some effect grants or forbids talents.
    pub talents: bool,
    /// Some effect applies to allies or foes nearby.
    pub auras: bool,
    /// The ground, or a figure created on it, has effects.
    pub ground: bool,
    /// The deeds of the passive effects of items.
    pub by_gear: DeedSet,
    /// The deeds of effects on attacks against a figure.
    pub hit_by: DeedSet,
    /// Some effect takes place when a figure enters or leaves a hex.
    pub steps: bool,
    /// Some figures are features, which can be walls.
    pub features: bool,
    /// Some figures have several hexes.
    pub large: bool,
    /// The greatest distance at which any weapon attacks others than adjacent figures, in hexes; 0: none.
    pub farthest: u32,
    /// The greatest MA of any kind of figure, in MP.
    pub fastest: u8,
    /// The deeds of effects of the ground, of other figures and of granted talents.
    pub by_others: DeedSet,
    /// Some effect applies only to engaged or unengaged figures.
    pub engagement: bool,
    /// DX, ST or a status may depend on the options that figures choose.
    pub choices: bool,
}

impl Touched {
    /// Whether some effect changes a value.
    pub fn has(self, what: Quantity) -> bool {
        self.quantities.has(what)
    }

    /// Whether some effect adds or removes a status.
    pub fn has_status(self, status: Status) -> bool {
        self.quantities.has_status(status)
    }

    pub(super) fn add(&mut self, effect: &Effect) {
        self.quantities.add(effect);
        match effect.deed {
            Deed::Grant(permit) | Deed::Forbid(permit) => {
                self.permits = true;
                self.talents |= permit.talent.is_some();
                self.choices |= permit.talent.is_some();
            }
            Deed::Modify { what: Quantity::Dx | Quantity::St, .. } | Deed::Status { .. } => {
                use While::{Aimed, Charging, Defending, Dodging, Engaged, Unengaged};
                let chosen = matches!(effect.applies, Aimed | Charging | Defending | Dodging | Engaged | Unengaged);
                self.choices |= chosen;
            }
            _ => {}
        }
        self.steps |= [effect.when, effect.begins].iter().any(|when| matches!(when, When::Enter | When::Leave));
        if effect.when == When::HitBy {
            self.hit_by.add(effect);
        }
        self.engagement |= matches!(effect.applies, While::Engaged | While::Unengaged);
        self.ground |= effect.who == Who::Occupants;
        self.auras |= matches!(effect.who, Who::Allies | Who::Foes) && effect.is_passive();
    }
}

/// The terrain that limits an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// A terrain of the map.
    Terrain(TerrainId),
    /// One that is not on the map: the effect never applies.
    Nowhere,
}

/// The action of an effect.
#[derive(Debug)]
pub enum Deed {
    /// Changes a value while it applies.
    Modify {
        /// The value to change.
        what: Quantity,
        /// The amount to add.
        by: Roll,
        /// The damage die to change if `what` is damage; `None`: every die.
        die: Option<Die>,
    },
    /// Does harm.
    Damage {
        /// The amount of harm.
        dice: Roll,
        /// The kind of harm.
        of: Harm,
        /// Which protection it ignores.
        bypass: Bypass,
    },
    /// Heals harm.
    Heal {
        /// The amount, if dice are rolled.
        dice: Option<Roll>,
        /// The amount, if no dice are rolled.
        points: Option<Amount>,
        /// The kind of harm healed.
        of: Harm,
    },
    /// Changes the posture.
    Posture(Stance),
    /// Adds or removes a status.
    Status {
        /// The status to add.
        add: Option<Status>,
        /// The status to remove.
        remove: Option<Status>,
    },
    /// Moves a figure.
    Move {
        /// The distance in hexes.
        hexes: Amount,
        /// The direction.
        how: Motion,
    },
    /// Creates figures.
    Create {
        /// The kind of figure.
        kind: KindId,
        /// The number of hexes to fill, each with one figure.
        hexes: Amount,
    },
    /// Makes the target obey the side of the caster.
    Control,
    /// Allows an option, a talent or rerolls.
    Grant(Permit),
    /// Forbids an option or a talent.
    Forbid(Permit),
    /// Ends other effects.
    Dispel {
        /// Ends effects of this kind.
        ends: Option<DeedKind>,
        /// Ends effects of this spell.
        spell: Option<SpellId>,
    },
}

/// The subject of a permission or prohibition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Permit {
    /// An action option.
    pub option: Option<ActionKind>,
    /// A talent.
    pub talent: Option<TalentId>,
    /// The number of times that hit dice may be rerolled.
    pub rerolls: u8,
}

/// A spell.
#[derive(Debug)]
pub struct Spell {
    /// The id of its record.
    pub record: String,
    /// Display name.
    pub title: String,
    /// The IQ required.
    pub iq: i32,
    /// The kind of spell.
    pub kind: SpellKind,
    /// The cost of casting, in ST.
    pub cost: i32,
    /// The cost of each renewal, in ST; `None`: cannot be renewed.
    pub renewal: Option<i32>,
    /// The maximum distance of the target from the caster, in hexes; `None`: as far as the caster sees.
    pub range: Option<u8>,
    /// Valid targets.
    pub target: SpellTarget,
    /// The saving roll of its target.
    pub resist: Option<SavingRoll>,
    /// Which protection it ignores.
    pub bypass: Bypass,
    /// Its effects.
    pub effects: Vec<EffectId>,
}

/// A talent.
#[derive(Debug)]
pub struct Talent {
    /// The id of its record.
    pub record: String,
    /// Display name.
    pub title: String,
    /// Its IQ level.
    pub iq: i32,
    /// The cost of each use.
    pub cost: TalentCost,
    /// Its effects.
    pub effects: Vec<EffectId>,
    /// The deeds of its passive effects.
    pub does: DeedSet,
}

//! Sums with named terms: every number a roll is compared with can be explained.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::catalogs::effects::Status;
use crate::state::Source;

/// Terms that a sum has room for without asking for memory.
const USUAL_TERMS: usize = 8;

/// A sum with the reasons for its terms.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sum {
    terms: SmallVec<[Term; USUAL_TERMS]>,
}

/// One term of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Term {
    /// Why it is there.
    pub why: Reason,
    /// What it adds.
    pub value: i32,
}

/// Why a value is what it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Basic ST.
    Strength,
    /// Basic DX.
    Dexterity,
    /// Basic IQ.
    Intelligence,
    /// Basic MA.
    Movement,
    /// Damage taken.
    Wounds,
    /// Exhaustion taken.
    Exhaustion,
    /// Harm of the round before.
    Shock,
    /// A hasty pivot.
    Unsteady,
    /// Too little ST for the weapon.
    Weakness,
    /// The target is attacked from its side.
    FromSide,
    /// The target is attacked from behind.
    FromBehind,
    /// The target lies.
    TargetProne,
    /// Aimed at the target in earlier rounds.
    Aimed,
    /// The target is far away.
    Range,
    /// One's own shield is held before the body.
    Covering,
    /// The attack is one of two in one action.
    Double,
    /// Weapon Proficiency has taken it.
    Exerted,
    /// Readying one's own gear.
    OwnGear,
    /// Using one's own gear.
    UsedGear,
    /// What is made ready lies under the ground.
    Buried,
    /// What is made ready is stuck in something.
    Stuck,
    /// The attacker stands higher than the target beside it.
    HigherGround,
    /// The initiative modifier of a side.
    OfSide,
    /// What the kind of figure has.
    OfKind,
    /// What the scenario says.
    OfScenario,
    /// What a weapon or spell says.
    OfUse,
    /// The value cannot be less.
    Least,
    /// A status.
    Status(Status),
    /// Half of what one's ST is more than that of whoever stands in the hex one passes through.
    StrengthPassing,
    /// Half of what one's ST is more than that of those at close quarters.
    StrengthGrappling,
    /// Half of what one's ST is more than that of whoever is pushed.
    StrengthPushing,
    /// An adventurer's second damage die is low.
    AdventurerBonus,
    /// Weapon Proficiency raises the lowest damage die.
    Proficient,
    /// What a weapon does to its damage dice.
    OfWeapon,
    /// The size of all that a figure carries.
    Encumbered,
    /// An effect.
    Effect(Source),
}

impl Sum {
    /// A sum of one term, which is told even when it is 0.
    pub fn of(why: Reason, value: i32) -> Self {
        Self { terms: SmallVec::from_iter([Term { why, value }]) }
    }

    /// The sum with one more term, unless that is 0.
    #[must_use]
    pub fn and(mut self, why: Reason, value: i32) -> Self {
        self.add(why, value);
        self
    }

    /// Adds a term, unless it is 0.
    pub fn add(&mut self, why: Reason, value: i32) {
        if value != 0 {
            self.terms.push(Term { why, value });
        }
    }

    /// Whether it has no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its terms, the basic value first.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// What it comes to.
    pub fn total(&self) -> i32 {
        self.terms.iter().fold(0, |sum, term| sum.saturating_add(term.value))
    }
}

impl Reason {
    /// The rule it comes from; nothing for an effect, which has its source instead, and for a fill that no rule names.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Strength | Self::Dexterity | Self::Intelligence | Self::Movement => "F1.1",
            Self::Wounds | Self::Exhaustion => "F8.2",
            Self::Shock => "F8.6",
            Self::Unsteady => "F4.6",
            Self::FromSide | Self::FromBehind | Self::TargetProne | Self::Range => "F7.1",
            Self::Aimed => "F6.5",
            Self::Exerted => "F7.9",
            Self::OwnGear => "F6.7",
            Self::OfSide => "F3.2",
            Self::OfKind | Self::Encumbered => "F1.7",
            Self::StrengthPassing => "F4.7",
            Self::StrengthGrappling => "F4.11",
            Self::AdventurerBonus => "F7.8",
            Self::Proficient => "F7.9",
            Self::OfWeapon => "F7.7",
            Self::Weakness
            | Self::Covering
            | Self::Double
            | Self::Buried
            | Self::Stuck
            | Self::HigherGround
            | Self::UsedGear
            | Self::StrengthPushing
            | Self::OfScenario
            | Self::OfUse
            | Self::Least
            | Self::Status(_)
            | Self::Effect(_) => "",
        }
    }
}

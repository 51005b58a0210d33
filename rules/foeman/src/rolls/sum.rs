//! Sums with named terms, which explain every number that a roll is compared with.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::catalogs::effects::Status;
use crate::ids::Source;

/// The number of terms that fit into a sum without a heap allocation.
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
    /// The reason.
    pub why: Reason,
    /// The value.
    pub value: i32,
}

/// The reason for a term.
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
    /// Shock from harm in the round before.
    Shock,
    /// A hasty pivot.
    Unsteady,
    /// Too little ST for the weapon.
    Weakness,
    /// The target is attacked from its side.
    FromSide,
    /// The target is attacked from behind.
    FromBehind,
    /// The target is prone.
    TargetProne,
    /// Aimed at the target in earlier rounds.
    Aimed,
    /// The target is far away.
    Range,
    /// The attacker covers itself with its shield.
    Covering,
    /// The attack is one of two in one action.
    Double,
    /// IQ spent on Weapon Proficiency.
    Exerted,
    /// Readying the figure's own gear.
    OwnGear,
    /// Using the figure's own gear.
    UsedGear,
    /// The item to make ready is buried.
    Buried,
    /// The item to make ready is stuck in something.
    Stuck,
    /// The attacker is on higher ground than an adjacent target.
    HigherGround,
    /// The initiative modifier of a side.
    OfSide,
    /// The value of the figure's kind.
    OfKind,
    /// A value set by the scenario.
    OfScenario,
    /// A value of the weapon or spell.
    OfUse,
    /// The minimum of the value.
    Least,
    /// A status.
    Status(Status),
    /// Half of the ST advantage over the figures whose hex is passed.
    StrengthPassing,
    /// Half of the ST advantage over the figures at close quarters.
    StrengthGrappling,
    /// Half of the ST advantage over the figure being pushed.
    StrengthPushing,
    /// An adventurer's second damage die is low.
    AdventurerBonus,
    /// Weapon Proficiency raises the lowest damage die.
    Proficient,
    /// The changes of a weapon to its damage dice.
    OfWeapon,
    /// The size of a figure's gear.
    Encumbered,
    /// An effect.
    Effect(Source),
}

impl Sum {
    /// A sum of one term, which is shown even if it is 0.
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

    /// The total.
    pub fn total(&self) -> i32 {
        self.terms.iter().fold(0, |sum, term| sum.saturating_add(term.value))
    }
}

/// An addition whose terms are kept ([`Sum`]) or not ([`Total`]).
///
/// Values are computed much more often than they are explained, and without terms that takes half the time.
pub trait Addition: Sized {
    /// An addition with one term.
    fn of(why: Reason, value: i32) -> Self;

    /// Adds a term.
    fn add(&mut self, why: Reason, value: i32);

    /// The total so far.
    fn total(&self) -> i32;

    /// The addition with one more term.
    #[must_use]
    fn and(mut self, why: Reason, value: i32) -> Self {
        self.add(why, value);
        self
    }
}

impl Addition for Sum {
    fn of(why: Reason, value: i32) -> Self {
        Self::of(why, value)
    }

    fn add(&mut self, why: Reason, value: i32) {
        self.add(why, value);
    }

    fn total(&self) -> i32 {
        self.total()
    }
}

/// The total of a sum without its terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Total(i32);

impl Addition for Total {
    #[inline]
    fn of(_: Reason, value: i32) -> Self {
        Self(value)
    }

    #[inline]
    fn add(&mut self, _: Reason, value: i32) {
        self.0 = self.0.saturating_add(value);
    }

    #[inline]
    fn total(&self) -> i32 {
        self.0
    }
}

impl Reason {
    /// The rule that defines it; empty for an effect, which has a source instead, and for an assumption without a rule.
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

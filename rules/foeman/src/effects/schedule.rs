//! The duration of spells, and when they can be renewed (`F11.1`).

use serde::{Deserialize, Serialize};

/// The duration of a spell: the round it expires in, and how often it was paid for (`F11.1`).
///
/// Every payment extends it by more than the one before: cast in round r, a spell paid for n times expires in round r +
/// n!, which is 1, 2, 6, 24, 120 rounds after casting. Rounds saturate instead of overflowing; no battle lasts that
/// long.
///
/// ```
/// use ruleset_foeman::effects::schedule::Schedule;
///
/// let spell = Schedule::cast_in(7).renewed().renewed();
/// assert_eq!((spell.expires, spell.count), (13, 3));
/// assert_eq!(spell.casting_round(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// The last round in which it is in force, unless renewed.
    pub expires: u32,
    /// How often it was paid for: 1 at casting, and 1 more with each renewal.
    pub count: u8,
}

impl Schedule {
    /// A spell cast in this round: it lasts through the next.
    pub fn cast_in(round: u32) -> Self {
        Self { expires: round.saturating_add(1), count: 1 }
    }

    /// The same spell after another payment. Casting it again on the same target is the same as renewing it.
    #[must_use]
    pub fn renewed(self) -> Self {
        Self { expires: self.expires.saturating_add(self.renewal_adds()), count: self.count.saturating_add(1) }
    }

    /// The number of rounds that a renewal adds: n * n! for a count of n.
    pub fn renewal_adds(self) -> u32 {
        u32::from(self.count).saturating_mul(factorial(self.count))
    }

    /// The round it was cast in: n! before it expires.
    pub fn casting_round(self) -> u32 {
        self.expires.saturating_sub(factorial(self.count))
    }

    /// Whether it is in force in a round, if it has been cast by then.
    pub fn works_in(self, round: u32) -> bool {
        round <= self.expires
    }

    /// Whether a renewal is offered in a round: as soon as the spell expires.
    pub fn is_renewable_in(self, round: u32) -> bool {
        round >= self.expires
    }

    /// Whether it ends with this round unless it is paid for.
    pub fn ends_after(self, round: u32) -> bool {
        round >= self.expires
    }
}

/// 1 * 2 * ... * n, saturating.
fn factorial(n: u8) -> u32 {
    (1..=u32::from(n)).fold(1, u32::saturating_mul)
}

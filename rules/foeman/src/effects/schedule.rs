//! How long a spell lasts, and when it can be renewed (`F11.1`).

use serde::{Deserialize, Serialize};

/// How long a spell lasts: the round it expires in, and how often it was paid for (`F11.1`).
///
/// Every payment makes it last longer than the one before: cast in round r, a spell paid for n times expires in round
/// r + n!, which is 1, 2, 6, 24, 120 rounds after casting.
/// Rounds stop at the greatest number there is instead of overflowing; a battle does not last so long.
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
    /// The last round it works in, unless it is renewed.
    pub expires: u32,
    /// How often it was paid for: 1 at casting, and 1 more with each renewal.
    pub count: u8,
}

impl Schedule {
    /// A spell that is cast in a round: it lasts through the next.
    pub fn cast_in(round: u32) -> Self {
        Self { expires: round.saturating_add(1), count: 1 }
    }

    /// The same spell, paid for once more. Casting it again upon the same target is the same as renewing it.
    #[must_use]
    pub fn renewed(self) -> Self {
        Self { expires: self.expires.saturating_add(self.renewal_adds()), count: self.count.saturating_add(1) }
    }

    /// How many rounds a renewal adds to its expiry: n * n! for a count of n.
    pub fn renewal_adds(self) -> u32 {
        u32::from(self.count).saturating_mul(factorial(self.count))
    }

    /// The round it was cast in: n! before it expires.
    pub fn casting_round(self) -> u32 {
        self.expires.saturating_sub(factorial(self.count))
    }

    /// Whether it works in a round that has come.
    pub fn works_in(self, round: u32) -> bool {
        round <= self.expires
    }

    /// Whether a renewal is offered in a round: when it has come to the expiry.
    pub fn is_renewable_in(self, round: u32) -> bool {
        round >= self.expires
    }

    /// Whether it is gone after the end of a round in which it was not paid for.
    pub fn ends_after(self, round: u32) -> bool {
        round >= self.expires
    }
}

/// 1 * 2 * ... * n, or the greatest number there is.
fn factorial(n: u8) -> u32 {
    (1..=u32::from(n)).fold(1, u32::saturating_mul)
}

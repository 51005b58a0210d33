//! Success rolls: hits and saving rolls.

use serde::{Deserialize, Serialize};

use crate::constants::{AUTOMATIC_MISS_PER_DIE, DROP_MARGIN};
use crate::rolls::odds;
use foeman_engine::display::Odds;

/// The result of a success roll (`F7.1`, `F7.2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Success {
    /// The total does not exceed the limit.
    Made,
    /// The total exceeds the limit.
    Failed,
    /// The total is so high that it fails regardless of the limit.
    AutomaticallyFailed,
}

/// Whether a high total fails regardless of the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AutomaticMiss {
    /// It does (`F7.2`).
    Threatens,
    /// A repeat action is exempt (`F6.6`).
    Lifted,
    /// The first roll was lower, and rerolls are exempt (`F7.2`).
    Escaped,
}

impl Success {
    /// Whether the roll succeeded.
    pub fn is_success(self) -> bool {
        self == Self::Made
    }
}

/// Whether a total of `dice` dice fails regardless of the limit (`F1.9`, `F7.2`).
pub fn misses_automatically(dice: u8, total: i32) -> bool {
    total >= AUTOMATIC_MISS_PER_DIE * i32::from(dice)
}

/// Whether a total of `dice` dice is so high that the weapon is dropped, if that rule is in use (`F7.2`).
pub fn drops(dice: u8, total: i32) -> bool {
    total > AUTOMATIC_MISS_PER_DIE * i32::from(dice) + DROP_MARGIN
}

/// Compares a roll with its limit.
pub fn judge(rolled: &[u8], needed: i32, miss: AutomaticMiss) -> Success {
    let total = total(rolled);
    if miss == AutomaticMiss::Threatens && misses_automatically(rolled.len() as u8, total) {
        Success::AutomaticallyFailed
    } else if total <= needed {
        Success::Made
    } else {
        Success::Failed
    }
}

/// The exact chance of a success roll with `dice` dice, at most 10.
pub fn chance(dice: u8, needed: i32, miss: AutomaticMiss) -> Odds {
    let highest = match miss {
        AutomaticMiss::Threatens => needed.min(AUTOMATIC_MISS_PER_DIE * i32::from(dice) - 1),
        AutomaticMiss::Lifted | AutomaticMiss::Escaped => needed,
    };
    Odds { wins: odds::at_most(dice, highest), of: odds::cases(dice) }
}

/// The exact chance that the total of `dice` dice, at most 10, is at least `total`.
pub fn chance_to_reach(dice: u8, total: i32) -> Odds {
    let of = odds::cases(dice);
    Odds { wins: of - odds::at_most(dice, total - 1), of }
}

/// The sum of some dice.
pub fn total(rolled: &[u8]) -> i32 {
    rolled.iter().map(|&die| i32::from(die)).sum()
}

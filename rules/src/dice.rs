//! Dice by counter: every roll depends only on the seed, the journal entry and what it is for.
//!
//! An edit in the middle of a battle so changes only the rolls it touches, and no library release changes results:
//! ChaCha's words are specified, and the die is ours.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A recorded roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// What it is for: `hit`, `initiative`.
    pub purpose: String,
    /// The token or side that rolls.
    pub subject: u32,
    /// Sides of the dice.
    pub sides: u8,
    /// The dice in the order they fell, each 1..=sides.
    pub dice: Vec<u8>,
}

/// The seed of a battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

/// Rolls `count` dice with `sides` sides for a purpose.
///
/// `nth` counts the rolls of the same purpose and subject within one entry, from 0.
pub fn roll(seed: Seed, entry: u64, purpose: &str, subject: u32, nth: u32, count: usize, sides: u8) -> Vec<u8> {
    let mut words = Words::new(b"dice/1", seed, entry, purpose, subject, nth);
    (0..count).map(|_| words.below(u32::from(sides)) as u8 + 1).collect()
}

/// The numbers a computer player draws to decide entry `entry` of a battle.
///
/// They share nothing with the dice of the battle: deciding changes no roll and foresees none.
pub fn decision(seed: Seed, entry: u64, purpose: &str) -> Words {
    Words::new(b"decision/1", seed, entry, purpose, 0, 0)
}

/// An endless row of evenly distributed numbers.
#[derive(Clone, Debug)]
pub struct Words(ChaCha8Rng);

impl Words {
    fn new(domain: &[u8], seed: Seed, entry: u64, purpose: &str, subject: u32, nth: u32) -> Self {
        let mut key = Sha256::new();
        key.update(domain);
        key.update(seed.0.to_le_bytes());
        key.update(entry.to_le_bytes());
        key.update(subject.to_le_bytes());
        key.update(nth.to_le_bytes());
        key.update(purpose.as_bytes());
        Self(ChaCha8Rng::from_seed(key.finalize().into()))
    }

    /// The next number in `0..end`, each as likely as the others; 0 when `end` is 0.
    ///
    /// By rejection: words past the last whole multiple of `end` are thrown away.
    pub fn below(&mut self, end: u32) -> u32 {
        let end = end.max(1);
        let whole = u32::MAX - u32::MAX % end;
        loop {
            let word = self.0.next_u32();
            if word < whole {
                return word % end;
            }
        }
    }

    /// The next seed.
    pub fn seed(&mut self) -> Seed {
        Seed(self.0.next_u64())
    }
}

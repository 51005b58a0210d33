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
    let mut key = Sha256::new();
    key.update(b"dice/1");
    key.update(seed.0.to_le_bytes());
    key.update(entry.to_le_bytes());
    key.update(subject.to_le_bytes());
    key.update(nth.to_le_bytes());
    key.update(purpose.as_bytes());
    let mut words = ChaCha8Rng::from_seed(key.finalize().into());
    (0..count).map(|_| die(&mut words, sides)).collect()
}

/// One die by rejection: words past the last whole multiple of `sides` are thrown away, so every face is equally likely.
fn die(words: &mut ChaCha8Rng, sides: u8) -> u8 {
    let sides = u32::from(sides.max(1));
    let whole = u32::MAX - u32::MAX % sides;
    loop {
        let word = words.next_u32();
        if word < whole {
            return (word % sides) as u8 + 1;
        }
    }
}

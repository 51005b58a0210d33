//! Counter-based dice: every roll depends only on the seed, the journal entry and its purpose.
//!
//! An edit in the middle of a battle therefore changes only the rolls it touches, and no library release changes
//! results: ChaCha's words are specified, and the mapping to dice is implemented here.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use sha2::block_api::compress256;
use sha2::{Digest, Sha256};
use smallvec::SmallVec;

use crate::chacha;

/// A recorded roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// The purpose of the roll: `hit`, `initiative`.
    pub purpose: Cow<'static, str>,
    /// The token or side that rolls.
    pub subject: u32,
    /// Sides of the dice.
    pub sides: u8,
    /// The dice in the order rolled, each 1..=sides.
    pub dice: Faces,
}

/// The results of a roll; few rolls have more than these.
pub type Faces = SmallVec<[u8; 8]>;

/// The seed of a battle.
///
/// ```
/// use foeman_engine::dice::{Seed, roll};
///
/// // Two dice with six sides, for the purpose `hit` of token 0 in entry 1: the same on every machine.
/// assert_eq!(roll(Seed(7), 1, "hit", 0, 0, 2, 6), [4, 6]);
/// assert_eq!(Seed(7).after(2), Seed(9));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// Returns the seed of the battle that is `battles` later in a series that starts with this seed. After `u64::MAX`
    /// comes 0.
    pub fn after(self, battles: u32) -> Self {
        Self(self.0.wrapping_add(u64::from(battles)))
    }
}

/// Rolls `count` dice with `sides` sides for a purpose. Each result is from 1 to `sides`; always 1 without sides.
///
/// `nth` counts the rolls of the same purpose and subject within one entry, from 0.
pub fn roll(seed: Seed, entry: u64, purpose: &str, subject: u32, nth: u32, count: usize, sides: u8) -> Vec<u8> {
    faces((seed, entry), (purpose, subject, nth), count, sides).into_vec()
}

/// The same as [`roll`].
pub(crate) fn faces(at: (Seed, u64), of: (&str, u32, u32), count: usize, sides: u8) -> Faces {
    let mut words = Words::new(DICE, at, of);
    (0..count).map(|_| words.face(sides)).collect()
}

/// The same for one die.
pub(crate) fn face(at: (Seed, u64), of: (&str, u32, u32), sides: u8) -> u8 {
    Words::new(DICE, at, of).face(sides)
}

const DICE: &[u8] = b"dice/1";

/// Returns the random numbers with which a computer player decides entry `entry` of a battle.
///
/// They are independent of the battle's dice, so a decision neither changes nor predicts a roll.
pub fn decision(seed: Seed, entry: u64, purpose: &str) -> Words {
    Words::new(b"decision/1", (seed, entry), (purpose, 0, 0))
}

/// Returns the SHA-256 of a text in parts, as words.
fn digest(parts: [&[u8]; 6]) -> [u32; 8] {
    // Nearly all texts fit into one block, with the padding: a bit that is set, and the number of bits at the end.
    let mut block = [0; 64];
    let mut length = 0;
    for part in parts {
        if let Some(place) = block.get_mut(length..length + part.len()) {
            place.copy_from_slice(part);
        }
        length += part.len();
    }
    if length < 56 {
        block[length] = 0x80;
        block[56..].copy_from_slice(&(8 * length as u64).to_be_bytes());
        let mut state = START;
        compress256(&mut state, &[block]);
        return state;
    }
    let digest: [u8; 32] = parts.into_iter().fold(Sha256::new(), Sha256::chain_update).finalize().into();
    let (words, _) = digest.as_chunks();
    std::array::from_fn(|word| u32::from_be_bytes(words[word]))
}

/// The state with which SHA-256 starts.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// An endless sequence of uniformly distributed numbers.
#[derive(Clone, Debug)]
pub struct Words {
    key: [u32; 8],
    /// The number of words taken so far.
    taken: u64,
    /// The words of the current block.
    block: [u32; 16],
}

impl Words {
    fn new(domain: &[u8], (seed, entry): (Seed, u64), (purpose, subject, nth): (&str, u32, u32)) -> Self {
        let (seed, entry) = (seed.0.to_le_bytes(), entry.to_le_bytes());
        let (subject, nth) = (subject.to_le_bytes(), nth.to_le_bytes());
        let parts: [&[u8]; 6] = [domain, &seed, &entry, &subject, &nth, purpose.as_bytes()];
        let key = digest(parts).map(u32::swap_bytes);
        Self { key, taken: 0, block: [0; 16] }
    }

    fn word(&mut self) -> u32 {
        let at = (self.taken % 16) as usize;
        if at == 0 {
            self.block = chacha::block(&self.key, self.taken / 16);
        }
        self.taken += 1;
        self.block[at]
    }

    fn face(&mut self, sides: u8) -> u8 {
        self.below(u32::from(sides)) as u8 + 1
    }

    /// Returns a uniformly distributed number in `0..end`; 0 when `end` is 0.
    ///
    /// Uses rejection sampling: words past the last whole multiple of `end` are discarded.
    pub fn below(&mut self, end: u32) -> u32 {
        let end = end.max(1);
        let whole = u32::MAX - u32::MAX % end;
        loop {
            let word = self.word();
            if word < whole {
                return word % end;
            }
        }
    }

    /// Returns the next seed.
    pub fn seed(&mut self) -> Seed {
        let [low, high] = [self.word(), self.word()];
        Seed(u64::from(low) | u64::from(high) << 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_rolls_are_the_same_for_ever() {
        // Computed by a second implementation of SHA-256, ChaCha8 and rejection sampling.
        assert_eq!(roll(Seed(0), 0, "hit", 0, 0, 6, 6), [4, 5, 5, 1, 3, 2]);
        assert_eq!(roll(Seed(7), 1, "hit", 0, 0, 6, 6), [4, 6, 5, 1, 5, 4]);
        assert_eq!(roll(Seed(7), 1, "initiative", 1, 0, 6, 6), [4, 3, 1, 4, 5, 2]);
        assert_eq!(roll(Seed(7), 1, "hit", 1, 2, 3, 6), [4, 2, 2]);
        assert_eq!(roll(Seed(u64::MAX), u64::MAX, "damage", u32::MAX, 3, 4, 100), [99, 17, 81, 49]);
        assert_eq!(decision(Seed(7), 1, "greedy").seed(), Seed(18_375_650_163_584_284_947));
    }

    #[test]
    fn texts_of_every_length_have_their_digest() {
        let text: Vec<u8> = (0..200).map(|byte| byte as u8).collect();
        for length in 0..200 {
            let (one, other) = text[..length].split_at(length / 3);
            let words = digest([one, &[], &[], &[], other, &[]]);
            let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_be_bytes).collect();
            assert_eq!(bytes, Sha256::digest(&text[..length]).to_vec(), "{length} bytes");
        }
    }

    #[test]
    fn every_face_falls_about_as_often_as_the_others() {
        for sides in [2u8, 3, 6, 10, 20, 100, 255] {
            let mut falls = vec![0; sides.into()];
            for entry in 0..400 {
                for die in roll(Seed(1), entry, "hit", 0, 0, 100, sides) {
                    falls[usize::from(die) - 1] += 1;
                }
            }
            let (rolls, faces) = (40_000, i64::from(sides));
            let square: i64 = falls.iter().map(|fall| (fall * faces - rolls).pow(2)).sum::<i64>() / (rolls * faces);
            // Chi-square has mean n and variance 2 n; the test allows four standard deviations on a fixed seed.
            let freedom = faces - 1;
            assert!(square < freedom + 4 * (2 * freedom).isqrt() + 4, "{sides} sides: {square}");
        }
    }

    #[test]
    fn a_roll_depends_on_each_of_its_coordinates_and_on_nothing_else() {
        let rolls = || {
            [
                roll(Seed(1), 2, "hit", 3, 4, 8, 6),
                roll(Seed(2), 2, "hit", 3, 4, 8, 6),
                roll(Seed(1), 3, "hit", 3, 4, 8, 6),
                roll(Seed(1), 2, "hits", 3, 4, 8, 6),
                roll(Seed(1), 2, "hit", 4, 4, 8, 6),
                roll(Seed(1), 2, "hit", 3, 5, 8, 6),
            ]
        };
        let first = rolls();
        assert_eq!(first, rolls());
        for (index, one) in first.iter().enumerate() {
            assert!(!first[..index].contains(one), "{one:?}");
        }
    }

    #[test]
    fn more_dice_begin_with_the_same_dice() {
        assert_eq!(roll(Seed(5), 1, "hit", 0, 0, 9, 6)[..3], roll(Seed(5), 1, "hit", 0, 0, 3, 6)[..]);
        assert_eq!(roll(Seed(5), 1, "hit", 0, 0, 2, 0), [1, 1]);
    }
}

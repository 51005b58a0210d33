//! ChaCha with eight rounds, one block at a time.
//!
//! Most rolls take one word of a new key. Libraries compute four blocks at once, which takes more than twice as long.

/// The constants "expand 32-byte k" of the cipher.
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// A row of the four by four words that a block is computed from.
type Row = [u32; 4];

/// Returns a block of the stream of a key. The number of the block has 64 bits, and the stream is number 0.
pub(crate) fn block(key: &[u32; 8], number: u64) -> [u32; 16] {
    let row = |from: usize| [0, 1, 2, 3].map(|column| key[from + column]);
    let first: [Row; 4] = [CONSTANTS, row(0), row(4), [number as u32, (number >> 32) as u32, 0, 0]];
    let mut rows = first;
    for _ in 0..4 {
        mix(&mut rows);
        shift(&mut rows, [1, 2, 3]);
        mix(&mut rows);
        shift(&mut rows, [3, 2, 1]);
    }
    let mut words = [0; 16];
    for (place, (row, first)) in words.chunks_exact_mut(4).zip(rows.into_iter().zip(first)) {
        place.copy_from_slice(&add(row, first));
    }
    words
}

/// The quarter rounds of all four columns.
#[inline(always)]
fn mix([a, b, c, d]: &mut [Row; 4]) {
    *a = add(*a, *b);
    *d = turn(*d, *a, 16);
    *c = add(*c, *d);
    *b = turn(*b, *c, 12);
    *a = add(*a, *b);
    *d = turn(*d, *a, 8);
    *c = add(*c, *d);
    *b = turn(*b, *c, 7);
}

/// Turns all rows but the first to the left, so that the diagonals become columns, or the reverse.
#[inline(always)]
fn shift([_, b, c, d]: &mut [Row; 4], by: [usize; 3]) {
    for (row, by) in [b, c, d].into_iter().zip(by) {
        *row = std::array::from_fn(|column| row[(column + by) % 4]);
    }
}

#[inline(always)]
fn add(one: Row, other: Row) -> Row {
    std::array::from_fn(|column| one[column].wrapping_add(other[column]))
}

#[inline(always)]
fn turn(one: Row, other: Row, bits: u32) -> Row {
    std::array::from_fn(|column| (one[column] ^ other[column]).rotate_left(bits))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    proptest! {
        #[test]
        fn blocks_are_those_of_the_library(key: [u32; 8], number: u32) {
            let mut bytes = [0; 32];
            for (place, word) in bytes.chunks_exact_mut(4).zip(key) {
                place.copy_from_slice(&word.to_le_bytes());
            }
            let mut library = ChaCha8Rng::from_seed(bytes);
            for number in [0, 1, 2, 3, 4, u64::from(number), u64::from(u32::MAX), 1 << 32] {
                library.set_word_pos(u128::from(number) * 16);
                let words: Vec<u32> = (0..16).map(|_| library.next_u32()).collect();
                prop_assert_eq!(&words[..], block(&key, number));
            }
        }
    }
}

//! Titles as they sound when they are read aloud: letters and digits without case.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Returns the letters and digits of a title without case.
pub(crate) fn letters(title: &str) -> impl Iterator<Item = char> {
    title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Returns a hash of the letters.
pub(crate) fn hash(title: &str) -> u64 {
    let mut hasher = FxHasher::default();
    letters(title).for_each(|letter| hasher.write_u32(letter.into()));
    hasher.finish()
}

//! The notes' record notation (`F12`): numbers, places and targets as the fields of a record write them.
//!
//! It is an export format: nothing in a battle is kept like this.
//! Each type is read with [`FromStr`](std::str::FromStr) and written with [`Display`](std::fmt::Display); what is
//! read is written as the same text, and a text that would not be is refused with a [`RecordError`].

mod digit;

mod owner;

mod pair;

mod target;

use std::fmt;

pub use digit::Digit;
pub use owner::{AreaCode, MapOwner};
pub use pair::{CombinedValue, RecordHex};
pub use target::Target;

/// Why a text is no such field of a record, or a value cannot be written as one: what was expected, and what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    expected: &'static str,
    found: String,
}

impl RecordError {
    fn new(expected: &'static str, found: impl fmt::Display) -> Self {
        let shown = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
        let found = found.to_string().chars().take(24).map(shown).collect();
        Self { expected, found }
    }

    /// What stands for such a field, in words.
    pub fn expected(&self) -> &'static str {
        self.expected
    }

    /// What was found instead, shortened and safe to show.
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, but found `{}`", self.expected, self.found)
    }
}

impl std::error::Error for RecordError {}

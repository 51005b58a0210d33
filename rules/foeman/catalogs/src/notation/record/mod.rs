//! The record notation of the notes (`F12`): numbers, places and targets as written in the fields of a record.
//!
//! It is an export format; battles do not use it internally. Each type is parsed with [`FromStr`](std::str::FromStr)
//! and written with [`Display`](std::fmt::Display). Parsing and writing give the same text; a text for which they would
//! not is refused with a [`RecordError`].

mod digit;

mod owner;

mod pair;

mod target;

use std::fmt;

pub use digit::Digit;
pub use owner::{AreaCode, MapOwner};
pub use pair::{CombinedValue, RecordHex};
pub use target::Target;

/// The reason why a text is not a valid field of a record, or why a value cannot be written as one.
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

    /// The expected format, in words.
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
        write!(f, "expected {}, found `{}`", self.expected, self.found)
    }
}

impl std::error::Error for RecordError {}

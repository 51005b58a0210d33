//! Digits of records: single characters that encode a number (`dig()`, `F12.1`).

use std::fmt;
use std::str::FromStr;

use super::RecordError;

/// The separator between the fields of a record; the only character in the range that is not a digit.
const SEPARATOR: u8 = b',';

/// The lowest digit is a space.
const FIRST: u8 = b' ';

/// A character of a record that encodes a whole number, -15 to 207 (`F12.1`): `0` to `9` are themselves, `:` is 10, and
/// later characters count on up to the last one of Latin-1 (`F12.5`); `/` is -1, and a space -15.
///
/// ```
/// use ruleset_foeman_catalogs::notation::record::Digit;
///
/// assert_eq!(Digit::try_from('+').unwrap().value(), -4);
/// assert_eq!(Digit::try_from(10).unwrap().to_string(), ":");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digit(i16);

impl Digit {
    /// The lowest number that a character can encode.
    pub const LEAST: i16 = -15;

    /// The highest number that a character can encode.
    pub const MOST: i16 = 207;

    /// The number.
    pub fn value(self) -> i16 {
        self.0
    }

    /// The character, one byte in Latin-1.
    pub fn character(self) -> char {
        // The separator is skipped, so characters below it are one lower than their distance from `0`.
        let skipped = i16::from(self.0 + i16::from(b'0') <= i16::from(SEPARATOR));
        let code = self.0 + i16::from(b'0') - skipped;
        char::from(u8::try_from(code).expect("every digit has a Latin-1 character"))
    }
}

impl TryFrom<char> for Digit {
    type Error = RecordError;

    /// Fails on a comma, which separates fields, and on a character below the space or outside Latin-1.
    fn try_from(character: char) -> Result<Self, RecordError> {
        const EXPECTED: &str = "a digit of the records: a printable Latin-1 character other than a comma";
        let code = u8::try_from(character).ok().filter(|&code| code >= FIRST && code != SEPARATOR);
        let code = code.ok_or_else(|| RecordError::new(EXPECTED, character))?;
        let skipped = i16::from(code < SEPARATOR);
        Ok(Self(i16::from(code) - i16::from(b'0') + skipped))
    }
}

impl TryFrom<i32> for Digit {
    type Error = RecordError;

    /// Fails on a number that no character can encode.
    fn try_from(value: i32) -> Result<Self, RecordError> {
        let digit = i16::try_from(value).ok().filter(|value| (Self::LEAST..=Self::MOST).contains(value));
        digit.map(Self).ok_or_else(|| RecordError::new("a number from -15 to 207, written as one character", value))
    }
}

impl FromStr for Digit {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => character.try_into(),
            _ => Err(RecordError::new("one character that represents a number", text)),
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.character())
    }
}

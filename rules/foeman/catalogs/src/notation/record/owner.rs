//! The owner field of an item on the map (`F12.3`).

use std::fmt;
use std::str::FromStr;

use super::{Digit, RecordError, RecordHex};

/// Two letters that identify the area of a hex (`F12.3`); `Aa` is the Arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AreaCode([u8; 2]);

impl AreaCode {
    /// The area of the Arena.
    pub const ARENA: Self = Self(*b"Aa");
}

impl FromStr for AreaCode {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        match *text.as_bytes() {
            [one, other] if one.is_ascii_alphabetic() && other.is_ascii_alphabetic() => Ok(Self([one, other])),
            _ => Err(RecordError::new("an area of two letters from A to Z, such as `Aa`", text)),
        }
    }
}

impl fmt::Display for AreaCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| fmt::Write::write_char(f, letter.into()))
    }
}

/// A hex of the map as the owner of an item (`F12.3`): `@`, the area, and a [`Digit`] each for column and row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapOwner {
    /// The area.
    pub area: AreaCode,
    /// The hex.
    pub hex: RecordHex,
}

impl FromStr for MapOwner {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        const EXPECTED: &str =
            "`@`, an area of two letters, and one character each for column and row, such as `@Aa:>`";
        let fail = || RecordError::new(EXPECTED, text);
        let rest = text.strip_prefix('@').ok_or_else(fail)?;
        let (area, place) = rest.split_at_checked(2).ok_or_else(fail)?;
        let mut place = place.chars();
        let (Some(column), Some(row), None) = (place.next(), place.next(), place.next()) else { return Err(fail()) };
        let area = area.parse().map_err(|_| fail())?;
        let number = |character| Digit::try_from(character).map(|digit| i32::from(digit.value())).map_err(|_| fail());
        let hex = RecordHex::new(number(column)?, number(row)?).map_err(|_| fail())?;
        Ok(Self { area, hex })
    }
}

impl fmt::Display for MapOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit =
            |number: u8| Digit::try_from(i32::from(number)).expect("columns and rows from 1 to 99 are valid digits");
        write!(f, "@{}{}{}", self.area, digit(self.hex.column()), digit(self.hex.row()))
    }
}

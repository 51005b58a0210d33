//! Two numbers encoded as one (`F12.4`).

use std::fmt;
use std::str::FromStr;

use foeman_schema::grid::Cell;

use super::RecordError;

/// Two numbers encoded as one, `first * 100 + second` with the sign of the first in front (`F12.4`): `1014` is 10 and
/// 14, and `-112` a modified attribute of -1 whose basic value is 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CombinedValue {
    first: i8,
    second: u8,
}

impl CombinedValue {
    /// Combines two numbers. Fails unless the first is -99 to 99 and the second 0 to 99.
    pub fn new(first: i32, second: i32) -> Result<Self, RecordError> {
        const EXPECTED: &str = "a first number from -99 to 99 and a second one from 0 to 99";
        match (i8::try_from(first), u8::try_from(second)) {
            (Ok(first @ -99..=99), Ok(second @ 0..=99)) => Ok(Self { first, second }),
            _ => Err(RecordError::new(EXPECTED, format_args!("{first} and {second}"))),
        }
    }

    /// The first number: a column, or the modified value of an attribute.
    pub fn first(self) -> i32 {
        self.first.into()
    }

    /// The last two digits: a row, or the basic value of an attribute.
    pub fn second(self) -> i32 {
        self.second.into()
    }
}

impl FromStr for CombinedValue {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        const EXPECTED: &str =
            "two numbers as one, of up to four digits without leading zeros, such as `1014` or `-112`";
        let fail = || RecordError::new(EXPECTED, text);
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let is_number = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || (digits.starts_with('0') && digits != "0") {
            return Err(fail());
        }
        let number: i32 = digits.parse().map_err(|_| fail())?;
        // A sign without a first number.
        if sign < 0 && number < 100 {
            return Err(fail());
        }
        Self::new(sign * (number / 100), number % 100)
    }
}

impl fmt::Display for CombinedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.first < 0 { "-" } else { "" };
        let number = u32::from(self.first.unsigned_abs()) * 100 + u32::from(self.second);
        write!(f, "{sign}{number}")
    }
}

/// A hex as numbered in records: columns and rows from 1 to 99 (`F1.5`), encoded as one number (`F12.4`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordHex {
    column: u8,
    row: u8,
}

impl RecordHex {
    /// The hex in a column and row. Fails unless both are 1 to 99.
    pub fn new(column: i32, row: i32) -> Result<Self, RecordError> {
        match (u8::try_from(column), u8::try_from(row)) {
            (Ok(column @ 1..=99), Ok(row @ 1..=99)) => Ok(Self { column, row }),
            _ => {
                let found = format_args!("column {column} and row {row}");
                Err(RecordError::new("a column and a row from 1 to 99", found))
            }
        }
    }

    /// The column, from 1.
    pub fn column(self) -> u8 {
        self.column
    }

    /// The row, from 1.
    pub fn row(self) -> u8 {
        self.row
    }

    /// The cell of a map, with columns and rows counted from 0.
    pub fn cell(self) -> Cell {
        [i32::from(self.column) - 1, i32::from(self.row) - 1]
    }
}

impl TryFrom<Cell> for RecordHex {
    type Error = RecordError;

    /// Fails on a cell outside the range: maps of more than 99 columns or rows cannot be written (`F12.5`).
    fn try_from([column, row]: Cell) -> Result<Self, RecordError> {
        Self::new(column.saturating_add(1), row.saturating_add(1))
    }
}

impl FromStr for RecordHex {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        const EXPECTED: &str = "a column and a row from 1 to 99 as one number, such as `1014` for column 10 and row 14";
        let value: Result<CombinedValue, _> = text.parse();
        let hex = value.and_then(|value| Self::new(value.first(), value.second()));
        hex.map_err(|_| RecordError::new(EXPECTED, text))
    }
}

impl fmt::Display for RecordHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u32::from(self.column) * 100 + u32::from(self.row))
    }
}

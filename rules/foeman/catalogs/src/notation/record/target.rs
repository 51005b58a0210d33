//! The target field of a figure's option (`FigObj`, `F12.3`).

use std::fmt;
use std::str::FromStr;

use super::{RecordError, RecordHex};

/// The target of an option as the notes record it (`FigObj`, `F12.3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A hex of the map: `-1014`.
    Hex(RecordHex),
    /// The figure with this number in the list of elements: `37`.
    Figure(u16),
    /// A figure that was damaged by an adjacent one: `+37`.
    Damaged(u16),
}

impl FromStr for Target {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        const EXPECTED: &str =
            "`-` and a hex, the number of a figure up to 65535, or `+` and this number, such as `-1014`, `37` or `+37`";
        let figure = |digits: &str| {
            let is_plain =
                digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
            digits.parse().ok().filter(|_| is_plain)
        };
        let target = match text.split_at_checked(1) {
            Some(("-", hex)) => hex.parse().ok().map(Self::Hex),
            Some(("+", digits)) => figure(digits).map(Self::Damaged),
            _ => figure(text).map(Self::Figure),
        };
        target.ok_or_else(|| RecordError::new(EXPECTED, text))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => write!(f, "-{hex}"),
            Self::Figure(figure) => write!(f, "{figure}"),
            Self::Damaged(figure) => write!(f, "+{figure}"),
        }
    }
}

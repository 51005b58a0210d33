//! Comparisons of two expressions: `unit.strength <= 0`.

use std::fmt;
use std::str::FromStr;

use super::{Expression, Name, Reader, Values};

/// A comparison of two expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison<N> {
    /// The left expression.
    pub left: Expression<N>,
    /// The operator.
    pub sign: Sign,
    /// The right expression.
    pub right: Expression<N>,
}

/// The operator of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Equal.
    Equal,
    /// Not equal.
    Unequal,
    /// Less than.
    Less,
    /// At most.
    AtMost,
    /// More than.
    More,
    /// At least.
    AtLeast,
}

impl Sign {
    /// All operators; longer ones before their prefixes.
    const ALL: [Self; 6] = [Self::Unequal, Self::AtMost, Self::AtLeast, Self::Equal, Self::Less, Self::More];

    /// Returns the operator as written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }

    /// Returns the operator in words: `is at most`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Equal => "equals",
            Self::Unequal => "differs from",
            Self::Less => "is less than",
            Self::AtMost => "is at most",
            Self::More => "is more than",
            Self::AtLeast => "is at least",
        }
    }

    /// Whether it holds for two numbers.
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

impl<N> Comparison<N> {
    /// Whether it holds for these values. The left side is evaluated first, dice included.
    pub fn holds(&self, values: &mut impl Values<N>) -> bool {
        let left = self.left.evaluate(values);
        self.sign.holds(left, self.right.evaluate(values))
    }

    /// Returns the names on both sides.
    pub fn names(&self) -> impl Iterator<Item = &N> {
        self.left.names().chain(self.right.names())
    }

    /// Whether one of the sides contains dice.
    pub fn has_dice(&self) -> bool {
        self.left.has_dice() || self.right.has_dice()
    }
}

impl<N: Name> Comparison<N> {
    /// Reads a comparison up to the end of the text.
    ///
    /// # Errors
    ///
    /// The message, as `expected … at column …, found …`.
    pub fn read(reader: &mut Reader<'_>) -> Result<Self, String> {
        let left = reader.sum()?;
        let sign = Sign::ALL.into_iter().find(|sign| reader.take_word(sign.name()));
        let Some(sign) = sign else { return Err(reader.fail("`=`, `!=`, `<`, `<=`, `>` or `>=`")) };
        let right = reader.sum()?;
        match reader.peek() {
            None => Ok(Self { left, sign, right }),
            Some(_) => Err(reader.fail("`+`, `-`, `*`, `/`, `%` or the end")),
        }
    }
}

impl<N: Name> FromStr for Comparison<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(&mut Reader::new(text))
    }
}

impl<N: fmt::Display> fmt::Display for Comparison<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.sign.name(), self.right)
    }
}

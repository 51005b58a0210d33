//! Arithmetic expressions in packs: sums, products, quotients and remainders of whole numbers, dice and names, and
//! comparisons of them.
//!
//! Packs cannot run code: expressions have no other operations, and always terminate.
//! Each ruleset defines the names and their values ([`Name`], [`Values`]).

mod comparison;

mod evaluate;

mod parse;

mod print;

mod words;

use std::fmt::Display;

use serde::Deserializer;
use serde::de::{Error, Visitor};

pub use comparison::{Comparison, Sign};
pub use evaluate::{Values, nearest, remainder};
pub use parse::Reader;

/// The largest number in an expression.
pub const LARGEST: u16 = 9999;

/// The maximum number of dice in one roll.
pub const MOST_DICE: u8 = 99;

/// A parsed expression, as a tree with names of type `N`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression<N> {
    /// A whole number, 0 to [`LARGEST`].
    Number(u16),
    /// The sum of a number of dice, 1 to [`MOST_DICE`].
    Dice(u8),
    /// The value of a name.
    Name(N),
    /// The negated operand.
    Negative(Box<Self>),
    /// The sum of both operands.
    Sum(Box<Self>, Box<Self>),
    /// The first operand minus the second.
    Difference(Box<Self>, Box<Self>),
    /// The product of both operands.
    Product(Box<Self>, Box<Self>),
    /// The first operand divided by the second, rounded to the nearest whole number, halves up.
    Quotient(Box<Self>, Box<Self>),
    /// The remainder of the first operand divided by the second, never negative for a positive divisor.
    Remainder(Box<Self>, Box<Self>),
}

/// A name in an expression: two words separated by a full stop, as `own.st`.
pub trait Name: Display + Sized {
    /// An example of a name with its kind, for messages that list alternatives: "an attribute as `own.st`".
    const ONE: &'static str;

    /// Examples of names, for messages in which only a name is expected: "an attribute as `own.st` or `target.iq`".
    const SOME: &'static str;

    /// Whether the part after the first full stop can be a path of several words: `this.attributes.st`.
    const PATHS: bool = false;

    /// Returns the words allowed before the full stop.
    fn holders() -> impl Iterator<Item = &'static str>;

    /// Returns the built-in name made of two words, if there is one.
    fn known(holder: &str, word: &str) -> Option<Self>;

    /// Returns all built-in names, for suggestions.
    fn all() -> Vec<String>;

    /// Returns the name made of two words, the second of which a pack declares: letters and digits, with single
    /// hyphens.
    fn declared(holder: &str, word: &str) -> Option<Self>;
}

impl<N> Expression<N> {
    /// Returns all parts of the tree, the expression itself first.
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        let mut next = 0;
        while let Some(&part) = parts.get(next) {
            match part {
                Self::Number(_) | Self::Dice(_) | Self::Name(_) => {}
                Self::Negative(inner) => parts.push(inner),
                Self::Sum(a, b)
                | Self::Difference(a, b)
                | Self::Product(a, b)
                | Self::Quotient(a, b)
                | Self::Remainder(a, b) => {
                    parts.extend([&**a, &**b]);
                }
            }
            next += 1;
        }
        parts
    }

    /// Returns the names in the expression, including repetitions.
    pub fn names(&self) -> impl Iterator<Item = &N> {
        self.parts().into_iter().filter_map(|part| if let Self::Name(name) = part { Some(name) } else { None })
    }

    /// Returns the expression with every name replaced.
    #[must_use]
    pub fn bound<M>(&self, with: &mut impl FnMut(&N) -> Expression<M>) -> Expression<M> {
        let mut pair = |a: &Self, b: &Self| {
            let a = Box::new(a.bound(with));
            (a, Box::new(b.bound(with)))
        };
        match self {
            Self::Number(number) => Expression::Number(*number),
            Self::Dice(count) => Expression::Dice(*count),
            Self::Name(name) => with(name),
            Self::Negative(inner) => Expression::Negative(Box::new(inner.bound(with))),
            Self::Sum(a, b) => {
                let (a, b) = pair(a, b);
                Expression::Sum(a, b)
            }
            Self::Difference(a, b) => {
                let (a, b) = pair(a, b);
                Expression::Difference(a, b)
            }
            Self::Product(a, b) => {
                let (a, b) = pair(a, b);
                Expression::Product(a, b)
            }
            Self::Quotient(a, b) => {
                let (a, b) = pair(a, b);
                Expression::Quotient(a, b)
            }
            Self::Remainder(a, b) => {
                let (a, b) = pair(a, b);
                Expression::Remainder(a, b)
            }
        }
    }

    /// Creates a whole number, limited to ±[`LARGEST`].
    pub fn whole(number: i64) -> Self {
        let size = Self::Number(number.unsigned_abs().min(u64::from(LARGEST)) as u16);
        if number < 0 { Self::Negative(Box::new(size)) } else { size }
    }

    /// Whether it contains dice.
    pub fn has_dice(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Self::Dice(_)))
    }
}

/// Reads a text, or a whole number as its text, so that `by: -2` needs no quotes in any YAML reader.
struct Written;

impl Visitor<'_> for Written {
    type Value = String;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a whole number or text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }
}

/// Deserialises a notation in which plain numbers may be written as YAML numbers.
///
/// # Errors
///
/// The message, as `expected …, found …`.
pub fn read<'de, T: std::str::FromStr<Err = String>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_any(Written)?.parse().map_err(Error::custom)
}

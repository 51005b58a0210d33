//! Arithmetic that packs may write: whole numbers, dice and names, and sums, products and quotients of them.
//!
//! No code runs from a pack: an expression knows nothing else, and comes to an end.
//! What the names are, and what they stand for, each ruleset says ([`Name`], [`Values`]).

mod evaluate;

mod parse;

mod print;

use std::fmt::Display;

use serde::Deserializer;
use serde::de::{Error, Visitor};

pub use evaluate::{Values, nearest};
pub use parse::Reader;

/// The largest number that may stand in an expression.
pub const LARGEST: u16 = 9999;

/// The most dice that are rolled at once.
pub const MOST_DICE: u8 = 99;

/// An amount as it is written: a small tree over names of some kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression<N> {
    /// A whole number, 0 to [`LARGEST`].
    Number(u16),
    /// The sum of so many dice, 1 to [`MOST_DICE`].
    Dice(u8),
    /// What a name stands for.
    Name(N),
    /// The same below zero.
    Negative(Box<Self>),
    /// Both together.
    Sum(Box<Self>, Box<Self>),
    /// The first less the second.
    Difference(Box<Self>, Box<Self>),
    /// The first as often as the second says.
    Product(Box<Self>, Box<Self>),
    /// The first by the second, rounded to the nearest whole number, halves up.
    Quotient(Box<Self>, Box<Self>),
}

/// What may be named in expressions: two words with a full stop between, as `own.st`.
pub trait Name: Display + Sized {
    /// A name with its kind, for what may stand where one is expected: "an attribute as `own.st`".
    const ONE: &'static str;

    /// The same where nothing else may stand: "an attribute as `own.st` or `target.iq`".
    const SOME: &'static str;

    /// The words that may stand before the full stop.
    fn holders() -> impl Iterator<Item = &'static str>;

    /// What these two words mean where they are a name that every pack knows.
    fn known(holder: &str, word: &str) -> Option<Self>;

    /// The names that every pack knows, for what is offered instead of others.
    fn all() -> Vec<String>;

    /// What these two words mean where a pack declares the second: letters and digits, with hyphens between.
    fn declared(holder: &str, word: &str) -> Option<Self>;
}

impl<N> Expression<N> {
    /// The parts it is made of, itself first.
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        let mut next = 0;
        while let Some(&part) = parts.get(next) {
            match part {
                Self::Number(_) | Self::Dice(_) | Self::Name(_) => {}
                Self::Negative(inner) => parts.push(inner),
                Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) | Self::Quotient(a, b) => {
                    parts.extend([&**a, &**b]);
                }
            }
            next += 1;
        }
        parts
    }

    /// The names in it, with those that occur twice.
    pub fn names(&self) -> impl Iterator<Item = &N> {
        self.parts().into_iter().filter_map(|part| if let Self::Name(name) = part { Some(name) } else { None })
    }

    /// The same with something in the place of each name.
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
        }
    }

    /// A whole number, no further from 0 than [`LARGEST`].
    pub fn whole(number: i64) -> Self {
        let size = Self::Number(number.unsigned_abs().min(u64::from(LARGEST)) as u16);
        if number < 0 { Self::Negative(Box::new(size)) } else { size }
    }

    /// Whether dice are rolled for it.
    pub fn has_dice(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Self::Dice(_)))
    }
}

/// Reads a text, or a whole number that stands for itself, so that `by: -2` needs no quotes in any reader of YAML.
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

/// Reads a notation in which plain numbers may be written as numbers.
///
/// # Errors
///
/// What was expected, and what was found.
pub fn read<'de, T: std::str::FromStr<Err = String>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_any(Written)?.parse().map_err(Error::custom)
}

//! Builders: how forms compose a short text, such as damage, by choosing its parts.
//!
//! A builder describes the parts of a notation as data.
//! The same description parses a text ([`Builder::read`]), formats it ([`write()`]) and gives the parts of a new one
//! ([`fit`]), so that reading a text and writing it again returns the same text.

mod fit;
mod letters;
mod read;
pub mod shared;
mod standards;
pub mod sums;
mod write;

use foeman_schema::draft::Draft;
use foeman_schema::grid::{Hex, Points};
use foeman_schema::text::RecordKey;
use serde_json::Value;

pub use crate::tool::Offer;
pub use fit::{Walk, fit};
pub use write::write;

/// How the text of a notation is composed.
#[derive(Debug)]
pub struct Builder {
    /// The name of the notation; for values without a notation, the name of their widget.
    pub name: &'static str,
    /// The numbers of the rules about it, the most important first.
    pub rules: &'static [&'static str],
    /// Its parts, in the order written.
    pub parts: &'static [Part],
    /// Returns an equivalent text in the usual spelling; `None` if the text is invalid.
    pub tidy: fn(&str) -> Option<String>,
    /// Describes a text in words: a phrase in lower case; `None` if the text is invalid.
    pub reading: fn(&Scope<'_>, &str) -> Option<String>,
}

/// The place of a value, for parts that depend on other values.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The pack.
    pub draft: &'a Draft,
    /// The record that contains the value.
    pub record: &'a RecordKey,
    /// The object that contains the value, with inherited values.
    pub holder: &'a Value,
}

/// A part of a text.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Text without a choice, in one of several spellings; the usual one first.
    Fixed(&'static [&'static str]),
    /// A whole number.
    Number(Number),
    /// One of several alternatives.
    Choice(Choice),
    /// One of the values that the pack offers.
    Offered(Offered),
    /// Any number of repetitions.
    List(List),
    /// Several parts, which can contain the same group again.
    Group(Group),
    /// A letter on each hex around a figure: the whole text.
    Around(&'static Around),
}

/// A whole number in a text.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its meaning: a noun in lower case.
    pub name: &'static str,
    /// The smallest number.
    pub from: i64,
    /// The largest number.
    pub to: i64,
    /// The number in a new text.
    pub usual: i64,
    /// The number of digits, with leading zeros; 0 for no leading zeros.
    pub digits: usize,
    /// Whether a plus sign is written before positive numbers.
    pub signed: bool,
    /// Whether it is at least the number before it.
    pub rising: bool,
}

impl Number {
    /// Creates a number without sign and leading zeros.
    pub const fn new(name: &'static str, from: i64, to: i64, usual: i64) -> Self {
        Self { name, from, to, usual, digits: 0, signed: false, rising: false }
    }
}

/// A choice between alternatives.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its meaning: a noun in lower case.
    pub name: &'static str,
    /// The alternatives; the one in a new text first.
    pub options: &'static [Alternative],
}

/// An alternative of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    /// Its spellings; the usual one first.
    pub spellings: &'static [&'static str],
    /// Its meaning: a phrase in lower case, no final stop.
    pub words: &'static str,
    /// The parts after it.
    pub then: &'static [Part],
}

impl Alternative {
    /// Creates an alternative with one spelling and no further parts.
    pub const fn new(spellings: &'static [&'static str], words: &'static str) -> Self {
        Self { spellings, words, then: &[] }
    }

    /// Adds parts after it.
    #[must_use]
    pub const fn then(self, then: &'static [Part]) -> Self {
        Self { then, ..self }
    }
}

/// A value that the pack offers.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// Its meaning: a noun in lower case.
    pub name: &'static str,
    /// Returns the length of the value at the start of a text, in bytes; 0 if there is none.
    pub length: fn(&str) -> usize,
    /// Returns the values to choose from, given the values chosen before.
    pub offers: fn(&Scope<'_>, &[String]) -> Vec<Offer>,
    /// The value in a new text if the pack offers none.
    pub fallback: &'static str,
    /// Returns the parts after a value.
    pub then: fn(&str) -> &'static [Part],
}

/// Repetitions of the same parts.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The meaning of a repetition: a noun in lower case.
    pub name: &'static str,
    /// The maximum number of repetitions.
    pub most: usize,
    /// The parts of a repetition.
    pub item: &'static [Part],
}

/// Several parts of a text.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its meaning: a noun in lower case; empty if it needs no heading.
    pub name: &'static str,
    /// Returns its parts.
    pub parts: fn() -> &'static [Part],
}

/// Letters on the hexes around a figure.
#[derive(Debug)]
pub struct Around {
    /// The letters with their meanings: nouns in lower case.
    pub letters: &'static [(char, &'static str)],
    /// Parses a text, or returns the default of a record without one; `None` for an invalid text.
    pub read: fn(text: Option<&str>, record: &Value) -> Option<AroundHexes>,
    /// Formats the text in the spelling of another one.
    pub write: fn(&AroundHexes, like: &str) -> String,
}

/// A figure and the hexes around it, relative to its head, with facing 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AroundHexes {
    /// Whether it faces a side or a corner of its hex.
    pub points: Points,
    /// The hexes it occupies, its head first.
    pub own: Vec<Hex>,
    /// Each adjacent hex with its letter.
    pub around: Vec<(Hex, char)>,
}

/// The value of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The spelling of a fixed text.
    Fixed(usize),
    /// A number.
    Number(i64),
    /// An alternative, its spelling and the values of its parts.
    Choice(usize, usize, Vec<Self>),
    /// A value and the values of the parts after it.
    Offered(String, Vec<Self>),
    /// The values of each repetition.
    List(Vec<Vec<Self>>),
    /// The values of a group.
    Group(Vec<Self>),
    /// The letters, and the text whose spelling is kept.
    Around(AroundHexes, String),
}

impl Builder {
    /// Returns the parts of a new text.
    pub fn usual(&self, scope: &Scope<'_>) -> Vec<Chosen> {
        fit(self.parts, &[], scope, &mut Walk::default())
    }
}

//! Value notations: text that means more than text, parsed where it is declared and evaluated by the rules.
//!
//! A notation is a value.
//! A field written in it names it as `x-notation` in its schema, and the dialect lists it: there is no other list.

pub mod code;

pub mod color;

pub mod command;

use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use schemars::Schema;
use serde_json::Value;

use crate::grid::{Hex, Points};

/// A way of writing values as short texts: damage, colours, codes.
#[derive(Debug)]
pub struct Notation {
    /// One word, kebab-case: what `x-notation` says in a schema.
    pub name: &'static str,
    /// What is written in it: a sentence, capital first, no final stop.
    pub about: &'static str,
    /// Texts in it, the most usual first.
    pub examples: &'static [&'static str],
    /// A regular expression for readers that do not know the notation, whole, from `^` to `$`, in what all dialects
    /// of them share: it takes every text that is well formed, and as few others as can be said in one.
    pub pattern: &'static str,
    /// Whether a text is well formed; the error says what was expected and found.
    pub check: fn(&str) -> Result<(), String>,
    /// What forms offer besides the text itself.
    pub input: Input,
    /// The records that a text names; nothing where none ever does.
    pub names: Option<Names>,
}

/// Finds the records that a text names, in the order in which they stand there.
pub type Names = fn(&str) -> Vec<Named>;

/// A word of a text that is the id of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
    /// The catalog of the record.
    pub catalog: &'static str,
}

/// The text with another id in the place of one that it names.
pub(crate) fn renamed(text: &str, names: Names, catalog: &str, [old, new]: [&str; 2]) -> String {
    let mut written = text.to_owned();
    for named in names(text).into_iter().rev().filter(|named| named.catalog == catalog) {
        if text.get(named.range.clone()) == Some(old) {
            written.replace_range(named.range, new);
        }
    }
    written
}

/// How a value is asked for where a line of text is not all there is.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// As text alone.
    Text,
    /// As one choice for each of its characters.
    Places(&'static [Place]),
    /// As a letter on each hex round a figure.
    Around(&'static Around),
}

/// A character of a text of fixed length: what it is about, and what may stand there.
#[derive(Debug)]
pub struct Place {
    /// What it is about, a noun, small letters.
    pub name: &'static str,
    /// The characters and what each means, small letters, no final stop; the usual one first.
    pub choices: &'static [(char, &'static str)],
}

/// Letters on the hexes round a figure.
#[derive(Debug)]
pub struct Around {
    /// The letters and what each means: a noun, small letters.
    pub letters: &'static [(char, &'static str)],
    /// What a text says, or what holds without one in a record; nothing for a text that cannot be read.
    pub read: fn(text: Option<&str>, record: &Value) -> Option<AroundHexes>,
    /// The text that says it.
    pub write: fn(&AroundHexes) -> String,
}

/// A figure and the hexes round it, in hexes from its head, as it faces direction 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AroundHexes {
    /// What it points at.
    pub points: Points,
    /// The hexes it occupies, its head first.
    pub own: Vec<Hex>,
    /// Each adjacent hex with its letter.
    pub around: Vec<(Hex, char)>,
}

impl Notation {
    /// The schema of a text in this notation; a type adds what else is known of it, such as a range of numbers.
    pub fn schema(&self) -> Schema {
        schemars::json_schema!({ "type": "string", "x-notation": self.name, "examples": self.examples })
    }
}

/// The notations that every dialect knows.
pub static SHARED: &[&Notation] = &[&color::NOTATION, &command::NOTATION];

/// Whether a text can be read as `T`: the check of a notation that has a type.
pub fn reads<T: FromStr<Err: Display>>(text: &str) -> Result<(), String> {
    text.parse::<T>().map(|_| ()).map_err(|error| error.to_string())
}

//! Notations: short texts with a syntax, parsed by their declared type and evaluated by the rules.
//!
//! A notation is a value of type [`Notation`].
//! The schema of a field refers to it by name as `x-notation`, and the dialect lists it: there is no other registry.

pub mod catalog;

pub mod code;

pub mod color;

pub mod command;

pub mod message;

pub mod requirement;

use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use schemars::Schema;

/// A syntax for values written as short texts: damage, colours, codes.
#[derive(Debug)]
pub struct Notation {
    /// The name used by `x-notation` in schemas: one word, kebab-case.
    pub name: &'static str,
    /// A description of its texts: a sentence, capital first, no final stop.
    pub about: &'static str,
    /// Examples, the most common first.
    pub examples: &'static [&'static str],
    /// A regular expression for other programs, anchored from `^` to `$` and limited to syntax that all engines
    /// support. It accepts every valid text, and as few others as possible.
    pub pattern: &'static str,
    /// Validates a text; the error says what was expected and found.
    pub check: fn(&str) -> Result<(), String>,
    /// Finds the records that a text refers to; `None` if the notation has no references.
    pub names: Option<Names>,
}

/// Finds the records that a text refers to, in text order.
pub type Names = fn(&str) -> Vec<Named>;

/// A word in a text that is the id of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its position in the text, in bytes.
    pub range: Range<usize>,
    /// The catalog of the record.
    pub catalog: &'static str,
}

/// Replaces an id in a text by another one.
pub(crate) fn renamed(text: &str, names: Names, catalog: &str, [old, new]: [&str; 2]) -> String {
    let mut written = text.to_owned();
    for named in names(text).into_iter().rev().filter(|named| named.catalog == catalog) {
        if text.get(named.range.clone()) == Some(old) {
            written.replace_range(named.range, new);
        }
    }
    written
}

impl Notation {
    /// Returns the schema of a text in this notation; types add further restrictions, such as a range of numbers.
    pub fn schema(&self) -> Schema {
        schemars::json_schema!({ "type": "string", "x-notation": self.name, "examples": self.examples })
    }
}

/// The notations of all dialects.
pub static SHARED: &[&Notation] = &[
    &catalog::NOTATION,
    &color::NOTATION,
    &command::NOTATION,
    &message::NOTATION,
    &requirement::FIELD,
    &requirement::REQUIREMENT,
];

/// Validates a text by parsing it as `T`: the check of a notation with a type.
pub fn reads<T: FromStr<Err: Display>>(text: &str) -> Result<(), String> {
    text.parse::<T>().map(|_| ()).map_err(|error| error.to_string())
}

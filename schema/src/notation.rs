//! Value notations: text that means more than text, parsed where it is declared and evaluated by the rules.
//!
//! A notation is a value.
//! A field written in it names it as `x-notation` in its schema, and the dialect lists it: there is no other list.

pub mod code;

pub mod color;

use std::fmt::Display;
use std::str::FromStr;

use schemars::Schema;

/// A way of writing values as short texts: damage, colours, codes.
#[derive(Debug)]
pub struct Notation {
    /// One word, kebab-case: what `x-notation` says in a schema.
    pub name: &'static str,
    /// What is written in it: a sentence, capital first, no final stop.
    pub about: &'static str,
    /// Texts in it, the most usual first.
    pub examples: &'static [&'static str],
    /// Whether a text is well formed; the error says what was expected and found.
    pub check: fn(&str) -> Result<(), String>,
}

impl Notation {
    /// The schema of a text in this notation; a type adds what else is known of it, such as a pattern.
    pub fn schema(&self) -> Schema {
        schemars::json_schema!({ "type": "string", "x-notation": self.name, "examples": self.examples })
    }
}

/// The notations that every dialect knows.
pub static SHARED: &[&Notation] = &[&color::NOTATION];

/// Whether a text can be read as `T`: the check of a notation that has a type.
pub fn reads<T: FromStr<Err: Display>>(text: &str) -> Result<(), String> {
    text.parse::<T>().map(|_| ()).map_err(|error| error.to_string())
}

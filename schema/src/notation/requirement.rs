//! Requirements of custom checks: `this.price > 0`, `has this.about`, `this.class = wpn or shl`.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Notation, reads};
use crate::arithmetic::{self, Comparison, Reader};

/// A regular expression for the path of a field.
macro_rules! field {
    () => {
        "this(?:\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*){1,16}"
    };
}

/// A regular expression for a number or a name.
macro_rules! factor {
    () => {
        concat!("(?:0|[1-9][0-9]{0,3}|count\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*|", field!(), ")")
    };
}

/// A regular expression for a sum. Only the parser checks that brackets are balanced. Blanks are matched in one place
/// only, to avoid catastrophic backtracking.
macro_rules! sum {
    () => {
        concat!(
            "(?:\\+ *)?(?:- *|\\( *(?:\\+ *)?)*",
            factor!(),
            " *(?:\\) *)*(?:[-+*/%] *(?:- *|\\( *(?:\\+ *)?)*",
            factor!(),
            " *(?:\\) *)*)*"
        )
    };
}

/// A regular expression for a word.
macro_rules! word {
    () => {
        "(?:[0-9]+-)*[0-9]*[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
    };
}

/// The notation of requirements.
pub static REQUIREMENT: Notation = Notation {
    name: "requirement",
    about: "A condition on the fields of a record: a comparison of numbers, a field with a word, or `has` or `lacks` with a field",
    examples: &[
        "count.standards > 0",
        "this.price > 0",
        "has this.about",
        "lacks this.portrait",
        "this.class = wpn or shl",
        "count.items >= 10",
    ],
    pattern: concat!(
        "^ *(?:(?:has|lacks) +",
        field!(),
        " *|",
        field!(),
        " *!?= *",
        word!(),
        "(?: +or +",
        word!(),
        "){0,15} *|",
        sum!(),
        "(?:=|!=|<=?|>=?) *",
        sum!(),
        ")$"
    ),
    check: reads::<Requirement>,
    names: None,
};

/// The notation of the paths of fields.
pub static FIELD: Notation = Notation {
    name: "field",
    about: "A field of a record; a path leads into groups of fields, and through references into other records",
    examples: &["this.price", "this.attributes.st"],
    pattern: concat!("^", field!(), "$"),
    check: reads::<FieldPath>,
    names: None,
};

/// The maximum number of words after `=`, and of steps of a path.
const MOST: usize = 16;

/// A field of a record: the keys from the record to the value. A reference on the path leads into the record that it
/// refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FieldPath(Vec<String>);

/// A name in the numbers of a requirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// The value of a field of the record.
    Field(FieldPath),
    /// The number of records of a catalog.
    Count(String),
}

/// A condition on a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// The record has a field.
    Has(FieldPath),
    /// The record does not have a field.
    Lacks(FieldPath),
    /// A field is one of some words, or a list contains one of them.
    Is(FieldPath, Vec<String>),
    /// A field is none of some words, or a list contains none of them.
    IsNot(FieldPath, Vec<String>),
    /// A comparison of two numbers.
    Compares(Comparison<Name>),
}

impl FieldPath {
    /// Creates a path from the keys after `this`.
    pub fn new(steps: Vec<String>) -> Self {
        Self(steps)
    }

    /// Returns the keys from the record to the value; at least one.
    pub fn steps(&self) -> &[String] {
        &self.0
    }
}

impl Requirement {
    /// Returns the fields that it is about, from left to right.
    pub fn fields(&self) -> Vec<&FieldPath> {
        match self {
            Self::Has(path) | Self::Lacks(path) | Self::Is(path, _) | Self::IsNot(path, _) => vec![path],
            Self::Compares(comparison) => comparison.names().filter_map(Name::field).collect(),
        }
    }

    /// Returns the catalogs whose records it counts.
    pub fn counted(&self) -> Vec<&str> {
        let Self::Compares(comparison) = self else { return Vec::new() };
        comparison.names().filter_map(Name::counted).collect()
    }
}

impl Name {
    fn field(&self) -> Option<&FieldPath> {
        if let Self::Field(path) = self { Some(path) } else { None }
    }

    fn counted(&self) -> Option<&str> {
        if let Self::Count(catalog) = self { Some(catalog) } else { None }
    }
}

impl arithmetic::Name for Name {
    const ONE: &'static str = "a field as `this.price`";

    const SOME: &'static str = "a field as `this.price`, or a number of records as `count.items`";

    const PATHS: bool = true;

    fn holders() -> impl Iterator<Item = &'static str> {
        ["this", "count"].into_iter()
    }

    fn known(_: &str, _: &str) -> Option<Self> {
        None
    }

    fn all() -> Vec<String> {
        Vec::new()
    }

    fn declared(holder: &str, word: &str) -> Option<Self> {
        match holder {
            "this" => {
                let steps: Vec<String> = word.split('.').map(str::to_owned).collect();
                (steps.len() <= MOST).then_some(Self::Field(FieldPath(steps)))
            }
            "count" if !word.contains('.') => Some(Self::Count(word.to_owned())),
            _ => None,
        }
    }
}

/// Reads the name of a field.
fn field(reader: &mut Reader<'_>) -> Result<FieldPath, String> {
    match reader.name::<Name>()? {
        Name::Field(path) => Ok(path),
        Name::Count(catalog) => Err(format!("expected a field as `this.price`, found `count.{catalog}`")),
    }
}

fn end<T>(reader: &mut Reader<'_>, value: T, expected: &str) -> Result<T, String> {
    if reader.peek().is_some() { Err(reader.fail(expected)) } else { Ok(value) }
}

/// Reads a comparison of a field with words; `None` if the text is not one.
fn words(text: &str) -> Option<Result<Requirement, String>> {
    let mut reader = Reader::new(text);
    let path = field(&mut reader).ok()?;
    let equal = reader.take_word("=");
    if !equal && !reader.take_word("!=") {
        return None;
    }
    let mut words = vec![reader.plain_word()?.to_owned()];
    while reader.take_word("or ") {
        let Some(word) = reader.plain_word() else { return Some(Err(reader.fail("a word as `wpn`"))) };
        words.push(word.to_owned());
    }
    if words.len() > MOST {
        return Some(Err(format!("expected at most {MOST} words, found {}", words.len())));
    }
    let read = if equal { Requirement::Is(path, words) } else { Requirement::IsNot(path, words) };
    Some(end(&mut reader, read, "`or` or the end"))
}

impl FromStr for Requirement {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reader = Reader::new(text);
        for (word, make) in [("has ", Self::Has as fn(FieldPath) -> Self), ("lacks ", Self::Lacks)] {
            if reader.take_word(word) {
                let path = field(&mut reader)?;
                return end(&mut reader, make(path), "the end");
            }
        }
        if let Some(read) = words(text) {
            return read;
        }
        let comparison: Comparison<Name> = text.parse()?;
        if comparison.has_dice() {
            return Err("expected numbers and fields, found dice, whose result varies".to_owned());
        }
        Ok(Self::Compares(comparison))
    }
}

impl FromStr for FieldPath {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reader = Reader::new(text);
        let path = field(&mut reader)?;
        let path = end(&mut reader, path, "the end")?;
        if text.contains(' ') { Err(format!("expected a field without blanks, found `{text}`")) } else { Ok(path) }
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this.{}", self.0.join("."))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(path) => path.fmt(f),
            Self::Count(catalog) => write!(f, "count.{catalog}"),
        }
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Has(path) => write!(f, "has {path}"),
            Self::Lacks(path) => write!(f, "lacks {path}"),
            Self::Is(path, words) => write!(f, "{path} = {}", words.join(" or ")),
            Self::IsNot(path, words) => write!(f, "{path} != {}", words.join(" or ")),
            Self::Compares(comparison) => comparison.fmt(f),
        }
    }
}

/// Implements the traits of a type that is written as text in a notation.
macro_rules! written {
    ($type:ident, $notation:ident, $name:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $notation.schema()
            }
        }
    };
}

written!(Requirement, REQUIREMENT, "Requirement");
written!(FieldPath, FIELD, "FieldPath");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_written_as_they_are_read() {
        for text in [
            "this.price > 0",
            "has this.about",
            "lacks this.attributes.max-load",
            "this.class = wpn",
            "this.ready != 1hand or 2hand",
            "this.type.attributes.st + 1 >= count.items * 2",
            "this.price-count.items < 3",
        ] {
            let read: Requirement = text.parse().unwrap();
            let again: Requirement = read.to_string().parse().unwrap();
            assert_eq!(again, read, "{text}");
        }
        assert_eq!(
            "this.ready = 1hand".parse(),
            Ok(Requirement::Is("this.ready".parse().unwrap(), vec!["1hand".into()]))
        );
    }

    #[test]
    fn errors_name_the_column_and_what_was_expected() {
        for (text, error) in [
            (
                "price > 0",
                "expected a field as `this.price`, or a number of records as `count.items` at column 1, found `price`",
            ),
            ("this.price", "expected `=`, `!=`, `<`, `<=`, `>` or `>=` at column 11, found the end"),
            ("this.class = wpn or", "expected `or` or the end at column 18, found `or`"),
            ("has count.items", "expected a field as `this.price`, found `count.items`"),
            ("this.price > 1D", "expected numbers and fields, found dice, whose result varies"),
            (
                "this..price > 1",
                "expected a field as `this.price`, or a number of records as `count.items` at column 1, found `this..price`",
            ),
        ] {
            assert_eq!(text.parse::<Requirement>(), Err(error.to_owned()), "{text}");
        }
    }
}

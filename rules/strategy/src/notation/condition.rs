//! Conditions: comparisons of two amounts: `unit.strength <= 0`.

use std::fmt;
use std::str::FromStr;

use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::name::{Name, variables};
use super::sum;
use foeman_engine::arithmetic::{self, Expression, Reader};

/// The notation of conditions.
pub(super) static NOTATION: Notation = Notation {
    name: "condition",
    about: "Two amounts with `=`, `!=`, `<`, `<=`, `>` or `>=` between them",
    examples: &["unit.strength <= 0", "game.turn >= 5", "faction.site-count > foe.site-count"],
    pattern: concat!("^ *", sum!(), "(?:=|!=|<=?|>=?) *", sum!(), "$"),
    check: reads::<Condition>,
    names: Some(|text| {
        let mut reader = Reader::new(text);
        let _ = read(&mut reader);
        variables(&reader)
    }),
};

/// A comparison of two amounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The left amount.
    pub left: Expression<Name>,
    /// The comparison.
    pub sign: Sign,
    /// The right amount.
    pub right: Expression<Name>,
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

fn read(reader: &mut Reader<'_>) -> Result<Condition, String> {
    let left = reader.sum()?;
    let sign = Sign::ALL.into_iter().find(|sign| reader.take_word(sign.name()));
    let Some(sign) = sign else { return Err(reader.fail("`=`, `!=`, `<`, `<=`, `>` or `>=`")) };
    let right = reader.sum()?;
    match reader.peek() {
        None => Ok(Condition { left, sign, right }),
        Some(_) => Err(reader.fail("`+`, `-`, `*`, `/` or the end")),
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        read(&mut Reader::new(text))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.sign.name(), self.right)
    }
}

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        arithmetic::read(from)
    }
}

impl JsonSchema for Condition {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Condition_of_rules".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

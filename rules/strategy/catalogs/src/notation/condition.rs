//! Conditions: comparisons of two amounts: `unit.strength <= 0`.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::name::{Name, references};
use super::sum;
use foeman_schema::arithmetic::{self, Comparison, Reader};

/// The notation of conditions.
pub(super) static NOTATION: Notation = Notation {
    name: "condition",
    about: "Two amounts with `=`, `!=`, `<`, `<=`, `>` or `>=` between them",
    examples: &["unit.strength <= 0", "game.turn >= 5", "faction.site-count > foe.site-count"],
    pattern: concat!("^ *", sum!(), "(?:=|!=|<=?|>=?) *", sum!(), "$"),
    check: reads::<Condition>,
    names: Some(|text| {
        let mut reader = Reader::new(text);
        let _ = Comparison::<Name>::read(&mut reader);
        references(&reader)
    }),
};

/// A comparison of two amounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition(Comparison<Name>);

impl Deref for Condition {
    type Target = Comparison<Name>;

    fn deref(&self) -> &Comparison<Name> {
        &self.0
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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

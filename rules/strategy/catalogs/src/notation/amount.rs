//! Amounts: whole numbers, or arithmetic on numbers, dice and names: `-1`, `2D`, `other.strength/2 + option.edge`.

use std::fmt;
use std::str::FromStr;

use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use super::name::{Name, references};
use super::sum;
use foeman_schema::arithmetic::{self, Expression, LARGEST, Reader};

/// The notation of amounts.
pub(super) static NOTATION: Notation = Notation {
    name: "expression",
    about: "A whole number, or arithmetic with numbers, dice and values of units, factions and cells",
    examples: &["-1", "other.strength/2", "1D + faction.site-count"],
    pattern: concat!("^ *", sum!(), "$"),
    check: reads::<Amount>,
    names: Some(|text| {
        let mut reader = Reader::new(text);
        let _ = reader.sum::<Name>();
        references(&reader)
    }),
};

/// An amount: a whole number or an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount(Expression<Name>);

impl Amount {
    /// Returns the expression.
    pub fn expression(&self) -> &Expression<Name> {
        &self.0
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        arithmetic::read(from)
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = NOTATION.schema();
        schema.insert("type".to_owned(), json!(["string", "integer"]));
        schema.insert("minimum".to_owned(), json!(-i32::from(LARGEST)));
        schema.insert("maximum".to_owned(), json!(LARGEST));
        schema
    }
}

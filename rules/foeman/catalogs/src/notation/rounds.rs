//! Durations: `3`, `spell`, `encounter`.

use std::fmt;
use std::str::FromStr;

use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

/// The notation of durations.
pub(super) static NOTATION: Notation = Notation {
    name: "rounds",
    about: "How long something lasts: a number of rounds, its spell, or the encounter",
    examples: &["3", "spell", "encounter"],
    pattern: "^(?:[1-9][0-9]{0,3}|spell|encounter)$",
    check: reads::<Rounds>,
    names: None,
};

/// A duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounds {
    /// A number of rounds, 1 to 9999.
    Number(u16),
    /// As long as its spell is kept up (`F11.1`).
    Spell,
    /// To the end of the battle.
    Encounter,
}

/// The highest number of rounds that can be written.
const LONGEST: u16 = 9999;

impl FromStr for Rounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            || text.parse().ok().filter(|rounds| (1..=LONGEST).contains(rounds) && !text.starts_with(['0', '+']));
        match text {
            "spell" => Ok(Self::Spell),
            "encounter" => Ok(Self::Encounter),
            _ => number().map(Self::Number).ok_or_else(|| {
                let found: String = text.chars().take(24).filter(|c| !c.is_control()).collect();
                format!("expected a number of rounds from 1 to {LONGEST}, `spell` or `encounter`, found `{found}`")
            }),
        }
    }
}

impl fmt::Display for Rounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(rounds) => write!(f, "{rounds}"),
            Self::Spell => f.write_str("spell"),
            Self::Encounter => f.write_str("encounter"),
        }
    }
}

impl JsonSchema for Rounds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rounds".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = NOTATION.schema();
        schema.insert("type".to_owned(), json!(["string", "integer"]));
        schema.insert("minimum".to_owned(), json!(1));
        schema.insert("maximum".to_owned(), json!(LONGEST));
        schema
    }
}

impl Serialize for Rounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rounds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        foeman_engine::arithmetic::read(from)
    }
}

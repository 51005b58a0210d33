//! More of the tests' dialect: terrains with effects of several kinds, and two notations.

use std::fmt;
use std::str::FromStr;

use foeman_schema::catalogs::board::{Pattern, Terrains};
use foeman_schema::dialect::{Record, Ref, Target};
use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

/// The notation of damage.
pub(crate) static DAMAGE: Notation = Notation {
    name: "damage",
    about: "Hit dice less some, or dice",
    examples: &["-1H", "2D"],
    pattern: "^(?:-[0-9]H|[0-9]D)$",
    check: reads::<Damage>,
    names: None,
};

/// The notation of amounts.
pub(crate) static AMOUNT: Notation = Notation {
    name: "amount",
    about: "A number, or dice",
    examples: &["3", "1D-2"],
    pattern: "^(?:-?[0-9]{1,4}|[0-9]{1,4}D(?:[+-][0-9]{1,4})?)$",
    check: reads::<Amount>,
    names: None,
};

/// Damage dice: `-1H` or `2D`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Damage(String);

/// A number, `-3`, or dice and a number, `1D-2`; a number may be written as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Amount(String);

/// A terrain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Terrain {
    /// Display name.
    pub(crate) title: String,
    /// Colour on the map, `#rrggbb`.
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#d9c08c"]))]
    pub(crate) color: String,
    /// What is drawn on the colour.
    #[serde(default)]
    pub(crate) pattern: Pattern,
    /// Movement points for a step into it.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "MP"))]
    pub(crate) cost: u8,
    /// Whether it is impassable.
    #[serde(default)]
    pub(crate) blocks_move: bool,
    /// Effects on figures in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) effects: Vec<Effect>,
}

impl Record for Terrain {
    const CATALOG: &'static str = Terrains::TARGET;
    const TITLE: &'static str = "Terrain";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A named list of effects for use in several places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct NamedEffect {
    /// Display name.
    pub(crate) title: String,
    /// The effects.
    #[schemars(length(min = 1, max = 20))]
    pub(crate) effects: Vec<Effect>,
}

impl Record for NamedEffect {
    const CATALOG: &'static str = "effects";
    const TITLE: &'static str = "Effect";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// An effect: a tagged union, with keys common to all kinds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Effect")]
pub(crate) struct Effect {
    /// The targets.
    #[serde(flatten)]
    pub(crate) scope: Scope,
    /// What it does.
    #[serde(flatten)]
    pub(crate) deed: Deed,
}

/// What an effect does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Deed {
    /// Changes a value while it applies.
    Modify {
        /// The value.
        what: Quantity,
        /// The amount added.
        #[schemars(title = "By")]
        by: Amount,
    },
    /// Does harm.
    Damage {
        /// The amount.
        dice: Amount,
        /// The kind of harm.
        #[serde(default)]
        of: Harm,
    },
    /// Restores health.
    Heal {
        /// The amount.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Amount>,
    },
    /// Changes the posture.
    Posture {
        /// The new posture.
        to: Stance,
    },
    /// Adds a status.
    Status {
        /// The status.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        add: Option<Status>,
    },
    /// Moves somebody, unless the destination is impassable.
    Move {
        /// The distance in hexes.
        hexes: Amount,
        /// The direction.
        how: Motion,
    },
    /// Creates figures.
    Create {
        /// The type of figure.
        figure: String,
        /// The number of hexes filled.
        #[serde(default)]
        #[serde(skip_serializing_if = "Option::is_none")]
        hexes: Option<Amount>,
    },
    /// The target obeys.
    Control {},
    /// Has the effects of an entry of the catalog `effects`.
    Named {
        /// The entry.
        effect: Ref<NamedEffect>,
    },
}

/// The targets of an effect and its conditions; all keys are optional.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Scope {
    /// Only in this terrain.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) in_terrain: Option<Ref<Terrains>>,
    /// Only at this distance: minimum and maximum.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 0, max = 99)), extend("x-unit" = "hexes"))]
    pub(crate) range: Option<[u8; 2]>,
    /// Who is affected.
    #[serde(default)]
    pub(crate) who: Who,
    /// Maximum distance.
    #[serde(default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 99), extend("x-unit" = "hexes"))]
    pub(crate) within: Option<u8>,
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $first:ident $(, $word:ident)* })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name {
            #[default]
            $first,
            $($word,)*
        }
    )* };
}

words! {
    /// A value that effects change.
    Quantity { St, Dx, Ma }
    /// A kind of harm.
    Harm { Physical, Exhaustion }
    /// A posture.
    Stance { Lying, Standing }
    /// A status.
    Status { Stunned, Blinded, Slowed }
    /// A direction of movement.
    Motion { Push, Pull }
    /// The targets of an effect.
    Who { Target, Allies, Foes }
}

impl FromStr for Damage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digit = |text: Option<&str>| text.is_some_and(|text| matches!(text.as_bytes(), [b'0'..=b'9']));
        let hit = digit(text.strip_prefix('-').and_then(|text| text.strip_suffix('H')));
        if hit || digit(text.strip_suffix('D')) {
            return Ok(Self(text.to_owned()));
        }
        Err(format!("expected hit dice less some, as `-1H`, or a number of dice, as `2D`, found `{text}`"))
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = |text: &str| (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        let (dice, rest) = text.split_once('D').map_or((None, text), |(dice, rest)| (Some(dice), rest));
        let number = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        let fits = match dice {
            None => digits(rest.strip_prefix('-').unwrap_or(rest)),
            Some(dice) => digits(dice) && (rest.is_empty() || rest.len() > number.len() && digits(number)),
        };
        if fits {
            return Ok(Self(text.to_owned()));
        }
        Err(format!("expected a number, or dice as `1D-2`, found `{text}`"))
    }
}

impl JsonSchema for Damage {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Damage".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        DAMAGE.schema()
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
        let mut schema = AMOUNT.schema();
        schema.insert("type".to_owned(), json!(["string", "integer"]));
        schema.insert("minimum".to_owned(), json!(-9999));
        schema.insert("maximum".to_owned(), json!(9999));
        schema
    }
}

impl Serialize for Damage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Damage {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(Error::custom)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Written)?.parse().map_err(Error::custom)
    }
}

/// Text, or a number.
struct Written;

impl Visitor<'_> for Written {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

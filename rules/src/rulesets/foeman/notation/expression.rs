//! Amounts: whole numbers, dice and attributes, and arithmetic on them: `3`, `2D-1`, `own.iq/4`, `1D + target.st/2`.
//! What packs declare is named in the same way: `target.thirst` of a figure's type, `this.price` of the item itself.
//!
//! No code runs from a pack: an expression knows sums, products and quotients, and nothing else.

mod evaluate;

mod parse;

mod print;

use std::fmt;
use std::str::FromStr;

use foeman_schema::declared::Counted;
use foeman_schema::notation::{Input, Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

pub use evaluate::Situation;

/// How an amount without dice is written.
pub(super) static AMOUNT: Notation = Notation {
    name: "amount",
    about: "A whole number, or arithmetic on numbers, attributes and declared fields",
    examples: &["3", "own.iq/4"],
    // Brackets stand where they may; that each is closed, nothing is divided by 0 and it is not too long is left to
    // the reader. Blanks are taken in one place only, so that no text makes a matcher try many ways.
    pattern: "^ *(?:\\+ *)?(?:- *|\\( *(?:\\+ *)?)*\
              (?:0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *(?:\\) *)*\
              (?:[-+*/] *(?:- *|\\( *(?:\\+ *)?)*\
              (?:0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *(?:\\) *)*)*$",
    check: reads::<Amount>,
    input: Input::Text,
};

/// How an amount is written for which dice may be rolled.
pub(super) static ROLL: Notation = Notation {
    name: "roll",
    about: "A whole number, or arithmetic on numbers, dice, attributes and declared fields",
    examples: &["2D-1", "-2", "1D + own.iq/4"],
    // As above, with dice.
    pattern: "^ *(?:\\+ *)?(?:- *|\\( *(?:\\+ *)?)*\
              (?:[1-9][0-9]?D|0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *\
              (?:\\) *)*(?:[-+*/] *(?:- *|\\( *(?:\\+ *)?)*\
              (?:[1-9][0-9]?D|0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *\
              (?:\\) *)*)*$",
    check: reads::<Roll>,
    input: Input::Text,
};

/// The largest number that may stand in an expression.
pub const LARGEST: u16 = 9999;

/// The most dice that are rolled at once.
pub const MOST_DICE: u8 = 99;

/// An amount as it is written: a small tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A whole number, 0 to [`LARGEST`].
    Number(u16),
    /// The sum of so many dice, 1 to [`MOST_DICE`] (`F1.2`).
    Dice(u8),
    /// An attribute of somebody.
    Attribute(Whose, Attribute),
    /// A field that packs declare, by its name.
    Field(Holder, String),
    /// The same below zero.
    Negative(Box<Self>),
    /// Both together.
    Sum(Box<Self>, Box<Self>),
    /// The first less the second.
    Difference(Box<Self>, Box<Self>),
    /// The first as often as the second says.
    Product(Box<Self>, Box<Self>),
    /// The first by the second, rounded to the nearest whole number, halves up (`F1.2`).
    Quotient(Box<Self>, Box<Self>),
}

/// Whose attribute is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// That of the figure which owns the item or talent, or casts the spell.
    Own,
    /// That of the figure concerned.
    Target,
}

/// Whose declared field is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// That of somebody's figure type.
    Figure(Whose),
    /// That of the item, spell, talent, terrain or figure type which the amount is written in, or which names the effect.
    This,
}

/// An attribute that amounts and saving rolls can name; its modified value counts (`F1.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attribute {
    /// Strength.
    St,
    /// Dexterity.
    Dx,
    /// Intelligence.
    Iq,
    /// Movement points for each round.
    Ma,
    /// Size in hundredths of a human.
    Size,
}

impl Whose {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Own, Self::Target];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Target => "target",
        }
    }
}

impl Holder {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Figure(Whose::Own), Self::Figure(Whose::Target), Self::This];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Figure(whose) => whose.name(),
            Self::This => "this",
        }
    }
}

impl Attribute {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::St, Self::Dx, Self::Iq, Self::Ma, Self::Size];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::St => "st",
            Self::Dx => "dx",
            Self::Iq => "iq",
            Self::Ma => "ma",
            Self::Size => "size",
        }
    }
}

impl Expression {
    /// The parts it is made of, itself first.
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        let mut next = 0;
        while let Some(&part) = parts.get(next) {
            match part {
                Self::Number(_) | Self::Dice(_) | Self::Attribute(..) | Self::Field(..) => {}
                Self::Negative(inner) => parts.push(inner),
                Self::Sum(a, b) | Self::Difference(a, b) | Self::Product(a, b) | Self::Quotient(a, b) => {
                    parts.extend([&**a, &**b]);
                }
            }
            next += 1;
        }
        parts
    }

    /// The same with the declared fields of the record that it is written in put in the place of their names.
    #[must_use]
    pub fn bound(&self, this: &Counted) -> Self {
        let inner = |part: &Self| Box::new(part.bound(this));
        match self {
            Self::Field(Holder::This, name) => Self::whole(this.get(name).copied().unwrap_or_default()),
            Self::Number(_) | Self::Dice(_) | Self::Attribute(..) | Self::Field(..) => self.clone(),
            Self::Negative(a) => Self::Negative(inner(a)),
            Self::Sum(a, b) => Self::Sum(inner(a), inner(b)),
            Self::Difference(a, b) => Self::Difference(inner(a), inner(b)),
            Self::Product(a, b) => Self::Product(inner(a), inner(b)),
            Self::Quotient(a, b) => Self::Quotient(inner(a), inner(b)),
        }
    }

    /// A whole number, no further from 0 than [`LARGEST`].
    fn whole(number: i64) -> Self {
        let size = Self::Number(number.unsigned_abs().min(u64::from(LARGEST)) as u16);
        if number < 0 { Self::Negative(Box::new(size)) } else { size }
    }

    /// Whether dice are rolled for it.
    pub fn has_dice(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Self::Dice(_)))
    }
}

/// An amount without dice: a whole number or an expression over attributes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount(Expression);

/// An amount for which dice may be rolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll(Expression);

impl Amount {
    /// What it says.
    pub fn expression(&self) -> &Expression {
        &self.0
    }

    /// The same with the declared fields of the record that it is written in.
    #[must_use]
    pub fn bound(&self, this: &Counted) -> Self {
        Self(self.0.bound(this))
    }

    /// So many, whatever happens; at most [`LARGEST`].
    pub fn number(number: u16) -> Self {
        Self(Expression::Number(number.min(LARGEST)))
    }
}

impl Roll {
    /// What it says.
    pub fn expression(&self) -> &Expression {
        &self.0
    }

    /// The same with the declared fields of the record that it is written in.
    #[must_use]
    pub fn bound(&self, this: &Counted) -> Self {
        Self(self.0.bound(this))
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expression: Expression = text.parse()?;
        if expression.has_dice() {
            return Err(format!("expected an amount without dice, as `3` or `own.iq/4`, but found `{text}`"));
        }
        Ok(Self(expression))
    }
}

impl FromStr for Roll {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self)
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
        schema(&AMOUNT)
    }
}

impl JsonSchema for Roll {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Roll".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(&ROLL)
    }
}

fn schema(notation: &Notation) -> Schema {
    let mut schema = notation.schema();
    schema.insert("type".to_owned(), json!(["string", "integer"]));
    schema.insert("minimum".to_owned(), json!(-i32::from(LARGEST)));
    schema.insert("maximum".to_owned(), json!(LARGEST));
    schema
}

/// Reads a text, or a whole number that stands for itself, so that `by: -2` needs no quotes in any reader of YAML.
struct Written;

impl Visitor<'_> for Written {
    type Value = String;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

/// Reads a notation in which plain numbers may be written as numbers.
pub(super) fn read<'de, T: FromStr<Err = String>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_any(Written)?.parse().map_err(Error::custom)
}

macro_rules! as_written {
    ($($name:ident),*) => { $(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                read(from)
            }
        }
    )* };
}

as_written!(Amount, Roll);

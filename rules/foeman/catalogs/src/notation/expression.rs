//! Amounts: whole numbers, dice and attributes, and arithmetic on them: `3`, `2D-1`, `own.iq/4`, `1D + target.st/2`.
//! They can also refer to fields that packs declare: `target.thirst` of a figure's type, `this.price` of the item
//! itself.
//!
//! The arithmetic is shared by all rulesets ([`foeman_engine::arithmetic`]).

use std::fmt;
use std::str::FromStr;

use foeman_schema::declared::Counted;
use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use foeman_engine::arithmetic::{self, Values, read};

pub use foeman_engine::arithmetic::{LARGEST, MOST_DICE};

/// The notation of amounts without dice.
pub(super) static AMOUNT: Notation = Notation {
    name: "amount",
    about: "A whole number, or arithmetic on numbers, attributes and declared fields",
    examples: &["3", "own.iq/4"],
    // The pattern only checks where brackets may be. The parser checks that they are balanced, that nothing is divided
    // by 0, and the length. Spaces are matched in one place only, so that no text causes excessive backtracking.
    pattern: "^ *(?:\\+ *)?(?:- *|\\( *(?:\\+ *)?)*\
              (?:0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *(?:\\) *)*\
              (?:[-+*/%] *(?:- *|\\( *(?:\\+ *)?)*\
              (?:0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *(?:\\) *)*)*$",
    check: reads::<Amount>,
    names: None,
};

/// The notation of amounts with dice.
pub(super) static ROLL: Notation = Notation {
    name: "roll",
    about: "A whole number, or arithmetic on numbers, dice, attributes and declared fields",
    examples: &["2D-1", "-2", "1D + own.iq/4"],
    // As above, with dice.
    pattern: "^ *(?:\\+ *)?(?:- *|\\( *(?:\\+ *)?)*\
              (?:[1-9][0-9]?D|0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *\
              (?:\\) *)*(?:[-+*/%] *(?:- *|\\( *(?:\\+ *)?)*\
              (?:[1-9][0-9]?D|0|[1-9][0-9]{0,3}|(?:own|target|this)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*) *\
              (?:\\) *)*)*$",
    check: reads::<Roll>,
    names: None,
};

/// A parsed amount: a small tree over attributes and declared fields.
pub type Expression = arithmetic::Expression<Name>;

/// A name in an amount.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// An attribute of a figure.
    Attribute(Whose, Attribute),
    /// A declared field, by its name.
    Field(Holder, String),
}

/// The context in which an amount is evaluated: it looks up names and rolls dice.
pub trait Situation {
    /// The modified value of an attribute.
    fn attribute(&mut self, whose: Whose, attribute: Attribute) -> i32;

    /// A declared field of a figure's type.
    fn field(&mut self, whose: Whose, name: &str) -> i32;

    /// The sum of a number of dice (`F1.2`).
    fn dice(&mut self, count: u8) -> i32;
}

/// Evaluates an amount, rolling its dice from left to right; limits as in [`Expression::evaluate`].
pub fn evaluate(amount: &Expression, situation: &mut impl Situation) -> i32 {
    amount.evaluate(&mut Named(situation))
}

/// The values of names in a situation.
struct Named<'a, S>(&'a mut S);

impl<S: Situation> Values<Name> for Named<'_, S> {
    fn value(&mut self, name: &Name) -> i32 {
        match name {
            Name::Attribute(whose, attribute) => self.0.attribute(*whose, *attribute),
            Name::Field(Holder::Figure(whose), name) => self.0.field(*whose, name),
            // Reading the content has already replaced these.
            Name::Field(Holder::This, _) => 0,
        }
    }

    fn dice(&mut self, count: u8) -> i32 {
        self.0.dice(count)
    }
}

impl arithmetic::Name for Name {
    const ONE: &'static str = "an attribute as `own.st`";

    const SOME: &'static str = "an attribute as `own.st` or `target.iq`";

    fn holders() -> impl Iterator<Item = &'static str> {
        Holder::ALL.into_iter().map(Holder::name)
    }

    fn known(holder: &str, word: &str) -> Option<Self> {
        let whose = Whose::ALL.into_iter().find(|whose| whose.name() == holder)?;
        let attribute = Attribute::ALL.into_iter().find(|attribute| attribute.name() == word)?;
        Some(Self::Attribute(whose, attribute))
    }

    fn all() -> Vec<String> {
        let all = Whose::ALL.into_iter().flat_map(|whose| Attribute::ALL.map(|attribute| (whose, attribute)));
        all.map(|(whose, attribute)| Self::Attribute(whose, attribute).to_string()).collect()
    }

    fn declared(holder: &str, word: &str) -> Option<Self> {
        let holder = Holder::ALL.into_iter().find(|known| known.name() == holder)?;
        Some(Self::Field(holder, word.to_owned()))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attribute(whose, attribute) => write!(f, "{}.{}", whose.name(), attribute.name()),
            Self::Field(holder, name) => write!(f, "{}.{name}", holder.name()),
        }
    }
}

/// The figure whose attribute is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The figure that owns the item or talent, or casts the spell.
    Own,
    /// The figure affected.
    Target,
}

/// The record whose declared field is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// The type of a figure.
    Figure(Whose),
    /// The item, spell, talent, terrain or figure type that contains the amount, or that refers to the named effect.
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
    /// Both figures.
    pub const ALL: [Self; 2] = [Self::Own, Self::Target];

    /// The name in amounts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Target => "target",
        }
    }
}

impl Holder {
    /// All holders.
    pub const ALL: [Self; 3] = [Self::Figure(Whose::Own), Self::Figure(Whose::Target), Self::This];

    /// The name in amounts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Figure(whose) => whose.name(),
            Self::This => "this",
        }
    }
}

impl Attribute {
    /// All attributes.
    pub const ALL: [Self; 5] = [Self::St, Self::Dx, Self::Iq, Self::Ma, Self::Size];

    /// The name in amounts.
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

/// Replaces references to `this` by the declared fields of the record that contains the amount.
fn bound(expression: &Expression, this: &Counted) -> Expression {
    expression.bound(&mut |name| match name {
        Name::Field(Holder::This, field) => Expression::whole(this.get(field).copied().unwrap_or_default()),
        other => Expression::Name(other.clone()),
    })
}

/// An amount without dice: a whole number or an expression over attributes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount(Expression);

/// An amount that may include dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll(Expression);

impl Amount {
    /// The parsed amount.
    pub fn expression(&self) -> &Expression {
        &self.0
    }

    /// Replaces references to `this` by the declared fields of the record that contains the amount.
    #[must_use]
    pub fn bound(&self, this: &Counted) -> Self {
        Self(bound(&self.0, this))
    }

    /// A constant amount; at most [`LARGEST`].
    pub fn number(number: u16) -> Self {
        Self(Expression::Number(number.min(LARGEST)))
    }
}

impl Roll {
    /// The parsed amount.
    pub fn expression(&self) -> &Expression {
        &self.0
    }

    /// Replaces references to `this` by the declared fields of the record that contains the amount.
    #[must_use]
    pub fn bound(&self, this: &Counted) -> Self {
        Self(bound(&self.0, this))
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expression: Expression = text.parse()?;
        if expression.has_dice() {
            return Err(format!("expected an amount without dice, such as `3` or `own.iq/4`, found `{text}`"));
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

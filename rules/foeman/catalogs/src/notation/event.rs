//! Amounts and conditions of events: `game.round % 4 = 0`, `active.watch <= 2`, `counter.alarms + 1`.

use std::fmt;
use std::ops::{Deref, Range};
use std::str::FromStr;

use foeman_schema::notation::{Named, Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use foeman_engine::arithmetic::{self, Comparison, Expression, LARGEST, Reader};

use super::expression::Attribute;

/// The catalog of sides.
const SIDES: &str = "sides";

/// The catalog of terrains.
pub const TERRAINS: &str = "terrains";

/// A regular expression for a number, dice or a name.
macro_rules! factor {
    () => {
        "(?:[1-9][0-9]?D|0|[1-9][0-9]{0,3}|\
         (?:game|figure|other|ground|active|fallen|counter)\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*)"
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

/// The notation of amounts.
pub(super) static AMOUNT: Notation = Notation {
    name: "event-amount",
    about: "A whole number, or arithmetic with numbers, dice, counters and numbers of figures",
    examples: &["1", "-1", "counter.alarms * 2", "1D + active.watch", "2 * ground.wood"],
    pattern: concat!("^ *", sum!(), "$"),
    check: reads::<EventAmount>,
    names: Some(|text| {
        let mut reader = Reader::new(text);
        let _ = reader.sum::<Name>();
        references(&reader)
    }),
};

/// The notation of conditions.
pub(super) static CONDITION: Notation = Notation {
    name: "event-condition",
    about: "Two amounts with `=`, `!=`, `<`, `<=`, `>` or `>=` between them",
    examples: &["game.round >= 5", "active.watch <= 2", "counter.alarms = 3", "game.round % 4 = 0"],
    pattern: concat!("^ *", sum!(), "(?:=|!=|<=?|>=?) *", sum!(), "$"),
    check: reads::<EventCondition>,
    names: Some(|text| {
        let mut reader = Reader::new(text);
        let _ = Comparison::<Name>::read(&mut reader);
        references(&reader)
    }),
};

/// A name in an amount of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// The round, from 1.
    Round,
    /// A modified attribute of a figure of the occasion.
    Attribute(Subject, Attribute),
    /// The harm of a figure of the occasion: physical damage and exhaustion.
    Harm(Subject),
    /// Whether the head of the figure of the occasion is in a terrain, by its id: 1 or 0.
    Ground(String),
    /// The number of active figures of a side, by its id.
    Active(String),
    /// The number of figures of a side that are unconscious or dead, by its id.
    Fallen(String),
    /// The value of a counter, by its id.
    Counter(String),
}

/// A figure of an occasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The figure that the occasion is about.
    Figure,
    /// The other figure: the attacker, or the target of a spell.
    Other,
}

impl Subject {
    /// Both figures.
    pub const ALL: [Self; 2] = [Self::Figure, Self::Other];

    /// Returns its keyword.
    pub fn name(self) -> &'static str {
        match self {
            Self::Figure => "figure",
            Self::Other => "other",
        }
    }
}

/// The word for the harm of a figure.
const HARM: &str = "harm";

impl arithmetic::Name for Name {
    const ONE: &'static str = "a name such as `game.round`";

    const SOME: &'static str = "a name such as `game.round`, `figure.st`, `active.SIDE` or `counter.NAME`";

    fn holders() -> impl Iterator<Item = &'static str> {
        ["game", "figure", "other", "ground", "active", "fallen", "counter"].into_iter()
    }

    fn known(holder: &str, word: &str) -> Option<Self> {
        if (holder, word) == ("game", "round") {
            return Some(Self::Round);
        }
        let subject = Subject::ALL.into_iter().find(|subject| subject.name() == holder)?;
        let attribute = Attribute::ALL.into_iter().find(|attribute| attribute.name() == word);
        attribute.map(|it| Self::Attribute(subject, it)).or_else(|| (word == HARM).then_some(Self::Harm(subject)))
    }

    fn all() -> Vec<String> {
        let of = |subject| {
            let attributes = Attribute::ALL.map(|attribute| Self::Attribute(subject, attribute));
            attributes.into_iter().chain([Self::Harm(subject)])
        };
        [Self::Round].into_iter().chain(Subject::ALL.into_iter().flat_map(of)).map(|name| name.to_string()).collect()
    }

    fn declared(holder: &str, word: &str) -> Option<Self> {
        match holder {
            "ground" => Some(Self::Ground(word.to_owned())),
            "active" => Some(Self::Active(word.to_owned())),
            "fallen" => Some(Self::Fallen(word.to_owned())),
            "counter" => Some(Self::Counter(word.to_owned())),
            _ => None,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Round => f.write_str("game.round"),
            Self::Attribute(subject, attribute) => write!(f, "{}.{}", subject.name(), attribute.name()),
            Self::Harm(subject) => write!(f, "{}.{HARM}", subject.name()),
            Self::Ground(terrain) => write!(f, "ground.{terrain}"),
            Self::Active(side) => write!(f, "active.{side}"),
            Self::Fallen(side) => write!(f, "fallen.{side}"),
            Self::Counter(counter) => write!(f, "counter.{counter}"),
        }
    }
}

/// Returns the sides and terrains that a reader has read.
fn references(reader: &Reader<'_>) -> Vec<Named> {
    let id = |(range, name): (Range<usize>, Name)| {
        let (id, catalog) = match name {
            Name::Active(id) | Name::Fallen(id) => (id, SIDES),
            Name::Ground(id) => (id, TERRAINS),
            Name::Round | Name::Attribute(..) | Name::Harm(_) | Name::Counter(_) => return None,
        };
        Some(Named { range: range.end - id.len()..range.end, catalog })
    };
    reader.names::<Name>().into_iter().filter_map(id).collect()
}

/// An amount of an event: a whole number or an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventAmount(Expression<Name>);

/// A condition of an event: a comparison of two amounts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventCondition(Comparison<Name>);

impl Deref for EventAmount {
    type Target = Expression<Name>;

    fn deref(&self) -> &Expression<Name> {
        &self.0
    }
}

impl Deref for EventCondition {
    type Target = Comparison<Name>;

    fn deref(&self) -> &Comparison<Name> {
        &self.0
    }
}

/// Implements reading and writing of a type as text.
macro_rules! written {
    ($name:ident) => {
        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                text.parse().map(Self)
            }
        }

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
                arithmetic::read(from)
            }
        }
    };
}

written!(EventAmount);
written!(EventCondition);

impl JsonSchema for EventAmount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EventAmount".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = AMOUNT.schema();
        schema.insert("type".to_owned(), json!(["string", "integer"]));
        schema.insert("minimum".to_owned(), json!(-i32::from(LARGEST)));
        schema.insert("maximum".to_owned(), json!(LARGEST));
        schema
    }
}

impl JsonSchema for EventCondition {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EventCondition".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        CONDITION.schema()
    }
}

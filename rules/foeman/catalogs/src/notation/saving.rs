//! Saving rolls: `3D:st`, `4D:iq halves` (`F1.3`).

use std::fmt;
use std::str::FromStr;

use foeman_schema::notation::{Notation, reads};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::expression::Attribute;

/// The notation of saving rolls.
pub(super) static NOTATION: Notation = Notation {
    name: "saving-roll",
    about: "A saving roll: dice, the attribute they must not exceed, and whether success negates or halves",
    examples: &["3D:st", "4D:iq halves"],
    pattern: "^[1-9]D:(?:st|dx|iq|ma)(?: (?:negates|halves))?$",
    check: reads::<SavingRoll>,
    names: None,
};

/// A saving roll that reduces an effect on the figure that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavingRoll {
    /// The number of dice, 1 to 9.
    pub dice: u8,
    /// The limit that their sum must not exceed: ST, DX, IQ or MA.
    pub attribute: Attribute,
    /// The result of success.
    pub saves: Saves,
}

/// The result of a successful saving roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Saves {
    /// The effect is negated.
    #[default]
    Negates,
    /// The effect is halved.
    Halves,
}

const EXPECTED: &str = "expected dice and an attribute, such as `3D:st` or `4D:iq halves`";
const ATTRIBUTES: [Attribute; 4] = [Attribute::St, Attribute::Dx, Attribute::Iq, Attribute::Ma];

impl FromStr for SavingRoll {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fail = || {
            let found: String = text.chars().take(24).filter(|c| !c.is_control()).collect();
            format!("{EXPECTED}, found `{found}`")
        };
        let (roll, saves) = match text.split_once(' ') {
            None | Some((_, "negates")) => (text.split(' ').next().unwrap_or_default(), Saves::Negates),
            Some((roll, "halves")) => (roll, Saves::Halves),
            Some(_) => return Err(fail()),
        };
        let (dice, name) = roll.split_once("D:").ok_or_else(fail)?;
        let [digit @ b'1'..=b'9'] = dice.as_bytes() else { return Err(fail()) };
        let attribute = ATTRIBUTES.into_iter().find(|attribute| attribute.name() == name).ok_or_else(fail)?;
        Ok(Self { dice: digit - b'0', attribute, saves })
    }
}

impl fmt::Display for SavingRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}D:{}", self.dice, self.attribute.name())?;
        match self.saves {
            Saves::Negates => Ok(()),
            Saves::Halves => f.write_str(" halves"),
        }
    }
}

impl JsonSchema for SavingRoll {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SavingRoll".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

impl Serialize for SavingRoll {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SavingRoll {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

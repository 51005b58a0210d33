//! Action codes: the action of an actor in letters and numbers (`A1`, `A2`, `A4`).
//!
//! `C-A-XXX-SS-` is a basic code: classifier, action type, action and score.
//! A combat code, with classifier [`COMBAT`], may continue with position, weapon and location: `C-A-XXX-SS-PPP-WWWW-L`.
//! Unknown blocks are kept as written.
//! The content of a pack defines what the letters and numbers mean.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Notation, reads};

/// The notation of action codes.
pub static NOTATION: Notation = Notation {
    name: "code",
    about: "An action of an actor: classifier, action type, action and score, then parts that depend on the classifier",
    examples: &["C-H-001-09-001-0001-1", "S-P-001-01-"],
    // A basic code, followed by position, weapon and location in combat, or by letters and digits otherwise.
    pattern: "^(?:C-[A-Z]-[0-9]{3}-[0-9]{2}-(?:[0-9]{3}-[0-9]{4}-[0-8](?:-[A-Za-z0-9]+)*)?\
              |[ABD-Z]-[A-Z]-[0-9]{3}-[0-9]{2}-(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)?)$",
    check: reads::<ActionCode>,
    names: None,
};

/// The classifier of codes with position, weapon and location (`A2`).
pub const COMBAT: Letter = Letter('C');

/// An action code. Parsing and formatting are inverse to each other, in both directions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ActionCode {
    /// The field of action: combat, social, research.
    pub classifier: Letter,
    /// The type of action within the classifier.
    pub kind: Letter,
    /// The action within the type.
    pub action: Number<999>,
    /// The strength of the action.
    pub score: Number<99>,
    /// The blocks after the score.
    pub tail: Tail,
}

/// The blocks after the score of a code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tail {
    /// None: a basic code, which ends in a dash.
    Basic,
    /// Combat details; only after [`COMBAT`].
    Combat {
        /// The position the actor takes.
        position: Number<999>,
        /// The actor's weapon or armour.
        weapon: Number<9999>,
        /// The part of the body attacked or defended; 0 for all of it.
        location: Number<8>,
        /// Further blocks, kept as written.
        more: Vec<Word>,
    },
    /// Blocks of another classifier, kept as written; at least one, never after [`COMBAT`].
    Other(Vec<Word>),
}

impl ActionCode {
    /// Returns the location attacked or defended; 0, everywhere, if the code has none.
    pub fn location(&self) -> Number<8> {
        match &self.tail {
            Tail::Combat { location, .. } => *location,
            Tail::Basic | Tail::Other(_) => Number(0),
        }
    }

    /// Returns the weapon or armour, if the code has one.
    pub fn weapon(&self) -> Option<Number<9999>> {
        match &self.tail {
            Tail::Combat { weapon, .. } => Some(*weapon),
            Tail::Basic | Tail::Other(_) => None,
        }
    }

    /// Returns the blocks in text order, each with its text and column.
    pub fn blocks(&self) -> Vec<(Block, String, usize)> {
        let mut texts = vec![
            (Block::Classifier, self.classifier.to_string()),
            (Block::Kind, self.kind.to_string()),
            (Block::Action, self.action.to_string()),
            (Block::Score, self.score.to_string()),
        ];
        let own = |words: &[Word]| words.iter().map(|word| (Block::Own, word.to_string())).collect::<Vec<_>>();
        match &self.tail {
            Tail::Basic => {}
            Tail::Combat { position, weapon, location, more } => {
                texts.push((Block::Position, position.to_string()));
                texts.push((Block::Weapon, weapon.to_string()));
                texts.push((Block::Location, location.to_string()));
                texts.extend(own(more));
            }
            Tail::Other(words) => texts.extend(own(words)),
        }
        let mut column = 1;
        let place = |(block, text): (Block, String)| {
            let start = column;
            column += text.len() + 1;
            (block, text, start)
        };
        texts.into_iter().map(place).collect()
    }
}

/// A capital letter of a code, A to Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter(char);

impl Letter {
    /// Creates a letter, if it is one of A to Z.
    pub const fn new(letter: char) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self(letter)) } else { None }
    }
}

/// A number in a code, 0 to `MAX`, zero-padded to the digits of `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number<const MAX: u16>(u16);

impl<const MAX: u16> Number<MAX> {
    /// The number of digits.
    pub const DIGITS: usize = MAX.ilog10() as usize + 1;

    /// Creates a number, unless it is greater than `MAX`.
    pub const fn new(value: u16) -> Option<Self> {
        if value <= MAX { Some(Self(value)) } else { None }
    }

    /// Creates a number, limited to `MAX`.
    pub fn at_most(value: u16) -> Self {
        Self(value.min(MAX))
    }

    /// Returns its value.
    pub fn get(self) -> u16 {
        self.0
    }
}

/// An unknown block: one or more of A to Z, a to z, 0 to 9.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word(String);

impl Word {
    /// Creates a block, if it consists only of letters and digits.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(Self(text))
    }
}

/// A block of a code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Block {
    /// `C`, the field of action.
    Classifier,
    /// `A`, the type of action.
    Kind,
    /// `XXX`, the action.
    Action,
    /// `SS`, its score.
    Score,
    /// `PPP`, the position of the body.
    Position,
    /// `WWWW`, the weapon or armour.
    Weapon,
    /// `L`, the part of the body.
    Location,
    /// A block defined by a classifier.
    Own,
}

impl Block {
    /// Describes valid text of the block.
    pub fn expected(self) -> &'static str {
        match self {
            Self::Classifier | Self::Kind => "one letter from `A` to `Z`",
            Self::Action | Self::Position => "three digits",
            Self::Score => "two digits and a dash",
            Self::Weapon => "four digits",
            Self::Location => "one digit from `0` to `8`",
            Self::Own => "letters and digits",
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Classifier => "classifier",
            Self::Kind => "action type",
            Self::Action => "action",
            Self::Score => "score",
            Self::Position => "position",
            Self::Weapon => "weapon",
            Self::Location => "location",
            Self::Own => "block",
        })
    }
}

/// A syntax error in a code (`A4`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeError {
    /// The first invalid block.
    pub block: Block,
    /// The column of its start, in characters from 1.
    pub column: usize,
    /// The text found; `None` if the code ends before the block.
    pub found: Option<String>,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { block, column, found } = self;
        write!(f, "{block} at column {column}: expected {}, found ", block.expected())?;
        match found {
            None => f.write_str("the end of the code"),
            Some(text) if text.is_empty() => f.write_str("nothing"),
            // Truncates long text, such as a pasted page, to keep the message on one line.
            Some(text) if text.chars().nth(MOST_SHOWN).is_some() => {
                write!(f, "`{}…`", text.chars().take(MOST_SHOWN).collect::<String>())
            }
            Some(text) => write!(f, "`{text}`"),
        }
    }
}

impl std::error::Error for CodeError {}

/// Maximum number of characters of an invalid block in a message.
const MOST_SHOWN: usize = 24;

impl FromStr for ActionCode {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let mut blocks = Blocks { rest: Some(text), column: 1 };
        let classifier = blocks.read(Block::Classifier)?;
        let kind = blocks.read(Block::Kind)?;
        let action = blocks.read(Block::Action)?;
        let before = blocks.clone();
        let score = blocks.read(Block::Score)?;
        let tail = match blocks.rest {
            // Without the dash after its score the text is not a code.
            None => return Err(before.error(Block::Score)),
            Some("") => Tail::Basic,
            Some(_) if classifier == COMBAT => Tail::Combat {
                position: blocks.read(Block::Position)?,
                weapon: blocks.read(Block::Weapon)?,
                location: blocks.read(Block::Location)?,
                more: blocks.words()?,
            },
            Some(_) => Tail::Other(blocks.words()?),
        };
        Ok(Self { classifier, kind, action, score, tail })
    }
}

/// A parser for the blocks of a code.
#[derive(Clone)]
struct Blocks<'a> {
    /// The text after the last dash read; `None` after the last block.
    rest: Option<&'a str>,
    column: usize,
}

impl<'a> Blocks<'a> {
    /// Returns the text of the next block; `None` after the last.
    fn peek(&self) -> Option<&'a str> {
        self.rest.and_then(|rest| rest.split('-').next())
    }

    fn read<T: FromStr>(&mut self, block: Block) -> Result<T, CodeError> {
        let text = self.peek().ok_or_else(|| self.error(block))?;
        let value = text.parse().map_err(|_| self.error(block))?;
        self.column += text.chars().count() + 1;
        self.rest = self.rest.and_then(|rest| rest.get(text.len() + 1..));
        Ok(value)
    }

    fn words(&mut self) -> Result<Vec<Word>, CodeError> {
        let mut words = Vec::new();
        while self.rest.is_some() {
            words.push(self.read(Block::Own)?);
        }
        Ok(words)
    }

    fn error(&self, block: Block) -> CodeError {
        // If a block and the dash before it are missing, the error is at the end of the text.
        let column = if self.rest.is_none() { self.column - 1 } else { self.column };
        CodeError { block, column, found: self.peek().map(str::to_owned) }
    }
}

impl FromStr for Letter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut chars = text.chars();
        let letter = chars.next().and_then(Self::new).filter(|_| chars.next().is_none());
        letter.ok_or_else(|| format!("expected one letter from `A` to `Z`, found `{text}`"))
    }
}

impl<const MAX: u16> FromStr for Number<MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.len() == Self::DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits).and_then(Self::new);
        number.ok_or_else(|| {
            let (zero, most) = (Self(0), Self(MAX));
            format!("expected a number from `{zero}` to `{most}` with every digit, found `{text}`")
        })
    }
}

impl FromStr for Word {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::new(text).ok_or_else(|| format!("expected letters and digits, found `{text}`"))
    }
}

impl fmt::Display for ActionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}-{}-", self.classifier, self.kind, self.action, self.score)?;
        let words = match &self.tail {
            Tail::Basic => return Ok(()),
            Tail::Combat { position, weapon, location, more } => {
                write!(f, "{position}-{weapon}-{location}")?;
                if !more.is_empty() {
                    f.write_str("-")?;
                }
                more
            }
            Tail::Other(words) => words,
        };
        for (index, word) in words.iter().enumerate() {
            write!(f, "{}{word}", if index > 0 { "-" } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<const MAX: u16> fmt::Display for Number<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$}", self.0, width = Self::DIGITS)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for ActionCode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ActionCode".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

impl JsonSchema for Letter {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Letter".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[A-Z]$", "examples": ["C"] })
    }
}

impl<const MAX: u16> JsonSchema for Number<MAX> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Number_{MAX}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // All digits but the first have the full range, except for a location, which is a single digit.
        let first = char::from_digit(u32::from(MAX) / 10u32.pow(MAX.ilog10()), 10).unwrap_or('9');
        let rest = Self::DIGITS - 1;
        schemars::json_schema!({
            "type": "string",
            "pattern": format!("^[0-{first}][0-9]{{{rest}}}$"),
            "examples": [Self(1).to_string()],
        })
    }
}

macro_rules! as_text {
    ($($name:ident $(<const $max:ident>)?),*) => { $(
        impl$(<const $max: u16>)? Serialize for $name$(<$max>)? {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de $(, const $max: u16)?> Deserialize<'de> for $name$(<$max>)? {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )* };
}

as_text!(ActionCode, Letter, Number<const MAX>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_block_of_a_combat_code() {
        let code: ActionCode = "C-H-001-09-002-0003-4".parse().unwrap();
        let texts: Vec<_> = code.blocks().into_iter().map(|(block, text, at)| format!("{block} {text} {at}")).collect();
        let expected = [
            "classifier C 1",
            "action type H 3",
            "action 001 5",
            "score 09 9",
            "position 002 12",
            "weapon 0003 16",
            "location 4 21",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn prints_what_it_read() {
        for text in ["C-H-001-03-", "S-P-001-01-", "R-S-001-05-", "C-M-001-03-001-0001-0", "C-H-001-09-001-0001-8-x9"] {
            assert_eq!(text.parse::<ActionCode>().unwrap().to_string(), text);
        }
        assert_eq!("S-P-001-01-spell-007".parse::<ActionCode>().unwrap().to_string(), "S-P-001-01-spell-007");
    }

    #[test]
    fn an_error_names_block_column_and_what_was_expected() {
        for (text, message) in [
            ("", "classifier at column 1: expected one letter from `A` to `Z`, found nothing"),
            ("c-H-001-03-", "classifier at column 1: expected one letter from `A` to `Z`, found `c`"),
            ("C", "action type at column 2: expected one letter from `A` to `Z`, found the end of the code"),
            ("C-HH-001-03-", "action type at column 3: expected one letter from `A` to `Z`, found `HH`"),
            ("C-H-1-03-", "action at column 5: expected three digits, found `1`"),
            ("C-H-001-3-", "score at column 9: expected two digits and a dash, found `3`"),
            ("C-H-001-03", "score at column 9: expected two digits and a dash, found `03`"),
            ("C-H-001", "score at column 8: expected two digits and a dash, found the end of the code"),
            ("C-H-001-03-01-0001-1", "position at column 12: expected three digits, found `01`"),
            ("C-H-001-03-001", "weapon at column 15: expected four digits, found the end of the code"),
            ("C-H-001-03-001-00é1-1", "weapon at column 16: expected four digits, found `00é1`"),
            ("C-H-001-03-001-0001-9", "location at column 21: expected one digit from `0` to `8`, found `9`"),
            ("C-H-001-03-001-0001-1-", "block at column 23: expected letters and digits, found nothing"),
            ("S-P-001-01-a b", "block at column 12: expected letters and digits, found `a b`"),
            ("S-P-001-01-a-", "block at column 14: expected letters and digits, found nothing"),
            (
                "ééééééééééééééééééééééééééé-H",
                "classifier at column 1: expected one letter from `A` to `Z`, found `éééééééééééééééééééééééé…`",
            ),
        ] {
            assert_eq!(text.parse::<ActionCode>().unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn numbers_are_written_with_every_digit() {
        assert_eq!(Number::<999>::new(7).unwrap().to_string(), "007");
        assert_eq!(Number::<8>::new(9), None);
        assert_eq!(Number::<99>::at_most(250).get(), 99);
        assert!("+01".parse::<Number<999>>().is_err() && "8".parse::<Number<8>>().is_ok());
    }
}

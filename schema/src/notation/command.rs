//! The syntax of commands in scripted battles, each of which is a decision.
//!
//! `WHO VERB [TARGET] [NAME=VALUE ...] [-> WHO=HEALTH ...]`: `ushka strike maud item=broadsword dice=3 -> maud=4`.
//! Names are ids: lower-case letters and digits joined by hyphens. A title or display name can be written as one
//! [`word`] too.
//! [`script`](crate::script) resolves the names; whether the command is legal is decided by the rules when it is
//! played.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Notation, reads};

/// The notation of scripted commands.
pub static NOTATION: Notation = Notation {
    name: "command",
    about: "A decision in a scripted battle: the figure or side, its action, then, if needed, the target or hex and the \
            parameters; after an arrow, the health left to figures",
    examples: &["maud step 2,3", "ushka strike maud item=broadsword dice=3 -> maud=4", "maud halt"],
    // Names are any characters except for ASCII other than lower-case letters, digits and hyphens.
    pattern: "^ *[^\\x00-,./:-`{-\\x7f]+ +[^\\x00-,./:-`{-\\x7f]+\
        (?: +(?:[^\\x00-,./:-`{-\\x7f]+|[0-9]{1,5},[0-9]{1,5}))?\
        (?: +[^\\x00-,./:-`{-\\x7f]+=[^\\x00-,./:-`{-\\x7f]+)*\
        (?: +->(?: +[^\\x00-,./:-`{-\\x7f]+=-?[0-9]{1,5})+)? *$",
    check: reads::<ScriptedCommand>,
    names: None,
};

/// A parsed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptedCommand {
    /// The acting figure, or the side for decisions without a figure.
    pub who: String,
    /// The action: `strike`.
    pub verb: String,
    /// The target, if any.
    pub target: Option<ScriptedTarget>,
    /// Further parameters of the decision: `item=broadsword`, `dice=3`.
    pub with: Vec<(String, String)>,
    /// Assertions on the health of figures after the command.
    pub leaves: Vec<(String, i32)>,
}

/// The target of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptedTarget {
    /// A cell of the map, as column and row.
    Cell([i32; 2]),
    /// The name of a figure or another participant.
    Name(String),
}

/// Converts a name to its form in commands: lower-case letters and digits, with hyphens for everything between them.
pub fn word(name: &str) -> String {
    let mut word = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            word.push(c);
        } else if !word.is_empty() && !word.ends_with('-') {
            word.push('-');
        }
    }
    word.truncate(word.trim_end_matches('-').len());
    word
}

/// The role of a word in a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role<'t> {
    /// The actor.
    Who,
    /// The action.
    Verb,
    /// The target.
    Target,
    /// The name of a parameter.
    Parameter,
    /// The value of the parameter with this name.
    Value(&'t str),
    /// A figure whose health is asserted.
    Left,
}

/// Returns the words of a command with their bytes and roles; empty for text that is not a command.
pub fn words(text: &str) -> Vec<(Range<usize>, Role<'_>)> {
    if text.parse::<ScriptedCommand>().is_err() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut after_arrow = false;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        let whole = start..start + word.len();
        match (found.len(), word.split_once('=')) {
            (0, _) => found.push((whole, Role::Who)),
            (1, _) => found.push((whole, Role::Verb)),
            (_, None) if word == "->" => after_arrow = true,
            (_, Some((name, _))) if after_arrow => found.push((start..start + name.len(), Role::Left)),
            (_, Some((name, _))) => {
                found.push((start..start + name.len(), Role::Parameter));
                found.push((start + name.len() + 1..whole.end, Role::Value(name)));
            }
            (_, None) => found.push((whole, Role::Target)),
        }
    }
    found
}

/// A syntax error in a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandError {
    /// The expected syntax.
    pub expected: &'static str,
    /// The column, in characters from 1.
    pub column: usize,
    /// The text found; `None` at the end.
    pub found: Option<String>,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at column {}, found ", self.expected, self.column)?;
        match &self.found {
            Some(found) => write!(f, "`{}`", found.chars().take(MOST_SHOWN).collect::<String>()),
            None => f.write_str("the end of the command"),
        }
    }
}

impl std::error::Error for CommandError {}

/// Maximum number of characters of an invalid word in a message.
const MOST_SHOWN: usize = 24;

const WHO: &str = "a figure or side in lower case, such as `maud`";
const VERB: &str = "an action in lower case, such as `strike`";
const SETTLES: &str = "a parameter such as `dice=3`, or `->`";
const LEAVES: &str = "the health left to a figure, such as `maud=4`";

impl FromStr for ScriptedCommand {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let mut words = Words { text, at: 0 };
        let who = words.name(WHO)?;
        let verb = words.name(VERB)?;
        let mut command = Self { who, verb, target: None, with: Vec::new(), leaves: Vec::new() };
        while let Some((column, found)) = words.next() {
            let wrong = |expected, from: usize| CommandError {
                expected,
                column: column + found[..from].chars().count(),
                found: Some(found[from..].to_owned()).filter(|rest| !rest.is_empty()),
            };
            if found == "->" {
                command.leaves = leaves(&mut words)?;
                break;
            }
            match found.split_once('=') {
                Some((name, _)) if !is_name(name) => return Err(wrong(SETTLES, 0)),
                Some((name, value)) if !is_name(value) => {
                    return Err(wrong("a value of lower-case letters and digits", name.len() + 1));
                }
                Some((name, value)) => command.with.push((name.to_owned(), value.to_owned())),
                None if command.target.is_some() || !command.with.is_empty() => return Err(wrong(SETTLES, 0)),
                None => command.target = Some(found.parse().map_err(|expected| wrong(expected, 0))?),
            }
        }
        Ok(command)
    }
}

/// Parses the rest of a command after its arrow.
fn leaves(words: &mut Words<'_>) -> Result<Vec<(String, i32)>, CommandError> {
    let mut leaves = Vec::new();
    while let Some((column, found)) = words.next() {
        let health = |text: &str| match text.strip_prefix('-') {
            Some(below) => number(below).map(|below| -below),
            None => number(text),
        };
        let pair = found.split_once('=').and_then(|(name, left)| Some((name, health(left)?)));
        let (name, health) = pair.filter(|(name, _)| is_name(name)).ok_or_else(|| CommandError {
            expected: LEAVES,
            column,
            found: Some(found.to_owned()),
        })?;
        leaves.push((name.to_owned(), health));
    }
    if leaves.is_empty() { Err(words.end(LEAVES)) } else { Ok(leaves) }
}

impl FromStr for ScriptedTarget {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let cell = text.split_once(',').and_then(|(col, row)| Some([number(col)?, number(row)?]));
        match cell {
            Some(cell) => Ok(Self::Cell(cell)),
            None if is_name(text) => Ok(Self::Name(text.to_owned())),
            None => Err("a name in lower case such as `maud`, or a hex such as `2,3`"),
        }
    }
}

fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c == '-' || c.is_ascii_digit() || c.is_ascii_lowercase() || !c.is_ascii();
    !text.is_empty() && text.chars().all(is_letter)
}

/// Parses a number of one to five digits.
fn number(text: &str) -> Option<i32> {
    let is_number = (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// The remaining words of a command.
struct Words<'a> {
    text: &'a str,
    /// The offset in bytes.
    at: usize,
}

impl<'a> Words<'a> {
    /// Returns the next word and the column of its start.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start_matches(' ').len());
        let word = self.text[start..].split(' ').next().filter(|word| !word.is_empty())?;
        self.at = start + word.len();
        Some((self.text[..start].chars().count() + 1, word))
    }

    fn name(&mut self, expected: &'static str) -> Result<String, CommandError> {
        match self.next() {
            Some((_, word)) if is_name(word) => Ok(word.to_owned()),
            Some((column, word)) => Err(CommandError { expected, column, found: Some(word.to_owned()) }),
            None => Err(self.end(expected)),
        }
    }

    fn end(&self, expected: &'static str) -> CommandError {
        CommandError { expected, column: self.text.trim_end().chars().count() + 1, found: None }
    }
}

impl fmt::Display for ScriptedTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell([col, row]) => write!(f, "{col},{row}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for ScriptedCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.who, self.verb)?;
        self.target.iter().try_for_each(|target| write!(f, " {target}"))?;
        self.with.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))?;
        if !self.leaves.is_empty() {
            f.write_str(" ->")?;
        }
        self.leaves.iter().try_for_each(|(name, health)| write!(f, " {name}={health}"))
    }
}

impl JsonSchema for ScriptedCommand {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ScriptedCommand".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

impl Serialize for ScriptedCommand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ScriptedCommand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "maud halt",
            "maud step 2,3",
            "ushka strike maud item=battle-axe dice=3 -> maud=4 ushka=-1",
            "never-paid postpone",
            "bronan attack mercatores code=c-h-001-09-001-0001-1",
            "éowyn strike 7,11 dice=1",
        ] {
            assert_eq!(text.parse::<ScriptedCommand>().map(|command| command.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_is_wrong_is_told_at_its_character() {
        for (text, told) in [
            ("", "expected a figure or side in lower case, such as `maud` at column 1, found the end of the command"),
            ("Maud halt", "expected a figure or side in lower case, such as `maud` at column 1, found `Maud`"),
            ("maud", "expected an action in lower case, such as `strike` at column 5, found the end of the command"),
            (
                "maud step 2;3",
                "expected a name in lower case such as `maud`, or a hex such as `2,3` at column 11, found `2;3`",
            ),
            ("maud step 2,3 fast", "expected a parameter such as `dice=3`, or `->` at column 15, found `fast`"),
            (
                "maud strike ushka dice=",
                "expected a value of lower-case letters and digits at column 24, found the end of the command",
            ),
            (
                "maud strike ushka dice=3 ->",
                "expected the health left to a figure, such as `maud=4` at column 28, found the end of the command",
            ),
            (
                "maud strike ushka -> ushka=low",
                "expected the health left to a figure, such as `maud=4` at column 22, found `ushka=low`",
            ),
        ] {
            assert_eq!(
                text.parse::<ScriptedCommand>().map_err(|error| error.to_string()),
                Err(told.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn each_word_of_a_command_has_its_bytes_and_its_role() {
        let text = "ushka strike maud item=great-axe ->  maud=-1";
        let found: Vec<(&str, Role<'_>)> = words(text).into_iter().map(|(range, role)| (&text[range], role)).collect();
        let expected = [
            ("ushka", Role::Who),
            ("strike", Role::Verb),
            ("maud", Role::Target),
            ("item", Role::Parameter),
            ("great-axe", Role::Value("item")),
            ("maud", Role::Left),
        ];
        assert_eq!(found, expected);
        assert!(words("Maud halt").is_empty());
    }

    #[test]
    fn names_of_a_log_become_words() {
        for (name, expected) in
            [("Ushka Nine-Fingers", "ushka-nine-fingers"), ("  The \"Axe\" ", "the-axe"), ("Wolf 2", "wolf-2")]
        {
            assert_eq!(word(name), expected);
        }
    }
}

//! Messages of custom checks: text with values of the record in braces: `{title} costs {this.price}`.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::requirement::Name;
use super::{Notation, reads};
use crate::arithmetic::Reader;
use crate::did_you_mean::{did_you_mean, near};

/// The notation of messages.
pub static NOTATION: Notation = Notation {
    name: "message",
    about: "Text, with `{title}`, `{id}`, fields as `{this.price}` and numbers of records as `{count.items}`",
    examples: &["{title} costs {this.price}"],
    pattern: "^[^{}]*(?:\\{(?:title|id|count\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*\
              |this(?:\\.[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*){1,16})\\}[^{}]*)*$",
    check: reads::<Message>,
    names: None,
};

/// A message with values of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message(Vec<Piece>);

/// A part of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text as written.
    Text(String),
    /// The title of the record, or its id if it has none.
    Title,
    /// The id of the record.
    Id,
    /// A value of the record, or a number of records.
    Value(Name),
}

impl Message {
    /// Returns the parts of the message.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }
}

impl FromStr for Message {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, after) = rest.split_at(at);
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            let Some((name, behind)) = after.strip_prefix('{').and_then(|inner| inner.split_once('}')) else {
                return Err("expected a name in braces as `{title}`, found a single brace".to_owned());
            };
            pieces.push(piece(name)?);
            rest = behind;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self(pieces))
    }
}

fn piece(name: &str) -> Result<Piece, String> {
    match name {
        "title" => Ok(Piece::Title),
        "id" => Ok(Piece::Id),
        _ => {
            let mut reader = Reader::new(name);
            match reader.name::<Name>() {
                Ok(value) if value.to_string() == name => Ok(Piece::Value(value)),
                _ => {
                    let hint = did_you_mean(&near(name, ["title", "id"])).map(|hint| format!("; {hint}"));
                    let name: String = name.chars().take(40).collect();
                    let hint = hint.unwrap_or_default();
                    Err(format!(
                        "expected `{{title}}`, `{{id}}` or a field as `{{this.price}}`, found `{{{name}}}`{hint}"
                    ))
                }
            }
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => f.write_str(text),
            Piece::Title => f.write_str("{title}"),
            Piece::Id => f.write_str("{id}"),
            Piece::Value(name) => write!(f, "{{{name}}}"),
        })
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Message {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Message".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        NOTATION.schema()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_written_as_they_are_read() {
        for text in ["", "no values", "{title} costs {this.price} of {count.items}", "{id}{title}"] {
            assert_eq!(text.parse::<Message>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn unknown_names_and_single_braces_are_refused() {
        for (text, error) in [
            (
                "{titel}",
                "expected `{title}`, `{id}` or a field as `{this.price}`, found `{titel}`; did you mean `title`?",
            ),
            ("a } b", "expected a name in braces as `{title}`, found a single brace"),
            ("{title", "expected a name in braces as `{title}`, found a single brace"),
            (
                "{ title}",
                "expected `{title}`, `{id}` or a field as `{this.price}`, found `{ title}`; did you mean `title`?",
            ),
        ] {
            assert_eq!(text.parse::<Message>(), Err(error.to_owned()), "{text}");
        }
    }
}

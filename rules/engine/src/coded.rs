//! Explains action codes in words, for any ruleset that gives their blocks a meaning (`A3`, `A4`).

use std::fmt;

use foeman_schema::notation::code::{ActionCode, Block};

use crate::display::{Line, LineKind};

/// A block of a code whose letter or number has no meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The block.
    pub block: Block,
    /// The column of its first character, from 1.
    pub column: usize,
    /// A message with the expected values, the nearest first, and the value found.
    pub message: String,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at column {}: {}", self.block, self.column, self.message)
    }
}

/// Returns the value that a block of the code refers to; `known` lists the text, title and value of every possibility.
///
/// The error lists the nearest known values.
pub fn find<'a, T>(
    code: &ActionCode,
    block: Block,
    expected: &str,
    known: impl Iterator<Item = (String, &'a str, T)>,
) -> Result<T, Unknown> {
    let Some((_, text, column)) = code.blocks().into_iter().find(|(other, ..)| *other == block) else {
        let message = format!("expected {expected}, found the end of the code");
        return Err(Unknown { block, column: code.to_string().len() + 1, message });
    };
    let mut others = Vec::new();
    for (known, title, value) in known {
        if known == text {
            return Ok(value);
        }
        others.push((distance(&known, &text), format!("`{known}` {}", lower(title))));
    }
    others.sort();
    let mut message = format!("expected {expected}");
    match others.as_slice() {
        [] => message.push_str(", of which this pack has none"),
        near => {
            let near: Vec<_> = near.iter().take(MOST_NEAR).map(|(_, text)| text.as_str()).collect();
            message.push_str(&format!(" such as {}", near.join(", ")));
        }
    }
    message.push_str(&format!(", found `{text}`"));
    Err(Unknown { block, column, message })
}

/// Returns the explanation of a code: first the whole code in words, then each block with its text and its words.
pub fn explained(code: &ActionCode, words: &str, blocks: Vec<(Block, String, String)>) -> Vec<Line> {
    let mut lines = vec![Line::new(LineKind::Heading, format!("{code}: {words}"))];
    let block = |(block, text, words)| Line::new(LineKind::Detail, format!("{text} {block}: {words}"));
    lines.extend(blocks.into_iter().map(block));
    lines
}

/// Returns a title with a lower-case first letter, for use inside a sentence.
pub fn lower(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// The maximum number of known values that a message lists.
const MOST_NEAR: usize = 6;

/// Returns the distance between two blocks of the same kind: numbers by value, letters by the alphabet.
fn distance(one: &str, other: &str) -> u32 {
    let value = |text: &str| text.parse().unwrap_or_else(|_| text.chars().map(u32::from).sum::<u32>());
    value(one).abs_diff(value(other))
}

//! A fast parser for ordinary records: block maps and lists, scalars on one line, bracketed collections on one line,
//! `|` blocks and comments.
//!
//! Returns exactly the tree that [`parse`](super::parse::parse) returns, or `None`. Anything it does not certainly
//! recognise (anchors, tags, escapes, multi-line text, tabs, errors of any kind) is left to the full parser.

mod block;

mod flow;

#[cfg(test)]
mod laws;

use ecow::EcoString;

use super::limits;
use super::parse::parse;
use super::tree::{Node, NodeKind, Pair, Style};
use crate::text::Span;

/// Maximum nesting depth; the limit of the full parser is higher.
const DEPTH: usize = 16;

/// Maximum length of a key; the limit of the full parser is higher.
const KEY_BYTES: usize = 500;

/// Parses a text; `None` if it needs the full parser.
pub(super) fn read(text: &str) -> Option<Node> {
    if !is_ordinary(text) {
        return None;
    }
    let (pairs, items) = (Vec::with_capacity(16), Vec::new());
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, depth: 0, nodes: 0, pairs, items };
    let indent = reader.skip_to_content()?;
    let node = reader.block_map(indent)?;
    reader.skip_to_content().is_none().then_some(node).filter(|_| reader.at == text.len())
}

/// Returns whether a text is accepted here with another tree than the full parser's, which would be a bug.
pub(crate) fn differs_from_parser(text: &str) -> bool {
    read(text).is_some_and(|quick| parse(text).ok().flatten() != Some(quick))
}

/// The state of the fast parser.
struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// The offset of the next byte.
    at: usize,
    /// The number of open collections.
    depth: usize,
    /// The number of values so far, or more: the limit on values is left to the full parser.
    nodes: usize,
    /// The entries of the open maps, outermost first.
    pairs: Vec<Pair>,
    /// The items of the open lists, outermost first.
    items: Vec<Node>,
}

/// Takes the content of a collection, from its first member on.
fn taken<T>(members: &mut Vec<T>, first: usize) -> Box<[T]> {
    members.drain(first..).collect()
}

/// Returns whether a text contains only unambiguous characters: no tabs, no other line endings, no invisible
/// characters.
fn is_ordinary(text: &str) -> bool {
    if text.bytes().all(|byte| byte == b'\n' || (0x20..0x7f).contains(&byte)) {
        return true;
    }
    let is_ordinary = |c: char| match c {
        '\n' | ' '..='~' => true,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        c => c >= '\u{a0}',
    };
    text.chars().all(is_ordinary)
}

/// Returns whether a plain scalar may start with this byte, regardless of the next one.
fn starts_plain(byte: u8) -> bool {
    !matches!(
        byte,
        b'-' | b'?'
            | b':'
            | b','
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'#'
            | b'&'
            | b'*'
            | b'!'
            | b'|'
            | b'>'
            | b'\''
            | b'"'
            | b'%'
            | b'@'
            | b'`'
            | b' '
            | b'\n'
    )
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Skips from the start of a line to the first character outside of spaces and comments; returns its column.
    fn skip_to_content(&mut self) -> Option<usize> {
        loop {
            let start = self.at;
            self.skip_blanks();
            match self.peek() {
                None => return None,
                Some(b'\n') => self.at += 1,
                Some(b'#') => self.skip_line(),
                Some(_) => return Some(self.at - start),
            }
        }
    }

    /// Returns the result of [`Self::skip_to_content`] without moving.
    fn next_content(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        let column = self.skip_to_content();
        let at = std::mem::replace(&mut self.at, start);
        column.map(|column| (column, at))
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
    }

    /// Skips the rest of a line, which may contain only a comment.
    fn end_line(&mut self) -> Option<()> {
        let start = self.at;
        self.skip_blanks();
        match self.peek() {
            None => Some(()),
            Some(b'\n') => {
                self.at += 1;
                Some(())
            }
            Some(b'#') if self.at > start => {
                self.skip_line();
                Some(())
            }
            Some(_) => None,
        }
    }

    /// Parses a quoted text without escapes on one line.
    fn quoted(&mut self) -> Option<Node> {
        let start = self.at;
        let quote = self.peek()?;
        let rest = &self.bytes[start + 1..];
        let length = rest.iter().position(|byte| matches!(*byte, b'\n' | b'\\') || *byte == quote)?;
        let after = start + 1 + length + 1;
        if rest[length] != quote || (quote == b'\'' && self.bytes.get(after) == Some(&quote)) {
            return None;
        }
        self.at = after;
        let style = if quote == b'"' { Style::Double } else { Style::Single };
        Some(self.scalar(Span::new(start, after), Span::new(start + 1, after - 1), style))
    }

    fn scalar(&mut self, span: Span, content: Span, style: Style) -> Node {
        self.nodes += 1;
        Node::new(span, NodeKind::Scalar { text: EcoString::from(&self.text[content.range()]), style })
    }

    /// Parses a nested collection, within the limits on depth and values.
    fn inside(&mut self, read: impl FnOnce(&mut Self) -> Option<Node>) -> Option<Node> {
        self.depth += 1;
        let node = if self.depth > DEPTH { None } else { read(self) };
        self.depth -= 1;
        self.nodes += 1;
        node.filter(|_| self.nodes <= limits::NODES)
    }
}

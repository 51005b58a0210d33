//! Collections in brackets.

use super::{Cause, Scan, Step};
use super::{at, begins_entry, is_comment, is_dash, is_over, line_end, marked};
use crate::text::Span;
use crate::text::quoted;

/// A bracket that is open.
struct Frame {
    bracket: u8,
    at: usize,
    /// Whether the entry that is being read has its colon.
    colon: bool,
}

/// What has been read of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// Nothing, behind a bracket.
    Nothing,
    /// Nothing, behind a comma.
    Comma,
    /// A key and its colon.
    Key,
    /// Bare text from here on.
    Plain(usize),
    /// A value that is over.
    Value,
}

impl Scan<'_> {
    /// Where a collection ends whose bracket opens at `start`, below something at this column.
    pub(super) fn flow(&self, start: usize, column: usize) -> Step<usize> {
        let bytes = self.text.as_bytes();
        let mut frames: Vec<Frame> = Vec::new();
        let mut read = Read::Nothing;
        let mut here = start;
        while let Some(&byte) = bytes.get(here) {
            let colon = frames.last().is_some_and(|frame| frame.colon);
            match (byte, read) {
                (b' ' | b'\t' | b'\r', _) => {}
                (b'\n', _) => {
                    let Some(next) = self.next_line(here + 1) else { break };
                    let content = self.rest_of_line(next);
                    let (_, indent) = self.indent_of(next);
                    // What stands no deeper than the key of the collection is not meant to be in it.
                    if indent <= column && !self.levels.is_empty() && (begins_entry(content) || is_dash(content)) {
                        break;
                    }
                    let may_end = matches!(read, Read::Value | Read::Plain(_));
                    if may_end && begins_entry(content) && colon {
                        return Err(self.missing_comma(next));
                    }
                    here = next;
                    continue;
                }
                (b'#', _) if here > start && bytes[here - 1].is_ascii_whitespace() => {
                    let rest = self.rest_of_line(here);
                    // Below a comment the next entry begins, though this one has no value yet.
                    let next = self.next_line(here + rest.len()).map(|next| self.rest_of_line(next));
                    let is_value = rest.contains([']', '}']) || next.is_some_and(begins_entry);
                    if read == Read::Key && is_value {
                        let message =
                            format!("expected a value, but found a comment, {}; put the value in quotes", quoted(rest));
                        return Err(marked(here, rest, message));
                    }
                    here += rest.len();
                    continue;
                }
                (b'"' | b'\'' | b'{' | b'[', Read::Value) => return Err(self.missing_comma(here)),
                (b'"' | b'\'', Read::Nothing | Read::Comma | Read::Key) => {
                    let end = self.quoted(here, column)?;
                    let behind = bytes.get(end).copied();
                    if behind == Some(b'#') || behind.is_some_and(super::is_word) {
                        return Err(self.behind_quote(here, end));
                    }
                    (here, read) = (end, Read::Value);
                    continue;
                }
                (b'{' | b'[', Read::Nothing | Read::Comma | Read::Key) => {
                    frames.push(Frame { bracket: byte, at: here, colon: false });
                    read = Read::Nothing;
                }
                (b'{' | b'[', Read::Plain(_)) => return Err(None),
                (b'}' | b']', _) => {
                    self.closes(&frames, here)?;
                    frames.pop();
                    if frames.is_empty() {
                        return Ok(here + 1);
                    }
                    read = Read::Value;
                }
                (b',', Read::Comma) => {
                    return Err(marked(here, ",", "expected a value, but found a second comma; remove it"));
                }
                (b',', Read::Nothing) => {
                    return Err(marked(here, ",", "expected a value, but found a comma; remove it"));
                }
                (b',', _) => {
                    read = Read::Comma;
                    frames.iter_mut().last().into_iter().for_each(|frame| frame.colon = false);
                }
                (b':', _) if is_colon(bytes, here, read) => {
                    if colon {
                        return Err(self.second_colon(read, here));
                    }
                    read = Read::Key;
                    frames.iter_mut().last().into_iter().for_each(|frame| frame.colon = true);
                }
                (_, Read::Value) => return Err(self.missing_comma(here)),
                (_, Read::Plain(_)) => {}
                _ => read = Read::Plain(here),
            }
            here += 1;
        }
        Err(frames.last().and_then(|frame| unclosed(frame, "none")))
    }

    /// Whether the bracket at `here` closes the innermost one that is open.
    fn closes(&self, frames: &[Frame], here: usize) -> Step<()> {
        let close = self.text.as_bytes()[here];
        let fits = |frame: &Frame| closing(frame.bracket) == close;
        let Some((top, outer)) = frames.split_last() else { return Err(None) };
        let found = char::from(close);
        if !fits(top) {
            let meant = outer.iter().any(fits);
            let expected = char::from(closing(top.bracket));
            return Err(if meant {
                unclosed(top, &format!("`{found}`"))
            } else {
                at(Span::new(here, here + 1), format!("expected `{expected}`, but found `{found}`"))
            });
        }
        // A bracket at the start of a line closes what was opened on a line that is indented alike.
        let (line, indent) = self.indent_of(here);
        let begins_line = line + indent == here;
        let (opened, opened_indent) = self.indent_of(top.at);
        let is_outer = |frame: &Frame| fits(frame) && self.indent_of(frame.at).1 == indent;
        if begins_line && opened < line && opened_indent > indent && outer.iter().any(is_outer) {
            return Err(unclosed(top, "none"));
        }
        Ok(())
    }

    /// Where the line of an offset starts, and how far it is indented.
    fn indent_of(&self, offset: usize) -> (usize, usize) {
        let start = self.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        (start, self.text[start..].bytes().take_while(|byte| *byte == b' ').count())
    }

    /// The start of the next content below, from the start of a line on.
    fn next_line(&self, mut start: usize) -> Option<usize> {
        while start < self.text.len() {
            let end = line_end(self.text, start);
            let content = self.text[start..end].trim_start();
            if !content.is_empty() && !is_comment(content) {
                return Some(end - content.len());
            }
            start = end + 1;
        }
        None
    }

    fn missing_comma(&self, start: usize) -> Option<Cause> {
        let rest = self.rest_of_line(start);
        let end = rest.find([':', ',', ' ', ']', '}']).filter(|end| *end > 0).unwrap_or(rest.len());
        let word = &rest[..end];
        marked(start, word, format!("expected a comma before {}, but found none", quoted(word)))
    }

    /// A colon where the entry already has one: a comma is missing before its key, or the text needs quotes.
    fn second_colon(&self, read: Read, colon: usize) -> Option<Cause> {
        let key =
            if let Read::Plain(start) = read { self.text[start..colon].trim_end().rfind([' ', '\n']) } else { None };
        match (key, read) {
            (Some(blank), Read::Plain(start)) => self.missing_comma(start + blank + 1),
            _ => {
                marked(colon, ":", "expected a key with one colon and its value; put a text that has a colon in quotes")
            }
        }
    }

    /// What follows a collection on its line.
    pub(super) fn behind_bracket(&self, end: usize) -> Step<()> {
        let rest = self.rest_of_line(end);
        if is_over(rest) {
            return Ok(());
        }
        let found = rest.trim_start();
        let start = end + rest.len() - found.len();
        let remedy = match found.as_bytes() {
            [b':', ..] => return Err(None),
            [b'#', ..] => return Err(marked(start, found, "expected a blank before the comment, but found none")),
            [b'}' | b']' | b','] => "remove it",
            _ => "put all of it in quotes",
        };
        let message = format!("expected nothing after the closing bracket, but found {}; {remedy}", quoted(found));
        Err(marked(start, found, message))
    }
}

fn closing(bracket: u8) -> u8 {
    if bracket == b'{' { b'}' } else { b']' }
}

fn unclosed(frame: &Frame, found: &str) -> Option<Cause> {
    let bracket = char::from(frame.bracket);
    let found = format!("expected a closing bracket for `{bracket}`, but found {found}");
    at(Span::new(frame.at, frame.at + 1), found)
}

/// Whether a colon ends a key: a blank or the end of the value follows it, or it follows a text in quotes.
fn is_colon(bytes: &[u8], at: usize, read: Read) -> bool {
    let next = bytes.get(at + 1).copied();
    next.is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b',' | b']' | b'}')) || read == Read::Value
}

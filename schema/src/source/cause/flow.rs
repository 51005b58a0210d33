//! Scans bracketed collections.

use super::{Cause, Scan, Step};
use super::{at, begins_entry, is_comment, is_dash, is_over, line_end, marked};
use crate::text::Span;
use crate::text::quoted;

/// An open bracket.
struct Frame {
    bracket: u8,
    at: usize,
    /// Whether the current entry has its colon.
    colon: bool,
}

/// The part of the current entry that has been scanned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// Nothing, after a bracket.
    Nothing,
    /// Nothing, after a comma.
    Comma,
    /// A key and its colon.
    Key,
    /// Plain text, starting at this offset.
    Plain(usize),
    /// A complete value.
    Value,
}

impl Scan<'_> {
    /// Returns the end of the collection whose bracket opens at `start`, below a key or dash in this column.
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
                    // A line that is not indented deeper than the key of the collection is not part of it.
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
                    // The next entry begins below the comment, but this one has no value yet.
                    let next = self.next_line(here + rest.len()).map(|next| self.rest_of_line(next));
                    let is_value = rest.contains([']', '}']) || next.is_some_and(begins_entry);
                    if read == Read::Key && is_value {
                        let message =
                            format!("expected a value, found a comment, {}; put the value in quotes", quoted(rest));
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
                    return Err(marked(here, ",", "expected a value, found a second comma; remove it"));
                }
                (b',', Read::Nothing) => {
                    return Err(marked(here, ",", "expected a value, found a comma; remove it"));
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

    /// Checks that the bracket at `here` closes the innermost open one.
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
                at(Span::new(here, here + 1), format!("expected `{expected}`, found `{found}`"))
            });
        }
        // A closing bracket at the start of a line matches the bracket opened on a line with the same indentation.
        let (line, indent) = self.indent_of(here);
        let begins_line = line + indent == here;
        let (opened, opened_indent) = self.indent_of(top.at);
        let is_outer = |frame: &Frame| fits(frame) && self.indent_of(frame.at).1 == indent;
        if begins_line && opened < line && opened_indent > indent && outer.iter().any(is_outer) {
            return Err(unclosed(top, "none"));
        }
        Ok(())
    }

    /// Returns the start and the indentation of the line that contains an offset.
    fn indent_of(&self, offset: usize) -> (usize, usize) {
        let start = self.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        (start, self.text[start..].bytes().take_while(|byte| *byte == b' ').count())
    }

    /// Returns the start of the next line with content, from the start of a line on.
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
        marked(start, word, format!("expected a comma before {}, found none", quoted(word)))
    }

    /// Reports a second colon in an entry: the comma before its key is missing, or the text needs quotes.
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

    /// Checks the text after a collection on the same line.
    pub(super) fn behind_bracket(&self, end: usize) -> Step<()> {
        let rest = self.rest_of_line(end);
        if is_over(rest) {
            return Ok(());
        }
        let found = rest.trim_start();
        let start = end + rest.len() - found.len();
        let remedy = match found.as_bytes() {
            [b':', ..] => return Err(None),
            [b'#', ..] => return Err(marked(start, found, "expected a space before the comment, found none")),
            [b'}' | b']' | b','] => "remove it",
            _ => "put all of it in quotes",
        };
        let message = format!("expected nothing after the closing bracket, found {}; {remedy}", quoted(found));
        Err(marked(start, found, message))
    }
}

fn closing(bracket: u8) -> u8 {
    if bracket == b'{' { b'}' } else { b']' }
}

fn unclosed(frame: &Frame, found: &str) -> Option<Cause> {
    let bracket = char::from(frame.bracket);
    let found = format!("expected a closing bracket for `{bracket}`, found {found}");
    at(Span::new(frame.at, frame.at + 1), found)
}

/// Returns whether a colon ends a key: it is followed by a space or the end of the value, or follows a quoted text.
fn is_colon(bytes: &[u8], at: usize, read: Read) -> bool {
    let next = bytes.get(at + 1).copied();
    next.is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b',' | b']' | b'}')) || read == Read::Value
}

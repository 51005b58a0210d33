//! Scans quoted text.

use super::{Cause, Scan, Step};
use super::{at, begins_entry, is_comment, line_end, marked};
use crate::text::Span;
use crate::text::quoted;

/// The characters allowed after a backslash between double quotes.
const ESCAPES: &str = "0abtnvfre \"/\\N_LPxuU\t\r\n";

impl Scan<'_> {
    /// Returns the end of the text whose quote opens at `start`, below a key or dash in this column.
    pub(super) fn quoted(&self, start: usize, column: usize) -> Step<usize> {
        let quote = self.text.as_bytes()[start];
        let mut chars = self.text[start + 1..].char_indices().map(|(at, c)| (start + 1 + at, c)).peekable();
        let mut is_long = false;
        while let Some((here, c)) = chars.next() {
            match c {
                '\\' if quote == b'"' => {
                    if let Some((next, escape)) = chars.next().filter(|(_, escape)| !ESCAPES.contains(*escape)) {
                        let message = format!(
                            "expected a known escape after `\\`, found `{}`; write `\\\\` for a backslash",
                            escape.escape_debug()
                        );
                        return Err(at(Span::new(here, next + escape.len_utf8()), message));
                    }
                }
                '\'' if quote == b'\'' && chars.peek().is_some_and(|(_, next)| *next == '\'') => drop(chars.next()),
                '\n' => {
                    is_long = true;
                    if self.line_ends_text(here + 1, column) {
                        return Err(self.unclosed_quote(start));
                    }
                }
                c if c == char::from(quote) => {
                    // A quote followed by more text was probably meant to open another text.
                    let inside = &self.text[start + 1..here];
                    let opens = is_long || inside.ends_with(": ") || inside.ends_with(", ");
                    return if opens && self.is_text_behind(here + 1) {
                        Err(self.unclosed_quote(start))
                    } else {
                        Ok(here + 1)
                    };
                }
                _ => {}
            }
        }
        Err(self.unclosed_quote(start))
    }

    /// Returns whether a line cannot continue a quoted text that began above it.
    fn line_ends_text(&self, start: usize, column: usize) -> bool {
        let line = &self.text[start..line_end(self.text, start)];
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let content = content.trim_end();
        !content.is_empty() && (indent <= column || begins_entry(content))
    }

    /// Returns whether invalid text follows a closing quote.
    fn is_text_behind(&self, end: usize) -> bool {
        let rest = self.rest_of_line(end).trim_start();
        !rest.is_empty() && !rest.starts_with([',', ']', '}', ':', '#'])
    }

    fn unclosed_quote(&self, start: usize) -> Option<Cause> {
        let line = self.rest_of_line(start);
        marked(start, line, "expected a closing quote, found none; add it at the end of the text")
    }

    /// Reports invalid text after a closing quote.
    pub(super) fn behind_quote(&self, start: usize, end: usize) -> Option<Cause> {
        let rest = self.rest_of_line(end);
        if is_comment(rest) {
            return marked(end, rest, "expected a space before the comment, found none");
        }
        let found = rest.trim_start();
        let quote = char::from(self.text.as_bytes()[start]);
        let remedy = match quote {
            '\'' if found.len() == rest.len() && found.contains('\'') => "write `''` for an apostrophe inside",
            '"' if found.contains('"') => "write `\\\"` for a quote inside",
            _ => "put all of it inside the quotes",
        };
        let message = format!("expected nothing after the closing quote, found {}; {remedy}", quoted(found));
        marked(end + rest.len() - found.len(), found, message)
    }
}

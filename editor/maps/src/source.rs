//! The text of a foreign file, and findings at positions in it.

use crate::finding::{Finding, Level};
use crate::limits::MOST_BYTES;

/// The text of a file, with its lines.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    /// The start of each line.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Reads bytes as UTF-8, without a byte order mark. Fails for other encodings and for files beyond the limit.
    pub(crate) fn new(name: &'a str, bytes: &'a [u8]) -> Result<Self, Finding> {
        let refused = |line: usize, column: usize, message: String| {
            Err(Finding { file: name.to_owned(), line, column, level: Level::Error, message })
        };
        if bytes.len() > MOST_BYTES {
            return refused(1, 1, format!("expected at most {} MiB, found {} bytes", MOST_BYTES >> 20, bytes.len()));
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
                let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
                return refused(line, column, "expected UTF-8, found other bytes; save the file as UTF-8".to_owned());
            }
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Ok(Self { name, text, lines: std::iter::once(0).chain(ends).collect() })
    }

    /// Returns the line and column of a byte offset, from 1.
    pub(crate) fn position(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines[line - 1];
        let column = self.text.get(start..offset).map_or(offset - start, |before| before.chars().count());
        (line, column + 1)
    }

    pub(crate) fn error(&self, offset: usize, message: impl Into<String>) -> Finding {
        self.finding(offset, Level::Error, message.into())
    }

    pub(crate) fn warning(&self, offset: usize, message: impl Into<String>) -> Finding {
        self.finding(offset, Level::Warning, message.into())
    }

    fn finding(&self, offset: usize, level: Level, message: String) -> Finding {
        let (line, column) = self.position(offset);
        Finding { file: self.name.to_owned(), line, column, level, message: one_line(&message) }
    }

    /// Returns the offset of a part of the text.
    pub(crate) fn offset_of(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }
}

/// Replaces control characters, so that a message stays on one line.
fn one_line(message: &str) -> String {
    message.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Returns the start of a foreign text for a message, in backticks.
pub(crate) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    format!("`{shown}{more}`")
}

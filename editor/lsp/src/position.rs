//! LSP positions: lines from 0, and columns in the units of the negotiated encoding.

use foeman_schema::text::Span;
use lsp_types::{Position, Range};

/// The unit of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, the protocol's default.
    #[default]
    Utf16,
}

impl Encoding {
    fn units(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 if text.is_ascii() => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// The line index of a text: the offsets at which its lines begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    starts: Vec<u32>,
    /// Bytes at the start that clients do not count: the byte order mark of a file that is not open.
    hidden: usize,
}

/// The byte order mark.
const MARK: char = '\u{feff}';

impl Lines {
    /// Indexes the text of an open buffer.
    pub fn of(text: &str) -> Self {
        let mut starts = vec![0];
        push_starts(text, 0, &mut starts);
        Self { starts, hidden: 0 }
    }

    /// Indexes the text of a file on disk. Clients strip byte order marks when they open a file.
    pub fn of_file(text: &str) -> Self {
        let hidden = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
        Self { hidden, ..Self::of(text) }
    }

    /// Updates the index after an edit that replaced the bytes of `span` with `length` bytes; `text` is the new text.
    pub fn splice(&mut self, text: &str, span: Span, length: usize) {
        // The edit may split or create a CRLF on either side.
        let from = text.floor_char_boundary(span.start.saturating_sub(1));
        let first = self.starts.partition_point(|&start| start as usize <= from);
        let last = self.starts.partition_point(|&start| start as usize <= span.end + 1);
        let to = (span.start + length + 1).min(text.len());
        let to = text.ceil_char_boundary(to);
        let mut fresh = Vec::new();
        // Rescan up to the byte after the edit; later starts only shift.
        push_starts(&text[from..to], from, &mut fresh);
        // The scanned part may end inside a CRLF, which starts no line.
        fresh.retain(|&start| {
            let start = start as usize;
            start > from && !(text.as_bytes()[start - 1] == b'\r' && text.as_bytes().get(start) == Some(&b'\n'))
        });
        let shift = |start: u32| (start as usize + length + span.start - span.end) as u32;
        self.starts[last..].iter_mut().for_each(|start| *start = shift(*start));
        self.starts.splice(first..last, fresh);
    }

    /// Returns the byte offset of a position. Positions past the end of a line or of the text are clamped.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).map_or(text.len(), |&next| next as usize);
        let start = if line == 0 { self.hidden } else { start as usize };
        let content = text[start..end].trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        if content.is_ascii() || encoding == Encoding::Utf8 {
            return start + content.floor_char_boundary(left.min(content.len()));
        }
        for (at, letter) in content.char_indices() {
            // A position between two surrogates is before their character.
            if left < letter.len_utf16() {
                return start + at;
            }
            left -= letter.len_utf16();
        }
        start + content.len()
    }

    /// Returns the bytes of a range.
    pub fn span(&self, text: &str, range: Range, encoding: Encoding) -> Span {
        let (start, end) = (self.offset(text, range.start, encoding), self.offset(text, range.end, encoding));
        Span::new(start.min(end), end.max(start))
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the position of a byte.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        Walk::new(self, text, encoding).position(offset)
    }

    /// Returns the range of some bytes.
    pub fn range(&self, text: &str, span: Span, encoding: Encoding) -> Range {
        Walk::new(self, text, encoding).range(span)
    }
}

/// Adds the offsets of the lines that start in a part of the text; `base` is the offset of that part.
fn push_starts(text: &str, base: usize, starts: &mut Vec<u32>) {
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            starts.push((base + at + 1) as u32);
        }
    }
}

/// Converts many offsets to positions. Offsets in ascending order take one pass over each line in total, however long
/// it is.
#[derive(Debug)]
pub struct Walk<'t> {
    lines: &'t Lines,
    text: &'t str,
    encoding: Encoding,
    /// The current line, byte and column.
    at: (usize, usize, usize),
}

impl<'t> Walk<'t> {
    /// Starts at the beginning of a text.
    pub fn new(lines: &'t Lines, text: &'t str, encoding: Encoding) -> Self {
        Self { lines, text, encoding, at: (0, lines.hidden, 0) }
    }

    /// Returns the position of a byte.
    pub fn position(&mut self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.lines.starts.partition_point(|&start| start as usize <= offset) - 1;
        let start = if line == 0 { self.lines.hidden } else { self.lines.starts[line] as usize };
        // An offset inside a line ending is at its start.
        let bytes = self.text.as_bytes();
        let mut offset = offset.max(start);
        while offset > start && bytes.get(offset) == Some(&b'\n') && bytes[offset - 1] == b'\r' {
            offset -= 1;
        }
        if self.at.0 != line || self.at.1 > offset {
            self.at = (line, start, 0);
        }
        let column = self.at.2 + self.encoding.units(&self.text[self.at.1..offset]);
        self.at = (line, offset, column);
        Position::new(line as u32, column as u32)
    }

    /// Returns the range of some bytes.
    pub fn range(&mut self, span: Span) -> Range {
        let start = self.position(span.start);
        let kept = self.at;
        let end = self.position(span.end);
        // The next range may begin inside this one.
        self.at = kept;
        Range::new(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference implementation: steps through the text character by character.
    fn slow(text: &str, offset: usize, encoding: Encoding) -> Position {
        let (mut line, mut column) = (0, 0);
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            if at >= offset {
                break;
            }
            let pair = letter == '\r' && letters.peek().is_some_and(|(_, next)| *next == '\n');
            match letter {
                '\n' => (line, column) = (line + 1, 0),
                '\r' if !pair => (line, column) = (line + 1, 0),
                // An offset inside a line ending is at its start.
                '\r' => {}
                _ => column += if encoding == Encoding::Utf8 { letter.len_utf8() } else { letter.len_utf16() },
            }
        }
        Position::new(line, column as u32)
    }

    const TEXTS: [&str; 7] =
        ["", "a", "a\nbc\r\nd\re\n", "\r\n\r\n", "ä𝄞b\r\n𝄞𝄞: ü # 𝄞\nx", "\n\r\r\n\n", "title: 😀 \"naïve\"\n  b: 1"];

    #[test]
    fn every_byte_has_the_position_it_is_counted_to_and_back() {
        for text in TEXTS {
            let lines = Lines::of(text);
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let mut walk = Walk::new(&lines, text, encoding);
                for offset in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                    let expected = slow(text, offset, encoding);
                    assert_eq!(walk.position(offset), expected, "{text:?} at {offset}");
                    let inside = text.as_bytes().get(offset) == Some(&b'\n') && text[..offset].ends_with('\r');
                    let back = lines.offset(text, expected, encoding);
                    assert_eq!(back, if inside { offset - 1 } else { offset }, "{text:?} at {offset}");
                }
            }
        }
    }

    #[test]
    fn positions_outside_of_the_text_are_its_ends() {
        let (text, utf16) = ("ab\r\n𝄞c\n", Encoding::Utf16);
        let lines = Lines::of(text);
        let offset = |line, column| lines.offset(text, Position::new(line, column), utf16);
        assert_eq!(offset(0, 99), 2);
        assert_eq!(offset(1, 1), 4, "a position inside a surrogate pair becomes its start");
        assert_eq!(offset(1, 2), 8);
        assert_eq!(offset(7, 0), text.len());
        assert_eq!(lines.offset(text, Position::new(1, 2), Encoding::Utf8), 4);
    }

    #[test]
    fn the_mark_of_a_closed_file_is_not_counted_and_that_of_a_buffer_is() {
        let text = "\u{feff}pack: a";
        let at = |lines: &Lines| lines.position(text, 3, Encoding::Utf16);
        assert_eq!(at(&Lines::of_file(text)), Position::new(0, 0));
        assert_eq!(at(&Lines::of(text)), Position::new(0, 1));
        assert_eq!(Lines::of_file(text).offset(text, Position::new(0, 4), Encoding::Utf16), 7);
    }

    #[test]
    fn lines_that_follow_an_edit_are_those_of_the_new_text() {
        let pieces = ["", "\n", "\r", "\r\n", "x", "𝄞\n", "a\r\nb\rc"];
        for text in TEXTS {
            let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
            for &start in &places {
                for &end in places.iter().filter(|&&end| end >= start) {
                    for piece in pieces {
                        let edited = [&text[..start], piece, &text[end..]].concat();
                        let mut lines = Lines::of(text);
                        lines.splice(&edited, Span::new(start, end), piece.len());
                        assert_eq!(lines, Lines::of(&edited), "{text:?}[{start}..{end}] = {piece:?}");
                    }
                }
            }
        }
    }
}

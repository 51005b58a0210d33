//! A piece table: joins consecutive edits of one text into one.

use crate::edit::Splice;
use crate::text::{FileId, Span};

/// A text as pieces of an older one with new text in between.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    old: usize,
    list: Vec<Piece>,
}

#[derive(Clone, PartialEq, Debug)]
enum Piece {
    Old(Span),
    New(String),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Self::Old(span) => span.end - span.start,
            Self::New(text) => text.len(),
        }
    }

    fn split(self, at: usize) -> [Self; 2] {
        match self {
            Self::Old(span) => {
                let middle = span.start + at;
                [Self::Old(Span::new(span.start, middle)), Self::Old(Span::new(middle, span.end))]
            }
            Self::New(mut text) => {
                let rest = text.split_off(at);
                [Self::New(text), Self::New(rest)]
            }
        }
    }
}

impl Pieces {
    /// Creates the table of an unchanged text of `bytes` bytes.
    pub(super) fn whole(bytes: usize) -> Self {
        Self { old: bytes, list: vec![Piece::Old(Span::new(0, bytes))] }
    }

    /// Applies splices of the current text, sorted and not overlapping.
    pub(super) fn splice(&mut self, splices: &[Splice]) {
        for splice in splices.iter().rev() {
            let start = self.cut(splice.span.start);
            let end = self.cut(splice.span.end);
            self.list.splice(start..end, [Piece::New(splice.text.clone())]);
        }
    }

    /// Returns the splices that turn the old text into the new one.
    pub(super) fn splices(&self, file: FileId) -> Vec<Splice> {
        let mut splices = Vec::new();
        let (mut from, mut text) = (0, String::new());
        let mut flush = |from: usize, to: usize, text: &mut String| {
            if from < to || !text.is_empty() {
                splices.push(Splice { file, span: Span::new(from, to), text: std::mem::take(text) });
            }
        };
        for piece in &self.list {
            match piece {
                Piece::New(new) => text.push_str(new),
                Piece::Old(span) if span.start == span.end => {}
                Piece::Old(span) => {
                    flush(from, span.start, &mut text);
                    from = span.end;
                }
            }
        }
        flush(from, self.old, &mut text);
        splices
    }

    /// Splits the pieces at an offset of the current text; returns the number of pieces before it.
    fn cut(&mut self, at: usize) -> usize {
        let mut before = 0;
        for number in 0..self.list.len() {
            if before >= at {
                return number;
            }
            let len = self.list[number].len();
            if at < before + len {
                let piece = self.list.remove(number);
                self.list.splice(number..number, piece.split(at - before));
                return number + 1;
            }
            before += len;
        }
        self.list.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_one_after_the_other_are_one_edit() {
        let splice =
            |start, end, text: &str| Splice { file: FileId(0), span: Span::new(start, end), text: text.into() };
        let mut pieces = Pieces::whole(10);
        pieces.splice(&[splice(1, 2, "abc"), splice(5, 5, "x")]);
        // 0abc234x56789: inside new text, across a boundary, and at the end.
        pieces.splice(&[splice(2, 3, "B"), splice(6, 8, ""), splice(13, 13, "!")]);
        assert_eq!(pieces.splices(FileId(0)), [splice(1, 2, "aBc"), splice(4, 5, ""), splice(10, 10, "!")]);
    }
}

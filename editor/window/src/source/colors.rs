//! Syntax highlighting for YAML, line by line.

use std::ops::Range;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId};

use foeman_scene::theme::Palette;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// Whitespace and unquoted text.
    Plain,
    /// A key, without its colon.
    Key,
    /// Quoted text.
    Quoted,
    /// A number, or `true`, `false` or `null`.
    Literal,
    /// A comment.
    Comment,
    /// Punctuation: `:`, `-`, brackets, commas.
    Sign,
}

/// Returns a highlighted text.
pub(super) fn colored(text: &str, font: &FontId, colors: &Palette) -> LayoutJob {
    let mut job = LayoutJob { text: text.to_owned(), ..LayoutJob::default() };
    job.wrap.max_width = f32::INFINITY;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        for (range, word) in words(line) {
            let format = TextFormat::simple(font.clone(), color(word, colors));
            job.sections.push(egui::text::LayoutSection {
                leading_space: 0.0,
                byte_range: (at + range.start).into()..(at + range.end).into(),
                format,
            });
        }
        at += line.len();
    }
    job
}

fn color(word: Word, colors: &Palette) -> Color32 {
    match word {
        Word::Plain => colors.text,
        Word::Key => colors.accent,
        Word::Quoted => colors.good,
        Word::Literal => colors.info,
        Word::Comment | Word::Sign => colors.weak,
    }
}

/// Splits a line into tokens, which together cover the line.
pub(super) fn words(line: &str) -> Vec<(Range<usize>, Word)> {
    let mut words = Words { line, list: Vec::new() };
    let mut at = 0;
    while at < line.len() {
        at = words.next(at);
    }
    words.list
}

struct Words<'a> {
    line: &'a str,
    list: Vec<(Range<usize>, Word)>,
}

impl Words<'_> {
    fn push(&mut self, range: Range<usize>, word: Word) -> usize {
        let end = range.end;
        match self.list.last_mut().filter(|last| last.1 == word) {
            Some(last) => last.0.end = end,
            None => self.list.push((range, word)),
        }
        end
    }

    /// Adds the token that starts at a position; returns its end.
    fn next(&mut self, at: usize) -> usize {
        let rest = &self.line[at..];
        let before = self.line[..at].chars().next_back();
        let Some(first) = rest.chars().next() else { return self.line.len() };
        match first {
            '#' if before.is_none_or(char::is_whitespace) => self.push(at..self.line.len(), Word::Comment),
            '"' | '\'' if before.is_none_or(|before| " [{,:".contains(before)) => {
                let end = quoted(rest, first).map_or(self.line.len(), |end| at + end);
                let word = if is_key(&self.line[end..]) { Word::Key } else { Word::Quoted };
                self.push(at..end, word)
            }
            '{' | '}' | '[' | ']' | ',' => self.push(at..at + 1, Word::Sign),
            ':' if is_key(rest) => self.push(at..at + 1, Word::Sign),
            '-' | '|' | '>' if rest[1..].is_empty() || rest[1..].starts_with([' ', '\n', '\r']) => {
                self.push(at..at + 1, Word::Sign)
            }
            _ if first.is_whitespace() => self.push(at..at + first.len_utf8(), Word::Plain),
            _ => {
                let end = at + plain(rest);
                let text = self.line[at..end].trim_end();
                let word = if is_key(&self.line[end..]) {
                    Word::Key
                } else if ["true", "false", "null", "~"].contains(&text) || text.parse::<f64>().is_ok() {
                    Word::Literal
                } else {
                    Word::Plain
                };
                self.push(at..end, word)
            }
        }
    }
}

/// Whether the text before `rest` is a key.
fn is_key(rest: &str) -> bool {
    rest.strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r']))
}

/// Returns the length in bytes of a quoted text, including the quotes.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' && quote == '"' {
            letters.next();
        } else if letter == quote {
            return Some(at + 1);
        }
    }
    None
}

/// Returns the length in bytes of an unquoted text: up to a colon after a key, a comment or flow punctuation.
fn plain(text: &str) -> usize {
    for (at, letter) in text.char_indices().skip(1) {
        let ends = match letter {
            ':' => is_key(&text[at..]),
            '#' => text[..at].ends_with([' ', '\t']),
            ',' | ']' | '}' | '[' | '{' | '\n' => true,
            _ => false,
        };
        if ends {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str, word: Word) -> Vec<&str> {
        words(line).into_iter().filter(|(_, other)| *other == word).map(|(range, _)| line[range].trim()).collect()
    }

    #[test]
    fn keys_texts_numbers_and_comments_are_told_apart() {
        let line = "  broadsword: {title: \"Broad # sword\", size: 7, ready: 1hand} # heavy: 3";
        assert_eq!(of(line, Word::Key), ["broadsword", "title", "size", "ready"]);
        assert_eq!(of(line, Word::Quoted), ["\"Broad # sword\""]);
        assert_eq!(of(line, Word::Literal), ["7"]);
        assert_eq!(of(line, Word::Comment), ["# heavy: 3"]);
        assert_eq!(of("    - kind: modify", Word::Sign), ["-", ":"]);
        assert_eq!(of("damage: -1H T+1", Word::Literal), Vec::<&str>::new());
    }

    #[test]
    fn the_parts_of_any_line_are_the_line() {
        for line in ["", "\n", "a: 'it''s'", "'open", "\"open \\\"", "ünï: [côdé, \u{1f600}]\r\n", "::", "- - x", "#"]
        {
            let text: String = words(line).into_iter().map(|(range, _)| &line[range]).collect();
            assert_eq!(text, line);
        }
    }
}

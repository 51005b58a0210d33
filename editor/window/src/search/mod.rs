//! Full-text search in all files, on a background thread.

mod pane;

pub(crate) use pane::PANE;

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use foeman_schema::draft::Draft;
use foeman_schema::text::{FileId, Span};

/// The maximum number of listed matches.
pub const MOST: usize = 1_000;
/// The maximum number of characters shown before a match in a long line.
const BEFORE: usize = 60;
/// The maximum number of characters shown of a line.
const LINE: usize = 200;

/// A match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// Its byte range.
    pub span: Span,
    /// The line number, from 1.
    pub line: usize,
    /// The line without indentation, truncated around the match.
    pub text: String,
    /// The byte range of the match in `text`.
    pub found: Span,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The first matches, in file order.
    pub places: Vec<Place>,
    /// The total number of matches.
    pub count: usize,
}

/// A search in the background; the result is kept until the query or the pack changes.
#[derive(Debug, Default)]
pub struct Search {
    /// The query, and the revision of the pack.
    asked: Option<(String, u64)>,
    found: Arc<Found>,
    running: Option<Receiver<Found>>,
}

impl Search {
    /// Returns the last result; while a search is running, it may be outdated.
    pub fn found(&self) -> &Arc<Found> {
        &self.found
    }

    /// Whether a search is running.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Starts a search, unless the result is up to date.
    pub fn seek(&mut self, draft: &Arc<Draft>, revision: u64, text: &str) {
        let asked = Some((text.to_owned(), revision));
        if self.asked == asked {
            return;
        }
        self.asked = asked;
        self.running = None;
        if text.trim().is_empty() {
            self.found = Arc::default();
            return;
        }
        let (sender, receiver) = mpsc::channel();
        let (draft, text) = (Arc::clone(draft), text.to_owned());
        std::thread::spawn(move || {
            // The receiver is gone if another search has been started.
            let _ = sender.send(seek(&draft, &text));
        });
        self.running = Some(receiver);
    }

    /// Collects a finished search; returns whether there was one.
    pub fn poll(&mut self) -> bool {
        let Some(running) = &self.running else { return false };
        match running.try_recv() {
            Err(mpsc::TryRecvError::Empty) => return false,
            Ok(found) => self.found = Arc::new(found),
            Err(mpsc::TryRecvError::Disconnected) => {}
        }
        self.running = None;
        true
    }
}

/// Finds a text in the files of a pack, ignoring case.
pub fn seek(draft: &Draft, text: &str) -> Found {
    let needle = text.trim().to_lowercase();
    let mut found = Found::default();
    if needle.is_empty() {
        return found;
    }
    for file in draft.files() {
        let mut start = 0;
        for (number, line) in (1..).zip(draft.text(file).split_inclusive('\n')) {
            for span in in_line(line, &needle) {
                found.count += 1;
                if found.places.len() < MOST {
                    found.places.push(place(file, start, number, line, span));
                }
            }
            start += line.len();
        }
    }
    found
}

/// Returns the byte ranges in a line that match the needle, which must be in lower case.
fn in_line(line: &str, needle: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    if line.is_ascii() {
        let lower = line.to_ascii_lowercase();
        spans.extend(lower.match_indices(needle).map(|(at, _)| Span::new(at, at + needle.len())));
        return spans;
    }
    let mut at = 0;
    while at < line.len() {
        match length(&line[at..], needle) {
            Some(length) => {
                spans.push(Span::new(at, at + length));
                at += length;
            }
            None => at += line[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    spans
}

/// Returns the length in bytes of the match at the start of a text.
fn length(text: &str, needle: &str) -> Option<usize> {
    let mut left = needle;
    for (at, letter) in text.char_indices() {
        if left.is_empty() {
            return Some(at);
        }
        for lower in letter.to_lowercase() {
            left = left.strip_prefix(lower)?;
        }
    }
    left.is_empty().then_some(text.len())
}

fn place(file: FileId, start: usize, line: usize, text: &str, span: Span) -> Place {
    let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let indent = text.len() - text.trim_start().len();
    let from = boundary(span.start.saturating_sub(BEFORE)).max(indent.min(span.start));
    let end = boundary((from + LINE).max(span.end).min(text.trim_end().len().max(span.end)));
    Place {
        file,
        span: Span::new(start + span.start, start + span.end),
        line,
        text: text[from..end].to_owned(),
        found: Span::new(span.start - from, span.end - from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, needle: &str) -> Vec<(usize, String)> {
        let draft = Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &[]);
        let places = seek(&draft, needle).places;
        places.into_iter().map(|place| (place.line, place.text[place.found.range()].to_owned())).collect()
    }

    #[test]
    fn text_is_found_whatever_its_capitals_with_its_line() {
        assert_eq!(found("a: One one\n# ONE\n", "one"), [(1, "One".into()), (1, "one".into()), (2, "ONE".into())]);
        assert_eq!(found("ärger: Übel\nÜBEL\n", "übel"), [(1, "Übel".into()), (2, "ÜBEL".into())]);
        assert_eq!(found("a: b\n", "  "), []);
    }

    #[test]
    fn of_a_long_line_what_is_round_the_place_is_kept() {
        let text = format!("rows: {}needle{}\n", "x".repeat(5_000), "y".repeat(5_000));
        let draft = Draft::from_texts([("pack.yaml".to_owned(), text.clone())], &[]);
        let found = seek(&draft, "NEEDLE");
        let place = &found.places[0];
        assert_eq!(&text[place.span.range()], "needle");
        assert_eq!(&place.text[place.found.range()], "needle");
        assert!(place.text.len() <= LINE, "{}", place.text.len());
    }
}

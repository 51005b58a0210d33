//! Search in the text of all files, on a thread of its own, so that nobody waits for it while typing.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use foeman_schema::draft::Draft;
use foeman_schema::text::{FileId, Span};

/// Most places that are listed.
pub const MOST: usize = 1_000;
/// Letters of a line that are kept before what was found, where the line is long.
const BEFORE: usize = 60;
/// Letters of a line that are kept at all.
const LINE: usize = 200;

/// A place where the text stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The bytes.
    pub span: Span,
    /// The line's number, from 1.
    pub line: usize,
    /// The line without indentation, cut to what is round the place.
    pub text: String,
    /// The bytes of `text` that were found.
    pub found: Span,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The first places, in file order.
    pub places: Vec<Place>,
    /// How many there are in all.
    pub count: usize,
}

/// Looks for a text, and keeps what was found until it or the pack is another.
#[derive(Debug, Default)]
pub struct Search {
    /// What is sought, and the revision of the pack it is sought in.
    asked: Option<(String, u64)>,
    found: Arc<Found>,
    running: Option<Receiver<Found>>,
}

impl Search {
    /// What was found last; perhaps for an earlier state while the search is running.
    pub fn found(&self) -> &Arc<Found> {
        &self.found
    }

    /// Whether it is running.
    pub fn busy(&self) -> bool {
        self.running.is_some()
    }

    /// Looks for a text, unless that has been done already.
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
            // The window may want something else by now.
            let _ = sender.send(seek(&draft, &text));
        });
        self.running = Some(receiver);
    }

    /// Fetches what was found meanwhile; whether there was anything.
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

/// Where a text stands in the files of a pack, whatever its capitals.
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

/// The bytes of a line that read as the needle, which is in lower case.
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

/// The bytes at the start of a text that read as the needle.
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

//! Mutation tests: typical mistakes of authors, planted in the shipped packs one at a time, each with the check that
//! must report it and the expected location.
//!
//! The mutator derives both from the text alone; [`text`] parses it independently of the program.
//! Read [`Kind`] first, then one of the [`KINDS`].

pub mod text;

mod ground;

mod people;

mod realms;

mod shape;

mod trial;

mod values;

mod words;

use std::ops::Range;

use fastrand::Rng;
use text::{File, Pack, Site};

pub use trial::{Outcome, Patient, Tally, measured, planted, tried};

/// A kind of mistake.
pub struct Kind {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// The only check that must report it.
    pub check: &'static str,
    /// The possible paths, with `*` for any key or item; `**` is everywhere.
    pub at: &'static [&'static str],
    /// Makes the mistake at one of these paths, if possible.
    pub plant: fn(&At<'_>, &mut Rng) -> Option<Mutation>,
}

/// A place for a mistake.
pub struct At<'a> {
    /// The pack.
    pub pack: &'a Pack,
    /// The file.
    pub file: &'a File,
    /// The key or value.
    pub site: &'a Site,
}

/// A mistake: the replacement of some bytes, and the expected location of its finding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mutation {
    /// The path of the file.
    pub file: String,
    /// The replaced bytes.
    pub span: (usize, usize),
    /// The new text.
    pub new: String,
    /// The expected location of the finding, in the file after the mistake.
    pub told: Told,
}

/// The expected location of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Told {
    /// Exactly these bytes.
    At(usize, usize),
    /// Any bytes that begin here: in a text that cannot be parsed, the end of a mistake is unknown.
    From(usize),
}

/// All kinds.
pub static KINDS: &[&[Kind]] =
    &[words::KINDS, values::KINDS, shape::KINDS, ground::KINDS, people::KINDS, realms::KINDS];

impl At<'_> {
    /// Returns the text of the value.
    fn text(&self) -> &str {
        &self.file.text[self.site.value.clone()]
    }

    /// Replaces some bytes; the finding is expected at the new text.
    fn write(&self, span: Range<usize>, new: impl Into<String>) -> Mutation {
        let new = new.into();
        let told = Told::At(span.start, span.start + new.len());
        Mutation { file: self.file.path.clone(), span: (span.start, span.end), new, told }
    }

    /// Replaces the value; the finding is expected at the new value.
    fn value(&self, new: impl Into<String>) -> Mutation {
        self.write(self.site.value.clone(), new)
    }

    /// Returns the key or value at another path of the same file.
    fn beside(&self, path: &[&str]) -> Option<&Site> {
        self.file.find(path)
    }

    /// Returns the site this many levels up, if it is in the same file.
    fn above(&self, steps: usize) -> Option<&Site> {
        let path = self.site.steps();
        self.file.find(&path[..path.len() - steps])
    }
}

impl Mutation {
    /// Expects the finding at a part of the new text.
    fn told_within(self, part: Range<usize>) -> Self {
        let told = Told::At(self.span.0 + part.start, self.span.0 + part.end);
        Self { told, ..self }
    }

    /// Expects the finding at old bytes that the mistake leaves unchanged.
    fn told_at(self, old: Range<usize>) -> Self {
        let moved = |at: usize| if at >= self.span.1 { at + self.new.len() - (self.span.1 - self.span.0) } else { at };
        let told = Told::At(moved(old.start), moved(old.end));
        Self { told, ..self }
    }

    /// Expects the finding at these bytes of the file after the mistake.
    fn told_span(self, start: usize, end: usize) -> Self {
        Self { told: Told::At(start, end), ..self }
    }

    /// Expects the finding to start here.
    fn told_from(self, start: usize) -> Self {
        Self { told: Told::From(start), ..self }
    }
}

/// Puts a typo into a word: two letters swapped, one missing, doubled or wrong.
pub fn slip(word: &str, rng: &mut Rng) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let at = rng.usize(..letters.len());
    match rng.u8(..4) {
        0 if at + 1 < letters.len() => letters.swap(at, at + 1),
        1 if letters.len() > 2 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        _ => letters[at] = rng.lowercase(),
    }
    let slipped: String = letters.into_iter().collect();
    let is_word = slipped.split('-').all(|part| part.starts_with(|c: char| c.is_ascii_lowercase()));
    (slipped != word && is_word).then_some(slipped)
}

/// Picks a random element.
fn pick<'a, T>(among: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    (!among.is_empty()).then(|| &among[rng.usize(..among.len())])
}

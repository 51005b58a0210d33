//! Mistakes an author makes, planted in the shipped packs one at a time, each with the check that must report it and the
//! bytes it must stand at.
//!
//! Both are written down by the mutator, from the text alone; [`text`] reads it, and knows nothing of the program.
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
    /// What it is called: kebab-case.
    pub name: &'static str,
    /// The check that must report it, and it alone.
    pub check: &'static str,
    /// Where it can be made: paths with `*` for any key or item; `**` is everywhere.
    pub at: &'static [&'static str],
    /// Makes it at such a place, if it can be made there.
    pub plant: fn(&At<'_>, &mut Rng) -> Option<Mutation>,
}

/// A place where a mistake may be made.
pub struct At<'a> {
    /// The pack.
    pub pack: &'a Pack,
    /// The file.
    pub file: &'a File,
    /// The key or value.
    pub site: &'a Site,
}

/// A mistake: bytes put in the place of others, and where it must be told.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mutation {
    /// The path of the file.
    pub file: String,
    /// The bytes replaced.
    pub span: (usize, usize),
    /// What stands there afterwards.
    pub new: String,
    /// Where the finding must stand, in the file after the mistake.
    pub told: Told,
}

/// Where a finding must stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Told {
    /// At exactly these bytes.
    At(usize, usize),
    /// At bytes that begin here: where a text cannot be read, nobody can say how far the mistake goes.
    From(usize),
}

/// All kinds.
pub static KINDS: &[&[Kind]] =
    &[words::KINDS, values::KINDS, shape::KINDS, ground::KINDS, people::KINDS, realms::KINDS];

impl At<'_> {
    /// The text of the value.
    fn text(&self) -> &str {
        &self.file.text[self.site.value.clone()]
    }

    /// Replaces some bytes; told at all that is new.
    fn write(&self, span: Range<usize>, new: impl Into<String>) -> Mutation {
        let new = new.into();
        let told = Told::At(span.start, span.start + new.len());
        Mutation { file: self.file.path.clone(), span: (span.start, span.end), new, told }
    }

    /// Replaces the value; told at the new one.
    fn value(&self, new: impl Into<String>) -> Mutation {
        self.write(self.site.value.clone(), new)
    }

    /// The key or value at another path of the same file.
    fn beside(&self, path: &[&str]) -> Option<&Site> {
        self.file.find(path)
    }

    /// The site above by so many steps, if it stands in the same file.
    fn above(&self, steps: usize) -> Option<&Site> {
        let path = self.site.steps();
        self.file.find(&path[..path.len() - steps])
    }
}

impl Mutation {
    /// Told at a part of what is new.
    fn told_within(self, part: Range<usize>) -> Self {
        let told = Told::At(self.span.0 + part.start, self.span.0 + part.end);
        Self { told, ..self }
    }

    /// Told at bytes that stood there before, and that the mistake leaves alone.
    fn told_at(self, old: Range<usize>) -> Self {
        let moved = |at: usize| if at >= self.span.1 { at + self.new.len() - (self.span.1 - self.span.0) } else { at };
        let told = Told::At(moved(old.start), moved(old.end));
        Self { told, ..self }
    }

    /// Told at these bytes of the file after the mistake.
    fn told_span(self, start: usize, end: usize) -> Self {
        Self { told: Told::At(start, end), ..self }
    }

    /// Told from here on.
    fn told_from(self, start: usize) -> Self {
        Self { told: Told::From(start), ..self }
    }
}

/// A word with a slip of the finger in it: two letters exchanged, one forgotten, doubled or wrong.
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

/// One of some things.
fn pick<'a, T>(among: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    (!among.is_empty()).then(|| &among[rng.usize(..among.len())])
}

//! The object-safe face of rulesets and battles: all that windows and command lines know of them.

use std::sync::atomic::AtomicBool;

use foeman_schema::dialect::Dialect;
use foeman_schema::resolve::{Problem, Resolved};

use crate::dice::Seed;
use crate::player::PlayerKind;
use crate::ruleset::{Refusal, SideId, Turn};
use crate::simulate::{Plan, Report};
use crate::told::{Board, Line, Odds};

/// The rulesets a program knows, in the order they are listed to people.
#[derive(Clone, Copy)]
pub struct Registry {
    engines: &'static [&'static dyn Engine],
}

impl Registry {
    /// A registry of these rulesets; their ids differ.
    pub const fn new(engines: &'static [&'static dyn Engine]) -> Self {
        Self { engines }
    }

    /// All of them.
    pub fn engines(self) -> &'static [&'static dyn Engine] {
        self.engines
    }

    /// The one with this id.
    pub fn engine(self, id: &str) -> Option<&'static dyn Engine> {
        self.engines.iter().copied().find(|engine| engine.dialect().id == id)
    }

    /// What packs may contain.
    pub fn dialects(self) -> Vec<&'static Dialect> {
        self.engines.iter().map(|engine| engine.dialect()).collect()
    }
}

/// A ruleset without its types.
pub trait Engine: Send + Sync {
    /// Its catalogs and checks.
    fn dialect(&self) -> &'static Dialect;

    /// Starts a battle; the set-up is entry 0.
    fn start(&self, resolved: &Resolved, seed: Seed) -> Result<Box<dyn Game>, Vec<Problem>>;

    /// Reads a journal and replays its instructions, without asking the rules again.
    fn replay(&self, journal: &str) -> Result<Box<dyn Game>, JournalError>;

    /// Reads a journal, plans every command again from the seed and compares.
    /// The error names the first entry that differs.
    fn verify(&self, journal: &str) -> Result<Verified, JournalError>;

    /// Plays many battles. `done` is called after each finished battle; `cancel` stops early.
    fn simulate(
        &self,
        resolved: &Resolved,
        plan: &Plan,
        done: &(dyn Fn() + Sync),
        cancel: &AtomicBool,
    ) -> Result<Report, Vec<Problem>>;
}

/// A battle without its types.
pub trait Game: Send {
    /// Who decides next.
    fn turn(&self) -> Turn;
    /// The current round, from 1; 0 before the first.
    fn round(&self) -> u32;
    /// What the asked side may do, in a fixed order; empty unless a side is asked.
    fn choices(&self) -> Vec<Choice>;
    /// Makes the choice at a position in [`choices`](Self::choices); the next entry.
    fn choose(&mut self, choice: usize) -> Result<(), Refusal>;
    /// Makes the next entry: by the rules, or by a computer player for the side that is asked. Nothing when over.
    fn step(&mut self, player: PlayerKind);
    /// How many entries there are; at least 1, the set-up.
    fn entries(&self) -> usize;
    /// Takes back everything after the first `entries` entries (at least the set-up stays).
    fn back_to(&mut self, entries: usize);
    /// The log so far.
    fn lines(&self) -> &[Told];
    /// What can be drawn now.
    fn board(&self) -> Board;
    /// The name of a side.
    fn side_name(&self, side: SideId) -> String;
    /// The journal's text.
    fn journal(&self) -> String;
    /// The journal's hash in hexadecimal: content, seed and entries.
    fn hash(&self) -> String;
}

/// One thing the asked side may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What it does, for people.
    pub text: String,
    /// The cell it is about.
    pub cell: Option<[i32; 2]>,
    /// The exact chance of success, where it rolls.
    pub odds: Option<Odds>,
}

/// A line of the log with the entry and round it belongs to.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Told {
    /// The entry's number.
    pub entry: usize,
    /// The round.
    pub round: u32,
    /// The line.
    pub line: Line,
}

/// What a verification proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many entries.
    pub entries: usize,
    /// The journal's hash.
    pub hash: String,
}

/// Why a journal cannot be used or is not true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalError {
    /// The line of the journal, from 1.
    pub line: usize,
    /// The entry's number, when the journal is readable but an entry differs.
    pub entry: Option<usize>,
    /// What was expected and what was found.
    pub message: String,
}

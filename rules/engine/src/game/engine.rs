//! The object-safe interface of rulesets, and the registry of the rulesets a program knows.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use foeman_schema::catalogs::checks::AnyCheck;
use foeman_schema::dialect::Dialect;
use foeman_schema::resolve::{ContentError, Resolved};

use super::Game;
use super::table::Table;
use crate::amend::MasterDef;
use crate::battle::Battle;
use crate::dice::Seed;
use crate::journal::{self, JournalError, Verified};
use crate::player::{self, PlayerId, PlayerInfo, UnknownPlayer};
use crate::ruleset::{PackCapabilities, Ruleset};
use crate::simulate::{Plan, Report, simulate, simulate_unhashed};
use crate::testing::{self, TestReport, TestRun};

/// The rulesets a program knows, in display order.
///
/// ```
/// use foeman_engine::nim::{self, NIM};
/// use foeman_engine::prelude::*;
///
/// let engine = NIM.engine("nim").unwrap();
/// let journal = engine.start(&nim::ten(), Seed(7)).unwrap().journal();
/// assert_eq!(NIM.engine_of(&journal).unwrap().dialect().id, "nim");
/// assert!(NIM.engine("chess").is_none());
/// ```
#[derive(Clone, Copy)]
pub struct Registry {
    engines: &'static [&'static dyn Engine],
    build: &'static str,
}

impl Registry {
    /// Creates a registry of rulesets with different ids; of two with the same id, the second is never found.
    pub const fn new(engines: &'static [&'static dyn Engine]) -> Self {
        Self { engines, build: "" }
    }

    /// The same registry with the version and source checksum of its build, which shards of a simulation compare.
    pub const fn built_as(self, build: &'static str) -> Self {
        Self { build, ..self }
    }

    /// The version and source checksum of the build; empty if none was given.
    pub fn build(self) -> &'static str {
        self.build
    }

    /// Returns all rulesets.
    pub fn engines(self) -> &'static [&'static dyn Engine] {
        self.engines
    }

    /// Returns the ruleset with an id.
    pub fn engine(self, id: &str) -> Option<&'static dyn Engine> {
        self.engines.iter().copied().find(|engine| engine.dialect().id == id)
    }

    /// Returns the ruleset a journal was written with. Fails if its first line cannot be read, or if the ruleset is not
    /// in the registry.
    pub fn engine_of(self, journal: &str) -> Result<&'static dyn Engine, JournalError> {
        let id = journal::header(journal)?.ruleset;
        self.engine(&id).ok_or_else(|| {
            let known: Vec<String> = self.engines.iter().map(|engine| format!("`{}`", engine.dialect().id)).collect();
            let message = format!("expected a journal of ruleset {}, found `{id}`", known.join(" or "));
            JournalError { line: 1, entry: None, message }
        })
    }

    /// Returns the dialects of all rulesets.
    pub fn dialects(self) -> Vec<&'static Dialect> {
        self.engines.iter().map(|engine| engine.dialect()).collect()
    }
}

/// A ruleset without its types.
///
/// ```
/// use foeman_engine::nim::{self, NIM};
/// use foeman_engine::prelude::*;
///
/// let engine = NIM.engine("nim").unwrap();
/// let random = engine.player("random").unwrap();
/// let mut game = engine.start(&nim::ten(), Seed(7)).unwrap();
/// while !matches!(game.turn(), Turn::Over(_)) {
///     game.step(random);
/// }
/// assert_eq!(engine.verify(&game.journal()).unwrap().hash, game.hash());
/// assert!(engine.player("perfect").is_err());
/// ```
pub trait Engine: Send + Sync {
    /// Returns its catalogs and checks.
    fn dialect(&self) -> &'static Dialect;

    /// Returns what it can do with packs, apart from battles.
    fn capabilities(&self) -> &'static PackCapabilities;

    /// Returns the catalogs from which a game master can add to a battle, if boards can be edited.
    fn master(&self) -> Option<&'static MasterDef>;

    /// Returns the computer players for its sides, the default one first.
    fn players(&self) -> Vec<PlayerInfo>;

    /// Returns the player with an id; the error names similar ids, or else all.
    fn player(&self, id: &str) -> Result<PlayerId, UnknownPlayer> {
        PlayerInfo::find(self.dialect().id, &self.players(), id)
    }

    /// Starts a battle; the set-up is entry 0. The errors say why the scenario cannot be played.
    fn start(&self, resolved: &Resolved, seed: Seed) -> Result<Box<dyn Game>, Vec<ContentError>>;

    /// Reads a journal and replays its instructions, without asking the rules again.
    fn replay(&self, journal: &str) -> Result<Box<dyn Game>, JournalError>;

    /// Replays a journal up to the first entry that does not fit, and returns why that one does not. Returns an error
    /// if not even the set-up can be replayed.
    fn open(&self, journal: &str) -> Result<(Box<dyn Game>, Option<JournalError>), JournalError>;

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
    ) -> Result<Report, Vec<ContentError>>;

    /// Like [`simulate`](Self::simulate), but leaves the hashes of the battles empty, which takes less time.
    fn simulate_unhashed(
        &self,
        resolved: &Resolved,
        plan: &Plan,
        done: &(dyn Fn() + Sync),
        cancel: &AtomicBool,
    ) -> Result<Report, Vec<ContentError>>;

    /// Runs a check of the pack. The errors say why its scenario cannot be played.
    fn test(&self, resolved: &Resolved, check: &AnyCheck, run: TestRun<'_>) -> Result<TestReport, Vec<ContentError>>;
}

/// The engine of ruleset `R`, for a registry.
#[derive(Debug)]
pub struct EngineOf<R>(PhantomData<fn() -> R>);

impl<R> EngineOf<R> {
    /// Creates the engine.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for EngineOf<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Ruleset> Engine for EngineOf<R> {
    fn dialect(&self) -> &'static Dialect {
        R::dialect()
    }

    fn capabilities(&self) -> &'static PackCapabilities {
        &R::capabilities().pack
    }

    fn master(&self) -> Option<&'static MasterDef> {
        R::capabilities().edits.as_ref().map(|edits| edits.catalogs)
    }

    fn players(&self) -> Vec<PlayerInfo> {
        player::infos::<R>()
    }

    fn start(&self, resolved: &Resolved, seed: Seed) -> Result<Box<dyn Game>, Vec<ContentError>> {
        Ok(Box::new(Table::<R>::new(Battle::new(resolved, seed)?)))
    }

    fn replay(&self, journal: &str) -> Result<Box<dyn Game>, JournalError> {
        Ok(Box::new(Table::<R>::new(journal::replay(journal)?)))
    }

    fn open(&self, journal: &str) -> Result<(Box<dyn Game>, Option<JournalError>), JournalError> {
        let journal::Opened { battle, rest } = journal::open(journal)?;
        Ok((Box::new(Table::<R>::new(battle)), rest))
    }

    fn verify(&self, journal: &str) -> Result<Verified, JournalError> {
        journal::verify::<R>(journal)
    }

    fn simulate(
        &self,
        resolved: &Resolved,
        plan: &Plan,
        done: &(dyn Fn() + Sync),
        cancel: &AtomicBool,
    ) -> Result<Report, Vec<ContentError>> {
        simulate::<R>(resolved, plan, done, cancel)
    }

    fn simulate_unhashed(
        &self,
        resolved: &Resolved,
        plan: &Plan,
        done: &(dyn Fn() + Sync),
        cancel: &AtomicBool,
    ) -> Result<Report, Vec<ContentError>> {
        simulate_unhashed::<R>(resolved, plan, done, cancel)
    }

    fn test(&self, resolved: &Resolved, check: &AnyCheck, run: TestRun<'_>) -> Result<TestReport, Vec<ContentError>> {
        testing::test::<R>(resolved, check, run)
    }
}

//! The object-safe face of rulesets, and the list of those that a program knows.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use foeman_schema::catalogs::checks::AnyCheck;
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::{ContentError, Resolved};

use super::Game;
use super::table::Table;
use crate::amend::MasterDef;
use crate::battle::Battle;
use crate::campaign::CampaignDef;
use crate::cast::Cast;
use crate::dice::Seed;
use crate::exchange::Exchange;
use crate::handbook::Handbook;
use crate::journal::{self, JournalError, Verified};
use crate::lookout::LookoutDef;
use crate::meeting::MeetingDef;
use crate::player::{self, PlayerId, PlayerInfo, UnknownPlayer};
use crate::plots::PlotDef;
use crate::ruleset::Ruleset;
use crate::setup::Deployment;
use crate::sheet::SheetDef;
use crate::simulate::{Plan, Report, simulate};
use crate::spread::Spread;
use crate::testing::{self, TestReport, TestRun};
use crate::tool::Toolbox;

/// The rulesets a program knows, in the order they are listed to people.
#[derive(Clone, Copy)]
pub struct Registry {
    engines: &'static [&'static dyn Engine],
    build: &'static str,
}

impl Registry {
    /// A registry of these rulesets; their ids differ.
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

    /// All of them.
    pub fn engines(self) -> &'static [&'static dyn Engine] {
        self.engines
    }

    /// The one with this id.
    pub fn engine(self, id: &str) -> Option<&'static dyn Engine> {
        self.engines.iter().copied().find(|engine| engine.dialect().id == id)
    }

    /// The one a journal was written with.
    pub fn engine_of(self, journal: &str) -> Result<&'static dyn Engine, JournalError> {
        let id = journal::header(journal)?.ruleset;
        self.engine(&id).ok_or_else(|| {
            let known: Vec<String> = self.engines.iter().map(|engine| format!("`{}`", engine.dialect().id)).collect();
            let message = format!("expected a journal of ruleset {}, but found `{id}`", known.join(" or "));
            JournalError { line: 1, entry: None, message }
        })
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

    /// What it can do with a pack besides playing it.
    fn toolbox(&self) -> Option<&'static Toolbox> {
        None
    }

    /// The form in which other programs write its content, where there is one.
    fn exchange(&self) -> Option<&'static Exchange> {
        None
    }

    /// Its rules in our own words, where it has them.
    fn handbook(&self) -> Option<&'static Handbook> {
        None
    }

    /// How the dice of a value written in a notation fall; nothing where none are rolled.
    fn spreads(&self, notation: &str, text: &str) -> Vec<Spread> {
        let _ = (notation, text);
        Vec::new()
    }

    /// How it plays campaigns, where it does.
    fn campaigns(&self) -> Option<&'static CampaignDef> {
        None
    }

    /// Who stands where in a scenario as it is written, right or wrong; nothing when figures are not placed on a map, or
    /// when the scenario cannot be read at all.
    fn setup(&self, draft: &Draft, scenario: &str) -> Option<Deployment> {
        let _ = (draft, scenario);
        None
    }

    /// How its scenarios say cell by cell what there is at the start, where they do.
    fn plots(&self) -> Option<&'static PlotDef> {
        None
    }

    /// How it answers questions about maps while they are worked on, where it does.
    fn lookout(&self) -> Option<&'static LookoutDef> {
        None
    }

    /// How it shows what the figures of a roster come to, where it does.
    fn sheets(&self) -> Option<&'static SheetDef> {
        None
    }

    /// How it lets two figures of a pack meet, where it does.
    fn meetings(&self) -> Option<&'static MeetingDef> {
        None
    }

    /// Where a game master finds what can come into a battle, where one can change the board.
    fn master(&self) -> Option<&'static MasterDef> {
        None
    }

    /// What content calls the sides and figures of a scenario, where it has ids for them.
    fn cast(&self, resolved: &Resolved) -> Cast {
        let _ = resolved;
        Cast::default()
    }

    /// The computer players that its sides can be given to; the first is the usual one.
    fn players(&self) -> Vec<PlayerInfo>;

    /// The player with this id; the error names those that are near, or else all.
    fn player(&self, id: &str) -> Result<PlayerId, UnknownPlayer> {
        PlayerInfo::find(self.dialect().id, &self.players(), id)
    }

    /// Starts a battle; the set-up is entry 0.
    fn start(&self, resolved: &Resolved, seed: Seed) -> Result<Box<dyn Game>, Vec<ContentError>>;

    /// Reads a journal and replays its instructions, without asking the rules again.
    fn replay(&self, journal: &str) -> Result<Box<dyn Game>, JournalError>;

    /// The same as far as the journal fits what went before, and why the rest does not: the error says why nothing does.
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

    /// Plays the battles of a check of the pack. The problems say why its scenario cannot be played.
    fn test(&self, resolved: &Resolved, check: &AnyCheck, run: TestRun<'_>) -> Result<TestReport, Vec<ContentError>>;
}

/// The engine of ruleset `R`: what a registry lists.
#[derive(Debug)]
pub struct EngineOf<R>(PhantomData<fn() -> R>);

impl<R> EngineOf<R> {
    /// The engine.
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

    fn toolbox(&self) -> Option<&'static Toolbox> {
        R::toolbox()
    }

    fn exchange(&self) -> Option<&'static Exchange> {
        R::exchange()
    }

    fn handbook(&self) -> Option<&'static Handbook> {
        R::handbook()
    }

    fn spreads(&self, notation: &str, text: &str) -> Vec<Spread> {
        R::spreads(notation, text)
    }

    fn campaigns(&self) -> Option<&'static CampaignDef> {
        R::campaigns()
    }

    fn setup(&self, draft: &Draft, scenario: &str) -> Option<Deployment> {
        R::setup(draft, scenario)
    }

    fn plots(&self) -> Option<&'static PlotDef> {
        R::plots()
    }

    fn lookout(&self) -> Option<&'static LookoutDef> {
        R::lookout()
    }

    fn sheets(&self) -> Option<&'static SheetDef> {
        R::sheets()
    }

    fn meetings(&self) -> Option<&'static MeetingDef> {
        R::meetings()
    }

    fn master(&self) -> Option<&'static MasterDef> {
        R::master()
    }

    fn cast(&self, resolved: &Resolved) -> Cast {
        R::cast(resolved)
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

    fn test(&self, resolved: &Resolved, check: &AnyCheck, run: TestRun<'_>) -> Result<TestReport, Vec<ContentError>> {
        testing::test::<R>(resolved, check, run)
    }
}

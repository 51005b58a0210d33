//! The object-safe face of rulesets and battles: all that windows and command lines know of them.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::{Problem, Resolved};

use crate::battle::Battle;
use crate::dice::Seed;
use crate::history::{self, Curve};
use crate::journal::{self, JournalError, Verified};
use crate::player::{PlayerKind, decide};
use crate::ruleset::{Refusal, Ruleset, SideId, Turn};
use crate::setup::Setup;
use crate::simulate::{Plan, Report, simulate};
use crate::told::{Board, Line, Odds};
use crate::tool::Toolbox;

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

    /// Who stands where in a scenario as it is written, right or wrong; nothing when figures are not placed on a map, or
    /// when the scenario cannot be read at all.
    fn setup(&self, draft: &Draft, scenario: &str) -> Option<Setup> {
        let _ = (draft, scenario);
        None
    }

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
    /// How its gauges, or the health of its tokens where it has none, went over the rounds so far.
    fn history(&self) -> Vec<Curve>;
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

    fn setup(&self, draft: &Draft, scenario: &str) -> Option<Setup> {
        R::setup(draft, scenario)
    }

    fn start(&self, resolved: &Resolved, seed: Seed) -> Result<Box<dyn Game>, Vec<Problem>> {
        Ok(Box::new(GameOf::<R>::new(Battle::new(resolved, seed)?)))
    }

    fn replay(&self, journal: &str) -> Result<Box<dyn Game>, JournalError> {
        Ok(Box::new(GameOf::<R>::new(journal::replay(journal)?)))
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
    ) -> Result<Report, Vec<Problem>> {
        simulate::<R>(resolved, plan, done, cancel)
    }
}

/// A battle with its log. The log is told here, not in [`Battle`], so that simulations do not pay for it.
struct GameOf<R: Ruleset> {
    battle: Battle<R>,
    told: Vec<Told>,
    /// How many entries have been told, and the state after them: what the next line is told against.
    heard: usize,
    scene: R::State,
    /// How things stood after the set-up and at the end of each round since.
    laps: Vec<Lap>,
}

/// How things stood at the end of a round.
struct Lap {
    /// The entry that ended it.
    entry: usize,
    round: u32,
    curves: Vec<Curve>,
}

impl<R: Ruleset> GameOf<R> {
    fn new(battle: Battle<R>) -> Self {
        let scene = R::empty(battle.content());
        let mut game = Self { battle, told: Vec::new(), heard: 0, scene, laps: Vec::new() };
        game.listen();
        game
    }

    /// Tells the entries that have not been told.
    fn listen(&mut self) {
        let content = self.battle.content();
        for (number, entry) in self.battle.entries().iter().enumerate().skip(self.heard) {
            let before = self.scene.clone();
            for (position, instruction) in entry.did.iter().enumerate() {
                let line = R::tell(content, &self.scene, instruction);
                let ending = R::round(&self.scene);
                R::apply(content, &mut self.scene, instruction);
                // A new round's heading belongs to the new round.
                let round = R::round(&self.scene);
                self.told.extend(line.map(|line| Told { entry: number, round, line }));
                if round != ending && number > 0 {
                    let mut end = before.clone();
                    entry.did[..position].iter().for_each(|earlier| R::apply(content, &mut end, earlier));
                    self.laps.push(Lap::new(number, ending, &R::board(content, &end)));
                }
            }
            if number == 0 {
                self.laps.push(Lap::new(0, 0, &R::board(content, &self.scene)));
            }
        }
        self.heard = self.battle.entries().len();
    }
}

impl Lap {
    fn new(entry: usize, round: u32, board: &Board) -> Self {
        Self { entry, round, curves: history::points(board, round) }
    }
}

impl<R: Ruleset> Game for GameOf<R> {
    fn turn(&self) -> Turn {
        self.battle.turn()
    }

    fn round(&self) -> u32 {
        R::round(self.battle.state())
    }

    fn choices(&self) -> Vec<Choice> {
        let (content, state) = (self.battle.content(), self.battle.state());
        let choice = |command: &R::Command| Choice {
            text: R::describe(content, state, command),
            cell: R::cell(content, state, command),
            odds: R::chance(content, state, command),
        };
        self.battle.legal().iter().map(choice).collect()
    }

    fn choose(&mut self, choice: usize) -> Result<(), Refusal> {
        let mut legal = self.battle.legal();
        if choice >= legal.len() {
            return Err(Refusal { rule: "", message: "there is no such choice now" });
        }
        self.battle.issue(legal.swap_remove(choice))?;
        self.listen();
        Ok(())
    }

    fn step(&mut self, player: PlayerKind) {
        match decide(&self.battle, player.player()) {
            Some(command) => {
                let issued = self.battle.issue(command);
                debug_assert!(issued.is_ok(), "a listed command was refused: {issued:?}");
            }
            None => self.battle.advance(),
        }
        self.listen();
    }

    fn entries(&self) -> usize {
        self.battle.entries().len()
    }

    fn back_to(&mut self, entries: usize) {
        self.battle.back_to(entries);
        self.heard = self.battle.entries().len();
        self.scene = self.battle.state().clone();
        self.told.retain(|told| told.entry < self.heard);
        self.laps.retain(|lap| lap.entry < self.heard);
    }

    fn lines(&self) -> &[Told] {
        &self.told
    }

    fn board(&self) -> Board {
        R::board(self.battle.content(), self.battle.state())
    }

    fn history(&self) -> Vec<Curve> {
        let mut curves = Vec::new();
        let mut last = 0;
        for lap in &self.laps {
            // Rounds before the first are part of the start.
            if lap.entry == 0 || lap.round > last {
                history::join(&mut curves, lap.curves.clone());
                last = lap.round;
            }
        }
        if self.heard > 1 && self.round() > last {
            history::join(&mut curves, history::points(&self.board(), self.round()));
        }
        curves
    }

    fn side_name(&self, side: SideId) -> String {
        self.board()
            .sides
            .get(usize::from(side.0))
            .map_or_else(|| format!("side {}", side.0 + 1), |view| view.name.clone())
    }

    fn journal(&self) -> String {
        journal::write(&self.battle)
    }

    fn hash(&self) -> String {
        journal::hash(&self.battle)
    }
}

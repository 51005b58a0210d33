//! A battle: content, seed, and the entries made so far.

use std::sync::Arc;

use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;
use serde::{Deserialize, Serialize};

use crate::dice::{Draw, Seed};
use crate::digest::sha256;
use crate::ruleset::{Emit, Refusal, Ruleset, Turn};

/// Entries between two kept states; [`Battle::back_to`] applies at most this many entries again.
const KEEP_EVERY: usize = 64;

/// The content of one scenario, read once and shared by all its battles.
pub struct Stage<R: Ruleset> {
    content: R::Content,
    canonical: String,
    digest: String,
}

impl<R: Ruleset> Stage<R> {
    /// Reads the content of a scenario; the problems say at which values it cannot be played.
    pub fn new(resolved: &Resolved) -> Result<Arc<Self>, Vec<ContentError>> {
        let id = R::dialect().id;
        if resolved.ruleset != id {
            let message = format!("expected content for ruleset `{id}`, but found `{}`", resolved.ruleset);
            return Err(vec![ContentError { pointer: Pointer::root(), message }]);
        }
        let canonical = resolved.canonical();
        let digest = sha256(&canonical);
        Ok(Arc::new(Self { content: R::content(resolved)?, canonical, digest }))
    }

    /// The content, as the rules read it.
    pub fn content(&self) -> &R::Content {
        &self.content
    }

    /// The content as canonical text.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The SHA-256 of the canonical text, in hexadecimal.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// How an entry came about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause<C> {
    /// The beginning; entry 0 and no other.
    SetUp,
    /// The rules went on by themselves.
    Rules,
    /// A player decided.
    Command(C),
}

/// One step of a battle: how it came about, what was rolled and what it changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry<C, I> {
    /// How it came about.
    pub cause: Cause<C>,
    /// What was rolled.
    pub draws: Vec<Draw>,
    /// What it changed, in order.
    pub did: Vec<I>,
}

/// An entry of a battle of ruleset `R`.
pub type EntryOf<R> = Entry<<R as Ruleset>::Command, <R as Ruleset>::Instruction>;

/// A battle. A clone is a branch: both go on independently.
pub struct Battle<R: Ruleset> {
    stage: Arc<Stage<R>>,
    seed: Seed,
    state: R::State,
    entries: Vec<EntryOf<R>>,
    /// The state just before entry 0, `KEEP_EVERY`, twice that and so on.
    kept: Vec<R::State>,
}

impl<R: Ruleset> Battle<R> {
    /// Starts a battle with a stage of its own; the set-up is entry 0.
    pub fn new(resolved: &Resolved, seed: Seed) -> Result<Self, Vec<ContentError>> {
        Ok(Self::on(Stage::new(resolved)?, seed))
    }

    /// Starts a battle on a stage; the set-up is entry 0.
    pub fn on(stage: Arc<Stage<R>>, seed: Seed) -> Self {
        let mut battle = Self::unstarted(stage, seed);
        battle.make(Cause::SetUp);
        battle
    }

    /// The content the battle is fought with.
    pub fn stage(&self) -> &Arc<Stage<R>> {
        &self.stage
    }

    /// The content, as the rules read it.
    pub fn content(&self) -> &R::Content {
        self.stage.content()
    }

    /// The seed of its dice.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// How things stand.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What happened, the set-up first.
    pub fn entries(&self) -> &[EntryOf<R>] {
        &self.entries
    }

    /// Who decides next.
    pub fn turn(&self) -> Turn {
        R::turn(self.content(), &self.state)
    }

    /// What the asked side may do; empty unless a side is asked.
    pub fn legal(&self) -> Vec<R::Command> {
        let mut commands = Vec::new();
        if let Turn::Ask { .. } = self.turn() {
            R::legal(self.content(), &self.state, &mut commands);
        }
        commands
    }

    /// Whether a command could be issued now.
    pub fn check(&self, command: &R::Command) -> Result<(), Refusal> {
        match self.turn() {
            Turn::Ask { .. } => R::check(self.content(), &self.state, command),
            Turn::Auto => Err(Refusal { rule: "", message: "nobody is asked to decide now" }),
            Turn::Over(_) => Err(Refusal { rule: "", message: "the battle is over" }),
        }
    }

    /// Carries out a command as the next entry. A refused command changes nothing.
    pub fn issue(&mut self, command: R::Command) -> Result<(), Refusal> {
        self.check(&command)?;
        self.make(Cause::Command(command));
        Ok(())
    }

    /// Lets the rules make the next entry. Does nothing while a side is asked, or when the battle is over.
    pub fn advance(&mut self) {
        if self.turn() == Turn::Auto {
            self.make(Cause::Rules);
        }
    }

    /// Takes back everything after the first `entries` entries; the set-up stays.
    pub fn back_to(&mut self, entries: usize) {
        let entries = entries.max(1);
        if entries >= self.entries.len() {
            return;
        }
        let nearest = entries / KEEP_EVERY;
        self.state = self.kept[nearest].clone();
        for entry in &self.entries[nearest * KEEP_EVERY..entries] {
            apply::<R>(self.stage.content(), &mut self.state, &entry.did);
        }
        self.entries.truncate(entries);
        self.kept.truncate(entries.div_ceil(KEEP_EVERY));
    }

    /// A battle in which not even the set-up has happened.
    pub(crate) fn unstarted(stage: Arc<Stage<R>>, seed: Seed) -> Self {
        let state = R::empty(stage.content());
        Self { stage, seed, state, entries: Vec::new(), kept: Vec::new() }
    }

    /// Plans and records the next entry. The caller has made sure that its cause is allowed now.
    pub(crate) fn make(&mut self, cause: Cause<R::Command>) {
        self.keep();
        let number = self.entries.len() as u64;
        let content = self.stage.content();
        let mut out = Emit::new(content, &mut self.state, self.seed, number);
        match &cause {
            Cause::SetUp => R::set_up(content, &mut out),
            Cause::Rules => R::advance(content, &mut out),
            Cause::Command(command) => R::plan(content, command, &mut out),
        }
        let (draws, did) = out.finish();
        self.entries.push(Entry { cause, draws, did });
    }

    /// Takes over a recorded entry: applies its instructions, the rules are not asked.
    /// The error is the position of the first instruction that does not fit; the battle is of no use then.
    pub(crate) fn repeat(&mut self, entry: EntryOf<R>) -> Result<(), usize> {
        self.keep();
        let content = self.stage.content();
        for (position, instruction) in entry.did.iter().enumerate() {
            if !R::fits(content, &self.state, instruction) {
                return Err(position);
            }
            R::apply(content, &mut self.state, instruction);
        }
        self.entries.push(entry);
        Ok(())
    }

    fn keep(&mut self) {
        if self.entries.len().is_multiple_of(KEEP_EVERY) {
            self.kept.push(self.state.clone());
        }
    }
}

impl<R: Ruleset> Clone for Battle<R> {
    fn clone(&self) -> Self {
        Self {
            stage: Arc::clone(&self.stage),
            seed: self.seed,
            state: self.state.clone(),
            entries: self.entries.clone(),
            kept: self.kept.clone(),
        }
    }
}

fn apply<R: Ruleset>(content: &R::Content, state: &mut R::State, did: &[R::Instruction]) {
    for instruction in did {
        R::apply(content, state, instruction);
    }
}

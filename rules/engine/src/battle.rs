//! A battle: content, seed, and the entries made so far.
//!
//! An amendment may change the content during the battle; earlier entries keep the content they were made with.

use std::sync::{Arc, OnceLock};

use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use crate::amend::{Amendment, Revision};
use crate::dice::Seed;
use crate::digest::sha256;
use crate::draws::{Draws, take_all};
use crate::ruleset::{Emit, Refusal, Ruleset, Turn};

pub use crate::entry::{Cause, Entry};

/// The distance between two kept states at first, in entries; [`Battle::back_to`] reapplies at most this many entries.
const APART: usize = 64;
/// The number of states kept at most. When there are more, every other one is dropped, and the distance doubles: copies
/// of all states of a long battle of many figures would take most of its memory.
const MOST_KEPT: usize = 8;
/// The number of entries from which on a battle is long.
const LONG: usize = 1024;

/// The content of a scenario, read once and shared by all its battles.
pub struct Stage<R: Ruleset> {
    content: R::Content,
    canonical: String,
    digest: String,
    /// The state before the set-up, made when it is first needed: for a large world this is slow.
    empty: OnceLock<R::State>,
}

impl<R: Ruleset> Stage<R> {
    /// Reads the content of a scenario. The errors name the values that prevent it from being played.
    pub fn new(resolved: &Resolved) -> Result<Arc<Self>, Vec<ContentError>> {
        let id = R::dialect().id;
        if resolved.ruleset != id {
            let message = format!("expected content for ruleset `{id}`, found `{}`", resolved.ruleset);
            return Err(vec![ContentError { pointer: Pointer::root(), message }]);
        }
        let canonical = resolved.canonical();
        let digest = sha256(&canonical);
        Ok(Arc::new(Self { content: R::content(resolved)?, canonical, digest, empty: OnceLock::new() }))
    }

    /// Returns the content as the ruleset's type.
    pub fn content(&self) -> &R::Content {
        &self.content
    }

    /// Returns the state before the set-up, which all battles share until they change it.
    pub fn empty(&self) -> &R::State {
        self.empty.get_or_init(|| R::empty(&self.content))
    }

    /// Returns the content as canonical text.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// Returns the resolved content.
    pub fn resolved(&self) -> Resolved {
        serde_json::from_str(&self.canonical).expect("canonical text is serialized resolved content")
    }

    /// Returns the SHA-256 of the canonical text, in hexadecimal.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// An entry of a battle of ruleset `R`.
pub type EntryOf<R> = Entry<<R as Ruleset>::Command, <R as Ruleset>::Instruction>;

/// A battle. A clone is an independent branch.
///
/// It is a list of [entries](Self::entries()), numbered from 0 (the set-up), and the state after the last one.
///
/// ```
/// use foeman_engine::nim::{self, Nim};
/// use foeman_engine::prelude::*;
///
/// let mut battle = Battle::<Nim>::new(&nim::ten(), Seed(7)).unwrap();
/// battle.issue(3).unwrap();
/// let branch = battle.clone();
/// battle.issue(1).unwrap();
/// assert_eq!((battle.state().left, branch.state().left), (6, 7));
///
/// battle.back_to(1); // the set-up only
/// assert_eq!(battle.state().left, 10);
/// ```
pub struct Battle<R: Ruleset> {
    /// The contents it is played with, each with the entry that introduced it; the first has 0.
    stages: Vec<(usize, Arc<Stage<R>>)>,
    /// The seeds of its dice, each with the first entry that uses it; the first has 0.
    seeds: Vec<(usize, Seed)>,
    state: R::State,
    entries: Vec<EntryOf<R>>,
    /// The states just before entries 0, `apart`, 2 × `apart` and so on.
    kept: Vec<R::State>,
    /// The distance between two kept states, in entries.
    apart: usize,
    /// The number of entries that are amendments.
    amendments: usize,
    /// Empty lists in which the rolls and instructions of the next entry are collected.
    spare: (Draws, Vec<R::Instruction>),
}

impl<R: Ruleset> Battle<R> {
    /// Starts a battle on a new stage; the set-up is entry 0.
    ///
    /// # Errors
    ///
    /// The errors name the values that prevent the scenario from being played, or say that its ruleset is not `R`.
    pub fn new(resolved: &Resolved, seed: Seed) -> Result<Self, Vec<ContentError>> {
        Ok(Self::on(Stage::new(resolved)?, seed))
    }

    /// Starts a battle on a stage; the set-up is entry 0.
    pub fn on(stage: Arc<Stage<R>>, seed: Seed) -> Self {
        let mut battle = Self::unstarted(stage, seed);
        battle.make(Cause::SetUp);
        battle
    }

    /// Starts a battle that keeps only its first state, for simulations: going back replays it from the start.
    pub fn lean(stage: Arc<Stage<R>>, seed: Seed) -> Self {
        Self::lean_in(Vec::new(), stage, seed)
    }

    /// The same with the memory of an empty list for its entries.
    pub(crate) fn lean_in(entries: Vec<EntryOf<R>>, stage: Arc<Stage<R>>, seed: Seed) -> Self {
        let mut battle = Self { apart: usize::MAX, entries, ..Self::unstarted(stage, seed) };
        battle.make(Cause::SetUp);
        battle
    }

    /// Ends a battle and returns the memory of its entries.
    pub(crate) fn into_memory(mut self) -> Vec<EntryOf<R>> {
        self.entries.clear();
        self.entries
    }

    /// Returns the content the battle started with.
    pub fn stage(&self) -> &Arc<Stage<R>> {
        &self.stages[0].1
    }

    /// Returns the current content.
    pub fn stage_now(&self) -> &Arc<Stage<R>> {
        &self.stages[self.stages.len() - 1].1
    }

    /// Returns the content an entry was made with; for an entry that changed the content, the new content.
    pub(crate) fn stage_at(&self, entry: usize) -> &Arc<Stage<R>> {
        let later = self.stages.iter().rposition(|(from, _)| *from <= entry);
        &self.stages[later.unwrap_or_default()].1
    }

    /// Returns the current content as the ruleset's type.
    pub fn content(&self) -> &R::Content {
        self.stage_now().content()
    }

    /// Whether the battle has been amended.
    pub fn is_amended(&self) -> bool {
        self.amendments > 0
    }

    /// Returns the seed with which the battle began.
    pub fn seed(&self) -> Seed {
        self.seeds[0].1
    }

    /// Whether the seed of the dice changed during the battle.
    pub fn is_reseeded(&self) -> bool {
        self.seeds.len() > 1
    }

    /// Returns the seed of the dice of the next entry.
    fn seed_now(&self) -> Seed {
        self.seeds[self.seeds.len() - 1].1
    }

    /// Returns the current state.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Returns the entries so far, the set-up first.
    pub fn entries(&self) -> &[EntryOf<R>] {
        &self.entries
    }

    /// Returns who decides next.
    pub fn turn(&self) -> Turn {
        R::turn(self.content(), &self.state)
    }

    /// Returns the legal commands of the active side; empty if no side is to decide.
    pub fn legal(&self) -> Vec<R::Command> {
        let mut commands = Vec::new();
        if let Turn::Ask { .. } = self.turn() {
            R::legal(self.content(), &self.state, &mut commands);
        }
        commands
    }

    /// Whether a command is legal now.
    pub fn check(&self, command: &R::Command) -> Result<(), Refusal> {
        match self.turn() {
            Turn::Ask { .. } => R::check(self.content(), &self.state, command),
            Turn::Auto => Err(Refusal { rule: "", message: "no side has to decide now" }),
            Turn::Over(_) => Err(Refusal { rule: "", message: "the battle is over" }),
        }
    }

    /// Makes a command the next entry.
    ///
    /// # Errors
    ///
    /// Returns the reason if the command is not legal now. The battle is unchanged.
    pub fn issue(&mut self, command: R::Command) -> Result<(), Refusal> {
        self.check(&command)?;
        self.make(Cause::Command(command));
        Ok(())
    }

    /// Makes a command the next entry. Its dice, and those of all later entries, follow from a new seed.
    ///
    /// Decisions of computer players still follow from the first seed.
    ///
    /// # Errors
    ///
    /// Returns the reason if the command is not legal now. The battle is unchanged.
    pub fn issue_with(&mut self, command: R::Command, seed: Seed) -> Result<(), Refusal> {
        self.check(&command)?;
        self.make_with(Cause::Command(command), Some(seed));
        Ok(())
    }

    /// Lets the rules make the next entry. Does nothing while a side has to decide, or when the battle is over.
    pub fn advance(&mut self) {
        if self.turn() == Turn::Auto {
            self.make(Cause::Rules);
        }
    }

    /// Amends the battle with a new entry. Returns an error with the reason, and changes nothing, if that is
    /// impossible.
    pub fn amend(&mut self, amendment: Amendment) -> Result<(), String> {
        if let Turn::Over(_) = self.turn() {
            return Err("the battle is over; undo something first".to_owned());
        }
        let cause = Cause::Amended(Box::new(amendment.clone()));
        let entry = Entry { cause, seed: None, draws: Draws::default(), did: Vec::new() };
        match amendment {
            Amendment::Content(revision) => {
                if revision.keeps(&self.stage_now().resolved()) {
                    return Err("the new values are the same as the current ones".to_owned());
                }
                let (stage, state) = self.revised(&revision)?;
                self.keep();
                self.stages.push((self.entries.len(), stage));
                self.state = state;
                self.entries.push(entry);
            }
            Amendment::Edit(edit) => {
                let stage = Arc::clone(self.stage_now());
                let edits = R::capabilities().edits.as_ref().ok_or_else(no_master::<R>)?;
                (edits.check)(stage.content(), &self.state, &edit)?;
                self.keep();
                let number = self.number();
                let seed = self.seed_now();
                let mut out = Emit::new(stage.content(), &mut self.state, seed, number);
                (edits.plan)(stage.content(), &edit, &mut out);
                let (draws, did) = out.finish_entry();
                self.entries.push(Entry { draws, did, ..entry });
            }
        }
        self.amendments += 1;
        Ok(())
    }

    /// Undoes all entries after the first `entries`; the set-up stays.
    pub fn back_to(&mut self, entries: usize) {
        let entries = entries.max(1);
        if entries >= self.entries.len() {
            return;
        }
        self.state = self.state_before(entries);
        self.entries.truncate(entries);
        self.amendments = self.entries.iter().filter(|entry| is_amendment(entry)).count();
        self.stages.retain(|(from, _)| *from < entries);
        self.seeds.retain(|(from, _)| *from < entries);
        self.kept.truncate(entries.div_ceil(self.apart));
    }

    /// Returns the state after an entry; `None` if the entry does not exist or was made with other content.
    pub fn state_after(&self, entry: usize) -> Option<R::State> {
        if entry >= self.entries.len() || !Arc::ptr_eq(self.stage_at(entry), self.stage_now()) {
            return None;
        }
        Some(self.state_before(entry + 1))
    }

    /// Returns the state before an entry, or the current state.
    pub(crate) fn state_before(&self, entries: usize) -> R::State {
        let nearest = (entries / self.apart).min(self.kept.len().saturating_sub(1));
        let mut state = self.kept[nearest].clone();
        for (number, entry) in self.entries.iter().enumerate().take(entries).skip(nearest * self.apart) {
            if let Some(carried) = self.carried_into(number, &state) {
                state = carried;
            }
            apply::<R>(self.stage_at(number).content(), &mut state, &entry.did);
        }
        state
    }

    /// Returns the state before the set-up.
    pub(crate) fn first_state(&self) -> R::State {
        self.stage_at(0).empty().clone()
    }

    /// Creates a battle without its set-up.
    pub(crate) fn unstarted(stage: Arc<Stage<R>>, seed: Seed) -> Self {
        let state = stage.empty().clone();
        Self {
            stages: vec![(0, stage)],
            seeds: vec![(0, seed)],
            state,
            entries: Vec::new(),
            kept: Vec::new(),
            apart: APART,
            amendments: 0,
            spare: Default::default(),
        }
    }

    /// Returns the state at the start of an entry that changed the content, carried over to the new content; `None` for
    /// all other entries.
    pub(crate) fn carried_into(&self, entry: usize, state: &R::State) -> Option<R::State> {
        let brings = self.stages.iter().any(|(from, _)| *from == entry && entry > 0);
        brings.then(|| {
            let (before, after) = (self.stage_at(entry - 1), self.stage_at(entry));
            carried::<R>(before.content(), after.content(), state)
                .expect("this state was carried over before, when the entry was created")
        })
    }

    /// Returns the number that identifies the next entry to the dice; amendments are not counted.
    fn number(&self) -> u64 {
        (self.entries.len() - self.amendments) as u64
    }

    /// Returns the content that a revision makes, and the state carried over to it.
    fn revised(&self, revision: &Revision) -> Result<(Arc<Stage<R>>, R::State), String> {
        let before = self.stage_now();
        let stage = Stage::new(&revision.of(&before.resolved())).map_err(|problems| told(&problems))?;
        let state = carried::<R>(before.content(), stage.content(), &self.state)?;
        Ok((stage, state))
    }

    /// Plans and records the next entry, which is not an amendment. The caller has checked that the cause is legal now.
    pub(crate) fn make(&mut self, cause: Cause<R::Command>) {
        self.keep();
        let number = self.number();
        // All battles of a simulation share the stage, so it is borrowed: threads would compete for its count.
        let content = self.stages[self.stages.len() - 1].1.content();
        let (from, seed) = self.seeds[self.seeds.len() - 1];
        let is_long = self.entries.len() >= LONG;
        let mut out = Emit::new(content, &mut self.state, seed, number);
        if is_long {
            out.collect_in(std::mem::take(&mut self.spare));
        }
        match &cause {
            Cause::SetUp => R::set_up(content, &mut out),
            Cause::Rules => R::advance(content, &mut out),
            Cause::Command(command) => R::plan(content, command, &mut out),
            Cause::Amended(_) => debug_assert!(false, "only `amend` creates amendments"),
        }
        let (mut draws, mut did) = out.finish_entry();
        // Lists that grow have room to spare, which adds up in long battles and takes time to remove in short ones.
        if is_long {
            let exact = (draws.take_all(), take_all(&mut did));
            self.spare = (draws, did);
            (draws, did) = exact;
        }
        let seed = (from > 0 && from == self.entries.len()).then_some(seed);
        if is_long && self.entries.len() == self.entries.capacity() {
            // Copying a long list to a larger one takes long, mostly because the memory is new.
            self.entries.reserve(3 * self.entries.len());
        }
        self.entries.push(Entry { cause, seed, draws, did });
    }

    /// Like [`make`](Self::make), but a command can bring a new seed.
    pub(crate) fn make_with(&mut self, cause: Cause<R::Command>, seed: Option<Seed>) {
        if let (Cause::Command(_), Some(seed)) = (&cause, seed) {
            self.seeds.push((self.entries.len(), seed));
        }
        self.make(cause);
    }

    /// Repeats a recorded entry: applies its instructions without asking the rules.
    /// Returns the mismatch as an error; the battle is unusable afterwards.
    pub(crate) fn repeat(&mut self, entry: EntryOf<R>) -> Result<(), Misfit> {
        if let Cause::Amended(amendment) = &entry.cause {
            if self.entries.is_empty() {
                return Err(Misfit::Amendment("expected the set-up, found an amendment".to_owned()));
            }
            self.keep();
            if let Amendment::Content(revision) = &**amendment {
                let (stage, state) = self.revised(revision).map_err(Misfit::Amendment)?;
                self.stages.push((self.entries.len(), stage));
                self.state = state;
            }
        } else {
            self.keep();
        }
        self.seeds.extend(entry.seed.map(|seed| (self.entries.len(), seed)));
        let stage = Arc::clone(self.stage_now());
        for (position, instruction) in entry.did.iter().enumerate() {
            if !R::fits(stage.content(), &self.state, instruction) {
                return Err(Misfit::Instruction(position));
            }
            R::apply(stage.content(), &mut self.state, instruction);
        }
        self.amendments += usize::from(is_amendment(&entry));
        self.entries.push(entry);
        Ok(())
    }

    fn keep(&mut self) {
        if !self.entries.len().is_multiple_of(self.apart) {
            return;
        }
        if self.kept.len() == MOST_KEPT {
            let mut number = 0;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.apart *= 2;
        }
        // There were an even number of states, so this is the place of the next one at the doubled distance, too.
        self.kept.push(self.state.clone());
    }
}

impl<R: Ruleset> Clone for Battle<R> {
    fn clone(&self) -> Self {
        Self {
            stages: self.stages.clone(),
            seeds: self.seeds.clone(),
            state: self.state.clone(),
            entries: self.entries.clone(),
            kept: self.kept.clone(),
            apart: self.apart,
            amendments: self.amendments,
            spare: Default::default(),
        }
    }
}

/// Why a recorded entry cannot be repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Misfit {
    /// The instruction at this position does not fit.
    Instruction(usize),
    /// The amendment cannot be made.
    Amendment(String),
}

fn is_amendment<C, I>(entry: &Entry<C, I>) -> bool {
    matches!(entry.cause, Cause::Amended(_))
}

fn told(problems: &[ContentError]) -> String {
    let told: Vec<String> =
        problems.iter().map(|problem| format!("{}: {}", problem.pointer, problem.message)).collect();
    told.join("; ")
}

fn apply<R: Ruleset>(content: &R::Content, state: &mut R::State, did: &[R::Instruction]) {
    for instruction in did {
        R::apply(content, state, instruction);
    }
}

/// Carries a state over to other content.
fn carried<R: Ruleset>(before: &R::Content, after: &R::Content, state: &R::State) -> Result<R::State, String> {
    let carried = R::capabilities().carried.ok_or_else(|| {
        let id = R::dialect().id;
        format!("the ruleset `{id}` cannot change values during a battle; start a new one")
    })?;
    carried(before, after, state)
}

fn no_master<R: Ruleset>() -> String {
    format!("the ruleset `{}` does not let a game master change the board", R::dialect().id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::{Nim, ten};

    /// A battle from a heap that takes many entries, at its start: one that keeps states, and one that does not.
    fn long_battles() -> [Battle<Nim>; 2] {
        let mut heap = ten();
        heap.records.get_mut("heaps").expect("there are heaps").get_mut("ten").expect("it is one")["pebbles"] =
            20_000.into();
        let stage = Stage::new(&heap).expect("it can be played");
        [Battle::on(Arc::clone(&stage), Seed(1)), Battle::lean(stage, Seed(1))]
    }

    #[test]
    fn long_battles_keep_few_states_and_go_back_to_every_entry() {
        for mut battle in long_battles() {
            let mut left = vec![battle.state().left];
            while battle.entries().len() < 9_000 {
                battle.issue(1 + battle.entries().len() as u32 % 3).expect("it is legal");
                left.push(battle.state().left);
                assert!(battle.kept.len() <= MOST_KEPT);
            }
            for entries in [9_000, 8_999, 8_449, 8_448, 8_193, 4_097, 4_096, 4_095, 129, 128, 65, 64, 1] {
                battle.back_to(entries);
                assert_eq!((battle.entries().len(), battle.state().left), (entries, left[entries - 1]));
                // From there, the battle can be continued.
                let mut on = battle.clone();
                on.issue(1).expect("it is legal");
                on.back_to(entries);
                assert_eq!(on.state().left, left[entries - 1]);
            }
        }
    }
}

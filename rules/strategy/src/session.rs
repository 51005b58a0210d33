//! A game outside of a battle, with random numbers from the caller. With `original-behaviour` it accepts commands of
//! any faction at any time.
//!
//! Hexkit gives its players that freedom, and its recorded games need it; battles do not.

use std::collections::BTreeSet;

use super::DIE;
use super::act::{Act, Table, check};
use super::apply::{Done, abandon, apply};
use super::command::Command;
use super::content::Content;
use super::fault::Fault;
use super::history::{Event, History};
use super::ids::{EntityId, FactionId, SiteId};
use super::instruction::Instruction;
use super::situation::Situation;
use super::state::State;
use foeman_engine::ruleset::Refusal;

pub use super::apply::Survey;

/// The source of random numbers: returns a number from 0 up to, but not including, its argument.
pub type Chance = Box<dyn FnMut(usize) -> usize>;

/// A game, and whether attributes must be recalculated before the next use.
pub struct Session<'a> {
    content: &'a Content,
    /// The current state.
    pub state: State,
    /// The history of factions and entities.
    pub history: History,
    stale: bool,
    program: Vec<Instruction>,
    chance: Chance,
}

/// A step of a special rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An instruction with its immediate consequences.
    Perform(Instruction),
    /// Removes an entity that is depleted.
    Deplete(EntityId),
    /// Another command of the same faction, as a part of this one.
    Inline(Command),
}

/// Why a command was not carried out completely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It was illegal, and nothing was changed.
    Refused(Refusal),
    /// It stopped halfway; its effects until then remain.
    Fault(Fault),
}

impl<'a> Session<'a> {
    /// Creates a game at its start.
    pub fn new(content: &'a Content, chance: Chance) -> Self {
        let (state, history) = (State::new(content), History::default());
        Self { content, state, history, stale: true, program: Vec::new(), chance }
    }

    /// Creates a game from an existing state.
    pub fn on(content: &'a Content, state: State, chance: Chance) -> Self {
        Self { content, state, history: History::default(), stale: false, program: Vec::new(), chance }
    }

    /// Returns the copy on which the computer player Seeker plans.
    pub fn copied(&self, chance: Chance) -> Self {
        let state = if self.content.original { self.state.copied(self.content) } else { self.state.clone() };
        Self { stale: self.stale, ..Self::on(self.content, state, chance) }
    }

    /// Returns a random number from 0 up to, but not including, `among`.
    pub fn pick(&mut self, among: usize) -> usize {
        (self.chance)(among)
    }

    /// Returns the content.
    pub fn content(&self) -> &'a Content {
        self.content
    }

    /// Returns the current situation.
    pub fn now(&self) -> Situation<'_> {
        Situation::new(self.content, &self.state)
    }

    /// Returns the state and the random numbers, for a computer player.
    pub(super) fn thought(&mut self) -> (&State, &mut dyn FnMut(usize) -> usize) {
        (&self.state, &mut *self.chance)
    }

    /// Replaces the source of random numbers.
    pub fn draw_from(&mut self, chance: Chance) {
        self.chance = chance;
    }

    /// Checks whether a faction may issue a command.
    pub fn check(&self, faction: FactionId, command: &Command) -> Result<(), Refusal> {
        check(self.now(), faction, command)
    }

    /// Executes a command. Returns the resulting instructions, or why it was not carried out completely.
    pub fn issue(&mut self, faction: FactionId, command: &Command) -> Result<Vec<Instruction>, Halt> {
        self.check(faction, command).map_err(Halt::Refused)?;
        let done = self.attempt(|act| act.carry_out(faction, command)).map_err(Halt::Fault);
        let program = std::mem::take(&mut self.program);
        done?;
        self.record();
        if matches!(command, Command::BeginTurn {}) {
            self.state.has_begun = true;
        }
        Ok(program)
    }

    /// Executes a command with the steps of a special rule instead of the usual ones.
    pub fn issue_with(
        &mut self,
        faction: FactionId,
        command: &Command,
        deeds: &[Deed],
    ) -> Result<Vec<Instruction>, Halt> {
        let mut deeds = deeds.iter().cloned();
        self.issue_by(faction, command, &mut |_| Ok(deeds.next()))
    }

    /// Like [`Session::issue_with`], but calls `next` for each step with the current state, until it returns `None`.
    pub fn issue_by(
        &mut self,
        faction: FactionId,
        command: &Command,
        next: &mut dyn FnMut(&State) -> Result<Option<Deed>, Fault>,
    ) -> Result<Vec<Instruction>, Halt> {
        self.check(faction, command).map_err(Halt::Refused)?;
        let mut refused = None;
        let done = self.attempt(|act| {
            while let Some(deed) = next(act.now().state)? {
                match deed {
                    Deed::Perform(instruction) => act.perform(instruction).map(drop)?,
                    Deed::Deplete(entity) => act.deplete(entity, Some(faction)).map(drop)?,
                    Deed::Inline(command) => {
                        refused = check(act.now(), faction, &command).err();
                        if refused.is_some() {
                            return Ok(());
                        }
                        act.carry_out(faction, &command)?;
                    }
                }
            }
            Ok(())
        });
        let program = std::mem::take(&mut self.program);
        done.map_err(Halt::Fault)?;
        if let Some(refusal) = refused {
            return Err(Halt::Refused(refusal));
        }
        self.record();
        Ok(program)
    }

    /// Repeats recorded instructions without their consequences.
    pub fn repeat(&mut self, instructions: &[Instruction], survey: Survey) -> Result<(), Fault> {
        for instruction in instructions {
            self.step(instruction, survey)?;
        }
        self.close();
        Ok(())
    }

    /// Repeats one instruction of a recorded command; call [`Session::close`] after the last one.
    pub fn step(&mut self, instruction: &Instruction, survey: Survey) -> Result<(), Fault> {
        self.history.begin(self.content, &self.state);
        let event = Event::of(self.content, &self.state, instruction);
        let done = apply(self.content, &mut self.state, instruction, survey)
            .inspect_err(|&fault| self.stale |= abandon(self.content, &mut self.state, instruction, fault))?;
        self.stale |= done.auras;
        self.history.add(event.filter(|_| done.changed));
        Ok(())
    }

    /// Ends a recorded command.
    pub fn close(&mut self) {
        self.history.begin(self.content, &self.state);
        self.record();
    }

    fn record(&mut self) {
        self.state.has_history = true;
        self.history.commands += 1;
        self.history.full_turns = self.history.full_turns.max(self.state.turn);
    }

    fn attempt(&mut self, deed: impl FnOnce(&mut Act<'_>) -> Result<(), Fault>) -> Result<(), Fault> {
        self.program.clear();
        self.history.begin(self.content, &self.state);
        let Self { content, state, stale, program, chance, history } = self;
        let mut open = Open { content, state, program, chance, history, abandoned: false, surveyed: BTreeSet::new() };
        let mut act = Act::new(content, &mut open, *stale);
        let done = deed(&mut act);
        *stale = act.stale;
        *stale |= open.abandoned;
        done
    }
}

/// A game played by a session.
struct Open<'s> {
    content: &'s Content,
    state: &'s mut State,
    program: &'s mut Vec<Instruction>,
    chance: &'s mut Chance,
    history: &'s mut History,
    /// Whether failed instructions may have changed attributes of units.
    abandoned: bool,
    /// The sites whose terrains this command has changed. Hexkit recalculates them when they are displayed, which is
    /// after the command, with all changes until then.
    surveyed: BTreeSet<SiteId>,
}

impl Table for Open<'_> {
    fn state(&self) -> &State {
        self.state
    }

    fn carry_out(&mut self, instruction: Instruction) -> Result<Done, Fault> {
        let event = Event::of(self.content, self.state, &instruction);
        let done = apply(self.content, self.state, &instruction, Survey::Now)
            .inspect_err(|&fault| self.abandoned |= abandon(self.content, self.state, &instruction, fault))?;
        self.surveyed.extend(done.surveyed.into_iter().flatten());
        if let Instruction::SetEntityClass { entity, .. } = instruction
            && let Some(site) = self.state.listed(entity).site.filter(|site| self.surveyed.contains(site))
        {
            self.state.survey(self.content, site);
        }
        if done.changed {
            self.history.add(event);
            self.program.push(instruction);
        }
        Ok(done)
    }

    fn pick(&mut self, among: usize) -> usize {
        (self.chance)(among)
    }

    fn roll(&mut self, _: u32, count: u8) -> i32 {
        let shown = (0..count).map(|_| i32::try_from((self.chance)(DIE.into())).unwrap_or_default() + 1);
        shown.sum()
    }
}

//! The interface through which commands change a game: instructions one by one, and random numbers.

use crate::apply::Done;
use crate::catalogs::Doing;
use crate::content::Content;
use crate::fault::Fault;
use crate::ids::EntityId;
use crate::instruction::Instruction;
use crate::situation::Situation;
use crate::state::State;

/// A game that can be changed.
pub(in super::super) trait Table {
    /// Returns the current state.
    fn state(&self) -> &State;

    /// Executes an instruction, and records it if it changed anything.
    fn carry_out(&mut self, instruction: Instruction) -> Result<Done, Fault>;

    /// Returns a random number from 0 up to, but not including, `among`.
    fn pick(&mut self, among: usize) -> usize;

    /// Rolls `count` dice for a token and returns their sum.
    fn roll(&mut self, token: u32, count: u8) -> i32;
}

/// A command in progress.
pub(in super::super) struct Act<'a> {
    /// The content.
    pub(in super::super) content: &'a Content,
    /// The game.
    pub(in super::super) table: &'a mut dyn Table,
    /// Whether the attributes of all units must be recalculated before the next use.
    pub(in super::super) stale: bool,
    /// The number of custom rules in the current chain.
    pub(super) chain: u8,
    /// The number of deeds by custom rules that were triggered by other rules.
    pub(super) deeds: u32,
    /// Whether the limit has been reported.
    pub(super) stopped: bool,
    /// The units that are dying.
    pub(super) dying: Vec<EntityId>,
    /// The actions that custom rules have allowed during this command: they are not revoked at its end.
    pub(super) allowed: Vec<(EntityId, Doing)>,
}

impl<'a> Act<'a> {
    /// Creates a command in progress.
    pub(in super::super) fn new(content: &'a Content, table: &'a mut dyn Table, stale: bool) -> Self {
        Self { content, table, stale, chain: 0, deeds: 0, stopped: false, dying: Vec::new(), allowed: Vec::new() }
    }

    pub(super) fn state(&self) -> &State {
        self.table.state()
    }

    /// Returns the current situation.
    pub(in super::super) fn now(&self) -> Situation<'_> {
        Situation::new(self.content, self.table.state())
    }
}

//! What commands work with: a game on which instructions are carried out one by one, and chance.

use crate::apply::Done;
use crate::catalogs::Doing;
use crate::content::Content;
use crate::fault::Fault;
use crate::ids::EntityId;
use crate::instruction::Instruction;
use crate::situation::Situation;
use crate::state::State;

/// A game as those see it who change it.
pub(in super::super) trait Table {
    /// How it stands.
    fn state(&self) -> &State;

    /// Carries out an instruction, and records it if anything came of it.
    fn carry_out(&mut self, instruction: Instruction) -> Result<Done, Fault>;

    /// One of so many, by chance: from 0 up to the number itself.
    fn pick(&mut self, among: usize) -> usize;

    /// The sum of so many dice that are rolled for something.
    fn roll(&mut self, token: u32, count: u8) -> i32;
}

/// A command underway.
pub(in super::super) struct Act<'a> {
    /// What never changes.
    pub(in super::super) content: &'a Content,
    /// The game.
    pub(in super::super) table: &'a mut dyn Table,
    /// Whether attributes of all units have to be worked out anew when next something is.
    pub(in super::super) stale: bool,
    /// How many custom rules have set each other off by now.
    pub(super) chain: u8,
    /// How many times something was done to somebody by custom rules that others have set off.
    pub(super) deeds: u32,
    /// Whether it was said that there are too many.
    pub(super) stopped: bool,
    /// Who is about to die.
    pub(super) dying: Vec<EntityId>,
    /// What custom rules have allowed in this command: it is not taken away at its end.
    pub(super) allowed: Vec<(EntityId, Doing)>,
}

impl<'a> Act<'a> {
    /// A command that begins.
    pub(in super::super) fn new(content: &'a Content, table: &'a mut dyn Table, stale: bool) -> Self {
        Self { content, table, stale, chain: 0, deeds: 0, stopped: false, dying: Vec::new(), allowed: Vec::new() }
    }

    /// The game as it stands.
    pub(super) fn state(&self) -> &State {
        self.table.state()
    }

    /// What follows from how it stands.
    pub(in super::super) fn now(&self) -> Situation<'_> {
        Situation::new(self.content, self.table.state())
    }
}

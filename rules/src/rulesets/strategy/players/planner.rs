//! What Seeker plans with: a copy of the game, and the commands so far.

use crate::rulesets::strategy::command::Command;
use crate::rulesets::strategy::content::Content;
use crate::rulesets::strategy::ids::{EntityId, FactionId, SiteId};
use crate::rulesets::strategy::instruction::Instruction;
use crate::rulesets::strategy::order;
use crate::rulesets::strategy::session::{Halt, Session};
use crate::rulesets::strategy::situation::Situation;
use crate::rulesets::strategy::state::State;

/// How Seeker plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many of the nearest targets are looked at.
    pub target_limit: usize,
    /// Whether it builds anything by chance instead of by value.
    pub builds_by_chance: bool,
    /// Whether it places units by chance instead of by threat.
    pub places_by_chance: bool,
    /// Whether the first command is all that is wanted.
    pub first_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { target_limit: 8, builds_by_chance: false, places_by_chance: false, first_only: false }
    }
}

/// A command of a plan, and what it did on the copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The command.
    pub command: Command,
    /// What it did.
    pub program: Vec<Instruction>,
}

/// A turn as it was planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What to do, in order.
    pub commands: Vec<Planned>,
    /// How the copy stands after that.
    pub state: State,
    /// What the copy did not allow, where that ended the plan.
    pub halt: Option<Halt>,
}

/// Nothing more is to be planned.
pub(super) struct Stop;

/// A turn underway.
pub(super) struct Planner<'a> {
    pub(super) content: &'a Content,
    pub(super) session: Session<'a>,
    pub(super) faction: FactionId,
    pub(super) options: Options,
    pub(super) planned: Vec<Planned>,
    pub(super) halt: Option<Halt>,
}

impl Planner<'_> {
    pub(super) fn now(&self) -> Situation<'_> {
        self.session.now()
    }

    /// Carries a command out on the copy.
    pub(super) fn issue(&mut self, command: Command) -> Result<(), Stop> {
        match self.session.issue(self.faction, &command) {
            Ok(program) => self.planned.push(Planned { command, program }),
            Err(halt) => {
                self.halt = Some(halt);
                return Err(Stop);
            }
        }
        if self.options.first_only { Err(Stop) } else { Ok(()) }
    }

    /// Sorts sites by how far they are, equal ones as the original leaves them.
    pub(super) fn sort_by_distance(&self, source: SiteId, sites: &mut [SiteId]) {
        let distance = |site: &SiteId| self.content.distance(source, *site);
        match self.content.original {
            true => order::sort(sites, &|a, b| distance(a) < distance(b)),
            false => sites.sort_by_key(distance),
        }
    }

    /// Where a unit can move, worked out once for its turn.
    pub(super) fn reach_of<'r>(&self, unit: EntityId, reach: &'r mut Option<Vec<SiteId>>) -> &'r Vec<SiteId> {
        reach.get_or_insert_with(|| self.now().move_targets(&[unit]))
    }
}

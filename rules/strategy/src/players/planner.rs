//! The basis of Seeker's decisions: the current situation, random numbers, and its options.

use super::ranking::Ranking;
use crate::catalogs::{MOST_TARGETS, Seeking};
use crate::command::Command;
use crate::content::Content;
use crate::ids::{EntityId, FactionId, SiteId};
use crate::instruction::Instruction;
use crate::session::Halt;
use crate::situation::Situation;
use crate::state::State;

/// The options of Seeker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of nearest targets considered.
    pub target_limit: usize,
    /// Whether it builds at random instead of by worth.
    pub builds_by_chance: bool,
    /// Whether it places units at random instead of by threat.
    pub places_by_chance: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { target_limit: 8, builds_by_chance: false, places_by_chance: false }
    }
}

impl From<Seeking> for Options {
    fn from(said: Seeking) -> Self {
        let usual = Self::default();
        let limit = said.target_limit.map(|limit| limit.clamp(1, MOST_TARGETS).into());
        Self {
            target_limit: limit.unwrap_or(usual.target_limit),
            builds_by_chance: said.random_build.unwrap_or(usual.builds_by_chance),
            places_by_chance: said.random_place.unwrap_or(usual.places_by_chance),
        }
    }
}

/// A command of a plan, with its instructions on the copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The command.
    pub command: Command,
    /// The resulting instructions.
    pub program: Vec<Instruction>,
}

/// The plan of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The commands, in order.
    pub commands: Vec<Planned>,
    /// The state of the copy afterwards.
    pub state: State,
    /// The failure that ended the plan, if any.
    pub halt: Option<Halt>,
}

/// Returns a random number from 0 up to, but not including, its argument.
pub(super) type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

/// The context of a decision.
pub(super) struct Planner<'a> {
    pub(super) content: &'a Content,
    pub(super) now: Situation<'a>,
    pub(super) faction: FactionId,
    pub(super) options: Options,
    pub(super) pick: Pick<'a>,
}

impl<'a> Planner<'a> {
    pub(super) fn now(&self) -> Situation<'a> {
        self.now
    }

    /// Creates a list of targets.
    pub(super) fn ranking(&self, sites: Vec<SiteId>) -> Ranking {
        Ranking::new(&self.content.geometry, self.content.original, sites)
    }

    /// Returns the destinations of a unit, computed once per turn of the unit.
    pub(super) fn reach_of<'r>(&self, unit: EntityId, reach: &'r mut Option<Vec<SiteId>>) -> &'r Vec<SiteId> {
        reach.get_or_insert_with(|| self.now.move_targets(&[unit]))
    }
}

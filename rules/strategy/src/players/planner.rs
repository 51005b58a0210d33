//! What Seeker thinks with: the game as it stands, chance, and how it plays.

use crate::catalogs::{MOST_TARGETS, Seeking};
use crate::command::Command;
use crate::content::Content;
use crate::ids::{EntityId, FactionId, SiteId};
use crate::instruction::Instruction;
use crate::order;
use crate::session::Halt;
use crate::situation::{Situation, Worthiest};
use crate::state::State;

/// How Seeker plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many of the nearest targets are looked at.
    pub target_limit: usize,
    /// Whether it builds anything by chance instead of by value.
    pub builds_by_chance: bool,
    /// Whether it places units by chance instead of by threat.
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

/// One of so many, by chance.
pub(super) type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

/// The moment in which something is decided.
pub(super) struct Planner<'a> {
    pub(super) content: &'a Content,
    pub(super) now: Situation<'a>,
    pub(super) faction: FactionId,
    pub(super) options: Options,
    pub(super) pick: Pick<'a>,
    /// What the worthiest site is worth, once somebody has asked.
    pub(super) worthiest: Option<Worthiest>,
}

impl<'a> Planner<'a> {
    pub(super) fn now(&self) -> Situation<'a> {
        self.now
    }

    /// Sorts sites by how far they are, equal ones as the original leaves them.
    pub(super) fn sort_by_distance(&self, source: SiteId, sites: &mut [SiteId]) {
        let mut known: Vec<(u32, SiteId)> =
            sites.iter().map(|&site| (self.content.distance(source, site), site)).collect();
        match self.content.original {
            true => order::sort(&mut known, &|a, b| a.0 < b.0),
            false => known.sort_by_key(|&(distance, _)| distance),
        }
        sites.iter_mut().zip(known).for_each(|(site, (_, sorted))| *site = sorted);
    }

    /// Where a unit can move, worked out once for its turn.
    pub(super) fn reach_of<'r>(&self, unit: EntityId, reach: &'r mut Option<Vec<SiteId>>) -> &'r Vec<SiteId> {
        reach.get_or_insert_with(|| self.now.move_targets(&[unit]))
    }
}

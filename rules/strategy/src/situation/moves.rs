//! Movement of units: destinations and paths.

use std::num::NonZeroU32;

use foeman_schema::grid::Cell;

use super::Situation;
use crate::ids::{EntityId, FactionId, SiteId};
use foeman_engine::search::agent::Agent;
use foeman_engine::search::coverage::coverage;
use foeman_engine::search::path_finding::{Path, find_path_within};

/// Units that move together, as an agent for searches.
pub struct Walkers<'a> {
    now: Situation<'a>,
    owner: Option<FactionId>,
    /// The units that want to attack the target from the end of the path; empty if they move to the target itself.
    attacking: &'a [EntityId],
}

impl Agent for Walkers<'_> {
    fn step_cost(&self, _: Cell, to: Cell) -> Option<NonZeroU32> {
        let site = self.now.content.site(to)?;
        // Most sites are empty.
        if let Some(cost) = self.now.state.open_cost(site) {
            return Some(cost.into());
        }
        let here = self.now.state.site(site);
        let difficulty = here.relief.difficulty;
        let is_open = difficulty != 0 && (here.units().is_empty() || !self.now.has_aliens(site, self.owner));
        is_open.then(|| NonZeroU32::new(difficulty.max(1).unsigned_abs()).unwrap_or(NonZeroU32::MIN))
    }

    fn is_near_target(&self, cell: Cell, target: Cell, distance: u32) -> bool {
        if self.attacking.is_empty() {
            return distance == 0;
        }
        let sites = self.now.content.site(cell).zip(self.now.content.site(target));
        sites.is_some_and(|(from, to)| self.now.can_attack_from(self.attacking, from, to))
    }
}

impl<'a> Situation<'a> {
    fn walkers(&self, units: &[EntityId], attacking: &'a [EntityId]) -> Walkers<'a> {
        let owner = units.first().and_then(|&unit| self.state.entity(unit)?.owner);
        Walkers { now: *self, owner, attacking }
    }

    /// Returns the smallest movement range of some units; 0 if one of them cannot move.
    pub fn reach(&self, units: &[EntityId]) -> i32 {
        let each = units.iter().map(|&unit| if self.can_move(unit) { self.movement(unit) } else { 0 });
        each.min().unwrap_or(0)
    }

    /// Returns the sites to which units can move together, from the site of the first of them, in depth-first order.
    pub fn move_targets(&self, units: &[EntityId]) -> Vec<SiteId> {
        let reach = self.reach(units);
        let source = units.first().and_then(|&unit| self.state.entity(unit)?.site);
        let (Some(source), Ok(reach @ 1..)) = (source, u64::try_from(reach)) else { return Vec::new() };
        let geometry = &self.content.geometry;
        let cells = coverage(geometry, &self.walkers(units, &[]), self.content.cell(source), reach);
        cells.into_iter().filter_map(|cell| self.content.site(cell)).collect()
    }

    /// Returns the cheapest path of units between two sites.
    pub fn way(&self, units: &[EntityId], source: SiteId, target: SiteId) -> Option<Path> {
        self.way_within(units, source, target, u64::MAX)
    }

    /// Like [`way`](Self::way); `None` if it costs more than `most`.
    pub fn way_within(&self, units: &[EntityId], source: SiteId, target: SiteId, most: u64) -> Option<Path> {
        let (source, target) = (self.content.cell(source), self.content.cell(target));
        find_path_within(&self.content.geometry, &self.walkers(units, &[]), source, target, most)
    }

    /// Returns the cheapest path of units to a site from which they could attack the target.
    pub fn way_to_attack(&self, units: &'a [EntityId], source: SiteId, target: SiteId) -> Option<Path> {
        self.way_to_attack_within(units, source, target, u64::MAX)
    }

    /// Like [`way_to_attack`](Self::way_to_attack); usually `None` if it costs more than `most`, and never if it costs
    /// less.
    pub fn way_to_attack_within(
        &self,
        units: &'a [EntityId],
        source: SiteId,
        target: SiteId,
        most: u64,
    ) -> Option<Path> {
        let (source, target) = (self.content.cell(source), self.content.cell(target));
        // It ends within attack range, so the last part of the estimate is not paid for.
        let range = units.iter().map(|&unit| self.attack_range(unit)).max().unwrap_or(0);
        let most = most.saturating_add(u64::try_from(range).unwrap_or(0));
        find_path_within(&self.content.geometry, &self.walkers(units, units), source, target, most)
    }

    /// Returns the site in which units end with a movement budget on a path.
    pub fn end_of(&self, units: &[EntityId], way: &Path, reach: u64) -> Option<SiteId> {
        self.content.site(way.last_within(&self.walkers(units, &[]), reach))
    }
}

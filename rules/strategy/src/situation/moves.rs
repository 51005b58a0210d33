//! Movement of units: destinations and paths.

use std::num::{NonZeroU8, NonZeroU32};

use foeman_schema::grid::Cell;

use super::Situation;
use crate::catalogs::Ranged;
use crate::ids::{EntityId, FactionId, SiteId};
use foeman_engine::search::agent::Agent;
use foeman_engine::search::coverage::coverage;
use foeman_engine::search::line::Line;
use foeman_engine::search::path_finding::{Path, find_path_within};

/// Units that move together, as an agent for searches.
pub struct Walkers<'a> {
    now: Situation<'a>,
    owner: Option<FactionId>,
    /// The units that want to attack the target from the end of the path; empty if they move to the target itself.
    attacking: &'a [EntityId],
    /// The range from which all of them can attack.
    range: u32,
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
        if distance > self.range {
            return false;
        }
        let sites = self.now.content.site(cell).zip(self.now.content.site(target));
        sites.is_some_and(|(from, to)| self.now.can_attack_from(self.attacking, from, to))
    }
}

impl<'a> Situation<'a> {
    fn walkers(&self, units: &[EntityId], attacking: &'a [EntityId]) -> Walkers<'a> {
        let owner = units.first().and_then(|&unit| self.state.entity(unit)?.owner);
        let range = attacking.iter().map(|&unit| self.attack_range(unit)).min().unwrap_or(0);
        Walkers { now: *self, owner, attacking, range: u32::try_from(range).unwrap_or(0) }
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
        let walkers = self.walkers(units, &[]);
        let (from, to) = (self.content.cell(source), self.content.cell(target));
        // Without this, all sites that can be reached would be examined.
        if source != target && walkers.step_cost(from, to).is_none() {
            return None;
        }
        find_path_within(&self.content.geometry, &walkers, from, to, most)
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

    /// Returns the cost of the cheapest path of a unit between two sites; `None` if it is more than `most`.
    pub fn cost_within(&self, unit: EntityId, source: SiteId, target: SiteId, most: u64) -> Option<u64> {
        let distance = u64::from(self.content.distance(source, target));
        if distance > most {
            return None;
        }
        let plain = || Some(self.way_within(&[unit], source, target, most)?.total_cost());
        if !self.has_plain_way(unit, source, target, distance) {
            return plain();
        }
        debug_assert_eq!(Some(distance), plain());
        Some(distance)
    }

    /// Returns the cost of the cheapest path of a unit to a site from which it could attack the target, if there is a
    /// straight path of steps that cost 1; otherwise `None`, and the cost takes a search.
    pub fn sure_attack_cost(&self, unit: EntityId, source: SiteId, target: SiteId) -> Option<u64> {
        let range = self.attack_range(unit);
        let needs_line = range > 1 && self.ranged(unit) == Ranged::Line;
        let owner = self.state.entity(unit).and_then(|unit| unit.owner);
        if range < 0 || needs_line || !self.has_aliens(target, owner) {
            return None;
        }
        let distance = u64::from(self.content.distance(source, target));
        let steps = distance.saturating_sub(u64::try_from(range).unwrap_or(0));
        let is_sure = self.has_plain_way(unit, source, target, steps);
        debug_assert!(
            !is_sure || self.way_to_attack(&[unit], source, target).map(|way| way.total_cost()) == Some(steps)
        );
        is_sure.then_some(steps)
    }

    /// Whether a unit is certain to have a path whose first `steps` steps each cost 1 and lead closer to the target. No
    /// path is cheaper. Between obstacles, the result may be false although there is one.
    fn has_plain_way(&self, unit: EntityId, source: SiteId, target: SiteId, steps: u64) -> bool {
        let units = [unit];
        let walkers = self.walkers(&units, &[]);
        let (mut cell, target) = (self.content.cell(source), self.content.cell(target));
        let Some(mut line) = Line::between(&self.content.geometry, cell, target) else { return false };
        for _ in 0..steps {
            let is_open = |next: Cell| match self.content.site(next).map(|site| self.state.open_cost(site)) {
                Some(Some(cost)) => cost == NonZeroU8::MIN,
                _ => walkers.step_cost(cell, next) == Some(NonZeroU32::MIN),
            };
            let Some(next) = line.step(cell, is_open) else { return false };
            cell = next;
        }
        true
    }

    /// Returns the site in which units end with a movement budget on a path.
    pub fn end_of(&self, units: &[EntityId], way: &Path, reach: u64) -> Option<SiteId> {
        self.content.site(way.last_within(&self.walkers(units, &[]), reach))
    }
}

//! Where units can move, and on which way.

use std::num::NonZeroU32;

use foeman_schema::grid::Cell;

use super::Situation;
use crate::ids::{EntityId, FactionId, SiteId};
use foeman_engine::search::agent::Agent;
use foeman_engine::search::coverage::coverage;
use foeman_engine::search::path::{Path, find_path};

/// Units that move together, as the searches see them.
pub struct Walkers<'a> {
    now: Situation<'a>,
    owner: Option<FactionId>,
    /// Those that would attack the target from where they come to stand; none when they want to go all the way.
    attacking: &'a [EntityId],
}

impl Agent for Walkers<'_> {
    fn step_cost(&self, _: Cell, to: Cell) -> Option<NonZeroU32> {
        let site = self.now.content.site(to)?;
        let difficulty = self.now.state.site(site).difficulty;
        let is_open = difficulty != 0 && !self.now.has_aliens(site, self.owner);
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

    /// The least movement of some units; 0 where one of them cannot move.
    pub fn reach(&self, units: &[EntityId]) -> i32 {
        let each = units.iter().map(|&unit| if self.can_move(unit) { self.movement(unit) } else { 0 });
        each.min().unwrap_or(0)
    }

    /// The sites that units can move to together, from where the first of them stands, in the order of a walk.
    pub fn move_targets(&self, units: &[EntityId]) -> Vec<SiteId> {
        let reach = self.reach(units);
        let source = units.first().and_then(|&unit| self.state.entity(unit)?.site);
        let (Some(source), Ok(reach @ 1..)) = (source, u64::try_from(reach)) else { return Vec::new() };
        let geometry = &self.content.geometry;
        let cells = coverage(geometry, &self.walkers(units, &[]), self.content.cell(source), reach);
        cells.into_iter().filter_map(|cell| self.content.site(cell)).collect()
    }

    /// The cheapest way of units from a site to another.
    pub fn way(&self, units: &[EntityId], source: SiteId, target: SiteId) -> Option<Path> {
        let (source, target) = (self.content.cell(source), self.content.cell(target));
        find_path(&self.content.geometry, &self.walkers(units, &[]), source, target)
    }

    /// The cheapest way of units to where they could attack a site from.
    pub fn way_to_attack(&self, units: &'a [EntityId], source: SiteId, target: SiteId) -> Option<Path> {
        let (source, target) = (self.content.cell(source), self.content.cell(target));
        find_path(&self.content.geometry, &self.walkers(units, units), source, target)
    }

    /// Where units that go so far on a way come to stand.
    pub fn end_of(&self, units: &[EntityId], way: &Path, reach: u64) -> Option<SiteId> {
        self.content.site(way.last_within(&self.walkers(units, &[]), reach))
    }
}

//! Possible attacks of units: targets, range and expected losses.

use foeman_schema::grid::world::Reach;

use super::Situation;
use crate::catalogs::Ranged;
use crate::ids::{EntityId, SiteId};
use foeman_engine::search::field_of_view::visibility;

/// The expected losses of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    /// The strength of the attackers.
    pub attackers: i32,
    /// The strength lost by the attackers.
    pub attackers_lost: i32,
    /// The strength of the defenders.
    pub defenders: i32,
    /// The strength lost by the defenders.
    pub defenders_lost: i32,
}

impl Losses {
    /// Returns the losses of attackers and defenders as rounded percentages of their strength.
    pub fn shares(&self) -> [i32; 2] {
        [Self::percent(self.attackers_lost, self.attackers), Self::percent(self.defenders_lost, self.defenders)]
    }

    /// Returns a loss as a rounded percentage of a strength, as in Hexkit: `NInt(losses * 100.0 / strength)`. Halves are
    /// rounded away from zero; 0 if there is no strength.
    pub fn percent(lost: i32, of: i32) -> i32 {
        if of <= 0 {
            return 0;
        }
        let (lost, of) = (i64::from(lost), i64::from(of));
        ((lost * 200 + of) / (of * 2)) as i32
    }
}

impl Situation<'_> {
    /// Whether anything in a site blocks a straight line.
    pub fn is_opaque(&self, site: SiteId) -> bool {
        let site = self.state.site(site);
        let all = site.terrains().iter().chain(site.units()).chain(site.effects());
        all.into_iter().any(|&entity| self.class(entity).blocks_attack)
    }

    /// Returns the sites visible from another within a number of steps, in the order in which they are found.
    pub fn seen_from(&self, source: SiteId, steps: u32) -> Vec<SiteId> {
        let geometry = &self.content.geometry;
        let reach = (steps > 0).then(|| Reach::widths(geometry.lattice().tile(), steps));
        let is_opaque = |cell| self.content.site(cell).is_some_and(|site| self.is_opaque(site));
        let seen = visibility(geometry, self.content.cell(source), reach, is_opaque);
        seen.into_iter().filter_map(|cell| self.content.site(cell)).collect()
    }

    /// Whether `target` can be attacked from `source` with this range.
    fn is_within(&self, source: SiteId, target: SiteId, range: i32, ranged: Ranged) -> bool {
        let distance = self.content.distance(source, target);
        if i64::from(distance) > i64::from(range) {
            return false;
        }
        distance <= 1 || ranged != Ranged::Line || self.seen_from(source, distance).contains(&target)
    }

    /// Whether a unit could attack a site from its current site.
    pub fn is_in_range(&self, unit: EntityId, target: SiteId) -> bool {
        let site = self.state.entity(unit).and_then(|unit| unit.site);
        site.is_some_and(|site| self.is_within(site, target, self.attack_range(unit), self.ranged(unit)))
    }

    /// Whether units could all attack a site from their current sites.
    pub fn can_attack_site(&self, units: &[EntityId], target: SiteId) -> bool {
        let Some(&first) = units.first() else { return false };
        let owner = self.state.entity(first).and_then(|unit| unit.owner);
        self.has_aliens(target, owner) && units.iter().all(|&unit| self.is_in_range(unit, target))
    }

    /// Whether units could attack a site if all of them were in another.
    pub fn can_attack_from(&self, units: &[EntityId], source: SiteId, target: SiteId) -> bool {
        let Some(&first) = units.first() else { return false };
        let owner = self.state.entity(first).and_then(|unit| unit.owner);
        let range = units.iter().map(|&unit| self.attack_range(unit)).min().unwrap_or(0);
        let lines = units.iter().any(|&unit| self.ranged(unit) == Ranged::Line);
        let ranged = if lines { Ranged::Line } else { Ranged::Any };
        self.has_aliens(target, owner) && self.is_within(source, target, range, ranged)
    }

    /// Returns the sites that units can attack together.
    pub fn attack_targets(&self, units: &[EntityId]) -> Vec<SiteId> {
        let Some(&first) = units.first().filter(|_| units.iter().all(|&unit| self.can_attack(unit))) else {
            return Vec::new();
        };
        let Some(site) = self.state.entity(first).and_then(|unit| unit.site) else { return Vec::new() };
        let range = u32::try_from(self.attack_range(first)).unwrap_or(0);
        let around = self.content.geometry.neighbours_within(self.content.cell(site), range);
        let near = around.into_iter().filter_map(|cell| self.content.site(cell));
        // Units may be in different sites, one of which may be the target.
        let apart = |target: SiteId| units.iter().all(|&unit| self.state.listed(unit).site != Some(target));
        near.filter(|&target| apart(target) && self.can_attack_site(units, target)).collect()
    }

    /// Returns the losses of an attack if strength alone decided.
    pub fn losses(&self, units: &[EntityId], target: SiteId) -> Losses {
        let (attackers, defenders) = (self.strength_of(units), self.strength_of(self.state.site(target).units()));
        Losses {
            attackers,
            attackers_lost: defenders.saturating_sub(attackers).clamp(0, attackers.max(0)),
            defenders,
            defenders_lost: attackers.clamp(0, defenders.max(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_percent_of_losses_is_rounded_up() {
        let percents = [(1, 200), (3, 200), (5, 200), (1, 201), (199, 200), (0, 200), (7, 0)];
        let percents = percents.map(|(lost, of)| Losses::percent(lost, of));
        assert_eq!(percents, [1, 2, 3, 0, 100, 0, 0]);
        assert_eq!(Losses::percent(i32::MAX, i32::MAX), 100);
    }
}

//! Supplies: the needs of units, and the sites that meet them.

use super::Situation;
use crate::catalogs::Transfer;
use crate::content::Category;
use crate::ids::{EntityId, FactionId, SiteId};

impl Situation<'_> {
    /// Returns the greatest need of a unit: the position of the resource in its faction's supplies, and the missing
    /// share in per cent.
    pub fn need(&self, unit: EntityId) -> Option<(usize, i32)> {
        let unit = self.state.entity(unit)?;
        let mut most: Option<(usize, i32)> = None;
        for (at, &variable) in self.content.faction(unit.owner?).supplies.iter().enumerate() {
            let Some(stock) = unit.values.get(variable) else { continue };
            let missing = i64::from(stock.initial) - i64::from(stock.now);
            if stock.initial <= 0 || missing <= 0 {
                continue;
            }
            let need = (100 * missing / i64::from(stock.initial)) as i32;
            if need > most.map_or(0, |(_, known)| known) {
                most = Some((at, need));
            }
        }
        most
    }

    /// Returns how much of each supply a faction's unit gains in a site.
    pub fn supplies(&self, faction: FactionId, site: SiteId) -> Vec<i32> {
        let here = self.state.site(site);
        let sources = here.terrains().iter().chain(here.effects()).map(|&source| self.state.listed(source));
        let sources: Vec<_> = sources.filter(|source| source.class(self.content).transfer != Transfer::None).collect();
        let of = |&variable| {
            let around = self.state.faction(faction).aura.at(site, variable);
            sources.iter().fold(around, |sum, source| sum.saturating_add(source.values.value(variable)))
        };
        self.content.faction(faction).supplies.iter().map(of).collect()
    }

    /// Returns the sites that supply a faction's units and contain no units of others.
    pub fn supply_sites(&self, faction: FactionId) -> Vec<SiteId> {
        let is_free = |site: &SiteId| !self.has_aliens(*site, Some(faction));
        let gains = |site: &SiteId| self.supplies(faction, *site).iter().any(|&gain| gain > 0);
        self.content.columns().filter(|site| is_free(site) && gains(site)).collect()
    }

    /// Whether losses are compared as shares: if most units heal.
    pub fn compares_shares(&self) -> bool {
        let classes: Vec<_> = self.content.classes_of(Category::Unit).map(|class| self.content.class(class)).collect();
        if classes.iter().all(|class| !class.heals) {
            return false;
        }
        if classes.iter().all(|class| class.heals) {
            return true;
        }
        let mut units = self.state.order.iter().flat_map(|&faction| &self.state.faction(faction).units);
        if self.content.original {
            // Hexkit stops counting as soon as one side is ahead, which is after the first unit.
            return units.next().is_none_or(|&unit| self.class(unit).heals);
        }
        let (mut healing, mut all) = (0, 0);
        for &unit in units {
            all += 1;
            healing += u32::from(self.class(unit).heals);
        }
        healing * 2 >= all
    }
}

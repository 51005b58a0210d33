//! The worth of things: for computer players, and for the order in which units are disbanded.
//!
//! They are floating-point numbers, see `state/worth.rs`. A state stores only the greatest worth of a site.

use super::Situation;
use crate::ids::{ClassId, EntityId, FactionId, SiteId};

impl Situation<'_> {
    /// Returns the worth of an entity to any faction: its class's worth, reduced by the resources it has lost.
    pub fn worth(&self, entity: EntityId) -> f64 {
        self.state.listed(entity).asset(self.content).amount()
    }

    /// Returns the worth of a site's terrains to any faction.
    pub fn site_worth(&self, site: SiteId) -> f64 {
        self.state.site(site).worth()
    }

    /// Returns the worth of a site to a faction, from 0 to 1: its home is worth most, then the homes of others.
    pub fn site_value(&self, faction: FactionId, site: SiteId) -> f64 {
        let most = self.state.most_worth();
        let home = |faction: &FactionId| self.content.faction(*faction).home == Some(site);
        if most == 0.0 {
            0.0
        } else if home(&faction) {
            1.0
        } else if self.state.order.iter().any(home) {
            0.9
        } else {
            0.8 * (self.site_worth(site) / most)
        }
    }

    /// Returns the worth of one more of a class to a faction, from 0 to 1: the fewer it has, the more.
    pub fn class_worth(&self, faction: FactionId, class: ClassId) -> f64 {
        let plain = |class: ClassId| f64::from(self.content.class(class).worth) / 1000.0;
        let category = self.content.class(class).category;
        let builds = &self.content.faction(faction).builds;
        let worth = plain(class);
        if worth == 0.0 || builds.binary_search(&class).is_err() {
            return worth;
        }
        let likes = builds.iter().filter(|&&other| self.content.class(other).category == category);
        let all: f64 = likes.map(|&other| plain(other)).sum();
        let owned = self.state.faction(faction).possessions(category).map(|own| self.state.listed(own).class);
        let (mut alike, mut built) = (0_u32, 0_u32);
        for own in owned.filter(|own| builds.binary_search(own).is_ok()) {
            built += 1;
            alike += u32::from(own == class);
        }
        let share = if built > 0 { f64::from(alike) / f64::from(built) } else { 0.0 };
        (2.0 * (worth / all) - share).clamp(0.0, 1.0)
    }
}

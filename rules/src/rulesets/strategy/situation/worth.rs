//! How much things are worth to a computer player.
//!
//! The one place of the rules that calculates with fractions, as the original does, because its computer player compares
//! what comes of them. Only sums, products and quotients occur, which every machine rounds alike, and nothing of it is
//! kept in a state.

use super::Situation;
use crate::rulesets::strategy::ids::{ClassId, EntityId, FactionId, SiteId};

impl Situation<'_> {
    /// What an entity is worth to anybody: that of its class, less what it has lost of its resources.
    pub fn worth(&self, entity: EntityId) -> f64 {
        let entity = self.state.listed(entity);
        let mut worth = f64::from(entity.class(self.content).worth) / 1000.0;
        for stock in entity.values.of_kind(self.content, crate::rulesets::strategy::catalogs::VariableKind::Resource) {
            if stock.now != stock.initial {
                let least = f64::from(self.content.variable(stock.variable).range[0]);
                let (now, initial) = (f64::from(stock.now) - least, f64::from(stock.initial) - least);
                worth *= if now == 0.0 || initial == 0.0 { 0.0 } else { now / initial };
            }
        }
        worth.min(1.0)
    }

    /// What the ground of a site is worth to anybody.
    pub fn site_worth(&self, site: SiteId) -> f64 {
        self.state.site(site).terrains.iter().map(|&terrain| self.worth(terrain)).sum()
    }

    /// What a faction would give for one more of a class, from 0 to 1: more the fewer it has of it.
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
        let owned = self.state.faction(faction).possessions(category).iter().map(|&own| self.state.listed(own).class);
        let (mut alike, mut built) = (0_u32, 0_u32);
        for own in owned.filter(|own| builds.binary_search(own).is_ok()) {
            built += 1;
            alike += u32::from(own == class);
        }
        let share = if built > 0 { f64::from(alike) / f64::from(built) } else { 0.0 };
        (2.0 * (worth / all) - share).clamp(0.0, 1.0)
    }
}

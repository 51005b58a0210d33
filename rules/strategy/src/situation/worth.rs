//! The worth of things: for computer players, and for the order in which units are disbanded.
//!
//! The rules use floating-point numbers only here, and in Seeker's building and placing (`players/settle.rs`), as
//! Hexkit does, because the results are compared. Only sums, products and quotients are used, which every machine
//! rounds the same way, and none of them are stored in a state.

use super::Situation;
use crate::ids::{ClassId, EntityId, FactionId, SiteId};
use crate::state::Asset;

/// The worth of the most valuable site, with which all others are compared.
#[derive(Clone, Copy, Debug)]
pub struct Worthiest(f64);

impl Situation<'_> {
    /// Returns the worth of an entity to any faction: its class's worth, reduced by the resources it has lost.
    pub fn worth(&self, entity: EntityId) -> f64 {
        amount(&self.state.listed(entity).asset(self.content))
    }

    /// Returns the worth of a site's terrains to any faction.
    pub fn site_worth(&self, site: SiteId) -> f64 {
        self.state.site(site).assets.iter().map(amount).sum()
    }

    /// Returns the worth of the most valuable site.
    pub fn worthiest(&self) -> Worthiest {
        Worthiest(self.state.sites.iter().map(|site| site.assets.iter().map(amount).sum()).fold(0.0, f64::max))
    }

    /// Returns the worth of a site to a faction, from 0 to 1: its home is worth most, then the homes of others.
    pub fn site_value(&self, faction: FactionId, site: SiteId) -> f64 {
        self.site_value_beside(faction, site, self.worthiest())
    }

    /// Like [`Situation::site_value`], with the worth of the most valuable site.
    pub fn site_value_beside(&self, faction: FactionId, site: SiteId, Worthiest(most): Worthiest) -> f64 {
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

fn amount(asset: &Asset) -> f64 {
    let share =
        |[now, initial]: [i32; 2]| if now == 0 || initial == 0 { 0.0 } else { f64::from(now) / f64::from(initial) };
    asset.left.iter().fold(f64::from(asset.worth) / 1000.0, |worth, &left| worth * share(left)).min(1.0)
}

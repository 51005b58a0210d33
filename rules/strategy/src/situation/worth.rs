//! How much things are worth: to a computer player, and where some units have to go.
//!
//! The rules calculate with fractions here alone, and Seeker where it builds and places (`players/settle.rs`), as the
//! original does, because what comes of them is compared. Only sums, products and quotients occur, which every machine
//! rounds alike, and nothing of it is kept in a state.

use super::Situation;
use crate::ids::{ClassId, EntityId, FactionId, SiteId};
use crate::state::Asset;

/// What the worthiest site is worth, which all others are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Worthiest(f64);

impl Situation<'_> {
    /// What an entity is worth to anybody: that of its class, less what it has lost of its resources.
    pub fn worth(&self, entity: EntityId) -> f64 {
        amount(&self.state.listed(entity).asset(self.content))
    }

    /// What the ground of a site is worth to anybody.
    pub fn site_worth(&self, site: SiteId) -> f64 {
        self.state.site(site).assets.iter().map(amount).sum()
    }

    /// What the worthiest site is worth to anybody.
    pub fn worthiest(&self) -> Worthiest {
        Worthiest(self.state.sites.iter().map(|site| site.assets.iter().map(amount).sum()).fold(0.0, f64::max))
    }

    /// What a site is worth to a faction, from 0 to 1: its home is worth most, then the homes of others.
    pub fn site_value(&self, faction: FactionId, site: SiteId) -> f64 {
        self.site_value_beside(faction, site, self.worthiest())
    }

    /// The same for one who knows what the worthiest site is worth.
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

fn amount(asset: &Asset) -> f64 {
    let share =
        |[now, initial]: [i32; 2]| if now == 0 || initial == 0 { 0.0 } else { f64::from(now) / f64::from(initial) };
    asset.left.iter().fold(f64::from(asset.worth) / 1000.0, |worth, &left| worth * share(left)).min(1.0)
}

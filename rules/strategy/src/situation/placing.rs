//! Placement sites.

use super::Situation;
use crate::ids::{ClassId, FactionId, SiteId};

impl Situation<'_> {
    /// Whether a faction can place anything in a site: it owns the site, and no units of others are there.
    pub fn can_place(&self, faction: FactionId, site: SiteId) -> bool {
        self.state.site(site).owner == Some(faction) && !self.has_aliens(site, Some(faction))
    }

    /// Returns the sites where a faction can place things of a class: the sites of the class, then on the first turn
    /// all its own sites, later only its home.
    pub fn place_targets(&self, faction: FactionId, class: ClassId) -> Vec<SiteId> {
        let class = self.content.class(class);
        let mut targets = class.sites.clone();
        if class.placed_at_home && self.state.turn == 0 {
            targets.extend(&self.state.faction(faction).sites);
        } else if class.placed_at_home {
            targets.extend(self.content.faction(faction).home);
        }
        let mut seen = vec![false; self.content.site_count()];
        targets.retain(|&site| self.can_place(faction, site) && !std::mem::replace(&mut seen[site.index()], true));
        targets
    }
}

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
        let targets = self.listed_places(faction, class).filter(|&site| self.can_place(faction, site));
        if self.content.class(class).sites.is_empty() {
            // On the first turn, most of the faction's sites are open.
            let most = if self.state.turn == 0 { self.state.faction(faction).sites.len() } else { 1 };
            let mut open = Vec::with_capacity(most);
            open.extend(targets);
            return open;
        }
        // Only the sites of a class can be listed twice.
        let mut seen = vec![false; self.content.site_count()];
        targets.filter(|site| !std::mem::replace(&mut seen[site.index()], true)).collect()
    }

    /// Whether a site is one of the [`place_targets`](Self::place_targets).
    pub fn is_place_target(&self, faction: FactionId, class: ClassId, site: SiteId) -> bool {
        let of = self.content.class(class);
        let is_at_home = of.placed_at_home
            && match self.state.turn {
                0 => self.state.site(site).owner == Some(faction),
                _ => self.content.faction(faction).home == Some(site),
            };
        let is_target = (is_at_home || of.sites.contains(&site)) && self.can_place(faction, site);
        debug_assert_eq!(is_target, self.place_targets(faction, class).contains(&site));
        is_target
    }

    /// Whether there are any [`place_targets`](Self::place_targets).
    pub fn has_place_targets(&self, faction: FactionId, class: ClassId) -> bool {
        self.listed_places(faction, class).any(|site| self.can_place(faction, site))
    }

    /// Returns the sites for things of a class, even if the faction cannot place them there at the moment.
    fn listed_places(&self, faction: FactionId, class: ClassId) -> impl Iterator<Item = SiteId> {
        let class = self.content.class(class);
        let (owned, home) = match (class.placed_at_home, self.state.turn) {
            (false, _) => (None, None),
            (true, 0) => (Some(&self.state.faction(faction).sites), None),
            (true, _) => (None, self.content.faction(faction).home),
        };
        class.sites.iter().chain(owned.into_iter().flatten()).copied().chain(home)
    }
}

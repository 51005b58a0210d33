//! Invariants: all units of a site have the same owner, so do a site and its terrains, and entities are only in sites
//! of the right kind.

use super::super::content::{Category, Content};
use super::super::ids::{EntityId, FactionId, SiteId};
use super::State;

impl State {
    /// Whether an existing entity can have an owner in its current site.
    pub(in super::super) fn may_own(&self, content: &Content, id: EntityId, owner: Option<FactionId>) -> bool {
        let entity = self.listed(id);
        match (entity.category(content), entity.site) {
            (Category::Unit, site) => {
                let others = site.map(|site| self.site(site).units()).unwrap_or_default();
                let alike = |&other: &EntityId| other == id || self.listed(other).owner == owner;
                owner.is_some() && others.iter().all(alike)
            }
            (Category::Terrain | Category::Effect, site) => site.is_none_or(|site| self.site(site).owner == owner),
            (Category::Upgrade, _) => owner.is_some(),
        }
    }

    /// Whether an existing entity, with its current owner, can be in a site or off the map.
    ///
    /// In Hexkit, units without an owner can be placed anywhere, and effects on sites of any owner.
    pub(in super::super) fn may_lie(&self, content: &Content, id: EntityId, site: Option<SiteId>) -> bool {
        let entity = self.listed(id);
        let owner = entity.owner;
        match (entity.category(content), site) {
            (Category::Unit, Some(site)) => match owner {
                None => content.original,
                Some(_) => self.site(site).units().iter().all(|&other| self.listed(other).owner == owner),
            },
            (Category::Effect, Some(_)) if content.original => true,
            (Category::Terrain | Category::Effect, Some(site)) => self.site(site).owner == owner,
            (Category::Unit | Category::Terrain, None) => true,
            (Category::Effect, None) => false,
            (Category::Upgrade, site) => site.is_none(),
        }
    }
}

//! Sets up the initial state.

use super::super::content::{Area, Category, Content, Made, Stocks};
use super::super::ids::{EntityId, FactionId, SiteId};
use super::{Faction, Kept, Peak, Possessions, Shared, Site, State};

impl State {
    /// Creates the initial state, in Hexkit's order: entities that are not placed, the ground of all sites, then area
    /// by area.
    pub(in super::super) fn new(content: &Content) -> Self {
        let faction = |of: &super::super::content::Faction| Faction {
            values: Stocks::of(&of.values),
            income: Stocks::of(&of.income),
            ..Faction::default()
        };
        let mut state = Self {
            turn: 0,
            active: 0,
            is_new_turn: true,
            has_begun: false,
            orders: 0,
            has_history: false,
            over: None,
            order: (0..content.factions.len()).map(|at| FactionId(at as u8)).collect(),
            factions: content.factions.iter().map(faction).collect(),
            sites: Shared::filled(&Site::default(), content.site_count()),
            open_costs: Shared::filled(&0, content.site_count()),
            entities: Shared::new(),
            table: Shared::new(),
            free: Vec::new(),
            made: vec![0; content.classes.len()],
            peak: Peak::default(),
            ground: Kept::default(),
        };
        for (faction, reserve) in state.order.clone().into_iter().zip(&content.start.reserves) {
            for made in reserve {
                let id = state.make(content, made);
                state.hand(content, id, Some(faction));
            }
        }
        state.lay_ground(content);
        for area in &content.start.areas {
            for &site in &area.sites {
                state.lay(content, area, site);
            }
        }
        state.settle();
        state.name_units(content);
        for site in content.columns() {
            state.survey(content, site);
        }
        let all: Vec<EntityId> = state.entities().map(|(id, _)| id).collect();
        for id in all {
            state.radiate(content, id);
        }
        state
    }

    /// Returns the game as Hexkit's computer player copies it: the table of entities is in a different order, and
    /// effects have lost their owners.
    pub(in super::super) fn copied(&self, content: &Content) -> Self {
        let mut copy = self.clone();
        let mut all: Vec<EntityId> = Vec::new();
        for site in content.columns() {
            let site = self.site(site);
            all.extend(site.units.iter().chain(&site.terrains).chain(&site.effects));
        }
        for &faction in &self.order {
            let of = self.faction(faction);
            let lie_nowhere = |list: &Possessions<EntityId>| -> Vec<EntityId> {
                list.iter().copied().filter(|&id| self.listed(id).site.is_none()).collect()
            };
            all.extend([&of.units, &of.terrains, &of.upgrades].into_iter().flat_map(lie_nowhere));
        }
        copy.table = all.iter().copied().map(Some).collect();
        copy.free.clear();
        for faction in &mut copy.factions {
            faction.aura = faction.aura.spelt_out(content.site_count() as u32);
        }
        for (slot, id) in all.into_iter().enumerate() {
            let Some(entity) = copy.entity_mut(id) else { continue };
            entity.slot = slot as u32;
            if entity.category(content) == Category::Effect {
                entity.owner = None;
            }
        }
        copy
    }

    fn lay_ground(&mut self, content: &Content) {
        let ground = &content.start.ground;
        let is_whole = ground.first().is_some_and(|made| content.class(made.class).background);
        for site in content.columns() {
            if !is_whole {
                self.lay_one(content, &Made::plain(content.start.terrains[site.index()]), site, None);
            }
            for made in ground {
                self.lay_one(content, made, site, None);
            }
        }
    }

    fn lay_one(&mut self, content: &Content, made: &Made, site: SiteId, owner: Option<FactionId>) {
        let id = self.make(content, made);
        self.hand(content, id, owner);
        self.put(content, id, Some(site));
    }

    fn lay(&mut self, content: &Content, area: &Area, site: SiteId) {
        if let Some(owner) = area.owner {
            if self.site(site).owner != Some(owner) {
                self.found(content, site, Some(owner));
            } else if content.original {
                // Hexkit removes the site from its owner's list and adds it again, which makes it the last.
                self.faction_mut(owner).sites.push(site);
            }
        }
        let owner = self.site(site).owner;
        if area.terrains.first().is_some_and(|made| content.class(made.class).background) {
            let terrains: Vec<EntityId> = self.site(site).terrains.iter().copied().rev().collect();
            for id in terrains {
                self.clear(content, id);
            }
        }
        for made in &area.terrains {
            self.lay_one(content, made, site, owner);
        }
        for made in &area.units {
            self.lay_one(content, made, site, area.units_owner.or(owner));
        }
        for made in &area.effects {
            self.lay_one(content, made, site, owner);
        }
    }

    /// Gives an entity to a faction without removing it from its previous owner's list. The lists are cleaned up once
    /// at the end, rather than for each of half a million sites that change hands before the first turn.
    fn hand(&mut self, content: &Content, id: EntityId, owner: Option<FactionId>) {
        let Some(entity) = self.entity_mut(id) else { return };
        let category = entity.category(content);
        entity.owner = owner;
        if let Some(list) = owner.and_then(|faction| self.factions[faction.index()].possessions_mut(category)) {
            list.push(id);
        }
    }

    /// Gives a site with its terrains and effects to a faction in the same way.
    fn found(&mut self, content: &Content, site: SiteId, owner: Option<FactionId>) {
        self.sites[site.index()].owner = owner;
        if let Some(faction) = owner {
            self.faction_mut(faction).sites.push(site);
        }
        for category in [Category::Terrain, Category::Effect] {
            let mut at = 0;
            while let Some(&id) = self.site(site).stack(category).get(at) {
                self.hand(content, id, owner);
                at += 1;
            }
        }
    }

    /// Deletes an entity in the same way.
    fn clear(&mut self, content: &Content, id: EntityId) {
        self.hand(content, id, None);
        self.unmake(content, id);
    }

    /// Cleans up the lists: removes things that now belong to another faction. Things that returned to their owner keep
    /// their last position.
    fn settle(&mut self) {
        for at in 0..self.factions.len() {
            let faction = FactionId(at as u8);
            let mut of = std::mem::take(&mut self.factions[at]);
            let is_own = |&id: &EntityId| self.entity(id).is_some_and(|entity| entity.owner == Some(faction));
            for list in [&mut of.units, &mut of.terrains, &mut of.upgrades] {
                let kept = last_of_each(list.iter(), self.entities.len(), EntityId::index);
                *list = kept.into_iter().filter(is_own).collect();
            }
            let kept = last_of_each(of.sites.iter(), self.sites.len(), SiteId::index);
            of.sites = kept.into_iter().filter(|site| self.site(*site).owner == Some(faction)).collect();
            self.factions[at] = of;
        }
    }

    /// Numbers the unnamed units of classes that a faction can build or has several of.
    fn name_units(&mut self, content: &Content) {
        for faction in self.order.clone() {
            let units = self.faction(faction).units.to_vec();
            let mut alike = vec![0_u32; content.classes.len()];
            units.iter().for_each(|&id| alike[self.listed(id).class.index()] += 1);
            for id in units {
                let unit = self.listed(id);
                let is_built = content.faction(faction).builds.binary_search(&unit.class).is_ok();
                if unit.name.is_none() && (is_built || alike[unit.class.index()] > 1) {
                    self.number(content, id, faction);
                }
            }
        }
    }
}

/// Removes repeated items from a list, keeping the last of each.
fn last_of_each<'a, T: Copy + 'a>(
    list: impl Iterator<Item = &'a T>,
    count: usize,
    number: impl Fn(T) -> usize,
) -> Vec<T> {
    let mut kept: Vec<T> = list.copied().collect();
    let mut seen = vec![false; count];
    kept.reverse();
    kept.retain(|&item| !std::mem::replace(&mut seen[number(item)], true));
    kept.reverse();
    kept
}

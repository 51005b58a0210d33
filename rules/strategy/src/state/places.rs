//! Creates, deletes and moves entities, and keeps the lists of sites and factions up to date.

use std::sync::Arc;

use super::super::content::{Category, Content, Made};
use super::super::ids::{ClassId, EntityId, FactionId, SiteId};
use super::{Entity, GONE, Relief, State};

impl Relief {
    /// Adds up the terrains of a site.
    pub(super) fn of<'a>(content: &Content, terrains: impl Iterator<Item = &'a Entity>) -> Self {
        let mut sum = Self::default();
        for terrain in terrains {
            let class = terrain.class(content);
            sum.difficulty = sum.difficulty.saturating_add(terrain.mapped(class.difficulty, 0));
            sum.elevation = sum.elevation.saturating_add(terrain.mapped(class.elevation, 0));
            sum.assets.extend((class.worth > 0).then(|| terrain.asset(content)));
        }
        sum
    }
}

impl State {
    /// Creates an entity without owner and site.
    pub(in super::super) fn make(&mut self, content: &Content, made: &Made) -> EntityId {
        let id = EntityId(self.entities.len() as u32);
        let number = &mut self.made[made.class.index()];
        let mut entity = Entity::made(content, made, *number);
        *number += 1;
        entity.slot = self.free.pop().unwrap_or(self.table.len() as u32);
        match self.table.get_mut(entity.slot as usize) {
            Some(slot) => *slot = id,
            None => self.table.push(id),
        }
        self.entities.push(Some(entity));
        id
    }

    /// Removes an entity from all lists and from the game.
    pub(in super::super) fn unmake(&mut self, content: &Content, id: EntityId) {
        self.put(content, id, None);
        self.give(content, id, None);
        if let Some(entity) = self.entities[id.index()].take() {
            self.table[entity.slot as usize] = GONE;
            self.free.push(entity.slot);
        }
    }

    /// Gives an entity to a faction, at the end of its list, or removes its owner.
    pub(in super::super) fn give(&mut self, content: &Content, id: EntityId, owner: Option<FactionId>) {
        let Some(entity) = self.entities[id.index()].as_mut() else { return };
        let category = entity.category(content);
        let before = std::mem::replace(&mut entity.owner, owner);
        if let Some(list) = before.and_then(|faction| self.factions[faction.index()].possessions_mut(category)) {
            list.remove(id);
        }
        if let Some(list) = owner.and_then(|faction| self.factions[faction.index()].possessions_mut(category)) {
            list.push(id);
        }
    }

    /// Puts an entity on top of its stack in a site, or off the map.
    pub(in super::super) fn put(&mut self, content: &Content, id: EntityId, site: Option<SiteId>) {
        let Some(entity) = self.entities[id.index()].as_mut() else { return };
        let category = entity.category(content);
        let before = std::mem::replace(&mut entity.site, site);
        if let Some(site) = before {
            self.sites[site.index()].change_stack(category, |stack| stack.remove(id));
        }
        if let Some(site) = site {
            self.sites[site.index()].change_stack(category, |stack| stack.push(id));
        }
        if category == Category::Unit {
            before.into_iter().chain(site).for_each(|site| self.renew_open_cost(site));
        }
    }

    /// Moves an entity to the top of its stack. Returns whether that changed anything.
    pub(in super::super) fn raise(&mut self, content: &Content, id: EntityId) -> bool {
        let Some((site, category)) = self.entity(id).and_then(|of| Some((of.site?, of.category(content)))) else {
            return false;
        };
        if category == Category::Upgrade || self.site(site).stack(category).last() == Some(&id) {
            return false;
        }
        self.sites[site.index()].change_stack(category, |stack| {
            stack.remove(id);
            stack.push(id);
        });
        true
    }

    /// Gives a site with its terrains and effects to a faction, or removes its owner.
    pub(in super::super) fn cede(&mut self, content: &Content, site: SiteId, owner: Option<FactionId>) {
        let before = std::mem::replace(&mut self.sites[site.index()].owner, owner);
        if let Some(faction) = before {
            self.faction_mut(faction).sites.remove(site);
        }
        if let Some(faction) = owner {
            self.faction_mut(faction).sites.push(site);
        }
        let here = &self.sites[site.index()];
        for stack in [here.terrains().to_vec(), here.effects().to_vec()] {
            // Hexkit checks only the first of each stack, and transfers all or none.
            let has_all = stack.first().is_some_and(|&id| self.listed(id).owner == owner);
            if !(content.original && has_all) {
                stack.into_iter().for_each(|id| self.give(content, id, owner));
            }
        }
    }

    /// Returns the terrains and then the effects of a site.
    pub fn ground_of(&self, site: SiteId) -> Vec<EntityId> {
        let Self { sites, .. } = self;
        let site = &sites[site.index()];
        site.terrains().iter().chain(site.effects()).copied().collect()
    }

    /// Recalculates the difficulty, elevation and worth of a site.
    pub(in super::super) fn survey(&mut self, content: &Content, site: SiteId) {
        let terrains = self.site(site).terrains().iter().map(|&id| self.listed(id));
        let relief = Relief::of(content, terrains);
        let here = &mut self.sites[site.index()];
        let before = here.worth();
        here.relief = Arc::new(relief);
        let after = here.worth();
        self.peak.change(&self.sites, before, after);
        self.renew_open_cost(site);
    }

    /// Names a unit after its class, with a number that its owner has not used.
    pub(in super::super) fn number(&mut self, content: &Content, id: EntityId, faction: FactionId) {
        let Some(class) = self.entity(id).map(|entity| entity.class) else { return };
        let number = self.next_number(faction, class);
        let name = Self::numbered_name(content, class, number);
        if let Some(entity) = self.entity_mut(id) {
            entity.name = Some(name.into());
        }
    }

    /// Returns the name of a numbered unit.
    pub fn numbered_name(content: &Content, class: ClassId, number: u32) -> String {
        format!("{} #{number}", content.class(class).title)
    }

    /// Whether an entity's name is one of the numbered names of a class.
    pub(in super::super) fn is_numbered(content: &Content, class: ClassId, name: Option<&str>) -> bool {
        let digits = name
            .and_then(|name| name.strip_prefix(content.class(class).title.as_str()))
            .and_then(|rest| rest.strip_prefix(" #"));
        digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

//! Sets up the initial state.

use std::iter;
use std::sync::Arc;

use super::super::content::{Area, Category, Content, Made, Stocks};
use super::super::ids::{ClassId, EntityId, FactionId, SiteId};
use super::{Entity, Faction, GONE, Kept, Peak, Possessions, Relief, Shared, Site, State};

impl State {
    /// Creates the initial state, in Hexkit's order: entities that are not placed, the ground of all sites, then area
    /// by area.
    pub(in super::super) fn new(content: &Content) -> Self {
        let mut setup = Setup::new(content);
        for (faction, reserve) in setup.state.order.clone().into_iter().zip(&content.start.reserves) {
            for made in reserve {
                let id = setup.state.make(content, made);
                setup.hand(id, Some(faction));
            }
        }
        setup.lay_ground();
        for area in &content.start.areas {
            for &site in &area.sites {
                setup.lay(area, site);
            }
        }
        setup.settle();
        let mut state = setup.state;
        state.name_units(content);
        let radiant = state.entities().filter(|(_, entity)| entity.radiates());
        for id in radiant.map(|(id, _)| id).collect::<Vec<_>>() {
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
            all.extend(site.units().iter().chain(site.terrains()).chain(site.effects()));
        }
        for &faction in &self.order {
            let of = self.faction(faction);
            let lie_nowhere = |list: &Possessions<EntityId>| -> Vec<EntityId> {
                list.iter().copied().filter(|&id| self.listed(id).site.is_none()).collect()
            };
            all.extend([&of.units, &of.terrains, &of.upgrades].into_iter().flat_map(lie_nowhere));
        }
        copy.table = all.iter().copied().collect();
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

/// A state that is being set up.
struct Setup<'a> {
    content: &'a Content,
    state: State,
    /// For each faction, whether its lists may contain things twice, or things that it does not own any more.
    is_mixed: Vec<bool>,
}

impl<'a> Setup<'a> {
    fn new(content: &'a Content) -> Self {
        let faction = |of: &super::super::content::Faction| Faction {
            values: Stocks::of(&of.values),
            income: Stocks::of(&of.income),
            ..Faction::default()
        };
        let state = State {
            turn: 0,
            active: 0,
            is_new_turn: true,
            has_begun: false,
            orders: 0,
            has_history: false,
            over: None,
            order: (0..content.factions.len()).map(|at| FactionId(at as u8)).collect(),
            factions: content.factions.iter().map(faction).collect(),
            sites: Shared::new(),
            open_costs: Shared::new(),
            entities: Shared::new(),
            table: Shared::new(),
            free: Vec::new(),
            ground_laid: 0..0,
            made: vec![0; content.classes.len()],
            peak: Peak::default(),
            ground: Kept::default(),
        };
        Self { content, state, is_mixed: vec![false; content.factions.len()] }
    }

    /// Lays the map's own terrain and the scenario's ground in all sites. Most entities of a large world are made here, as
    /// copies of a few.
    fn lay_ground(&mut self) {
        let content = self.content;
        let ground = &content.start.ground;
        let is_whole = ground.first().is_some_and(|made| content.class(made.class).background);
        let above: Vec<Entity> = ground.iter().map(|made| Entity::made(content, made, 0)).collect();
        // The terrains of a site from the bottom up, by the map's own terrain there.
        let kinds: Vec<Vec<Entity>> = match is_whole {
            true => vec![above],
            false => (0..content.classes.len())
                .map(|class| Entity::made(content, &Made::plain(ClassId(class as u16)), 0))
                .map(|own| iter::once(own).chain(above.iter().cloned()).collect())
                .collect(),
        };
        let kind_of = |site: usize| if is_whole { 0 } else { content.start.terrains[site].index() };
        let layers = kinds.first().map_or(0, Vec::len) as u32;

        let reliefs: Vec<Arc<Relief>> = kinds.iter().map(|kind| Arc::new(Relief::of(content, kind.iter()))).collect();
        let [width, height] = content.geometry.size();

        let State { made, entities, table, sites, open_costs, peak, .. } = &mut self.state;
        let first = entities.len() as u32;
        let make = || {
            let at_sites =
                content.columns().flat_map(|site| kinds[kind_of(site.index())].iter().map(move |kind| (site, kind)));
            entities.extend(at_sites.zip(first..).map(|((site, kind), slot)| {
                let number = &mut made[kind.class.index()];
                *number += 1;
                Some(kind.another(*number - 1, slot, site))
            }));
            // No entity has been removed yet.
            table.extend((first..entities.len() as u32).map(EntityId));
        };
        let place = || {
            let rows = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
            sites.extend(rows.enumerate().map(|(at, (column, row))| {
                let lowest = first + (column * height + row) * layers;
                let relief = Arc::clone(&reliefs[kind_of(at)]);
                let mut site = Site { owner: None, terrain: GONE, more: None, relief };
                match layers {
                    1 => site.terrain = EntityId(lowest),
                    _ => site.change_stack(Category::Terrain, |stack| {
                        (lowest..lowest + layers).for_each(|id| stack.push(EntityId(id)));
                    }),
                }
                site
            }));
            open_costs.extend(sites.iter().map(Site::open_cost));
            *peak = Peak::of(sites);
        };
        // Both take long in a large world, and neither needs the other.
        rayon::join(make, place);
        self.state.ground_laid = first..self.state.entities.len() as u32;
    }

    /// Lays an area in one of its sites.
    fn lay(&mut self, area: &Area, site: SiteId) {
        let content = self.content;
        if let Some(owner) = area.owner {
            if self.state.site(site).owner != Some(owner) {
                self.found(site, owner);
            } else if content.original {
                // Hexkit removes the site from its owner's list and adds it again, which makes it the last.
                self.state.faction_mut(owner).sites.push(site);
                self.is_mixed[owner.index()] = true;
            }
        }
        let owner = self.state.site(site).owner;
        if area.terrains.first().is_some_and(|made| content.class(made.class).background) {
            let terrains: Vec<EntityId> = self.state.site(site).terrains().iter().copied().rev().collect();
            for id in terrains {
                self.hand(id, None);
                self.state.unmake(content, id);
            }
        }
        for made in &area.terrains {
            self.lay_one(made, site, owner);
        }
        if !area.terrains.is_empty() {
            self.state.survey(content, site);
        }
        for made in &area.units {
            self.lay_one(made, site, area.units_owner.or(owner));
        }
        for made in &area.effects {
            self.lay_one(made, site, owner);
        }
    }

    fn lay_one(&mut self, made: &Made, site: SiteId, owner: Option<FactionId>) {
        let id = self.state.make(self.content, made);
        self.hand(id, owner);
        self.state.put(self.content, id, Some(site));
    }

    /// Gives an entity to a faction without removing it from its previous owner's list. The lists are cleaned up once
    /// at the end, rather than for each of half a million sites that change hands before the first turn.
    fn hand(&mut self, id: EntityId, owner: Option<FactionId>) {
        let Some(entity) = self.state.entity_mut(id) else { return };
        let category = entity.category(self.content);
        let before = std::mem::replace(&mut entity.owner, owner);
        if let Some(list) = owner.and_then(|faction| self.state.factions[faction.index()].possessions_mut(category)) {
            list.push(id);
        }
        before.into_iter().for_each(|faction| self.is_mixed[faction.index()] = true);
    }

    /// Gives a site with its terrains and effects to a faction in the same way.
    fn found(&mut self, site: SiteId, owner: FactionId) {
        let before = self.state.sites[site.index()].owner.replace(owner);
        before.into_iter().for_each(|faction| self.is_mixed[faction.index()] = true);
        self.state.faction_mut(owner).sites.push(site);
        for category in [Category::Terrain, Category::Effect] {
            let mut at = 0;
            while let Some(&id) = self.state.site(site).stack(category).get(at) {
                self.hand(id, Some(owner));
                at += 1;
            }
        }
    }

    /// Cleans up the lists: removes things that now belong to another faction. Things that returned to their owner keep
    /// their last position.
    fn settle(&mut self) {
        let state = &mut self.state;
        let mut is_known = vec![false; state.entities.len()];
        let mut is_site_known = vec![false; state.sites.len()];
        for at in (0..state.factions.len()).filter(|&at| self.is_mixed[at]) {
            let faction = FactionId(at as u8);
            let mut of = std::mem::take(&mut state.factions[at]);
            let is_own = |id: EntityId| state.entity(id).is_some_and(|entity| entity.owner == Some(faction));
            for list in [&mut of.units, &mut of.terrains, &mut of.upgrades] {
                list.retain_from_last(|id| is_own(id) && !std::mem::replace(&mut is_known[id.index()], true));
            }
            let is_own = |site: SiteId| state.site(site).owner == Some(faction);
            of.sites
                .retain_from_last(|site| is_own(site) && !std::mem::replace(&mut is_site_known[site.index()], true));
            state.factions[at] = of;
        }
    }
}

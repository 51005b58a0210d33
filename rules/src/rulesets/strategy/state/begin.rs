//! The game before the first turn.

use super::super::content::{Area, Category, Content, Made};
use super::super::ids::{EntityId, FactionId, SiteId};
use super::entity::Stocks;
use super::{Faction, Shared, Site, State};

impl State {
    /// What lies where at the start, in the order in which the original makes it: what factions have not placed, the
    /// ground of all sites, then area by area.
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
            has_history: false,
            over: None,
            order: (0..content.factions.len()).map(|at| FactionId(at as u8)).collect(),
            factions: content.factions.iter().map(faction).collect(),
            sites: Shared::filled(&Site::default(), content.site_count()),
            entities: Shared::new(),
            table: Shared::new(),
            free: Vec::new(),
            made: vec![0; content.classes.len()],
        };
        for (faction, reserve) in state.order.clone().into_iter().zip(&content.start.reserves) {
            for made in reserve {
                let id = state.make(content, made);
                state.give(content, id, Some(faction));
            }
        }
        state.lay_ground(content);
        for area in &content.start.areas {
            for &site in &area.sites {
                state.lay(content, area, site);
            }
        }
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

    /// The game as the original's computer player copies it: all entities stand in another order in the table, and effects
    /// have lost their owners.
    pub(in super::super) fn copied(&self, content: &Content) -> Self {
        let mut copy = self.clone();
        let mut all: Vec<EntityId> = Vec::new();
        for site in content.columns() {
            let site = self.site(site);
            all.extend(site.units.iter().chain(&site.terrains).chain(&site.effects));
        }
        for &faction in &self.order {
            let of = self.faction(faction);
            let lie_nowhere = |list: &[EntityId]| -> Vec<EntityId> {
                list.iter().copied().filter(|&id| self.listed(id).site.is_none()).collect()
            };
            all.extend([&of.units, &of.terrains, &of.upgrades].into_iter().flat_map(|list| lie_nowhere(list)));
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
        self.give(content, id, owner);
        self.put(content, id, Some(site));
    }

    fn lay(&mut self, content: &Content, area: &Area, site: SiteId) {
        if area.owner.is_some() && self.site(site).owner != area.owner {
            self.cede(content, site, area.owner);
        }
        let owner = self.site(site).owner;
        if area.terrains.first().is_some_and(|made| content.class(made.class).background) {
            for id in self.site(site).terrains.clone().into_iter().rev() {
                self.unmake(content, id);
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

    /// Numbers the units without names of their own, of classes that a faction can build or has several of.
    fn name_units(&mut self, content: &Content) {
        for faction in self.order.clone() {
            let units = self.faction(faction).units.clone();
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

//! The state of a game: turns, factions, entities and sites.

mod aura;
mod begin;
mod entity;
mod influence;
mod invariants;
mod kept;
mod places;
mod possessions;
mod shared;
mod stack;
mod worth;

pub use aura::{Aura, Gains, Where};
pub use entity::{Entity, Traits};
pub use kept::Kept;
pub use possessions::Possessions;
pub use shared::Shared;
pub use stack::Stack;

use std::num::NonZeroU8;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use entity::MOST;
use worth::Peak;

use super::catalogs::VariableKind;
use super::content::{Category, Content, Stock, Stocks};
use super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use foeman_engine::display::Ground;

/// The state of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The number of turns completed by all factions.
    pub turn: u32,
    /// The active faction, as a position in `order`.
    pub active: usize,
    /// Whether the next faction to begin is the first of its turn.
    pub is_new_turn: bool,
    /// Whether the active faction has begun its turn.
    pub has_begun: bool,
    /// The number of commands in this turn.
    pub orders: u32,
    /// Whether any command was executed.
    pub has_history: bool,
    /// The result, if the game is over: the winner, or `None` for a draw.
    pub over: Option<Option<FactionId>>,
    /// The factions still in the game, in turn order.
    pub order: Vec<FactionId>,
    /// All factions, including those out of the game.
    pub factions: Vec<Faction>,
    /// The sites, by their numbers.
    pub sites: Shared<Site>,
    /// The cost of a step into each site that has no units, if it is from 1 to 255; otherwise 0. A search for a path reads
    /// thousands of them, and a whole site takes much more memory.
    open_costs: Shared<u8, 256>,
    entities: Shared<Option<Entity>>,
    /// The order in which rules visit all entities: a new entity takes the slot that became free last. [`GONE`] is in
    /// free slots.
    table: Shared<EntityId>,
    free: Vec<u32>,
    /// The entities that were laid as the ground of all sites: terrains, whatever happens to them later.
    ground_laid: Range<u32>,
    /// The number of entities created of each class.
    made: Vec<u32>,
    peak: Peak,
    /// The cached appearance of the map: terrains and owners change less often than the board is drawn.
    pub ground: Kept<Ground>,
}

/// The state of a faction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faction {
    /// Whether it has resigned.
    pub resigned: bool,
    /// Its counters and resources.
    pub values: Stocks,
    /// The base income of its resources each turn, excluding its possessions.
    pub income: Stocks,
    /// Its sites, in the order in which it gained them.
    pub sites: Possessions<SiteId>,
    /// Its units, in the order in which it gained them.
    pub units: Possessions<EntityId>,
    /// Its terrains.
    pub terrains: Possessions<EntityId>,
    /// Its upgrades.
    pub upgrades: Possessions<EntityId>,
    /// The modifiers of its units.
    pub aura: Aura,
    /// The number of units of each class that it has numbered, sorted by class.
    numbered: Vec<(ClassId, u32)>,
}

/// The state of a site. A large map has a million of them; most have one terrain, and neither units nor effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its owner.
    pub owner: Option<FactionId>,
    /// Its terrain, if it has exactly one; otherwise [`GONE`].
    terrain: EntityId,
    /// Its other entities; `None` if it has no others, so that sites with the same entities are equal.
    more: Option<Box<Stacks>>,
    /// The sums of its terrains; shared by the sites that have the same terrains from the start.
    pub relief: Arc<Relief>,
}

/// Entities of a site, from the bottom up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Stacks {
    /// Empty if there is just one.
    terrains: Stack,
    units: Stack,
    effects: Stack,
}

/// Stands for no entity; fewer are ever created.
const GONE: EntityId = EntityId(u32::MAX);

/// What the terrains of a site add up to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relief {
    /// The cost of a step into the site; 0 if it is impassable.
    pub difficulty: i32,
    /// Its elevation.
    pub elevation: i32,
    /// The terrains that are worth something to a computer player.
    pub assets: Vec<Asset>,
}

/// A terrain that is worth something, with its remaining resources.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asset {
    /// The worth of its class, in thousandths.
    pub worth: u16,
    /// For each partly used resource, the remaining and the initial amount above the minimum.
    pub left: Vec<[i32; 2]>,
}

impl State {
    /// Returns an entity, if it still exists.
    pub fn entity(&self, id: EntityId) -> Option<&Entity> {
        self.entities.get(id.index())?.as_ref()
    }

    /// Returns an entity from a list of the state.
    pub fn listed(&self, id: EntityId) -> &Entity {
        self.entity(id).expect("lists contain only existing entities")
    }

    pub(super) fn entity_mut(&mut self, id: EntityId) -> Option<&mut Entity> {
        self.entities.get_mut(id.index())?.as_mut()
    }

    /// Returns all entities in the order of the table.
    pub fn entities(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        self.table.iter().filter(|&&id| id != GONE).map(|&id| (id, self.listed(id)))
    }

    /// Returns all entities but the terrains of the first ground, in the same order. Faster than [`State::entities`] on a
    /// large map.
    pub fn entities_on_ground(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        let others = self.table.iter().filter(|&&id| id != GONE && !self.ground_laid.contains(&id.0));
        others.map(|&id| (id, self.listed(id)))
    }

    /// Returns the entity that was created as the given number of a class, from 0.
    pub fn by_origin(&self, class: ClassId, number: u32) -> Option<EntityId> {
        self.entities().find(|(_, entity)| entity.origin() == (class, number)).map(|(id, _)| id)
    }

    /// Returns the number of entities created so far.
    pub fn made(&self) -> u32 {
        self.entities.len() as u32
    }

    /// Returns a site.
    pub fn site(&self, site: SiteId) -> &Site {
        &self.sites[site.index()]
    }

    /// Returns the cost of a step into a site that has no units, if it is small; `None` says nothing about the site.
    pub fn open_cost(&self, site: SiteId) -> Option<NonZeroU8> {
        let cost = NonZeroU8::new(self.open_costs[site.index()]);
        debug_assert_eq!(self.open_costs[site.index()], self.site(site).open_cost());
        cost
    }

    /// Returns the sites that may have units, by their numbers: all but those with an [`open_cost`](Self::open_cost).
    pub fn closed_sites(&self) -> impl Iterator<Item = SiteId> {
        // Most parts have no closed site.
        let parts = self.open_costs.parts().filter(|(_, costs)| costs.contains(&0));
        parts.flat_map(|(from, costs)| {
            let closed = costs.iter().enumerate().filter(|&(_, &cost)| cost == 0);
            closed.map(move |(at, _)| SiteId((from + at) as u32))
        })
    }

    /// Returns the sites of terrains of some classes, by number of the terrain: a site may be listed more than once.
    pub fn sites_of_terrains(&self, is_listed: impl Fn(ClassId) -> bool) -> impl Iterator<Item = SiteId> {
        let terrains = self.entities.iter().flatten().filter(move |entity| is_listed(entity.class));
        terrains.filter_map(|entity| entity.site)
    }

    /// Renews the cost of a step into a site after a change of its difficulty or units.
    fn renew_open_cost(&mut self, site: SiteId) {
        let cost = self.site(site).open_cost();
        if self.open_costs[site.index()] != cost {
            self.open_costs[site.index()] = cost;
        }
    }

    /// Returns a faction.
    pub fn faction(&self, faction: FactionId) -> &Faction {
        &self.factions[faction.index()]
    }

    pub(super) fn faction_mut(&mut self, faction: FactionId) -> &mut Faction {
        &mut self.factions[faction.index()]
    }

    /// Returns the active faction.
    pub fn active_faction(&self) -> Option<FactionId> {
        self.order.get(self.active).copied()
    }

    /// Whether a faction is still in the game.
    pub fn plays(&self, faction: FactionId) -> bool {
        self.order.contains(&faction)
    }

    /// Returns the number that the faction will give to its next unit of a class, from 1, without using it.
    pub fn number_to_come(&self, faction: FactionId, class: ClassId) -> u32 {
        let numbered = &self.faction(faction).numbered;
        let at = numbered.binary_search_by_key(&class, |&(class, _)| class);
        at.map_or(1, |at| numbered[at].1.saturating_add(1))
    }

    /// Returns the next number for a unit of a class of the faction, from 1, and counts it as used.
    fn next_number(&mut self, faction: FactionId, class: ClassId) -> u32 {
        let numbered = &mut self.faction_mut(faction).numbered;
        let at = match numbered.binary_search_by_key(&class, |&(class, _)| class) {
            Ok(at) => at,
            Err(at) => {
                numbered.insert(at, (class, 0));
                at
            }
        };
        numbered[at].1 = numbered[at].1.saturating_add(1);
        numbered[at].1
    }
}

impl Faction {
    /// Returns its possessions of a category; effects are listed by site only.
    pub fn possessions(&self, category: Category) -> impl Iterator<Item = EntityId> {
        let all = match category {
            Category::Unit => Some(&self.units),
            Category::Terrain => Some(&self.terrains),
            Category::Upgrade => Some(&self.upgrades),
            Category::Effect => None,
        };
        all.into_iter().flatten().copied()
    }

    fn possessions_mut(&mut self, category: Category) -> Option<&mut Possessions<EntityId>> {
        match category {
            Category::Unit => Some(&mut self.units),
            Category::Terrain => Some(&mut self.terrains),
            Category::Upgrade => Some(&mut self.upgrades),
            Category::Effect => None,
        }
    }

    /// Returns the base income of a resource each turn, excluding its possessions.
    pub fn income_of(&self, variable: VariableId) -> i32 {
        self.income.value(variable)
    }

    /// Sets the base income of a resource. Returns whether that changed anything.
    pub(super) fn set_income(&mut self, content: &Content, variable: VariableId, value: i32) -> bool {
        self.income.set_within(content, variable, value, [-MOST, MOST])
    }

    /// Returns its resources.
    pub fn resources(&self, content: &Content) -> impl Iterator<Item = &Stock> {
        self.values.of_kind(content, VariableKind::Resource)
    }
}

impl Default for Site {
    fn default() -> Self {
        Self { owner: None, terrain: GONE, more: None, relief: Arc::default() }
    }
}

impl Site {
    /// Returns its terrains, from the bottom up.
    pub fn terrains(&self) -> &[EntityId] {
        match &self.more {
            _ if self.terrain != GONE => slice::from_ref(&self.terrain),
            Some(more) => &more.terrains,
            None => &[],
        }
    }

    /// Returns its units, from the bottom up.
    pub fn units(&self) -> &[EntityId] {
        self.more.as_ref().map_or(&[], |more| &more.units)
    }

    /// Returns its effects, from the bottom up.
    pub fn effects(&self) -> &[EntityId] {
        self.more.as_ref().map_or(&[], |more| &more.effects)
    }

    /// Returns its entities of a category; upgrades are never in a site.
    pub fn stack(&self, category: Category) -> &[EntityId] {
        match category {
            Category::Unit => self.units(),
            Category::Terrain => self.terrains(),
            Category::Effect => self.effects(),
            Category::Upgrade => &[],
        }
    }

    /// The cost of a step into it, as `State` keeps it.
    fn open_cost(&self) -> u8 {
        if self.units().is_empty() { u8::try_from(self.relief.difficulty).unwrap_or(0) } else { 0 }
    }

    /// Changes its entities of a category, if it may have any.
    fn change_stack(&mut self, category: Category, change: impl FnOnce(&mut Stack)) {
        let more = self.more.get_or_insert_default();
        match category {
            Category::Unit => change(&mut more.units),
            Category::Terrain => {
                if self.terrain != GONE {
                    more.terrains.push(std::mem::replace(&mut self.terrain, GONE));
                }
                change(&mut more.terrains);
                if let &[only] = more.terrains.as_slice() {
                    (self.terrain, more.terrains) = (only, Stack::default());
                }
            }
            Category::Effect => change(&mut more.effects),
            Category::Upgrade => {}
        }
        if more.terrains.is_empty() && more.units.is_empty() && more.effects.is_empty() {
            self.more = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_that_everything_has_left_equals_one_that_was_always_empty() {
        let (mut site, empty) = (Site::default(), Site::default());
        for category in [Category::Unit, Category::Effect, Category::Terrain, Category::Upgrade] {
            site.change_stack(category, |stack| stack.push(EntityId(7)));
            let of = |category: Category| site.stack(category).to_vec();
            let expected = if category == Category::Upgrade { vec![] } else { vec![EntityId(7)] };
            assert_eq!(of(category), expected, "{category:?}");
        }
        assert_ne!(site, empty);
        let one_terrain = site.clone();
        site.change_stack(Category::Terrain, |stack| stack.push(EntityId(8)));
        assert_eq!(site.terrains(), [EntityId(7), EntityId(8)]);
        site.change_stack(Category::Terrain, |stack| stack.remove(EntityId(8)));
        assert_eq!(site, one_terrain);
        for category in [Category::Terrain, Category::Unit, Category::Effect] {
            site.change_stack(category, |stack| stack.remove(EntityId(7)));
        }
        assert_eq!(site, empty);
    }

    #[test]
    fn sites_and_entities_are_small() {
        assert_eq!((size_of::<Site>(), size_of::<Option<Entity>>()), (24, 32));
    }
}

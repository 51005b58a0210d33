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
    open_costs: Shared<u8>,
    entities: Shared<Option<Entity>>,
    /// The order in which rules visit all entities: a new entity takes the slot that became free last.
    table: Shared<Option<EntityId>>,
    free: Vec<u32>,
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

/// The state of a site. A large map has a million of them, and few have units or effects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Its owner.
    pub owner: Option<FactionId>,
    /// Its terrains, from the bottom up.
    pub terrains: Stack,
    occupants: Option<Box<Occupants>>,
    /// The sums of its terrains; shared by the sites that have the same terrains from the start.
    pub relief: Arc<Relief>,
}

/// The units and effects of a site, from the bottom up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Occupants {
    units: Stack,
    effects: Stack,
}

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
        self.table.iter().flatten().map(|&id| (id, self.listed(id)))
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

impl Site {
    /// Returns its units, from the bottom up.
    pub fn units(&self) -> &[EntityId] {
        self.occupants.as_ref().map_or(&[], |occupants| &occupants.units)
    }

    /// Returns its effects, from the bottom up.
    pub fn effects(&self) -> &[EntityId] {
        self.occupants.as_ref().map_or(&[], |occupants| &occupants.effects)
    }

    /// Returns its entities of a category; upgrades are never in a site.
    pub fn stack(&self, category: Category) -> &[EntityId] {
        match category {
            Category::Unit => self.units(),
            Category::Terrain => &self.terrains,
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
        let occupants = || Box::<Occupants>::default();
        match category {
            Category::Unit => change(&mut self.occupants.get_or_insert_with(occupants).units),
            Category::Terrain => change(&mut self.terrains),
            Category::Effect => change(&mut self.occupants.get_or_insert_with(occupants).effects),
            Category::Upgrade => {}
        }
        // Sites with the same entities are equal.
        self.occupants.take_if(|occupants| occupants.units.is_empty() && occupants.effects.is_empty());
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
        for category in [Category::Terrain, Category::Unit, Category::Effect] {
            site.change_stack(category, |stack| stack.remove(EntityId(7)));
        }
        assert_eq!(site, empty);
    }

    #[test]
    fn sites_and_entities_are_small() {
        assert_eq!((size_of::<Site>(), size_of::<Option<Entity>>()), (40, 32));
    }
}

//! Everything that changes in a game: whose turn it is, factions, entities and sites.

mod aura;
mod begin;
mod entity;
mod influence;
mod invariants;
mod kept;
mod places;
mod shared;

pub use aura::{Aura, Gains, Where};
pub use entity::{Entity, Holder, Stack, Stock, Stocks};
pub use kept::Kept;
pub use shared::Shared;

use entity::MOST;

use super::catalogs::VariableKind;
use super::content::{Category, Content};
use super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use foeman_engine::told::Ground;

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// How many turns all factions have completed.
    pub turn: u32,
    /// Whose turn it is, as a place in `order`.
    pub active: usize,
    /// Whether the next faction to begin is the first of its turn.
    pub is_new_turn: bool,
    /// Whether the faction whose turn it is has begun it.
    pub has_begun: bool,
    /// How many things have been set about in this turn.
    pub orders: u32,
    /// Whether any command was carried out.
    pub has_history: bool,
    /// How it ended, if it has: with a winner, or without.
    pub over: Option<Option<FactionId>>,
    /// The factions that still play, in the order of their turns.
    pub order: Vec<FactionId>,
    /// All factions, those that are gone too.
    pub factions: Vec<Faction>,
    /// The sites, by their numbers.
    pub sites: Shared<Site>,
    entities: Shared<Option<Entity>>,
    /// The order in which rules go over all entities: a new one takes the place that became free last.
    table: Shared<Option<EntityId>>,
    free: Vec<u32>,
    /// How many of each class were ever made.
    made: Vec<u32>,
    /// What its map looks like: terrains and owners change less often than somebody looks.
    pub ground: Kept<Ground>,
}

/// A faction as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faction {
    /// Whether it has given up.
    pub resigned: bool,
    /// Its counters and resources.
    pub values: Stocks,
    /// What its resources gain each turn besides what its possessions bring.
    pub income: Stocks,
    /// Its sites, in the order in which it came by them.
    pub sites: Vec<SiteId>,
    /// Its units, likewise.
    pub units: Stack,
    /// Its terrains.
    pub terrains: Stack,
    /// Its upgrades.
    pub upgrades: Stack,
    /// What its units gain by what is around.
    pub aura: Aura,
    /// How many units of each class it has numbered, sorted by class.
    numbered: Vec<(ClassId, u32)>,
}

/// A site as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Whose it is.
    pub owner: Option<FactionId>,
    /// Its terrains, from the bottom up.
    pub terrains: Stack,
    /// Its units, from the bottom up.
    pub units: Stack,
    /// Its effects, from the bottom up.
    pub effects: Stack,
    /// What a step into it costs: 0 where nobody enters.
    pub difficulty: i32,
    /// How high it is.
    pub elevation: i32,
    /// What of its ground is worth anything to a computer player.
    pub assets: Vec<Asset>,
}

/// A terrain that is worth something: how much in thousandths, and what is left of its resources, of how much.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asset {
    /// What its class is worth.
    pub worth: u16,
    /// What is left above the least there can be, and what there was, of each resource of which some is gone.
    pub left: Vec<[i32; 2]>,
}

impl State {
    /// An entity, if it is still there.
    pub fn entity(&self, id: EntityId) -> Option<&Entity> {
        self.entities.get(id.index())?.as_ref()
    }

    /// An entity that a list of the state names.
    pub fn listed(&self, id: EntityId) -> &Entity {
        self.entity(id).expect("what lists hold exists")
    }

    pub(super) fn entity_mut(&mut self, id: EntityId) -> Option<&mut Entity> {
        self.entities.get_mut(id.index())?.as_mut()
    }

    /// All entities in the order of the table.
    pub fn entities(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        self.table.iter().flatten().map(|&id| (id, self.listed(id)))
    }

    /// The entity that was made as one of a class, as the how manieth, from 0.
    pub fn by_origin(&self, class: ClassId, number: u32) -> Option<EntityId> {
        self.entities().find(|(_, entity)| entity.origin == (class, number)).map(|(id, _)| id)
    }

    /// How many entities were ever made.
    pub fn made(&self) -> u32 {
        self.entities.len() as u32
    }

    /// A site.
    pub fn site(&self, site: SiteId) -> &Site {
        &self.sites[site.index()]
    }

    /// A faction.
    pub fn faction(&self, faction: FactionId) -> &Faction {
        &self.factions[faction.index()]
    }

    pub(super) fn faction_mut(&mut self, faction: FactionId) -> &mut Faction {
        &mut self.factions[faction.index()]
    }

    /// The faction whose turn it is.
    pub fn active_faction(&self) -> Option<FactionId> {
        self.order.get(self.active).copied()
    }

    /// Whether a faction still plays.
    pub fn plays(&self, faction: FactionId) -> bool {
        self.order.contains(&faction)
    }

    /// The number that the next unit of a class gets that a faction gives a name to, from 1.
    pub fn number_to_come(&self, faction: FactionId, class: ClassId) -> u32 {
        let numbered = &self.faction(faction).numbered;
        let at = numbered.binary_search_by_key(&class, |&(class, _)| class);
        at.map_or(1, |at| numbered[at].1.saturating_add(1))
    }

    /// The next number for a unit of a class that a faction gives a name to, from 1.
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
    /// What it owns of a category; effects are counted by site.
    pub fn possessions(&self, category: Category) -> &[EntityId] {
        match category {
            Category::Unit => &self.units,
            Category::Terrain => &self.terrains,
            Category::Upgrade => &self.upgrades,
            Category::Effect => &[],
        }
    }

    fn possessions_mut(&mut self, category: Category) -> Option<&mut Stack> {
        match category {
            Category::Unit => Some(&mut self.units),
            Category::Terrain => Some(&mut self.terrains),
            Category::Upgrade => Some(&mut self.upgrades),
            Category::Effect => None,
        }
    }

    /// What one of its resources gains each turn besides what its possessions bring.
    pub fn income_of(&self, variable: VariableId) -> i32 {
        self.income.value(variable)
    }

    /// Makes one of its resources gain so much each turn; whether that changed anything.
    pub(super) fn set_income(&mut self, content: &Content, variable: VariableId, value: i32) -> bool {
        self.income.set_within(content, variable, value, [-MOST, MOST])
    }

    /// Its resources.
    pub fn resources(&self, content: &Content) -> impl Iterator<Item = &Stock> {
        self.values.of_kind(content, VariableKind::Resource)
    }
}

impl Site {
    /// What lies in it of a category; upgrades never do.
    pub fn stack(&self, category: Category) -> &[EntityId] {
        match category {
            Category::Unit => &self.units,
            Category::Terrain => &self.terrains,
            Category::Effect => &self.effects,
            Category::Upgrade => &[],
        }
    }

    fn stack_mut(&mut self, category: Category) -> Option<&mut Stack> {
        match category {
            Category::Unit => Some(&mut self.units),
            Category::Terrain => Some(&mut self.terrains),
            Category::Effect => Some(&mut self.effects),
            Category::Upgrade => None,
        }
    }
}

//! Entities: units, terrains, effects and upgrades, with their variables.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::super::catalogs::{Reach, VariableKind};
use super::super::content::{Category, Class, Content, Holder, Made, Mapped, Modifier, Stocks};
use super::super::ids::{ClassId, FactionId, SiteId, VariableId};
use super::Asset;

/// The greatest absolute value of a modifier.
pub(super) const MOST: i32 = 100_000_000;

/// A unit, terrain, effect or upgrade. A large map has a million entities, most of them alike: they share their traits
/// until one of them changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// The number of entities of its initial class created before.
    number: u32,
    /// Its position in the table of all entities.
    pub(super) slot: u32,
    /// Its owner.
    pub owner: Option<FactionId>,
    /// Its site.
    pub site: Option<SiteId>,
    traits: Arc<Traits>,
}

/// What entities of a class have in common at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traits {
    /// Its initial class.
    initially: ClassId,
    /// Its current class.
    pub class: ClassId,
    /// Its own name.
    pub name: Option<Box<str>>,
    /// Its variables.
    pub values: Stocks,
    /// Its modifiers, sorted; shared with its class until they change. Modifiers of 0 are kept.
    pub modifiers: Arc<Vec<Modifier>>,
    /// The class as which it is drawn, if different.
    pub display: Option<ClassId>,
    /// The frame of its image that is shown.
    pub frame: u32,
    /// Whether it has not attacked yet this turn; an attack has other requirements too.
    pub may_attack: bool,
    /// Whether it has not moved yet this turn.
    pub may_move: bool,
}

impl Deref for Entity {
    type Target = Traits;

    fn deref(&self) -> &Traits {
        &self.traits
    }
}

impl DerefMut for Entity {
    fn deref_mut(&mut self) -> &mut Traits {
        Arc::make_mut(&mut self.traits)
    }
}

impl Entity {
    /// Creates an entity with the values of its class, changed as the scenario says.
    pub(super) fn made(content: &Content, made: &Made, number: u32) -> Self {
        let class = content.class(made.class);
        let mut traits = Traits {
            initially: made.class,
            class: made.class,
            name: made.name.as_deref().filter(|name| !name.is_empty() && *name != class.title).map(Into::into),
            values: class.values.clone(),
            modifiers: Arc::clone(&class.modifiers),
            display: None,
            frame: made.frame,
            may_attack: true,
            may_move: true,
        };
        for &(variable, value) in &made.values {
            if traits.values.get(variable).is_some() {
                if !content.original && content.variable(variable).kind == VariableKind::Attribute {
                    // In Hexkit it falls back to the value of its class when attributes are recalculated.
                    traits.values.set_initial(content, variable, value, Holder::Entity);
                }
                traits.values.set(content, variable, value, Holder::Entity);
            }
        }
        let differs = |modifier: &Modifier| made.modifiers.iter().any(|other| other.variable == modifier.variable);
        if traits.modifiers.iter().any(differs) {
            for modifier in Arc::make_mut(&mut traits.modifiers).iter_mut().filter(|modifier| differs(modifier)) {
                let given = made.modifiers.iter().find(|other| other.same(modifier));
                modifier.value = given.map_or(0, |other| other.value);
            }
        }
        Self { number, slot: 0, owner: None, site: None, traits: Arc::new(traits) }
    }

    /// Creates an entity of the same initial class in a site.
    pub(super) fn another(&self, number: u32, slot: u32, site: SiteId) -> Self {
        Self { number, slot, owner: None, site: Some(site), traits: Arc::clone(&self.traits) }
    }

    /// Returns its initial class, and the number of entities of that class created before; together they identify it
    /// permanently.
    pub fn origin(&self) -> (ClassId, u32) {
        (self.initially, self.number)
    }

    /// Returns its name.
    pub fn name<'a>(&'a self, content: &'a Content) -> &'a str {
        self.name.as_deref().unwrap_or(&content.class(self.class).title)
    }

    /// Returns its class.
    pub fn class<'a>(&self, content: &'a Content) -> &'a Class {
        content.class(self.class)
    }

    /// Returns its category.
    pub fn category(&self, content: &Content) -> Category {
        self.class(content).category
    }

    /// Returns a numeric property of its class; `otherwise` if that is a constant.
    pub fn mapped(&self, mapped: Mapped, otherwise: i32) -> i32 {
        mapped.number(otherwise, |variable| self.values.value(variable))
    }

    /// Whether modifiers currently affect its variables: it is placed, or an upgrade with an owner.
    pub fn is_modifiable(&self, content: &Content) -> bool {
        match self.category(content) {
            Category::Unit => self.owner.is_some() && self.site.is_some(),
            Category::Terrain | Category::Effect => self.site.is_some(),
            Category::Upgrade => self.owner.is_some(),
        }
    }

    /// Whether any of its modifiers have other targets than itself and its owner.
    pub(super) fn radiates(&self) -> bool {
        self.modifiers.iter().any(|modifier| !matches!(modifier.reach, Reach::Own | Reach::Owner))
    }

    /// Returns its modifier of a target's variable.
    pub fn modifier(&self, reach: Reach, variable: VariableId) -> i32 {
        let found = self.modifiers.iter().find(|modifier| modifier.reach == reach && modifier.variable == variable);
        found.map_or(0, |modifier| modifier.value)
    }

    /// Whether it modifies its own variables of a kind, even by 0.
    pub fn modifies_itself(&self, content: &Content, kind: VariableKind) -> bool {
        let own = self.modifiers.iter().filter(|modifier| modifier.reach == Reach::Own);
        own.into_iter().any(|modifier| content.variable(modifier.variable).kind == kind)
    }

    /// Returns its worth for a computer player, from its class and its remaining resources.
    pub fn asset(&self, content: &Content) -> Asset {
        let resources = self.values.of_kind(content, VariableKind::Resource).filter(|stock| stock.now != stock.initial);
        let left = resources.map(|stock| {
            let least = content.variable(stock.variable).range[0];
            [stock.now.saturating_sub(least), stock.initial.saturating_sub(least)]
        });
        Asset { worth: self.class(content).worth, left: left.collect() }
    }

    /// Changes its class. Attributes and modifiers are taken from the new class; counters, and resources that both
    /// classes have, are kept.
    pub(in super::super) fn become_one_of(&mut self, content: &Content, class: ClassId) {
        self.class = class;
        self.modifiers = Arc::clone(&content.class(class).modifiers);
        let before = std::mem::replace(&mut self.values, content.class(class).values.clone());
        for stock in before.iter() {
            let is_kept = match content.variable(stock.variable).kind {
                VariableKind::Attribute => false,
                VariableKind::Counter => true,
                VariableKind::Resource => self.values.get(stock.variable).is_some(),
            };
            if is_kept {
                self.values.set(content, stock.variable, stock.now, Holder::Entity);
            }
        }
    }

    /// Sets a modifier. Returns whether that changed anything.
    pub(in super::super) fn set_modifier(&mut self, reach: Reach, variable: VariableId, value: i32) -> bool {
        let new = Modifier { reach, variable, value: value.clamp(-MOST, MOST) };
        let modifiers = Arc::make_mut(&mut self.modifiers);
        match modifiers.iter_mut().find(|modifier| modifier.same(&new)) {
            Some(modifier) => std::mem::replace(modifier, new) != new,
            None => {
                let at = modifiers.partition_point(|modifier| *modifier < new);
                modifiers.insert(at, new);
                true
            }
        }
    }
}

impl Modifier {
    /// Whether it has the same target and variable.
    pub fn same(&self, other: &Self) -> bool {
        (self.reach, self.variable) == (other.reach, other.variable)
    }
}

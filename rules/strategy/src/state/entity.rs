//! Entities: units, terrains, effects and upgrades, with their variables.

use super::super::catalogs::{Reach, VariableKind};
use super::super::content::{Category, Class, Content, Made, Mapped, Modifier, held};
use super::super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use super::Asset;

/// The greatest absolute value of a modifier.
pub(super) const MOST: i32 = 100_000_000;

/// A unit, terrain, effect or upgrade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// Its initial class, and the number of entities of that class created before; together they identify it
    /// permanently.
    pub origin: (ClassId, u32),
    /// Its current class.
    pub class: ClassId,
    /// Its own name.
    pub name: Option<String>,
    /// Its owner.
    pub owner: Option<FactionId>,
    /// Its site.
    pub site: Option<SiteId>,
    /// Its variables.
    pub values: Stocks,
    /// Its modifiers, sorted. Modifiers of 0 are kept.
    pub modifiers: Vec<Modifier>,
    /// The class as which it is drawn, if different.
    pub display: Option<ClassId>,
    /// The frame of its image that is shown.
    pub frame: u32,
    /// Whether it has not attacked yet this turn; an attack has other requirements too.
    pub may_attack: bool,
    /// Whether it has not moved yet this turn.
    pub may_move: bool,
    /// Its position in the table of all entities.
    pub(super) slot: u32,
}

impl Entity {
    /// Creates an entity with the values of its class, changed as the scenario says.
    pub(super) fn made(content: &Content, made: &Made, number: u32) -> Self {
        let class = content.class(made.class);
        let mut entity = Self {
            origin: (made.class, number),
            class: made.class,
            name: made.name.clone().filter(|name| !name.is_empty() && *name != class.title),
            owner: None,
            site: None,
            values: Stocks::of(&class.values),
            modifiers: class.modifiers.clone(),
            display: None,
            frame: made.frame,
            may_attack: true,
            may_move: true,
            slot: 0,
        };
        for &(variable, value) in &made.values {
            if entity.values.get(variable).is_some() {
                if !content.original && content.variable(variable).kind == VariableKind::Attribute {
                    // In Hexkit it falls back to the value of its class when attributes are recalculated.
                    entity.values.set_initial(content, variable, value, Holder::Entity);
                }
                entity.values.set(content, variable, value, Holder::Entity);
            }
        }
        let differs = |modifier: &Modifier| made.modifiers.iter().any(|other| other.variable == modifier.variable);
        for modifier in &mut entity.modifiers {
            if differs(modifier) {
                let given = made.modifiers.iter().find(|other| other.same(modifier));
                modifier.value = given.map_or(0, |other| other.value);
            }
        }
        entity
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
        self.modifiers = content.class(class).modifiers.clone();
        let before = std::mem::replace(&mut self.values, Stocks::of(&content.class(class).values));
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
        match self.modifiers.iter_mut().find(|modifier| modifier.same(&new)) {
            Some(modifier) => std::mem::replace(modifier, new) != new,
            None => {
                let at = self.modifiers.partition_point(|modifier| *modifier < new);
                self.modifiers.insert(at, new);
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

/// The holder of a stock, on which its limit depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A unit, terrain, effect or upgrade.
    Entity,
    /// A faction.
    Faction,
}

/// The amount of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stock {
    /// The variable.
    pub variable: VariableId,
    /// The current amount.
    pub now: i32,
    /// The initial amount, or for attributes the amount without modifiers.
    pub initial: i32,
}

impl Stock {
    /// Returns the least and the greatest amount.
    pub fn range(&self, content: &Content, holder: Holder) -> [i32; 2] {
        let variable = content.variable(self.variable);
        let [least, greatest] = variable.range;
        let limited = variable.limit && variable.kind == VariableKind::Resource && holder == Holder::Entity;
        [least, if limited { self.initial } else { greatest }]
    }
}

/// Stocks of several variables, sorted by variable; in Hexkit, variables added later are at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stocks(Vec<Stock>);

impl Stocks {
    /// Creates stocks from initial values.
    pub fn of(values: &[(VariableId, i32)]) -> Self {
        Self(values.iter().map(|&(variable, value)| Stock { variable, now: value, initial: value }).collect())
    }

    /// Returns all stocks.
    pub fn iter(&self) -> impl Iterator<Item = &Stock> {
        self.0.iter()
    }

    /// Returns the stocks of one kind.
    pub fn of_kind(&self, content: &Content, kind: VariableKind) -> impl Iterator<Item = &Stock> {
        self.0.iter().filter(move |stock| content.variable(stock.variable).kind == kind)
    }

    /// Returns the stock of a variable.
    pub fn get(&self, variable: VariableId) -> Option<&Stock> {
        self.0.iter().find(|stock| stock.variable == variable)
    }

    /// Returns the amount of a variable; 0 if it has none.
    pub fn value(&self, variable: VariableId) -> i32 {
        self.get(variable).map_or(0, |stock| stock.now)
    }

    /// Returns the stock of a variable; as an error if it had to be created.
    fn entry(&mut self, content: &Content, variable: VariableId) -> Result<&mut Stock, &mut Stock> {
        match self.0.iter().position(|stock| stock.variable == variable) {
            Some(at) => Ok(&mut self.0[at]),
            None => {
                let sorted = self.0.partition_point(|stock| stock.variable < variable);
                let at = if content.original { self.0.len() } else { sorted };
                self.0.insert(at, Stock { variable, now: 0, initial: 0 });
                Err(&mut self.0[at])
            }
        }
    }

    /// Sets an amount, limited to its range. Returns whether that changed anything. A missing variable is added.
    pub(in super::super) fn set(
        &mut self,
        content: &Content,
        variable: VariableId,
        value: i32,
        holder: Holder,
    ) -> bool {
        let range = content.variable(variable).range;
        match self.entry(content, variable) {
            Ok(stock) => {
                let value = held(value, stock.range(content, holder));
                std::mem::replace(&mut stock.now, value) != value
            }
            Err(stock) => {
                let value = held(value, range);
                (stock.now, stock.initial) = (value, value);
                true
            }
        }
    }

    /// Sets an amount, limited to a given range. Returns whether that changed anything.
    pub(super) fn set_within(
        &mut self,
        content: &Content,
        variable: VariableId,
        value: i32,
        [least, greatest]: [i32; 2],
    ) -> bool {
        let value = value.clamp(least, greatest);
        match self.entry(content, variable) {
            Ok(stock) => std::mem::replace(&mut stock.now, value) != value,
            Err(stock) => {
                (stock.now, stock.initial) = (value, value);
                true
            }
        }
    }

    /// Sets an initial amount. Returns whether that changed anything. An attribute also takes that value, and a limited
    /// resource is reduced to it. If the initial amount is unchanged, the current amount is too.
    pub(in super::super) fn set_initial(
        &mut self,
        content: &Content,
        variable: VariableId,
        value: i32,
        holder: Holder,
    ) -> bool {
        let class = content.variable(variable);
        let value = held(value, class.range);
        match self.entry(content, variable) {
            Ok(stock) if stock.initial == value => false,
            Ok(stock) => {
                stock.initial = value;
                if class.kind == VariableKind::Attribute {
                    stock.now = value;
                }
                let [_, greatest] = stock.range(content, holder);
                stock.now = stock.now.min(greatest);
                true
            }
            Err(stock) => {
                (stock.now, stock.initial) = (value, value);
                true
            }
        }
    }
}

/// Entities by number.
pub type Stack = Vec<EntityId>;

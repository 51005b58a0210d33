//! One unit, terrain, effect or upgrade, and what is counted about it.

use super::super::catalogs::{Reach, VariableKind};
use super::super::content::{Category, Class, Content, Made, Mapped, Modifier, held};
use super::super::ids::{ClassId, EntityId, FactionId, SiteId, VariableId};
use super::Asset;

/// The greatest amount a modifier can be, either way.
pub(super) const MOST: i32 = 100_000_000;

/// One unit, terrain, effect or upgrade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// The class it was made as, and how many of that class were made before: it goes by these for ever.
    pub origin: (ClassId, u32),
    /// What it is now.
    pub class: ClassId,
    /// Its own name.
    pub name: Option<String>,
    /// Whose it is.
    pub owner: Option<FactionId>,
    /// Where it lies.
    pub site: Option<SiteId>,
    /// What is counted about it.
    pub values: Stocks,
    /// What it adds to variables, sorted. Amounts of 0 count as being there.
    pub modifiers: Vec<Modifier>,
    /// The class it is drawn as, where that is another one.
    pub display: Option<ClassId>,
    /// Which frame of its image is shown.
    pub frame: u32,
    /// Whether it has not attacked yet. Whether it can is more than that.
    pub may_attack: bool,
    /// Whether it has not moved yet.
    pub may_move: bool,
    /// Its place in the table of all entities.
    pub(super) slot: u32,
}

impl Entity {
    /// One as its class is, and then as it was made.
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
                    // In the original it is what its class has as soon as attributes are worked out.
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

    /// What it is called.
    pub fn name<'a>(&'a self, content: &'a Content) -> &'a str {
        self.name.as_deref().unwrap_or(&content.class(self.class).title)
    }

    /// What its class says of it.
    pub fn class<'a>(&self, content: &'a Content) -> &'a Class {
        content.class(self.class)
    }

    /// What sort of thing it is.
    pub fn category(&self, content: &Content) -> Category {
        self.class(content).category
    }

    /// The value of a variable that its class may name: 1 or what else is given where it names none.
    pub fn mapped(&self, mapped: Mapped, otherwise: i32) -> i32 {
        mapped.number(otherwise, |variable| self.values.value(variable))
    }

    /// Whether modifiers change its variables now: it is placed, or an upgrade of somebody's.
    pub fn is_modifiable(&self, content: &Content) -> bool {
        match self.category(content) {
            Category::Unit => self.owner.is_some() && self.site.is_some(),
            Category::Terrain | Category::Effect => self.site.is_some(),
            Category::Upgrade => self.owner.is_some(),
        }
    }

    /// What it adds to a variable of somebody's.
    pub fn modifier(&self, reach: Reach, variable: VariableId) -> i32 {
        let found = self.modifiers.iter().find(|modifier| modifier.reach == reach && modifier.variable == variable);
        found.map_or(0, |modifier| modifier.value)
    }

    /// Whether it has modifiers of its own variables of a kind, be they 0.
    pub fn modifies_itself(&self, content: &Content, kind: VariableKind) -> bool {
        let own = self.modifiers.iter().filter(|modifier| modifier.reach == Reach::Own);
        own.into_iter().any(|modifier| content.variable(modifier.variable).kind == kind)
    }

    /// What it is worth to a computer player: what its class is, and what is left of its resources.
    pub fn asset(&self, content: &Content) -> Asset {
        let resources = self.values.of_kind(content, VariableKind::Resource).filter(|stock| stock.now != stock.initial);
        let left = resources.map(|stock| {
            let least = content.variable(stock.variable).range[0];
            [stock.now.saturating_sub(least), stock.initial.saturating_sub(least)]
        });
        Asset { worth: self.class(content).worth, left: left.collect() }
    }

    /// Makes it one of another class: attributes and modifiers are those of the class, counters stay, and so does what
    /// both have of resources.
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

    /// Gives it a modifier; whether that changed anything.
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
    /// Whether it changes the same variable of the same others.
    pub fn same(&self, other: &Self) -> bool {
        (self.reach, self.variable) == (other.reach, other.variable)
    }
}

/// Who has a stock: what limits it depends on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A unit, terrain, effect or upgrade.
    Entity,
    /// A faction.
    Faction,
}

/// How much there is of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stock {
    /// Of which.
    pub variable: VariableId,
    /// How much.
    pub now: i32,
    /// How much there was at first, or would be without modifiers.
    pub initial: i32,
}

impl Stock {
    /// The least and the greatest that there can be.
    pub fn range(&self, content: &Content, holder: Holder) -> [i32; 2] {
        let variable = content.variable(self.variable);
        let [least, greatest] = variable.range;
        let limited = variable.limit && variable.kind == VariableKind::Resource && holder == Holder::Entity;
        [least, if limited { self.initial } else { greatest }]
    }
}

/// Stocks of several variables, sorted by variable; in the original, what comes to be counted later stands at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stocks(Vec<Stock>);

impl Stocks {
    /// Stocks that begin with these values.
    pub fn of(values: &[(VariableId, i32)]) -> Self {
        Self(values.iter().map(|&(variable, value)| Stock { variable, now: value, initial: value }).collect())
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Stock> {
        self.0.iter()
    }

    /// Those of one kind.
    pub fn of_kind(&self, content: &Content, kind: VariableKind) -> impl Iterator<Item = &Stock> {
        self.0.iter().filter(move |stock| content.variable(stock.variable).kind == kind)
    }

    /// That of a variable.
    pub fn get(&self, variable: VariableId) -> Option<&Stock> {
        self.0.iter().find(|stock| stock.variable == variable)
    }

    /// How much there is of a variable; 0 of one that is not counted.
    pub fn value(&self, variable: VariableId) -> i32 {
        self.get(variable).map_or(0, |stock| stock.now)
    }

    /// The stock of a variable; an error is a new one.
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

    /// Makes it so much, within its range; whether that changed anything. What was not counted is from then on.
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

    /// Makes it so much, within a range of its own; whether that changed anything.
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

    /// Makes it begin with so much; whether that changed anything. An attribute is that from then on, and a resource
    /// that is limited is no more than it. What begins with so much already stays as it is.
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

/// Which entities are asked about, by number; used where a list is all there is.
pub type Stack = Vec<EntityId>;

//! The content of a scenario with resolved references: variables, classes, factions, and the layout at the start.

mod read;
mod rules;
mod start;
mod stocks;

use std::sync::Arc;

use foeman_schema::catalogs::board::Pattern;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::grid::{Cell, Geometry};

pub use rules::{Bound, Deed, Does, Rule, Test};
pub use start::{Area, Made, Start};
pub use stocks::{Holder, Stock, Stocks};

use super::catalogs::{Condition, Occasion, Ranged, Reach, Seeking, Transfer, VariableKind};
use super::ids::{ClassId, FactionId, RuleId, SiteId, VariableId};

/// Everything about a game that never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// The grid.
    pub geometry: Geometry,
    /// Variables, sorted by id.
    pub variables: Vec<Variable>,
    /// Classes, sorted by category and id.
    pub classes: Vec<Class>,
    /// Factions in the order of their turns.
    pub factions: Vec<Faction>,
    /// The layout at the start.
    pub start: Start,
    /// The game is a draw after this many turns.
    pub turns: u32,
    /// Whether Hexkit's bugs are reproduced.
    pub original: bool,
    /// The custom rules, in the order in which they apply.
    pub rules: Vec<Rule>,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its id in the pack.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// How it behaves.
    pub kind: VariableKind,
    /// The least and the greatest value.
    pub range: [i32; 2],
    /// The divisor for display.
    pub scale: u8,
    /// A faction is out at this value or below.
    pub defeat: Option<i32>,
    /// A faction wins at this value or above.
    pub victory: Option<i32>,
    /// Whether a faction's value is recalculated each turn.
    pub reset: bool,
    /// Whether an entity never has more than its initial amount.
    pub limit: bool,
    /// Whether a unit's ring shows how much is left.
    pub deplete: bool,
}

/// The category of an entity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Category {
    /// Moves and fights.
    Unit,
    /// The ground, or something on it.
    Terrain,
    /// Placed on a site.
    Effect,
    /// Belongs to a faction and is not on the map.
    Upgrade,
}

/// A modifier: an amount added to a variable of some target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Modifier {
    /// The target.
    pub reach: Reach,
    /// The variable.
    pub variable: VariableId,
    /// The amount.
    pub value: i32,
}

/// The source of a numeric property of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mapped {
    /// A constant, the same for all entities of the class.
    #[default]
    Fixed,
    /// The value of a variable of each entity.
    Of(VariableId),
    /// The value of a variable that does not exist, which is 0. Only in games with the original behaviour, which does
    /// not validate these names.
    Missing,
}

impl Mapped {
    /// Returns the variable, if there is one.
    pub fn variable(self) -> Option<VariableId> {
        match self {
            Self::Of(variable) => Some(variable),
            Self::Fixed | Self::Missing => None,
        }
    }

    /// Returns the number, given a constant and a function for the value of a variable.
    pub fn number(self, otherwise: i32, value: impl FnOnce(VariableId) -> i32) -> i32 {
        match self {
            Self::Fixed => otherwise,
            Self::Of(variable) => value(variable),
            Self::Missing => 0,
        }
    }
}

/// A class of entities. Properties that its category does not use have neutral values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Its id in the pack.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// The category.
    pub category: Category,
    /// Initial values.
    pub values: Stocks,
    /// Modifiers, sorted.
    pub modifiers: Arc<Vec<Modifier>>,
    /// The range of modifiers in steps; 0 for the whole map.
    pub modifier_range: u32,
    /// The cost of building one, sorted by variable.
    pub cost: Vec<(VariableId, i32)>,
    /// How much a computer player wants one, in thousandths.
    pub worth: u16,
    /// Whether others take their resources.
    pub transfer: Transfer,
    /// Whether they block straight lines.
    pub blocks_attack: bool,
    /// Whether they can be placed at home.
    pub placed_at_home: bool,
    /// Their strength.
    pub strength: Mapped,
    /// The resource they need to attack.
    pub morale: Mapped,
    /// Their movement range.
    pub movement: Mapped,
    /// Their attack range.
    pub attack_range: Mapped,
    /// The condition for attacks from a distance.
    pub ranged: Ranged,
    /// For units: whether they capture sites; for terrains: whether their site can be captured.
    pub captures: bool,
    /// Whether they never attack in their own turn.
    pub defends_only: bool,
    /// Whether their wounds heal.
    pub heals: bool,
    /// The cost of a step into their site.
    pub difficulty: Mapped,
    /// Their elevation.
    pub elevation: Mapped,
    /// Whether they are the ground of their site.
    pub background: bool,
    /// Whether their owner can destroy them.
    pub destroyable: bool,
    /// Their placement sites.
    pub sites: Vec<SiteId>,
    /// Their images, from the bottom up.
    pub images: Vec<ImageLayer>,
    /// Their colour and pattern on a map; only for terrains.
    pub look: Option<(String, Pattern)>,
}

/// A faction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faction {
    /// Its id in the pack.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Whether a human player decides for it in test-play.
    pub human: bool,
    /// Options for the computer player Seeker.
    pub seeking: Seeking,
    /// Its home.
    pub home: Option<SiteId>,
    /// Initial values, sorted by variable.
    pub values: Vec<(VariableId, i32)>,
    /// Income of its resources each turn, sorted by variable.
    pub income: Vec<(VariableId, i32)>,
    /// The resources that supply its units, in the order written.
    pub supplies: Vec<VariableId>,
    /// The classes it can build, sorted.
    pub builds: Vec<ClassId>,
    /// Its victory conditions.
    pub victory: Vec<Condition>,
    /// Its defeat conditions.
    pub defeat: Vec<Condition>,
}

/// Limits a value to a range. In games with the original behaviour a range may be reversed, and then gives its least
/// value.
pub fn held(value: i32, [least, greatest]: [i32; 2]) -> i32 {
    value.min(greatest).max(least)
}

impl Content {
    /// Returns a variable.
    pub fn variable(&self, variable: VariableId) -> &Variable {
        &self.variables[variable.index()]
    }

    /// Returns a class.
    pub fn class(&self, class: ClassId) -> &Class {
        &self.classes[class.index()]
    }

    /// Returns a faction.
    pub fn faction(&self, faction: FactionId) -> &Faction {
        &self.factions[faction.index()]
    }

    /// Returns a custom rule.
    pub fn rule(&self, rule: RuleId) -> &Rule {
        &self.rules[rule.index()]
    }

    /// Returns the custom rules for an occasion, in the order in which they apply.
    pub fn rules_on(&self, occasion: Occasion) -> impl Iterator<Item = RuleId> {
        let numbered = self.rules.iter().enumerate().filter(move |(_, rule)| rule.when == occasion);
        numbered.map(|(at, _)| RuleId(at as u8))
    }

    /// Returns the variable with an id.
    pub fn variable_by_id(&self, id: &str) -> Option<VariableId> {
        let at = self.variables.iter().position(|variable| variable.id == id)?;
        Some(VariableId(at as u16))
    }

    /// Returns the class with an id.
    pub fn class_by_id(&self, id: &str) -> Option<ClassId> {
        let at = self.classes.iter().position(|class| class.id == id)?;
        Some(ClassId(at as u16))
    }

    /// Returns the faction with an id.
    pub fn faction_by_id(&self, id: &str) -> Option<FactionId> {
        let at = self.factions.iter().position(|faction| faction.id == id)?;
        Some(FactionId(at as u8))
    }

    /// Returns the classes of a category, in order.
    pub fn classes_of(&self, category: Category) -> impl Iterator<Item = ClassId> {
        let numbered = self.classes.iter().enumerate().filter(move |(_, class)| class.category == category);
        numbered.map(|(at, _)| ClassId(at as u16))
    }

    /// Returns the number of sites.
    pub fn site_count(&self) -> usize {
        self.geometry.cell_count()
    }

    /// Returns the site of a cell of the map.
    pub fn site(&self, cell: Cell) -> Option<SiteId> {
        self.geometry.position(cell).map(|position| SiteId(position as u32))
    }

    /// Returns the cell of a site.
    pub fn cell(&self, site: SiteId) -> Cell {
        self.geometry.cell_at(site.index())
    }

    /// Returns all sites column by column, which is the order in which the rules visit a map.
    pub fn columns(&self) -> impl Iterator<Item = SiteId> + use<> {
        let [width, height] = self.geometry.size();
        (0..width).flat_map(move |column| (0..height).map(move |row| SiteId(row * width + column)))
    }

    /// Sorts sites into the order of [`columns`](Self::columns).
    pub fn sort_by_column(&self, sites: &mut [SiteId]) {
        sites.sort_unstable_by_key(|&site| self.cell(site));
    }

    /// Returns the distance between two sites, in steps.
    pub fn distance(&self, from: SiteId, to: SiteId) -> u32 {
        self.geometry.distance(self.cell(from), self.cell(to))
    }
}

impl Class {
    /// Whether any of its modifiers have other targets than the entity itself and its owner.
    pub fn radiates(&self) -> bool {
        self.modifiers.iter().any(|modifier| !matches!(modifier.reach, Reach::Own | Reach::Owner))
    }
}

//! The content of one scenario, looked up once: variables, classes, factions, and what lies where at the start.

mod read;
mod rules;
mod start;

use foeman_schema::catalogs::board::Pattern;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::grid::{Cell, Geometry};

pub use rules::{Bound, Deed, Does, Rule, Test};
pub use start::{Area, Made, Start};

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
    /// What lies where when the game begins.
    pub start: Start,
    /// The game is a draw after so many turns.
    pub turns: u32,
    /// Whether the oversights of the original are rules.
    pub original: bool,
    /// Custom rules, in the order in which they apply.
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
    /// What values are divided by when they are shown.
    pub scale: u8,
    /// A faction with so much or less is out.
    pub defeat: Option<i32>,
    /// A faction with so much or more wins.
    pub victory: Option<i32>,
    /// Whether a faction's is worked out anew each turn.
    pub reset: bool,
    /// Whether an entity never has more than at first.
    pub limit: bool,
    /// Whether it is shown how much of it an entity has left.
    pub deplete: bool,
}

/// What an entity can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Category {
    /// It moves and fights.
    Unit,
    /// Ground, or what stands on it.
    Terrain,
    /// It lies on a site.
    Effect,
    /// It belongs to a faction and lies nowhere.
    Upgrade,
}

/// What a modifier adds to whose variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Modifier {
    /// Whose.
    pub reach: Reach,
    /// Which.
    pub variable: VariableId,
    /// How much.
    pub value: i32,
}

/// What a number of a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mapped {
    /// The same for all of its entities.
    #[default]
    Fixed,
    /// What each has of a variable.
    Of(VariableId),
    /// What each has of a variable that there is not, which is 0. Only in games of the original, which looks at no names
    /// here.
    Missing,
}

impl Mapped {
    /// The variable, where there is one.
    pub fn variable(self) -> Option<VariableId> {
        match self {
            Self::Of(variable) => Some(variable),
            Self::Fixed | Self::Missing => None,
        }
    }

    /// The number, given what there is of a variable, and what it is where it is the same for all.
    pub fn number(self, otherwise: i32, value: impl FnOnce(VariableId) -> i32) -> i32 {
        match self {
            Self::Fixed => otherwise,
            Self::Of(variable) => value(variable),
            Self::Missing => 0,
        }
    }
}

/// A class of entities. What a category has no use for is as if it were not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Its id in the pack.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// What its entities are.
    pub category: Category,
    /// What they begin with, sorted by variable.
    pub values: Vec<(VariableId, i32)>,
    /// What they add to variables, sorted.
    pub modifiers: Vec<Modifier>,
    /// How many steps modifiers reach; 0 for the whole map.
    pub modifier_range: u32,
    /// What building one takes, sorted by variable.
    pub cost: Vec<(VariableId, i32)>,
    /// How much a computer player wants one, in thousandths.
    pub worth: u16,
    /// Whether others take their resources.
    pub transfer: Transfer,
    /// Whether straight lines are blocked by them.
    pub blocks_attack: bool,
    /// Whether they can be placed at home.
    pub placed_at_home: bool,
    /// What their strength is.
    pub strength: Mapped,
    /// What they need to attack.
    pub morale: Mapped,
    /// How far they move.
    pub movement: Mapped,
    /// How far they attack.
    pub attack_range: Mapped,
    /// What they need to attack from afar.
    pub ranged: Ranged,
    /// Whether units capture, or a terrain makes its site one that can be captured.
    pub captures: bool,
    /// Whether they attack in no turn of their own.
    pub defends_only: bool,
    /// Whether their wounds heal.
    pub heals: bool,
    /// What a step into their site costs.
    pub difficulty: Mapped,
    /// How high they are.
    pub elevation: Mapped,
    /// Whether they are the ground of their site.
    pub background: bool,
    /// Whether their owner can tear them down.
    pub destroyable: bool,
    /// Where they can be placed.
    pub sites: Vec<SiteId>,
    /// The images they are drawn with, from the bottom up.
    pub images: Vec<ImageLayer>,
    /// How they are drawn on a map; nothing but for terrains.
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
    /// Whether a person decides for it in test-play.
    pub human: bool,
    /// How Seeker plays it.
    pub seeking: Seeking,
    /// Its home.
    pub home: Option<SiteId>,
    /// What it begins with, sorted by variable.
    pub values: Vec<(VariableId, i32)>,
    /// What its resources gain each turn, sorted by variable.
    pub income: Vec<(VariableId, i32)>,
    /// What its units can be supplied with, in the order it is written.
    pub supplies: Vec<VariableId>,
    /// What it can build, sorted.
    pub builds: Vec<ClassId>,
    /// When it wins.
    pub victory: Vec<Condition>,
    /// When it is out.
    pub defeat: Vec<Condition>,
}

/// A value held in a range. In games of the original a range may be reversed, and is its least value then.
pub fn held(value: i32, [least, greatest]: [i32; 2]) -> i32 {
    value.min(greatest).max(least)
}

impl Content {
    /// A variable by its number.
    pub fn variable(&self, variable: VariableId) -> &Variable {
        &self.variables[variable.index()]
    }

    /// A class by its number.
    pub fn class(&self, class: ClassId) -> &Class {
        &self.classes[class.index()]
    }

    /// A faction by its number.
    pub fn faction(&self, faction: FactionId) -> &Faction {
        &self.factions[faction.index()]
    }

    /// A custom rule by its number.
    pub fn rule(&self, rule: RuleId) -> &Rule {
        &self.rules[rule.index()]
    }

    /// The custom rules for an occasion, in the order in which they apply.
    pub fn rules_on(&self, occasion: Occasion) -> impl Iterator<Item = RuleId> {
        let numbered = self.rules.iter().enumerate().filter(move |(_, rule)| rule.when == occasion);
        numbered.map(|(at, _)| RuleId(at as u8))
    }

    /// The variable with an id.
    pub fn variable_by_id(&self, id: &str) -> Option<VariableId> {
        let at = self.variables.iter().position(|variable| variable.id == id)?;
        Some(VariableId(at as u16))
    }

    /// The class with an id.
    pub fn class_by_id(&self, id: &str) -> Option<ClassId> {
        let at = self.classes.iter().position(|class| class.id == id)?;
        Some(ClassId(at as u16))
    }

    /// The faction with an id.
    pub fn faction_by_id(&self, id: &str) -> Option<FactionId> {
        let at = self.factions.iter().position(|faction| faction.id == id)?;
        Some(FactionId(at as u8))
    }

    /// The classes of a category, in their order.
    pub fn classes_of(&self, category: Category) -> impl Iterator<Item = ClassId> {
        let numbered = self.classes.iter().enumerate().filter(move |(_, class)| class.category == category);
        numbered.map(|(at, _)| ClassId(at as u16))
    }

    /// How many sites there are.
    pub fn site_count(&self) -> usize {
        self.geometry.cell_count()
    }

    /// The site of a cell of the map.
    pub fn site(&self, cell: Cell) -> Option<SiteId> {
        self.geometry.position(cell).map(|position| SiteId(position as u32))
    }

    /// The cell of a site.
    pub fn cell(&self, site: SiteId) -> Cell {
        self.geometry.cell_at(site.index())
    }

    /// All sites column by column, which is the order in which the rules go over a map.
    pub fn columns(&self) -> impl Iterator<Item = SiteId> + use<> {
        let [width, height] = self.geometry.size();
        (0..width).flat_map(move |column| (0..height).map(move |row| SiteId(row * width + column)))
    }

    /// How many steps lie between two sites.
    pub fn distance(&self, from: SiteId, to: SiteId) -> u32 {
        self.geometry.distance(self.cell(from), self.cell(to))
    }
}

impl Class {
    /// Whether its modifiers change anything besides the entity itself and its owner's resources.
    pub fn radiates(&self) -> bool {
        self.modifiers.iter().any(|modifier| !matches!(modifier.reach, Reach::Own | Reach::Owner))
    }
}

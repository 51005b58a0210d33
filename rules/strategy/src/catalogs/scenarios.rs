//! Scenarios: who plays where, and what lies there when the game begins.

use std::collections::BTreeMap;
use std::fmt;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::control::Control;
use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::dialect::{Record, RecordView, Ref, Target};
use foeman_schema::grid::Bounds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::classes::{Effect, Terrain, Unit, Upgrade};
use super::factions::Faction;
use super::kept::Kept;
use super::rules::{MOST_RULES, RuleInPlay};
use super::variables::{Amounts, Modifiers};

/// A game ready to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// Name shown to people.
    pub title: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Where it is played: its terrains are the ground.
    pub map: Ref<Map>,
    /// Who plays, in the order of their turns.
    #[schemars(length(min = 1, max = 64), extend("x-merge" = {"key": "faction", "ordered": true}))]
    pub sides: Vec<Side>,
    /// Terrains that lie in every cell on the map's, from the bottom up; where the first is a ground, it takes the place
    /// of the map's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<Entity<Terrain>>,
    /// What lies where when the game begins, one area after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// Where units of some classes can be placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = {"key": "class"}))]
    pub unit_sites: Vec<PlacementSites<Unit>>,
    /// Where terrains of some classes can be placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = {"key": "class"}))]
    pub terrain_sites: Vec<PlacementSites<Terrain>>,
    /// The game is a draw after so many turns, each of all factions.
    #[serde(default = "turn_limit")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "turns"))]
    pub turns: u16,
    /// House rules.
    #[serde(default)]
    pub options: Options,
    /// Custom rules that it is played by, in the order in which they apply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MOST_RULES), extend("x-merge" = {"key": "rule", "ordered": true}))]
    pub rules: Vec<RuleInPlay>,
    /// What Hexkit says besides, by the path of each element and attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl Record for Scenario {
    const CATALOG: &'static str = "scenarios";
    const TITLE: &'static str = "Scenario";
    const VIEW: RecordView = RecordView::Scenario;
}

impl Scenario {
    /// Whether the faction of a side, by its position, plays as one before it already.
    pub fn plays_already(&self, side: usize) -> bool {
        self.sides[..side].iter().any(|other| other.faction == self.sides[side].faction)
    }
}

/// How much may be laid out when a game begins: a cell, or a thing in a cell, is 1 and more the more is said of it.
pub const MOST_LAID: u64 = 1 << 23;

/// More than can be laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Excess {
    /// The area at which it becomes too much, by its position; nothing where the map alone is.
    pub area: Option<usize>,
    /// How much all areas would lay out on the map.
    pub laid: u64,
}

impl Scenario {
    /// Whether more is laid out than can be: each thing counts in every cell into which it is put. `weight` is how many
    /// values and modifiers the class of a catalog and an id has.
    pub fn excess(&self, map: &Map, weight: &dyn Fn(&'static str, &str) -> usize) -> Option<Excess> {
        let grounds = map.terrains().into_iter().map(|of| 1 + weight(Terrain::CATALOG, of.id()) as u64 / 8);
        let ground = grounds.max().unwrap_or(1).saturating_add(heaviness(&self.ground, weight));
        let mut laid = (map.geometry.cell_count() as u64).saturating_mul(ground);
        let mut excess = (laid > MOST_LAID).then_some(None);
        let whole = Bounds { from: [0, 0], to: map.geometry.size().map(|count| count as i32 - 1) };
        for (number, area) in self.areas.iter().enumerate() {
            let things = heaviness(&area.terrains, weight)
                .saturating_add(heaviness(&area.units, weight))
                .saturating_add(heaviness(&area.effects, weight));
            let parts = area.parts().filter_map(|part| {
                let [from, to] = part.corners();
                Bounds { from, to }.within(&whole)
            });
            let cells: u64 = parts.map(|part| part.count() as u64).sum();
            laid = laid.saturating_add(cells.saturating_mul(things.saturating_add(1)));
            if laid > MOST_LAID && excess.is_none() {
                excess = Some(Some(number));
            }
        }
        excess.map(|area| Excess { area, laid })
    }
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected at most {MOST_LAID} things and cells on the map as the game begins, but found {}",
            self.laid
        )
    }
}

/// How much some things weigh in each cell.
fn heaviness<T: Record>(things: &[Entity<T>], weight: &dyn Fn(&'static str, &str) -> usize) -> u64 {
    let modified = |of: &Modifiers| of.parts().iter().map(|(_, _, amounts)| amounts.0.len()).sum::<usize>();
    let one = |of: &Entity<T>| {
        let said = weight(T::CATALOG, of.class.id()) + of.values.0.len() + modified(&of.modifiers);
        1 + said as u64 / 8 + of.name.as_ref().map_or(0, String::len) as u64 / 64
    };
    things.iter().map(one).fold(0, u64::saturating_add)
}

/// One faction's part in a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Side {
    /// The faction.
    pub faction: Ref<Faction>,
    /// Who decides for it in test-play.
    #[serde(default)]
    pub control: Control,
    /// How the computer player `seeker` plays it.
    #[serde(default, skip_serializing_if = "Seeking::is_usual")]
    pub computer: Seeking,
    /// Its home, as column and row: where it places units, and where its upgrades have their effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-widget" = "hex"))]
    pub home: Option<[u16; 2]>,
    /// Units that it has not placed yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Entity<Unit>>,
    /// Terrains that it has not placed yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<Entity<Terrain>>,
    /// Upgrades that it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<Entity<Upgrade>>,
    /// What else Hexkit says of its computer player, by option: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

/// How the computer player `seeker` plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Seeking {
    /// How many of the nearest targets it looks at for each unit: 8 where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MOST_TARGETS))]
    pub target_limit: Option<u16>,
    /// Whether it builds anything by chance, instead of what is worth most to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_build: Option<bool>,
    /// Whether it places units by chance, instead of where most threatens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_place: Option<bool>,
}

/// The most targets that `seeker` can be told to look at.
pub const MOST_TARGETS: u16 = 1000;

impl Seeking {
    /// Whether nothing is said.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// One thing of a class, and how it differs from the others of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
#[schemars(bound = "T: Target + JsonSchema", rename = "Entity_of_{T}")]
pub struct Entity<T> {
    /// What it is.
    pub class: Ref<T>,
    /// Its own name; without one it goes by that of its class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Values that differ from those of its class; of variables that its class has.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub values: Amounts,
    /// Modifiers that differ from those of its class: where one of a variable is given, all of that variable are.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    pub modifiers: Modifiers,
    /// Which frame of its image it is shown with, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    #[schemars(range(min = 0, max = 9999))]
    pub frame: u32,
    /// What Hexkit says of it besides, by attribute: kept, and written again by `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

/// Cells, whose they are, and what is put there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Area {
    /// Cells of it, each as column and row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-widget" = "cells"))]
    pub cells: Vec<[u16; 2]>,
    /// Rectangles of columns and rows that belong to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-widget" = "cells"))]
    pub rectangles: Vec<Rectangle>,
    /// Who owns them from here on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Ref<Faction>>,
    /// Who owns the units; without it, whoever owns the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units_owner: Option<Ref<Faction>>,
    /// Terrains that are put on those of each cell, from the bottom up; where the first is a ground, it takes their place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<Entity<Terrain>>,
    /// Units in each cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Entity<Unit>>,
    /// Effects on each cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Entity<Effect>>,
}

impl Area {
    /// Its parts, cells first, each as a rectangle.
    pub fn parts(&self) -> impl Iterator<Item = Rectangle> + '_ {
        self.cells.iter().map(|&cell| Rectangle { from: cell, to: cell }).chain(self.rectangles.iter().copied())
    }
}

/// Where things of a class can be placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
#[schemars(bound = "T: Target + JsonSchema", rename = "Placement_of_{T}")]
pub struct PlacementSites<T> {
    /// The class.
    pub class: Ref<T>,
    /// The cells, each as column and row.
    #[schemars(length(min = 1), extend("x-widget" = "cells"))]
    pub cells: Vec<[u16; 2]>,
}

/// House rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// Play as Hexkit 4.3.3 does, its oversights included, where the rules otherwise do what its guide promises.
    #[serde(default)]
    pub original_behaviour: bool,
}

fn turn_limit() -> u16 {
    500
}

fn is_first(frame: &u32) -> bool {
    *frame == 0
}

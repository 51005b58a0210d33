//! Scenarios: the factions, and the layout of the map at the start.

use std::collections::BTreeMap;
use std::fmt;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::control::Control;
use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::dialect::{Record, RecordView, Ref, Target};
use foeman_schema::grid::Bounds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::classes::{Effect, Terrain, Unit, Upgrade};
use super::factions::Faction;
use super::kept::Kept;
use super::rules::{MOST_RULES, RuleInPlay};
use super::variables::{Amounts, Modifiers};

/// A playable game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// Name shown to people.
    pub title: String,
    /// A description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The map; its terrains are the ground.
    #[schemars(extend("x-group" = "Game", "x-headline" = true))]
    pub map: Ref<Map>,
    /// The factions, in turn order.
    #[schemars(length(min = 1, max = 64), extend("x-merge" = {"key": "faction", "ordered": true}))]
    #[schemars(extend("x-group" = "Sides"))]
    pub sides: Vec<Side>,
    /// Terrains on top of the map's in every cell, from the bottom up; if the first is a ground, it replaces the map's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "On the map"))]
    pub ground: Vec<Entity<Terrain>>,
    /// The layout at the start, one area after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-group" = "On the map"))]
    pub areas: Vec<Area>,
    /// Placement sites of units, by class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = {"key": "class"}))]
    #[schemars(extend("x-group" = "On the map"))]
    pub unit_sites: Vec<PlacementSites<Unit>>,
    /// Placement sites of terrains, by class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = {"key": "class"}))]
    #[schemars(extend("x-group" = "On the map"))]
    pub terrain_sites: Vec<PlacementSites<Terrain>>,
    /// The game is a draw after this many turns of all factions.
    #[serde(default = "turn_limit")]
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "turns"))]
    #[schemars(extend("x-group" = "Game", "x-headline" = true))]
    pub turns: u16,
    /// House rules.
    #[serde(default)]
    #[schemars(extend("x-group" = "Game"))]
    pub options: Options,
    /// The custom rules it uses, in the order in which they apply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MOST_RULES), extend("x-merge" = {"key": "rule", "ordered": true}))]
    #[schemars(extend("x-group" = "Game"))]
    pub rules: Vec<RuleInPlay>,
    /// Other elements and attributes in Hexkit's file, by path: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("x-group" = "Advanced"))]
    pub hexkit: Kept,
}

impl Record for Scenario {
    const CATALOG: &'static str = "scenarios";
    const TITLE: &'static str = "Scenario";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

impl Scenario {
    /// Whether an earlier side has the same faction as the side at this position.
    pub fn plays_already(&self, side: usize) -> bool {
        self.sides[..side].iter().any(|other| other.faction == self.sides[side].faction)
    }
}

/// The largest layout at the start of a game. Each cell, and each thing in a cell, counts 1, and more if it has many
/// values.
pub const MOST_LAID: u64 = 1 << 23;

/// A layout beyond the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Excess {
    /// The position of the area that exceeds the limit; `None` if the map alone does.
    pub area: Option<usize>,
    /// The size of the layout with all areas.
    pub laid: u64,
}

impl Scenario {
    /// Returns the excess if the layout exceeds the limit: each thing counts once per cell in which it is put. `weight`
    /// is the number of values and modifiers of a class, by catalog and id.
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
        write!(f, "expected at most {MOST_LAID} things and cells on the map as the game begins, found {}", self.laid)
    }
}

/// Returns the weight of some things in each cell.
fn heaviness<T: Record>(things: &[Entity<T>], weight: &dyn Fn(&'static str, &str) -> usize) -> u64 {
    let modified = |of: &Modifiers| of.parts().iter().map(|(_, _, amounts)| amounts.0.len()).sum::<usize>();
    let one = |of: &Entity<T>| {
        let said = weight(T::CATALOG, of.class.id()) + of.values.0.len() + modified(&of.modifiers);
        1 + said as u64 / 8 + of.name.as_ref().map_or(0, String::len) as u64 / 64
    };
    things.iter().map(one).fold(0, u64::saturating_add)
}

/// A faction's part in a scenario.
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
    /// Its home, as column and row: there it places units, and from there its upgrades have their effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-widget" = "hex"))]
    pub home: Option<[u16; 2]>,
    /// Units that are not placed yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Entity<Unit>>,
    /// Terrains that are not placed yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terrains: Vec<Entity<Terrain>>,
    /// Its upgrades.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<Entity<Upgrade>>,
    /// Other options of its computer player in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

/// How the computer player `seeker` plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Seeking {
    /// The number of nearest targets considered for each unit; 8 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MOST_TARGETS))]
    pub target_limit: Option<u16>,
    /// Whether it builds at random, instead of by worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_build: Option<bool>,
    /// Whether it places units at random, instead of where the threat is greatest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_place: Option<bool>,
}

/// The largest `target_limit` for `seeker`.
pub const MOST_TARGETS: u16 = 1000;

impl Seeking {
    /// Whether all options have their defaults.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// A thing of a class, with its differences from the class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
#[schemars(bound = "T: Target + JsonSchema", rename = "Entity_of_{T}")]
pub struct Entity<T> {
    /// Its class.
    pub class: Ref<T>,
    /// Its own name; defaults to its class's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Values that differ from its class; only variables that its class has.
    #[serde(default, skip_serializing_if = "Amounts::is_empty")]
    pub values: Amounts,
    /// Modifiers that differ from its class; one of a variable replaces all of that variable.
    #[serde(default, skip_serializing_if = "Modifiers::is_empty")]
    pub modifiers: Modifiers,
    /// The frame of its image that is shown, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    #[schemars(range(min = 0, max = 9999))]
    pub frame: u32,
    /// Other attributes in Hexkit's file: kept for `foeman export hexkit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hexkit: Kept,
}

impl<T> Entity<T> {
    /// Creates an entity without differences from its class.
    pub fn plain(class: Ref<T>) -> Self {
        Self {
            class,
            name: None,
            values: Amounts::default(),
            modifiers: Modifiers::default(),
            frame: 0,
            hexkit: Kept::new(),
        }
    }
}

/// Cells with their owner and contents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Area {
    /// Its cells, each as column and row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-widget" = "cells"))]
    pub cells: Vec<[u16; 2]>,
    /// Rectangles of columns and rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-widget" = "cells"))]
    pub rectangles: Vec<Rectangle>,
    /// The owner of its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Ref<Faction>>,
    /// The owner of its units; by default the owner of the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units_owner: Option<Ref<Faction>>,
    /// Terrains to add on top of each cell's, from the bottom up; if the first is a ground, it replaces them.
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
    /// Returns its parts as rectangles, cells first.
    pub fn parts(&self) -> impl Iterator<Item = Rectangle> + '_ {
        self.cells.iter().map(|&cell| Rectangle { from: cell, to: cell }).chain(self.rectangles.iter().copied())
    }
}

/// Placement sites of a class.
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
    /// Play like Hexkit 4.3.3 including its bugs, where these rules otherwise follow its guide.
    #[serde(default)]
    pub original_behaviour: bool,
}

fn turn_limit() -> u16 {
    500
}

fn is_first(frame: &u32) -> bool {
    *frame == 0
}

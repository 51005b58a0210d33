//! Maps, and how the terrains they are made of are drawn; shared by every ruleset that plays on a board.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogs::areas::{self, Area};
pub use crate::catalogs::terrains::Terrains;
use crate::catalogs::zones::Zone;
use crate::dialect::{Record, RecordView, Ref};
use crate::grid::rows::{self, RowErrors, Rows};
use crate::grid::{Cell, Cells, Geometry};

/// What is drawn on a terrain's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Nothing, or hatching where nobody can enter.
    #[default]
    Plain,
    /// Scattered dots: sand, gravel, snow.
    Dots,
    /// Tufts of three blades: grass.
    Tufts,
    /// Stalks with dark heads over water: a marsh.
    Reeds,
    /// Round crowns: thickets, woods.
    Bushes,
    /// Broken stones: rubble, a scree.
    Stones,
    /// Cracks that fork: dry ground, ice, ash.
    Cracks,
    /// Tongues of fire.
    Flames,
    /// Slanted lines: rock, or whatever is closed.
    Hatch,
    /// Courses of bricks: walls.
    Bricks,
    /// Slabs: paved floors.
    Flags,
    /// Boards side by side: bridges, gates, floors of wood.
    Planks,
    /// Treads: stairs, terraces.
    Steps,
    /// Wave lines: water.
    Waves,
    /// Flat pools: mud.
    Puddles,
    /// Darkness with a glint here and there: a chasm, deep water, the void.
    Depths,
}

/// A map: a grid of cells and the terrain of each, written as rows of letters or as areas on one terrain.
///
/// It is the ground and its names, which are the same in every battle; who and what is there when one begins is said by
/// whatever is fought on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Map {
    /// Name shown to people.
    pub title: String,
    /// What place it is, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Shape, stand, shift and size of the grid.
    pub geometry: Geometry,
    /// What each character of the rows stands for.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("propertyNames" = { "pattern": r#"^[^\s"']$"#, "examples": ["s"] }))]
    pub legend: BTreeMap<String, Ref<Terrains>>,
    /// One line per map row, one character per cell; up to 4,096 of each. Either this with a legend, or `fill`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(extend("x-widget" = "map-rows", "x-ref" = { "keys-of": ["legend"], "each": "character" }, "x-merge" = "cells"))]
    pub rows: String,
    /// The terrain of all cells that no area paints; for maps of any size, instead of rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Ref<Terrains>>,
    /// Rectangles that are painted on the fill, each over those before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// How high each cell lies, in levels: one line per map row, one digit per cell. Without it the map is level.
    /// On a map with a fill, areas have levels instead.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(extend("x-widget" = "lines", "x-unit" = "levels", "x-merge" = "cells"))]
    pub elevation: String,
    /// Named parts of the map, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub zones: BTreeMap<String, Zone>,
}

impl Record for Map {
    const CATALOG: &'static str = "maps";
    const TITLE: &'static str = "Map";
    const VIEW: RecordView = RecordView::Map;
}

impl Map {
    /// Whether it is written as areas on a fill; with rows too, the rows are what it looks like.
    pub fn has_fill(&self) -> bool {
        self.fill().is_some()
    }

    fn fill(&self) -> Option<&Ref<Terrains>> {
        self.fill.as_ref().filter(|_| self.rows.is_empty())
    }

    /// The cells as they are painted, each with the position of its terrain in [`Map::terrains`].
    pub fn read(&self) -> Rows {
        match self.fill() {
            Some(fill) => {
                Rows { kinds: areas::kinds(self.geometry.size(), fill, &self.areas), faults: RowErrors::default() }
            }
            None => rows::read(&self.geometry, self.legend.keys().map(String::as_str), &self.rows),
        }
    }

    /// Whether every cell has a terrain: rows as many and as long as the map is large, of letters that are in the legend.
    pub fn is_painted(&self) -> bool {
        self.fill().is_some() || {
            let [width, height] = self.geometry.size().map(|n| n as usize);
            let mut lines = self.rows.lines();
            let fits = |line: &str| {
                let mut cells = 0;
                line.chars().all(|letter| {
                    cells += 1;
                    self.legend.contains_key(&*letter.encode_utf8(&mut [0; 4]))
                }) && cells == width
            };
            lines.by_ref().take(height).filter(|line| fits(line)).count() == height && lines.next().is_none()
        }
    }

    /// How high each cell lies, and what in [`Map::elevation`] does not fit; 0 where nothing is known.
    pub fn levels(&self) -> (Cells<u8>, RowErrors) {
        match self.fill() {
            Some(_) => (areas::levels(self.geometry.size(), &self.areas), RowErrors::default()),
            None => levels(&self.geometry, &self.elevation),
        }
    }

    /// The terrains of the map, by which its cells are numbered: those of the legend in the order of its keys, or that
    /// of the fill and then those of the areas as they come, each once.
    pub fn terrains(&self) -> Vec<&Ref<Terrains>> {
        match self.fill() {
            Some(fill) => areas::terrains(fill, &self.areas),
            None => self.legend.values().collect(),
        }
    }

    /// The terrain of one cell; `None` off the map, where the rows are too short or a key has no legend entry.
    pub fn terrain(&self, cell: Cell) -> Option<&Ref<Terrains>> {
        if let Some(fill) = self.fill() {
            let mut over = self.areas.iter().rev().filter(|area| area.bounds().contains(cell));
            let painted = over.find_map(|area| area.terrain.as_ref());
            return self.geometry.contains(cell).then_some(painted.unwrap_or(fill));
        }
        let letter = rows::letter(&self.geometry, &self.rows, cell)?;
        self.legend.get(&*letter.encode_utf8(&mut [0; 4]))
    }
}

/// The digits that levels are written with.
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// How high each cell of a map lies, by its rows of digits; 0 where none is written, and everywhere when nothing is.
/// Beside it what does not fit.
pub fn levels(geometry: &Geometry, elevation: &str) -> (Cells<u8>, RowErrors) {
    if elevation.is_empty() {
        return (Cells::filled(geometry.size(), 0), RowErrors::default());
    }
    let read = rows::read(geometry, DIGITS, elevation);
    (read.kinds.map(|kind| u8::try_from(kind).unwrap_or_default()), read.faults)
}

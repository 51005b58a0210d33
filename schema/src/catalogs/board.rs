//! Maps and the appearance of terrains, shared by all rulesets that are played on a board.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogs::areas::{self, Area};
pub use crate::catalogs::terrains::Terrains;
use crate::catalogs::zones::Zone;
use crate::dialect::{Record, RecordView, Ref};
use crate::grid::rows::{self, RowErrors, Rows};
use crate::grid::{Cell, Cells, Geometry};

/// The pattern drawn on a terrain's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Nothing, or hatching on impassable terrain.
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
    /// Slanted lines: rock, or anything impassable.
    Hatch,
    /// Courses of bricks: walls.
    Bricks,
    /// Slabs: paved floors.
    Flags,
    /// Parallel boards: bridges, gates, wooden floors.
    Planks,
    /// Treads: stairs, terraces.
    Steps,
    /// Wave lines: water.
    Waves,
    /// Flat pools: mud.
    Puddles,
    /// Darkness with a few glints: a chasm, deep water, the void.
    Depths,
}

/// A map: a grid of cells and the terrain of each, written as rows of letters or as areas on a fill.
///
/// A map describes the ground and its names, which are the same in every battle. A scenario adds the figures and
/// objects present when a battle starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Map {
    /// Display name.
    pub title: String,
    /// A one-sentence description of the place.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Shape, orientation, shift and size of the grid.
    pub geometry: Geometry,
    /// The terrain for each character of the rows.
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
    /// Rectangles painted on the fill; later ones cover earlier ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// The elevation of each cell: one line per map row, one digit per cell. Without it the map is flat.
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

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

impl Map {
    /// Returns whether the map is written as areas on a fill. A map with rows counts as rows, even if it has a fill.
    pub fn has_fill(&self) -> bool {
        self.fill().is_some()
    }

    fn fill(&self) -> Option<&Ref<Terrains>> {
        self.fill.as_ref().filter(|_| self.rows.is_empty())
    }

    /// Returns the painted cells, each as the position of its terrain in [`Map::terrains`].
    pub fn read(&self) -> Rows {
        match self.fill() {
            Some(fill) => {
                Rows { kinds: areas::kinds(self.geometry.size(), fill, &self.areas), faults: RowErrors::default() }
            }
            None => rows::read(&self.geometry, self.legend.keys().map(String::as_str), &self.rows),
        }
    }

    /// Returns whether every cell has a terrain: the rows have the size of the map, and all their letters are in the
    /// legend.
    pub fn is_painted(&self) -> bool {
        self.fill().is_some() || {
            let [width, height] = self.geometry.size().map(|n| n as usize);
            let mut lines = self.rows.lines();
            // Most maps have ASCII letters only, and some checks ask for all maps of a pack after each edit.
            let mut ascii = [false; 128];
            for letter in self.legend.keys().filter_map(|key| <[u8; 1]>::try_from(key.as_bytes()).ok()) {
                ascii[usize::from(letter[0])] = true;
            }
            let is_known = |letter: char| match ascii.get(letter as usize) {
                Some(known) => *known,
                None => self.legend.contains_key(&*letter.encode_utf8(&mut [0; 4])),
            };
            let fits = |line: &str| {
                let mut cells = 0;
                line.chars().all(|letter| {
                    cells += 1;
                    is_known(letter)
                }) && cells == width
            };
            lines.by_ref().take(height).filter(|line| fits(line)).count() == height && lines.next().is_none()
        }
    }

    /// Returns the elevation of each cell, 0 if unknown, and the errors in [`Map::elevation`].
    pub fn levels(&self) -> (Cells<u8>, RowErrors) {
        match self.fill() {
            Some(_) => (areas::levels(self.geometry.size(), &self.areas), RowErrors::default()),
            None => levels(&self.geometry, &self.elevation),
        }
    }

    /// Returns the terrains of the map, each once, in the order in which cells number them: the legend in key order, or
    /// the fill followed by the areas.
    pub fn terrains(&self) -> Vec<&Ref<Terrains>> {
        match self.fill() {
            Some(fill) => areas::terrains(fill, &self.areas),
            None => self.legend.values().collect(),
        }
    }

    /// Returns the terrain of one cell; `None` off the map, beyond the end of its row, or for a key missing from the
    /// legend.
    ///
    /// ```
    /// use foeman_schema::catalogs::board::Map;
    ///
    /// let map: Map = serde_json::from_value(serde_json::json!({
    ///     "title": "Shore",
    ///     "geometry": { "size": [3, 2] },
    ///     "legend": { "s": "sand", "w": "water" },
    ///     "rows": "ssw\nsww",
    /// }))
    /// .unwrap();
    /// assert!(map.is_painted());
    /// assert_eq!(map.terrain([1, 1]).unwrap().id(), "water");
    /// assert!(map.terrain([3, 0]).is_none());
    /// ```
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

/// The digits of elevation levels.
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Returns the elevation of each cell of a map from its rows of digits, and the errors in the rows. Missing digits
/// count as 0; without rows all cells are 0.
pub fn levels(geometry: &Geometry, elevation: &str) -> (Cells<u8>, RowErrors) {
    if elevation.is_empty() {
        return (Cells::filled(geometry.size(), 0), RowErrors::default());
    }
    let read = rows::read(geometry, DIGITS, elevation);
    (read.kinds.map(|kind| u8::try_from(kind).unwrap_or_default()), read.faults)
}

//! Maps, and how the terrains they are made of are drawn; shared by every ruleset that plays on a board.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogs::zones::Zone;
use crate::dialect::{Record, RecordView, Ref, Target};
use crate::grid::rows::{self, RowErrors, Rows};
use crate::grid::{Cell, Geometry};

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

/// The catalog of terrains, whatever its records are in a ruleset: each has a `title`, a `color`, and maybe a
/// [`pattern`](Pattern) and `blocks-move`.
#[derive(Debug)]
pub enum Terrains {}

impl Target for Terrains {
    const TARGET: &'static str = "terrains";
}

/// A map: a grid of cells and the terrain of each.
///
/// It is the ground and its names, which are the same in every battle; who and what is there when one begins is said by
/// whatever is fought on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Map {
    /// Name shown to people.
    pub title: String,
    /// Shape, stand, shift and size of the grid.
    pub geometry: Geometry,
    /// What each character of the rows stands for.
    #[schemars(extend("propertyNames" = { "pattern": r#"^[^\s"']$"#, "examples": ["s"] }))]
    pub legend: BTreeMap<String, Ref<Terrains>>,
    /// One line per map row, one character per cell.
    #[schemars(extend("x-widget" = "map-rows", "x-ref" = { "keys-of": ["legend"], "each": "character" }))]
    pub rows: String,
    /// How high each cell lies, in levels: one line per map row, one digit per cell. Without it the map is level.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(extend("x-widget" = "lines", "x-unit" = "levels"))]
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
    /// The cells as they are painted, each with the position of its terrain in [`Map::terrains`].
    pub fn read(&self) -> Rows {
        rows::read(&self.geometry, self.legend.keys().map(String::as_str), &self.rows)
    }

    /// How high each cell lies, in row order, and what in [`Map::elevation`] does not fit; 0 where nothing is known.
    pub fn levels(&self) -> (Vec<u8>, RowErrors) {
        levels(&self.geometry, &self.elevation)
    }

    /// The terrains of the legend, in the order of its keys.
    pub fn terrains(&self) -> impl ExactSizeIterator<Item = &Ref<Terrains>> {
        self.legend.values()
    }

    /// The terrain of one cell; `None` off the map, where the rows are too short or a key has no legend entry.
    pub fn terrain(&self, cell: Cell) -> Option<&Ref<Terrains>> {
        let letter = rows::letter(&self.geometry, &self.rows, cell)?;
        self.legend.get(&*letter.encode_utf8(&mut [0; 4]))
    }
}

/// The digits that levels are written with.
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// How high each cell of a map lies, in row order, by its rows of digits; 0 where none is written, and everywhere when
/// nothing is. Beside it what does not fit.
pub fn levels(geometry: &Geometry, elevation: &str) -> (Vec<u8>, RowErrors) {
    if elevation.is_empty() {
        return (vec![0; geometry.cell_count()], RowErrors::default());
    }
    let read = rows::read(geometry, DIGITS, elevation);
    let level = |kind: u16| u8::try_from(kind).unwrap_or_default();
    (read.kinds.into_iter().map(level).collect(), read.faults)
}

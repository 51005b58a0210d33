//! Maps, and how the terrains they are made of are drawn; shared by every ruleset that plays on a board.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dialect::{Record, Ref, Target, View};
use crate::hex::Geometry;

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
    #[schemars(extend("x-widget" = "map-rows"))]
    pub rows: String,
}

impl Record for Map {
    const CATALOG: &'static str = "maps";
    const TITLE: &'static str = "Map";
    const VIEW: View = View::Map;
}

impl Map {
    /// The terrain of every cell in row order; `None` where the rows are too short or a key has no legend entry.
    pub fn cells(&self) -> Vec<Option<&Ref<Terrains>>> {
        let [width, height] = self.geometry.size.map(|n| n as usize);
        let mut cells = vec![None; width * height];
        for (row, line) in self.rows.lines().take(height).enumerate() {
            for (col, key) in line.chars().take(width).enumerate() {
                let mut buffer = [0; 4];
                cells[row * width + col] = self.legend.get(&*key.encode_utf8(&mut buffer));
            }
        }
        cells
    }

    /// The terrain of one cell, given as column and row; `None` off the map and where [`Self::cells`] has none.
    pub fn cell(&self, [col, row]: [u16; 2]) -> Option<&Ref<Terrains>> {
        let [col, row] = [col, row].map(usize::from);
        let line = self.rows.lines().take(self.geometry.height() as usize).nth(row)?;
        let key = line.chars().take(self.geometry.width() as usize).nth(col)?;
        self.legend.get(&*key.encode_utf8(&mut [0; 4]))
    }
}

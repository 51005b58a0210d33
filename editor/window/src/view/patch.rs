//! A part of a map that was copied: terrains by where they lie to each other, to be turned, mirrored and put down.

use std::collections::BTreeMap;

use foeman_schema::grid::lattice::{Tile, Vector};
use foeman_schema::grid::symmetry::Symmetry;
use foeman_schema::grid::{Cell, Cells, Geometry};
use serde::{Deserialize, Serialize};

use super::layer::{Dab, Ink};

/// A part of a map that is kept under a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stamp {
    /// Its name.
    pub name: String,
    /// The part.
    pub patch: Patch,
}

/// A part of a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Patch {
    tile: Tile,
    symmetry: Symmetry,
    /// From the cell it is held by to each of its cells, with the id of the terrain there and its level.
    cells: Vec<(Vector, String, u8)>,
    text: String,
}

impl Patch {
    /// Cells of this kind, each by the way to it from the one it is held by, with the id of its terrain and its level;
    /// `text` is it as rows of letters, for other programs.
    pub fn new(tile: Tile, cells: Vec<(Vector, String, u8)>, text: String) -> Self {
        Self { tile, symmetry: Symmetry::default(), cells, text }
    }

    /// The ids of the terrains it has, each as often as it has it.
    pub fn terrains(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|(_, terrain, _)| terrain.as_str())
    }

    /// Follows a terrain that is called otherwise now.
    pub fn rename(&mut self, old: &str, new: &str) {
        let own = self.cells.iter_mut().filter(|(_, terrain, _)| terrain == old);
        own.for_each(|(_, terrain, _)| new.clone_into(terrain));
    }

    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no cells, which none has.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// It as rows of letters, for other programs.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Turns it clockwise by one side of its cells.
    pub fn turn(&mut self) {
        self.symmetry = self.symmetry.turned(self.tile);
    }

    /// Exchanges left and right.
    pub fn mirror(&mut self) {
        self.symmetry = self.symmetry.mirrored(self.tile);
    }

    /// Whether it fits the cells of a map.
    pub fn fits(&self, geometry: &Geometry) -> bool {
        geometry.lattice().tile() == self.tile
    }

    /// What it paints when it is put down on a cell of a map that it fits; what is off the map is left out. Levels are
    /// painted where there is `relief`, on the map or in what was copied.
    pub fn dabs(&self, geometry: &Geometry, at: Cell, relief: Relief) -> Vec<Dab> {
        if !self.fits(geometry) {
            return Vec::new();
        }
        let lattice = geometry.lattice();
        let uneven = relief == Relief::Uneven || self.cells.iter().any(|(_, _, level)| *level > 0);
        let mut dabs: BTreeMap<Ink, Vec<Cell>> = BTreeMap::new();
        for (vector, terrain, level) in &self.cells {
            let cell = lattice.cell(lattice.centre(at) + self.symmetry.apply(self.tile, *vector));
            if geometry.contains(cell) {
                dabs.entry(Ink::Terrain(terrain.clone())).or_default().push(cell);
                if uneven {
                    dabs.entry(Ink::Level(*level)).or_default().push(cell);
                }
            }
        }
        dabs.into_iter().map(|(ink, cells)| Dab { ink, cells }).collect()
    }
}

/// Whether a map has levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relief {
    /// All of it lies alike.
    Level,
    /// Levels are written.
    Uneven,
}

impl Relief {
    /// That of a map with these levels.
    pub fn of(levels: &Cells<u8>) -> Self {
        if levels.even() == Some(0) { Self::Level } else { Self::Uneven }
    }
}

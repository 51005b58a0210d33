//! A copied part of a map, relative to an anchor cell. It can be rotated, mirrored and pasted.

use std::collections::BTreeMap;

use foeman_schema::grid::hex_layout::{Tile, Vector};
use foeman_schema::grid::symmetry::Symmetry;
use foeman_schema::grid::{Cell, Cells, Geometry};
use serde::{Deserialize, Serialize};

use super::layer::{Dab, Ink};

/// A named part of a map.
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
    /// The cells: offset from the anchor, terrain id and level.
    cells: Vec<(Vector, String, u8)>,
    text: String,
}

impl Patch {
    /// Creates a patch from cells (offset from the anchor, terrain id, level).
    ///
    /// `text` holds the patch as rows of letters for the desktop's clipboard.
    pub fn new(tile: Tile, cells: Vec<(Vector, String, u8)>, text: String) -> Self {
        Self { tile, symmetry: Symmetry::default(), cells, text }
    }

    /// Returns the terrain id of each cell.
    pub fn terrains(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|(_, terrain, _)| terrain.as_str())
    }

    /// Updates the id of a renamed terrain.
    pub fn rename(&mut self, old: &str, new: &str) {
        let own = self.cells.iter_mut().filter(|(_, terrain, _)| terrain == old);
        own.for_each(|(_, terrain, _)| new.clone_into(terrain));
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no cells, which never happens.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the patch as rows of letters, for other programs.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Rotates it clockwise by one side of its cells.
    pub fn turn(&mut self) {
        self.symmetry = self.symmetry.turned(self.tile);
    }

    /// Flips it horizontally.
    pub fn mirror(&mut self) {
        self.symmetry = self.symmetry.mirrored(self.tile);
    }

    /// Whether the shape of its cells matches a map.
    pub fn fits(&self, geometry: &Geometry) -> bool {
        geometry.lattice().tile() == self.tile
    }

    /// Returns the cells to paint when it is pasted, without those off the map; empty if the shapes do not match.
    ///
    /// Levels are painted if there is `relief` on the map or in the patch.
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

/// Whether a map has elevation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relief {
    /// All cells have level 0.
    Level,
    /// Levels differ.
    Uneven,
}

impl Relief {
    /// Returns the relief of a map with these levels.
    pub fn of(levels: &Cells<u8>) -> Self {
        if levels.even() == Some(0) { Self::Level } else { Self::Uneven }
    }
}

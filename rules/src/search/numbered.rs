//! Numbers given to cells in the order a search meets them.

use foeman_schema::grid::{Cell, Geometry};

/// Which cells a search has met, and as which number.
pub(super) struct Numbered<'a> {
    geometry: &'a Geometry,
    /// By index of the cell, one more than its number; 0 when not met.
    numbers: Vec<u32>,
    met: u32,
}

impl<'a> Numbered<'a> {
    pub(super) fn new(geometry: &'a Geometry) -> Self {
        Self { geometry, numbers: vec![0; geometry.cell_count()], met: 0 }
    }

    /// The number of a cell, from 0; `None` when it was not met or is off the map.
    pub(super) fn get(&self, cell: Cell) -> Option<usize> {
        let number = self.numbers[self.geometry.position(cell)?];
        number.checked_sub(1).map(|number| number as usize)
    }

    /// Gives a cell on the map the next number; `false` when it has one already.
    pub(super) fn meet(&mut self, cell: Cell) -> bool {
        let index = self.geometry.position(cell).expect("searches meet only cells on the map");
        let is_new = self.numbers[index] == 0;
        if is_new {
            self.met += 1;
            self.numbers[index] = self.met;
        }
        is_new
    }

    /// How many cells were met.
    pub(super) fn len(&self) -> usize {
        self.met as usize
    }
}

//! What a search knows of cells: a list where maps are small, and blocks where it has been on great ones.

use foeman_schema::grid::{Cell, Cells, Geometry};

/// Maps of up to this many cells have a list of all of them.
const LISTED: usize = 1 << 17;

/// A value for each cell.
pub(super) enum Table<T> {
    Listed(Vec<T>),
    Blocks(Cells<T>),
}

impl<T: Copy + PartialEq> Table<T> {
    /// The same value for all cells.
    pub(super) fn filled(geometry: &Geometry, value: T) -> Self {
        match geometry.cell_count() {
            count @ ..=LISTED => Self::Listed(vec![value; count]),
            _ => Self::Blocks(Cells::filled(geometry.size(), value)),
        }
    }

    /// The value of a cell of the map, which has this position.
    pub(super) fn get(&self, cell: Cell, position: usize) -> T {
        match self {
            Self::Listed(values) => values[position],
            Self::Blocks(values) => values.get(cell).expect("searches stay on the map"),
        }
    }

    /// Gives it another value.
    pub(super) fn set(&mut self, cell: Cell, position: usize, value: T) {
        match self {
            Self::Listed(values) => values[position] = value,
            Self::Blocks(values) => values.set(cell, value),
        }
    }
}

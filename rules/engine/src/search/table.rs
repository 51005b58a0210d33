//! A value per cell for searches: a list for small maps, and blocks of the visited area for large ones.

use foeman_schema::grid::{Cell, Cells, Geometry};

/// The maximum number of cells of a map for which a list is used.
const LISTED: usize = 1 << 17;

/// A value for each cell.
pub(super) enum Table<T> {
    Listed(Vec<T>),
    Blocks(Cells<T>),
}

impl<T: Copy + PartialEq> Table<T> {
    /// Creates a table with the same value for all cells.
    pub(super) fn filled(geometry: &Geometry, value: T) -> Self {
        match geometry.cell_count() {
            count @ ..=LISTED => Self::Listed(vec![value; count]),
            _ => Self::Blocks(Cells::filled(geometry.size(), value)),
        }
    }

    /// Returns the value of a cell of the map, given its position.
    pub(super) fn get(&self, cell: Cell, position: usize) -> T {
        match self {
            Self::Listed(values) => values[position],
            Self::Blocks(values) => values.get(cell).expect("searches stay on the map"),
        }
    }

    /// Sets the value of a cell.
    pub(super) fn set(&mut self, cell: Cell, position: usize, value: T) {
        match self {
            Self::Listed(values) => values[position] = value,
            Self::Blocks(values) => values.set(cell, value),
        }
    }
}

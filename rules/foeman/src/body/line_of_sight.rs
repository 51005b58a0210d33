//! Lines of sight past the terrain, ignoring figures (`F2.6`, `F2.9`).

use std::sync::OnceLock;

use foeman_schema::grid::Hex;

use crate::ground::Battlefield;
use foeman_engine::search::line_of_sight::{self, is_clear};

/// Maps with up to this many cells cache the visibility between hexes.
const KEPT_CELLS: usize = 4096;

/// A cache of which hexes have a line of sight past the terrain, ignoring figures.
#[derive(Debug)]
pub struct SightLines {
    /// For each cell, a bit for every other cell; empty on large maps.
    kept: Vec<OnceLock<Vec<u64>>>,
}

impl SightLines {
    /// Returns an empty cache.
    pub fn new(field: &Battlefield) -> Self {
        let cells = field.geometry.cell_count();
        let kept = if cells <= KEPT_CELLS { (0..cells).map(|_| OnceLock::new()).collect() } else { Vec::new() };
        Self { kept }
    }

    /// The same as [`clear`], cached.
    pub(crate) fn clear(&self, field: &Battlefield, from: Hex, to: Hex) -> bool {
        let [from_cell, to_cell] = [from, to].map(|hex| field.geometry.index(hex));
        let (Some(kept), Some(cell)) = (from_cell.and_then(|cell| self.kept.get(cell)), to_cell) else {
            return clear(field, from, to);
        };
        let seen = kept.get_or_init(|| {
            let mut seen = vec![0; self.kept.len().div_ceil(64)];
            for cell in (0..self.kept.len()).filter(|&cell| clear(field, from, at(field, cell))) {
                seen[cell / 64] |= 1 << (cell % 64);
            }
            seen
        });
        seen[cell / 64] >> (cell % 64) & 1 == 1
    }
}

fn at(field: &Battlefield, cell: usize) -> Hex {
    field.geometry.hex(field.geometry.cell_at(cell))
}

/// Whether no terrain blocks the line between two hexes. The end hexes never block; symmetric.
pub fn clear(field: &Battlefield, from: Hex, to: Hex) -> bool {
    is_clear(from, to, |hex| field.blocks_sight(hex))
}

/// The hexes on the line between the centres of two hexes, ends included: one for each step, or a pair where the line
/// runs along a hexside.
pub fn line(from: Hex, to: Hex) -> Vec<[Hex; 2]> {
    let ends = if from == to { vec![[from, from]] } else { vec![[from, from], [to, to]] };
    ends.into_iter().chain(line_of_sight::line(from, to)).collect()
}

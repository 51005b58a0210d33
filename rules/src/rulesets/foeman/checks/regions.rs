//! The parts of a map that figures can walk within.

use foeman_schema::catalogs::board::Map;
use foeman_schema::grid::{Geometry, Hex};
use foeman_schema::survey::Survey;

use super::terrain;
use crate::rulesets::foeman::content::Battlefield;

/// Which cells of a map are joined by ground that can be entered.
pub(super) struct Ground {
    geometry: Geometry,
    /// By cell in row order.
    cells: Vec<Cell>,
    /// The first cell of each region in row order, and how many it has.
    regions: Vec<([i32; 2], usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Blocked,
    Open,
    In(u32),
}

impl Ground {
    /// Walks over the map once. Cells without a known terrain count as blocked.
    pub(super) fn of(survey: &Survey<'_>, map: &Map) -> Self {
        let is_open = |reference| terrain(survey, reference).is_some_and(|terrain| !terrain.blocks_move);
        let open: Vec<bool> = map.terrains().map(is_open).collect();
        let state = |kind: u16| match open.get(usize::from(kind)) {
            Some(true) => Cell::Open,
            Some(false) | None => Cell::Blocked,
        };
        let cells = map.read().kinds.into_iter().map(state).collect();
        let mut ground = Self { geometry: map.geometry, cells, regions: Vec::new() };
        for first in 0..ground.cells.len() {
            if ground.cells[first] == Cell::Open {
                ground.fill(first);
            }
        }
        ground
    }

    /// The same as figures know it, every hex that can be entered for 1 MP.
    pub(super) fn field(&self) -> Battlefield {
        Battlefield::even(self.geometry, self.cells.iter().map(|&cell| cell != Cell::Blocked))
    }

    /// The region a hex is in; `None` where nobody can be.
    pub(super) fn region(&self, hex: Hex) -> Option<u32> {
        match self.cells[self.geometry.index(hex)?] {
            Cell::In(region) => Some(region),
            Cell::Blocked | Cell::Open => None,
        }
    }

    /// The first cell, as column and row, and the number of cells of each region, in the order of their numbers.
    pub(super) fn regions(&self) -> impl Iterator<Item = ([i32; 2], usize)> + '_ {
        self.regions.iter().copied()
    }

    /// Makes everything that is joined to an open cell a region.
    fn fill(&mut self, first: usize) {
        let cell = self.geometry.cell_at(first);
        let region = Cell::In(self.regions.len() as u32);
        let mut count = 1;
        let mut edge = vec![self.geometry.hex(cell)];
        self.cells[first] = region;
        while let Some(hex) = edge.pop() {
            for next in hex.neighbours() {
                if let Some(index) = self.geometry.index(next).filter(|&index| self.cells[index] == Cell::Open) {
                    self.cells[index] = region;
                    count += 1;
                    edge.push(next);
                }
            }
        }
        self.regions.push((cell, count));
    }
}

//! The connected regions of a map, and the sides that start in each.

use std::collections::{BTreeSet, VecDeque};

use foeman_schema::grid::{Cell, Geometry};

use super::layout::Layout;

/// The value for no region, and for no distance.
const NONE: u32 = u32::MAX;

/// The regions of a map that are not connected with each other.
pub(super) struct Regions {
    geometry: Geometry,
    /// By position of the cell; `NONE` for cells that cannot be entered.
    regions: Vec<u32>,
}

impl Regions {
    /// Finds the regions of a map.
    pub(super) fn of(layout: &Layout<'_>) -> Self {
        let geometry = layout.map.geometry;
        let open: Vec<bool> = geometry.cells().map(|cell| layout.is_open(cell)).collect();
        let mut regions = vec![NONE; open.len()];
        let mut count = 0;
        let mut waiting = Vec::new();
        for first in 0..open.len() {
            if !open[first] || regions[first] != NONE {
                continue;
            }
            regions[first] = count;
            waiting.push(first);
            while let Some(position) = waiting.pop() {
                for next in geometry.neighbours(geometry.cell_at(position)) {
                    let Some(next) = geometry.position(next).filter(|&next| open[next] && regions[next] == NONE) else {
                        continue;
                    };
                    regions[next] = count;
                    waiting.push(next);
                }
            }
            count += 1;
        }
        Self { geometry, regions }
    }

    fn region(&self, cell: Cell) -> Option<u32> {
        let position = self.geometry.position(cell)?;
        Some(self.regions[position]).filter(|&region| region != NONE)
    }

    /// Returns the regions reachable from some cells; from a cell that cannot be entered, the adjacent ones.
    pub(super) fn reached(&self, cells: &[Cell]) -> BTreeSet<u32> {
        let mut reached = BTreeSet::new();
        for &cell in cells {
            match self.region(cell) {
                Some(region) => drop(reached.insert(region)),
                None => reached.extend(self.geometry.neighbours(cell).filter_map(|cell| self.region(cell))),
            }
        }
        reached
    }
}

/// Returns the cells where a side starts: its home, its units, and its placement sites.
pub(super) fn beginnings(layout: &Layout<'_>, side: usize) -> Vec<Cell> {
    let of = &layout.scenario.sides[side];
    let placed = layout.units.iter().filter(|placed| placed.side == Some(side)).map(|placed| placed.cell);
    let sites = layout.scenario.unit_sites.iter().filter(|sites| {
        let builds = layout.factions[side].builds_units.contains(&sites.class);
        builds || of.units.iter().any(|made| made.class == sites.class)
    });
    let sites = sites.flat_map(|sites| &sites.cells).chain(&of.home).map(|cell| cell.map(i32::from));
    let mut cells: Vec<Cell> = placed.chain(sites).filter(|&cell| layout.map.geometry.contains(cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns the number of steps between the two closest sides, whatever the steps cost; `None` if no two sides can reach
/// each other.
pub(super) fn nearest(layout: &Layout<'_>) -> Option<u32> {
    let geometry = layout.map.geometry;
    // The side from which a cell is reached, and the number of steps.
    let mut from = vec![(usize::MAX, NONE); geometry.cell_count()];
    let mut waiting = VecDeque::new();
    for side in 0..layout.factions.len() {
        for position in beginnings(layout, side).into_iter().filter_map(|cell| geometry.position(cell)) {
            if from[position].1 == NONE {
                from[position] = (side, 0);
                waiting.push_back(position);
            }
        }
    }
    let mut nearest: Option<u32> = None;
    while let Some(position) = waiting.pop_front() {
        let (side, steps) = from[position];
        for cell in geometry.neighbours(geometry.cell_at(position)) {
            let Some(next) = geometry.position(cell) else { continue };
            let (other, far) = from[next];
            if far != NONE {
                let between = steps + far + 1;
                nearest = nearest.into_iter().chain((other != side).then_some(between)).min();
            } else if layout.is_open(cell) {
                from[next] = (side, steps + 1);
                waiting.push_back(next);
            }
        }
    }
    nearest
}

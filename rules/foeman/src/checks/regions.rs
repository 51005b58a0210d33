//! Connected regions of a map: the areas within which figures can walk.

use foeman_schema::catalogs::board::Map;
use foeman_schema::grid::{Cell, Cells, Geometry, Hex};
use foeman_schema::survey::Survey;

use super::terrain;
use crate::catalogs::events::DeedKind;
use crate::catalogs::{Scenario, Terrain};
use crate::ground::Battlefield;

/// The connected regions of the passable cells of a map.
///
/// They are computed from runs of open cells, row by row: a large map with few areas has few runs.
pub(super) struct Ground {
    geometry: Geometry,
    open: Cells<bool>,
    /// For each row, the position of its first run in `runs`.
    rows: Vec<usize>,
    runs: Vec<Run>,
    /// The first cell of each region in row order, and its number of cells.
    regions: Vec<(Cell, usize)>,
}

/// A run of adjacent open cells in a row.
struct Run {
    row: i32,
    first: i32,
    last: i32,
    /// While regions are being joined (union-find): an earlier run of the same region, or itself. Afterwards: the
    /// number of the region.
    joined: usize,
}

impl Ground {
    /// Computes the regions; `None` if an invalid terrain or invalid rows leave the passable cells unknown, which other
    /// checks report.
    pub(super) fn of(survey: &Survey<'_>, map: &Map) -> Option<Self> {
        Self::affordable(survey, map, u8::MAX)
    }

    /// The same with the ground that events of a scenario open, as if it were open all the time.
    pub(super) fn of_battle(survey: &Survey<'_>, map: &Map, scenario: &Scenario) -> Option<Self> {
        let ground = Self::of(survey, map)?;
        let opened = opened(survey, map, scenario);
        if opened.is_empty() {
            return Some(ground);
        }
        let mut open = ground.open;
        opened.into_iter().for_each(|cell| open.set(cell, true));
        Some(Self::joined(map.geometry, open))
    }

    /// The same, limited to ground that costs at most this many MP.
    pub(super) fn affordable(survey: &Survey<'_>, map: &Map, most: u8) -> Option<Self> {
        let is_open = |reference| {
            let terrain = terrain(survey, reference)?;
            Some(!terrain.blocks_move && terrain.cost <= most)
        };
        let open: Vec<bool> = map.terrains().into_iter().map(is_open).collect::<Option<_>>()?;
        let rows = map.read();
        let kinds = rows.faults.is_empty().then_some(rows.kinds)?;
        Some(Self::joined(map.geometry, kinds.map(|kind| open.get(usize::from(kind)) == Some(&true))))
    }

    fn joined(geometry: Geometry, open: Cells<bool>) -> Self {
        let mut ground = Self { geometry, open, rows: Vec::new(), runs: Vec::new(), regions: Vec::new() };
        for row in 0..geometry.height() as i32 {
            let above = ground.rows.last().copied().unwrap_or_default();
            let start = ground.runs.len();
            ground.rows.push(start);
            for ([first, last], _) in ground.open.runs(row).filter(|(_, open)| *open) {
                let joined = ground.runs.len();
                ground.runs.push(Run { row, first, last, joined });
            }
            ground.join(above, start);
        }
        ground.number();
        ground
    }

    /// Joins the runs of the last row, starting at `start`, with the runs of the row above, starting at `above`.
    fn join(&mut self, mut above: usize, start: usize) {
        for below in start..self.runs.len() {
            // Runs that overlap or are one column apart can touch.
            while above < start && self.runs[above].last + 1 < self.runs[below].first {
                above += 1;
            }
            let mut upper = above;
            while upper < start && self.runs[upper].first <= self.runs[below].last + 1 {
                if self.touch(upper, below) {
                    let (one, other) = (self.root(upper), self.root(below));
                    self.runs[one.max(other)].joined = one.min(other);
                }
                upper += 1;
            }
        }
    }

    /// Whether a run touches a run in the row below.
    fn touch(&self, upper: usize, lower: usize) -> bool {
        let (upper, lower) = (&self.runs[upper], &self.runs[lower]);
        let (first, last) = (upper.first.max(lower.first), upper.last.min(lower.last));
        if first <= last {
            return true;
        }
        // The columns do not overlap. On a hex grid, cells one column apart may still be neighbours.
        let (end, beginning) = if upper.last < lower.first {
            ([upper.last, upper.row], [lower.first, lower.row])
        } else {
            ([upper.first, upper.row], [lower.last, lower.row])
        };
        self.geometry.neighbours(end).any(|cell| cell == beginning)
    }

    fn root(&mut self, mut run: usize) -> usize {
        while self.runs[run].joined != run {
            // Path halving keeps the chains short.
            self.runs[run].joined = self.runs[self.runs[run].joined].joined;
            run = self.runs[run].joined;
        }
        run
    }

    /// Numbers the regions in the order of their first cells.
    fn number(&mut self) {
        for run in 0..self.runs.len() {
            let root = self.runs[run].joined;
            let Run { row, first, last, .. } = self.runs[run];
            // Runs point to earlier ones, which already have their numbers.
            let region = if root == run { self.regions.len() } else { self.runs[root].joined };
            if root == run {
                self.regions.push(([first, row], 0));
            }
            self.runs[run].joined = region;
            self.regions[region].1 += (last - first + 1) as usize;
        }
    }

    /// The same as a battlefield on which every passable hex costs 1 MP.
    pub(super) fn field(&self) -> Battlefield {
        Battlefield::even(self.geometry, &self.open)
    }

    /// The region of a hex; `None` if it is impassable.
    pub(super) fn region(&self, hex: Hex) -> Option<u32> {
        let cell = self.geometry.cell(hex);
        self.open.get(cell).filter(|open| *open)?;
        let row = self.rows[cell[1] as usize];
        let rest = &self.runs[row..];
        let run = rest.partition_point(|run| run.row == cell[1] && run.last < cell[0]);
        rest.get(run).map(|run| run.joined as u32)
    }

    /// The first cell (column and row) and the number of cells of each region, in the order of their numbers.
    pub(super) fn regions(&self) -> impl Iterator<Item = (Cell, usize)> + '_ {
        self.regions.iter().copied()
    }
}

/// The cells to which events of a scenario bring passable terrain.
fn opened(survey: &Survey<'_>, map: &Map, scenario: &Scenario) -> Vec<Cell> {
    let mut cells = Vec::new();
    for deed in scenario.events.values().flat_map(|event| &event.r#do) {
        let DeedKind::Terrain { terrain, hex, zone } = &deed.kind else { continue };
        if survey.record::<Terrain>(terrain.id()).is_none_or(|terrain| terrain.blocks_move) {
            continue;
        }
        let zone = zone.as_ref().and_then(|zone| map.zones.get(&zone.0));
        cells.extend(hex.map(|hex| hex.map(i32::from)));
        cells.extend(zone.into_iter().flat_map(|zone| zone.cells_on(&map.geometry)));
    }
    cells.retain(|cell| map.geometry.contains(*cell));
    cells
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use foeman_schema::grid::{Shape, Shift, Stand};

    use super::*;

    #[test]
    fn regions_are_what_a_walk_from_neighbour_to_neighbour_finds() {
        let shifts = [Shift::ColumnDown, Shift::ColumnUp, Shift::RowRight, Shift::RowLeft];
        let mut seed = 3_u32;
        for round in 0..80 {
            let shift = shifts[round % 4];
            let stand = if round % 4 < 2 { Stand::Edge } else { Stand::Vertex };
            let size = [9 + round as u32, 8];
            let geometry = Geometry::new(Shape::Hex, stand, Some(shift), size).expect("it fits");
            let open = Cells::from_rows(size, false, |_, cells| {
                for cell in cells {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    *cell = seed >> 16 & 1 == 0;
                }
            });
            let ground = Ground::joined(geometry, open.clone());
            let mut expected = Vec::new();
            let mut met = BTreeSet::new();
            for first in geometry.cells().filter(|cell| open.get(*cell) == Some(true)) {
                if !met.insert(first) {
                    continue;
                }
                let (mut count, mut edge) = (0, vec![first]);
                while let Some(cell) = edge.pop() {
                    count += 1;
                    assert_eq!(ground.region(geometry.hex(cell)), Some(expected.len() as u32), "{geometry:?} {cell:?}");
                    let open = |cell: &Cell| open.get(*cell) == Some(true);
                    edge.extend(geometry.neighbours(cell).filter(open).filter(|cell| met.insert(*cell)));
                }
                expected.push((first, count));
            }
            assert_eq!(ground.regions().collect::<Vec<_>>(), expected, "{geometry:?}");
            assert!(geometry.cells().all(|cell| {
                let hex = geometry.hex(cell);
                ground.region(hex).is_some() == (open.get(cell) == Some(true))
            }));
        }
    }
}

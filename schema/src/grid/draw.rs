//! Drawing shapes of cells: discs, rings, lines, rectangles and flood fill.

use std::collections::BTreeMap;

use super::hex_layout::Tile;
use super::{Bounds, Cell, Cells, Geometry, Shape};

/// Whether a shape is filled or only outlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inside {
    /// The whole shape.
    #[default]
    Filled,
    /// Only its outermost cells.
    Outline,
}

/// Returns the cells of a map within `radius` steps of a cell, row by row; with radius 0 the cell itself, if it is on
/// the map.
pub fn disc(geometry: &Geometry, center: Cell, radius: u32) -> Vec<Cell> {
    let mut cells = if radius == 0 { Vec::new() } else { geometry.neighbours_within(center, radius) };
    cells.extend(geometry.contains(center).then_some(center));
    in_row_order(cells)
}

/// Returns the cells of a map exactly `radius` steps from a cell, row by row.
pub fn ring(geometry: &Geometry, center: Cell, radius: u32) -> Vec<Cell> {
    let mut cells = disc(geometry, center, radius);
    cells.retain(|&cell| geometry.distance(center, cell) == radius);
    cells
}

/// Returns the cells of a map on the straight line from one cell to another, in order; the ends may be off the map.
/// Squares of a line may be diagonal neighbours.
///
/// A line along an edge that two cells share keeps to one side of it: the one with more cells on the map.
pub fn line(geometry: &Geometry, from: Cell, to: Cell) -> Vec<Cell> {
    let on_map = |aside: f64| {
        let mut cells = straight(geometry, from, to, aside);
        cells.retain(|&cell| geometry.contains(cell));
        cells
    };
    let (one, other) = (on_map(1e-6), on_map(-1e-6));
    if one.len() >= other.len() { one } else { other }
}

/// Returns the cells on a line shifted sideways, in lattice units.
fn straight(geometry: &Geometry, from: Cell, to: Cell, aside: f64) -> Vec<Cell> {
    let round = match geometry.shape() {
        Shape::Square => geometry.with_vertex_neighbours().unwrap_or(*geometry),
        Shape::Hex => *geometry,
    };
    let lattice = round.lattice();
    let (a, b) = (lattice.centre(from), lattice.centre(to));
    let steps = round.distance(from, to).max(1);
    let mut cells: Vec<Cell> = Vec::with_capacity(steps as usize + 1);
    for step in 0..=steps {
        let share = f64::from(step) / f64::from(steps);
        let between = |a: i64, b: i64, aside: f64| a as f64 + (b - a) as f64 * share + aside;
        let cell = match step {
            0 => from,
            _ if step == steps => to,
            _ => lattice.covering([between(a.x, b.x, aside), between(a.y, b.y, 2.0 * aside)]),
        };
        if cells.last() != Some(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// Returns the cells of a map from one column and row to another, row by row.
pub fn rectangle(geometry: &Geometry, one: Cell, other: Cell, inside: Inside) -> Vec<Cell> {
    let last = geometry.size().map(|count| count as i32 - 1);
    let span = |axis: usize| (one[axis].min(other[axis]), one[axis].max(other[axis]));
    let ((left, right), (top, bottom)) = (span(0), span(1));
    let is_drawn = |[column, row]: &Cell| {
        inside == Inside::Filled || [left, right].contains(column) || [top, bottom].contains(row)
    };
    let rows = top.max(0)..=bottom.min(last[1]);
    let cells = rows.flat_map(|row| (left.max(0)..=right.min(last[0])).map(move |column| [column, row]));
    cells.filter(is_drawn).collect()
}

/// Returns the connected cells with the same value as `start`, as rectangles (flood fill); empty off the map. Cells
/// that share only a corner are not connected.
///
/// Works in runs of a row, so that large areas of large maps are fast. Squares standing on a corner have no runs: for
/// them the result is `None` if there are more than `most` cells.
pub fn flood<T: Copy + PartialEq>(
    geometry: &Geometry,
    start: Cell,
    cells: &Cells<T>,
    most: usize,
) -> Option<Vec<Bounds>> {
    let Some(value) = cells.get(start).filter(|_| geometry.contains(start)) else { return Some(Vec::new()) };
    if geometry.lattice().tile() == Tile::Diamond {
        return one_by_one(geometry, start, |cell| cells.get(cell) == Some(value), most);
    }
    let edges = geometry.without_vertex_neighbours();
    // For each row, the runs of cells with the value, and whether they have been visited.
    let mut rows: BTreeMap<i32, Vec<([i32; 2], bool)>> = BTreeMap::new();
    let alike = |row: i32| cells.runs(row).filter(|(_, other)| *other == value).map(|(run, _)| (run, false)).collect();
    let mut found = Vec::new();
    // Runs to visit: a row, and the columns that touch a visited run of the adjacent row.
    let mut ahead = vec![(start[1], [start[0]; 2])];
    while let Some((row, [first, last])) = ahead.pop() {
        if !(0..geometry.height() as i32).contains(&row) {
            continue;
        }
        let runs = rows.entry(row).or_insert_with(|| alike(row));
        let next = runs.partition_point(|(run, _)| run[1] < first);
        for (run, met) in runs[next..].iter_mut().take_while(|(run, _)| run[0] <= last).filter(|(_, met)| !met) {
            *met = true;
            found.push((row, *run));
            // Apart from the cells directly above and below, the end cells of the run may have further neighbours
            // there.
            let ends = run.map(|column| edges.neighbours([column, row]).map(|[column, row]| (row, column)));
            let ends: Vec<(i32, i32)> = ends.into_iter().flatten().filter(|(beside, _)| *beside != row).collect();
            for beside in [row - 1, row + 1] {
                let columns = || ends.iter().filter(|(row, _)| *row == beside).map(|(_, column)| *column);
                let (first, last) = (columns().min().unwrap_or(run[0]), columns().max().unwrap_or(run[1]));
                ahead.push((beside, [first.min(run[0]), last.max(run[1])]));
            }
        }
    }
    found.sort_unstable();
    Some(stacked(found))
}

/// Like [`flood`], cell by cell; `None` if there are more than `most` cells.
fn one_by_one(geometry: &Geometry, start: Cell, alike: impl Fn(Cell) -> bool, most: usize) -> Option<Vec<Bounds>> {
    let edges = geometry.without_vertex_neighbours();
    let mut seen = Cells::filled(geometry.size(), false);
    let mut found = Vec::new();
    let mut ahead = vec![start];
    while let Some(cell) = ahead.pop() {
        if seen.get(cell) != Some(false) || !alike(cell) {
            continue;
        }
        seen.set(cell, true);
        found.push(cell);
        if found.len() > most {
            return None;
        }
        ahead.extend(edges.neighbours(cell));
    }
    Some(rectangles(found))
}

/// Combines cells into disjoint rectangles: adjacent rows or columns of the same extent are merged, whichever gives
/// fewer rectangles.
pub fn rectangles(cells: impl IntoIterator<Item = Cell>) -> Vec<Bounds> {
    let mut cells: Vec<Cell> = cells.into_iter().map(|[column, row]| [row, column]).collect();
    let by_row = pieces(&mut cells);
    cells.iter_mut().for_each(|cell| cell.swap(0, 1));
    let by_column = pieces(&mut cells);
    if by_row.len() <= by_column.len() {
        return by_row;
    }
    let turned = |Bounds { from, to }| Bounds { from: [from[1], from[0]], to: [to[1], to[0]] };
    by_column.into_iter().map(turned).collect()
}

/// Combines cells, each given as its line and position, into rectangles of whole runs.
fn pieces(cells: &mut Vec<Cell>) -> Vec<Bounds> {
    cells.sort_unstable();
    cells.dedup();
    let runs = cells.chunk_by(|one, other| one[0] == other[0] && one[1] + 1 == other[1]);
    stacked(runs.map(|run| (run[0][0], [run[0][1], run[run.len() - 1][1]])))
}

/// Combines runs in row order into rectangles: runs in consecutive rows with the same ends are merged.
pub fn stacked(runs: impl IntoIterator<Item = (i32, [i32; 2])>) -> Vec<Bounds> {
    let mut rectangles: Vec<Bounds> = Vec::new();
    // For each first and last column, the rectangle that ended there last.
    let mut open: BTreeMap<[i32; 2], usize> = BTreeMap::new();
    for (row, run) in runs {
        match open.get(&run).map(|at| &mut rectangles[*at]) {
            Some(above) if above.to[1] + 1 == row => above.to[1] = row,
            _ => {
                open.insert(run, rectangles.len());
                rectangles.push(Bounds { from: [run[0], row], to: [run[1], row] });
            }
        }
    }
    rectangles
}

fn in_row_order(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|[column, row]| [*row, *column]);
    cells
}

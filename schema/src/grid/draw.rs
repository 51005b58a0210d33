//! Cells in shapes, as they are drawn on a map: discs, lines, rectangles, rings, and what hangs together.

use super::{Cell, Geometry, Shape};

/// Whether a shape is drawn with what is inside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inside {
    /// All of it.
    #[default]
    Filled,
    /// Its outermost cells only.
    Outline,
}

/// The cells of a map within so many steps of a cell, row by row; with radius 0 the cell itself, where it is on the map.
pub fn disc(geometry: &Geometry, center: Cell, radius: u32) -> Vec<Cell> {
    let mut cells = if radius == 0 { Vec::new() } else { geometry.neighbours_within(center, radius) };
    cells.extend(geometry.contains(center).then_some(center));
    in_row_order(cells)
}

/// The cells of a map that are so many steps from a cell, row by row.
pub fn ring(geometry: &Geometry, center: Cell, radius: u32) -> Vec<Cell> {
    let mut cells = disc(geometry, center, radius);
    cells.retain(|&cell| geometry.distance(center, cell) == radius);
    cells
}

/// The cells of a map on the straight line from one cell to another, in the order they are met; both may lie off the
/// map. Squares follow each other across corners too.
///
/// A line along an edge that two cells share keeps to one side of it: the one where more of it is on the map.
pub fn line(geometry: &Geometry, from: Cell, to: Cell) -> Vec<Cell> {
    let on_map = |aside: f64| {
        let mut cells = straight(geometry, from, to, aside);
        cells.retain(|&cell| geometry.contains(cell));
        cells
    };
    let (one, other) = (on_map(1e-6), on_map(-1e-6));
    if one.len() >= other.len() { one } else { other }
}

/// The cells on a line that lies so far aside, in units of the lattice.
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

/// The cells of a map from one column and row to another, row by row.
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

/// The cells that hang together with one and are alike, row by row; none off the map. Cells that share only a corner do
/// not hang together.
pub fn flood(geometry: &Geometry, start: Cell, alike: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let edges = geometry.without_vertex_neighbours();
    let mut seen = vec![false; geometry.cell_count()];
    let mut found = Vec::new();
    let mut ahead: Vec<Cell> = geometry.contains(start).then_some(start).into_iter().collect();
    while let Some(cell) = ahead.pop() {
        let Some(position) = geometry.position(cell).filter(|position| !seen[*position]) else { continue };
        seen[position] = true;
        if alike(cell) {
            found.push(cell);
            ahead.extend(edges.neighbours(cell));
        }
    }
    in_row_order(found)
}

fn in_row_order(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|[column, row]| [*row, *column]);
    cells
}

//! The outline of many cells as one path.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use foeman_schema::grid::hex_layout::Vector;
use foeman_schema::grid::{Cell, Geometry};

type Corner = [i64; 2];

/// Returns the outline of cells as the data of an SVG path: the sides that two of the cells share are left out. `place`
/// converts lattice units to those of the path. Empty if there are no cells.
pub(crate) fn outline(
    geometry: &Geometry,
    cells: impl IntoIterator<Item = Cell>,
    place: impl Fn([i64; 2]) -> [i64; 2],
) -> String {
    let mut path = String::new();
    for line in loops(geometry, cells) {
        let line: Vec<Corner> = line.into_iter().map(&place).collect();
        let mut at = line[0];
        // Writing to a string cannot fail.
        let _ = write!(path, "M{} {}", at[0], at[1]);
        let mut first = true;
        for &[x, y] in &line[1..] {
            let (dx, dy) = (x - at[0], y - at[1]);
            path.push_str(if first { "l" } else { "" });
            let gap = if first || dx < 0 { "" } else { " " };
            let _ = if dy < 0 { write!(path, "{gap}{dx}{dy}") } else { write!(path, "{gap}{dx} {dy}") };
            (at, first) = ([x, y], false);
        }
        path.push('z');
    }
    path
}

/// Returns the closed lines round the cells, without corners in straight parts.
fn loops(geometry: &Geometry, cells: impl IntoIterator<Item = Cell>) -> Vec<Vec<Corner>> {
    let mut sides: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    let corners = geometry.lattice().tile().corners();
    for cell in cells {
        let centre = geometry.lattice().centre(cell);
        let corner = |n: usize| {
            let Vector { x, y } = corners[n % corners.len()];
            [centre.x + x, centre.y + y]
        };
        for n in 0..corners.len() {
            let (from, to) = (corner(n), corner(n + 1));
            if !sides.remove(&(to, from)) {
                sides.insert((from, to));
            }
        }
    }
    let mut next: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    sides.into_iter().for_each(|(from, to)| next.entry(from).or_default().push(to));
    let mut loops = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let (mut line, mut at) = (vec![start], start);
        while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
            if next.get(&at).is_some_and(Vec::is_empty) {
                next.remove(&at);
            }
            if to == start {
                break;
            }
            if is_straight(&line, to) {
                line.pop();
            }
            line.push(to);
            at = to;
        }
        loops.push(line);
    }
    loops
}

/// Whether the last corner of a line is between the one before and the next.
fn is_straight(line: &[Corner], next: Corner) -> bool {
    let [.., a, b] = line else { return false };
    (b[0] - a[0]) * (next[1] - b[1]) == (b[1] - a[1]) * (next[0] - b[0])
}

#[cfg(test)]
mod tests {
    use foeman_schema::grid::{Shape, Stand};

    use super::*;

    #[test]
    fn cells_in_a_block_have_one_outline() {
        let square = Geometry::new(Shape::Square, Stand::Edge, None, [5, 4]).expect("it fits");
        let lines = loops(&square, square.cells());
        assert_eq!(lines.len(), 1);
        assert!(lines[0].len() <= 5, "{lines:?}");
        let hexes = Geometry::new(Shape::Hex, Stand::Edge, None, [5, 4]).expect("it fits");
        assert_eq!(loops(&hexes, hexes.cells()).len(), 1);
    }

    #[test]
    fn a_hole_and_distant_cells_have_their_own_outlines() {
        let hexes = Geometry::new(Shape::Hex, Stand::Edge, None, [9, 9]).expect("it fits");
        let ring: Vec<Cell> = hexes.neighbours([4, 4]).collect();
        assert_eq!(loops(&hexes, ring).len(), 2);
        assert_eq!(loops(&hexes, [[0, 0], [8, 8]]).len(), 2);
        assert_eq!(outline(&hexes, [], |corner| corner), "");
    }
}

//! Shortest ways between two cells, if there are no obstacles: steps in two directions, in any order.

use foeman_schema::grid::hex_layout::Vector;
use foeman_schema::grid::{Cell, Geometry};

/// The number of steps after which the preferred direction may change.
const RUN: u64 = 8;

/// The remaining steps of a shortest way.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The two directions, in order.
    ways: [Way; 2],
    /// Whether the first of them is preferred.
    is_first: bool,
    /// The axis across the lines of cells: neighbours have other offsets in every second one.
    axis: usize,
}

/// Steps in one direction.
#[derive(Clone, Copy, Debug)]
struct Way {
    all: u64,
    left: u64,
    /// The offset to the neighbour, in even and in odd lines.
    offsets: [Cell; 2],
}

impl Line {
    /// Returns the way from one cell to another.
    pub fn between(geometry: &Geometry, from: Cell, to: Cell) -> Option<Self> {
        let lattice = geometry.lattice();
        let distance = i64::from(geometry.distance(from, to));
        let vector = geometry.centre(to) - geometry.centre(from);
        let steps = lattice.steps();
        let offset = |step: Vector, line: i32| lattice.cell(lattice.centre([line; 2]) + step).map(|count| count - line);
        let way = |step: Vector, count: i64| {
            let count = count.unsigned_abs();
            Way { all: count, left: count, offsets: [0, 1].map(|line| offset(step, line)) }
        };
        let pairs = steps.iter().enumerate().flat_map(|(at, &one)| steps[at + 1..].iter().map(move |&two| (one, two)));
        pairs.into_iter().find_map(|(one, two)| {
            let counts = counts(vector, one, two)?;
            (counts[0] + counts[1] == distance).then(|| Self {
                ways: [way(one, counts[0]), way(two, counts[1])],
                is_first: true,
                axis: lattice.has_shifted_rows().into(),
            })
        })
    }

    /// Returns the next cell, on or off the map, if it is open; `None` at the end. Takes the directions by turns, so that
    /// there are two as long as possible.
    pub fn step(&mut self, cell: Cell, is_open: impl Fn(Cell) -> bool) -> Option<Cell> {
        let [one, two] = &mut self.ways;
        // The last step in a direction is kept for the last obstacle.
        self.is_first = match (one.left, two.left) {
            (1, 2..) => false,
            (2.., 1) => true,
            (1.., 1..) if !(one.left + two.left).is_multiple_of(RUN) => self.is_first,
            _ => one.left * two.all >= two.left * one.all,
        };
        let (first, second) = if self.is_first { (one, two) } else { (two, one) };
        let line = (cell[self.axis] & 1) as usize;
        [first, second].into_iter().find_map(|way| way.step(cell, line, &is_open))
    }

    /// Like [`step`](Self::step), but in the last direction if possible.
    pub fn step_in_last_direction(&mut self, cell: Cell, is_open: impl Fn(Cell) -> bool) -> Option<Cell> {
        let line = (cell[self.axis] & 1) as usize;
        self.ways.iter_mut().rev().find_map(|way| way.step(cell, line, &is_open))
    }
}

impl Way {
    #[inline]
    fn step(&mut self, cell: Cell, line: usize, is_open: &impl Fn(Cell) -> bool) -> Option<Cell> {
        let next = [cell[0] + self.offsets[line][0], cell[1] + self.offsets[line][1]];
        let goes_on = self.left > 0 && is_open(next);
        self.left -= u64::from(goes_on);
        goes_on.then_some(next)
    }
}

/// Returns the numbers of steps in two directions that add up to a vector.
fn counts(vector: Vector, one: Vector, two: Vector) -> Option<[i64; 2]> {
    let area = one.cross(two);
    if area == 0 {
        return None;
    }
    let counts = [vector.cross(two), one.cross(vector)];
    let fits = counts.iter().all(|count| count % area == 0 && count / area >= 0);
    fits.then(|| counts.map(|count| count / area))
}

#[cfg(test)]
mod tests {
    use foeman_schema::grid::hex_layout::Tile;
    use foeman_schema::grid::{Shape, Stand};

    use super::*;

    #[test]
    fn on_an_open_map_it_reaches_every_cell_in_the_least_number_of_steps() {
        let kinds = [Shape::Hex, Shape::Square].map(|shape| [Stand::Edge, Stand::Vertex].map(|stand| (shape, stand)));
        for (shape, stand) in kinds.into_iter().flatten() {
            for shift in Tile::of(shape, stand).shifts() {
                let plain = Geometry::new(shape, stand, *shift, [9, 8]).expect("a listed shift is valid for its tile");
                for geometry in [Some(plain), plain.with_vertex_neighbours().ok()].into_iter().flatten() {
                    for (from, to) in geometry.cells().flat_map(|from| geometry.cells().map(move |to| (from, to))) {
                        let mut line = Line::between(&geometry, from, to).expect("two directions are enough");
                        let mut cell = from;
                        for left in (0..geometry.distance(from, to)).rev() {
                            let next = line.step(cell, |_| true).expect("the end is not reached");
                            assert!(geometry.distance(cell, next) == 1 && geometry.distance(next, to) == left);
                            cell = next;
                        }
                        assert_eq!((cell, line.step(cell, |_| true)), (to, None));
                    }
                }
            }
        }
    }

    #[test]
    fn it_goes_around_a_closed_cell_if_there_is_another_shortest_way() {
        let geometry = Geometry::new(Shape::Square, Stand::Edge, None, [9, 9]).expect("valid");
        let mut line = Line::between(&geometry, [0, 0], [8, 4]).expect("two directions are enough");
        let mut cell = [0, 0];
        for _ in 0..12 {
            cell = line.step(cell, |cell| cell != [4, 2] && cell != [6, 3]).expect("it is open");
        }
        assert_eq!(cell, [8, 4]);
        let mut straight = Line::between(&geometry, [0, 0], [8, 0]).expect("two directions are enough");
        assert_eq!(straight.step([0, 0], |cell| cell != [1, 0]), None);
    }
}

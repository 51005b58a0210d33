//! Exact positions in a grid: centres and corners of cells in whole numbers.
//!
//! The four kinds of tiles have all their centres and corners on a rectangular lattice.
//! Its horizontal and vertical units differ in length, so lengths and angles need the tile's [`Tile::metric`]. Code
//! that draws or measures scales both units.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use super::Cell;
use super::shape::{Shape, Shift, Stand};

/// A point of the lattice, or the vector between two points; `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vector {
    /// To the right.
    pub x: i64,
    /// Downwards.
    pub y: i64,
}

impl Vector {
    /// Creates the vector with this many units to the right and down.
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// Returns the cross product: positive if `other` is less than half a turn clockwise of this vector.
    pub fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }
}

impl Add for Vector {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vector {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

/// A polygon that tiles the plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Tile {
    /// A square on an edge.
    Square,
    /// A square on a vertex.
    Diamond,
    /// A hexagon on an edge.
    FlatHexagon,
    /// A hexagon on a vertex.
    PointyHexagon,
}

impl Tile {
    /// Returns the tile with a shape and orientation.
    pub fn of(shape: Shape, stand: Stand) -> Self {
        match (shape, stand) {
            (Shape::Square, Stand::Edge) => Self::Square,
            (Shape::Square, Stand::Vertex) => Self::Diamond,
            (Shape::Hex, Stand::Edge) => Self::FlatHexagon,
            (Shape::Hex, Stand::Vertex) => Self::PointyHexagon,
        }
    }

    /// Returns its shape.
    #[inline]
    pub fn shape(self) -> Shape {
        match self {
            Self::Square | Self::Diamond => Shape::Square,
            Self::FlatHexagon | Self::PointyHexagon => Shape::Hex,
        }
    }

    /// Returns whether it stands on an edge or on a vertex.
    pub fn stand(self) -> Stand {
        match self {
            Self::Square | Self::FlatHexagon => Stand::Edge,
            Self::Diamond | Self::PointyHexagon => Stand::Vertex,
        }
    }

    /// Returns the number of its sides.
    pub fn sides(self) -> u32 {
        match self.shape() {
            Shape::Square => 4,
            Shape::Hex => 6,
        }
    }

    /// Returns the vector from the centre to the right and bottom ends.
    pub fn half_size(self) -> Vector {
        match self {
            Self::Square | Self::Diamond => Vector::new(1, 1),
            Self::FlatHexagon => Vector::new(2, 1),
            Self::PointyHexagon => Vector::new(1, 2),
        }
    }

    /// Returns the vectors from the centre to each corner, clockwise from the top one or the right one of two.
    pub fn corners(self) -> &'static [Vector] {
        const SQUARE: [Vector; 4] = [Vector::new(1, -1), Vector::new(1, 1), Vector::new(-1, 1), Vector::new(-1, -1)];
        const DIAMOND: [Vector; 4] = [Vector::new(0, -1), Vector::new(1, 0), Vector::new(0, 1), Vector::new(-1, 0)];
        const FLAT: [Vector; 6] = [
            Vector::new(1, -1),
            Vector::new(2, 0),
            Vector::new(1, 1),
            Vector::new(-1, 1),
            Vector::new(-2, 0),
            Vector::new(-1, -1),
        ];
        const POINTY: [Vector; 6] = [
            Vector::new(0, -2),
            Vector::new(1, -1),
            Vector::new(1, 1),
            Vector::new(0, 2),
            Vector::new(-1, 1),
            Vector::new(-1, -1),
        ];
        match self {
            Self::Square => &SQUARE,
            Self::Diamond => &DIAMOND,
            Self::FlatHexagon => &FLAT,
            Self::PointyHexagon => &POINTY,
        }
    }

    /// Returns the vectors from the centre to the centre of each cell that shares an edge, clockwise from the top one
    /// or the right one of two.
    pub fn edge_steps(self) -> &'static [Vector] {
        const SQUARE: [Vector; 4] = [Vector::new(0, -2), Vector::new(2, 0), Vector::new(0, 2), Vector::new(-2, 0)];
        const DIAMOND: [Vector; 4] = [Vector::new(1, -1), Vector::new(1, 1), Vector::new(-1, 1), Vector::new(-1, -1)];
        const FLAT: [Vector; 6] = [
            Vector::new(0, -2),
            Vector::new(3, -1),
            Vector::new(3, 1),
            Vector::new(0, 2),
            Vector::new(-3, 1),
            Vector::new(-3, -1),
        ];
        const POINTY: [Vector; 6] = [
            Vector::new(1, -3),
            Vector::new(2, 0),
            Vector::new(1, 3),
            Vector::new(-1, 3),
            Vector::new(-2, 0),
            Vector::new(-1, -3),
        ];
        match self {
            Self::Square => &SQUARE,
            Self::Diamond => &DIAMOND,
            Self::FlatHexagon => &FLAT,
            Self::PointyHexagon => &POINTY,
        }
    }

    /// Like [`edge_steps`](Self::edge_steps), including the cells that share only a vertex.
    fn all_steps(self) -> &'static [Vector] {
        const SQUARE_ROUND: [Vector; 8] = [
            Vector::new(0, -2),
            Vector::new(2, -2),
            Vector::new(2, 0),
            Vector::new(2, 2),
            Vector::new(0, 2),
            Vector::new(-2, 2),
            Vector::new(-2, 0),
            Vector::new(-2, -2),
        ];
        const DIAMOND_ROUND: [Vector; 8] = [
            Vector::new(0, -2),
            Vector::new(1, -1),
            Vector::new(2, 0),
            Vector::new(1, 1),
            Vector::new(0, 2),
            Vector::new(-1, 1),
            Vector::new(-2, 0),
            Vector::new(-1, -1),
        ];
        match self {
            Self::Square => &SQUARE_ROUND,
            Self::Diamond => &DIAMOND_ROUND,
            Self::FlatHexagon | Self::PointyHexagon => self.edge_steps(),
        }
    }

    /// Returns the ratio of the squares of the horizontal and vertical units: 1 to 1, or 1 to 3 in either order.
    pub fn metric(self) -> Vector {
        match self {
            Self::Square | Self::Diamond => Vector::new(1, 1),
            Self::FlatHexagon => Vector::new(1, 3),
            Self::PointyHexagon => Vector::new(3, 1),
        }
    }

    /// Returns the square of a vector's length, in squares of the shorter unit.
    pub fn square(self, vector: Vector) -> i64 {
        let metric = self.metric();
        metric.x * vector.x * vector.x + metric.y * vector.y * vector.y
    }

    /// Returns the shifts with which this tile tiles the plane, the default first.
    pub fn shifts(self) -> &'static [Option<Shift>] {
        use Shift::{ColumnDown, ColumnUp, RowLeft, RowRight};
        match self {
            Self::Square => &[None],
            Self::Diamond => &[Some(RowRight), Some(RowLeft), Some(ColumnDown), Some(ColumnUp)],
            Self::FlatHexagon => &[Some(ColumnDown), Some(ColumnUp)],
            Self::PointyHexagon => &[Some(RowRight), Some(RowLeft)],
        }
    }
}

/// An infinite grid of tiles in columns and rows, with the corner of cell 0, 0 near the origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lattice {
    pub(super) tile: Tile,
    /// One of the tile's shifts.
    pub(super) shift: Option<Shift>,
    /// Never for hexagons, whose neighbours all share an edge.
    pub(super) vertex_neighbours: bool,
}

impl Lattice {
    /// Returns the polygon of each cell.
    pub fn tile(&self) -> Tile {
        self.tile
    }

    /// Returns the distance between the centres of adjacent columns and of adjacent rows.
    pub fn pitch(&self) -> Vector {
        match (self.tile, self.has_shifted_rows()) {
            (Tile::Square, _) => Vector::new(2, 2),
            (Tile::Diamond, false) => Vector::new(1, 2),
            (Tile::Diamond, true) => Vector::new(2, 1),
            (Tile::FlatHexagon, _) => Vector::new(3, 2),
            (Tile::PointyHexagon, _) => Vector::new(2, 3),
        }
    }

    /// Returns whether every second row is shifted, rather than every second column.
    pub fn has_shifted_rows(&self) -> bool {
        self.shift.is_some_and(Shift::is_of_rows)
    }

    /// Returns the shift of a cell: 1 down in a lowered column, 1 to the right in a row moved right.
    pub fn overhang(&self, [column, row]: Cell) -> Vector {
        match self.shift {
            None => Vector::new(0, 0),
            Some(Shift::ColumnDown) => Vector::new(0, i64::from(column & 1)),
            Some(Shift::ColumnUp) => Vector::new(0, 1 - i64::from(column & 1)),
            Some(Shift::RowRight) => Vector::new(i64::from(row & 1), 0),
            Some(Shift::RowLeft) => Vector::new(1 - i64::from(row & 1), 0),
        }
    }

    /// Returns the maximum [`Lattice::overhang`].
    pub fn greatest_overhang(&self) -> Vector {
        match (self.shift, self.has_shifted_rows()) {
            (None, _) => Vector::new(0, 0),
            (Some(_), false) => Vector::new(0, 1),
            (Some(_), true) => Vector::new(1, 0),
        }
    }

    /// Returns the centre of a cell.
    pub fn centre(&self, cell: Cell) -> Vector {
        let pitch = self.pitch();
        let unshifted = Vector::new(i64::from(cell[0]) * pitch.x, i64::from(cell[1]) * pitch.y);
        self.tile.half_size() + unshifted + self.overhang(cell)
    }

    /// Returns the cell with this centre.
    pub fn cell(&self, centre: Vector) -> Cell {
        let (from, pitch) = (centre - self.tile.half_size(), self.pitch());
        // The division is exact in the direction without shifts; in the other one, rounding down removes the overhang.
        [from.x.div_euclid(pitch.x) as i32, from.y.div_euclid(pitch.y) as i32]
    }

    /// Returns the cell one of the [`Lattice::steps`] away: the [`Lattice::cell`] at the end of the step, without a
    /// division, since searches of large maps take millions of steps.
    #[inline]
    pub(super) fn cell_after(&self, cell: Cell, step: Vector) -> Cell {
        let (pitch, within) = (self.pitch(), self.overhang(cell) + step);
        [cell[0].wrapping_add(whole(within.x, pitch.x)), cell[1].wrapping_add(whole(within.y, pitch.y))]
    }

    /// Returns the cell that covers a point in lattice units: the one with the nearest centre.
    ///
    /// On a shared edge it is one of the two cells, the same one on every machine.
    pub fn covering(&self, at: [f64; 2]) -> Cell {
        let pitch = self.pitch();
        let pitch = [pitch.x as f64, pitch.y as f64];
        // Cells of one shifted column or row are placed end to end, and adjacent lines interlock.
        let line_axis = usize::from(self.has_shifted_rows());
        let line = (at[line_axis] / pitch[line_axis]).floor() as i32;
        let candidate = |line: i32| {
            let mut cell = [line; 2];
            let overhang = self.overhang(cell);
            let overhang = [overhang.x as f64, overhang.y as f64];
            let along = 1 - line_axis;
            cell[along] = ((at[along] - overhang[along]) / pitch[along]).floor() as i32;
            let (centre, metric) = (self.centre(cell), self.tile.metric());
            let [dx, dy] = [at[0] - centre.x as f64, at[1] - centre.y as f64];
            (cell, dx * dx * metric.x as f64 + dy * dy * metric.y as f64)
        };
        let ((cell, distance), (other, other_distance)) = (candidate(line), candidate(line.saturating_sub(1)));
        // Rounding errors must not decide between two cells if the point is on their shared edge.
        if distance <= other_distance + 1e-9 { cell } else { other }
    }

    /// Returns the vectors from the centre of a cell to the centre of each neighbour, in direction order.
    pub fn steps(&self) -> &'static [Vector] {
        if self.vertex_neighbours { self.tile.all_steps() } else { self.tile.edge_steps() }
    }

    /// Returns the number of [`Lattice::steps`] along a vector from one centre to another.
    pub(super) fn steps_along(&self, vector: Vector) -> u64 {
        let [x, y] = [vector.x.unsigned_abs(), vector.y.unsigned_abs()];
        let hexagon = |along: u64, across: u64| along + across.saturating_sub(along) / 2;
        match (self.tile, self.vertex_neighbours) {
            (Tile::Square, false) => (x + y) / 2,
            (Tile::Square, true) => x.max(y) / 2,
            (Tile::Diamond, false) => x.max(y),
            // Measured along its diagonals, a diamond is a square with sides of two.
            (Tile::Diamond, true) => (vector.x + vector.y).unsigned_abs().max((vector.x - vector.y).unsigned_abs()) / 2,
            (Tile::FlatHexagon, _) => hexagon(x / 3, y),
            (Tile::PointyHexagon, _) => hexagon(y / 3, x),
        }
    }

    /// Returns the shift, if the cells are hexes.
    #[inline]
    pub(super) fn hex_shift(&self) -> Option<Shift> {
        self.shift.filter(|_| self.tile.shape() == Shape::Hex)
    }
}

/// Divides an offset by a pitch, rounding down; fast for offsets of a few pitches.
#[inline]
fn whole(mut offset: i64, pitch: i64) -> i32 {
    let mut count = 0;
    while offset < 0 {
        offset += pitch;
        count -= 1;
    }
    while offset >= pitch {
        offset -= pitch;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_leads_to_the_cell_at_its_end() {
        for tile in [Tile::Square, Tile::Diamond, Tile::FlatHexagon, Tile::PointyHexagon] {
            for &shift in tile.shifts() {
                for vertex_neighbours in [false, true] {
                    let lattice = Lattice { tile, shift, vertex_neighbours };
                    for cell in (-3..4).flat_map(|column| (-3..4).map(move |row| [column, row])) {
                        for &step in lattice.steps() {
                            let end = lattice.cell(lattice.centre(cell) + step);
                            assert_eq!(lattice.cell_after(cell, step), end, "{lattice:?} {cell:?} {step:?}");
                        }
                    }
                }
            }
        }
    }
}

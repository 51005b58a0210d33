//! The exact side of a grid: centres and corners of cells as whole numbers.
//!
//! The four kinds of tiles have all their centres and corners on a rectangular lattice.
//! Its horizontal and vertical unit differ in length, so lengths and angles need the tile's `metric`.

use std::ops::{Add, Sub};

use foeman_schema::hex::{Shift, Stand};

use super::Cell;

/// A point of the lattice, or the vector between two points; `y` grows downwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vector {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Vector {
    const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// Positive when `other` lies clockwise of this vector by less than half a turn.
    pub(super) fn cross(self, other: Self) -> i64 {
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tile {
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
    pub(super) fn of(sides: u32, stand: Stand) -> Option<Self> {
        match (sides, stand) {
            (4, Stand::Edge) => Some(Self::Square),
            (4, Stand::Vertex) => Some(Self::Diamond),
            (6, Stand::Edge) => Some(Self::FlatHexagon),
            (6, Stand::Vertex) => Some(Self::PointyHexagon),
            _ => None,
        }
    }

    /// From the centre to the right and lower end.
    pub(super) fn half_size(self) -> Vector {
        match self {
            Self::Square | Self::Diamond => Vector::new(1, 1),
            Self::FlatHexagon => Vector::new(2, 1),
            Self::PointyHexagon => Vector::new(1, 2),
        }
    }

    /// From the centre to each corner, clockwise from the top or the right one of two.
    pub(super) fn corners(self) -> &'static [Vector] {
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

    /// From the centre to the centre of each neighbour, clockwise from the top or the right one of two.
    ///
    /// The second slice is for neighbours that share only a vertex too; hexagons have none.
    pub(super) fn steps(self, vertex_neighbours: bool) -> &'static [Vector] {
        const SQUARE: [Vector; 4] = [Vector::new(0, -2), Vector::new(2, 0), Vector::new(0, 2), Vector::new(-2, 0)];
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
        const DIAMOND: [Vector; 4] = [Vector::new(1, -1), Vector::new(1, 1), Vector::new(-1, 1), Vector::new(-1, -1)];
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
        match (self, vertex_neighbours) {
            (Self::Square, false) => &SQUARE,
            (Self::Square, true) => &SQUARE_ROUND,
            (Self::Diamond, false) => &DIAMOND,
            (Self::Diamond, true) => &DIAMOND_ROUND,
            (Self::FlatHexagon, _) => &FLAT,
            (Self::PointyHexagon, _) => &POINTY,
        }
    }

    /// Steps from one centre to another along [`Tile::steps`].
    pub(super) fn step_distance(self, vertex_neighbours: bool, vector: Vector) -> u64 {
        let [x, y] = [vector.x.unsigned_abs(), vector.y.unsigned_abs()];
        let hexagon = |along: u64, across: u64| along + across.saturating_sub(along) / 2;
        match (self, vertex_neighbours) {
            (Self::Square, false) => (x + y) / 2,
            (Self::Square, true) => x.max(y) / 2,
            (Self::Diamond, false) => x.max(y),
            // Along the diagonals, a diamond is a square with sides of two.
            (Self::Diamond, true) => (vector.x + vector.y).unsigned_abs().max((vector.x - vector.y).unsigned_abs()) / 2,
            (Self::FlatHexagon, _) => hexagon(x / 3, y),
            (Self::PointyHexagon, _) => hexagon(y / 3, x),
        }
    }

    /// How the squares of horizontal and vertical units relate: one is 3 where the other is 1, or both are 1.
    pub(super) fn metric(self) -> Vector {
        match self {
            Self::Square | Self::Diamond => Vector::new(1, 1),
            Self::FlatHexagon => Vector::new(1, 3),
            Self::PointyHexagon => Vector::new(3, 1),
        }
    }

    /// The shifts that make this tile fill the plane, the default first.
    pub(super) fn shifts(self) -> &'static [Option<Shift>] {
        use Shift::{ColumnDown, ColumnUp, RowLeft, RowRight};
        match self {
            Self::Square => &[None],
            Self::Diamond => &[Some(RowRight), Some(RowLeft), Some(ColumnDown), Some(ColumnUp)],
            Self::FlatHexagon => &[Some(ColumnDown), Some(ColumnUp)],
            Self::PointyHexagon => &[Some(RowRight), Some(RowLeft)],
        }
    }
}

/// Tiles in columns and rows without end, the corner of cell 0, 0 near the origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lattice {
    pub(super) tile: Tile,
    pub(super) shift: Option<Shift>,
}

impl Lattice {
    /// From the centre of one column to the next, and from the centre of one row to the next.
    pub(super) fn pitch(&self) -> Vector {
        match (self.tile, self.has_shifted_rows()) {
            (Tile::Square, _) => Vector::new(2, 2),
            (Tile::Diamond, false) => Vector::new(1, 2),
            (Tile::Diamond, true) => Vector::new(2, 1),
            (Tile::FlatHexagon, _) => Vector::new(3, 2),
            (Tile::PointyHexagon, _) => Vector::new(2, 3),
        }
    }

    /// Whether it is rows, not columns, of which every second one is shifted.
    pub(super) fn has_shifted_rows(&self) -> bool {
        matches!(self.shift, Some(Shift::RowRight | Shift::RowLeft))
    }

    /// How far a cell is shifted: 1 down in a lower column, 1 to the right in a row further right.
    pub(super) fn overhang(&self, [column, row]: Cell) -> Vector {
        match self.shift {
            None => Vector::new(0, 0),
            Some(Shift::ColumnDown) => Vector::new(0, i64::from(column & 1)),
            Some(Shift::ColumnUp) => Vector::new(0, 1 - i64::from(column & 1)),
            Some(Shift::RowRight) => Vector::new(i64::from(row & 1), 0),
            Some(Shift::RowLeft) => Vector::new(1 - i64::from(row & 1), 0),
        }
    }

    /// The greatest [`Lattice::overhang`].
    pub(super) fn greatest_overhang(&self) -> Vector {
        match (self.shift, self.has_shifted_rows()) {
            (None, _) => Vector::new(0, 0),
            (Some(_), false) => Vector::new(0, 1),
            (Some(_), true) => Vector::new(1, 0),
        }
    }

    /// The centre of a cell.
    pub(super) fn centre(&self, cell: Cell) -> Vector {
        let pitch = self.pitch();
        let unshifted = Vector::new(i64::from(cell[0]) * pitch.x, i64::from(cell[1]) * pitch.y);
        self.tile.half_size() + unshifted + self.overhang(cell)
    }

    /// The cell with this centre, which must be a centre.
    pub(super) fn cell(&self, centre: Vector) -> Cell {
        let (from, pitch) = (centre - self.tile.half_size(), self.pitch());
        // The direction without shifts is divided exactly; rounding down takes the overhang out of the other one.
        [from.x.div_euclid(pitch.x) as i32, from.y.div_euclid(pitch.y) as i32]
    }
}

//! Hexes as vector values, and where columns and rows meet them.
//!
//! A hex does not know how the grid stands: direction 0 is north on hexes standing on an edge and north-east on
//! hexes standing on a vertex, and directions go clockwise (`F1.5`).

use std::ops::{Add, Mul, Neg, Sub};

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// A hex, or the vector between two hexes, in axial coordinates; the third cube coordinate is `-q - r`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hex {
    /// Grows along direction 2.
    pub q: i32,
    /// Grows along direction 3.
    pub r: i32,
}

/// A direction 0..=5, clockwise; also a facing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Direction(u8);

impl Direction {
    /// All six, clockwise from 0.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The direction `index` hexsides clockwise from 0; wraps round.
    pub fn new(index: i32) -> Self {
        Self(index.rem_euclid(6) as u8)
    }

    /// 0..=5.
    pub fn index(self) -> u8 {
        self.0
    }

    /// This direction turned clockwise by `hexsides`.
    #[must_use]
    pub fn turned(self, hexsides: i32) -> Self {
        Self::new(i32::from(self.0) + hexsides)
    }

    /// Hexsides from this direction to `other` by the shorter way, 0..=3.
    pub fn distance(self, other: Self) -> u8 {
        let clockwise = (other.0 + 6 - self.0) % 6;
        clockwise.min(6 - clockwise)
    }

    /// The unit vector.
    pub fn vector(self) -> Hex {
        const UNITS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        let (q, r) = UNITS[usize::from(self.0)];
        Hex { q, r }
    }
}

impl TryFrom<u8> for Direction {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        if index < 6 { Ok(Self(index)) } else { Err(format!("expected a direction 0 to 5, but found `{index}`")) }
    }
}

impl From<Direction> for u8 {
    fn from(direction: Direction) -> Self {
        direction.0
    }
}

impl Hex {
    /// The origin.
    pub const ZERO: Self = Self { q: 0, r: 0 };

    /// The hex at axial `q`, `r`.
    pub fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    /// The third cube coordinate.
    pub fn s(self) -> i32 {
        -self.q - self.r
    }

    /// The neighbour in a direction.
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        self + direction.vector()
    }

    /// The six neighbours in direction order.
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|direction| self.step(direction))
    }

    /// This vector turned clockwise by `hexsides`.
    #[must_use]
    pub fn turned(self, hexsides: i32) -> Self {
        (0..hexsides.rem_euclid(6)).fold(self, |vector, _| Self { q: -vector.r, r: vector.q + vector.r })
    }

    /// Steps from the origin.
    pub fn length(self) -> u32 {
        (self.q.unsigned_abs() + self.r.unsigned_abs() + self.s().unsigned_abs()) / 2
    }

    /// Steps between two hexes.
    pub fn distance(self, other: Self) -> u32 {
        (other - self).length()
    }

    /// The direction of an adjacent hex; `None` unless `other` is adjacent.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == other)
    }

    /// The scalar product of two vectors in cube coordinates.
    pub fn dot(self, other: Self) -> i32 {
        self.q * other.q + self.r * other.r + self.s() * other.s()
    }

    /// Positive where `other` lies clockwise of this vector by less than half a turn, negative where it lies
    /// counter-clockwise, 0 on the same line.
    pub fn cross(self, other: Self) -> i32 {
        self.q * other.r - self.r * other.q
    }
}

impl Add for Hex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { q: self.q + other.q, r: self.r + other.r }
    }
}

impl Sub for Hex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { q: self.q - other.q, r: self.r - other.r }
    }
}

impl Neg for Hex {
    type Output = Self;
    fn neg(self) -> Self {
        Self { q: -self.q, r: -self.r }
    }
}

impl Mul<i32> for Hex {
    type Output = Self;
    fn mul(self, by: i32) -> Self {
        Self { q: self.q * by, r: self.r * by }
    }
}

/// Which part of a hex points where something faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Points {
    /// The side in the direction it faces.
    #[default]
    Side,
    /// The corner between that side and the one before it, counter-clockwise.
    Corner,
}

impl Points {
    /// The vector from the middle of a hex towards the side or corner that `facing` stands for; of no particular length.
    pub fn axis(self, facing: Direction) -> Hex {
        match self {
            Self::Side => facing.vector(),
            Self::Corner => facing.vector() + facing.turned(-1).vector(),
        }
    }
}

/// What the hexes of a map stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stand {
    /// Flat side down: columns of hexes.
    #[default]
    Edge,
    /// Point down: rows of hexes.
    Vertex,
}

/// Which columns or rows are shifted by half a hex, and to which side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    /// Every second column, the first unshifted, lies half a hex lower; hexes stand on an edge.
    #[default]
    ColumnDown,
    /// Every second column lies half a hex higher; hexes stand on an edge.
    ColumnUp,
    /// Every second row lies half a hex to the right; hexes stand on a vertex.
    RowRight,
    /// Every second row lies half a hex to the left; hexes stand on a vertex.
    RowLeft,
}

/// The shape of a map's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Six-sided.
    #[default]
    Hex,
}

/// How a map's cells are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Geometry {
    /// The shape of the cells.
    #[serde(default)]
    pub shape: Shape,
    /// What the cells stand on.
    #[serde(default)]
    pub stand: Stand,
    /// Which columns or rows are shifted; must fit what the cells stand on.
    #[serde(default)]
    pub shift: Shift,
    /// Columns and rows.
    #[serde(deserialize_with = "size")]
    #[schemars(inner(range(min = 1, max = 4096)))]
    pub size: [u32; 2],
}

/// The most columns, and the most rows, that a map can have.
pub const MOST_CELLS_ACROSS: u32 = 4096;

impl Geometry {
    /// Columns.
    pub fn width(&self) -> u32 {
        self.size[0]
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.size[1]
    }

    /// Whether `cell`, a column and a row from 0, is on the map.
    pub fn contains(&self, [col, row]: [i32; 2]) -> bool {
        (0..self.size[0] as i32).contains(&col) && (0..self.size[1] as i32).contains(&row)
    }

    /// The hex of a cell given as column and row from 0.
    pub fn hex(&self, [col, row]: [i32; 2]) -> Hex {
        match self.shift {
            Shift::ColumnDown => Hex::new(col, row - (col - (col & 1)) / 2),
            Shift::ColumnUp => Hex::new(col, row - (col + (col & 1)) / 2),
            Shift::RowRight => turn(col - (row - (row & 1)) / 2, row),
            Shift::RowLeft => turn(col - (row + (row & 1)) / 2, row),
        }
    }

    /// Column and row of a hex, on the map or off it.
    pub fn cell(&self, hex: Hex) -> [i32; 2] {
        // The inverse of `turn`.
        let (q, r) = (-hex.r, hex.q + hex.r);
        match self.shift {
            Shift::ColumnDown => [hex.q, hex.r + (hex.q - (hex.q & 1)) / 2],
            Shift::ColumnUp => [hex.q, hex.r + (hex.q + (hex.q & 1)) / 2],
            Shift::RowRight => [q + (r - (r & 1)) / 2, r],
            Shift::RowLeft => [q + (r + (r & 1)) / 2, r],
        }
    }

    /// Position of an on-map hex in row order; `None` off the map.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let cell = self.cell(hex);
        self.contains(cell).then(|| cell[1] as usize * self.size[0] as usize + cell[0] as usize)
    }
}

/// A size that can be trusted with memory: drafts and journals are read whatever they say.
fn size<'de, D: Deserializer<'de>>(from: D) -> Result<[u32; 2], D::Error> {
    let size = <[u32; 2]>::deserialize(from)?;
    match size.into_iter().find(|count| !(1..=MOST_CELLS_ACROSS).contains(count)) {
        Some(count) => {
            Err(Error::custom(format!("expected a size from 1 to {MOST_CELLS_ACROSS}, but found `{count}`")))
        }
        None => Ok(size),
    }
}

/// From the usual axial coordinates of hexes on a vertex to ours, in which direction 0 is north-east there.
fn turn(q: i32, r: i32) -> Hex {
    Hex::new(q + r, -q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_hexes_are_inverse_and_neighbours_touch() {
        for (stand, shift) in [
            (Stand::Edge, Shift::ColumnDown),
            (Stand::Edge, Shift::ColumnUp),
            (Stand::Vertex, Shift::RowRight),
            (Stand::Vertex, Shift::RowLeft),
        ] {
            let geometry = Geometry { shape: Shape::Hex, stand, shift, size: [9, 8] };
            for row in -3..9 {
                for col in -3..9 {
                    let hex = geometry.hex([col, row]);
                    assert_eq!(geometry.cell(hex), [col, row], "{shift:?}");
                    for neighbour in hex.neighbours() {
                        let [c, r] = geometry.cell(neighbour);
                        assert!((c - col).abs() <= 1 && (r - row).abs() <= 1, "{shift:?} {col},{row} -> {c},{r}");
                    }
                }
            }
        }
    }

    #[test]
    fn direction_zero_is_north_on_an_edge_and_north_east_on_a_vertex() {
        let edge = Geometry { shape: Shape::Hex, stand: Stand::Edge, shift: Shift::ColumnDown, size: [9, 9] };
        assert_eq!(edge.cell(edge.hex([4, 4]).step(Direction::new(0))), [4, 3]);
        assert_eq!(edge.cell(edge.hex([4, 4]).step(Direction::new(2))), [5, 4]);
        let vertex = Geometry { stand: Stand::Vertex, shift: Shift::RowRight, ..edge };
        assert_eq!(vertex.cell(vertex.hex([4, 4]).step(Direction::new(0))), [4, 3]);
        assert_eq!(vertex.cell(vertex.hex([4, 4]).step(Direction::new(1))), [5, 4]);
        assert_eq!(vertex.cell(vertex.hex([4, 4]).step(Direction::new(2))), [4, 5]);
        assert_eq!(vertex.cell(vertex.hex([4, 5]).step(Direction::new(0))), [5, 4]);
    }
}

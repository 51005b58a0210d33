//! Hex coordinates as vectors, for rules that are played on hexes only.
//!
//! A hex is independent of the grid's orientation: direction 0 is north on hexes standing on an edge and north-east on
//! hexes standing on a vertex, and directions go clockwise (`F1.5`).
//! [`Geometry`](super::Geometry) converts between hexes and cells.

use std::ops::{Add, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A hex, or the vector between two hexes, in axial coordinates; the third cube coordinate is `-q - r`.
///
/// Coordinates are added and multiplied as `i32`. The cells of maps are far from overflow, which panics in debug builds.
///
/// ```
/// use foeman_schema::grid::{Direction, Hex};
///
/// let north = Hex::ZERO.step(Direction::new(0));
/// assert_eq!(north, Hex::new(0, -1));
/// assert_eq!(north.distance(Hex::new(2, 0)), 3);
/// assert_eq!(north.neighbours().len(), 6);
/// assert_eq!(Hex::new(2, 0).turned(1), Hex::new(0, 2)); // 60° clockwise about the origin
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hex {
    /// Increases along direction 2.
    pub q: i32,
    /// Increases along direction 3.
    pub r: i32,
}

/// A direction 0..=5, clockwise in steps of 60°; also a facing.
///
/// ```
/// use foeman_schema::grid::{Direction, Hex};
///
/// let facing = Direction::new(-1);
/// assert_eq!(facing.index(), 5);
/// assert_eq!(facing.turned(2), Direction::new(1));
/// assert_eq!(facing.distance(Direction::new(2)), 3);
/// assert_eq!(Hex::ZERO.direction_to(Hex::new(1, 0)), Some(Direction::new(2)));
/// assert!(Direction::try_from(6).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Direction(u8);

impl Direction {
    /// All six, clockwise from 0.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Creates the direction `index` hexsides clockwise from 0, modulo 6.
    #[inline]
    pub fn new(index: i32) -> Self {
        Self(index.rem_euclid(6) as u8)
    }

    /// Returns the number of the direction, 0..=5.
    #[inline]
    pub fn index(self) -> u8 {
        self.0
    }

    /// Returns this direction rotated clockwise by `hexsides`.
    #[must_use]
    #[inline]
    pub fn turned(self, hexsides: i32) -> Self {
        Self::new(i32::from(self.0) + hexsides)
    }

    /// Returns the number of hexsides between two directions by the shorter way, 0..=3.
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        let clockwise = (other.0 + 6 - self.0) % 6;
        clockwise.min(6 - clockwise)
    }

    /// Returns the unit vector.
    #[inline]
    pub fn vector(self) -> Hex {
        const UNITS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        let (q, r) = UNITS[usize::from(self.0)];
        Hex { q, r }
    }
}

impl TryFrom<u8> for Direction {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        if index < 6 { Ok(Self(index)) } else { Err(format!("expected a direction 0 to 5, found `{index}`")) }
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

    /// Creates the hex at axial `q`, `r`.
    #[inline]
    pub fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    /// Returns the third cube coordinate.
    #[inline]
    pub fn s(self) -> i32 {
        -self.q - self.r
    }

    /// Returns the neighbour in a direction.
    #[must_use]
    #[inline]
    pub fn step(self, direction: Direction) -> Self {
        self + direction.vector()
    }

    /// Returns the six neighbours in direction order.
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|direction| self.step(direction))
    }

    /// Returns this vector rotated clockwise by `hexsides`.
    #[must_use]
    #[inline]
    pub fn turned(self, hexsides: i32) -> Self {
        (0..hexsides.rem_euclid(6)).fold(self, |vector, _| Self { q: -vector.r, r: vector.q + vector.r })
    }

    /// Returns the number of steps from the origin.
    #[inline]
    pub fn length(self) -> u32 {
        (self.q.unsigned_abs() + self.r.unsigned_abs() + self.s().unsigned_abs()) / 2
    }

    /// Returns the number of steps between two hexes.
    #[inline]
    pub fn distance(self, other: Self) -> u32 {
        (other - self).length()
    }

    /// Returns the direction of an adjacent hex; `None` unless `other` is adjacent.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == other)
    }

    /// Returns the dot product of two vectors in cube coordinates.
    #[inline]
    pub fn dot(self, other: Self) -> i32 {
        self.q * other.q + self.r * other.r + self.s() * other.s()
    }

    /// Returns the cross product: positive if `other` is less than half a turn clockwise of this vector, negative if
    /// counter-clockwise, 0 on the same line.
    #[inline]
    pub fn cross(self, other: Self) -> i32 {
        self.q * other.r - self.r * other.q
    }
}

impl Add for Hex {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { q: self.q + other.q, r: self.r + other.r }
    }
}

impl Sub for Hex {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { q: self.q - other.q, r: self.r - other.r }
    }
}

impl Neg for Hex {
    type Output = Self;
    #[inline]
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

/// The part of a hex that a facing points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Points {
    /// The side in the direction of the facing.
    #[default]
    Side,
    /// The corner between that side and the one before it, counter-clockwise.
    Corner,
}

impl Points {
    /// Returns a vector from the centre of a hex towards the side or corner that `facing` points at; its length has no
    /// meaning.
    #[inline]
    pub fn axis(self, facing: Direction) -> Hex {
        match self {
            Self::Side => facing.vector(),
            Self::Corner => facing.vector() + facing.turned(-1).vector(),
        }
    }
}

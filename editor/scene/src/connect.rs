//! Connections of image frames, such as roads and rivers: the directions in which a frame connects to its neighbours.

use foeman_schema::grid::angle::Compass;
use foeman_schema::grid::{Cell, Geometry};

/// A set of the eight compass points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways(u8);

impl Ways {
    /// Creates a set of points.
    pub fn of(points: impl IntoIterator<Item = Compass>) -> Self {
        Self(points.into_iter().fold(0, |ways, point| ways | 1 << point as u8))
    }

    /// The union of two sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the points.
    pub fn points(self) -> impl Iterator<Item = Compass> {
        Compass::ALL.into_iter().filter(move |point| self.0 & 1 << *point as u8 != 0)
    }

    /// Mirrors the set left to right, top to bottom, or both.
    #[must_use]
    pub fn mirrored(self, [across, down]: [bool; 2]) -> Self {
        let turned = |point: Compass| {
            let eighth = point as usize;
            let eighth = if across { (8 - eighth) % 8 } else { eighth };
            Compass::ALL[if down { (12 - eighth) % 8 } else { eighth }]
        };
        Self::of(self.points().map(turned))
    }

    /// The number of points that are in only one of the two sets.
    pub fn apart(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

/// Returns the directions of the neighbours for which `leads` is true.
pub fn ways(geometry: &Geometry, cell: Cell, leads: impl Fn(Cell) -> bool) -> Ways {
    let directions = 0..geometry.directions();
    let led = directions.filter(|direction| geometry.neighbour(cell, *direction).is_some_and(&leads));
    Ways::of(led.map(|direction| geometry.compass(direction)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Compass::{East, North, NorthEast, South, SouthEast, SouthWest, West};

    #[test]
    fn mirrors_turn_points_round() {
        let ways = Ways::of([North, NorthEast, East]);
        assert_eq!(ways.mirrored([true, false]), Ways::of([North, Compass::NorthWest, West]));
        assert_eq!(ways.mirrored([false, true]), Ways::of([South, SouthEast, East]));
        assert_eq!(ways.mirrored([true, true]), Ways::of([South, SouthWest, West]));
        assert_eq!(ways.apart(Ways::of([North, South])), 3);
    }
}

//! Connections: towards which neighbours a frame leads, and which neighbours of a cell are led to.

use foeman_schema::grid::angle::Compass;
use foeman_schema::grid::{Cell, Geometry};

/// Some of the eight points of the compass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ways(u8);

impl Ways {
    /// These points.
    pub fn of(points: impl IntoIterator<Item = Compass>) -> Self {
        Self(points.into_iter().fold(0, |ways, point| ways | 1 << point as u8))
    }

    /// These and those of another.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them.
    pub fn points(self) -> impl Iterator<Item = Compass> {
        Compass::ALL.into_iter().filter(move |point| self.0 & 1 << *point as u8 != 0)
    }

    /// The same where left and right, and top and bottom, change places.
    #[must_use]
    pub fn mirrored(self, [across, down]: [bool; 2]) -> Self {
        let turned = |point: Compass| {
            let eighth = point as usize;
            let eighth = if across { (8 - eighth) % 8 } else { eighth };
            Compass::ALL[if down { (12 - eighth) % 8 } else { eighth }]
        };
        Self::of(self.points().map(turned))
    }

    /// How many points belong to one of the two only.
    pub fn apart(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

/// The points towards which a cell has neighbours that it leads to.
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

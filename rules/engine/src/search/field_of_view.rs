//! Field of view: the cells visible from a cell past opaque ones.
//!
//! A cell is seen in an arc, from its first to its last corner; opaque cells that are not farther away cut into it.
//! The cell is visible if at least a third of its arc is left.
//! If the middle of an arc is hidden, only the larger remaining part counts. The order of cutting, which is the order
//! of discovery, can therefore matter; and visibility is not symmetric.
//!
//! Arcs are pairs of exact vectors, never angles, so that rounding cannot affect the result.

use foeman_schema::grid::hex_layout::{Lattice, Vector};
use foeman_schema::grid::world::Reach;
use foeman_schema::grid::{Cell, Geometry};

use super::flood::flood_fill;

/// Returns the cells visible from `source`, in the order of discovery of [`flood_fill`], without the source itself.
///
/// Only cells whose nearest corner is within reach count; `None` sets no limit.
/// Cells are discovered from neighbour to neighbour, so cells connected only through cells out of reach stay invisible.
/// Opaque cells can be visible themselves.
pub fn visibility(
    geometry: &Geometry,
    source: Cell,
    reach: Option<Reach>,
    mut is_opaque: impl FnMut(Cell) -> bool,
) -> Vec<Cell> {
    let eye = Eye { lattice: geometry.lattice(), at: geometry.lattice().centre(source) };
    let near = |cell: Cell| reach.is_none_or(|reach| eye.nearest(cell) <= reach.square());
    let sights: Vec<_> = flood_fill(geometry, source, near).into_iter().map(|cell| eye.sight(cell)).collect();
    let mut obscurers: Vec<Sight> = Vec::new();
    let mut shown = Vec::with_capacity(sights.len());
    for sight in &sights {
        let is_hidden = is_opaque(sight.cell) && {
            let is_covered = obscurers.iter().any(|other| other.nearest <= sight.nearest && other.covers(sight));
            if !is_covered {
                obscurers.retain(|other| !(other.nearest > sight.nearest && sight.covers(other)));
                obscurers.push(*sight);
            }
            is_covered
        };
        shown.extend((!is_hidden).then_some(*sight));
    }
    shown.iter().filter(|sight| eye.sees(sight, &obscurers)).map(|sight| sight.cell).collect()
}

/// The position from which cells are seen.
struct Eye<'a> {
    lattice: &'a Lattice,
    at: Vector,
}

impl Eye<'_> {
    fn corners(&self, cell: Cell) -> impl Iterator<Item = Vector> {
        let centre = self.lattice.centre(cell) - self.at;
        self.lattice.tile().corners().iter().map(move |&corner| centre + corner)
    }

    /// Returns the squared distance to the nearest corner of a cell.
    fn nearest(&self, cell: Cell) -> i64 {
        let tile = self.lattice.tile();
        self.corners(cell).map(|corner| tile.square(corner)).min().expect("cells have corners")
    }

    /// Returns how a cell other than the eye's own is seen.
    fn sight(&self, cell: Cell) -> Sight {
        let first = |a: Vector, b: Vector| if b.cross(a) > 0 { b } else { a };
        let last = |a: Vector, b: Vector| if a.cross(b) > 0 { b } else { a };
        let start = self.corners(cell).reduce(first).expect("cells have corners");
        let end = self.corners(cell).reduce(last).expect("cells have corners");
        Sight { cell, arc: Arc { start, end }, nearest: self.nearest(cell) }
    }

    /// Whether enough of a cell's arc is left after obscuring cells have cut into it.
    fn sees(&self, sight: &Sight, obscurers: &[Sight]) -> bool {
        let in_front = obscurers.iter().filter(|other| other.nearest <= sight.nearest && other.cell != sight.cell);
        let mut left = sight.arc;
        for obscurer in in_front {
            match self.cut(left, obscurer.arc) {
                Some(arc) => left = arc,
                None => return false,
            }
        }
        let (whole, left) = (self.angle(sight.arc), self.angle(left));
        // At least a third is left if turning the whole back by the remaining angle three times uses it up.
        let mut rest = whole;
        (0..3).any(|_| {
            rest = self.difference(rest, left);
            rest.sine <= 0
        })
    }

    /// Returns the part of an arc that an obscuring cell leaves: nothing, one end, or the larger of two ends.
    fn cut(&self, arc: Arc, by: Arc) -> Option<Arc> {
        if by.covers(arc) {
            return None;
        }
        let before = Arc { end: by.start, ..arc };
        let behind = Arc { start: by.end, ..arc };
        match (arc.holds_inside(by.start), arc.holds_inside(by.end)) {
            (false, false) => Some(arc),
            (true, false) => Some(before),
            (false, true) => Some(behind),
            (true, true) => {
                let is_larger = self.difference(self.angle(before), self.angle(behind)).sine >= 0;
                Some(if is_larger { before } else { behind })
            }
        }
    }

    fn angle(&self, Arc { start, end }: Arc) -> Angle {
        let metric = self.lattice.tile().metric();
        let cosine = metric.x * start.x * end.x + metric.y * start.y * end.y;
        Angle { cosine: i128::from(cosine), sine: i128::from(start.cross(end)) }
    }

    fn difference(&self, a: Angle, b: Angle) -> Angle {
        let metric = self.lattice.tile().metric();
        Angle {
            cosine: a.cosine * b.cosine + i128::from(metric.x * metric.y) * a.sine * b.sine,
            sine: a.sine * b.cosine - a.cosine * b.sine,
        }
    }
}

/// The arc and distance in which a cell is seen.
#[derive(Clone, Copy)]
struct Sight {
    cell: Cell,
    arc: Arc,
    /// The squared distance to its nearest corner.
    nearest: i64,
}

impl Sight {
    fn covers(&self, other: &Self) -> bool {
        self.arc.covers(other.arc)
    }
}

/// The directions from `start` clockwise to `end`, less than half a turn.
#[derive(Clone, Copy)]
struct Arc {
    start: Vector,
    end: Vector,
}

impl Arc {
    fn covers(self, other: Self) -> bool {
        let holds = |direction: Vector| self.start.cross(direction) >= 0 && direction.cross(self.end) >= 0;
        holds(other.start) && holds(other.end)
    }

    /// Whether a direction is strictly between both ends.
    fn holds_inside(self, direction: Vector) -> bool {
        self.start.cross(direction) > 0 && direction.cross(self.end) > 0
    }
}

/// An angle as a complex number of any length; `sine` is in units of the square root of the metric's product.
///
/// Subtracting angles multiplies their lengths; with 10,000 columns and rows, four of them stay within `i128`.
#[derive(Clone, Copy)]
struct Angle {
    cosine: i128,
    sine: i128,
}

#[cfg(test)]
mod tests {
    use foeman_schema::grid::{MOST_CELLS_ACROSS, Shape, Stand};

    use super::*;

    #[test]
    fn the_corners_of_the_greatest_grid_are_compared_without_overflow() {
        for shape in [Shape::Square, Shape::Hex] {
            for stand in [Stand::Edge, Stand::Vertex] {
                let geometry = Geometry::new(shape, stand, None, [MOST_CELLS_ACROSS; 2]).unwrap();
                let last = MOST_CELLS_ACROSS as i32 - 1;
                let eye = Eye { lattice: geometry.lattice(), at: geometry.lattice().centre([0, 0]) };
                let far = eye.sight([last, last]);
                assert!(eye.sees(&far, &[]));
                assert!(
                    eye.sees(&far, &[eye.sight([last, last - 95])]),
                    "an obstacle 95 rows away does not block the line"
                );
                let hides = [[last, last], [1, 1], [0, 1], [1, 0]].map(|cell| eye.sight(cell));
                assert!(!eye.sees(&far, &hides));
            }
        }
    }
}

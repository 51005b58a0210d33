//! World coordinates: the positions of cells in a unit of length, and the cell at a position.

use super::Cell;
use super::geometry::{Geometry, GridError};
use super::hex_layout::{Lattice, Tile, Vector};
use super::polygon::{Bounds, Point, RegularPolygon};

/// A grid whose cells have sides of a given length; its world begins at 0, 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct World {
    geometry: Geometry,
    element: RegularPolygon,
}

/// A distance as searches compare it: in whole numbers, independent of the unit of length.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reach(i64);

impl Reach {
    /// Creates a distance of `count` cell widths, measured from corner to opposite corner.
    pub fn widths(tile: Tile, count: u32) -> Self {
        let corner = tile.square(tile.corners()[0]);
        Self(i64::from(count).saturating_mul(2).saturating_pow(2).saturating_mul(corner))
    }

    /// Returns the square of the distance, as measured by [`Tile::square`](super::hex_layout::Tile::square).
    pub fn square(self) -> i64 {
        self.0
    }
}

impl World {
    /// Creates a grid of cells with sides of this length. Fails if the length is not positive.
    pub fn new(geometry: Geometry, length: f64) -> Result<Self, GridError> {
        let element = RegularPolygon::new(length, geometry.lattice().tile().sides(), geometry.stand())?;
        let element = if geometry.has_vertex_neighbours() { element.with_vertex_neighbours()? } else { element };
        Ok(Self { geometry, element })
    }

    /// Returns the geometry.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the polygon of a cell.
    pub fn element(&self) -> &RegularPolygon {
        &self.element
    }

    /// Returns the distance between the centres of adjacent columns and of adjacent rows.
    pub fn pitch(&self) -> [f64; 2] {
        let Point { x, y } = self.world(self.lattice().pitch());
        [x, y]
    }

    /// Returns the bounds of the whole grid, overhangs included.
    pub fn bounds(&self) -> Bounds {
        let [columns, rows] = self.geometry.size().map(|count| i64::from(count) - 1);
        let (pitch, half) = (self.lattice().pitch(), self.lattice().tile.half_size());
        let cells = Vector { x: columns * pitch.x, y: rows * pitch.y };
        let size = self.world(half + half + cells + self.lattice().greatest_overhang());
        Bounds { left: 0.0, top: 0.0, width: size.x, height: size.y }
    }

    /// Returns the bounds of a block of cells, given its first cell, and its columns and rows (at least one each).
    pub fn region_bounds(&self, first: Cell, [columns, rows]: [u32; 2]) -> Bounds {
        let (pitch, half) = (self.lattice().pitch(), self.lattice().tile.half_size());
        let mut corner = self.lattice().centre(first) - half;
        let cells = [columns, rows].map(|count| i64::from(count.max(1)) - 1);
        let mut size = half + half + Vector { x: cells[0] * pitch.x, y: cells[1] * pitch.y };
        let lines = if self.lattice().has_shifted_rows() { rows } else { columns };
        if lines >= 2 {
            // The block contains shifted and unshifted lines, so it begins where the unshifted ones do.
            corner = corner - self.lattice().overhang(first);
            size = size + self.lattice().greatest_overhang();
        }
        let (corner, size) = (self.world(corner), self.world(size));
        Bounds { left: corner.x, top: corner.y, width: size.x, height: size.y }
    }

    /// Returns the centre of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        self.world(self.lattice().centre(cell))
    }

    /// Returns the cell that covers a point; `None` outside, and in the gaps between cells at the edges of the grid.
    ///
    /// On a shared edge it is one of the two cells, the same one on every machine.
    pub fn cell(&self, place: Point) -> Option<Cell> {
        let Bounds { width, height, .. } = self.bounds();
        if !((0.0..=width).contains(&place.x) && (0.0..=height).contains(&place.y)) {
            return None;
        }
        Some(self.covering(place)).filter(|&cell| self.geometry.contains(cell))
    }

    /// Returns the cell that covers a point, or a nearby one at the edge of the grid.
    pub fn cell_near(&self, place: Point) -> Cell {
        let (world, half) = (self.bounds(), self.world(self.lattice().tile.half_size()));
        let cell = self.covering(Point {
            x: moved_inside(place.x, half.x, world.width),
            y: moved_inside(place.y, half.y, world.height),
        });
        [0, 1].map(|axis| cell[axis].clamp(0, self.geometry.size()[axis] as i32 - 1))
    }

    /// Converts a distance for comparison in searches.
    pub fn reach(&self, distance: f64) -> Reach {
        let Point { x, y } = self.element.unit();
        let units = distance.max(0.0) / x.min(y);
        // Tolerates rounding errors in a distance computed from the side length, which should just reach a corner.
        Reach((units * units * (1.0 + 1e-9)).floor() as i64)
    }

    fn lattice(&self) -> &Lattice {
        self.geometry.lattice()
    }

    fn world(&self, vector: Vector) -> Point {
        let unit = self.element.unit();
        Point { x: vector.x as f64 * unit.x, y: vector.y as f64 * unit.y }
    }

    /// Returns the cell that would cover a point of an infinite grid.
    fn covering(&self, place: Point) -> Cell {
        let unit = self.element.unit();
        self.lattice().covering([place.x / unit.x, place.y / unit.y])
    }
}

/// Moves a coordinate that is within half a cell of an edge to half a cell and one world unit inside.
fn moved_inside(place: f64, half: f64, end: f64) -> f64 {
    // On tiny cells a whole unit would be another cell.
    let margin = half + 1f64.min(half / 4.0);
    if place < half {
        margin
    } else if place > end - half {
        end - margin
    } else {
        place
    }
}

//! Regular polygons: the radii, corners and directions of one cell of a grid.
//!
//! Directions have an index, clockwise from the top or the first one right of it; angles are in degrees, clockwise from
//! east as rows grow downwards; both wrap around.

use std::f64::consts::{PI, SQRT_2};

use super::angle::{Compass, normalise_degrees};
use super::geometry::{GridError, Shape, Stand};
use super::hex_layout::Tile;
pub use super::point::Point;

/// An axis-aligned rectangle in world coordinates.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bounds {
    /// The minimum `x`.
    pub left: f64,
    /// The minimum `y`.
    pub top: f64,
    /// The horizontal size.
    pub width: f64,
    /// The vertical size.
    pub height: f64,
}

/// A regular polygon with its centre at the origin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegularPolygon {
    length: f64,
    sides: u32,
    stand: Stand,
    has_vertex_neighbours: bool,
}

impl RegularPolygon {
    /// Creates a polygon whose neighbours share an edge. Fails if `length` is not positive or `sides` is less than 3.
    pub fn new(length: f64, sides: u32, stand: Stand) -> Result<Self, GridError> {
        if !(length > 0.0 && length.is_finite()) {
            return Err(GridError::Length(length));
        }
        if sides < 3 {
            return Err(GridError::Sides(sides));
        }
        Ok(Self { length, sides, stand, has_vertex_neighbours: false })
    }

    /// Returns the same polygon with additional neighbours that share only a vertex. Fails for more than 4 sides.
    pub fn with_vertex_neighbours(self) -> Result<Self, GridError> {
        if self.sides > 4 {
            return Err(GridError::VertexNeighbours { sides: self.sides });
        }
        Ok(Self { has_vertex_neighbours: true, ..self })
    }

    /// Returns the length of a side.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Returns the number of sides, 3 or more.
    pub fn sides(&self) -> u32 {
        self.sides
    }

    /// Returns whether it stands on an edge or on a vertex.
    pub fn stand(&self) -> Stand {
        self.stand
    }

    /// Returns whether polygons that share only a vertex are neighbours.
    pub fn has_vertex_neighbours(&self) -> bool {
        self.has_vertex_neighbours
    }

    /// Returns the number of neighbours, and so of directions.
    pub fn connectivity(&self) -> u32 {
        if self.has_vertex_neighbours { 2 * self.sides } else { self.sides }
    }

    /// Returns whether direction 0 points straight up.
    pub fn has_top_index(&self) -> bool {
        let has_even_sides = self.sides.is_multiple_of(2);
        self.has_vertex_neighbours || has_even_sides == (self.stand == Stand::Edge)
    }

    /// Returns the distance from the centre to the middle of a side.
    pub fn inner_radius(&self) -> f64 {
        match self.sides {
            4 => self.length / 2.0,
            6 => self.length * 3f64.sqrt() / 2.0,
            sides => self.outer_radius() * (PI / f64::from(sides)).cos(),
        }
    }

    /// Returns the distance from the centre to a corner.
    pub fn outer_radius(&self) -> f64 {
        match self.sides {
            4 => self.length / SQRT_2,
            6 => self.length,
            sides => self.length / (2.0 * (PI / f64::from(sides)).sin()),
        }
    }

    /// Returns the corners, clockwise from the top one or the right one of two.
    pub fn vertices(&self) -> Vec<Point> {
        if let Some(tile) = self.tile() {
            let unit = self.unit();
            let corners = tile.corners().iter();
            return corners.map(|corner| Point { x: corner.x as f64 * unit.x, y: corner.y as f64 * unit.y }).collect();
        }
        let turn = 2.0 * PI / f64::from(self.sides);
        let has_top_corner = self.sides.is_multiple_of(2) == (self.stand == Stand::Vertex);
        let first = if has_top_corner { -PI / 2.0 } else { (turn - PI) / 2.0 };
        let angles = (0..self.sides).map(|index| first + f64::from(index) * turn);
        let radius = self.outer_radius();
        angles.map(|angle| Point { x: radius * angle.cos(), y: radius * angle.sin() }).collect()
    }

    /// Returns the bounding rectangle.
    pub fn bounds(&self) -> Bounds {
        let vertices = self.vertices();
        let [xs, ys] = [|point: &Point| point.x, |point: &Point| point.y].map(|axis| {
            let least = vertices.iter().map(axis).fold(f64::INFINITY, f64::min);
            let greatest = vertices.iter().map(axis).fold(f64::NEG_INFINITY, f64::max);
            (least, greatest - least)
        });
        Bounds { left: xs.0, top: ys.0, width: xs.1, height: ys.1 }
    }

    /// Returns the angle of a direction, 0..360.
    pub fn index_to_angle(&self, index: i32) -> f64 {
        let index = index.rem_euclid(self.connectivity() as i32);
        let half = if self.has_top_index() { 0.0 } else { self.segment() / 2.0 };
        normalise_degrees(f64::from(index) * self.segment() + half - 90.0)
    }

    /// Returns the direction whose segment contains an angle.
    pub fn angle_to_index(&self, degrees: f64) -> u32 {
        let half = if self.has_top_index() { self.segment() / 2.0 } else { 0.0 };
        let index = (normalise_degrees(degrees + 90.0 + half) / self.segment()).floor() as u32;
        index % self.connectivity()
    }

    /// Returns the direction towards a compass direction.
    pub fn compass_to_index(&self, compass: Compass) -> u32 {
        self.angle_to_index(f64::from(compass.degrees()) - 90.0)
    }

    /// Returns the compass direction nearest to a direction.
    pub fn index_to_compass(&self, index: i32) -> Compass {
        Compass::from_degrees(self.index_to_angle(index) + 90.0)
    }

    /// Returns the opposite direction; `None` if the number of directions is odd.
    pub fn opposing_index(&self, index: i32) -> Option<u32> {
        let connectivity = self.connectivity();
        let opposing = index.rem_euclid(connectivity as i32) as u32 + connectivity / 2;
        connectivity.is_multiple_of(2).then_some(opposing % connectivity)
    }

    /// Returns the tile for polygons that tile the plane in one orientation.
    fn tile(&self) -> Option<Tile> {
        match self.sides {
            4 => Some(Tile::of(Shape::Square, self.stand)),
            6 => Some(Tile::of(Shape::Hex, self.stand)),
            _ => None,
        }
    }

    /// Returns the lengths of the lattice units, for polygons that tile the plane.
    pub(super) fn unit(&self) -> Point {
        let (inner, outer) = (self.inner_radius(), self.outer_radius());
        match (self.sides, self.stand) {
            (4, Stand::Edge) => Point { x: inner, y: inner },
            (4, Stand::Vertex) => Point { x: outer, y: outer },
            (_, Stand::Edge) => Point { x: outer / 2.0, y: inner },
            (_, Stand::Vertex) => Point { x: inner, y: outer / 2.0 },
        }
    }

    /// Returns the angle between adjacent directions in degrees.
    fn segment(&self) -> f64 {
        360.0 / f64::from(self.connectivity())
    }
}

//! Converts between cells and points.
//!
//! One unit is the distance from the centre of a hex to its corner. A square is as wide as the distance between
//! opposite sides of a hex, so that drawings for a hex fit a square too.
//! The origin is the centre of cell 0, 0; x grows to the right, y grows down.

use std::f32::consts::SQRT_2;

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use foeman_schema::grid::hex_layout::{Tile, Vector};
use foeman_schema::grid::{Cell, Geometry, Shape};

/// The distance from the centre of a cell to the middle of a side.
const INNER: f32 = 0.866_025_4;

/// The layout of a map's cells in the plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    geometry: Geometry,
    /// The length of a lattice unit.
    unit: Vec2,
}

impl Grid {
    /// Creates the grid of a map.
    pub fn new(geometry: Geometry) -> Self {
        let unit = match geometry.lattice().tile() {
            Tile::Square => Vec2::splat(INNER),
            Tile::Diamond => Vec2::splat(INNER * SQRT_2),
            Tile::FlatHexagon => vec2(0.5, INNER),
            Tile::PointyHexagon => vec2(INNER, 0.5),
        };
        Self { geometry, unit }
    }

    /// Returns the map's geometry.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the centre of a cell, which may be outside the map.
    pub fn center(&self, cell: Cell) -> Pos2 {
        let lattice = self.geometry.lattice();
        let (pitch, overhang) = (self.length(lattice.pitch()), lattice.overhang(cell) - lattice.overhang([0, 0]));
        // Add the shift last: pictures depend on the rounding of the last digit.
        pos2(pitch.x * cell[0] as f32, pitch.y * cell[1] as f32) + self.length(overhang)
    }

    /// Returns the cell that contains a point, which may be outside the map.
    pub fn cell(&self, at: Pos2) -> Cell {
        let lattice = self.geometry.lattice();
        let first = lattice.centre([0, 0]);
        let units = |at: f32, unit: f32, first: i64| f64::from(at) / f64::from(unit) + first as f64;
        lattice.covering([units(at.x, self.unit.x, first.x), units(at.y, self.unit.y, first.y)])
    }

    /// Returns the corners of a cell relative to its centre, clockwise.
    pub fn corners(&self) -> impl Iterator<Item = Vec2> + Clone + use<> {
        let (grid, tile) = (*self, self.geometry.lattice().tile());
        // The first corner of outlines; rendered pictures depend on it.
        let first = match tile {
            Tile::Square | Tile::Diamond => 0,
            Tile::FlatHexagon => 1,
            Tile::PointyHexagon => 3,
        };
        let corners = tile.corners();
        (first..first + corners.len()).map(move |n| grid.length(corners[n % corners.len()]))
    }

    /// The distance from the centre of a cell to the middle of a side, and half the length of a side.
    pub fn side(&self) -> (f32, f32) {
        match self.geometry.shape() {
            Shape::Hex => (INNER, 0.5),
            Shape::Square => (INNER, INNER),
        }
    }

    /// The distance from the centre of a cell to a corner.
    pub fn radius(&self) -> f32 {
        match self.geometry.shape() {
            Shape::Hex => 1.0,
            Shape::Square => INNER * SQRT_2,
        }
    }

    /// Returns the unit vector of a direction; directions are taken modulo their number.
    pub fn direction(&self, direction: u8) -> Vec2 {
        let count = self.directions();
        let segment = 360.0 / f32::from(count);
        let first = if self.geometry.has_top_direction() { 0.0 } else { segment / 2.0 };
        let angle = (first + segment * f32::from(direction % count)).to_radians();
        vec2(angle.sin(), -angle.cos())
    }

    /// The number of directions.
    pub fn directions(&self) -> u8 {
        self.geometry.directions() as u8
    }

    /// Returns the bounding box of all cells.
    pub fn bounds(&self) -> Rect {
        let [width, height] = self.geometry.size().map(|n| n as i32);
        let (right, bottom) = ((width - 1).max(0), (height - 1).max(0));
        let mut bounds = Rect::NOTHING;
        for cell in [
            [0, 0],
            [1.min(right), 0],
            [0, 1.min(bottom)],
            [right, bottom],
            [(right - 1).max(0), bottom],
            [right, (bottom - 1).max(0)],
        ] {
            bounds.extend_with(self.center(cell));
        }
        bounds.expand2(self.length(self.geometry.lattice().tile().half_size()))
    }

    /// Returns the cells that may be visible in a rectangle: first and last column, first and last row; `None` if there
    /// are none.
    pub fn visible(&self, view: Rect) -> Option<([i32; 2], [i32; 2])> {
        let [width, height] = self.geometry.size().map(|n| n as i32);
        let (a, b) = (self.cell(view.min), self.cell(view.max));
        let cols = [a[0].saturating_sub(2).max(0), b[0].saturating_add(2).min(width - 1)];
        let rows = [a[1].saturating_sub(2).max(0), b[1].saturating_add(2).min(height - 1)];
        (cols[0] <= cols[1] && rows[0] <= rows[1]).then_some((cols, rows))
    }

    /// Converts a lattice vector to grid units.
    pub fn length(&self, vector: Vector) -> Vec2 {
        vec2(vector.x as f32 * self.unit.x, vector.y as f32 * self.unit.y)
    }
}

#[cfg(test)]
mod tests {
    use foeman_schema::grid::Stand;

    use super::*;

    fn all() -> Vec<Grid> {
        let mut all = Vec::new();
        for shape in [Shape::Hex, Shape::Square] {
            for stand in [Stand::Edge, Stand::Vertex] {
                for shift in Tile::of(shape, stand).shifts() {
                    let geometry =
                        Geometry::new(shape, stand, *shift, [9, 7]).expect("a listed shift is valid for its tile");
                    all.push(geometry);
                    all.extend(geometry.with_vertex_neighbours());
                }
            }
        }
        all.into_iter().map(Grid::new).collect()
    }

    #[test]
    fn a_point_near_a_centre_is_in_that_cell() {
        for grid in all() {
            for cell in grid.geometry().cells() {
                for corner in grid.corners() {
                    assert_eq!(grid.cell(grid.center(cell) + corner * 0.95), cell, "{:?}", grid.geometry());
                }
            }
        }
    }

    #[test]
    fn a_step_in_a_direction_goes_the_way_it_is_drawn() {
        for grid in all() {
            let (geometry, at) = (grid.geometry(), [4, 3]);
            for direction in 0..grid.directions() {
                let to = geometry
                    .neighbour(at, direction.into())
                    .expect("a cell in the middle of the map has all neighbours");
                let way = grid.center(to) - grid.center(at);
                assert!((way.normalized() - grid.direction(direction)).length() < 0.001, "{geometry:?} {direction}");
                let (inner, _) = grid.side();
                let touches = [2.0 * inner, 2.0 * grid.radius()].iter().any(|far| (way.length() - far).abs() < 0.001);
                assert!(touches, "{geometry:?} {direction}: {way}");
            }
        }
    }

    #[test]
    fn corners_lie_on_the_sides_that_are_told() {
        for grid in all() {
            let (inner, half) = grid.side();
            let corners: Vec<Vec2> = grid.corners().collect();
            for (n, corner) in corners.iter().enumerate() {
                let next = corners[(n + 1) % corners.len()];
                assert!(((*corner + next).length() / 2.0 - inner).abs() < 0.001, "{:?}", grid.geometry());
                assert!(((*corner - next).length() / 2.0 - half).abs() < 0.001, "{:?}", grid.geometry());
                assert!((corner.length() - grid.radius()).abs() < 0.001, "{:?}", grid.geometry());
                assert!(corner.x * next.y - corner.y * next.x > 0.0, "clockwise");
            }
        }
    }

    #[test]
    fn the_bounds_hold_every_corner_and_no_more() {
        for grid in all() {
            let mut corners = Rect::NOTHING;
            for cell in grid.geometry().cells() {
                grid.corners().for_each(|corner| corners.extend_with(grid.center(cell) + corner));
            }
            let bounds = grid.bounds();
            let apart = (bounds.min - corners.min).length() + (bounds.max - corners.max).length();
            assert!(apart < 0.001, "{:?}: {bounds} and {corners}", grid.geometry());
        }
    }
}

//! Where hexes meet pixels: the only place that knows how a grid looks.
//!
//! World units: the distance from a hex's centre to its corner is 1; x grows to the right, y grows down.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use foeman_schema::hex::{Geometry, Shift};

const HALF: f32 = 0.866_025_4;

/// How the cells of a map lie in the plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    geometry: Geometry,
}

impl Grid {
    /// The grid of a map.
    pub fn new(geometry: Geometry) -> Self {
        Self { geometry }
    }

    /// The map's geometry.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Whether the hexes stand on an edge, in columns. The shift decides, as it does for neighbours.
    pub fn in_columns(&self) -> bool {
        matches!(self.geometry.shift, Shift::ColumnDown | Shift::ColumnUp)
    }

    /// The centre of a cell, on the map or off it.
    pub fn center(&self, [col, row]: [i32; 2]) -> Pos2 {
        let (x, y) = (col as f32, row as f32);
        let odd = |n: i32| if n & 1 == 1 { HALF } else { 0.0 };
        match self.geometry.shift {
            Shift::ColumnDown => pos2(1.5 * x, 2.0 * HALF * y + odd(col)),
            Shift::ColumnUp => pos2(1.5 * x, 2.0 * HALF * y - odd(col)),
            Shift::RowRight => pos2(2.0 * HALF * x + odd(row), 1.5 * y),
            Shift::RowLeft => pos2(2.0 * HALF * x - odd(row), 1.5 * y),
        }
    }

    /// The cell whose centre is nearest: the one that contains the point.
    pub fn cell(&self, at: Pos2) -> [i32; 2] {
        let (col, row) =
            if self.in_columns() { (at.x / 1.5, at.y / (2.0 * HALF)) } else { (at.x / (2.0 * HALF), at.y / 1.5) };
        let (col, row) = (col.round() as i32, row.round() as i32);
        let mut best = [col, row];
        let mut least = f32::INFINITY;
        for near_col in col - 1..=col + 1 {
            for near_row in row - 1..=row + 1 {
                let distance = self.center([near_col, near_row]).distance_sq(at);
                if distance < least {
                    least = distance;
                    best = [near_col, near_row];
                }
            }
        }
        best
    }

    /// The corners of a hex round its centre, clockwise.
    pub fn corners(&self) -> [Vec2; 6] {
        let (a, b) = (0.5, HALF);
        if self.in_columns() {
            [vec2(1.0, 0.0), vec2(a, b), vec2(-a, b), vec2(-1.0, 0.0), vec2(-a, -b), vec2(a, -b)]
        } else {
            [vec2(0.0, 1.0), vec2(-b, a), vec2(-b, -a), vec2(0.0, -1.0), vec2(b, -a), vec2(b, a)]
        }
    }

    /// The unit vector of a direction 0..=5 (`F1.5`).
    pub fn direction(&self, direction: u8) -> Vec2 {
        let first = if self.in_columns() { 0.0 } else { 30.0_f32 };
        let angle = (first + 60.0 * f32::from(direction % 6)).to_radians();
        vec2(angle.sin(), -angle.cos())
    }

    /// The rectangle round all cells.
    pub fn bounds(&self) -> Rect {
        let [width, height] = self.geometry.size.map(|n| n as i32);
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
        let reach = if self.in_columns() { vec2(1.0, HALF) } else { vec2(HALF, 1.0) };
        bounds.expand2(reach)
    }

    /// The cells that may show in a rectangle: first and last column, first and last row; `None` when there are none.
    pub fn visible(&self, view: Rect) -> Option<([i32; 2], [i32; 2])> {
        let [width, height] = self.geometry.size.map(|n| n as i32);
        let a = self.cell(view.min);
        let b = self.cell(view.max);
        let cols = [(a[0] - 2).max(0), (b[0] + 2).min(width - 1)];
        let rows = [(a[1] - 2).max(0), (b[1] + 2).min(height - 1)];
        (cols[0] <= cols[1] && rows[0] <= rows[1]).then_some((cols, rows))
    }
}

#[cfg(test)]
mod tests {
    use foeman_schema::hex::{Direction, Shape, Stand};

    use super::*;

    fn all_four() -> [Grid; 4] {
        [
            (Stand::Edge, Shift::ColumnDown),
            (Stand::Edge, Shift::ColumnUp),
            (Stand::Vertex, Shift::RowRight),
            (Stand::Vertex, Shift::RowLeft),
        ]
        .map(|(stand, shift)| Grid::new(Geometry { shape: Shape::Hex, stand, shift, size: [9, 7] }))
    }

    #[test]
    fn a_point_near_a_centre_is_in_that_cell() {
        for grid in all_four() {
            for col in 0..9 {
                for row in 0..7 {
                    for corner in grid.corners() {
                        assert_eq!(grid.cell(grid.center([col, row]) + corner * 0.9), [col, row]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_step_in_a_direction_goes_the_way_it_is_drawn() {
        for grid in all_four() {
            for direction in Direction::ALL {
                let from = grid.geometry().hex([4, 3]);
                let to = grid.geometry().cell(from.step(direction));
                let way = grid.center(to) - grid.center([4, 3]);
                let drawn = grid.direction(direction.index());
                assert!((way.normalized() - drawn).length() < 0.001, "{:?} {direction:?}", grid.geometry().shift);
                assert!((way.length() - 2.0 * HALF).abs() < 0.001, "neighbours touch");
            }
        }
    }

    #[test]
    fn the_bounds_hold_every_corner() {
        for grid in all_four() {
            let bounds = grid.bounds().expand(0.001);
            for col in 0..9 {
                for row in 0..7 {
                    for corner in grid.corners() {
                        assert!(bounds.contains(grid.center([col, row]) + corner));
                    }
                }
            }
        }
    }
}

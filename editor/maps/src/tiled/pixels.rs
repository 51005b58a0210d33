//! The positions of cells in Tiled, in pixels.
//!
//! Follows `HexagonalRenderer::RenderParams` of Tiled.

use foeman_schema::grid::{Cell, Geometry, GridError, Shape, Shift, Stand};

/// The orientation of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orientation {
    /// Squares; nothing is shifted.
    Orthogonal,
    /// Diamonds.
    Staggered,
    Hexagonal,
}

/// The grid of a Tiled map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pixels {
    pub(super) orientation: Orientation,
    /// Whether columns are shifted, rather than rows.
    pub(super) stagger_x: bool,
    /// Whether even columns or rows are shifted, rather than odd ones.
    pub(super) stagger_even: bool,
    /// Width and height of a tile.
    pub(super) tile: [f64; 2],
    /// Length of the sides of hexes that are parallel to the axis of the shift.
    pub(super) side: f64,
}

impl Pixels {
    /// The length of a side in x and y direction.
    fn sides(&self) -> [f64; 2] {
        match (self.orientation, self.stagger_x) {
            (Orientation::Hexagonal, true) => [self.side, 0.0],
            (Orientation::Hexagonal, false) => [0.0, self.side],
            _ => [0.0, 0.0],
        }
    }

    /// The distance between adjacent columns and rows; of shifted lines, half the distance of unshifted ones.
    fn pitch(&self) -> [f64; 2] {
        let sides = self.sides();
        [0, 1].map(|axis| (self.tile[axis] - sides[axis]) / 2.0 + sides[axis])
    }

    fn is_shifted(&self, [column, row]: Cell) -> bool {
        let line = if self.stagger_x { column } else { row };
        self.orientation != Orientation::Orthogonal && (line.rem_euclid(2) == 1) != self.stagger_even
    }

    /// Returns the centre of a cell.
    pub(super) fn centre(&self, cell: Cell) -> [f64; 2] {
        let [column, row] = cell.map(f64::from);
        let [width, height] = self.tile;
        let (sides, pitch) = (self.sides(), self.pitch());
        let shift = if self.is_shifted(cell) { 1.0 } else { 0.0 };
        let [x, y] = match (self.orientation, self.stagger_x) {
            (Orientation::Orthogonal, _) => [column * width, row * height],
            (_, true) => [column * pitch[0], row * (height + sides[1]) + shift * pitch[1]],
            (_, false) => [column * (width + sides[0]) + shift * pitch[0], row * pitch[1]],
        };
        [x + width / 2.0, y + height / 2.0]
    }

    /// Returns the columns and rows, first and last, whose centres may be in a rectangle.
    pub(super) fn range(&self, from: [f64; 2], to: [f64; 2]) -> [Cell; 2] {
        let [across, down] = match (self.orientation, self.stagger_x) {
            (Orientation::Orthogonal, _) => self.tile,
            (_, true) => [self.pitch()[0], self.tile[1] + self.sides()[1]],
            (_, false) => [self.tile[0] + self.sides()[0], self.pitch()[1]],
        };
        let cell = |place: [f64; 2], more: i32| {
            [(place[0] / across).floor() as i32, (place[1] / down).floor() as i32].map(|n| n.saturating_add(more))
        };
        [cell(from, -2), cell(to, 1)]
    }

    /// Returns the cell that contains a point.
    pub(super) fn cell_at(&self, place: [f64; 2]) -> Option<Cell> {
        let [from, to] = self.range(place, place);
        let near = (from[1]..=to[1]).flat_map(|row| (from[0]..=to[0]).map(move |column| [column, row]));
        let measured = near.map(|cell| (self.measure(cell, place), cell));
        let best = measured.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (best.0 <= 1.0 + 1e-9).then_some(best.1)
    }

    /// Returns 0 at the centre of a cell, 1 on its edge, and more outside.
    pub(super) fn measure(&self, cell: Cell, place: [f64; 2]) -> f64 {
        let centre = self.centre(cell);
        let [x, y] = [0, 1].map(|axis| (place[axis] - centre[axis]).abs() / (self.tile[axis] / 2.0));
        if self.orientation == Orientation::Orthogonal {
            return x.max(y);
        }
        // The slanted edges lead from a corner on one axis to the end of a side parallel to it.
        let slant = |along: f64, across: f64, axis: usize| {
            let part = (self.tile[axis] - self.sides()[axis]) / self.tile[axis];
            (along + part * across).max(across)
        };
        if self.stagger_x { slant(x, y, 0) } else { slant(y, x, 1) }
    }

    /// Returns the geometry of the cells from `first`, which is 0, 0 unless the map is cropped.
    pub(super) fn geometry(&self, first: Cell, size: [u32; 2]) -> Result<Geometry, GridError> {
        // If the first line is shifted itself, the others are shifted the other way.
        let is_even = self.is_shifted(first);
        let shift = match (self.stagger_x, is_even) {
            (true, false) => Shift::ColumnDown,
            (true, true) => Shift::ColumnUp,
            (false, false) => Shift::RowRight,
            (false, true) => Shift::RowLeft,
        };
        match self.orientation {
            Orientation::Orthogonal => Geometry::new(Shape::Square, Stand::Edge, None, size),
            Orientation::Staggered => Geometry::new(Shape::Square, Stand::Vertex, Some(shift), size),
            Orientation::Hexagonal => {
                let stand = if self.stagger_x { Stand::Edge } else { Stand::Vertex };
                Geometry::new(Shape::Hex, stand, Some(shift), size)
            }
        }
    }
}

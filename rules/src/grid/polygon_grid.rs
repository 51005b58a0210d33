//! Equal polygons in columns and rows: world coordinates, neighbours and distances.

use foeman_schema::hex::Shift;

use super::Cell;
use super::lattice::{Lattice, Vector};
use super::polygon::{Bounds, GridError, Point, RegularPolygon};

/// Most columns, and most rows; keeps every comparison of angles within `i128`.
const MOST: u32 = 4096;

/// A grid of squares or hexagons; its world begins at 0, 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PolygonGrid {
    element: RegularPolygon,
    lattice: Lattice,
    size: [u32; 2],
}

impl PolygonGrid {
    /// One cell, and the default shift: none for squares on an edge, columns down for hexagons on an edge, rows
    /// right for cells on a vertex; errors when the polygon is neither square nor hexagon.
    pub fn new(element: RegularPolygon) -> Result<Self, GridError> {
        let wrong = GridError::Sides { found: element.sides(), expected: "4 or 6" };
        let tile = element.tile().ok_or(wrong)?;
        Ok(Self { element, lattice: Lattice { tile, shift: tile.shifts()[0] }, size: [1, 1] })
    }

    /// The same grid with other columns or rows shifted; errors when such cells would overlap.
    pub fn with_shift(self, shift: Option<Shift>) -> Result<Self, GridError> {
        if !self.lattice.tile.shifts().contains(&shift) {
            return Err(GridError::Shift(shift));
        }
        Ok(Self { lattice: Lattice { shift, ..self.lattice }, ..self })
    }

    /// The same grid with so many columns and rows, 1 to 4096 each.
    pub fn with_size(self, size: [u32; 2]) -> Result<Self, GridError> {
        if size.iter().any(|count| !(1..=MOST).contains(count)) {
            return Err(GridError::Size(size));
        }
        Ok(Self { size, ..self })
    }

    /// The shape of its cells.
    pub fn element(&self) -> &RegularPolygon {
        &self.element
    }

    /// Which columns or rows are shifted.
    pub fn shift(&self) -> Option<Shift> {
        self.lattice.shift
    }

    /// Columns and rows.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The number of cells.
    pub fn cell_count(&self) -> usize {
        self.size[0] as usize * self.size[1] as usize
    }

    /// Every cell, column by column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let [columns, rows] = self.size.map(|count| count as i32);
        (0..columns).flat_map(move |column| (0..rows).map(move |row| [column, row]))
    }

    /// Whether a cell is on the grid.
    pub fn contains(&self, [column, row]: Cell) -> bool {
        (0..self.size[0] as i32).contains(&column) && (0..self.size[1] as i32).contains(&row)
    }

    /// Position of a cell in row order; `None` off the grid.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| cell[1] as usize * self.size[0] as usize + cell[0] as usize)
    }

    /// The neighbour in a direction; `None` off the grid, or when there is no such direction.
    pub fn neighbour(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let step = *self.steps().get(direction)?;
        let neighbour = self.lattice.cell(self.lattice.centre(cell) + step);
        self.contains(neighbour).then_some(neighbour)
    }

    /// The neighbours on the grid, in the order of their directions.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        (0..self.steps().len()).filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// All other cells within so many steps, column by column; within one step, in the order of directions.
    pub fn neighbours_within(&self, cell: Cell, steps: u32) -> Vec<Cell> {
        if steps == 1 {
            return self.neighbours(cell).collect();
        }
        // No step crosses more than two columns or rows.
        let reach = steps.saturating_mul(2).min(2 * MOST) as i32;
        let [columns, rows] = [0, 1].map(|axis| {
            let last = self.size[axis] as i32 - 1;
            cell[axis].saturating_sub(reach).max(0)..=cell[axis].saturating_add(reach).min(last)
        });
        let near = columns.flat_map(|column| rows.clone().map(move |row| [column, row]));
        near.filter(|&other| (1..=steps).contains(&self.step_distance(cell, other))).collect()
    }

    /// Steps between two cells, whatever stands on them, even across the borders of the grid.
    pub fn step_distance(&self, from: Cell, to: Cell) -> u32 {
        let vector = self.lattice.centre(to) - self.lattice.centre(from);
        let steps = self.lattice.tile.step_distance(self.element.has_vertex_neighbours(), vector);
        u32::try_from(steps).unwrap_or(u32::MAX)
    }

    /// From the centre of one column to the next, and from the centre of one row to the next.
    pub fn centre_distance(&self) -> [f64; 2] {
        let Point { x, y } = self.world(self.lattice.pitch());
        [x, y]
    }

    /// The whole grid, overhangs included.
    pub fn world_bounds(&self) -> Bounds {
        let [columns, rows] = self.size.map(|count| i64::from(count) - 1);
        let (pitch, half) = (self.lattice.pitch(), self.lattice.tile.half_size());
        let cells = Vector { x: columns * pitch.x, y: rows * pitch.y };
        let size = self.world(half + half + cells + self.lattice.greatest_overhang());
        Bounds { left: 0.0, top: 0.0, width: size.x, height: size.y }
    }

    /// The rectangle around a block of cells, given its first cell, and its columns and rows (at least one each).
    pub fn region_bounds(&self, first: Cell, [columns, rows]: [u32; 2]) -> Bounds {
        let (pitch, half) = (self.lattice.pitch(), self.lattice.tile.half_size());
        let mut corner = self.lattice.centre(first) - half;
        let cells = [columns, rows].map(|count| i64::from(count.max(1)) - 1);
        let mut size = half + half + Vector { x: cells[0] * pitch.x, y: cells[1] * pitch.y };
        let lines = if self.lattice.has_shifted_rows() { rows } else { columns };
        if lines >= 2 {
            // A shifted and an unshifted line together: begin where the unshifted one does.
            corner = corner - self.lattice.overhang(first);
            size = size + self.lattice.greatest_overhang();
        }
        let (corner, size) = (self.world(corner), self.world(size));
        Bounds { left: corner.x, top: corner.y, width: size.x, height: size.y }
    }

    /// The centre of a cell.
    pub fn grid_to_world(&self, cell: Cell) -> Point {
        self.world(self.lattice.centre(cell))
    }

    /// The cell that covers a place; `None` outside, and in the gaps between cells at the borders.
    ///
    /// On a shared edge it is one of the two, the same one on every machine.
    pub fn world_to_grid(&self, place: Point) -> Option<Cell> {
        let Bounds { width, height, .. } = self.world_bounds();
        if !((0.0..=width).contains(&place.x) && (0.0..=height).contains(&place.y)) {
            return None;
        }
        Some(self.covering(place)).filter(|&cell| self.contains(cell))
    }

    /// The cell that covers a place, or one near that place on the border of the grid.
    pub fn world_to_grid_clipped(&self, place: Point) -> Cell {
        let (world, half) = (self.world_bounds(), self.world(self.lattice.tile.half_size()));
        let cell = self.covering(Point {
            x: moved_inside(place.x, half.x, world.width),
            y: moved_inside(place.y, half.y, world.height),
        });
        [0, 1].map(|axis| cell[axis].clamp(0, self.size[axis] as i32 - 1))
    }

    /// The grid as whole numbers.
    pub(super) fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// To the centres of neighbours, in the order of directions.
    fn steps(&self) -> &'static [Vector] {
        self.lattice.tile.steps(self.element.has_vertex_neighbours())
    }

    fn world(&self, vector: Vector) -> Point {
        let unit = self.element.unit();
        Point { x: vector.x as f64 * unit.x, y: vector.y as f64 * unit.y }
    }

    /// The cell that covers a place if the grid went on without end: the one with the nearest centre.
    fn covering(&self, place: Point) -> Cell {
        let (unit, pitch) = (self.element.unit(), self.lattice.pitch());
        let at = [place.x / unit.x, place.y / unit.y];
        let pitch = [pitch.x as f64, pitch.y as f64];
        // Along a column or row that is shifted as one the cells stand end to end; two neighbouring lines mesh.
        let line_axis = usize::from(self.lattice.has_shifted_rows());
        let line = (at[line_axis] / pitch[line_axis]).floor() as i32;
        let candidate = |line: i32| {
            let mut cell = [line; 2];
            let overhang = self.lattice.overhang(cell);
            let overhang = [overhang.x as f64, overhang.y as f64];
            let along = 1 - line_axis;
            cell[along] = ((at[along] - overhang[along]) / pitch[along]).floor() as i32;
            let (centre, metric) = (self.lattice.centre(cell), self.lattice.tile.metric());
            let [dx, dy] = [at[0] - centre.x as f64, at[1] - centre.y as f64];
            (cell, dx * dx * metric.x as f64 + dy * dy * metric.y as f64)
        };
        let ((cell, distance), (other, other_distance)) = (candidate(line), candidate(line.saturating_sub(1)));
        // Roundings must not decide between cells whose shared edge the place lies on.
        if distance <= other_distance + 1e-9 { cell } else { other }
    }
}

/// Half a cell and one unit of the world away from a border that is nearer than half a cell.
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

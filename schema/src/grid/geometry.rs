//! Map geometry: the cells of a map, their neighbours and distances.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::Cell;
use super::angle::Compass;
use super::hex::Hex;
use super::hex_layout::{Lattice, Tile, Vector};
pub use super::shape::{Shape, Shift, Stand};

/// Maximum number of columns, and of rows, of a map; keeps every comparison of angles within `i128`.
pub const MOST_CELLS_ACROSS: u32 = 10_000;
/// Maximum number of columns, and of rows, of a map written as rows of letters.
pub const MOST_LETTERS_ACROSS: u32 = 4096;

/// The layout of a map's cells, which always tile the plane.
///
/// An inconsistent description is read as the nearest valid one: for hexes the shift determines the orientation, and
/// squares on an edge have no shift. [`Written::fit`] reports the inconsistency.
///
/// ```
/// use foeman_schema::grid::{Geometry, Shape, Stand};
///
/// let map = Geometry::new(Shape::Hex, Stand::Edge, None, [4, 3]).unwrap();
/// assert_eq!(map.cell_count(), 12);
/// assert_eq!(map.distance([0, 0], [3, 0]), 3);
/// assert_eq!(map.neighbours([0, 0]).collect::<Vec<_>>(), [[1, 0], [0, 1]]);
///
/// let hex = map.hex([1, 2]);
/// assert_eq!(map.cell(hex), [1, 2]);
/// assert!(Geometry::new(Shape::Hex, Stand::Edge, None, [0, 3]).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Geometry {
    lattice: Lattice,
    size: [u32; 2],
}

impl Geometry {
    /// Creates a geometry with a given or default shift. The default is none for squares on an edge, columns down for
    /// hexes on an edge, and rows right for cells on a vertex.
    ///
    /// `size` is the number of columns and rows, each from 1 to [`MOST_CELLS_ACROSS`].
    ///
    /// # Errors
    ///
    /// Fails if the cells would not tile the plane, or if the size is out of range.
    pub fn new(shape: Shape, stand: Stand, shift: Option<Shift>, size: [u32; 2]) -> Result<Self, GridError> {
        Written { shape, stand, shift, vertex_neighbours: false, size }.fit()
    }

    /// Returns the same geometry in which cells that share only a vertex are neighbours too. Fails for hexes, whose
    /// vertex neighbours all share an edge.
    pub fn with_vertex_neighbours(self) -> Result<Self, GridError> {
        Written { vertex_neighbours: true, ..self.into() }.fit()
    }

    /// Returns the same geometry in which only cells that share an edge are neighbours.
    #[must_use]
    pub fn without_vertex_neighbours(self) -> Self {
        Self { lattice: Lattice { vertex_neighbours: false, ..self.lattice }, ..self }
    }

    /// Returns the shape of the cells.
    pub fn shape(&self) -> Shape {
        self.lattice.tile.shape()
    }

    /// Returns whether the cells stand on an edge or a vertex.
    pub fn stand(&self) -> Stand {
        self.lattice.tile.stand()
    }

    /// Returns which columns or rows are shifted, if any.
    pub fn shift(&self) -> Option<Shift> {
        self.lattice.shift
    }

    /// Returns whether cells that share only a vertex are neighbours.
    pub fn has_vertex_neighbours(&self) -> bool {
        self.lattice.vertex_neighbours
    }

    /// Returns the cells as polygons with whole-number corners.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns the number of columns and rows.
    #[inline]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u32 {
        self.size[0]
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u32 {
        self.size[1]
    }

    /// Returns the number of cells.
    pub fn cell_count(&self) -> usize {
        self.size[0] as usize * self.size[1] as usize
    }

    /// Returns all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let [columns, rows] = self.size.map(|count| count as i32);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| [column, row]))
    }

    /// Returns whether a cell is on the map.
    #[inline]
    pub fn contains(&self, [column, row]: Cell) -> bool {
        (0..self.size[0] as i32).contains(&column) && (0..self.size[1] as i32).contains(&row)
    }

    /// Returns the position of a cell in row order; `None` off the map.
    #[inline]
    pub fn position(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| cell[1] as usize * self.size[0] as usize + cell[0] as usize)
    }

    /// Returns the cell at a position in row order; off the map for positions from [`cell_count`](Self::cell_count) on.
    ///
    /// Panics for a [`Written`] geometry without columns.
    #[inline]
    pub fn cell_at(&self, position: usize) -> Cell {
        let width = self.size[0] as usize;
        [(position % width) as i32, (position / width) as i32]
    }

    /// Returns the number of directions: one for each edge of a cell, and one for each vertex if vertices have
    /// neighbours.
    pub fn directions(&self) -> usize {
        self.lattice.steps().len()
    }

    /// Returns whether direction 0 points straight up.
    pub fn has_top_direction(&self) -> bool {
        self.stand() == Stand::Edge || self.has_vertex_neighbours()
    }

    /// Returns the name of a direction: the best match among the eight compass directions.
    pub fn compass(&self, direction: usize) -> Compass {
        use Compass::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let points: &[Compass] = match (self.directions(), self.has_top_direction()) {
            (6, true) => &[North, NorthEast, SouthEast, South, SouthWest, NorthWest],
            (6, false) => &[NorthEast, East, SouthEast, SouthWest, West, NorthWest],
            (4, true) => &[North, East, South, West],
            (4, false) => &[NorthEast, SouthEast, SouthWest, NorthWest],
            _ => &Compass::ALL,
        };
        points[direction % points.len()]
    }

    /// Returns the neighbour in a direction; `None` off the map, or if the direction does not exist.
    pub fn neighbour(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let step = *self.lattice.steps().get(direction)?;
        let neighbour = self.lattice.cell_after(cell, step);
        self.contains(neighbour).then_some(neighbour)
    }

    /// Returns the neighbours on the map, in direction order.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        (0..self.directions()).filter_map(move |direction| self.neighbour(cell, direction))
    }

    /// Returns all other cells within a number of steps, column by column; for one step, in direction order.
    pub fn neighbours_within(&self, cell: Cell, steps: u32) -> Vec<Cell> {
        if steps == 1 {
            return self.neighbours(cell).collect();
        }
        // No step crosses more than two columns or rows.
        let reach = steps.saturating_mul(2).min(2 * MOST_CELLS_ACROSS) as i32;
        let [columns, rows] = [0, 1].map(|axis| {
            let last = self.size[axis] as i32 - 1;
            cell[axis].saturating_sub(reach).max(0)..=cell[axis].saturating_add(reach).min(last)
        });
        let near = columns.flat_map(|column| rows.clone().map(move |row| [column, row]));
        near.filter(|&other| (1..=steps).contains(&self.distance(cell, other))).collect()
    }

    /// Returns the number of steps between two cells, ignoring obstacles and the edges of the map.
    pub fn distance(&self, from: Cell, to: Cell) -> u32 {
        self.steps_between(self.centre(from), self.centre(to))
    }

    /// Returns the centre of a cell on the lattice, for [`steps_between`](Self::steps_between).
    pub fn centre(&self, cell: Cell) -> Vector {
        self.lattice.centre(cell)
    }

    /// Returns the [`distance`](Self::distance) between two cells with these centres: faster if centres are used again.
    pub fn steps_between(&self, from: Vector, to: Vector) -> u32 {
        u32::try_from(self.lattice.steps_along(to - from)).unwrap_or(u32::MAX)
    }

    /// Returns the position of a cell after a translation that moves `from` to `to`.
    pub fn moved(&self, cell: Cell, from: Cell, to: Cell) -> Cell {
        let [cell, from, to] = [cell, from, to].map(|cell| self.lattice.centre(cell));
        self.lattice.cell(cell + (to - from))
    }

    /// Returns the hex of a cell.
    ///
    /// On maps of squares, which have no hexes, uses columns and rows, so that nothing fails before the ruleset reports
    /// that it requires hexes.
    #[inline]
    pub fn hex(&self, [col, row]: Cell) -> Hex {
        match self.lattice.hex_shift() {
            Some(Shift::ColumnDown) => Hex::new(col, row - (col - (col & 1)) / 2),
            Some(Shift::ColumnUp) => Hex::new(col, row - (col + (col & 1)) / 2),
            Some(Shift::RowRight) => turn(col - (row - (row & 1)) / 2, row),
            Some(Shift::RowLeft) => turn(col - (row + (row & 1)) / 2, row),
            None => Hex::new(col, row),
        }
    }

    /// Returns the column and row of a hex, on or off the map.
    #[inline]
    pub fn cell(&self, hex: Hex) -> Cell {
        // The inverse of `turn`.
        let (q, r) = (-hex.r, hex.q + hex.r);
        match self.lattice.hex_shift() {
            Some(Shift::ColumnDown) => [hex.q, hex.r + (hex.q - (hex.q & 1)) / 2],
            Some(Shift::ColumnUp) => [hex.q, hex.r + (hex.q + (hex.q & 1)) / 2],
            Some(Shift::RowRight) => [q + (r - (r & 1)) / 2, r],
            Some(Shift::RowLeft) => [q + (r + (r & 1)) / 2, r],
            None => [hex.q, hex.r],
        }
    }

    /// Returns the position of a hex in row order; `None` off the map.
    #[inline]
    pub fn index(&self, hex: Hex) -> Option<usize> {
        self.position(self.cell(hex))
    }
}

/// Converts the usual axial coordinates of hexes on a vertex to ours, in which direction 0 is north-east.
fn turn(q: i32, r: i32) -> Hex {
    Hex::new(q + r, -q)
}

/// A geometry as written, consistent or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Written {
    /// The shape of the cells.
    #[serde(default)]
    pub shape: Shape,
    /// The orientation of the cells: standing on an edge or on a vertex.
    #[serde(default)]
    pub stand: Stand,
    /// Which columns or rows are shifted; must match `shape` and `stand`. Each combination has a default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<Shift>,
    /// Whether squares that share only a vertex are neighbours too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("default" = false))]
    pub vertex_neighbours: bool,
    /// Columns and rows.
    #[serde(deserialize_with = "size")]
    #[schemars(inner(range(min = 1, max = 10_000)))]
    pub size: [u32; 2],
}

impl Written {
    /// Returns the geometry, or an error if the values are inconsistent.
    pub fn fit(self) -> Result<Geometry, GridError> {
        let Self { shape, stand, shift, size, .. } = self;
        let geometry = Geometry::from(self);
        if shift.is_some_and(|found| !Tile::of(shape, stand).shifts().contains(&Some(found))) {
            return Err(GridError::Shift { shape, stand, found: shift });
        }
        if geometry.has_vertex_neighbours() != self.vertex_neighbours {
            return Err(GridError::VertexNeighbours { sides: geometry.lattice.tile.sides() });
        }
        if size.iter().any(|count| !(1..=MOST_CELLS_ACROSS).contains(count)) {
            return Err(GridError::Size(size));
        }
        Ok(geometry)
    }
}

impl From<Written> for Geometry {
    fn from(written: Written) -> Self {
        let Written { shape, stand, shift, vertex_neighbours, size } = written;
        let stand = match (shape, shift) {
            (Shape::Hex, Some(shift)) if shift.is_of_rows() => Stand::Vertex,
            (Shape::Hex, Some(_)) => Stand::Edge,
            _ => stand,
        };
        let tile = Tile::of(shape, stand);
        let shift = if tile.shifts().contains(&shift) { shift } else { tile.shifts()[0] };
        let vertex_neighbours = vertex_neighbours && shape == Shape::Square;
        Self { lattice: Lattice { tile, shift, vertex_neighbours }, size }
    }
}

impl From<Geometry> for Written {
    fn from(geometry: Geometry) -> Self {
        Self {
            shape: geometry.shape(),
            stand: geometry.stand(),
            shift: geometry.shift(),
            vertex_neighbours: geometry.has_vertex_neighbours(),
            size: geometry.size,
        }
    }
}

impl JsonSchema for Geometry {
    fn schema_name() -> Cow<'static, str> {
        "Geometry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Written::json_schema(generator)
    }
}

/// Why a grid is impossible.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GridError {
    /// The length of a side is not a positive finite number.
    Length(f64),
    /// The number of sides of a polygon is too small.
    Sides(u32),
    /// Vertex neighbours are not possible, because with more than four sides cells that share a vertex share an edge.
    VertexNeighbours {
        /// The number of sides.
        sides: u32,
    },
    /// Cells of this shape do not tile the plane with this shift.
    Shift {
        /// The shape of the cells.
        shape: Shape,
        /// Whether they stand on an edge or on a vertex.
        stand: Stand,
        /// The shift.
        found: Option<Shift>,
    },
    /// The number of columns or rows is out of range.
    Size([u32; 2]),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length(found) => write!(f, "expected a positive side length, found `{found}`"),
            Self::Sides(found) => write!(f, "expected at least 3 sides, found `{found}`"),
            Self::VertexNeighbours { sides } => {
                write!(f, "expected at most 4 sides for neighbours across vertices, found `{sides}`")
            }
            Self::Shift { shape, stand, found } => {
                let shifts = Tile::of(shape, stand).shifts().iter().flatten();
                let words: Vec<String> = shifts.map(|shift| format!("`{}`", shift.word())).collect();
                let fitting = match words.split_last() {
                    None => "no shift".to_owned(),
                    Some((last, [])) => last.clone(),
                    Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
                };
                let stands_on = match stand {
                    Stand::Edge => "edge",
                    Stand::Vertex => "vertex",
                };
                let found = found.map_or("none".to_owned(), |found| format!("`{}`", found.word()));
                write!(f, "expected {fitting} for {} with `stand: {stands_on}`, found {found}", shape.plural())
            }
            Self::Size([columns, rows]) => {
                let most = MOST_CELLS_ACROSS;
                write!(f, "expected 1 to {most} columns and rows, found `{columns}` and `{rows}`")
            }
        }
    }
}

impl std::error::Error for GridError {}

/// Reads a size and checks its limits, since drafts and journals may contain any numbers and memory is allocated by
/// them.
fn size<'de, D: Deserializer<'de>>(from: D) -> Result<[u32; 2], D::Error> {
    let size = <[u32; 2]>::deserialize(from)?;
    match size.into_iter().find(|count| !(1..=MOST_CELLS_ACROSS).contains(count)) {
        Some(count) => Err(Error::custom(format!("expected a size from 1 to {MOST_CELLS_ACROSS}, found `{count}`"))),
        None => Ok(size),
    }
}

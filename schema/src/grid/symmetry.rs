//! Rotating and mirroring maps, in whole numbers.

use serde::{Deserialize, Serialize};

use super::hex_layout::{Lattice, Tile, Vector};
use super::{Cell, Geometry, Shape};

/// A rotation about a point, after an optional reflection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Symmetry {
    /// Whether left and right are swapped first.
    pub mirrored: bool,
    /// The number of clockwise rotations, by 60 degrees on hexes and by 90 degrees on squares.
    pub turns: u8,
}

impl Symmetry {
    /// Returns this symmetry followed by one more clockwise rotation.
    #[must_use]
    pub fn turned(self, tile: Tile) -> Self {
        Self { turns: (self.turns + 1) % whole_turn(tile), ..self }
    }

    /// Returns this symmetry followed by swapping left and right.
    #[must_use]
    pub fn mirrored(self, tile: Tile) -> Self {
        // A reflection after a rotation is the same as one before it with the opposite rotation.
        let turns = (whole_turn(tile) - self.turns) % whole_turn(tile);
        Self { mirrored: !self.mirrored, turns }
    }

    /// Returns the image of a vector.
    pub fn apply(self, tile: Tile, vector: Vector) -> Vector {
        let start = if self.mirrored { Vector::new(-vector.x, vector.y) } else { vector };
        (0..self.turns).fold(start, |vector, _| turned(tile, vector))
    }
}

/// Returns the number of rotations in a full turn: 6 for hexes, 4 for squares.
pub fn whole_turn(tile: Tile) -> u8 {
    match tile.shape() {
        Shape::Hex => 6,
        Shape::Square => 4,
    }
}

/// Rotates a vector clockwise by the smallest rotation of the tile.
fn turned(tile: Tile, Vector { x, y }: Vector) -> Vector {
    match tile {
        Tile::Square | Tile::Diamond => Vector::new(-y, x),
        Tile::FlatHexagon => Vector::new((x - 3 * y) / 2, (x + y) / 2),
        Tile::PointyHexagon => Vector::new((x - y) / 2, (3 * x + y) / 2),
    }
}

/// The fixed point of a rotation or reflection, with doubled coordinates, so that it can be between cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pivot(Vector);

impl Pivot {
    /// Creates the pivot at the centre of a cell.
    pub fn on(geometry: &Geometry, cell: Cell) -> Self {
        let at = geometry.lattice().centre(cell);
        Self(at + at)
    }

    /// Returns the point nearest to the centre of a map at which all of these symmetries map cells to cells.
    pub fn middle(geometry: &Geometry, symmetries: &[Symmetry]) -> Self {
        let lattice = geometry.lattice();
        let [right, bottom] = geometry.size().map(|count| count as i32 - 1);
        let whole = lattice.centre([0, 0]) + lattice.centre([right, bottom]);
        let (column, row) = (right / 2, bottom / 2);
        let near = [[column, row], [column + 1, row], [column, row + 1]];
        let tile = lattice.tile();
        let mut candidates = vec![whole];
        for at in near.map(|cell| Self::on(geometry, cell).0) {
            candidates.push(at);
            // The midpoints of edges, and the corners where cells meet.
            candidates.extend(tile.edge_steps().iter().map(|step| at + *step));
            candidates.extend(tile.corners().iter().map(|corner| at + *corner + *corner));
        }
        let far = |at: &Vector| tile.square(*at - whole);
        let fits = |at: &Vector| {
            let maps =
                |symmetry: &Symmetry| near.iter().all(|cell| image(lattice, Self(*at), *symmetry, *cell).is_some());
            symmetries.iter().all(maps)
        };
        let middle = Self::on(geometry, near[0]);
        candidates.into_iter().filter(fits).min_by_key(far).map_or(middle, Self)
    }

    /// Returns its lattice coordinates, doubled.
    pub fn doubled(self) -> Vector {
        self.0
    }

    /// Returns the image of a cell, on or off the map; `None` if the image is not a cell.
    pub fn image(self, geometry: &Geometry, symmetry: Symmetry, cell: Cell) -> Option<Cell> {
        image(geometry.lattice(), self, symmetry, cell)
    }
}

fn image(lattice: &Lattice, Pivot(pivot): Pivot, symmetry: Symmetry, cell: Cell) -> Option<Cell> {
    let centre = lattice.centre(cell);
    // Twice the vector from the pivot, doubled again so that rotations divide without remainder.
    let away = centre + centre - pivot;
    let away = symmetry.apply(lattice.tile(), away + away);
    let four = pivot + pivot + away;
    if four.x % 4 != 0 || four.y % 4 != 0 {
        return None;
    }
    let centre = Vector::new(four.x / 4, four.y / 4);
    let cell = lattice.cell(centre);
    (lattice.centre(cell) == centre).then_some(cell)
}

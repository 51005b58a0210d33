//! Neighbours of cells, from a precomputed table.

use foeman_schema::grid::{Cell, Geometry};

/// The neighbour table of a map: every second line of cells has the same offsets, so two lists are enough.
pub(super) struct Steps {
    width: i32,
    height: i32,
    /// Whether every second row is shifted, rather than every second column.
    of_rows: bool,
    /// By parity of the line and by direction, the offsets to the neighbour's column and row.
    offsets: [Vec<[i32; 2]>; 2],
}

impl Steps {
    pub(super) fn of(geometry: &Geometry) -> Self {
        let (lattice, [width, height]) = (geometry.lattice(), geometry.size().map(|count| count as i32));
        let offsets = [0, 1].map(|line| {
            let offset = |&step| {
                let [column, row] = lattice.cell(lattice.centre([line; 2]) + step);
                [column - line, row - line]
            };
            lattice.steps().iter().map(offset).collect()
        });
        Self { width, height, of_rows: lattice.has_shifted_rows(), offsets }
    }

    pub(super) fn directions(&self) -> usize {
        self.offsets[0].len()
    }

    /// Returns the neighbour in an existing direction, and its position; `None` off the map.
    pub(super) fn neighbour(&self, cell: Cell, direction: usize) -> Option<(Cell, usize)> {
        let [column, row] = self.offsets_at(cell)[direction];
        self.on_map([cell[0] + column, cell[1] + row])
    }

    /// Returns the neighbours on the map with their positions, in the order of directions.
    pub(super) fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Cell, usize)> {
        let offsets = self.offsets_at(cell).iter();
        offsets.filter_map(move |offset| self.on_map([cell[0] + offset[0], cell[1] + offset[1]]))
    }

    fn offsets_at(&self, cell: Cell) -> &[[i32; 2]] {
        let line = cell[usize::from(self.of_rows)];
        &self.offsets[(line & 1) as usize]
    }

    fn on_map(&self, [column, row]: Cell) -> Option<(Cell, usize)> {
        let is_on_map = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        is_on_map.then(|| ([column, row], row as usize * self.width as usize + column as usize))
    }
}

#[cfg(test)]
mod tests {
    use foeman_schema::grid::hex_layout::Tile;
    use foeman_schema::grid::{Shape, Stand};

    use super::*;

    #[test]
    fn the_neighbours_looked_up_are_those_of_every_geometry() {
        let mut compared = 0;
        for (shape, stand) in [Shape::Hex, Shape::Square]
            .into_iter()
            .flat_map(|shape| [Stand::Edge, Stand::Vertex].map(|stand| (shape, stand)))
        {
            for shift in Tile::of(shape, stand).shifts() {
                let plain = Geometry::new(shape, stand, *shift, [7, 6]).expect("a listed shift is valid for its tile");
                for geometry in [Some(plain), plain.with_vertex_neighbours().ok()].into_iter().flatten() {
                    let steps = Steps::of(&geometry);
                    assert_eq!(steps.directions(), geometry.directions());
                    for cell in geometry.cells() {
                        let expected: Vec<_> = geometry
                            .neighbours(cell)
                            .map(|cell| (cell, geometry.position(cell).expect("neighbours are on the map")))
                            .collect();
                        assert_eq!(steps.neighbours(cell).collect::<Vec<_>>(), expected, "{geometry:?} {cell:?}");
                        let one_by_one = (0..steps.directions()).filter_map(|way| steps.neighbour(cell, way));
                        assert_eq!(one_by_one.collect::<Vec<_>>(), expected);
                        compared += expected.len();
                    }
                }
            }
        }
        assert!(compared > 1000, "only {compared} neighbours were compared");
    }
}

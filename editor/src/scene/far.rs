//! A map from afar: a brick of one colour for each cell.
//!
//! A brick is as wide as columns are apart and as high as rows are, round the middle of its cell, so that the bricks of
//! shifted lines fill the plane as the cells do.

use egui::{Color32, Rect, pos2};
use foeman_rules::told::Ground;

use super::grid::Grid;
use super::ground::paint_of;

/// The bricks as texels: how many there are across and down, and their colours row by row. Where lines are shifted a
/// brick is two texels long. Maps that are wider than `most` texels are thinned out.
pub fn texels(ground: &Ground, paints: &[Color32], most: usize) -> ([usize; 2], Vec<Color32>) {
    let lattice = ground.geometry.lattice();
    let overhang = lattice.greatest_overhang();
    let long = [overhang.x, overhang.y].map(|overhang| if overhang > 0 { 2 } else { 1 });
    let [across, down] = [0, 1].map(|axis| ground.geometry.size()[axis] as usize * long[axis] + long[axis] - 1);
    let step = across.max(down).div_ceil(most.max(1)).max(1);
    let size = [across.div_ceil(step), down.div_ceil(step)];
    let mut colors = Vec::with_capacity(size[0] * size[1]);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let at = [x * step, y * step].map(|texel| texel as i32);
            // Columns shifted down depend on the column only, rows shifted aside on the row only.
            let shifted = lattice.overhang(at);
            let cell = [
                (at[0] - shifted.x as i32).div_euclid(long[0] as i32),
                (at[1] - shifted.y as i32).div_euclid(long[1] as i32),
            ];
            let on_map = ground.geometry.contains(cell);
            colors.push(if on_map { paint_of(ground, cell, paints) } else { Color32::TRANSPARENT });
        }
    }
    (size, colors)
}

/// Where the texels lie on the grid.
pub fn extent(grid: &Grid) -> Rect {
    let lattice = grid.geometry().lattice();
    let [width, height] = grid.geometry().size().map(|count| count as f32);
    let (pitch, first) = (grid.length(lattice.pitch()), grid.length(lattice.overhang([0, 0])));
    let min = pos2(0.0, 0.0) - pitch / 2.0 - first;
    let size = egui::vec2(pitch.x * width, pitch.y * height) + grid.length(lattice.greatest_overhang());
    Rect::from_min_size(min, size)
}

#[cfg(test)]
mod tests {
    use foeman_rules::told::TerrainView;
    use foeman_schema::catalogs::board::Pattern;
    use foeman_schema::grid::{Geometry, Shape, Shift, Stand};

    use super::*;

    #[test]
    fn the_middle_of_every_cell_has_its_colour() {
        let terrain = |n: u8| TerrainView {
            title: String::new(),
            color: format!("#{n:02x}4080"),
            pattern: Pattern::Plain,
            closed: false,
            ..TerrainView::default()
        };
        for (shape, stand, shift) in [
            (Shape::Hex, Stand::Edge, Some(Shift::ColumnDown)),
            (Shape::Hex, Stand::Edge, Some(Shift::ColumnUp)),
            (Shape::Hex, Stand::Vertex, Some(Shift::RowRight)),
            (Shape::Hex, Stand::Vertex, Some(Shift::RowLeft)),
            (Shape::Square, Stand::Edge, None),
            (Shape::Square, Stand::Vertex, Some(Shift::RowLeft)),
            (Shape::Square, Stand::Vertex, Some(Shift::ColumnUp)),
        ] {
            let geometry = Geometry::new(shape, stand, shift, [7, 5]).expect("it fits");
            let terrains: Vec<_> = (0..35).map(terrain).collect();
            let ground = Ground::new(geometry, terrains, (0..35).collect());
            let paints: Vec<Color32> = (0..=35).map(|n| Color32::from_rgb(n, 0x40, 0x80)).collect();
            let (size, colors) = texels(&ground, &paints, 4096);
            let grid = Grid::new(geometry);
            let extent = extent(&grid);
            for (n, cell) in geometry.cells().enumerate() {
                let at = (grid.center(cell) - extent.min) / extent.size();
                let [x, y] = [at.x * size[0] as f32, at.y * size[1] as f32].map(|texel| texel as usize);
                assert_eq!(colors[y * size[0] + x], paints[n], "{geometry:?} {cell:?}");
            }
            assert_eq!(
                colors.iter().filter(|color| **color == paints[17]).count(),
                if shift.is_some() { 2 } else { 1 }
            );
        }
    }
}

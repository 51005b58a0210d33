//! A zoomed-out map: one rectangle ("brick") of a single colour per cell.
//!
//! A brick is one column pitch wide and one row pitch high, centred on its cell. In grids with shifted rows or columns
//! the bricks tile the plane just like the cells.

use std::collections::BTreeMap;

use egui::{Color32, Rect, pos2};
use foeman_engine::display::Ground;
use foeman_schema::grid::draw::stacked;
use foeman_schema::grid::{Bounds, Geometry};

use super::Viewport;
use super::grid::Grid;
use super::paints::paint_of;
use super::shape::Shape;

/// The maximum width and height of a visible part, in texels.
const SEEN: i64 = 1024;
/// The maximum number of patches across or down.
const PATCHES: f32 = 2048.0;
/// The minimum size of a patch, in points.
const FINEST: f32 = 1.0;
/// Parts begin and end at multiples of this many texels, so that they can be reused while the map is panned.
const SNAP: i64 = 256;

/// A part of the bricks, downsampled to every `step`-th texel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FarTile {
    /// The first texel, across and down.
    pub from: [usize; 2],
    /// The number of texels drawn, across and down.
    pub size: [usize; 2],
    /// The sampling step.
    pub step: usize,
}

impl FarTile {
    /// The whole map in at most `most` texels across and down.
    pub fn whole(geometry: &Geometry, most: usize) -> Self {
        let [across, down] = count(geometry);
        let step = across.max(down).div_ceil(most.max(1)).max(1);
        Self { from: [0, 0], size: [across.div_ceil(step), down.div_ceil(step)], step }
    }

    /// Returns the visible part of a map with a margin, in constant time whatever the size of the map.
    pub fn seen(grid: &Grid, view: Rect) -> Self {
        let geometry = grid.geometry();
        let whole = Self::whole(geometry, usize::MAX);
        let (extent, all) = (extent(grid), whole.size);
        if all.iter().all(|count| *count <= SEEN as usize) {
            return whole;
        }
        let texel = |at: f32, first: f32, length: f32, count: usize| {
            (f64::from((at - first) / length) * count as f64).clamp(-1.0, count as f64 + 1.0) as i64
        };
        let [x, y] = [
            [view.left(), view.right()].map(|at| texel(at, extent.left(), extent.width(), all[0])),
            [view.top(), view.bottom()].map(|at| texel(at, extent.top(), extent.height(), all[1])),
        ];
        let longest = (x[1] - x[0]).max(y[1] - y[0]).max(1);
        let step = (longest.unsigned_abs() / SEEN.unsigned_abs() + 1).next_power_of_two() as i64;
        let snap = SNAP * step;
        let span = |[first, last]: [i64; 2], count: usize| {
            let from = (first.div_euclid(snap) * snap).clamp(0, count as i64 - 1);
            let to = ((last.div_euclid(snap) + 1) * snap).clamp(from + 1, count as i64);
            (from as usize, ((to - from) as usize).div_ceil(step as usize))
        };
        let ((left, wide), (top, high)) = (span(x, all[0]), span(y, all[1]));
        Self { from: [left, top], size: [wide, high], step: step as usize }
    }

    /// The number of texels drawn.
    pub fn texels(&self) -> usize {
        self.size[0] * self.size[1]
    }

    /// Returns the area of the part on the grid.
    pub fn extent(&self, grid: &Grid) -> Rect {
        let (extent, all) = (extent(grid), count(grid.geometry()));
        let texel = egui::vec2(extent.width() / all[0] as f32, extent.height() / all[1] as f32);
        let [left, top] = self.from.map(|first| first as f32);
        let [wide, high] = self.size.map(|count| (count * self.step) as f32);
        Rect::from_min_size(extent.min + egui::vec2(left, top) * texel, egui::vec2(wide, high) * texel)
    }
}

/// The size of a brick in texels, across and down: two along an axis in which lines are shifted.
fn long(geometry: &Geometry) -> [usize; 2] {
    let overhang = geometry.lattice().greatest_overhang();
    [overhang.x, overhang.y].map(|overhang| if overhang > 0 { 2 } else { 1 })
}

/// The size of the whole map in texels, across and down.
fn count(geometry: &Geometry) -> [usize; 2] {
    let long = long(geometry);
    [0, 1].map(|axis| geometry.size()[axis] as usize * long[axis] + long[axis] - 1)
}

/// Returns the colours of the texels of a part, row by row. Where lines are shifted, a brick is two texels long.
pub fn texels(ground: &Ground, paints: &[Color32], part: &FarTile) -> Vec<Color32> {
    let (lattice, long) = (ground.geometry.lattice(), long(&ground.geometry));
    // The column or row of each texel along an axis, for lines that are shifted by `shift` texels.
    let along = |axis: usize, shift: i64| -> Vec<i32> {
        let texels = (0..part.size[axis]).map(|n| (part.from[axis] + n * part.step) as i32);
        texels.map(|texel| (texel - shift as i32).div_euclid(long[axis] as i32)).collect()
    };
    let [columns, rows] = [0, 1].map(|axis| [0, 1].map(|shift| along(axis, shift)));
    // A vertical shift depends only on the column, a horizontal one only on the row.
    let lowered: Vec<usize> = columns[0].iter().map(|&column| lattice.overhang([column, 0]).y as usize).collect();
    let mut colors = Vec::with_capacity(part.texels());
    for y in 0..part.size[1] {
        let columns = &columns[lattice.overhang([0, rows[0][y]]).x as usize];
        colors.extend(columns.iter().zip(&lowered).map(|(&column, &lowered)| {
            match ground.cells.get([column, rows[lowered][y]]) {
                Some(kind) if usize::from(kind) < ground.terrains.len() => paints[usize::from(kind)],
                Some(_) => paints[paints.len() - 1],
                None => Color32::TRANSPARENT,
            }
        }));
    }
    colors
}

/// Draws the ground as rectangles, for scales at which cells are too small to tell apart. The number of rectangles
/// is limited; adjacent ones of the same colour are merged.
pub fn patches(view: &Viewport, ground: &Ground, paints: &[Color32]) -> Vec<Shape> {
    let all = extent(&view.grid);
    let room = Rect::from_min_max(view.place(all.min), view.place(all.max)).intersect(view.clip);
    if !room.is_positive() {
        return Vec::new();
    }
    let side = (room.size().max_elem() / PATCHES).max(FINEST);
    let count = |length: f32| (length / side).ceil() as i32;
    let mut runs: BTreeMap<[u8; 4], Vec<(i32, [i32; 2])>> = BTreeMap::new();
    for row in 0..count(room.height()) {
        let color = |column: i32| {
            let middle = room.min + side * egui::vec2(column as f32 + 0.5, row as f32 + 0.5);
            let cell = view.grid.cell(view.unplace(middle));
            let on_map = ground.geometry.contains(cell);
            on_map.then(|| paint_of(ground, cell, paints).to_array())
        };
        let mut run: Option<([u8; 4], [i32; 2])> = None;
        for column in 0..=count(room.width()) {
            let now = if column < count(room.width()) { color(column) } else { None };
            match &mut run {
                Some((paint, ends)) if Some(*paint) == now => ends[1] = column,
                _ => {
                    let done = std::mem::replace(&mut run, now.map(|paint| (paint, [column; 2])));
                    done.into_iter().for_each(|(paint, ends)| runs.entry(paint).or_default().push((row, ends)));
                }
            }
        }
    }
    let patch = |color: Color32, Bounds { from, to }: Bounds| {
        let [left, top] = from.map(|first| first as f32);
        let [right, bottom] = to.map(|last| last as f32 + 1.0);
        let corner = |x: f32, y: f32| (room.min + side * egui::vec2(x, y)).min(room.max);
        Shape::fill(vec![corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)], color)
    };
    let patches = runs.into_iter().flat_map(|([red, green, blue, alpha], runs)| {
        let color = Color32::from_rgba_premultiplied(red, green, blue, alpha);
        stacked(runs).into_iter().map(move |bounds| patch(color, bounds))
    });
    patches.collect()
}

/// Returns the area of all texels on the grid.
pub fn extent(grid: &Grid) -> Rect {
    let lattice = grid.geometry().lattice();
    let [width, height] = grid.geometry().size().map(|count| count as f32);
    let (pitch, first) = (grid.length(lattice.pitch()), grid.length(lattice.overhang([0, 0])));
    let min = pos2(0.0, 0.0) - pitch / 2.0 - first;
    let size = egui::vec2(pitch.x * width, pitch.y * height) + grid.length(lattice.greatest_overhang());
    Rect::from_min_size(min, size)
}

/// Returns the upper left corner of a cell's brick. In grids with shifted lines it is offset by half the shift.
pub fn corner(grid: &Grid, [column, row]: [i32; 2]) -> egui::Pos2 {
    let lattice = grid.geometry().lattice();
    let (pitch, shift) = (grid.length(lattice.pitch()), grid.length(lattice.greatest_overhang()));
    extent(grid).min + shift / 2.0 + pitch * egui::vec2(column as f32, row as f32)
}

#[cfg(test)]
mod tests {
    use foeman_engine::display::TerrainView;
    use foeman_schema::catalogs::board::Pattern;
    use foeman_schema::grid::{Cells, Shape as Form, Shift, Stand};

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
            (Form::Hex, Stand::Edge, Some(Shift::ColumnDown)),
            (Form::Hex, Stand::Edge, Some(Shift::ColumnUp)),
            (Form::Hex, Stand::Vertex, Some(Shift::RowRight)),
            (Form::Hex, Stand::Vertex, Some(Shift::RowLeft)),
            (Form::Square, Stand::Edge, None),
            (Form::Square, Stand::Vertex, Some(Shift::RowLeft)),
            (Form::Square, Stand::Vertex, Some(Shift::ColumnUp)),
        ] {
            let geometry = Geometry::new(shape, stand, shift, [7, 5]).expect("it fits");
            let terrains: Vec<_> = (0..35).map(terrain).collect();
            let kinds: Vec<u16> = (0..35).collect();
            let ground = Ground::new(geometry, terrains, Cells::from_values([7, 5], &kinds, 0));
            let paints: Vec<Color32> = (0..=35).map(|n| Color32::from_rgb(n, 0x40, 0x80)).collect();
            let grid = Grid::new(geometry);
            let part = FarTile::seen(&grid, Rect::NOTHING);
            let (size, colors) = (part.size, texels(&ground, &paints, &part));
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

    #[test]
    fn a_part_of_a_great_map_is_little_work_and_lies_where_its_cells_do() {
        let geometry = Geometry::new(Form::Hex, Stand::Edge, None, [10_000, 10_000]).expect("it fits");
        let grid = Grid::new(geometry);
        let mut cells = Cells::filled(geometry.size(), 0);
        cells.set([7000, 3000], 1);
        let terrain = |color: &str| TerrainView {
            id: String::new(),
            borders: Vec::new(),
            title: String::new(),
            color: color.to_owned(),
            pattern: Pattern::Plain,
            closed: false,
            images: Vec::new(),
        };
        let ground = Ground::new(geometry, vec![terrain("#ffffff"), terrain("#000000")], cells);
        let paints = [Color32::WHITE, Color32::BLACK, Color32::RED];
        for height in [50.0, 200.0, 3000.0, 20_000.0] {
            let view = Rect::from_center_size(grid.center([7000, 3000]), egui::vec2(1.6 * height, height));
            let part = FarTile::seen(&grid, view);
            assert!(part.texels() <= 1536 * 1536, "{part:?}");
            let (extent, seen) = (part.extent(&grid), view.intersect(extent(&grid)));
            assert!(extent.expand(2.0).contains_rect(seen), "{extent:?} {seen:?}");
            if part.step > 1 {
                continue;
            }
            let colors = texels(&ground, &paints, &part);
            let at = (grid.center([7000, 3000]) - extent.min) / extent.size();
            let [x, y] = [at.x * part.size[0] as f32, at.y * part.size[1] as f32].map(|texel| texel as usize);
            let near = [0, 1].map(|below| colors[(y - 1 + below) * part.size[0] + x]);
            assert!(near.contains(&Color32::BLACK), "{height}");
            assert_eq!(colors.iter().filter(|color| **color == Color32::BLACK).count(), 2);
        }
    }
}

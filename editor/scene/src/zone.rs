//! Named zones of a map: hatching, outlines and names.
//!
//! Zones may overlap, so consecutive zones are hatched in different directions. When zoomed out, cells are merged into
//! few rectangles: a zone on a map of a million cells costs no more than its number of rows.

use std::collections::BTreeMap;

use egui::{Color32, Pos2, Rect, Vec2, vec2};
use foeman_engine::display::{Ground, ZoneView};
use foeman_schema::grid::draw::stacked;
use foeman_schema::grid::region::Run;
use foeman_schema::grid::{Bounds, Cell, Region};

use super::Viewport;
use super::far;
use super::grid::Grid;
use super::hatch;
use super::label::Label;
use super::shape::{Pen, Shape};
use super::text;
use crate::theme::{Palette, parse_color, readable_on};

/// The minimum scale at which each cell of a zone is drawn individually, in points per hex radius.
const SINGLE: f32 = 9.0;
/// The same threshold if no more than [`FEW`] cells of zones are visible.
const SINGLE_OF_FEW: f32 = 3.0;
const FEW: usize = 800;
/// The minimum scale at which zones are hatched, in points per hex radius.
const HATCHED: f32 = 13.0;
/// The opacity of a zone without hatching.
const UNHATCHED: f32 = 0.3;
/// The minimum scale at which names are shown, in points per hex radius.
const NAMED: f32 = 12.0;
/// The spacing of hatching lines, in radii.
const APART: f32 = 0.44;
/// The directions across the hatching lines of the first zones, in degrees.
const ACROSS: [f32; 4] = [45.0, 135.0, 20.0, 110.0];
/// The maximum number of outline segments when zoomed out; with more, the zone is too scattered for an outline.
const PIECES: usize = 20_000;
/// The number of cells considered for a name, nearest to the centre of the zone first.
const PLACES: usize = 16;

/// Draws the visible zones of a map.
pub fn zones(view: &Viewport, ground: &Ground, colors: &Palette) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let single = is_single(view, ground);
    let sides = Sides::of(view, ground);
    for (n, zone) in ground.zones.iter().enumerate() {
        let paint = paint(zone, colors);
        let near = |cell: &Cell, radii: f32| view.clip.expand(radii * view.scale).contains(view.center(*cell));
        let home = zone.home.filter(|home| near(home, 1.0)).map(|home| house(view, home, paint));
        if !single {
            from_afar(view, &zone.cells, paint, &mut shapes);
            shapes.extend(home);
            continue;
        }
        let cells: Vec<Cell> = seen(view, zone).filter(|cell| near(cell, 1.0)).collect();
        let hatched = view.scale >= HATCHED;
        let tint = paint.gamma_multiply(if hatched { 0.13 } else { UNHATCHED });
        for &cell in &cells {
            shapes.push(Shape::fill(view.outline(cell, 1.0), tint));
            if hatched {
                hatch(view, cell, ACROSS[n % ACROSS.len()], paint, &mut shapes);
            }
        }
        // Draw the casing of the whole outline first, so that it is below all of the line.
        let width = (view.scale * 0.07).clamp(1.2, 4.0);
        let casing = Pen::new(1.9 * width, readable_on(paint).gamma_multiply(0.55));
        let edges: Vec<Vec<Pos2>> = sides.around(view, &zone.cells, &cells);
        shapes.extend(edges.iter().map(|edge| Shape::line(edge.clone(), casing)));
        shapes.extend(edges.into_iter().map(|edge| Shape::line(edge, Pen::new(width, paint))));
        shapes.extend(home);
    }
    shapes
}

/// Whether each cell of a zone is drawn individually.
fn is_single(view: &Viewport, ground: &Ground) -> bool {
    let few = || {
        let Some(visible) = visible(view) else { return true };
        let mut seen = 0;
        ground.zones.iter().flat_map(|zone| zone.cells.within(visible)).all(|(_, [first, last])| {
            seen += (last - first + 1) as usize;
            seen <= FEW
        })
    };
    view.scale >= SINGLE || (view.scale >= SINGLE_OF_FEW && few())
}

/// Draws a zone as rectangles, with an outline round each connected part.
fn from_afar(view: &Viewport, cells: &Region, paint: Color32, shapes: &mut Vec<Shape>) {
    let Some(visible) = visible(view) else { return };
    let runs: Vec<Run> = cells.within(visible).collect();
    let corner = |[column, row]: Cell| view.place(far::corner(&view.grid, [column, row]));
    for Bounds { from, to } in stacked(runs.iter().copied()) {
        let [left_top, right_bottom] = [corner(from), corner([to[0] + 1, to[1] + 1])];
        let rect = Rect::from_two_pos(left_top, right_bottom).intersect(view.clip);
        if !rect.is_positive() {
            continue;
        }
        let points = vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        shapes.push(Shape::fill(points, paint.gamma_multiply(UNHATCHED)));
    }
    let pieces = rim(&runs);
    if pieces.len() <= PIECES {
        let pen = Pen::new(1.5, paint);
        shapes.extend(pieces.into_iter().map(|ends| Shape::line(ends.map(corner).to_vec(), pen)));
    }
}

/// Returns the outline of cells, given as runs, in straight segments. Each goes from the upper left corner of one cell
/// to the upper left corner of another, which may be outside the map.
fn rim(runs: &[Run]) -> Vec<[Cell; 2]> {
    let mut pieces = Vec::new();
    // By column, the first and last row of the vertical segment that is still open.
    let mut down: BTreeMap<i32, [i32; 2]> = BTreeMap::new();
    let mut above: (i32, Vec<i32>) = (0, Vec::new());
    let rows = runs.chunk_by(|one, other| one.0 == other.0);
    let rows = rows.map(|row| (row[0].0, row.iter().flat_map(|(_, [first, last])| [*first, last + 1]).collect()));
    for (row, ends) in rows.chain([(i32::MAX, Vec::new())]) {
        let (last, before) = std::mem::replace(&mut above, (row, ends));
        let follows = last + 1 == row;
        pieces.extend(differ(&before, if follows { &above.1 } else { &[] }, last + 1));
        if !follows {
            pieces.extend(differ(&[], &above.1, row));
        }
        for &column in &above.1 {
            match down.get_mut(&column).filter(|piece| piece[1] == row) {
                Some(piece) => piece[1] = row + 1,
                None => {
                    let piece = down.insert(column, [row, row + 1]);
                    pieces.extend(piece.map(|piece| piece.map(|row| [column, row])));
                }
            }
        }
    }
    pieces.extend(down.into_iter().map(|(column, piece)| piece.map(|row| [column, row])));
    pieces
}

/// Returns the horizontal segments where two adjacent rows differ, given the sorted starts and ends of their runs.
fn differ(one: &[i32], other: &[i32], row: i32) -> Vec<[Cell; 2]> {
    let mut ends = [one, other].concat();
    ends.sort_unstable();
    // A boundary in both rows cancels out.
    let odd = ends.chunk_by(|one, other| one == other).filter(|same| same.len() % 2 == 1);
    let odd: Vec<i32> = odd.map(|same| same[0]).collect();
    odd.chunks_exact(2).map(|ends| [[ends[0], row], [ends[1], row]]).collect()
}

/// Returns the names of zones with their possible positions: inside near the centre first, then above and below.
pub fn labels(view: &Viewport, ground: &Ground, colors: &Palette) -> Vec<Label> {
    if view.scale < NAMED {
        return Vec::new();
    }
    ground.zones.iter().filter_map(|zone| label(view, zone, colors)).collect()
}

/// Returns the titles of the zones that contain a cell, separated by commas; empty if there are none.
pub fn words(ground: &Ground, cell: Cell) -> String {
    let around = ground.zones.iter().filter(|zone| zone.cells.contains(cell));
    around.map(|zone| zone.title.as_str()).collect::<Vec<_>>().join(", ")
}

fn label(view: &Viewport, zone: &ZoneView, colors: &Palette) -> Option<Label> {
    let seen: Vec<Pos2> = seen(view, zone).map(|cell| view.center(cell)).filter(|at| view.clip.contains(*at)).collect();
    let extent = seen.iter().fold(Rect::NOTHING, |extent, at| extent.union(Rect::from_pos(*at)));
    let middle = seen.iter().fold(Vec2::ZERO, |sum, at| sum + at.to_vec2()) / seen.len().max(1) as f32;
    let size = (view.scale * 0.3).clamp(10.0, 17.0);
    let text = text::shortened(&zone.title, size, (view.scale * 10.0).max(150.0));
    let plate = vec2(text::width(&text, size) + 0.8 * size, 1.4 * size);
    let mut centers = seen.clone();
    centers.sort_by(|a, b| a.distance_sq(middle.to_pos2()).total_cmp(&b.distance_sq(middle.to_pos2())));
    centers.truncate(PLACES);
    let beyond = view.scale + plate.y / 2.0;
    centers.push(extent.center_top() - vec2(0.0, beyond));
    centers.push(extent.center_bottom() + vec2(0.0, beyond));
    let places = centers.into_iter().map(|center| Rect::from_center_size(center, plate)).collect();
    (!seen.is_empty()).then(|| Label { text, note: String::new(), size, edge: Some(paint(zone, colors)), places })
}

/// Draws a house at the upper left of the zone's central cell.
fn house(view: &Viewport, cell: Cell, paint: Color32) -> Shape {
    let center = view.center(cell) + vec2(-0.5, -0.44) * view.scale;
    let size = (0.22 * view.scale).max(4.0);
    let corner = |x: f32, y: f32| center + vec2(x, y) * size;
    let points = vec![corner(0.0, -1.1), corner(0.9, -0.2), corner(0.9, 0.9), corner(-0.9, 0.9), corner(-0.9, -0.2)];
    let edge = Pen::new((view.scale * 0.04).max(1.0), readable_on(paint));
    Shape::Polygon { points, fill: paint, edge: Some(edge) }
}

fn paint(zone: &ZoneView, colors: &Palette) -> Color32 {
    parse_color(&zone.color).unwrap_or(colors.accent)
}

/// The visible cells and a margin.
fn visible(view: &Viewport) -> Option<Bounds> {
    let seen = Rect::from_min_max(view.unplace(view.clip.min), view.unplace(view.clip.max));
    let (columns, rows) = view.grid.visible(seen.expand(6.0))?;
    Some(Bounds { from: [columns[0], rows[0]], to: [columns[1], rows[1]] })
}

/// The visible cells of a zone.
fn seen<'z>(view: &Viewport, zone: &'z ZoneView) -> impl Iterator<Item = Cell> + use<'z> {
    let runs = visible(view).into_iter().flat_map(|visible| zone.cells.within(visible));
    runs.flat_map(|(row, [first, last])| (first..=last).map(move |column| [column, row]))
}

/// Hatches a cell with lines that continue in the neighbouring cells.
fn hatch(view: &Viewport, cell: Cell, degrees: f32, paint: Color32, shapes: &mut Vec<Shape>) {
    let pen = Pen::new((view.scale * 0.03).clamp(0.8, 2.0), paint.gamma_multiply(0.55));
    let lines = hatch::lines(view, &view.outline(cell, 1.0), degrees, APART);
    shapes.extend(lines.into_iter().map(|ends| Shape::line(ends, pen)));
}

/// The sides of cells, to draw those at which a zone ends.
struct Sides {
    grid: Grid,
    /// By direction, the ends of the side relative to the centre of the cell, slightly inset, in points.
    ends: Vec<[Vec2; 2]>,
}

impl Sides {
    fn of(view: &Viewport, ground: &Ground) -> Self {
        let grid = Grid::new(ground.geometry.without_vertex_neighbours());
        let (inner, half) = grid.side();
        let ends = |direction: u8| {
            let ahead = grid.direction(direction);
            let (middle, side) = (ahead * (inner * 0.94), ahead.rot90() * half);
            [middle + side, middle - side].map(|end| end * view.scale)
        };
        Self { grid, ends: (0..grid.directions()).map(ends).collect() }
    }

    /// Returns the sides of these cells, beyond which the region ends.
    fn around(&self, view: &Viewport, region: &Region, cells: &[Cell]) -> Vec<Vec<Pos2>> {
        let Some(inside) = visible(view).map(|bounds| Mask::of(region, bounds)) else { return Vec::new() };
        let mut around = Vec::new();
        for &cell in cells {
            let center = view.center(cell);
            for (direction, ends) in self.ends.iter().enumerate() {
                let beside = self.grid.geometry().neighbour(cell, direction);
                if !beside.is_some_and(|beside| inside.contains(beside)) {
                    around.push(ends.map(|end| center + end).to_vec());
                }
            }
        }
        around
    }
}

/// The cells of a region within bounds, for many quick look-ups.
struct Mask {
    bounds: Bounds,
    inside: Vec<bool>,
}

impl Mask {
    fn of(region: &Region, bounds: Bounds) -> Self {
        let mut mask = Self { bounds, inside: vec![false; bounds.count()] };
        for (row, [first, last]) in region.within(bounds) {
            let [from, to] = [first, last].map(|column| mask.index([column, row]));
            mask.inside[from..=to].fill(true);
        }
        mask
    }

    fn contains(&self, cell: Cell) -> bool {
        self.bounds.contains(cell) && self.inside[self.index(cell)]
    }

    fn index(&self, [column, row]: Cell) -> usize {
        let Bounds { from, to } = self.bounds;
        let width = (to[0] - from[0] + 1) as usize;
        (row - from[1]) as usize * width + (column - from[0]) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_round_cells_is_as_long_as_the_sides_that_others_do_not_share() {
        // A ring with a hole, a cell that touches it only at a corner, and a separate cell far below.
        let cells: Region =
            [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2], [3, 3], [7, 9]].into_iter().collect();
        let pieces = rim(cells.runs());
        let long: i32 = pieces.iter().map(|[from, to]| (to[0] - from[0]).abs() + (to[1] - from[1]).abs()).sum();
        assert_eq!(long, 12 + 4 + 4 + 4, "{pieces:?}");
        assert!(pieces.contains(&[[0, 0], [3, 0]]) && pieces.contains(&[[0, 0], [0, 3]]), "{pieces:?}");
        assert_eq!(rim(&[]), [[[0_i32; 2]; 2]; 0]);
    }
}

//! Elevation: higher cells are lighter, and the edge of a higher cell is a ledge.

use egui::{Color32, vec2};
use foeman_engine::display::Ground;

use super::Viewport;
use super::grid::Grid;
use super::shape::{Pen, Shape, mix};
use crate::theme::{parse_color, readable_on};

/// The minimum scale at which levels are shown, in points per hex radius.
const NUMBERED: f32 = 24.0;
/// How much lighter a cell is per level, of 255.
const LIGHTER: u8 = 16;

/// Returns the highlights of higher cells and the ledges round them.
pub fn ledges(view: &Viewport, ground: &Ground) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let grid = Grid::new(ground.geometry.without_vertex_neighbours());
    let (inner, half) = grid.side();
    for cell in view.cells() {
        let level = ground.level(cell);
        if level == 0 {
            continue;
        }
        shapes.push(Shape::fill(view.outline(cell, 1.0), Color32::from_white_alpha(level.saturating_mul(LIGHTER))));
        for direction in 0..grid.directions() {
            let Some(beside) = grid.geometry().neighbour(cell, usize::from(direction)) else { continue };
            let fall = level.saturating_sub(ground.level(beside));
            if fall == 0 {
                continue;
            }
            let ahead = grid.direction(direction);
            let (middle, side) = (ahead * inner, ahead.rot90() * half);
            let at = |way| view.center(cell) + way * view.scale;
            let width = (view.scale * 0.05 * f32::from(fall.min(4))).max(1.0);
            let pen = Pen::new(width, Color32::from_black_alpha(150));
            shapes.push(Shape::line(vec![at(middle + side), at(middle - side)], pen));
        }
    }
    shapes
}

/// Returns the level of each cell above the lowest level; none if the cells are too small.
pub fn numbers(view: &Viewport, ground: &Ground) -> Vec<Shape> {
    if view.scale < NUMBERED {
        return Vec::new();
    }
    let size = (view.scale * 0.26).clamp(9.0, 16.0);
    let number = |cell| {
        let level = Some(ground.level(cell)).filter(|level| *level > 0)?;
        let paint = parse_color(&ground.terrain(cell)?.color)?;
        let color = mix(paint, readable_on(paint), 0.75);
        let at = view.center(cell) + vec2(0.5, 0.52) * view.scale;
        Some(Shape::Text { at, size, color, text: format!("+{level}") })
    };
    view.cells().filter_map(number).collect()
}

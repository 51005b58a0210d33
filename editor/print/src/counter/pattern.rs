//! Patterns that tell sides apart without colour.

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_scene::shape::{Pen, Shape};

use crate::page::Mark;

/// The lines and dots of patterns.
const LINE: Color32 = Color32::from_rgb(0x70, 0x70, 0x70);
/// The distance between lines.
const APART: f32 = 1.5;

/// Returns the pattern of a side in a rectangle; the first side has none. From the eighth side on, patterns repeat.
pub(super) fn pattern(side: usize, rect: Rect) -> Vec<Mark> {
    match side % 8 {
        0 => Vec::new(),
        1 => lines(rect, vec2(1.0, 1.0)),
        2 => dots(rect),
        3 => lines(rect, vec2(0.0, 1.0)),
        4 => [lines(rect, vec2(1.0, 1.0)), lines(rect, vec2(1.0, -1.0))].concat(),
        5 => lines(rect, vec2(1.0, -1.0)),
        6 => lines(rect, vec2(1.0, 0.0)),
        _ => [lines(rect, vec2(0.0, 1.0)), lines(rect, vec2(1.0, 0.0))].concat(),
    }
}

/// Returns parallel lines across a rectangle; `across` is the direction from one to the next.
fn lines(rect: Rect, across: Vec2) -> Vec<Mark> {
    let across = across.normalized();
    let reach = rect.size().length() / 2.0;
    let count = (reach / APART).ceil() as i32;
    let line = |n: i32| {
        let foot = rect.center() + across * (n as f32 * APART);
        let along = across.rot90() * reach;
        Mark::Shape(Shape::line(vec![foot - along, foot + along], Pen::new(0.18, LINE)))
    };
    (-count..=count).map(line).collect()
}

/// Returns dots in a rectangle, every second row shifted.
fn dots(rect: Rect) -> Vec<Mark> {
    let rows = (rect.height() / APART).ceil() as i32;
    let columns = (rect.width() / APART).ceil() as i32;
    let dot = |row: i32, column: i32| {
        let shift = if row % 2 == 0 { 0.0 } else { APART / 2.0 };
        let center: Pos2 = pos2(rect.left() + shift + column as f32 * APART, rect.top() + row as f32 * APART);
        Mark::Shape(Shape::Circle { center, radius: 0.24, fill: LINE })
    };
    (0..=rows).flat_map(|row| (0..=columns).map(move |column| dot(row, column))).collect()
}

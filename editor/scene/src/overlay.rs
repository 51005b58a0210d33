//! Map overlays: rules information per cell, such as reach or odds, as colours, patterns and numbers.
//!
//! Scales grow darker and more densely hatched from near to far. Kinds differ in colour and in hatching, so that both
//! can be read without colour.

use egui::{Color32, Pos2, Vec2};
use foeman_engine::map_query::{Overlay, Shade, SightLine};
use foeman_schema::grid::Cell;

use super::Viewport;
use super::hatch;
use super::shape::{Pen, Shape};
use crate::theme::{Palette, readable_on};

/// The minimum scale at which cells are hatched, in points per hex radius.
const HATCHED: f32 = 10.0;
/// The minimum scale at which numbers are shown, in points per hex radius.
const NUMBERED: f32 = 17.0;
/// The maximum number of numbers shown; more would not be readable.
const MOST_NUMBERS: usize = 2_500;
/// A sequential scale, readable with colour vision deficiency.
const SCALE: [Color32; 5] = [
    Color32::from_rgb(0xf6, 0xe6, 0x2a),
    Color32::from_rgb(0x6c, 0xcd, 0x5a),
    Color32::from_rgb(0x1f, 0x98, 0x8b),
    Color32::from_rgb(0x37, 0x5a, 0x8c),
    Color32::from_rgb(0x44, 0x01, 0x54),
];
/// Colours of kinds, from the palette of Okabe and Ito.
const KINDS: [Color32; 4] = [
    Color32::from_rgb(0x2f, 0x8f, 0xd0),
    Color32::from_rgb(0xe6, 0x9f, 0x00),
    Color32::from_rgb(0xd5, 0x5e, 0x00),
    Color32::from_rgb(0xcc, 0x79, 0xa7),
];
/// The veil over hidden cells.
const VEIL: Color32 = Color32::from_rgb(0x10, 0x12, 0x18);

/// Hatching lines across a cell: their directions in degrees, and their spacing in radii.
type Hatching = (&'static [f32], f32);

/// Returns the colour of a shade.
pub fn color(shade: Shade) -> Color32 {
    match shade {
        Shade::Scale(step) => SCALE[usize::from(step).min(SCALE.len() - 1)],
        Shade::Kind(kind) => KINDS[usize::from(kind) % KINDS.len()],
        Shade::Veil => VEIL,
    }
}

/// Returns the translucent colour of a shade over the ground.
pub fn tint(shade: Shade) -> Color32 {
    color(shade).gamma_multiply(if shade == Shade::Veil { 0.5 } else { 0.45 })
}

fn hatching(shade: Shade) -> Option<Hatching> {
    match shade {
        Shade::Scale(0) => None,
        Shade::Scale(1) => Some((&[0.0], 1.1)),
        Shade::Scale(2) => Some((&[0.0], 0.6)),
        Shade::Scale(3) => Some((&[0.0, 90.0], 0.75)),
        Shade::Scale(_) => Some((&[0.0, 90.0], 0.45)),
        Shade::Kind(0) => Some((&[30.0], 0.5)),
        Shade::Kind(1) => Some((&[150.0], 0.5)),
        Shade::Kind(2) => Some((&[30.0, 150.0], 0.5)),
        Shade::Kind(_) => Some((&[90.0], 0.5)),
        Shade::Veil => Some((&[60.0], 0.35)),
    }
}

/// Returns the colours and patterns of the visible cells, without text.
pub fn cells(view: &Viewport, overlay: &Overlay) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let seen = view.clip.expand(view.scale);
    for mark in overlay.marks.iter().filter(|mark| seen.contains(view.center(mark.cell))) {
        let Some(key) = overlay.keys.get(usize::from(mark.key)) else { continue };
        swatch(view, mark.cell, key.shade, &mut shapes);
    }
    shapes
}

/// Draws a cell with its colour and pattern.
pub fn swatch(view: &Viewport, cell: Cell, shade: Shade, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::fill(view.outline(cell, 0.97), tint(shade)));
    if view.scale < HATCHED {
        return;
    }
    let Some((directions, apart)) = hatching(shade) else { return };
    let (outline, color) = (view.outline(cell, 0.97), color(shade));
    let width = (view.scale * 0.045).clamp(1.0, 2.2);
    for degrees in directions {
        for ends in hatch::lines(view, &outline, *degrees, apart) {
            shapes.push(Shape::line(ends.clone(), Pen::new(width + 1.0, readable_on(color).gamma_multiply(0.35))));
            shapes.push(Shape::line(ends, Pen::new(width, color)));
        }
    }
}

/// Returns the numbers of the visible cells, each on a plate; none if the cells are too small.
pub fn numbers(view: &Viewport, overlay: &Overlay, colors: &Palette) -> Vec<Shape> {
    if view.scale < NUMBERED {
        return Vec::new();
    }
    let seen = view.clip.expand(view.scale);
    let marks = overlay.marks.iter().filter_map(|mark| Some((mark.cell, mark.number?)));
    let marks: Vec<_> = marks.filter(|(cell, _)| seen.contains(view.center(*cell))).take(MOST_NUMBERS + 1).collect();
    if marks.len() > MOST_NUMBERS {
        return Vec::new();
    }
    let size = (view.scale * 0.46).clamp(9.0, 17.0);
    let plate = |(cell, number): (Cell, u32)| {
        let (at, text) = (view.center(cell), number.to_string());
        let half = Vec2::new(size * (0.2 + 0.3 * text.len() as f32), 0.6 * size);
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|(x, y)| at + Vec2::new(x * half.x, y * half.y)).to_vec();
        let ground = Shape::fill(corners, colors.surface.gamma_multiply(0.85));
        [ground, Shape::Text { at, size, color: colors.strong, text }]
    };
    marks.into_iter().flat_map(plate).collect()
}

/// Draws a line of sight: solid if clear, crossed where it is blocked.
pub fn line(view: &Viewport, line: &SightLine, colors: &Palette) -> Vec<Shape> {
    let [from, to] = line.ends.map(|cell| view.center(cell));
    let color = if line.blocked.is_some() { colors.error } else { colors.good };
    let width = (view.scale * 0.08).clamp(2.0, 4.0);
    let casing = Pen::new(width + 2.5, readable_on(color).gamma_multiply(0.6));
    let mut shapes = Vec::new();
    match line.blocked {
        None => {
            for pen in [casing, Pen::new(width, color)] {
                shapes.push(Shape::line(vec![from, to], pen));
            }
        }
        Some(pair) => {
            let stop = pair.map(|cell| view.center(cell));
            let stop = stop[0].lerp(stop[1], 0.5);
            for pen in [casing, Pen::new(width, color)] {
                shapes.push(Shape::line(vec![from, stop], pen));
                shapes.extend(dashes(stop, to).map(|dash| Shape::line(dash, pen)));
                for arm in [Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)] {
                    let arm = arm * (view.scale * 0.4).max(6.0);
                    shapes.push(Shape::line(vec![stop - arm, stop + arm], pen));
                }
            }
        }
    }
    shapes
}

/// Splits a line into dashes.
fn dashes(from: Pos2, to: Pos2) -> impl Iterator<Item = Vec<Pos2>> {
    let count = ((to - from).length() / 14.0).ceil().clamp(1.0, 200.0);
    (0..count as usize).map(move |n| [0.0, 0.5].map(|part| from.lerp(to, (n as f32 + part) / count)).to_vec())
}

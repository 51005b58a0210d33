//! Items on the ground: a small disc with a blade, at the lower left of its hex.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Pos2, Rect, Vec2, vec2};
use foeman_engine::display::{Board, Thing};

use super::Viewport;
use super::connect::Ways;
use super::figure::side_color;
use super::picture::Pictures;
use super::shape::{Pen, Shape, mix};
use crate::theme::{LIGHT, Palette};

/// The minimum scale at which the blade is drawn, in points per hex radius.
const DRAWN: f32 = 14.0;
/// The minimum scale at which the number of items is shown, in points per hex radius.
const COUNTED: f32 = 24.0;
/// The position of the disc, in radii from the centre of the hex.
const PLACE: Vec2 = vec2(-0.44, 0.46);
/// The radius of the disc, in hex radii.
const SIZE: f32 = 0.2;
/// The width of an image that replaces the disc, in radii.
const PICTURED: f32 = 0.7;

/// Draws the items on the board, one disc per cell, with an edge in the colour of the owning side, if any.
pub fn things(view: &Viewport, board: &Board, colors: &Palette, pictures: &Pictures) -> Vec<Shape> {
    let center = |cell: [i32; 2]| view.center(cell) + PLACE * view.scale;
    let seen = view.clip.expand(view.scale);
    let mut cells: BTreeMap<[i32; 2], Vec<&Thing>> = BTreeMap::new();
    for thing in board.things.iter().filter(|thing| seen.contains(center(thing.cell))) {
        cells.entry(thing.cell).or_default().push(thing);
    }
    let mut shapes = Vec::new();
    for (cell, there) in cells {
        let edge = side_color(board, there[0].side, colors);
        let laid = there.iter().find_map(|thing| pictures.laid(&thing.images, 1.0));
        match laid.filter(|_| view.scale >= DRAWN) {
            Some(laid) => {
                let rect = Rect::from_center_size(center(cell), Vec2::splat(view.scale * PICTURED));
                shapes.push(Shape::whole(rect, Arc::clone(pictures.shown(&laid, cell, Ways::default()))));
            }
            None => disc(view, center(cell), there.len(), edge, &mut shapes),
        }
    }
    shapes
}

/// Returns the items in a cell.
pub fn on(board: &Board, cell: [i32; 2]) -> impl Iterator<Item = &Thing> {
    board.things.iter().filter(move |thing| thing.cell == cell)
}

fn disc(view: &Viewport, center: Pos2, count: usize, side: egui::Color32, shapes: &mut Vec<Shape>) {
    // Discs have the same colours in both themes.
    let (paper, ink) = (LIGHT.surface, LIGHT.strong);
    let radius = (SIZE * view.scale).max(1.6);
    shapes.push(Shape::Circle { center, radius: radius * 1.18, fill: mix(side, ink, 0.25) });
    shapes.push(Shape::Circle { center, radius: radius * 0.94, fill: paper });
    if view.scale < DRAWN {
        return;
    }
    if count > 1 && view.scale >= COUNTED {
        shapes.push(Shape::Text { at: center, size: radius * 1.4, color: ink, text: count.to_string() });
        return;
    }
    let at = |x: f32, y: f32| center + vec2(x, y) * radius;
    let pen = Pen::new((radius * 0.2).max(1.0), ink);
    shapes.push(Shape::line(vec![at(0.5, -0.5), at(-0.52, 0.52)], pen));
    shapes.push(Shape::line(vec![at(-0.48, -0.02), at(0.02, 0.48)], pen));
}

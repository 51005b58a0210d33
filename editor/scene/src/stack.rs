//! Stacks: for several figures of one side in a cell, the top one is drawn with the edges of the others and their
//! number.

use std::collections::BTreeMap;

use egui::{Color32, Rect, Vec2, vec2};
use foeman_engine::display::{NOBODY, Token};

use super::Viewport;
use super::marker::Marker;
use super::shape::{Pen, Shape, mix};
use crate::theme::{LIGHT, readable_on};

/// The minimum scale at which the number is shown, in points per hex radius.
const COUNTED: f32 = 9.0;
/// The maximum number of edges drawn below the top figure.
const EDGES: usize = 3;
/// The offset of each edge from the one above it, in radii.
const STEP: f32 = 0.07;

/// The stacks of figures on the board.
pub struct Stacks {
    /// By cell and side: the top figure and the number of figures.
    tops: BTreeMap<([i32; 2], usize), (u32, usize)>,
}

impl Stacks {
    /// Finds the visible stacks, from active figures of one cell in drawing order.
    pub fn of(view: &Viewport, order: &[&Token]) -> Self {
        let seen = view.clip.expand(2.0 * view.scale);
        let mut tops: BTreeMap<([i32; 2], usize), (u32, usize)> = BTreeMap::new();
        for token in order {
            if let Some(place) = place(token).filter(|(cell, _)| seen.contains(view.center(*cell))) {
                let count = tops.get(&place).map_or(0, |(_, count)| *count);
                tops.insert(place, (token.id, count + 1));
            }
        }
        Self { tops }
    }

    /// Whether another figure of the stack covers this one.
    pub fn hides(&self, token: &Token) -> bool {
        place(token).and_then(|place| self.tops.get(&place)).is_some_and(|(top, _)| *top != token.id)
    }

    /// The number of figures in the stack with `token` on top; 1 for a single figure.
    pub fn count(&self, token: &Token) -> usize {
        place(token).and_then(|place| self.tops.get(&place)).map_or(1, |(_, count)| *count)
    }
}

/// Returns the stack of a figure, if it can stack.
fn place(token: &Token) -> Option<([i32; 2], usize)> {
    match token.cells.as_slice() {
        [cell] if token.active && token.side != NOBODY => Some((*cell, token.side)),
        _ => None,
    }
}

/// Draws the edges of the figures below the top one.
pub(super) fn below(view: &Viewport, side: Color32, token: &Token, count: usize, shapes: &mut Vec<Shape>) {
    if !view.clip.expand(view.scale).contains(view.center(token.cells[0])) {
        return;
    }
    let line = mix(side, readable_on(side), 0.8);
    let edge = Some(Pen::new((view.scale * 0.04).max(1.0), line));
    for n in (1..count.min(EDGES + 1)).rev() {
        let aside = vec2(1.0, 1.0) * (STEP * n as f32 * view.scale);
        let body = Marker::new(view, token, None).body.iter().map(|point| *point + aside).collect();
        shapes.push(Shape::Polygon { points: body, fill: mix(side, line, 0.25), edge });
    }
}

/// Returns the area of the number of figures; `None` if the scale is too small for it.
pub(super) fn counter(view: &Viewport, token: &Token) -> Option<Rect> {
    let center = view.center(*token.cells.first()?) + vec2(0.46, -0.46) * view.scale;
    let radius = (0.22 * view.scale).max(6.0) * 1.14;
    (view.scale >= COUNTED).then(|| Rect::from_center_size(center, Vec2::splat(2.0 * radius)))
}

/// Draws the number of figures at the upper right.
pub(super) fn number(view: &Viewport, token: &Token, count: usize, shapes: &mut Vec<Shape>) {
    let Some(counter) = counter(view, token) else { return };
    let center = counter.center();
    if !view.clip.expand(view.scale).contains(center) {
        return;
    }
    // Counters have the same colours in both themes.
    let radius = counter.width() / 2.28;
    shapes.push(Shape::Circle { center, radius: radius * 1.14, fill: LIGHT.strong });
    shapes.push(Shape::Circle { center, radius, fill: LIGHT.surface });
    shapes.push(Shape::Text { at: center, size: radius * 1.4, color: LIGHT.strong, text: count.to_string() });
}

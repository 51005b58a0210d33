//! Health ring: a ring round a figure's hexes that empties, and changes colour when little health is left.

use std::f32::consts::TAU;

use egui::{Color32, Pos2, Vec2};
use foeman_engine::display::Token;

use super::Viewport;
use super::outline::border;
use super::shape::{Pen, Shape};
use crate::theme::Palette;

/// The radius of the ring of a figure of one hex, in hex radii.
const RING: f32 = 0.76;
/// The distance of the ring of a larger figure from the border of its hexes, in radii.
const INSET: f32 = 0.14;

/// Draws a figure's health.
pub fn health(view: &Viewport, token: &Token, colors: &Palette, shapes: &mut Vec<Shape>) {
    let (left, full) = token.health;
    if full <= 0 {
        return;
    }
    let share = (left as f32 / full as f32).clamp(0.0, 1.0);
    let width = (view.scale * 0.085).max(1.5);
    let paint = if share > 0.5 {
        colors.good
    } else if share > 0.25 {
        colors.warning
    } else {
        colors.error
    };
    let ring = ring(view, token);
    shapes.push(Shape::line(
        ring.clone(),
        Pen::new(width + (view.scale * 0.04).max(1.0), Color32::from_black_alpha(110)),
    ));
    let lit = part(&ring, share);
    if lit.len() > 1 {
        shapes.push(Shape::line(lit, Pen::new(width, paint)));
    }
}

/// A closed line round a figure's centre, or along the border of its hexes, clockwise from the top.
fn ring(view: &Viewport, token: &Token) -> Vec<Pos2> {
    let mut ring: Vec<Pos2> = match token.cells.as_slice() {
        [cell] => {
            let center = view.center(*cell);
            (0..48).map(|n| center + Vec2::angled(TAU * n as f32 / 48.0) * (view.scale * RING)).collect()
        }
        cells => {
            let mut border = border(view, cells, INSET);
            border.pop();
            border
        }
    };
    let first = (0..ring.len()).min_by(|a, b| ring[*a].y.total_cmp(&ring[*b].y)).unwrap_or_default();
    ring.rotate_left(first);
    ring.extend(ring.first().copied());
    ring
}

/// Returns the first `share` of a line.
fn part(line: &[Pos2], share: f32) -> Vec<Pos2> {
    let length: f32 = line.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let mut room = length * share;
    let mut part: Vec<Pos2> = line.first().copied().into_iter().collect();
    for ends in line.windows(2) {
        let step = ends[0].distance(ends[1]);
        if room <= 0.0 {
            break;
        }
        part.push(if step <= room { ends[1] } else { ends[0].lerp(ends[1], room / step) });
        room -= step;
    }
    part
}

//! Figures on a map: markers drawn by code, with facing point, health ring and name.

use std::f32::consts::TAU;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use foeman_rules::told::{Board, Token};

use super::canvas::Canvas;
use super::theme::{Palette, parse_color, readable_on};

/// Points for a hex's radius from which on names are written.
const NAMED: f32 = 20.0;

/// Draws all figures of a board: those out of the fight first, so that they lie below the others.
pub fn ui(canvas: &Canvas, board: &Board, colors: &Palette, highlight: Option<u32>, acting: Option<u32>) {
    let mut order: Vec<&Token> = board.tokens.iter().filter(|token| !token.cells.is_empty()).collect();
    order.sort_by_key(|token| (token.active, Some(token.id) == highlight));
    for token in &order {
        draw(canvas, board, token, colors, Some(token.id) == highlight, Some(token.id) == acting);
    }
    if canvas.scale() >= NAMED {
        // Names lie over all markers; where two would meet, that of the more important figure stays; no marker is covered.
        let marker = Vec2::splat(canvas.scale() * 0.9);
        let mut taken: Vec<Rect> = order
            .iter()
            .flat_map(|token| &token.cells)
            .map(|&cell| Rect::from_center_size(canvas.center(cell), marker))
            .collect();
        for token in order.iter().rev().filter(|token| token.active || Some(token.id) == highlight) {
            name(canvas, token, colors, &mut taken);
        }
    }
}

/// The token that stands on a cell; one that takes part before one that does not.
pub fn on(board: &Board, cell: [i32; 2]) -> Option<&Token> {
    let mut there = board.tokens.iter().filter(|token| token.cells.contains(&cell));
    let first = there.next()?;
    Some(if first.active { first } else { there.find(|token| token.active).unwrap_or(first) })
}

/// The colour of a side.
pub fn side_color(board: &Board, side: usize, colors: &Palette) -> Color32 {
    board.sides.get(side).and_then(|side| parse_color(&side.color)).unwrap_or(colors.weak)
}

fn draw(canvas: &Canvas, board: &Board, token: &Token, colors: &Palette, highlight: bool, acting: bool) {
    let scale = canvas.scale();
    let side = side_color(board, token.side, colors);
    let paint = if token.active { side } else { grey(side) };
    let ink = readable_on(paint);
    let Some((&head, rest)) = token.cells.split_first() else { return };
    for &cell in rest {
        canvas.painter.add(Shape::convex_polygon(canvas.outline(cell, 0.72), paint.gamma_multiply(0.75), Stroke::NONE));
        canvas.painter.line_segment(
            [canvas.center(head), canvas.center(cell)],
            Stroke::new(scale * 0.5, paint.gamma_multiply(0.75)),
        );
    }
    let center = canvas.center(head);
    if highlight || acting {
        let stroke = Stroke::new((scale * 0.09).max(2.0), if highlight { colors.accent } else { colors.warning });
        for &cell in &token.cells {
            canvas.ring(cell, stroke);
        }
    }
    let forward = token.facing.map_or(vec2(0.0, -1.0), |facing| canvas.grid.direction(facing));
    let edge = Stroke::new((scale * 0.05).max(1.0), ink.gamma_multiply(0.85));
    let body = body(token.side, token.facing.is_some());
    let points: Vec<Pos2> = body.iter().map(|point| center + turned(*point, forward) * scale).collect();
    let shadow: Vec<Pos2> = points.iter().map(|point| *point + vec2(0.0, scale * 0.05)).collect();
    canvas.painter.add(Shape::convex_polygon(shadow, Color32::from_black_alpha(60), Stroke::NONE));
    canvas.painter.add(Shape::convex_polygon(points, paint, edge));
    if scale < 9.0 {
        return;
    }
    if token.active {
        health(canvas, center, token, colors);
    } else {
        let arm = Vec2::splat(scale * 0.3);
        let stroke = Stroke::new((scale * 0.08).max(1.5), ink);
        canvas.painter.line_segment([center - arm, center + arm], stroke);
        canvas.painter.line_segment([center + vec2(-arm.x, arm.y), center + vec2(arm.x, -arm.y)], stroke);
    }
    if scale >= 14.0 && token.active {
        let size = (scale * 0.46).clamp(9.0, 30.0);
        canvas.painter.text(
            center - forward * (scale * 0.06),
            Align2::CENTER_CENTER,
            initials(&token.name),
            FontId::proportional(size),
            ink,
        );
    }
}

/// The outline of a marker looking to the right, one shape for each side, with a point where it looks.
fn body(side: usize, faces: bool) -> Vec<Vec2> {
    let mut points = match side % 4 {
        0 => vec![vec2(0.30, 0.42), vec2(-0.46, 0.42), vec2(-0.46, -0.42), vec2(0.30, -0.42)],
        1 => (2..=18).map(|n| Vec2::angled(TAU * n as f32 / 20.0) * 0.48).collect(),
        2 => vec![vec2(0.24, 0.44), vec2(-0.24, 0.44), vec2(-0.52, 0.0), vec2(-0.24, -0.44), vec2(0.24, -0.44)],
        _ => vec![vec2(0.0, 0.52), vec2(-0.52, 0.0), vec2(0.0, -0.52)],
    };
    points.push(if faces { vec2(0.66, 0.0) } else { vec2(0.48, 0.0) });
    points
}

fn turned(point: Vec2, forward: Vec2) -> Vec2 {
    vec2(point.x * forward.x - point.y * forward.y, point.x * forward.y + point.y * forward.x)
}

/// How much is left: a ring that empties, and changes colour when little is left.
fn health(canvas: &Canvas, center: Pos2, token: &Token, colors: &Palette) {
    let (left, full) = token.health;
    if full <= 0 {
        return;
    }
    let share = (left as f32 / full as f32).clamp(0.0, 1.0);
    let radius = canvas.scale() * 0.76;
    let width = (canvas.scale() * 0.09).max(1.5);
    let paint = if share > 0.5 {
        colors.good
    } else if share > 0.25 {
        colors.warning
    } else {
        colors.error
    };
    let arc = |share: f32| -> Vec<Pos2> {
        let steps = ((48.0 * share).ceil() as usize).max(1);
        (0..=steps)
            .map(|step| {
                let (sin, cos) = (TAU * share * step as f32 / steps as f32).sin_cos();
                center + vec2(sin, -cos) * radius
            })
            .collect()
    };
    canvas.painter.add(Shape::line(arc(1.0), Stroke::new(width, Color32::from_black_alpha(70))));
    if share > 0.0 {
        canvas.painter.add(Shape::line(arc(share), Stroke::new(width, paint)));
    }
}

/// Writes a figure's name below its marker, or above it where another marker or name is in the way, or not at all.
fn name(canvas: &Canvas, token: &Token, colors: &Palette, taken: &mut Vec<Rect>) {
    let Some(&head) = token.cells.first() else { return };
    let font = FontId::proportional((canvas.scale() * 0.26).clamp(10.0, 15.0));
    let mut job = LayoutJob::single_section(token.name.clone(), TextFormat::simple(font, colors.strong));
    job.wrap = TextWrapping::truncate_at_width((canvas.scale() * 4.0).max(90.0));
    let galley = canvas.painter.layout_job(job);
    let middle = canvas.center(head);
    let below = middle + vec2(-galley.size().x / 2.0, canvas.scale() * 0.62);
    let above = middle - vec2(galley.size().x / 2.0, canvas.scale() * 0.62 + galley.size().y);
    let plate = |at| Rect::from_min_size(at, galley.size()).expand2(vec2(4.0, 1.0));
    let free = |at: &Pos2| {
        let plate = plate(*at);
        !taken.iter().any(|other| other.intersects(plate) && !other.contains(middle))
    };
    let Some(at) = [below, above].into_iter().find(free) else { return };
    let plate = plate(at);
    taken.push(plate);
    canvas.painter.rect_filled(plate, 4, colors.surface.gamma_multiply(0.88));
    canvas.painter.galley(at, galley, colors.strong);
}

fn initials(name: &str) -> String {
    let mut words = name.split_whitespace().filter_map(|word| word.chars().next());
    let first = words.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    match words.next_back() {
        Some(last) => first + &last.to_uppercase().to_string(),
        None => first,
    }
}

fn grey(color: Color32) -> Color32 {
    let mean = (u16::from(color.r()) + u16::from(color.g()) + u16::from(color.b())) / 3;
    let mix = |channel: u8| ((u16::from(channel) + 4 * mean + 128) / 6) as u8;
    Color32::from_rgb(mix(color.r()), mix(color.g()), mix(color.b()))
}

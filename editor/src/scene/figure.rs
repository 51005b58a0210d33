//! Figures: markers with a point where they look, initials, a ring for their health and their name.

use std::f32::consts::TAU;

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_rules::told::{Board, Token};

use super::View;
use super::label::{Label, place_labels};
use super::shape::{Pen, Shape, mix};
use super::text;
use crate::window::theme::{Palette, parse_color, readable_on};

/// Points for a hex's radius from which on names are written.
const NAMED: f32 = 20.0;
/// Points for a hex's radius from which on health is shown.
const HEALTH: f32 = 9.0;
/// Points for a hex's radius from which on initials are written.
const INITIALS: f32 = 13.0;
/// How far the health ring lies from the centre, in radii of a hex.
const RING: f32 = 0.76;

/// Which figures stand out, by id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Emphasis {
    /// The one that is selected.
    pub highlight: Option<u32>,
    /// The one whose turn it is.
    pub acting: Option<u32>,
}

/// The markers of all figures on the board: those out of the fight first, so that they lie below the others.
pub fn figures(view: &View, board: &Board, colors: &Palette, emphasis: Emphasis) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for token in in_order(board, emphasis) {
        marker(view, board, token, colors, emphasis, &mut shapes);
    }
    shapes
}

/// The names of the figures that take part, so placed that they do not cover each other.
pub fn names(view: &View, board: &Board, colors: &Palette, emphasis: Emphasis) -> Vec<Shape> {
    if view.scale < NAMED {
        return Vec::new();
    }
    let order = in_order(board, emphasis);
    let named = order.iter().rev().filter(|token| token.active || Some(token.id) == emphasis.highlight);
    let wanted: Vec<Label> = named.filter_map(|token| label(view, token)).collect();
    let markers: Vec<Rect> = order.iter().filter(|token| token.active).map(|token| extent(view, token, 0.6)).collect();
    let plate = mix(colors.surface, colors.strong, 0.04);
    let mut shapes = Vec::new();
    for (label, rect) in place_labels(&wanted, &markers, view.clip) {
        let edge = Some(Pen::new(1.0, colors.line));
        shapes.push(Shape::Polygon { points: rounded(rect, 4.0), fill: plate, edge });
        let text = label.text.clone();
        shapes.push(Shape::Text { at: rect.center(), size: label.size, color: colors.strong, text });
    }
    shapes
}

/// The colour of a side.
pub fn side_color(board: &Board, side: usize, colors: &Palette) -> Color32 {
    board.sides.get(side).and_then(|side| parse_color(&side.color)).unwrap_or(colors.weak)
}

/// The rectangle round a figure's cells, `share` of a radius from their centres.
pub fn extent(view: &View, token: &Token, share: f32) -> Rect {
    let mut extent = Rect::NOTHING;
    token.cells.iter().for_each(|cell| extent.extend_with(view.center(*cell)));
    extent.expand(view.scale * share)
}

/// The figures on the board that can be seen, the less important first.
fn in_order(board: &Board, emphasis: Emphasis) -> Vec<&Token> {
    let mut order: Vec<&Token> = board.tokens.iter().filter(|token| !token.cells.is_empty()).collect();
    order.sort_by_key(|token| (token.active, Some(token.id) == emphasis.highlight));
    order
}

fn marker(view: &View, board: &Board, token: &Token, colors: &Palette, emphasis: Emphasis, shapes: &mut Vec<Shape>) {
    if !extent(view, token, 1.0).intersects(view.clip) {
        return;
    }
    let scale = view.scale;
    let side = side_color(board, token.side, colors);
    let paint = if token.active { side } else { grey(side) };
    let ink = readable_on(paint);
    let (highlight, acting) = (emphasis.highlight == Some(token.id), emphasis.acting == Some(token.id));
    if highlight || acting {
        let pen = Pen::new((scale * 0.09).max(2.0), if highlight { colors.accent } else { colors.warning });
        for &cell in &token.cells {
            let mut ring = view.outline(cell, 0.94);
            ring.push(ring[0]);
            shapes.push(Shape::line(ring, pen));
        }
    }
    let forward = token.facing.map_or(vec2(0.0, -1.0), |facing| view.grid.direction(facing));
    let points = outline(view, token, forward);
    let shadow = points.iter().map(|point| *point + vec2(0.0, scale * 0.06)).collect();
    if scale >= HEALTH && token.active {
        health(view, token, colors, shapes);
    }
    shapes.push(Shape::fill(shadow, Color32::from_black_alpha(70)));
    let edge = Some(Pen::new((scale * 0.05).max(1.0), mix(paint, ink, 0.8)));
    shapes.push(Shape::Polygon { points, fill: paint, edge });
    if scale < HEALTH {
        return;
    }
    let middle = extent(view, token, 0.0).center();
    if !token.active {
        let arm = scale * 0.3;
        let pen = Pen::new((scale * 0.08).max(1.5), ink);
        for arm in [vec2(arm, arm), vec2(arm, -arm)] {
            shapes.push(Shape::line(vec![middle - arm, middle + arm], pen));
        }
    } else if scale >= INITIALS {
        let at = middle - forward * (scale * 0.05);
        let size = (scale * 0.44).clamp(7.0, 64.0);
        shapes.push(Shape::Text { at, size, color: ink, text: initials(&token.name) });
    }
}

/// The outline of a marker: the side's shape on each of its cells, with one skin round all, and a point where it looks.
fn outline(view: &View, token: &Token, forward: Vec2) -> Vec<Pos2> {
    let mut points = Vec::new();
    for (n, &cell) in token.cells.iter().enumerate() {
        let center = view.center(cell);
        let mut body = body(token.side);
        if n == 0 && token.facing.is_some() {
            body.push(vec2(0.68, 0.0));
        }
        points.extend(body.iter().map(|point| center + turned(*point, forward) * view.scale));
    }
    hull(points)
}

/// The outline of a marker of one hex looking to the right, one shape for each side.
fn body(side: usize) -> Vec<Vec2> {
    match side % 4 {
        0 => vec![vec2(0.30, 0.42), vec2(-0.46, 0.42), vec2(-0.46, -0.42), vec2(0.30, -0.42)],
        1 => (0..20).map(|n| Vec2::angled(TAU * n as f32 / 20.0) * 0.48).collect(),
        2 => vec![vec2(0.24, 0.44), vec2(-0.24, 0.44), vec2(-0.52, 0.0), vec2(-0.24, -0.44), vec2(0.24, -0.44)],
        _ => vec![vec2(0.0, 0.52), vec2(-0.52, 0.0), vec2(0.0, -0.52), vec2(0.3, 0.0)],
    }
}

fn turned(point: Vec2, forward: Vec2) -> Vec2 {
    vec2(point.x * forward.x - point.y * forward.y, point.x * forward.y + point.y * forward.x)
}

/// The convex hull of some points, clockwise on screen.
fn hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                let (to_b, to_point) = (b - a, point - a);
                if to_b.x * to_point.y - to_b.y * to_point.x > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

/// How much is left: a ring that empties, and changes colour when little is left.
fn health(view: &View, token: &Token, colors: &Palette, shapes: &mut Vec<Shape>) {
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

/// A closed line round a figure's cells, from its top clockwise.
fn ring(view: &View, token: &Token) -> Vec<Pos2> {
    let disc = |cell: &[i32; 2]| {
        let center = view.center(*cell);
        (0..48).map(move |n| center + Vec2::angled(TAU * n as f32 / 48.0) * (view.scale * RING)).collect::<Vec<_>>()
    };
    let mut ring = hull(token.cells.iter().flat_map(disc).collect());
    let middle = extent(view, token, 0.0).center().x;
    let top = |point: &Pos2| point.y + (point.x - middle).abs() * 0.01;
    let first = (0..ring.len()).min_by(|a, b| top(&ring[*a]).total_cmp(&top(&ring[*b]))).unwrap_or_default();
    ring.rotate_left(first);
    ring.extend(ring.first().copied());
    ring
}

/// The first part of a line.
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

/// A figure's name with the places it may have: below its marker, above, right and left.
fn label(view: &View, token: &Token) -> Option<Label> {
    let marker = extent(view, token, 0.62);
    if !marker.intersects(view.clip) {
        return None;
    }
    let size = (view.scale * 0.26).clamp(10.0, 18.0);
    let text = text::shortened(&token.name, size, (view.scale * 4.0).max(90.0));
    let plate = vec2(text::width(&text, size) + 0.7 * size, 1.35 * size);
    let (across, down) = (vec2(plate.x / 2.0, 0.0), vec2(0.0, plate.y / 2.0));
    let places = [
        marker.center_bottom() + down,
        marker.center_top() - down,
        pos2(marker.right() + 0.1 * view.scale, marker.bottom()) + across,
        pos2(marker.left() - 0.1 * view.scale, marker.bottom()) - across,
        pos2(marker.right() + 0.1 * view.scale, marker.top()) + across,
        pos2(marker.left() - 0.1 * view.scale, marker.top()) - across,
    ];
    Some(Label { text, size, places: places.map(|center| Rect::from_center_size(center, plate)).to_vec() })
}

/// A rectangle with round corners.
fn rounded(rect: Rect, radius: f32) -> Vec<Pos2> {
    let inner = rect.shrink(radius);
    let corners = [inner.right_bottom(), inner.left_bottom(), inner.left_top(), inner.right_top()];
    let arc = |(n, corner): (usize, Pos2)| {
        (0..=4).map(move |step| corner + Vec2::angled(TAU / 4.0 * (n as f32 + step as f32 / 4.0)) * radius)
    };
    corners.into_iter().enumerate().flat_map(arc).collect()
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
    mix(color, Color32::from_gray(mean as u8), 0.8)
}

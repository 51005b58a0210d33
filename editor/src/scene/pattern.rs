//! Patterns of terrains, drawn by code. Each cell has its own, the same every time.

use std::f32::consts::TAU;

use egui::{Color32, Pos2, Vec2, pos2, vec2};
use foeman_schema::catalogs::board::Pattern;

use super::View;
use super::shape::{Pen, Shape, mix};

/// How far apart hatching and waves lie, in radii of a hex.
const SPACING: f32 = 0.433_012_7;

/// Draws the pattern of a cell whose colour is `paint`.
pub fn draw(view: &View, cell: [i32; 2], pattern: Pattern, paint: Color32, shapes: &mut Vec<Shape>) {
    let mut chance = Chance::of(cell);
    let brush = Brush { view, cell, paint, center: view.center(cell) };
    match pattern {
        Pattern::Plain => {}
        Pattern::Dots => brush.dots(&mut chance, shapes),
        Pattern::Tufts => brush.tufts(&mut chance, shapes),
        Pattern::Stones => brush.stones(&mut chance, shapes),
        Pattern::Hatch => brush.hatch(shapes),
        Pattern::Waves => brush.waves(shapes),
    }
}

struct Brush<'a> {
    view: &'a View,
    cell: [i32; 2],
    paint: Color32,
    center: Pos2,
}

impl Brush<'_> {
    fn dark(&self, share: f32) -> Color32 {
        mix(self.paint, Color32::BLACK, share)
    }

    fn light(&self, share: f32) -> Color32 {
        mix(self.paint, Color32::WHITE, share)
    }

    fn pen(&self, width: f32, color: Color32) -> Pen {
        Pen::new((self.view.scale * width).max(0.8), color)
    }

    /// Fewer marks where the cells are small.
    fn count(&self, near: usize) -> usize {
        if self.view.scale < 20.0 { near.div_ceil(2) } else { near }
    }

    fn dots(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let count = self.count(12);
        for n in 0..count {
            let center = self.center + chance.spread(n, count, 0.8) * self.view.scale;
            let fill = if n % 3 == 2 { self.light(0.45) } else { self.dark(0.2) };
            let radius = (self.view.scale * chance.between(0.014, 0.03)).max(0.5);
            shapes.push(Shape::Circle { center, radius, fill });
        }
    }

    fn tufts(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let count = self.count(7);
        for n in 0..count {
            let foot = self.center + chance.spread(n, count, 0.74) * self.view.scale;
            let pen = self.pen(0.034, if n % 2 == 0 { self.dark(0.34) } else { self.dark(0.2) });
            let height = chance.between(0.13, 0.19);
            for (lean, share) in [(-0.085, 0.75), (chance.between(-0.02, 0.02), 1.0), (0.085, 0.75)] {
                let start = foot + vec2(lean * 0.35, 0.0) * self.view.scale;
                let bend = foot + vec2(lean * 0.55, -height * share * 0.55) * self.view.scale;
                let tip = foot + vec2(lean, -height * share) * self.view.scale;
                shapes.push(Shape::line(vec![start, bend, tip], pen));
            }
        }
    }

    fn stones(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let count = self.count(7);
        for n in 0..count {
            let center = self.center + chance.spread(n, count, 0.68) * self.view.scale;
            let size = chance.between(0.09, 0.19);
            let turn = chance.between(0.0, TAU);
            let corners = 5 + n % 2;
            let points: Vec<Pos2> = (0..corners)
                .map(|corner| {
                    let angle = turn + TAU * (corner as f32 + chance.between(-0.2, 0.2)) / corners as f32;
                    center + Vec2::angled(angle) * vec2(1.0, 0.78) * (size * self.view.scale)
                })
                .collect();
            let shade = vec2(0.02, 0.035) * self.view.scale;
            shapes.push(Shape::fill(points.iter().map(|point| *point + shade).collect(), self.dark(0.3)));
            let fill = if n % 3 == 0 { self.light(0.3) } else { self.light(0.16) };
            shapes.push(Shape::Polygon { points, fill, edge: Some(self.pen(0.022, self.dark(0.26))) });
        }
    }

    /// Slanted lines that go on from cell to cell.
    fn hatch(&self, shapes: &mut Vec<Shape>) {
        let along = vec2(0.5, -0.866_025_4);
        let across = vec2(0.866_025_4, 0.5);
        let middle = self.view.grid.center(self.cell).to_vec2();
        let first = ((middle.dot(across) - 1.0) / SPACING).ceil() as i32;
        let last = ((middle.dot(across) + 1.0) / SPACING).floor() as i32;
        let pen = self.pen(0.05, self.dark(0.22));
        let gleam = self.pen(0.03, self.light(0.1));
        for n in first..=last {
            for (shift, pen) in [(0.0, pen), (0.055, gleam)] {
                let foot = across * (n as f32 * SPACING + shift - middle.dot(across));
                if let Some(ends) = self.inside(foot, along) {
                    shapes.push(Shape::line(ends.to_vec(), pen));
                }
            }
        }
    }

    fn waves(&self, shapes: &mut Vec<Shape>) {
        let middle = self.view.grid.center(self.cell);
        let first = ((middle.y - 0.8) / SPACING).ceil() as i32;
        let last = ((middle.y + 0.8) / SPACING).floor() as i32;
        for n in first..=last {
            let foot = vec2(0.0, n as f32 * SPACING - middle.y);
            let Some([from, to]) = self.inside(foot, vec2(1.0, 0.0)) else { continue };
            let (from, to) = (self.view.unplace(from), self.view.unplace(to));
            let steps = ((to.x - from.x) / 0.07).ceil().max(1.0) as usize;
            let points: Vec<Pos2> = (0..=steps)
                .map(|step| {
                    let x = from.x + (to.x - from.x) * step as f32 / steps as f32;
                    // Whole waves between neighbours, so that they go on from cell to cell.
                    let swing = (x * TAU / 0.75 + n as f32 * 1.9).sin();
                    self.view.place(pos2(x, from.y + 0.05 * swing))
                })
                .collect();
            let color = if n.rem_euclid(2) == 0 { self.light(0.4) } else { self.dark(0.16) };
            shapes.push(Shape::line(points, self.pen(0.04, color)));
        }
    }

    /// The part of the line through `foot` (from the cell's centre, in radii) that lies well inside the cell.
    fn inside(&self, foot: Vec2, along: Vec2) -> Option<[Pos2; 2]> {
        let (mut from, mut to) = (-2.0_f32, 2.0_f32);
        let corners = self.view.grid.corners();
        for (n, corner) in corners.iter().enumerate() {
            // The hexside's normal goes through the middle between two corners.
            let normal = (*corner + corners[(n + 1) % 6]).normalized();
            let (room, speed) = (0.83 - foot.dot(normal), along.dot(normal));
            if speed.abs() < 1e-4 {
                if room < 0.0 {
                    return None;
                }
            } else if speed > 0.0 {
                to = to.min(room / speed);
            } else {
                from = from.max(room / speed);
            }
        }
        let place = |at: f32| self.center + (foot + along * at) * self.view.scale;
        (to - from > 0.12).then(|| [place(from), place(to)])
    }
}

/// Numbers that look like chance and belong to a cell.
struct Chance {
    state: u32,
    turn: f32,
}

impl Chance {
    fn of([col, row]: [i32; 2]) -> Self {
        let state = (col as u32).wrapping_mul(0x9e37_79b1) ^ (row as u32).wrapping_mul(0x85eb_ca77);
        let mut chance = Self { state, turn: 0.0 };
        chance.turn = chance.between(0.0, TAU);
        chance
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        self.state = self.state.wrapping_add(0x9e37_79b9);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x7feb_352d);
        mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846c_a68b);
        mixed ^= mixed >> 16;
        least + (most - least) * (mixed >> 8) as f32 / 16_777_216.0
    }

    /// The place of mark `n` of `count` in a disc: a sunflower's seeds, turned and somewhat shaken.
    fn spread(&mut self, n: usize, count: usize, reach: f32) -> Vec2 {
        let golden = 2.399_963_2;
        let angle = self.turn + n as f32 * golden + self.between(-0.35, 0.35);
        Vec2::angled(angle) * (reach * ((n as f32 + 0.5 + self.between(-0.3, 0.3)) / count as f32).sqrt())
    }
}

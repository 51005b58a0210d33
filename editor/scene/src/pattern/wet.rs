//! Water patterns: waves, puddles, and deep water.

use std::f32::consts::TAU;

use egui::{Pos2, pos2, vec2};

use super::{Brush, Chance, Shape};

/// The spacing of waves, in hex radii.
const SPACING: f32 = 0.433_012_7;

impl Brush<'_> {
    /// Wave lines that continue from cell to cell.
    pub(super) fn waves(&self, shapes: &mut Vec<Shape>) {
        let middle = self.view.grid.center(self.cell);
        let first = ((middle.y - 0.8 * self.reach()) / SPACING).ceil() as i32;
        let last = ((middle.y + 0.8 * self.reach()) / SPACING).floor() as i32;
        for n in first..=last {
            let foot = vec2(0.0, n as f32 * SPACING - middle.y);
            let Some([from, to]) = self.inside(foot, vec2(1.0, 0.0)) else { continue };
            let (from, to) = (self.view.unplace(from), self.view.unplace(to));
            let steps = ((to.x - from.x) / 0.07_f32.max(1.5 / self.view.scale)).ceil().max(1.0) as usize;
            let points: Vec<Pos2> = (0..=steps)
                .map(|step| {
                    let x = from.x + (to.x - from.x) * step as f32 / steps as f32;
                    // Whole waves between neighbours, so that they continue from cell to cell.
                    let swing = (x * TAU / 0.75 + n as f32 * 1.9).sin();
                    self.view.place(pos2(x, from.y + 0.05 * swing))
                })
                .collect();
            let color = if n.rem_euclid(2) == 0 { self.light(0.4) } else { self.dark(0.16) };
            shapes.push(Shape::line(points, self.pen(0.04, color)));
        }
    }

    /// Flat pools, each with a highlight.
    pub(super) fn puddles(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        for middle in chance.scattered(self.count(6), 0.6) {
            let half = vec2(chance.between(0.14, 0.26), chance.between(0.06, 0.1));
            shapes.push(Shape::fill(self.ellipse(middle + vec2(0.0, 0.02), half * 1.12), self.light(0.12)));
            shapes.push(Shape::fill(self.ellipse(middle, half), self.dark(0.24)));
            let gleam = [vec2(-0.5, -0.3), vec2(-0.1, -0.5), vec2(0.3, -0.4)];
            let points = gleam.map(|point| self.at(middle + point * half)).to_vec();
            shapes.push(Shape::line(points, self.pen(0.024, self.light(0.4))));
        }
    }

    /// Overlapping dark patches with a few glints.
    pub(super) fn depths(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        for middle in chance.scattered(self.count(5), 0.5) {
            let half = vec2(chance.between(0.22, 0.34), chance.between(0.12, 0.2));
            shapes.push(Shape::fill(self.ellipse(middle, half), self.dark(0.14)));
        }
        let count = self.count(5);
        for n in 0..count {
            let center = self.at(chance.spread(n, count, 0.74));
            let radius = (self.view.scale * chance.between(0.01, 0.02)).max(0.45);
            shapes.push(Shape::Circle { center, radius, fill: self.light(0.4) });
        }
    }
}

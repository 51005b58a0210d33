//! Vegetation patterns: grass, reeds, bushes.

use std::f32::consts::TAU;

use egui::{Vec2, vec2};

use super::{Brush, Chance, Shape};

impl Brush<'_> {
    /// Tufts of three blades.
    pub(super) fn tufts(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        for (n, foot) in chance.scattered(self.count(7), 0.74).into_iter().enumerate() {
            let pen = self.pen(0.034, if n % 2 == 0 { self.dark(0.34) } else { self.dark(0.2) });
            let height = chance.between(0.13, 0.19);
            for (lean, share) in [(-0.085, 0.75), (chance.between(-0.02, 0.02), 1.0), (0.085, 0.75)] {
                let start = foot + vec2(lean * 0.35, 0.0);
                let bend = foot + vec2(lean * 0.55, -height * share * 0.55);
                let tip = foot + vec2(lean, -height * share);
                shapes.push(Shape::line([start, bend, tip].map(|point| self.at(point)).to_vec(), pen));
            }
        }
    }

    /// Stalks with dark heads over a line of water.
    pub(super) fn reeds(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        for foot in chance.scattered(self.count(6), 0.58) {
            let foot = foot + vec2(0.0, 0.12);
            let ripple = [vec2(-0.15, 0.015), vec2(0.0, 0.035), vec2(0.15, 0.015)];
            let points = ripple.map(|point| self.at(foot + vec2(0.0, 0.06) + point)).to_vec();
            shapes.push(Shape::line(points, self.pen(0.03, self.light(0.35))));
            for stalk in [-0.07, 0.0, 0.07] {
                let lean = chance.between(-0.05, 0.05);
                let [height, start] = [chance.between(0.2, 0.32), foot.x + stalk];
                let [base, top] = [vec2(start, foot.y + 0.06), vec2(start + lean, foot.y - height)];
                let neck = base + (top - base) * 0.62;
                shapes.push(Shape::line([base, top].map(|at| self.at(at)).to_vec(), self.pen(0.028, self.dark(0.3))));
                shapes.push(Shape::line([neck, top].map(|at| self.at(at)).to_vec(), self.pen(0.06, self.dark(0.55))));
            }
        }
    }

    /// Leafy crowns with a shadow, lighter on the sunny side.
    pub(super) fn bushes(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        for middle in chance.scattered(self.count(7), 0.6) {
            let radius = chance.between(0.18, 0.27) * if self.is_small() { 1.25 } else { 1.0 };
            let disc = |by: Vec2, share: f32, fill| {
                Shape::fill(self.ellipse(middle + by * radius, Vec2::splat(radius * share)), fill)
            };
            shapes.push(disc(vec2(0.12, 0.2), 1.0, self.dark(0.4)));
            shapes.push(disc(Vec2::ZERO, 0.96, self.dark(0.2)));
            if self.is_small() {
                shapes.push(disc(vec2(-0.2, -0.25), 0.5, self.light(0.08)));
                continue;
            }
            let turn = chance.between(0.0, TAU);
            for leaf in 0..5 {
                let way = Vec2::angled(turn + TAU * leaf as f32 / 5.0);
                let sunny = -way.dot(vec2(0.6, 0.8));
                let fill = if sunny > 0.0 { self.light(0.2 * sunny) } else { self.dark(-0.3 * sunny) };
                shapes.push(disc(way * 0.52, 0.36, fill));
            }
            shapes.push(disc(vec2(-0.05, -0.08), 0.32, self.light(0.16)));
        }
    }
}

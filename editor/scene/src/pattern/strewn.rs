//! Scattered patterns: grains, stones, cracks in the ground, fire.

use std::f32::consts::TAU;

use egui::{Color32, Pos2, Vec2, vec2};

use super::{Brush, Chance, Shape, mix};
use crate::outline::hull;

impl Brush<'_> {
    /// Grains, most of them dark.
    pub(super) fn dots(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let count = self.count(12);
        for n in 0..count {
            let center = self.at(chance.spread(n, count, 0.8));
            let fill = if n % 3 == 2 { self.light(0.45) } else { self.dark(0.2) };
            let radius = (self.view.scale * chance.between(0.014, 0.03)).max(0.5);
            shapes.push(Shape::Circle { center, radius, fill });
        }
    }

    /// Broken stones with a shadow.
    pub(super) fn stones(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let count = self.count(7);
        for n in 0..count {
            let middle = chance.spread(n, count, 0.68);
            let size = chance.between(0.09, 0.19);
            let turn = chance.between(0.0, TAU);
            let corners = 5 + n % 2;
            let points: Vec<Pos2> = (0..corners)
                .map(|corner| {
                    let angle = turn + TAU * (corner as f32 + chance.between(-0.2, 0.2)) / corners as f32;
                    self.at(middle + Vec2::angled(angle) * vec2(1.0, 0.78) * size)
                })
                .collect();
            let shade = vec2(0.02, 0.035) * self.view.scale;
            shapes.push(Shape::fill(points.iter().map(|point| *point + shade).collect(), self.dark(0.3)));
            let fill = if n % 3 == 0 { self.light(0.3) } else { self.light(0.16) };
            shapes.push(Shape::Polygon { points, fill, edge: Some(self.pen(0.022, self.dark(0.26))) });
        }
    }

    /// Forking cracks.
    pub(super) fn cracks(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let pen = self.pen(0.035, self.dark(0.34));
        let fine = self.pen(0.022, self.dark(0.26));
        let turn = chance.between(0.0, TAU);
        for arm in 0..3 {
            let mut way = Vec2::angled(turn + TAU * (arm as f32 + chance.between(-0.15, 0.15)) / 3.0);
            let mut at = way * 0.06;
            let mut points = vec![self.at(at)];
            for step in 0..4 {
                let bend = Vec2::angled(way.angle() + chance.between(-0.6, 0.6));
                at += bend * 0.185;
                points.push(self.at(at));
                if step == 1 && !self.is_small() {
                    let side = if arm % 2 == 0 { 0.9 } else { -0.9 };
                    let fork = Vec2::angled(way.angle() + side);
                    let end = at + fork * chance.between(0.18, 0.3);
                    shapes.push(Shape::line(vec![self.at(at), self.at(end)], fine));
                }
                way = (way + bend * 0.2).normalized();
            }
            shapes.push(Shape::line(points, pen));
        }
    }

    /// Flames, each with a bright core.
    pub(super) fn flames(&self, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let yellow = Color32::from_rgb(0xff, 0xd9, 0x5a);
        for foot in chance.scattered(self.count(7), 0.54) {
            let foot = foot + vec2(0.0, 0.17);
            let (lean, height) = (chance.between(-0.1, 0.1), chance.between(0.3, 0.46));
            for (share, fill) in [(1.0, self.dark(0.18)), (0.74, mix(self.paint, yellow, 0.55)), (0.42, yellow)] {
                let radius = 0.13 * share;
                let middle = foot + vec2(0.0, 0.13 * (1.0 - share));
                let mut points = self.ellipse(middle, vec2(radius, radius));
                points.push(self.at(middle + vec2(lean * share, -height * share)));
                shapes.push(Shape::fill(hull(points), fill));
            }
        }
    }
}

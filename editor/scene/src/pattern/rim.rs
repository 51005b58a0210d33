//! Border patterns along the sides of cells where terrains meet.

use std::f32::consts::TAU;

use egui::{Color32, Pos2, Vec2, vec2};
use foeman_schema::catalogs::borders::BorderStyle;
use foeman_schema::grid::Cell;

use super::{Brush, Chance};
use crate::Viewport;
use crate::outline::cut;
use crate::shape::{Shape, mix};

/// A stretch of a cell's outline; coordinates are radii from the cell's centre, all inside the cell.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The ends on the outline; equal for a piece round a corner.
    ends: [Vec2; 2],
    /// For each end, the displacement per radius inwards.
    inwards: [Vec2; 2],
    /// The displacement at the middle, if the piece bends there.
    bend: Option<Vec2>,
}

impl Piece {
    /// A piece along a side, from corner to corner clockwise. `aside` are the corners before and after it, `joined`
    /// tells whether the border continues along the adjacent side of the same cell, and `inner` is the distance of
    /// sides from the centre.
    pub fn side(ends: [Vec2; 2], aside: [Vec2; 2], joined: [bool; 2], inner: f32) -> Self {
        let within = -(ends[0] + ends[1]).normalized();
        let inwards = [0, 1].map(|end| {
            if joined[end] {
                return -ends[end] / inner;
            }
            // Follow the adjacent side, so that the border continues in the neighbouring cell.
            let way = (aside[end] - ends[end]).normalized();
            way / way.dot(within).max(0.1)
        });
        Self { ends, inwards, bend: None }
    }

    /// A piece round a corner whose sides lead to the corners `aside`.
    pub fn corner(corner: Vec2, aside: [Vec2; 2], inner: f32) -> Self {
        let inwards = aside.map(|aside| (aside - corner).normalized());
        Self { ends: [corner; 2], inwards, bend: Some(-corner / inner) }
    }

    /// Returns the point `along` the piece (0 to 1) and `deep` radii inwards.
    fn at(&self, along: f32, deep: f32) -> Vec2 {
        let [from, to] = [0, 1].map(|end| self.ends[end] + self.inwards[end] * deep);
        match self.bend {
            None => from + (to - from) * along,
            Some(bend) => {
                let middle = self.ends[0] + bend * deep;
                if along < 0.5 {
                    from + (middle - from) * (2.0 * along)
                } else {
                    middle + (to - middle) * (2.0 * along - 1.0)
                }
            }
        }
    }

    /// The length, in radii.
    fn length(&self) -> f32 {
        (self.ends[1] - self.ends[0]).length()
    }

    /// The number of marks along the piece at this spacing; one round a corner.
    fn places(&self, apart: f32) -> usize {
        (self.length() / apart).round().max(1.0) as usize
    }

    /// Returns the band between the outline and a line `deep` radii inwards.
    fn band(&self, deep: f32) -> Vec<Vec2> {
        match self.bend {
            None => vec![self.at(0.0, 0.0), self.at(1.0, 0.0), self.at(1.0, deep), self.at(0.0, deep)],
            Some(_) => vec![self.at(0.0, 0.0), self.at(1.0, deep), self.at(0.5, deep), self.at(0.0, deep)],
        }
    }
}

/// The appearance of a border: its style, and its reach and colour if the content sets them.
pub type Look = (BorderStyle, Option<f32>, Option<Color32>);

/// Draws a border along a piece of a cell. `owner` is the colour of the terrain that owns the border; `place` makes the
/// variation of each piece different.
pub fn draw(
    view: &Viewport,
    cell: Cell,
    place: usize,
    look: Look,
    owner: Color32,
    piece: &Piece,
    shapes: &mut Vec<Shape>,
) {
    let (style, reach, color) = look;
    let chance = &mut Chance::of([cell[0] * 16 + place as i32, cell[1]]);
    let brush = Brush { view, cell, paint: color.unwrap_or(owner), center: view.center(cell) };
    let inner = view.grid.side().0;
    let deep = |usual: f32| reach.unwrap_or(usual) * inner;
    match style {
        BorderStyle::None => {}
        BorderStyle::Soft => brush.veils(piece, deep(0.36), brush.paint, shapes),
        BorderStyle::Ragged => brush.lobes(piece, deep(0.3), chance, shapes),
        BorderStyle::Shore => {
            let shallows = color.unwrap_or(mix(owner, Color32::WHITE, 0.5));
            brush.veils(piece, deep(0.42), shallows, shapes);
            brush.foam(piece, deep(0.42) * 0.42, mix(shallows, Color32::WHITE, 0.7), shapes);
        }
        BorderStyle::Hem => {
            let color = color.unwrap_or(mix(owner, Color32::BLACK, 0.3));
            let line = [0.0, 0.5, 1.0].map(|along| brush.at(piece.at(along, deep(0.14)))).to_vec();
            shapes.push(Shape::line(line, brush.pen(0.05, color)));
        }
        BorderStyle::Cliff | BorderStyle::Pit => {
            let dark = color.unwrap_or(mix(owner, Color32::BLACK, 0.5));
            brush.hachures(piece, deep(0.3), dark, chance, shapes);
        }
    }
}

impl Brush<'_> {
    /// A colour that fades inwards.
    fn veils(&self, piece: &Piece, deep: f32, color: Color32, shapes: &mut Vec<Shape>) {
        let steps: &[f32] = if self.is_small() { &[0.9, 0.45] } else { &[1.0, 0.72, 0.46, 0.22] };
        for share in steps {
            let veil = color.gamma_multiply(if self.is_small() { 0.42 } else { 0.3 });
            shapes.push(Shape::fill(self.framed(&piece.band(deep * share)), veil));
        }
    }

    /// Overlapping lobes, each with a shadow and a highlight.
    fn lobes(&self, piece: &Piece, deep: f32, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        let count = piece.places(if self.is_small() { 0.5 } else { 0.25 });
        let step = if piece.bend.is_some() { 0.0 } else { 1.0 / count as f32 };
        let lobes: Vec<(Vec2, f32)> = (0..count)
            .map(|n| {
                let along = (n as f32 + 0.5 + chance.between(-0.2, 0.2)) * step;
                let radius = deep * chance.between(0.55, 0.85);
                (piece.at(along, chance.between(0.0, 0.25) * deep), radius)
            })
            .collect();
        for (share, by, color) in [
            (1.14, vec2(0.1, 0.16), self.dark(0.38)),
            (1.0, Vec2::ZERO, self.dark(0.14)),
            (0.52, vec2(-0.22, -0.26), self.light(0.12)),
        ] {
            for (middle, radius) in &lobes {
                let lobe = self.ellipse(*middle + by * *radius, Vec2::splat(radius * share));
                let lobe = self.held(lobe);
                if lobe.len() > 2 {
                    shapes.push(Shape::fill(lobe, color));
                }
            }
        }
    }

    /// A wavy line, level where it meets the next one.
    fn foam(&self, piece: &Piece, deep: f32, color: Color32, shapes: &mut Vec<Shape>) {
        let waves = piece.places(0.5);
        let steps = waves * if self.is_small() { 3 } else { 9 };
        let waves = waves as f32;
        let point = |step: usize| {
            let along = step as f32 / steps as f32;
            let swing = if piece.bend.is_some() { 0.0 } else { (along * TAU * waves).sin() };
            self.at(piece.at(along, deep * (1.0 + 0.28 * swing)))
        };
        shapes.push(Shape::line((0..=steps).map(point).collect(), self.pen(0.045, color)));
    }

    /// A rim with hachures that taper off inwards.
    fn hachures(&self, piece: &Piece, deep: f32, color: Color32, chance: &mut Chance, shapes: &mut Vec<Shape>) {
        shapes.push(Shape::fill(self.framed(&piece.band(deep * 0.5)), color.gamma_multiply(0.22)));
        let count = piece.places(if self.is_small() { 0.34 } else { 0.15 });
        let width = (0.055 * self.view.scale).max(0.9) / self.view.scale;
        for n in 0..count {
            let along = (n as f32 + 0.5 + chance.between(-0.12, 0.12)) / count as f32;
            let length = deep * if n % 2 == 0 { 1.0 } else { 0.62 } * chance.between(0.85, 1.0);
            let (foot, tip) = (piece.at(along, 0.0), piece.at(along, length));
            let aside = (tip - foot).normalized().rot90() * width;
            let stroke = self.held([foot - aside, foot + aside, tip].map(|point| self.at(point)).to_vec());
            if stroke.len() > 2 {
                shapes.push(Shape::fill(stroke, color));
            }
        }
        if piece.bend.is_none() {
            let rim = [0.0, 1.0].map(|along| self.inset(piece.at(along, 0.02))).to_vec();
            shapes.push(Shape::line(rim, self.pen(0.06, color)));
        }
    }

    /// How much of the cell is drawn; the rest is the grid line.
    fn share(&self) -> f32 {
        self.view.filled()
    }

    fn inset(&self, point: Vec2) -> Pos2 {
        self.at(point * self.share())
    }

    fn framed(&self, points: &[Vec2]) -> Vec<Pos2> {
        points.iter().map(|point| self.inset(*point)).collect()
    }

    /// Clips a convex polygon to the cell, without the grid line.
    fn held(&self, mut points: Vec<Pos2>) -> Vec<Pos2> {
        let corners: Vec<Vec2> = self.view.grid.corners().collect();
        for (n, corner) in corners.iter().enumerate() {
            let middle = (*corner + corners[(n + 1) % corners.len()]) / 2.0;
            let (normal, reach) = (middle.normalized(), middle.length() * self.share() * self.view.scale);
            points = cut(&points, |point| reach - (point - self.center).dot(normal));
        }
        points
    }
}

//! Moves, scales and mirrors marks.

use egui::{Pos2, Rect, Vec2};
use foeman_scene::shape::{Pen, Shape};

use crate::page::{Mark, Words};
use crate::text;

/// A change of positions and sizes: first mirrored, then scaled, then moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Transform {
    /// The factor of all lengths.
    pub(crate) scale: f32,
    /// Whether left and right are exchanged. Letters and images are moved, but stay readable.
    pub(crate) mirrored: bool,
    /// The movement afterwards.
    pub(crate) shift: Vec2,
}

impl Transform {
    /// Moves to the right and down.
    pub(crate) fn moved(shift: Vec2) -> Self {
        Self { scale: 1.0, mirrored: false, shift }
    }

    /// Scales, and then moves.
    pub(crate) fn scaled(scale: f32, shift: Vec2) -> Self {
        Self { scale, mirrored: false, shift }
    }

    /// Returns the new position of a point.
    pub(crate) fn point(&self, at: Pos2) -> Pos2 {
        let x = if self.mirrored { -at.x } else { at.x };
        egui::pos2(x * self.scale, at.y * self.scale) + self.shift
    }

    fn points(&self, points: &[Pos2]) -> Vec<Pos2> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    fn rect(&self, rect: Rect) -> Rect {
        Rect::from_two_pos(self.point(rect.min), self.point(rect.max))
    }

    fn pen(&self, pen: Pen) -> Pen {
        Pen::new(pen.width * self.scale, pen.color)
    }

    /// Returns a shape after the change.
    pub(crate) fn shape(&self, shape: &Shape) -> Shape {
        match shape {
            Shape::Polygon { points, fill, edge } => {
                Shape::Polygon { points: self.points(points), fill: *fill, edge: edge.map(|pen| self.pen(pen)) }
            }
            Shape::Line { points, pen } => Shape::line(self.points(points), self.pen(*pen)),
            Shape::Circle { center, radius, fill } => {
                Shape::Circle { center: self.point(*center), radius: radius * self.scale, fill: *fill }
            }
            Shape::Picture { points, rect, picture } => Shape::Picture {
                points: self.points(points),
                rect: self.rect(*rect),
                picture: std::sync::Arc::clone(picture),
            },
            Shape::Text { at, size, color, text } => {
                Shape::Text { at: self.point(*at), size: size * self.scale, color: *color, text: text.clone() }
            }
        }
    }

    /// Returns a mark after the change.
    pub(crate) fn mark(&self, mark: &Mark) -> Mark {
        match mark {
            Mark::Shape(shape) => Mark::Shape(self.shape(shape)),
            Mark::Words(words) => {
                let width = if self.mirrored { text::width(&words.text, words.size) } else { 0.0 };
                let at = self.point(words.at) - egui::vec2(width * self.scale, 0.0);
                Mark::Words(Words { at, size: words.size * self.scale, ..words.clone() })
            }
            Mark::Dashed { points, pen, dash } => {
                Mark::Dashed { points: self.points(points), pen: self.pen(*pen), dash: dash * self.scale }
            }
            Mark::Clipped { outline, marks } => {
                Mark::Clipped { outline: self.points(outline), marks: self.marks(marks) }
            }
            Mark::Turned { center, marks } => Mark::Turned { center: self.point(*center), marks: self.marks(marks) },
        }
    }

    /// Returns marks after the change.
    pub(crate) fn marks(&self, marks: &[Mark]) -> Vec<Mark> {
        marks.iter().map(|mark| self.mark(mark)).collect()
    }
}

//! Drawing primitives. All lengths are in points.

use std::sync::Arc;

use egui::{Color32, Pos2, Rect};

use super::picture::Picture;

/// A drawing primitive.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A convex polygon; its edge, if any, is drawn along its outline.
    Polygon {
        /// The corners.
        points: Vec<Pos2>,
        /// The fill colour.
        fill: Color32,
        /// The outline.
        edge: Option<Pen>,
    },
    /// A polyline.
    Line {
        /// The points.
        points: Vec<Pos2>,
        /// The pen.
        pen: Pen,
    },
    /// A disc.
    Circle {
        /// Its centre.
        center: Pos2,
        /// Its radius.
        radius: f32,
        /// Its colour.
        fill: Color32,
    },
    /// A picture clipped to a convex polygon.
    Picture {
        /// The corners.
        points: Vec<Pos2>,
        /// The area of the whole picture.
        rect: Rect,
        /// The picture.
        picture: Arc<Picture>,
    },
    /// One line of text.
    Text {
        /// Its centre.
        at: Pos2,
        /// The text size.
        size: f32,
        /// The text colour.
        color: Color32,
        /// The text.
        text: String,
    },
}

/// The width and colour of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pen {
    /// Its width.
    pub width: f32,
    /// Its colour.
    pub color: Color32,
}

impl Pen {
    /// Creates a pen.
    pub fn new(width: f32, color: Color32) -> Self {
        Self { width, color }
    }
}

impl Shape {
    /// A polygon without an outline.
    pub fn fill(points: Vec<Pos2>, fill: Color32) -> Self {
        Self::Polygon { points, fill, edge: None }
    }

    /// An unclipped picture.
    pub fn whole(rect: Rect, picture: Arc<Picture>) -> Self {
        let points = vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        Self::Picture { points, rect, picture }
    }

    /// A line.
    pub fn line(points: Vec<Pos2>, pen: Pen) -> Self {
        Self::Line { points, pen }
    }
}

/// Mixes two colours: `share` of the way from the first to the second.
pub fn mix(from: Color32, to: Color32, share: f32) -> Color32 {
    let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    Color32::from_rgb(channel(from.r(), to.r()), channel(from.g(), to.g()), channel(from.b(), to.b()))
}

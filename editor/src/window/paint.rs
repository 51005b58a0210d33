//! Draws the shapes of a scene on a painter.

use egui::epaint::{CircleShape, Mesh, PathShape, PathStroke, TessellationOptions, Tessellator};
use egui::{Align2, FontId, Painter, Stroke};

use crate::scene::shape::{Pen, Shape};

/// Draws shapes one after another.
pub fn paint(painter: &Painter, shapes: Vec<Shape>) {
    for shape in shapes {
        match shape {
            Shape::Text { at, size, color, text } => {
                painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), color);
            }
            shape => {
                painter.add(drawn(shape));
            }
        }
    }
}

/// The triangles of shapes that hold no text, to be kept and drawn again.
pub fn triangles(shapes: Vec<Shape>, pixels_per_point: f32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut tessellator = Tessellator::new(pixels_per_point, TessellationOptions::default(), [1, 1], Vec::new());
    for shape in shapes {
        tessellator.tessellate_shape(drawn(shape), &mut mesh);
    }
    mesh
}

fn drawn(shape: Shape) -> egui::Shape {
    match shape {
        Shape::Polygon { points, fill, edge } => {
            let stroke = edge.map_or(PathStroke::NONE, |pen| PathStroke::new(pen.width, pen.color));
            egui::Shape::Path(PathShape { points, closed: true, fill, stroke })
        }
        Shape::Line { points, pen } => egui::Shape::line(points, stroke(pen)),
        Shape::Circle { center, radius, fill } => egui::Shape::Circle(CircleShape::filled(center, radius, fill)),
        Shape::Text { .. } => egui::Shape::Noop,
    }
}

fn stroke(pen: Pen) -> Stroke {
    Stroke::new(pen.width, pen.color)
}

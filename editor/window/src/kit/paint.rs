//! Draws scene shapes with egui.

use egui::epaint::{CircleShape, Mesh, PathShape, PathStroke, TessellationOptions, Tessellator, Vertex};
use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, Context, FontId, Id, Painter, Pos2, Rect, Stroke, TextureHandle, TextureOptions,
};

use foeman_scene::picture::Picture;
use foeman_scene::shape::{Pen, Shape};

/// Draws shapes in order.
pub fn paint(painter: &Painter, shapes: Vec<Shape>) {
    for shape in shapes {
        match shape {
            Shape::Text { at, size, color, text } => {
                painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), color);
            }
            Shape::Picture { points, rect, picture } => {
                painter.add(pictured(painter.ctx(), &points, rect, &picture));
            }
            shape => {
                painter.add(drawn(shape));
            }
        }
    }
}

/// Tessellates shapes without text into a mesh that can be cached.
pub fn triangles(shapes: Vec<Shape>, pixels_per_point: f32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut tessellator = Tessellator::new(pixels_per_point, TessellationOptions::default(), [1, 1], Vec::new());
    for shape in shapes {
        tessellator.tessellate_shape(drawn(shape), &mut mesh);
    }
    mesh
}

/// Returns a mesh of the same polygon at many places, each with a colour. The polygon is tessellated only once.
pub fn stamped(outline: Vec<Pos2>, places: impl Iterator<Item = (Pos2, Color32)>, pixels_per_point: f32) -> Mesh {
    let stamp = triangles(vec![Shape::fill(outline, Color32::WHITE)], pixels_per_point);
    let mut mesh = Mesh::default();
    for (at, paint) in places {
        let first = mesh.vertices.len() as u32;
        // The vertices of its antialiased edge are transparent.
        let color = |vertex: &Vertex| if vertex.color == Color32::WHITE { paint } else { Color32::TRANSPARENT };
        let placed = stamp.vertices.iter();
        mesh.vertices.extend(placed.map(|vertex| Vertex {
            pos: vertex.pos + at.to_vec2(),
            color: color(vertex),
            ..*vertex
        }));
        mesh.indices.extend(stamp.indices.iter().map(|index| first + index));
    }
    mesh
}

/// Returns a mesh of an image clipped to a convex polygon, with its texture.
pub fn pictured(ctx: &Context, points: &[Pos2], rect: Rect, picture: &Arc<Picture>) -> Mesh {
    let mut mesh = Mesh::with_texture(texture(ctx, picture).id());
    let vertex = |&pos: &Pos2| Vertex { pos, uv: ((pos - rect.min) / rect.size()).to_pos2(), color: Color32::WHITE };
    mesh.vertices.extend(points.iter().map(vertex));
    (2..points.len() as u32).for_each(|corner| mesh.add_triangle(0, corner - 1, corner));
    mesh
}

/// Merges images that do not overlap into one mesh per texture.
pub fn together(ctx: &Context, shapes: Vec<Shape>) -> impl Iterator<Item = Mesh> {
    let mut meshes: BTreeMap<u64, Mesh> = BTreeMap::new();
    for shape in shapes {
        if let Shape::Picture { points, rect, picture } = shape {
            let mesh = pictured(ctx, &points, rect, &picture);
            match meshes.get_mut(&picture.id) {
                Some(all) => all.append(mesh),
                None => drop(meshes.insert(picture.id, mesh)),
            }
        }
    }
    meshes.into_values()
}

/// Returns the texture of an image; cached until the window is closed.
fn texture(ctx: &Context, picture: &Picture) -> TextureHandle {
    let id = Id::unique(("picture", picture.id));
    let kept: Option<TextureHandle> = ctx.data(|data| data.get_temp(id));
    kept.unwrap_or_else(|| {
        let size = picture.size.map(|side| side as usize);
        let image = ColorImage::from_rgba_premultiplied(size, &picture.pixels);
        let texture = ctx.load_texture(format!("picture {}", picture.id), image, TextureOptions::LINEAR);
        ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
        texture
    })
}

fn drawn(shape: Shape) -> egui::Shape {
    match shape {
        Shape::Polygon { points, fill, edge } => {
            let stroke = edge.map_or(PathStroke::NONE, |pen| PathStroke::new(pen.width, pen.color));
            egui::Shape::Path(PathShape { points, closed: true, fill, stroke })
        }
        Shape::Line { points, pen } => egui::Shape::line(points, stroke(pen)),
        Shape::Circle { center, radius, fill } => egui::Shape::Circle(CircleShape::filled(center, radius, fill)),
        Shape::Picture { .. } | Shape::Text { .. } => egui::Shape::Noop,
    }
}

fn stroke(pen: Pen) -> Stroke {
    Stroke::new(pen.width, pen.color)
}

//! Draws scene shapes with egui.

use egui::epaint::{CircleShape, Mesh, PathShape, PathStroke, TessellationOptions, Tessellator, Vertex};
use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{
    Align2, Color32, ColorImage, Context, FontId, Id, Painter, Pos2, Rect, Stroke, TextureHandle, TextureOptions,
};

use foeman_scene::picture::Picture;
use foeman_scene::shape::{Pen, Shape};

/// Draws shapes in order. Consecutive fills of the same outline, such as the cells of a zone, are one mesh.
pub fn paint(painter: &Painter, shapes: Vec<Shape>) {
    let mut drawing = Vec::with_capacity(shapes.len());
    let mut fills = Fills::default();
    for shape in shapes {
        let shape = match shape {
            Shape::Polygon { points, fill, edge: None } => match fills.add(points, fill) {
                Ok(()) => continue,
                Err(points) => {
                    drawing.extend(fills.take(painter.pixels_per_point()));
                    drop(fills.add(points, fill));
                    continue;
                }
            },
            Shape::Text { at, size, color, text } => {
                let galley = painter.layout_no_wrap(text, FontId::proportional(size), color);
                let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
                egui::Shape::galley(rect.min, galley, color)
            }
            Shape::Picture { points, rect, picture } => pictured(painter.ctx(), &points, rect, &picture).into(),
            shape => drawn(shape),
        };
        drawing.extend(fills.take(painter.pixels_per_point()));
        drawing.push(shape);
    }
    drawing.extend(fills.take(painter.pixels_per_point()));
    painter.extend(drawing);
}

/// Consecutive polygons without edges that differ only in their position and colour.
#[derive(Default)]
struct Fills {
    /// The first one.
    outline: Vec<Pos2>,
    /// The offset and the colour of each.
    places: Vec<(Pos2, Color32)>,
}

impl Fills {
    /// The greatest difference between outlines taken for the same, in points; far less than a pixel.
    const ALIKE: f32 = 0.01;

    /// Adds a polygon; returns it if it differs from the others.
    fn add(&mut self, points: Vec<Pos2>, color: Color32) -> Result<(), Vec<Pos2>> {
        if self.places.is_empty() {
            self.outline = points;
            self.places.push((Pos2::ZERO, color));
            return Ok(());
        }
        let [Some(first), Some(own)] = [self.outline.first(), points.first()] else { return Err(points) };
        let offset = *own - *first;
        let is_near = |(at, own): (&Pos2, &Pos2)| (*own - *at - offset).abs().max_elem() < Self::ALIKE;
        if self.outline.len() != points.len() || !self.outline.iter().zip(&points).all(is_near) {
            return Err(points);
        }
        self.places.push((offset.to_pos2(), color));
        Ok(())
    }

    /// Empties it, and returns what draws its polygons.
    fn take(&mut self, pixels_per_point: f32) -> Option<egui::Shape> {
        let (outline, places) = (std::mem::take(&mut self.outline), std::mem::take(&mut self.places));
        match places[..] {
            [] => None,
            [(_, fill)] => Some(drawn(Shape::fill(outline, fill))),
            _ => Some(stamped(outline, places.into_iter(), pixels_per_point).into()),
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

//! Renders a scene as PNG.

use egui::{Color32, Pos2};
use skrifa::outline::OutlinePen;
use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapRef, SpreadMode,
    Stroke, Transform,
};

use super::Scene;
use super::picture::Picture;
use super::shape::{Pen, Shape};
use super::text;

/// Renders a scene as a PNG file, one pixel per point; the error explains why it cannot be drawn.
pub fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let (width, height) = (scene.size.x as u32, scene.size.y as u32);
    let mut pixels =
        Pixmap::new(width, height).ok_or_else(|| format!("an image of {width} × {height} pixels cannot be created"))?;
    pixels.fill(color(scene.table));
    for shape in scene.shapes() {
        draw(shape, &mut pixels);
    }
    // The background is opaque, so every pixel is.
    let bytes = pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    encode([width, height], &bytes.collect::<Vec<_>>()).map_err(|error| error.to_string())
}

/// Encodes opaque pixels of three bytes each as a PNG file.
pub fn encode([width, height]: [u32; 2], pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Encodes a picture as a PNG file with transparency.
pub fn encode_picture(picture: &Picture) -> Option<Vec<u8>> {
    let pixels = PixmapRef::from_bytes(&picture.pixels, picture.size[0], picture.size[1])?;
    let plain = pixels.pixels().iter().map(|pixel| pixel.demultiply());
    let plain: Vec<u8> = plain.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.size[0], picture.size[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&plain).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

fn draw(shape: &Shape, pixels: &mut Pixmap) {
    match shape {
        Shape::Polygon { points, fill, edge } => {
            let Some(path) = path(points, true) else { return };
            pixels.fill_path(&path, &paint(*fill), FillRule::Winding, Transform::identity(), None);
            if let Some(pen) = edge {
                stroke(&path, *pen, pixels);
            }
        }
        Shape::Line { points, pen } => {
            if let Some(path) = path(points, false) {
                stroke(&path, *pen, pixels);
            }
        }
        Shape::Circle { center, radius, fill } => {
            if let Some(path) = PathBuilder::from_circle(center.x, center.y, *radius) {
                pixels.fill_path(&path, &paint(*fill), FillRule::Winding, Transform::identity(), None);
            }
        }
        Shape::Picture { points, rect, picture } => {
            let (Some(path), Some(source)) =
                (path(points, true), PixmapRef::from_bytes(&picture.pixels, picture.size[0], picture.size[1]))
            else {
                return;
            };
            let [across, down] = [rect.width() / picture.size[0] as f32, rect.height() / picture.size[1] as f32];
            let transform = Transform::from_row(across, 0.0, 0.0, down, rect.left(), rect.top());
            let shader = Pattern::new(source, SpreadMode::Pad, FilterQuality::Bilinear, 1.0, transform);
            let paint = Paint { shader, ..Paint::default() };
            pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
        Shape::Text { at, size, color, text } => {
            let (left, line) = (at.x - text::width(text, *size) / 2.0, at.y + text::drop(*size));
            let letter = |x| Letter { path: PathBuilder::new(), x, line };
            for letter in text::outlines(text, *size, left, letter) {
                if let Some(path) = letter.path.finish() {
                    pixels.fill_path(&path, &paint(*color), FillRule::Winding, Transform::identity(), None);
                }
            }
        }
    }
}

fn path(points: &[Pos2], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.x, first.y);
    rest.iter().for_each(|point| path.line_to(point.x, point.y));
    if closed {
        path.close();
    }
    path.finish()
}

fn stroke(path: &Path, pen: Pen, pixels: &mut Pixmap) {
    let stroke = Stroke { width: pen.width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    pixels.stroke_path(path, &paint(pen.color), &stroke, Transform::identity(), None);
}

fn paint(fill: Color32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color(fill));
    paint
}

fn color(color: Color32) -> tiny_skia::Color {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    tiny_skia::Color::from_rgba8(r, g, b, a)
}

/// Draws a glyph on a baseline. In fonts, y grows upwards.
struct Letter {
    path: PathBuilder,
    x: f32,
    line: f32,
}

impl OutlinePen for Letter {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.line - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.line - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + cx, self.line - cy, self.x + x, self.line - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.path.cubic_to(self.x + ax, self.line - ay, self.x + bx, self.line - by, self.x + x, self.line - y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

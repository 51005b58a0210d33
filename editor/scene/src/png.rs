//! Renders a scene as PNG.

use std::ops::Range;

use egui::{Color32, Pos2};
use skrifa::outline::OutlinePen;
use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapRef, SpreadMode,
    Stroke, Transform,
};

use super::Scene;
use super::bands;
use super::picture::Picture;
use super::shape::{Pen, Shape};
use super::text;

/// Renders a scene as a PNG file, one pixel per point; the error explains why it cannot be drawn.
pub fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let [width, height] = [scene.size.x as u32, scene.size.y as u32];
    let bands = bands::bands(height);
    let within = sorted(scene.shapes(), &bands);
    bands::encode([width, height], |number, rows| {
        band(scene.table, width, rows, &within[number])
            .ok_or_else(|| format!("an image of {width} × {height} pixels cannot be created"))
    })
}

/// Returns the shapes that touch each band, in drawing order.
fn sorted<'a>(shapes: impl Iterator<Item = &'a Shape>, bands: &[Range<u32>]) -> Vec<Vec<&'a Shape>> {
    let mut within: Vec<Vec<&Shape>> = vec![Vec::new(); bands.len()];
    let rows = bands.first().map_or(1, |band| band.len()) as f32;
    for shape in shapes {
        let [first, last] = extent(shape).map(|row| (row / rows).floor().max(-1.0));
        if last >= 0.0 && first < bands.len() as f32 {
            let last = (last as usize).min(bands.len() - 1);
            within[first.max(0.0) as usize..=last].iter_mut().for_each(|within| within.push(shape));
        }
    }
    within
}

/// Draws the pixels of some rows, three bytes each; `None` if there are too many.
fn band(table: Color32, width: u32, rows: Range<u32>, shapes: &[&Shape]) -> Option<Vec<u8>> {
    let mut pixels = Pixmap::new(width, rows.len() as u32)?;
    pixels.fill(color(table));
    shapes.iter().for_each(|shape| draw(shape, rows.start as f32, &mut pixels));
    // The background is opaque, so every pixel is.
    let mut bytes = Vec::with_capacity(3 * pixels.pixels().len());
    pixels.data().chunks_exact(4).for_each(|pixel| bytes.extend_from_slice(&pixel[..3]));
    Some(bytes)
}

/// Returns the first and the last row that a shape can touch.
fn extent(shape: &Shape) -> [f32; 2] {
    /// The width of a smooth edge.
    const EDGE: f32 = 1.0;
    let (points, around): (&[Pos2], f32) = match shape {
        Shape::Polygon { points, edge, .. } => (points, edge.map_or(0.0, |pen| pen.width / 2.0)),
        Shape::Line { points, pen } => (points, pen.width / 2.0),
        Shape::Circle { center, radius, .. } => (std::slice::from_ref(center), *radius),
        Shape::Picture { points, .. } => (points, 0.0),
        // No letter is twice as high as its size.
        Shape::Text { at, size, .. } => (std::slice::from_ref(at), 2.0 * size),
    };
    let [top, bottom] = points
        .iter()
        .fold([f32::INFINITY, f32::NEG_INFINITY], |[top, bottom], point| [top.min(point.y), bottom.max(point.y)]);
    [top - around - EDGE, bottom + around + EDGE]
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

/// Draws a shape on pixels whose first row is `top`.
fn draw(shape: &Shape, top: f32, pixels: &mut Pixmap) {
    match shape {
        Shape::Polygon { points, fill, edge } => {
            let Some(path) = path(points, true, top) else { return };
            pixels.fill_path(&path, &paint(*fill), FillRule::Winding, Transform::identity(), None);
            if let Some(pen) = edge {
                stroke(&path, *pen, pixels);
            }
        }
        Shape::Line { points, pen } => {
            if let Some(path) = path(points, false, top) {
                stroke(&path, *pen, pixels);
            }
        }
        Shape::Circle { center, radius, fill } => {
            if let Some(path) = PathBuilder::from_circle(center.x, center.y - top, *radius) {
                pixels.fill_path(&path, &paint(*fill), FillRule::Winding, Transform::identity(), None);
            }
        }
        Shape::Picture { points, rect, picture } => {
            let (Some(path), Some(source)) =
                (path(points, true, top), PixmapRef::from_bytes(&picture.pixels, picture.size[0], picture.size[1]))
            else {
                return;
            };
            let [across, down] = [rect.width() / picture.size[0] as f32, rect.height() / picture.size[1] as f32];
            let transform = Transform::from_row(across, 0.0, 0.0, down, rect.left(), rect.top() - top);
            let shader = Pattern::new(source, SpreadMode::Pad, FilterQuality::Bilinear, 1.0, transform);
            let paint = Paint { shader, ..Paint::default() };
            pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
        Shape::Text { at, size, color, text } => {
            let (left, line) = (at.x - text::width(text, *size) / 2.0, at.y - top + text::drop(*size));
            let letter = |x| Letter { path: PathBuilder::new(), x, line };
            for letter in text::outlines(text, *size, left, letter) {
                if let Some(path) = letter.path.finish() {
                    pixels.fill_path(&path, &paint(*color), FillRule::Winding, Transform::identity(), None);
                }
            }
        }
    }
}

fn path(points: &[Pos2], closed: bool, top: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.x, first.y - top);
    rest.iter().for_each(|point| path.line_to(point.x, point.y - top));
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

#[cfg(test)]
mod tests {
    use egui::{Rect, pos2};

    use super::*;

    const SIZE: [u32; 2] = [300, 400];

    fn shapes() -> Vec<Shape> {
        let mut random = fastrand::Rng::with_seed(9);
        let mut shapes = Vec::new();
        for number in 0..300 {
            let mut place = |around: f32| random.f32() * (around + 40.0) - 20.0;
            let at = pos2(place(SIZE[0] as f32), place(SIZE[1] as f32));
            let far = pos2(place(SIZE[0] as f32), place(SIZE[1] as f32));
            let fill = Color32::from_rgb((number * 7) as u8, (number * 31) as u8, (number * 13) as u8);
            let picture = Picture { id: 1, size: [2, 2], pixels: vec![200; 16] };
            let points = (0..6).map(|corner| at + 23.0 * egui::Vec2::angled(corner as f32)).collect();
            shapes.push(match number % 5 {
                0 => Shape::Polygon { points, fill, edge: Some(Pen::new(3.0, Color32::BLACK)) },
                1 => Shape::line(vec![at, far], Pen::new(5.0, fill)),
                2 => Shape::Circle { center: at, radius: 14.0, fill },
                3 => Shape::Picture {
                    points,
                    rect: Rect::from_center_size(at, egui::vec2(50.0, 50.0)),
                    picture: picture.into(),
                },
                _ => Shape::Text { at, size: 18.0, color: fill, text: "Ågy".to_owned() },
            });
        }
        shapes
    }

    #[test]
    fn a_picture_in_bands_is_the_picture_in_one_piece() {
        let ([width, height], shapes) = (SIZE, shapes());
        let whole = band(Color32::WHITE, width, 0..height, &shapes.iter().collect::<Vec<_>>()).unwrap();
        for rows in [64, 100, 399] {
            let bands: Vec<_> = (0..height.div_ceil(rows)).map(|at| at * rows..height.min((at + 1) * rows)).collect();
            let within = sorted(shapes.iter(), &bands);
            let parts = bands.iter().zip(&within);
            let parts = parts.flat_map(|(rows, within)| band(Color32::WHITE, width, rows.clone(), within).unwrap());
            // Bands cut outlines, which rounds them differently by less than a quarter of a pixel.
            let differences: Vec<u8> = parts.zip(&whole).map(|(part, whole)| part.abs_diff(*whole)).collect();
            let (differ, most) = (differences.iter().filter(|by| **by > 0).count(), differences.iter().max());
            assert!(differ <= whole.len() / 100 && most < Some(&80), "{rows} rows: {differ} differ, by up to {most:?}");
        }
    }
}

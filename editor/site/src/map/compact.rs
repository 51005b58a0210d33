//! Shapes as few and short SVG elements: equal shapes in a row share a path, with coordinates in tenths of a point.

use std::fmt::Write;

use egui::{Color32, Pos2};
use foeman_scene::shape::{Pen, Shape};

/// Writes shapes in drawing order. Pictures are left out.
pub(crate) fn write(shapes: &[Shape], out: &mut String) {
    let mut open: Option<(String, String)> = None;
    for shape in shapes {
        let (style, path) = match shape {
            Shape::Polygon { points, fill, edge } => {
                let edge = edge.map(stroke).unwrap_or_default();
                (format!("{}{edge}", paint("fill", *fill)), format!("{}z", line(points)))
            }
            Shape::Line { points, pen } => (format!(" fill=\"none\"{}", stroke(*pen)), line(points)),
            Shape::Circle { center, radius, fill } => {
                let (r, x, y) = (tenth(*radius), tenth(center.x - radius), tenth(center.y));
                let d = 2 * r;
                (paint("fill", *fill), format!("M{x} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"))
            }
            Shape::Text { at, size, color, text } => {
                flush(&mut open, out);
                let (x, y) = (tenth(at.x), tenth(at.y + foeman_scene::text::drop(*size)));
                let (size, fill) = (tenth(*size), paint("fill", *color));
                // Writing to a string cannot fail.
                let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{fill}>{}</text>", escaped(text));
                continue;
            }
            Shape::Picture { .. } => continue,
        };
        match &mut open {
            Some((known, paths)) if *known == style => paths.push_str(&path),
            _ => {
                flush(&mut open, out);
                open = Some((style, path));
            }
        }
    }
    flush(&mut open, out);
}

fn flush(open: &mut Option<(String, String)>, out: &mut String) {
    if let Some((style, path)) = open.take() {
        let _ = write!(out, "<path{style} d=\"{path}\"/>");
    }
}

fn line(points: &[Pos2]) -> String {
    let mut path = String::new();
    let mut at = [0, 0];
    for (n, point) in points.iter().enumerate() {
        let [x, y] = [tenth(point.x), tenth(point.y)];
        let (dx, dy) = (x - at[0], y - at[1]);
        let _ = match n {
            0 => write!(path, "M{x} {y}"),
            1 => write!(path, "l{dx} {dy}"),
            _ => write!(path, " {dx} {dy}"),
        };
        at = [x, y];
    }
    path.replace(" -", "-")
}

/// Returns a length in tenths of a point.
pub(crate) fn tenth(length: f32) -> i64 {
    (length * 10.0).round() as i64
}

fn stroke(pen: Pen) -> String {
    format!("{} stroke-width=\"{}\"", paint("stroke", pen.color), tenth(pen.width))
}

/// Returns an attribute with a colour.
pub(crate) fn paint(name: &str, color: Color32) -> String {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let opacity = if a == 255 { String::new() } else { format!(" {name}-opacity=\"{:.2}\"", f32::from(a) / 255.0) };
    format!(" {name}=\"#{r:02x}{g:02x}{b:02x}\"{opacity}")
}

/// Escapes text for XML.
fn escaped(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => "\u{fffd}".to_owned(),
        letter => letter.to_string(),
    });
    letters.collect()
}

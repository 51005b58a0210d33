//! Renders a scene as SVG.

use std::fmt::Write;

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use egui::{Color32, Pos2, Rect};

use super::Scene;
use super::picture::Picture;
use super::shape::{Pen, Shape};
use super::text;

/// Writes a scene as an SVG document.
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (number(scene.size.x), number(scene.size.y));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Ubuntu, 'Noto Sans', sans-serif\" font-weight=\"300\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<rect width=\"100%\" height=\"100%\"{}/>\n",
        paint("fill", scene.table)
    );
    let bitmaps = Bitmaps::of(scene);
    bitmaps.write(&mut out);
    let layers = [
        ("cells", &scene.cells),
        ("pictures", &scene.pictures),
        ("marks", &scene.marks),
        ("borders", &scene.borders),
        ("zones", &scene.zones),
        ("coordinates", &scene.coordinates),
        ("things", &scene.things),
        ("figures", &scene.figures),
        ("names", &scene.names),
        ("legend", &scene.legend),
    ];
    for (name, shapes) in layers.into_iter().filter(|(_, shapes)| !shapes.is_empty()) {
        let _ = writeln!(out, "<g id=\"{name}\">");
        shapes.iter().for_each(|shape| write_shape(shape, &bitmaps, &mut out));
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(shape: &Shape, bitmaps: &Bitmaps<'_>, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Polygon { points, fill, edge } => {
            let stroke = edge.map(stroke).unwrap_or_default();
            writeln!(out, "<path d=\"{}z\"{}{stroke}/>", path(points), paint("fill", *fill))
        }
        Shape::Line { points, pen } => writeln!(out, "<path d=\"{}\" fill=\"none\"{}/>", path(points), stroke(*pen)),
        Shape::Circle { center, radius, fill } => {
            let (x, y, fill) = (number(center.x), number(center.y), paint("fill", *fill));
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"{fill}/>", number(*radius))
        }
        Shape::Picture { points, rect, picture } => {
            let at = format!("{} {}", number(rect.left()), number(rect.top()));
            let scale = format!("{} {}", fine(rect.width()), fine(rect.height()));
            let name = bitmaps.name(picture, points, *rect);
            writeln!(out, "<use href=\"#{name}\" transform=\"translate({at}) scale({scale})\"/>")
        }
        Shape::Text { at, size, color, text } => {
            let (x, y) = (number(at.x), number(at.y + text::drop(*size)));
            let (fill, length) = (paint("fill", *color), number(text::width(text, *size)));
            // A fixed length keeps the text on its plate if the viewer has another font.
            let fit = if text.chars().count() > 1 {
                format!(" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\"")
            } else {
                String::new()
            };
            let (size, text) = (number(*size), escaped(text));
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\"{fit}{fill}>{text}</text>"
            )
        }
    };
}

/// The pictures of a scene. Each is written once per clipping outline, scaled to a unit square.
struct Bitmaps<'a>(Vec<(&'a Arc<Picture>, String)>);

impl<'a> Bitmaps<'a> {
    fn of(scene: &'a Scene) -> Self {
        let mut all = Self(Vec::new());
        for shape in scene.shapes() {
            if let Shape::Picture { points, rect, picture } = shape {
                let outline = outline(points, *rect);
                if !all.0.iter().any(|known| known.0 == picture && known.1 == outline) {
                    all.0.push((picture, outline));
                }
            }
        }
        all
    }

    fn name(&self, picture: &Arc<Picture>, points: &[Pos2], rect: Rect) -> String {
        let outline = outline(points, rect);
        let number = self.0.iter().position(|known| known.0 == picture && known.1 == outline);
        format!("picture-{}", number.unwrap_or_default())
    }

    fn write(&self, out: &mut String) {
        if self.0.is_empty() {
            return;
        }
        out.push_str("<defs>\n");
        for (number, (picture, outline)) in self.0.iter().enumerate() {
            let Some(bytes) = super::png::encode_picture(picture) else { continue };
            let bytes = BASE64.encode(bytes);
            let _ = writeln!(
                out,
                "<clipPath id=\"outline-{number}\"><path d=\"{outline}z\"/></clipPath>\n\
                 <image id=\"picture-{number}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" \
                 clip-path=\"url(#outline-{number})\" href=\"data:image/png;base64,{bytes}\"/>"
            );
        }
        out.push_str("</defs>\n");
    }
}

/// An outline relative to a rectangle, scaled to a unit square.
fn outline(points: &[Pos2], rect: Rect) -> String {
    let within = |point: &Pos2| ((*point - rect.min) / rect.size()).to_pos2();
    let mut path = String::new();
    for (n, point) in points.iter().map(within).enumerate() {
        let _ = write!(path, "{}{} {}", if n == 0 { "M" } else { "L" }, fine(point.x), fine(point.y));
    }
    path
}

fn path(points: &[Pos2]) -> String {
    let mut path = String::new();
    for (n, point) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if n == 0 { "M" } else { "L" }, number(point.x), number(point.y));
    }
    path
}

fn stroke(pen: Pen) -> String {
    format!("{} stroke-width=\"{}\"", paint("stroke", pen.color), number(pen.width))
}

fn paint(name: &str, color: Color32) -> String {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let opacity =
        if a == 255 { String::new() } else { format!(" {name}-opacity=\"{}\"", number(f32::from(a) / 255.0)) };
    format!(" {name}=\"#{r:02x}{g:02x}{b:02x}\"{opacity}")
}

/// Formats a number with at most three decimals.
fn fine(value: f32) -> String {
    let text = format!("{value:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Formats a number with at most two decimals.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Escapes text for XML; control characters are not allowed.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

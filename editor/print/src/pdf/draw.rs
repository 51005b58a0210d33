//! Draws marks on a page of a PDF.

use std::collections::HashMap;
use std::sync::Arc;

use egui::{Color32, Pos2, Rect};
use foeman_scene::picture::Picture;
use foeman_scene::shape::{Pen, Shape};
use foeman_scene::text::{font_files, glyphs};
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Point, Size, Transform};
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::page::{Mark, Words, centred};

/// The width of the line that makes strong text thicker, as a share of the text size.
const STRONG: f32 = 0.035;
/// The distance of the handles of a Bézier curve that is a quarter of a circle, in radii.
const HANDLE: f32 = 0.552_285;

/// What pages share: fonts and images.
pub(super) struct Ink {
    mono: bool,
    fonts: Vec<Font>,
    images: HashMap<u64, Option<Image>>,
}

impl Ink {
    pub(super) fn new(mono: bool) -> Result<Self, String> {
        let fonts = font_files().into_iter().map(|file| Font::new(file.into(), 0));
        let fonts: Option<Vec<Font>> = fonts.collect();
        Ok(Self { mono, fonts: fonts.ok_or("could not read the fonts")?, images: HashMap::new() })
    }

    pub(super) fn draw(&mut self, marks: &[Mark], surface: &mut Surface<'_>) {
        for mark in marks {
            match mark {
                Mark::Shape(shape) => self.shape(shape, surface),
                Mark::Words(words) => self.words(words, surface),
                Mark::Dashed { points, pen, dash } => {
                    let stroke = Stroke {
                        line_cap: LineCap::Butt,
                        dash: Some(StrokeDash { array: vec![*dash, *dash], offset: 0.0 }),
                        ..self.stroke(*pen)
                    };
                    self.path(path(points, false), None, Some(stroke), surface);
                }
                Mark::Turned { center, marks } => {
                    surface.push_transform(&Transform::from_row(-1.0, 0.0, 0.0, -1.0, 2.0 * center.x, 2.0 * center.y));
                    self.draw(marks, surface);
                    surface.pop();
                }
                Mark::Clipped { outline, marks } => {
                    let Some(outline) = path(outline, true) else { continue };
                    surface.push_clip_path(&outline, &FillRule::NonZero);
                    self.draw(marks, surface);
                    surface.pop();
                }
            }
        }
    }

    fn shape(&mut self, shape: &Shape, surface: &mut Surface<'_>) {
        match shape {
            Shape::Polygon { points, fill, edge } => {
                let edge = edge.map(|pen| self.stroke(pen));
                self.path(path(points, true), Some(self.fill(*fill)), edge, surface);
            }
            Shape::Line { points, pen } => {
                let closed = points.len() > 2 && points.first() == points.last();
                let points = if closed { &points[1..] } else { points };
                self.path(path(points, closed), None, Some(self.stroke(*pen)), surface);
            }
            Shape::Circle { center, radius, fill } => {
                self.path(circle(*center, *radius), Some(self.fill(*fill)), None, surface);
            }
            Shape::Picture { points, rect, picture } => self.picture(points, *rect, picture, surface),
            Shape::Text { at, size, color, text } => self.words(&centred(*at, *size, *color, text), surface),
        }
    }

    fn path(&self, path: Option<Path>, fill: Option<Fill>, stroke: Option<Stroke>, surface: &mut Surface<'_>) {
        let Some(path) = path else { return };
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_path(&path);
    }

    fn picture(&mut self, points: &[Pos2], rect: Rect, picture: &Arc<Picture>, surface: &mut Surface<'_>) {
        let mono = self.mono;
        let image = self.images.entry(picture.id).or_insert_with(|| image(picture, mono));
        let (Some(image), Some(outline)) = (image, path(points, true)) else { return };
        let Some(size) = Size::from_wh(rect.width(), rect.height()) else { return };
        surface.push_clip_path(&outline, &FillRule::NonZero);
        surface.push_transform(&Transform::from_translate(rect.left(), rect.top()));
        surface.draw_image(image.clone(), size);
        surface.pop();
        surface.pop();
    }

    /// Draws a line of text, font by font, each letter where its neighbours' widths put it.
    fn words(&self, words: &Words, surface: &mut Surface<'_>) {
        surface.set_fill(Some(self.fill(words.color)));
        let pen = Pen::new(STRONG * words.size, words.color);
        surface.set_stroke(words.strong.then(|| self.stroke(pen)));
        let glyphs = glyphs(&words.text);
        let mut left = words.at.x;
        for run in glyphs.chunk_by(|one, next| one.font == next.font) {
            let set = run.iter().map(|glyph| {
                let id = GlyphId::new(glyph.id);
                KrillaGlyph::new(id, glyph.advance, 0.0, 0.0, 0.0, glyph.bytes.clone(), None)
            });
            let set: Vec<KrillaGlyph> = set.collect();
            let start = Point::from_xy(fine(left), fine(words.at.y));
            if let Some(font) = self.fonts.get(run[0].font.unwrap_or_default()) {
                surface.draw_glyphs(start, &set, font.clone(), &words.text, fine(words.size), false);
            }
            left += run.iter().map(|glyph| glyph.advance).sum::<f32>() * words.size;
        }
    }

    fn fill(&self, color: Color32) -> Fill {
        let (paint, opacity) = self.paint(color);
        Fill { paint, opacity, rule: FillRule::NonZero }
    }

    fn stroke(&self, pen: Pen) -> Stroke {
        let (paint, opacity) = self.paint(pen.color);
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        Stroke { paint, opacity, width: fine(pen.width).max(0.001), line_cap, line_join, ..Stroke::default() }
    }

    fn paint(&self, color: Color32) -> (Paint, NormalizedF32) {
        let [red, green, blue, alpha] = color.to_srgba_unmultiplied();
        let paint = match self.mono {
            true => luma::Color::new(grey([red, green, blue])).into(),
            false => rgb::Color::new(red, green, blue).into(),
        };
        (paint, NormalizedF32::new(f32::from(alpha) / 255.0).unwrap_or(NormalizedF32::ONE))
    }
}

/// Rounds a length to a thousandth of a millimetre, which keeps files small.
fn fine(length: f32) -> f32 {
    (length * 1000.0).round() / 1000.0
}

/// Returns the brightness of a colour as a shade of grey.
fn grey([red, green, blue]: [u8; 3]) -> u8 {
    let [red, green, blue] = [red, green, blue].map(u32::from);
    ((red * 299 + green * 587 + blue * 114 + 500) / 1000) as u8
}

fn path(points: &[Pos2], close: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut points = points.iter();
    let first = points.next()?;
    path.move_to(fine(first.x), fine(first.y));
    points.for_each(|point| path.line_to(fine(point.x), fine(point.y)));
    if close {
        path.close();
    }
    path.finish()
}

fn circle(center: Pos2, radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let at = |x: f32, y: f32| (fine(center.x + x * radius), fine(center.y + y * radius));
    let quarters = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
    let (x, y) = at(1.0, 0.0);
    path.move_to(x, y);
    for ends in quarters.windows(2) {
        let [[x, y], [to_x, to_y]] = [ends[0], ends[1]];
        let (ax, ay) = at(x + HANDLE * to_x, y + HANDLE * to_y);
        let (bx, by) = at(to_x + HANDLE * x, to_y + HANDLE * y);
        let (end_x, end_y) = at(to_x, to_y);
        path.cubic_to(ax, ay, bx, by, end_x, end_y);
    }
    path.close();
    path.finish()
}

/// Converts a picture, whose pixels are premultiplied.
fn image(picture: &Picture, mono: bool) -> Option<Image> {
    let [width, height] = picture.size;
    if width == 0 || height == 0 || picture.pixels.len() != width as usize * height as usize * 4 {
        return None;
    }
    let pixel = |pixel: &[u8]| {
        let color = Color32::from_rgba_premultiplied(pixel[0], pixel[1], pixel[2], pixel[3]);
        let [red, green, blue, alpha] = color.to_srgba_unmultiplied();
        let shade = grey([red, green, blue]);
        if mono { [shade, shade, shade, alpha] } else { [red, green, blue, alpha] }
    };
    Some(Image::from_rgba8(picture.pixels.chunks_exact(4).flat_map(pixel).collect(), width, height))
}

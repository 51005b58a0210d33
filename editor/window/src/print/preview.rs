//! Draws printed pages in the window.

use std::sync::Arc;

use egui::epaint::{Mesh, TextShape};
use egui::{FontId, Id, Painter, Pos2, Rect, Shape as Drawn, Stroke, Vec2, vec2};
use foeman_print::page::{Document, Mark, PAPER, Words, centred};
use foeman_scene::shape::{Pen, Shape};

use crate::kit::paint;

/// Text below this size, in pixels, is drawn as a line.
const LEGIBLE: f32 = 3.5;
/// The strength of a line that stands for text.
const LINE: f32 = 0.35;

/// How far strong text is drawn apart, as a share of its size.
const STRONG: f32 = 0.035;

/// A page that has been prepared for drawing.
#[derive(Clone)]
struct Kept {
    document: Arc<Document>,
    page: usize,
    rect: Rect,
    pixels_per_point: f32,
    pieces: Arc<Vec<(Rect, Piece)>>,
}

/// A part of a page.
enum Piece {
    Shape(Drawn),
    /// Text, whether it is upside down, and its baseline's start.
    Words(Words, bool),
}

/// Draws a page into a rectangle of its proportions.
pub(super) fn page(painter: &Painter, document: &Arc<Document>, page: usize, rect: Rect) {
    let Some(sheet) = document.pages.get(page) else { return };
    painter.rect_filled(rect, 0, PAPER);
    let ctx = painter.ctx();
    let (id, pixels_per_point) = (Id::unique("printed page"), ctx.pixels_per_point());
    let kept: Option<Kept> = ctx.data(|data| data.get_temp(id));
    let kept = kept.filter(|kept| {
        Arc::ptr_eq(&kept.document, document)
            && (kept.page, kept.rect, kept.pixels_per_point) == (page, rect, pixels_per_point)
    });
    let kept = kept.unwrap_or_else(|| {
        let place = Place { scale: rect.width() / sheet.size.x, shift: rect.min.to_vec2(), turned: false };
        let mut builder = Builder { painter, pixels_per_point, clip: rect, waiting: Vec::new(), pieces: Vec::new() };
        builder.marks(&sheet.marks, place);
        builder.flush();
        let pieces = Arc::new(builder.pieces);
        let kept = Kept { document: Arc::clone(document), page, rect, pixels_per_point, pieces };
        ctx.data_mut(|data| data.insert_temp(id, kept.clone()));
        kept
    });
    for (clip, piece) in kept.pieces.iter() {
        let painter = painter.with_clip_rect(clip.intersect(painter.clip_rect()));
        match piece {
            Piece::Shape(shape) => drop(painter.add(shape.clone())),
            Piece::Words(words, turned) => write(&painter, words, *turned),
        }
    }
}

/// Where millimetres of a page are on the screen.
#[derive(Clone, Copy)]
struct Place {
    /// Points per millimetre.
    scale: f32,
    shift: Vec2,
    turned: bool,
}

impl Place {
    fn at(self, at: Pos2) -> Pos2 {
        let scale = if self.turned { -self.scale } else { self.scale };
        (at.to_vec2() * scale + self.shift).to_pos2()
    }

    fn all(self, points: &[Pos2]) -> Vec<Pos2> {
        points.iter().map(|at| self.at(*at)).collect()
    }

    fn pen(self, pen: Pen) -> Pen {
        Pen::new(pen.width * self.scale, pen.color)
    }

    /// The same place with everything turned around a point.
    fn around(self, center: Pos2) -> Self {
        let turned = Self { turned: !self.turned, ..self };
        Self { shift: turned.shift + (self.at(center) - turned.at(center)), ..turned }
    }
}

/// Prepares the marks of a page.
struct Builder<'a> {
    painter: &'a Painter,
    pixels_per_point: f32,
    clip: Rect,
    /// Shapes that can be drawn together.
    waiting: Vec<Shape>,
    pieces: Vec<(Rect, Piece)>,
}

impl Builder<'_> {
    fn marks(&mut self, marks: &[Mark], place: Place) {
        for mark in marks {
            match mark {
                Mark::Shape(shape) => self.shape(shape, place),
                Mark::Words(words) => self.words(words, place),
                Mark::Dashed { points, pen, dash } => {
                    self.flush();
                    let (pen, dash) = (place.pen(*pen), dash * place.scale);
                    let stroke = Stroke::new(pen.width, pen.color);
                    let dashes = Drawn::dashed_line(&place.all(points), stroke, dash, dash);
                    self.push(Piece::Shape(Drawn::Vec(dashes)));
                }
                Mark::Turned { center, marks } => self.marks(marks, place.around(*center)),
                Mark::Clipped { outline, marks } => {
                    self.flush();
                    let before = self.clip;
                    self.clip = before.intersect(Rect::from_points(&place.all(outline)));
                    self.marks(marks, place);
                    self.flush();
                    self.clip = before;
                }
            }
        }
    }

    fn shape(&mut self, shape: &Shape, place: Place) {
        match shape {
            Shape::Polygon { points, fill, edge } => {
                let edge = edge.map(|pen| place.pen(pen));
                self.waiting.push(Shape::Polygon { points: place.all(points), fill: *fill, edge });
            }
            Shape::Line { points, pen } => self.waiting.push(Shape::line(place.all(points), place.pen(*pen))),
            Shape::Circle { center, radius, fill } => {
                let (center, radius) = (place.at(*center), radius * place.scale);
                self.waiting.push(Shape::Circle { center, radius, fill: *fill });
            }
            Shape::Picture { points, rect, picture } => {
                self.flush();
                let mut mesh = paint::pictured(self.painter.ctx(), points, *rect, picture);
                mesh.vertices.iter_mut().for_each(|vertex| vertex.pos = place.at(vertex.pos));
                self.push(Piece::Shape(Drawn::mesh(mesh)));
            }
            Shape::Text { at, size, color, text } => self.words(&centred(*at, *size, *color, text), place),
        }
    }

    fn words(&mut self, words: &Words, place: Place) {
        let placed = Words { at: place.at(words.at), size: words.size * place.scale, ..words.clone() };
        if placed.size * self.pixels_per_point < LEGIBLE {
            let extent = words.extent();
            let ends = [extent.left_center(), extent.right_center()];
            let pen = Pen::new(placed.size / 2.0, words.color.gamma_multiply(LINE));
            return self.waiting.push(Shape::line(place.all(&ends), pen));
        }
        self.flush();
        self.push(Piece::Words(placed, place.turned));
    }

    /// Draws the waiting shapes.
    fn flush(&mut self) {
        if !self.waiting.is_empty() {
            let mesh: Mesh = paint::triangles(std::mem::take(&mut self.waiting), self.pixels_per_point);
            self.push(Piece::Shape(Drawn::mesh(mesh)));
        }
    }

    fn push(&mut self, piece: Piece) {
        self.pieces.push((self.clip, piece));
    }
}

/// Draws a line of text from the start of its baseline.
fn write(painter: &Painter, words: &Words, turned: bool) {
    let galley = painter.layout_no_wrap(words.text.clone(), FontId::proportional(words.size), words.color);
    let glyph = galley.rows.first().and_then(|row| Some(row.pos.y + row.glyphs.first()?.pos.y));
    let baseline = vec2(0.0, glyph.unwrap_or(galley.size().y));
    let at = if turned { words.at + baseline } else { words.at - baseline };
    let mut text = TextShape::new(at, galley, words.color);
    if turned {
        text.angle = std::f32::consts::PI;
    }
    let second = vec2(words.size * STRONG, 0.0);
    // Letters begin at whole pixels, so a smaller distance would be a whole pixel too.
    let is_visible = words.strong && second.x * painter.ctx().pixels_per_point() > 0.5;
    if is_visible {
        painter.add(text.clone());
        text.pos += second;
    }
    painter.add(text);
}

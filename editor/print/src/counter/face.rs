//! The faces of counters. A face is drawn round the origin, in millimetres; its front is up.

use egui::{Align2, Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_engine::display::{Board, SideView, Token};
use foeman_scene::figure::{self, Emphasis};
use foeman_scene::picture::Pictures;
use foeman_scene::shape::{Pen, Shape, mix};
use foeman_scene::theme::{LIGHT, color_text, readable_on};
use foeman_schema::grid::Points;

use super::pattern::pattern;
use super::piece::Piece;
use crate::map::ground::SCALE;
use crate::options::{Back, Options};
use crate::page::{Mark, Style, corners, fitted, style};
use crate::text;
use crate::transform::Transform;

/// The edge along which a counter is cut out.
const EDGE: Pen = Pen { width: 0.1, color: Color32::from_rgb(0x80, 0x80, 0x80) };
/// The band of a wounded figure.
const WOUNDED: Color32 = Color32::from_rgb(0xa8, 0x1f, 0x1a);
/// The band of an unconscious figure.
const UNCONSCIOUS: Color32 = Color32::from_rgb(0x3c, 0x40, 0x46);

/// A side of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// The figure as it enters the battle.
    Front,
    /// The figure in a worse state.
    Back(Back),
}

/// Returns a face of a counter. The back of a footprint is its mirror image, as its cardboard is.
pub fn face(piece: &Piece, face: Face, options: &Options, pictures: &Pictures) -> Vec<Mark> {
    let drawing = Drawing { piece, face, options, pictures };
    let marks = if piece.is_footprint() { drawing.footprint() } else { drawing.square() };
    let is_mirrored = piece.is_footprint() && face != Face::Front;
    if is_mirrored { Transform { scale: 1.0, mirrored: true, shift: Vec2::ZERO }.marks(&marks) } else { marks }
}

struct Drawing<'a> {
    piece: &'a Piece,
    face: Face,
    options: &'a Options,
    pictures: &'a Pictures,
}

impl Drawing<'_> {
    fn square(&self) -> Vec<Mark> {
        let side = self.options.counter.side();
        let trim = Rect::from_center_size(Pos2::ZERO, Vec2::splat(side));
        let bleed = trim.expand(self.options.bleed);
        let mut marks = self.ground(corners(bleed));
        let name = 0.25 * side;
        let band = Rect::from_min_max(pos2(bleed.left(), trim.bottom() - name), bleed.max);
        let (paint, ink) = self.band();
        marks.push(fill(band, paint));
        let room = Rect::from_min_max(pos2(trim.left(), trim.bottom() - name), trim.max).shrink(0.04 * side);
        marks.extend(words(room, style(0.17 * side, ink), &self.piece.token.name));
        let mut free = Rect::from_min_max(trim.min, pos2(trim.right(), trim.bottom() - name));
        if let Face::Back(back) = self.face {
            let state =
                Rect::from_min_size(pos2(bleed.left(), free.bottom() - 0.18 * side), vec2(bleed.width(), 0.18 * side));
            marks.push(fill(state, color_of(back)));
            let room = Rect::from_center_size(state.center(), vec2(0.94 * side, 0.16 * side));
            marks.extend(words(room, style(0.14 * side, Color32::WHITE), back.word()));
            free.max.y = state.top();
        }
        if self.piece.token.facing.is_some() {
            marks.push(self.arrow(pos2(0.0, trim.top()), vec2(0.0, -1.0), 0.09 * side));
            free.min.y += 0.1 * side;
        }
        // A marker reaches 0.74 radii to the front and 0.46 to the back.
        let ratio = (free.height() / 1.3).min(0.8 * side) / SCALE;
        let at = free.center() + vec2(0.0, 0.14 * ratio * SCALE);
        marks.extend(self.figure(Transform::scaled(ratio, at.to_vec2())));
        marks.push(Mark::Shape(Shape::line(closed(corners(trim)), EDGE)));
        marks
    }

    fn footprint(&self) -> Vec<Mark> {
        let (piece, ratio) = (self.piece, self.piece.ratio(self.options));
        let edge = piece.edge(self.options, 0.0);
        let mut marks = self.ground(piece.edge(self.options, self.options.bleed));
        marks.extend(self.figure(Transform::scaled(ratio, Vec2::ZERO)));
        let radius = ratio * SCALE;
        let view = piece.view();
        let centers: Vec<Pos2> =
            piece.token.cells.iter().map(|cell| (view.center(*cell).to_vec2() * ratio).to_pos2()).collect();
        let head = centers[0];
        let ahead = self.ahead();
        if let Some(ahead) = ahead {
            marks.push(self.arrow(head + ahead * (0.84 * radius), ahead, 0.16 * radius));
        }
        // The name lies across the hex that is farthest from the head.
        let tail = centers.iter().copied().max_by(|a, b| a.distance(head).total_cmp(&b.distance(head))).unwrap_or(head);
        // The initials are in the middle of the figure.
        let tail = tail + (tail - head).normalized() * (0.14 * radius);
        let width = 1.14 * radius;
        let (paint, ink) = self.band();
        let mut top = tail.y - 0.1 * radius;
        let plate = Rect::from_min_size(pos2(tail.x - width / 2.0, top), vec2(width, 0.42 * radius));
        marks.push(fill(plate, paint));
        marks.extend(words(plate.shrink(0.04 * radius), style(0.3 * radius, ink), &piece.token.name));
        top = plate.bottom();
        if let Face::Back(back) = self.face {
            let plate = Rect::from_min_size(pos2(tail.x - width * 0.45, top), vec2(width * 0.9, 0.32 * radius));
            marks.push(fill(plate, color_of(back)));
            marks.extend(words(plate.shrink(0.03 * radius), style(0.24 * radius, Color32::WHITE), back.word()));
        }
        marks.push(Mark::Shape(Shape::line(closed(edge), EDGE)));
        marks
    }

    /// The ground in a tint of the side's colour, or with its pattern.
    fn ground(&self, outline: Vec<Pos2>) -> Vec<Mark> {
        let tint = match (self.options.mono, self.face) {
            (true, _) => Color32::WHITE,
            (false, Face::Back(Back::Unconscious)) => Color32::from_gray(0xe2),
            (false, _) => mix(self.piece.color, Color32::WHITE, 0.72),
        };
        let around = Rect::from_points(&outline);
        let mut marks = vec![Mark::Shape(Shape::fill(outline.clone(), tint))];
        if self.options.mono {
            marks.extend(pattern(self.piece.token.side, around));
        }
        vec![Mark::Clipped { outline, marks }]
    }

    /// The colours of the band with the name.
    fn band(&self) -> (Color32, Color32) {
        if self.options.mono {
            return (Color32::WHITE, Color32::BLACK);
        }
        (self.piece.color, readable_on(self.piece.color))
    }

    /// The direction in which the figure faces.
    fn ahead(&self) -> Option<Vec2> {
        let (grid, facing) = (self.piece.grid, self.piece.token.facing?);
        let ahead = grid.direction(facing);
        Some(match self.piece.token.points {
            Points::Side => ahead,
            Points::Corner => (ahead + grid.direction(facing + grid.directions() - 1)).normalized(),
        })
    }

    /// A triangle with its tip at `tip`.
    fn arrow(&self, tip: Pos2, ahead: Vec2, length: f32) -> Mark {
        let color = if self.options.mono { Color32::BLACK } else { mix(self.piece.color, Color32::BLACK, 0.35) };
        let foot = tip - ahead * length;
        let half = ahead.rot90() * length;
        Mark::Shape(Shape::fill(vec![tip, foot + half, foot - half], color))
    }

    /// The figure as pictures of the map show it.
    fn figure(&self, transform: Transform) -> Vec<Mark> {
        let color = if self.options.mono { Color32::from_gray(0xd8) } else { self.piece.color };
        let sides = (0..=self.piece.token.side)
            .map(|_| SideView { name: String::new(), color: color_text(color), human: false })
            .collect();
        let token = Token { active: self.face != Face::Back(Back::Unconscious), ..self.piece.token.clone() };
        let board = Board { sides, tokens: vec![token], ..Board::default() };
        let shapes = figure::figures(&self.piece.view(), &board, &LIGHT, Emphasis::default(), self.pictures);
        shapes.iter().map(|shape| Mark::Shape(transform.shape(shape))).collect()
    }
}

fn color_of(back: Back) -> Color32 {
    match back {
        Back::Wounded => WOUNDED,
        Back::Unconscious => UNCONSCIOUS,
    }
}

fn fill(rect: Rect, color: Color32) -> Mark {
    Mark::Shape(Shape::fill(corners(rect), color))
}

/// Sets a text in a box, on two lines if it is too long for one.
fn words(room: Rect, style: Style, text: &str) -> Vec<Mark> {
    let small = Style { size: (0.6 * style.size).min(room.height() / 2.1), ..style };
    let is_long = text::width(text, 0.62 * style.size) > room.width();
    let lines = if is_long { text::wrapped(text, small.size, room.width()) } else { Vec::new() };
    let [first, rest @ ..] = lines.as_slice() else {
        return fitted(room, Align2::CENTER_CENTER, style, text).map(Mark::Words).into_iter().collect();
    };
    let (top, bottom) = room.split_top_bottom_at_fraction(0.5);
    let set =
        [(top, first), (bottom, &rest.join(" "))].map(|(room, line)| fitted(room, Align2::CENTER_CENTER, small, line));
    set.into_iter().flatten().map(Mark::Words).collect()
}

fn closed(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.extend(points.first().copied());
    points
}

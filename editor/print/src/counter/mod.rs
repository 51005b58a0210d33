//! Counters: figures to cut out, with their backs.

pub mod face;
mod pattern;
pub mod piece;
pub mod place;

use egui::{Align2, Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_scene::picture::Pictures;
use foeman_scene::shape::Pen;

use crate::options::{Flip, Options};
use crate::page::{ACCENT, FAINT, Mark, Page, style};
use crate::paper::printable;
use crate::transform::Transform;
use face::{Face, face};
use piece::Piece;
use place::{Sheet, TooLarge};

/// The length of crop marks.
const MARK: f32 = 3.0;
/// The space between the bleed and the crop marks.
const CLEAR: f32 = 0.6;
/// The crop marks.
const CROP: Pen = Pen { width: 0.15, color: Color32::BLACK };

/// Places the counters on sheets.
pub fn sheets(pieces: &[Piece], options: &Options) -> Result<Vec<Sheet>, TooLarge> {
    let sizes: Vec<(Vec2, bool)> = pieces.iter().map(|piece| (piece.size(options), piece.is_footprint())).collect();
    place::sheets(&sizes, options)
}

/// Returns the number of pages that sheets take.
pub fn page_count(sheets: usize, options: &Options) -> usize {
    if options.flip == Flip::Fold { sheets } else { 2 * sheets }
}

/// Returns the pages of the counters: each sheet with its back after it, or next to it if the sheet is folded.
pub fn pages(pieces: &[Piece], sheets: &[Sheet], options: &Options, pictures: &Pictures) -> Vec<Page> {
    let mut pages = Vec::new();
    for (number, sheet) in sheets.iter().enumerate() {
        let name = format!("counters-{}", number + 1);
        let mut front = Page::new(options.paper.size(), &*name);
        front = front.with_bookmark(1, &format!("Sheet {}", number + 1));
        let title = format!("Counters, sheet {} of {}", number + 1, sheets.len());
        let draw = Drawing { pieces, options, pictures };
        draw.heading(&mut front, &title, note(options));
        draw.faces(&mut front, &sheet.fronts, Vec2::ZERO, Side::Front);
        if options.flip == Flip::Fold {
            draw.faces(&mut front, &sheet.backs, options.back_offset, Side::Back);
            let x = front.size.x / 2.0;
            let fold = vec![pos2(x, 12.0), pos2(x, front.size.y - 12.0)];
            front.marks.push(Mark::Dashed { points: fold, pen: Pen::new(0.2, Color32::BLACK), dash: 1.2 });
            pages.push(front);
            continue;
        }
        pages.push(front);
        let mut back = Page::new(options.paper.size(), format!("{name}-back"));
        draw.faces(&mut back, &sheet.backs, options.back_offset, Side::Back);
        draw.heading(&mut back, &format!("{title}, back"), "");
        pages.push(back);
    }
    pages
}

/// What to do with a sheet.
fn note(options: &Options) -> &'static str {
    match options.flip {
        Flip::Long => "Print on both sides, flipped on the long edge, at 100 %.",
        Flip::Short => "Print on both sides, flipped on the short edge, at 100 %.",
        Flip::Fold => "Print at 100 %, fold along the dashed line, glue, and cut.",
        Flip::None => "Print at 100 %. Backs follow on a separate sheet, to be glued on.",
    }
}

/// A side of a sheet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Back,
}

struct Drawing<'a> {
    pieces: &'a [Piece],
    options: &'a Options,
    pictures: &'a Pictures,
}

impl Drawing<'_> {
    fn heading(&self, page: &mut Page, title: &str, note: &str) {
        let room = printable(page.size);
        let line = |top: f32| Rect::from_min_size(pos2(room.left(), room.top() + top), vec2(room.width(), 5.0));
        page.words(line(0.0), Align2::LEFT_CENTER, style(3.8, ACCENT).strong(), title);
        page.words(line(0.0), Align2::RIGHT_CENTER, style(2.9, FAINT), note);
    }

    fn faces(&self, page: &mut Page, places: &[(usize, Pos2)], offset: Vec2, side: Side) {
        // Turned along its short edge, a back is upside down; so it faces the same way as its front.
        let is_turned = side == Side::Back && self.options.flip == Flip::Short;
        let shown = if side == Side::Front { Face::Front } else { Face::Back(self.options.back) };
        for &(piece, at) in places {
            let center = at + offset;
            let marks = face(&self.pieces[piece], shown, self.options, self.pictures);
            let marks = Transform::moved(center.to_vec2()).marks(&marks);
            if is_turned { page.marks.push(Mark::Turned { center, marks }) } else { page.marks.extend(marks) }
        }
        if side == Side::Front {
            self.crops(page, places);
        }
    }

    /// Draws the crop marks of a sheet: round the block of squares, and at the corners of each footprint.
    fn crops(&self, page: &mut Page, places: &[(usize, Pos2)]) {
        let bleed = self.options.bleed;
        let placed = places.iter().copied();
        let (footprints, squares): (Vec<_>, Vec<_>) = placed.partition(|(piece, _)| self.pieces[*piece].is_footprint());
        let half = self.options.counter.side() / 2.0;
        let block = squares
            .iter()
            .fold(Rect::NOTHING, |block, (_, at)| block.union(Rect::from_center_size(*at, Vec2::splat(2.0 * half))));
        let edges = |along: fn(Pos2) -> f32| {
            let mut edges: Vec<f32> =
                squares.iter().flat_map(|(_, at)| [along(*at) - half, along(*at) + half]).collect();
            edges.sort_by(f32::total_cmp);
            edges.dedup_by(|one, other| (*one - *other).abs() < 0.01);
            edges
        };
        let far = bleed + CLEAR;
        for x in edges(|at| at.x) {
            page.line(pos2(x, block.top() - far), pos2(x, block.top() - far - MARK), CROP);
            page.line(pos2(x, block.bottom() + far), pos2(x, block.bottom() + far + MARK), CROP);
        }
        for y in edges(|at| at.y) {
            page.line(pos2(block.left() - far, y), pos2(block.left() - far - MARK, y), CROP);
            page.line(pos2(block.right() + far, y), pos2(block.right() + far + MARK, y), CROP);
        }
        for (piece, at) in footprints {
            let corners = self.pieces[piece].edge(self.options, 0.0);
            let beyond = self.pieces[piece].edge(self.options, far);
            for (corner, out) in corners.iter().zip(beyond) {
                let way = (out - *corner).normalized();
                let from = at + out.to_vec2();
                page.line(from, from + way * (0.4 * MARK), CROP);
            }
        }
    }
}

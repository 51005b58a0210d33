//! The legend below a map: its title, its sides and its terrains.

use egui::{Pos2, Rect, pos2, vec2};
use foeman_engine::display::{Board, Ground, Token};
use foeman_schema::grid::Points;

use super::figure::side_color;
use super::marker::Marker;
use super::picture::Pictures;
use super::shape::{Pen, Shape, mix};
use super::{MARGIN, Viewport, ground, text};
use crate::theme::{Palette, readable_on};

/// Height of a row, in points.
const ROW: f32 = 30.0;
/// Height of the title row, in points.
const TITLE: f32 = 34.0;
/// Scale of the samples, in points per hex radius.
const SAMPLE: f32 = 12.0;
/// Space between entries, in points.
const BETWEEN: f32 = 22.0;
/// Text size, in points.
const LETTERS: f32 = 14.0;

/// The content of a legend.
pub struct Legend<'a> {
    /// The title of the picture.
    pub title: &'a str,
    /// The board, for its sides.
    pub board: &'a Board,
    /// The map and its terrains.
    pub ground: &'a Ground,
    /// The images of the pack.
    pub pictures: &'a Pictures,
}

/// The position of an entry's sample, and its subject.
struct Swatch {
    sample: Pos2,
    what: What,
}

enum What {
    Side(usize),
    Terrain(usize),
}

impl Legend<'_> {
    /// Returns the height of the legend in a picture of this width.
    pub fn height(&self, width: f32) -> f32 {
        let rows = self.entries(width).last().map_or(0.0, |entry| entry.sample.y + ROW / 2.0);
        rows.max(TITLE) + MARGIN
    }

    /// Returns the legend's shapes in `room`.
    pub fn shapes(&self, view: &Viewport, room: Rect, colors: &Palette) -> Vec<Shape> {
        let size = 1.4 * LETTERS;
        let title = text::shortened(self.title, size, room.width() - 2.0 * MARGIN);
        let at = room.min + vec2(MARGIN + text::width(&title, size) / 2.0, TITLE / 2.0);
        let mut shapes = vec![Shape::Text { at, size, color: colors.strong, text: title }];
        for entry in self.entries(room.width()) {
            let sample = room.min + entry.sample.to_vec2();
            let small = |scale: f32| Viewport {
                origin: sample - view.grid.center([0, 0]).to_vec2() * scale,
                scale,
                clip: room,
                ..*view
            };
            match entry.what {
                What::Side(side) => marker(&small(1.4 * SAMPLE), self.board, side, colors, &mut shapes),
                What::Terrain(kind) => {
                    ground::sample(&small(SAMPLE), self.ground, kind, colors, self.pictures, &mut shapes);
                }
            }
            let most = room.right() - MARGIN - sample.x - 1.5 * SAMPLE;
            let words = text::shortened(self.words(&entry.what), LETTERS, most);
            let at = sample + vec2(1.5 * SAMPLE + text::width(&words, LETTERS) / 2.0, 0.0);
            shapes.push(Shape::Text { at, size: LETTERS, color: colors.text, text: words });
        }
        shapes
    }

    fn words(&self, what: &What) -> &str {
        match what {
            What::Side(side) => &self.board.sides[*side].name,
            What::Terrain(kind) => &self.ground.terrains[*kind].title,
        }
    }

    /// Arranges the entries in rows; positions are relative to the legend's upper left corner.
    fn entries(&self, width: f32) -> Vec<Swatch> {
        let counts = self.ground.counts();
        let used = |kind: &usize| counts[*kind] > 0;
        let sides = (0..self.board.sides.len()).map(What::Side).collect();
        let terrains = (0..self.ground.terrains.len()).filter(used).map(What::Terrain).collect();
        let mut entries = Vec::new();
        let mut top = TITLE;
        for group in [sides, terrains] {
            let group: Vec<What> = group;
            let mut left = MARGIN;
            let any = !group.is_empty();
            for what in group {
                let wide = 2.5 * SAMPLE + text::width(self.words(&what), LETTERS);
                if left > MARGIN && left + wide > width - MARGIN {
                    (left, top) = (MARGIN, top + ROW);
                }
                entries.push(Swatch { sample: pos2(left + SAMPLE, top + ROW / 2.0), what });
                left += wide + BETWEEN;
            }
            top += if any { ROW } else { 0.0 };
        }
        entries
    }
}

/// Draws a sample marker of one hex for a side.
fn marker(view: &Viewport, board: &Board, side: usize, colors: &Palette, shapes: &mut Vec<Shape>) {
    let token = Token {
        id: 0,
        name: String::new(),
        side,
        cells: vec![[0, 0]],
        facing: None,
        points: Points::Side,
        health: (0, 0),
        marks: Vec::new(),
        details: Vec::new(),
        active: true,
        images: Vec::new(),
    };
    let marker = Marker::new(view, &token, Some(vec2(1.0, 0.0)));
    let paint = side_color(board, side, colors);
    let line = mix(paint, readable_on(paint), 0.8);
    shapes.push(Shape::Polygon { points: marker.body, fill: paint, edge: Some(Pen::new(1.0, line)) });
    shapes.extend(marker.bands.into_iter().map(|band| Shape::fill(band, line)));
    shapes.extend(marker.nose.map(|nose| Shape::fill(nose.to_vec(), line)));
}

//! The visible texts of a window, their positions, and whether they can be read.

use egui::epaint::ClippedShape;
use egui::{Rect, Shape};

use crate::Window;

/// Invisible overlaps, in points.
const TOLERANCE: f32 = 1.5;

/// A text on screen.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The words of this row; incomplete if it is elided.
    pub(crate) words: String,
    /// The full text, in all its rows.
    pub(crate) whole: String,
    /// The area of its letters, visible or not.
    pub(crate) rect: Rect,
    /// The visible part of that area.
    pub(crate) seen: Rect,
    /// Whether it ends in an ellipsis because of a lack of space.
    pub(crate) elided: bool,
}

impl Text {
    /// Whether letters are cut off at its left or right end.
    pub(crate) fn is_cut(&self) -> bool {
        self.seen.left() > self.rect.left() + TOLERANCE || self.seen.right() < self.rect.right() - TOLERANCE
    }
}

/// Returns every text that is at least partly visible.
pub(crate) fn texts(window: &Window) -> Vec<Text> {
    texts_of(&window.output().shapes)
}

/// Returns every visible text in the shapes of a frame.
pub(crate) fn texts_of(shapes: &[ClippedShape]) -> Vec<Text> {
    let mut texts = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in shapes {
        collect(shape, *clip_rect, &mut texts);
    }
    texts
}

/// Returns pairs of overlapping texts, outside `elsewhere`.
pub(crate) fn overlaps(texts: &[Text], elsewhere: &[Rect]) -> Vec<String> {
    let free = |text: &&Text| !elsewhere.iter().any(|rect| rect.intersects(text.seen));
    let texts: Vec<&Text> = texts.iter().filter(free).collect();
    let mut found = Vec::new();
    for (at, a) in texts.iter().enumerate() {
        for b in &texts[at + 1..] {
            let both = a.seen.intersect(b.seen);
            if both.width() > TOLERANCE && both.height() > TOLERANCE {
                found.push(format!("`{}` and `{}` at {both:?}", a.words, b.words));
            }
        }
    }
    found
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<Text>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
        Shape::Text(text) => {
            // Each row separately: a short last line leaves room next to it.
            for row in &text.galley.rows {
                let bounds = row.visuals.mesh_bounds;
                let rect = bounds.translate(text.pos.to_vec2() + row.pos.to_vec2());
                let words = row.text();
                let seen = rect.intersect(clip);
                if bounds.is_positive() && seen.is_positive() && !words.trim().is_empty() {
                    let whole = text.galley.text().to_owned();
                    texts.push(Text { words, whole, rect, seen, elided: text.galley.elided });
                }
            }
        }
        _ => {}
    }
}

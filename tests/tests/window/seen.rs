//! What a person sees of a window: its texts, where they stand, and whether they can be read.

use egui::epaint::ClippedShape;
use egui::{Rect, Shape};

use crate::Window;

/// Points by which things may lie over each other without anybody noticing.
const TOLERANCE: f32 = 1.5;

/// A text on screen.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The words of this row; the end is missing where it is elided.
    pub(crate) words: String,
    /// Everything that was to be said, in all its rows.
    pub(crate) whole: String,
    /// Where its letters are, seen or not.
    pub(crate) rect: Rect,
    /// What can be seen of that.
    pub(crate) seen: Rect,
    /// Whether it ends in an ellipsis for want of room.
    pub(crate) elided: bool,
}

impl Text {
    /// Whether letters are missing at its left or right end.
    pub(crate) fn is_cut(&self) -> bool {
        self.seen.left() > self.rect.left() + TOLERANCE || self.seen.right() < self.rect.right() - TOLERANCE
    }
}

/// Every text of which something can be seen.
pub(crate) fn texts(window: &Window) -> Vec<Text> {
    texts_of(&window.output().shapes)
}

/// The same of what was drawn in a frame.
pub(crate) fn texts_of(shapes: &[ClippedShape]) -> Vec<Text> {
    let mut texts = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in shapes {
        collect(shape, *clip_rect, &mut texts);
    }
    texts
}

/// Pairs of texts that lie over each other, outside `elsewhere`.
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
            // Each row by itself: a short last line leaves room beside it.
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

//! Pages as lists of marks, before they become PDF. Lengths are in millimetres from the upper left corner.

use egui::{Align2, Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_scene::shape::{Pen, Shape};

use crate::text;

/// Paper.
pub const PAPER: Color32 = Color32::WHITE;
/// Text and lines.
pub const INK: Color32 = Color32::from_rgb(0x18, 0x1c, 0x22);
/// Secondary text.
pub const FAINT: Color32 = Color32::from_rgb(0x5a, 0x60, 0x68);
/// Thin rules and frames.
pub const RULE: Color32 = Color32::from_rgb(0xb4, 0xae, 0xa2);
/// The ground of table headings and highlights.
pub const TINT: Color32 = Color32::from_rgb(0xef, 0xec, 0xe5);
/// Headings.
pub const ACCENT: Color32 = Color32::from_rgb(0x15, 0x55, 0x5c);

/// A printed document.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// The title.
    pub title: String,
    /// The authors of the pack.
    pub authors: Vec<String>,
    /// The language as a BCP 47 tag.
    pub language: String,
    /// Whether it is printed in shades of grey.
    pub mono: bool,
    /// The pages.
    pub pages: Vec<Page>,
}

/// A page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    /// Width and height.
    pub size: Vec2,
    /// The name by which links refer to it; empty if none does.
    pub name: String,
    /// The bookmarks that lead to it, each with its depth from 0; none for a page that continues another.
    pub bookmarks: Vec<(usize, String)>,
    /// Its contents, in drawing order.
    pub marks: Vec<Mark>,
    /// Its links.
    pub links: Vec<Link>,
}

/// Something drawn on a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// A shape, as pictures have.
    Shape(Shape),
    /// A line of text.
    Words(Words),
    /// A dashed line.
    Dashed {
        /// The points.
        points: Vec<Pos2>,
        /// The pen.
        pen: Pen,
        /// The length of dashes and gaps.
        dash: f32,
    },
    /// Marks that are turned upside down.
    Turned {
        /// The point that stays in its place.
        center: Pos2,
        /// The marks before they are turned.
        marks: Vec<Mark>,
    },
    /// Marks that are cut off at an outline.
    Clipped {
        /// The outline.
        outline: Vec<Pos2>,
        /// The marks.
        marks: Vec<Mark>,
    },
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    /// The left end of the baseline.
    pub at: Pos2,
    /// The text size.
    pub size: f32,
    /// The colour.
    pub color: Color32,
    /// Whether it is drawn with thicker strokes.
    pub strong: bool,
    /// The text.
    pub text: String,
}

/// A link to another page of the document.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// The area to click.
    pub rect: Rect,
    /// The name of the page.
    pub to: String,
}

/// How a text is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The text size.
    pub size: f32,
    /// The colour.
    pub color: Color32,
    /// Whether it is drawn with thicker strokes.
    pub strong: bool,
}

/// Creates a style.
pub const fn style(size: f32, color: Color32) -> Style {
    Style { size, color, strong: false }
}

impl Style {
    /// The style with thicker strokes.
    #[must_use]
    pub const fn strong(self) -> Self {
        Self { strong: true, ..self }
    }

    /// The distance from one baseline to the next.
    pub fn leading(self) -> f32 {
        1.32 * self.size
    }
}

impl Words {
    /// Returns the box round the text: its width, and its size above and below the baseline.
    pub fn extent(&self) -> Rect {
        let width = text::width(&self.text, self.size);
        Rect::from_min_max(self.at - vec2(0.0, 0.78 * self.size), self.at + vec2(width, 0.22 * self.size))
    }
}

impl Page {
    /// Creates an empty page.
    pub fn new(size: Vec2, name: impl Into<String>) -> Self {
        Self { size, name: name.into(), ..Self::default() }
    }

    /// Adds a bookmark that leads to it.
    #[must_use]
    pub fn with_bookmark(mut self, depth: usize, title: &str) -> Self {
        self.bookmarks.push((depth, text::printable(title)));
        self
    }

    /// Draws a shape.
    pub fn shape(&mut self, shape: Shape) {
        self.marks.push(Mark::Shape(shape));
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, rect: Rect, color: Color32) {
        self.shape(Shape::fill(corners(rect), color));
    }

    /// Draws the outline of a rectangle.
    pub fn frame(&mut self, rect: Rect, pen: Pen) {
        let mut points = corners(rect);
        points.push(rect.left_top());
        self.shape(Shape::line(points, pen));
    }

    /// Draws a line.
    pub fn line(&mut self, from: Pos2, to: Pos2, pen: Pen) {
        self.shape(Shape::line(vec![from, to], pen));
    }

    /// Draws a line of text in a box: smaller, down to 60 %, and then shortened if it is too wide.
    pub fn words(&mut self, room: Rect, align: Align2, style: Style, text: &str) {
        self.marks.extend(fitted(room, align, style, text).map(Mark::Words));
    }

    /// Draws text as lines of at most `width`, below `top`; returns the bottom of the last line. Lines below `bottom`
    /// are left out, and the last one then ends with an ellipsis.
    pub fn paragraph(&mut self, room: Rect, style: Style, text: &str) -> f32 {
        let mut lines = text::wrapped(text, style.size, room.width());
        let most = ((room.height() + 0.01) / style.leading()).floor().max(0.0) as usize;
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                *last = text::shortened(&format!("{last} …"), style.size, room.width());
            }
        }
        let count = lines.len();
        for (n, line) in lines.into_iter().enumerate() {
            let top = room.top() + n as f32 * style.leading();
            let row = Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), style.leading()));
            self.marks.extend(fitted(row, Align2::LEFT_CENTER, style, &line).map(Mark::Words));
        }
        room.top() + count as f32 * style.leading()
    }

    /// Adds a link to another page.
    pub fn link(&mut self, rect: Rect, to: impl Into<String>) {
        self.links.push(Link { rect, to: to.into() });
    }
}

/// Returns a line of text set in a box: smaller, down to 60 %, and then shortened if it is too wide; `None` for a blank
/// text.
pub fn fitted(room: Rect, align: Align2, style: Style, text: &str) -> Option<Words> {
    let text = text::printable(text);
    if text.is_empty() {
        return None;
    }
    let width = text::width(&text, style.size);
    let size = style.size * (room.width() / width.max(0.001)).clamp(0.6, 1.0);
    let text = text::shortened(&text, size, room.width() + 0.001);
    let place = align.align_size_within_rect(vec2(text::width(&text, size), size), room);
    let at = place.left_bottom() - vec2(0.0, 0.24 * size);
    Some(Words { at, size, color: style.color, strong: style.strong, text })
}

/// Returns the corners of a rectangle, clockwise.
pub fn corners(rect: Rect) -> Vec<Pos2> {
    vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
}

/// Returns every line of text in some marks with its bounding box, including text in shapes.
pub fn all_words(marks: &[Mark]) -> Vec<(String, Rect)> {
    let mut all = Vec::new();
    for mark in marks {
        match mark {
            Mark::Words(words) => all.push((words.text.clone(), words.extent())),
            Mark::Clipped { marks, .. } => all.extend(all_words(marks)),
            Mark::Turned { center, marks } => {
                let turned = |rect: Rect| {
                    let turn = |at: Pos2| *center + (*center - at);
                    Rect::from_two_pos(turn(rect.min), turn(rect.max))
                };
                all.extend(all_words(marks).into_iter().map(|(text, rect)| (text, turned(rect))));
            }
            Mark::Shape(Shape::Text { at, size, color, text }) => {
                all.push((text.clone(), centred(*at, *size, *color, text).extent()));
            }
            Mark::Shape(_) | Mark::Dashed { .. } => {}
        }
    }
    all
}

/// Returns the words of a text whose centre is given, as pictures have it.
pub fn centred(at: Pos2, size: f32, color: Color32, text: &str) -> Words {
    let start = at + vec2(-text::width(text, size) / 2.0, foeman_scene::text::drop(100.0) * size / 100.0);
    Words { at: start, size, color, strong: false, text: text.to_owned() }
}

//! Flowing text and tables over columns and pages.

use egui::{Align2, Rect, Vec2, pos2, vec2};
use foeman_scene::shape::Pen;

use crate::page::{ACCENT, FAINT, Link, Mark, Page, RULE, Style, style};
use crate::paper::printable;
use crate::transform::Transform;

/// The height of the running head of a page.
const HEAD: f32 = 8.0;
/// The space between columns.
const GUTTER: f32 = 8.0;

/// A part of a column that is not broken, drawn from its upper left corner.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Strip {
    pub(crate) height: f32,
    pub(crate) marks: Vec<Mark>,
    pub(crate) links: Vec<Link>,
    /// The name by which links find its page.
    pub(crate) anchor: Option<String>,
    /// Its bookmark, with its depth.
    pub(crate) bookmark: Option<(usize, String)>,
}

/// Pages that are filled column by column.
pub(crate) struct Flow {
    size: Vec2,
    name: &'static str,
    head: String,
    columns: usize,
    /// The column in use.
    column: usize,
    /// The space used in it.
    used: f32,
    pages: Vec<Page>,
    anchors: Vec<(String, String)>,
}

impl Flow {
    /// Creates pages of a size, with names that begin with `name`, and with a running head.
    pub(crate) fn new(size: Vec2, columns: usize, name: &'static str, head: &str) -> Self {
        let head = head.to_owned();
        Self { size, name, head, columns, column: 0, used: 0.0, pages: Vec::new(), anchors: Vec::new() }
    }

    /// The width of a column.
    pub(crate) fn width(&self) -> f32 {
        let columns = self.columns as f32;
        (printable(self.size).width() - GUTTER * (columns - 1.0)) / columns
    }

    fn height(&self) -> f32 {
        // The foot has the page number.
        printable(self.size).height() - HEAD - 6.0
    }

    /// Adds strips that belong together: in one column if they fit into one.
    pub(crate) fn add(&mut self, strips: Vec<Strip>) {
        let whole: f32 = strips.iter().map(|strip| strip.height).sum();
        if whole <= self.height() && self.used + whole > self.height() {
            self.next_column();
        }
        for strip in strips {
            if self.used > 0.0 && self.used + strip.height > self.height() {
                self.next_column();
            }
            self.place(strip);
        }
    }

    /// Begins a new page, if the last one is not empty.
    pub(crate) fn break_page(&mut self) {
        if self.used > 0.0 || self.column > 0 {
            self.column = self.columns;
        }
    }

    fn next_column(&mut self) {
        self.column += 1;
        self.used = 0.0;
    }

    fn place(&mut self, strip: Strip) {
        if self.pages.is_empty() || self.column >= self.columns {
            self.pages.push(self.page());
            (self.column, self.used) = (0, 0.0);
        }
        let room = printable(self.size);
        let left = room.left() + self.column as f32 * (self.width() + GUTTER);
        let shift = vec2(left, room.top() + HEAD + self.used);
        self.used += strip.height;
        let Some(page) = self.pages.last_mut() else { return };
        let transform = Transform::moved(shift);
        page.marks.extend(transform.marks(&strip.marks));
        page.links.extend(strip.links.into_iter().map(|link| Link { rect: link.rect.translate(shift), ..link }));
        page.bookmarks.extend(strip.bookmark);
        self.anchors.extend(strip.anchor.map(|anchor| (anchor, page.name.clone())));
    }

    fn page(&self) -> Page {
        let mut page = Page::new(self.size, format!("{}-{}", self.name, self.pages.len() + 1));
        let room = printable(self.size);
        let line = Rect::from_min_size(room.min, vec2(room.width(), 4.0));
        page.words(line, Align2::LEFT_CENTER, style(2.8, FAINT), &self.head);
        let y = room.top() + 5.0;
        page.line(pos2(room.left(), y), pos2(room.right(), y), Pen::new(0.2, RULE));
        page
    }

    /// Returns the pages, and for each anchor the name of its page.
    pub(crate) fn finish(self) -> (Vec<Page>, Vec<(String, String)>) {
        (self.pages, self.anchors)
    }
}

/// Draws a strip of a width.
pub(crate) fn strip(size: Vec2, draw: impl FnOnce(&mut Page)) -> Strip {
    let mut page = Page::new(size, "");
    draw(&mut page);
    Strip { height: size.y, marks: page.marks, links: page.links, ..Strip::default() }
}

/// Returns a heading.
pub(crate) fn heading(width: f32, text: &str) -> Strip {
    strip(vec2(width, 7.0), |page| {
        let line = Rect::from_min_size(pos2(0.0, 1.6), vec2(width, 4.6));
        page.words(line, Align2::LEFT_CENTER, style(3.9, ACCENT).strong(), text);
    })
}

/// Returns a text as one strip for each line.
pub(crate) fn lines(width: f32, style: Style, text: &str) -> Vec<Strip> {
    let line = |line: String| {
        strip(vec2(width, style.leading()), |page| {
            let room = Rect::from_min_size(egui::Pos2::ZERO, vec2(width, style.leading()));
            page.words(room, Align2::LEFT_CENTER, style, &line);
        })
    };
    crate::text::wrapped(text, style.size, width).into_iter().map(line).collect()
}

/// Returns an empty strip.
pub(crate) fn gap(height: f32) -> Strip {
    Strip { height, ..Strip::default() }
}

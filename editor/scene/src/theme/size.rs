//! Distances, text sizes, corners and lines: the window and pictures use no others.
//!
//! `tests/tests/tidy/look.rs` counts the numbers that the window has instead.

use egui::{FontFamily, FontId, TextStyle};

/// Space between related elements, in points; every other distance is a multiple or half of it.
pub const GAP: f32 = 4.0;
/// Height of a row in lists and tables, in points.
pub const ROW: f32 = 24.0;
/// Height of the status line, in points.
pub const STATUS: f32 = 24.0;
/// Side of an icon, in points.
pub const ICON: f32 = 14.0;
/// Side of an icon at the end of a row, and of a colour sample, in points.
pub const ICON_SMALL: f32 = 12.0;

/// Size of notes, headings of sections, labels on maps and source text, in points.
pub const SMALL: f32 = 12.0;
/// Size of text and buttons, in points.
pub const BODY: f32 = 13.5;
/// Size of the title of a pane, a record or a dialog, in points.
pub const HEADING: f32 = 19.0;
/// Size of the name of the program on the start page, in points.
pub const TITLE: f32 = 28.0;

/// Corner radius of swatches, bars and marks, in points.
pub const ROUND_SMALL: u8 = 3;
/// Corner radius of buttons, fields, rows and notes on maps, in points.
pub const ROUND: u8 = 5;
/// Corner radius of cards, menus and dialogs, in points.
pub const ROUND_LARGE: u8 = 8;

/// Width of separators and borders, in points.
pub const LINE: f32 = 1.0;
/// Width of outlines on maps, in points.
pub const EDGE: f32 = 1.5;
/// Width of the focus ring, of curves and of marked cells, in points.
pub const RING: f32 = 2.0;
/// Width of the line of an emphasised curve or cell, in points.
pub const BOLD: f32 = 3.0;

/// How much of a colour is left when it is mixed with its background.
pub mod alpha {
    /// Background of a note in the colour of its text.
    pub const FAINT: f32 = 0.13;
    /// Cells of a map that keep their terrain recognisable.
    pub const LIGHT: f32 = 0.33;
    /// Borders of notes, and cells that are strongly tinted.
    pub const HALF: f32 = 0.5;
    /// Elements that are less important than their neighbours.
    pub const MOST: f32 = 0.75;
    /// Plates below text on a map.
    pub const PLATE: f32 = 0.92;
}

/// Margins of frames.
pub mod margin {
    use egui::Margin;

    /// Around the content of a document.
    pub const PANE: Margin = Margin::symmetric(10, 8);
    /// Around lists, forms and controls next to the content of a document or above it.
    pub const SIDE: Margin = Margin::symmetric(10, 6);
    /// Around a bar that is as high as its controls.
    pub const BAR: Margin = Margin::symmetric(8, 0);
    /// Around the menu bar, a note or a toast.
    pub const TIGHT: Margin = Margin::symmetric(8, 4);
    /// Around the commands of a menu.
    pub const MENU: Margin = Margin::same(6);
    /// Around the content of a card.
    pub const CARD: Margin = Margin::symmetric(10, 10);
    /// Around the content of a dialog.
    pub const DIALOG: Margin = Margin::same(20);
}

/// The sizes of all texts, in points, in ascending order.
pub const SCALE: [f32; 4] = [SMALL, BODY, HEADING, TITLE];

/// Returns the size of each text style, in points.
pub(super) fn text_styles() -> [(TextStyle, FontId); 7] {
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    [
        (TextStyle::Small, proportional(SMALL)),
        (TextStyle::Body, proportional(BODY)),
        (TextStyle::Button, proportional(BODY)),
        (TextStyle::Heading, proportional(HEADING)),
        (TextStyle::Monospace, FontId::new(SMALL, FontFamily::Monospace)),
        (section(), proportional(SMALL)),
        (title(), proportional(TITLE)),
    ]
}

/// Returns the text style of a panel's heading.
pub fn section() -> TextStyle {
    TextStyle::Name("section".into())
}

/// Returns the text style of the name of the program on the start page.
pub fn title() -> TextStyle {
    TextStyle::Name("title".into())
}

//! Distances and text sizes.

use egui::{FontFamily, FontId, TextStyle};

/// Space between related elements, in points; every other distance is a multiple.
pub const GAP: f32 = 4.0;
/// Height of a row in lists and tables, in points.
pub const ROW: f32 = 24.0;
/// Corner radius of buttons and fields, in points.
pub const ROUND: u8 = 5;
/// Height of the status line, in points.
pub const STATUS: f32 = 24.0;

/// Returns the size of each text style, in points.
pub(super) fn text_styles() -> [(TextStyle, FontId); 6] {
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    [
        (TextStyle::Small, proportional(11.5)),
        (TextStyle::Body, proportional(13.5)),
        (TextStyle::Button, proportional(13.5)),
        (TextStyle::Heading, proportional(19.0)),
        (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
        (section(), proportional(12.0)),
    ]
}

/// Returns the text style of a panel's heading.
pub fn section() -> TextStyle {
    TextStyle::Name("section".into())
}

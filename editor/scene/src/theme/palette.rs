//! The colours of both themes, by meaning.

use egui::{Color32, Ui};

/// The colours of one theme, by meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Background of panels.
    pub panel: Color32,
    /// Background of content: tables, forms, cards.
    pub surface: Color32,
    /// Background of sunken areas: text fields, the table around the map.
    pub sunken: Color32,
    /// Every second row of a table.
    pub stripe: Color32,
    /// Background of inactive buttons.
    pub button: Color32,
    /// Background of the element under the pointer.
    pub hover: Color32,
    /// Separators.
    pub line: Color32,
    /// Borders of editable elements.
    pub outline: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text, and inherited values.
    pub weak: Color32,
    /// Headings.
    pub strong: Color32,
    /// Accent colour: links, focus, the active tab.
    pub accent: Color32,
    /// Text on the accent colour.
    pub on_accent: Color32,
    /// Background of the selection.
    pub selected: Color32,
    /// Errors.
    pub error: Color32,
    /// Warnings, and unsaved changes.
    pub warning: Color32,
    /// Notes.
    pub info: Color32,
    /// Success.
    pub good: Color32,
}

/// Dark text on paper.
pub const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(0xf4, 0xf2, 0xed),
    surface: Color32::from_rgb(0xfd, 0xfc, 0xfa),
    sunken: Color32::from_rgb(0xe9, 0xe6, 0xdf),
    stripe: Color32::from_rgb(0xf6, 0xf4, 0xf0),
    button: Color32::from_rgb(0xe6, 0xe2, 0xd9),
    hover: Color32::from_rgb(0xdd, 0xd9, 0xce),
    line: Color32::from_rgb(0xdb, 0xd6, 0xcb),
    outline: Color32::from_rgb(0xc2, 0xbb, 0xab),
    text: Color32::from_rgb(0x26, 0x2a, 0x30),
    weak: Color32::from_rgb(0x5a, 0x60, 0x68),
    strong: Color32::from_rgb(0x10, 0x14, 0x1a),
    accent: Color32::from_rgb(0x15, 0x65, 0x6c),
    on_accent: Color32::from_rgb(0xff, 0xff, 0xff),
    selected: Color32::from_rgb(0xcd, 0xe4, 0xe3),
    error: Color32::from_rgb(0xb0, 0x24, 0x1c),
    warning: Color32::from_rgb(0x86, 0x53, 0x00),
    info: Color32::from_rgb(0x2a, 0x5b, 0x98),
    good: Color32::from_rgb(0x27, 0x66, 0x36),
};

/// Light text on slate.
pub const DARK: Palette = Palette {
    panel: Color32::from_rgb(0x1d, 0x21, 0x26),
    surface: Color32::from_rgb(0x23, 0x28, 0x2e),
    sunken: Color32::from_rgb(0x16, 0x19, 0x1d),
    stripe: Color32::from_rgb(0x27, 0x2d, 0x33),
    button: Color32::from_rgb(0x30, 0x37, 0x3f),
    hover: Color32::from_rgb(0x3b, 0x44, 0x4d),
    line: Color32::from_rgb(0x33, 0x3a, 0x42),
    outline: Color32::from_rgb(0x4a, 0x54, 0x5f),
    text: Color32::from_rgb(0xdd, 0xe1, 0xe6),
    weak: Color32::from_rgb(0xa9, 0xb1, 0xbb),
    strong: Color32::from_rgb(0xf6, 0xf8, 0xfa),
    accent: Color32::from_rgb(0x63, 0xc5, 0xc2),
    on_accent: Color32::from_rgb(0x0c, 0x1a, 0x1b),
    selected: Color32::from_rgb(0x20, 0x47, 0x4a),
    error: Color32::from_rgb(0xff, 0x94, 0x8b),
    warning: Color32::from_rgb(0xf0, 0xbb, 0x58),
    info: Color32::from_rgb(0x8f, 0xb9, 0xf5),
    good: Color32::from_rgb(0x8a, 0xd2, 0x9c),
};

/// The tint of images, which leaves their colours alone.
pub const UNTINTED: Color32 = Color32::WHITE;
/// The colour of content without one, such as a terrain whose colour cannot be read.
pub const NO_COLOR: Color32 = Color32::GRAY;
/// Lines over bitmaps; they have a dark border.
pub const ON_BITMAP: Color32 = Color32::WHITE;
/// The colours for a share of 0 % and of 100 %; distinguishable with colour blindness and on either background.
pub const SHARES: [Color32; 2] = [Color32::from_rgb(0xb3, 0x58, 0x06), Color32::from_rgb(0x1f, 0x5f, 0xa8)];

/// Returns the colour of a level of the ground, from 0 to 9: higher levels are lighter.
pub fn level_color(level: u8) -> Color32 {
    Color32::from_gray(40 + 20 * level.min(9))
}

/// Returns the palette of the current theme.
pub fn palette(ui: &Ui) -> &'static Palette {
    of(ui.visuals().dark_mode)
}

/// Returns the palette of the dark or the light theme.
pub(super) fn of(dark: bool) -> &'static Palette {
    if dark { &DARK } else { &LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::alpha;
    use crate::theme::color::{color_text, contrast};

    #[test]
    fn text_reads_well_on_every_ground_it_stands_on() {
        for colors in [LIGHT, DARK] {
            // Rows under the pointer and active buttons contain text in all colours, too.
            let grounds = [
                colors.panel,
                colors.surface,
                colors.sunken,
                colors.stripe,
                colors.button,
                colors.hover,
                colors.selected,
            ];
            let marks = [colors.accent, colors.error, colors.warning, colors.info, colors.good];
            for ground in grounds {
                for text in [colors.text, colors.strong, colors.weak].into_iter().chain(marks) {
                    assert!(contrast(text, ground) >= 4.5, "{} on {}", color_text(text), color_text(ground));
                }
            }
            assert!(contrast(colors.on_accent, colors.accent) >= 4.5);
        }
    }

    #[test]
    fn text_reads_well_in_notes_that_are_tinted_with_a_colour() {
        for colors in [LIGHT, DARK] {
            for mark in [colors.accent, colors.error, colors.warning, colors.info, colors.good] {
                for ground in [colors.panel, colors.surface] {
                    let ground = ground.lerp_to_gamma(mark, alpha::FAINT);
                    for text in [colors.text, colors.strong, colors.weak, mark] {
                        assert!(contrast(text, ground) >= 4.5, "{} on {}", color_text(text), color_text(ground));
                    }
                }
            }
        }
    }

    #[test]
    fn the_focus_ring_is_visible_on_every_ground() {
        for colors in [LIGHT, DARK] {
            for ground in [
                colors.panel,
                colors.surface,
                colors.sunken,
                colors.stripe,
                colors.button,
                colors.hover,
                colors.selected,
            ] {
                assert!(contrast(colors.accent, ground) >= 3.0, "{}", color_text(ground));
            }
        }
    }
}

//! Colours, sizes and text styles of the window and of pictures, for the light and the dark theme.
//!
//! This module depends on neither panes nor maps, so that the window and [`scene`](crate) can both use it.
//! Read the modules in this order: [`palette`](mod@palette) (colours by meaning), [`size`] (distances and text sizes),
//! [`color`] (parsing, formatting and mixing colours), `style` (the theme as an egui style).

pub mod palette;

pub mod size;

pub mod color;

mod style;

use serde::{Deserialize, Serialize};

pub use color::{color_text, contrast, disabled, parse_color, readable_on, standing_out};
pub use palette::{DARK, LIGHT, NO_COLOR, ON_BITMAP, Palette, SHARES, UNTINTED, level_color, palette};
pub use size::{
    BODY, BOLD, EDGE, GAP, HEADING, ICON, ICON_SMALL, LINE, RING, ROUND, ROUND_LARGE, ROUND_SMALL, ROW, SCALE, SMALL,
    STATUS, TITLE, alpha, margin, section, title,
};
pub use style::{install, set_motion};

/// The user's choice of theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// Follow the desktop.
    #[default]
    System,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

impl ThemeChoice {
    /// Returns the display name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "System theme",
            Self::Light => "Light theme",
            Self::Dark => "Dark theme",
        }
    }
}

impl From<ThemeChoice> for egui::ThemePreference {
    fn from(choice: ThemeChoice) -> Self {
        match choice {
            ThemeChoice::System => Self::System,
            ThemeChoice::Light => Self::Light,
            ThemeChoice::Dark => Self::Dark,
        }
    }
}

//! Every colour, size and text style of the window and of pictures, for the light and the dark theme.
//!
//! Nothing here knows of panes or of maps, so that the window and [`scene`](crate) can both build on it.
//! Read the modules in this order: [`palette`](mod@palette) (the colours, by what they mean), [`size`] (distances and letters),
//! [`color`] (reading, writing and mixing colours), `style` (all of it as egui wants it).

pub mod palette;

pub mod size;

pub mod color;

mod style;

use serde::{Deserialize, Serialize};

pub use color::{color_text, contrast, parse_color, readable_on, standing_out};
pub use palette::{DARK, LIGHT, Palette, palette};
pub use size::{GAP, ROUND, ROW, STATUS, section};
pub use style::install;

/// Which theme the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// As the desktop says.
    #[default]
    System,
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

impl ThemeChoice {
    /// Its name for people.
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

//! Arguments for pictures: size and theme.

use std::str::FromStr;

use clap::ValueEnum;

use super::number;
use foeman_scene::theme::{DARK, LIGHT, Palette, ThemeChoice};

/// Width and height of a picture in pixels, both from `LEAST` to `MOST`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Size<const LEAST: u16, const MOST: u16> {
    pub(super) width: u16,
    pub(super) height: u16,
}

impl<const LEAST: u16, const MOST: u16> FromStr for Size<LEAST, MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once(['x', 'X', '×']);
        let (width, height) =
            sides.ok_or_else(|| format!("expected width and height as `1280x800`, found `{text}`"))?;
        let pixels = number::whole(LEAST..=MOST);
        let side = |name: &str, text: &str| pixels(text.trim()).map_err(|problem| format!("{name}: {problem}"));
        Ok(Self { width: side("width", width)?, height: side("height", height)? })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Theme {
    /// Dark on a light background
    Light,
    /// Light on a dark background
    Dark,
}

impl Theme {
    /// Returns the colours.
    pub(super) fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

impl From<Theme> for ThemeChoice {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}

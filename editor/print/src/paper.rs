//! Paper sizes and lengths. All lengths of this crate are in millimetres.

use std::fmt;
use std::str::FromStr;

use egui::{Rect, Vec2, pos2, vec2};

/// Millimetres in an inch.
const INCH: f32 = 25.4;
/// PDF points in a millimetre.
pub const POINTS: f32 = 72.0 / INCH;

/// The space that stays free at the edges of every page: no printer needs more.
pub const MARGIN: f32 = 9.0;

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8 1/2 × 11 in.
    Letter,
    /// 297 × 420 mm.
    A3,
}

impl Paper {
    /// All sizes of paper, the most common first.
    pub const ALL: [Self; 3] = [Self::A4, Self::Letter, Self::A3];

    /// Width and height in portrait.
    pub fn size(self) -> Vec2 {
        match self {
            Self::A4 => vec2(210.0, 297.0),
            Self::Letter => vec2(8.5 * INCH, 11.0 * INCH),
            Self::A3 => vec2(297.0, 420.0),
        }
    }

    /// Returns the printed name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
            Self::A3 => "A3",
        }
    }
}

/// Returns the area within the margins of a page.
pub fn printable(page: Vec2) -> Rect {
    Rect::from_min_max(pos2(MARGIN, MARGIN), pos2(page.x - MARGIN, page.y - MARGIN))
}

/// A length as written by a user: `16mm`, `5/8in`, `1in`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length(pub f32);

impl Length {
    /// A number of inches.
    pub const fn inches(inches: f32) -> Self {
        Self(inches * INCH)
    }
}

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a length such as `16mm`, `5/8in` or `1in`, found `{text}`");
        let (number, unit) = match text.trim() {
            text if text.ends_with("mm") => (text.trim_end_matches("mm"), 1.0),
            text if text.ends_with("cm") => (text.trim_end_matches("cm"), 10.0),
            text if text.ends_with("in") => (text.trim_end_matches("in"), INCH),
            _ => return Err(wrong()),
        };
        let read = |number: &str| number.trim().parse::<f32>().ok().filter(|number| number.is_finite());
        let number = match number.split_once('/') {
            Some((over, under)) => read(over).zip(read(under)).map(|(over, under)| over / under),
            None => read(number),
        };
        number.filter(|number| number.is_finite()).map(|number| Self(number * unit)).ok_or_else(wrong)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inches = self.0 / INCH;
        let eighths = inches * 8.0;
        if (eighths - eighths.round()).abs() > 1e-3 {
            return write!(f, "{} mm", (self.0 * 100.0).round() / 100.0);
        }
        let mut fraction = (eighths.round() as u32, 8);
        while fraction.0 % 2 == 0 && fraction.1 > 1 {
            fraction = (fraction.0 / 2, fraction.1 / 2);
        }
        match fraction {
            (over, 1) => write!(f, "{over} in"),
            (over, under) => write!(f, "{over}/{under} in"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_millimetres_and_fractions_of_an_inch() {
        let read = |text: &str| text.parse::<Length>().map(|length| length.0);
        assert_eq!(read("16mm"), Ok(16.0));
        assert_eq!(read("5/8in"), Ok(15.875));
        assert_eq!(read(" 1 in"), Ok(25.4));
        assert_eq!(read("2.5cm"), Ok(25.0));
        for text in ["", "16", "mm", "1/0in", "nanmm", "16 miles", "1/2/3in"] {
            assert!(read(text).is_err_and(|error| error.contains(&format!("`{text}`"))), "{text}");
        }
    }

    #[test]
    fn lengths_are_written_as_they_are_spoken_of() {
        let written = |text: &str| text.parse::<Length>().map(|length| length.to_string());
        for (text, expected) in [("16mm", "16 mm"), ("5/8in", "5/8 in"), ("1in", "1 in"), ("12.345mm", "12.35 mm")] {
            assert_eq!(written(text).as_deref(), Ok(expected));
        }
    }
}

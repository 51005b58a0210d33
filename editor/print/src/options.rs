//! The options of printing.

use std::fmt;
use std::str::FromStr;

use egui::{Vec2, vec2};

use crate::paper::{Length, Paper};

/// The least and greatest width of a hex, in millimetres.
pub const HEXES: (f32, f32) = (5.0, 100.0);
/// The greatest width of a bleed, in millimetres.
pub const MOST_BLEED: f32 = 3.0;
/// The greatest offset of backs, in millimetres.
pub const MOST_OFFSET: f32 = 10.0;
/// The maximum number of pages.
pub const MOST_PAGES: usize = 200;
/// The maximum number of counters.
pub const MOST_COUNTERS: usize = 4000;

/// The options of printing.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The paper.
    pub paper: Paper,
    /// The width of a hex from side to side, in millimetres.
    pub hex: f32,
    /// Whether each cell of a map names its terrain.
    pub labels: bool,
    /// The size of square counters.
    pub counter: CounterSize,
    /// How backs are printed behind fronts.
    pub flip: Flip,
    /// The state that backs show.
    pub back: Back,
    /// How far backs are moved to the right and down, in millimetres.
    pub back_offset: Vec2,
    /// How far counters are printed beyond their edges, in millimetres.
    pub bleed: f32,
    /// Whether it is printed in shades of grey, with patterns for the sides.
    pub mono: bool,
    /// The parts that are printed.
    pub parts: Vec<Part>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            hex: 16.0,
            labels: false,
            counter: CounterSize::Half,
            flip: Flip::Long,
            back: Back::Wounded,
            back_offset: Vec2::ZERO,
            bleed: 0.0,
            mono: false,
            parts: Part::ALL.to_vec(),
        }
    }
}

impl Options {
    /// Whether a part is printed.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }
}

/// A part of the printed document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A sheet for each scenario: sides, goals and a small map.
    Scenarios,
    /// Map sheets at true scale.
    Maps,
    /// Counters.
    Counters,
    /// Figure sheets, or the sheets of factions.
    Figures,
    /// The rules that the scenarios use.
    Rules,
    /// Cards of action codes.
    Cards,
}

impl Part {
    /// All parts, in the order of the document.
    pub const ALL: [Self; 6] = [Self::Scenarios, Self::Maps, Self::Counters, Self::Figures, Self::Rules, Self::Cards];

    /// Returns its title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Scenarios => "Scenarios",
            Self::Maps => "Maps",
            Self::Counters => "Counters",
            Self::Figures => "Figures",
            Self::Rules => "Rules",
            Self::Cards => "Cards",
        }
    }
}

/// The size of square counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CounterSize {
    /// 1/2 in.
    #[default]
    Half,
    /// 5/8 in.
    FiveEighths,
    /// 3/4 in.
    ThreeQuarters,
    /// 25 mm.
    Millimetres25,
}

impl CounterSize {
    /// All sizes, from the smallest.
    pub const ALL: [Self; 4] = [Self::Half, Self::FiveEighths, Self::ThreeQuarters, Self::Millimetres25];

    /// Returns the length of a side as text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Half => "1/2 in",
            Self::FiveEighths => "5/8 in",
            Self::ThreeQuarters => "3/4 in",
            Self::Millimetres25 => "25 mm",
        }
    }

    /// Returns the length of a side in millimetres.
    pub fn side(self) -> f32 {
        match self {
            Self::Half => Length::inches(0.5).0,
            Self::FiveEighths => Length::inches(0.625).0,
            Self::ThreeQuarters => Length::inches(0.75).0,
            Self::Millimetres25 => 25.0,
        }
    }
}

/// How backs are printed behind fronts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flip {
    /// The printer turns sheets along their long edge.
    #[default]
    Long,
    /// The printer turns sheets along their short edge.
    Short,
    /// Fronts and backs are on one side of the sheet, which is folded and glued.
    Fold,
    /// Backs are in the same places as fronts, to be cut out and glued on.
    None,
}

impl Flip {
    /// All ways, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Long, Self::Short, Self::Fold, Self::None];

    /// Returns what happens to the paper.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Long => "along its long edge",
            Self::Short => "along its short edge",
            Self::Fold => "not; fold it",
            Self::None => "not; glue two sheets",
        }
    }
}

/// The state that backs show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Back {
    /// The figure is wounded.
    #[default]
    Wounded,
    /// The figure is unconscious.
    Unconscious,
}

impl Back {
    /// All states.
    pub const ALL: [Self; 2] = [Self::Wounded, Self::Unconscious];

    /// Returns the word on the counter.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wounded => "wounded",
            Self::Unconscious => "unconscious",
        }
    }
}

/// Two lengths in millimetres, as written by a user: `0.5,-1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Offset(pub Vec2);

impl FromStr for Offset {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = |number: &str| number.trim().trim_end_matches("mm").trim().parse::<f32>().ok();
        let both = text.split_once(',').and_then(|(x, y)| Some(vec2(read(x)?, read(y)?)));
        let fits = |both: &Vec2| both.is_finite() && both.abs().max_elem() <= MOST_OFFSET;
        both.filter(fits)
            .map(Self)
            .ok_or_else(|| format!("expected two lengths up to {MOST_OFFSET} mm such as `0.5,-1`, found `{text}`"))
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.x, self.0.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_two_small_numbers() {
        assert_eq!("0.5,-1".parse(), Ok(Offset(vec2(0.5, -1.0))));
        assert_eq!(" 2mm , 0 ".parse(), Ok(Offset(vec2(2.0, 0.0))));
        for text in ["", "1", "1,2,3", "nan,0", "11,0", "a,b"] {
            assert!(text.parse::<Offset>().is_err_and(|error| error.contains("such as `0.5,-1`")), "{text}");
        }
    }
}

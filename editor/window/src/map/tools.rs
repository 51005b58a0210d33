//! Map tools, strokes and tracing images.

use foeman_schema::grid::draw::Inside;
use serde::Deserialize;
use serde::Serialize;
use std::path::PathBuf;

/// A tracing image over a map; it is not part of the pack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// The image file.
    pub file: PathBuf,
    /// Its opacity, in per cent.
    pub strength: u8,
    /// Its width, in per cent of the map's width.
    pub width: u16,
    /// Its offset to the right and down from the map's corner, in cells.
    pub shift: [f32; 2],
}

impl Trace {
    /// Creates a tracing image as wide as the map.
    pub fn new(file: PathBuf) -> Self {
        Self { file, strength: 50, width: 100, shift: [0.0, 0.0] }
    }
}

/// A map tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tool {
    /// Selects a hex.
    #[default]
    Select,
    /// Selects an area to copy, cut or fill.
    Area,
    /// Paints freehand.
    Paint,
    /// Paints a line.
    Line,
    /// Paints a rectangle.
    Rectangle,
    /// Paints a hexagon or ring around a centre.
    Round,
    /// Flood fill: paints connected cells that are alike.
    Fill,
    /// Picks the terrain under the pointer.
    Pick,
    /// Measures distances.
    Measure,
}

impl Tool {
    /// Whether the tool needs a start and an end cell.
    pub fn has_two_ends(self) -> bool {
        matches!(self, Self::Area | Self::Line | Self::Rectangle | Self::Round | Self::Measure)
    }

    /// Whether the tool paints.
    pub fn paints(self) -> bool {
        matches!(self, Self::Paint | Self::Line | Self::Rectangle | Self::Round | Self::Fill)
    }
}

/// The brush size and density.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StrokeStyle {
    /// The radius of the brush, in steps from its centre cell.
    pub radius: u32,
    /// Whether rectangles and hexagons are filled.
    pub inside: Inside,
}

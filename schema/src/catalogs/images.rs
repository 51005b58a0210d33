//! Images: parts of bitmap files in the pack, and how records are drawn with them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dialect::{Record, Ref};
use crate::grid::angle::Compass;

/// A bitmap file in the pack, or parts of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Image {
    /// Name shown to people.
    pub title: String,
    /// What it shows, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The file, as a path from the pack's folder with `/`: PNG, JPEG, GIF, BMP or TIFF.
    #[schemars(length(min = 1), extend("examples" = ["pictures/grass.png"]))]
    pub file: String,
    /// A colour that is transparent, `#rrggbb`, beside whatever is transparent in the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#ff00ff"]))]
    pub mask: Option<String>,
    /// Parts of the file that take turns: a map shows one or another, by the cell. Without any, all of the file is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Whether the frames are shown one after another.
    #[serde(default, skip_serializing_if = "is_default")]
    pub animation: Animation,
    /// In which order an animation shows the frames.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sequence: Sequence,
    /// Images that frames with connections lead to, besides this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub joins: Vec<Ref<Image>>,
    /// How it fills what it is drawn on from left to right.
    #[serde(default)]
    pub across: Fill,
    /// How it fills what it is drawn on from top to bottom.
    #[serde(default)]
    pub down: Fill,
    /// Who made it, and on what terms.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub credit: String,
}

impl Record for Image {
    const CATALOG: &'static str = "images";
    const TITLE: &'static str = "Image";
}

/// A rectangle of a bitmap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Frame {
    /// Its first column, from 0.
    #[serde(default)]
    #[schemars(range(min = 0, max = 4095), extend("x-unit" = "pixels"))]
    pub left: u16,
    /// Its first row, from 0.
    #[serde(default)]
    #[schemars(range(min = 0, max = 4095), extend("x-unit" = "pixels"))]
    pub top: u16,
    /// How many columns it has.
    #[schemars(range(min = 1, max = 4096), extend("x-unit" = "pixels"))]
    pub width: u16,
    /// How many rows it has.
    #[schemars(range(min = 1, max = 4096), extend("x-unit" = "pixels"))]
    pub height: u16,
    /// Towards which neighbours it leads on, as a road or a wall does; of the frames of an image with connections, a cell shows that which
    /// fits its neighbours best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8), extend("x-widget" = "compass"))]
    pub connections: Vec<Compass>,
}

/// Whether and when the frames of an image are shown one after another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Animation {
    /// Never.
    #[default]
    None,
    /// Now and then, at times that differ from cell to cell.
    Random,
    /// Again and again.
    Continuous,
}

/// In which order frames are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sequence {
    /// One of them, by chance.
    #[default]
    Random,
    /// From the first to the last.
    Forward,
    /// From the last to the first.
    Backward,
    /// Forward, and back again.
    Cycle,
}

/// How a picture fills what it is drawn on, along one axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Stretched or shrunk to its size.
    #[default]
    Stretch,
    /// Again and again in its own size, 64 pixels to a cell's height.
    Repeat,
    /// Once in its own size, in the middle.
    Once,
}

/// An image as one of those that a record is drawn with, the first at the bottom.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ImageLayer {
    /// The image.
    pub image: Ref<Image>,
    /// Always this one of its frames, from 0; past the last it begins again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 9999), extend("x-widget" = "frame"))]
    pub frame: Option<u16>,
    /// What is added to red, green and blue of every pixel.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(inner(range(min = -255, max = 255)))]
    pub shift: [i16; 3],
    /// How far it lies from the middle, to the right and down, 64 pixels to a cell's height.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(inner(range(min = -200, max = 200)), extend("x-unit" = "pixels"))]
    pub offset: [i16; 2],
    /// Whether it is mirrored.
    #[serde(default, skip_serializing_if = "Mirror::is_none")]
    pub mirror: Mirror,
    /// Whether it is drawn once in its own size, however the image fills what it is drawn on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unscaled: bool,
    /// Whether the connections of its frames do not count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unconnected: bool,
}

/// How an image is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mirror {
    /// Not at all.
    #[default]
    None,
    /// Left and right change places.
    Across,
    /// Top and bottom change places.
    Down,
    /// Both.
    Both,
}

impl Mirror {
    /// Whether left and right, and top and bottom change places.
    pub fn axes(self) -> [bool; 2] {
        [matches!(self, Self::Across | Self::Both), matches!(self, Self::Down | Self::Both)]
    }

    fn is_none(&self) -> bool {
        *self == Self::None
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_zero<const N: usize>(numbers: &[i16; N]) -> bool {
    numbers.iter().all(|number| *number == 0)
}

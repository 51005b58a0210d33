//! Images: parts of bitmap files in the pack, and how records are drawn with them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialect::{Record, Ref};
use crate::grid::angle::Compass;

/// A bitmap file in the pack, or parts of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Image {
    /// Display name.
    pub title: String,
    /// Its content, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The file, as a path relative to the pack's folder, with `/`: PNG, JPEG, GIF, BMP or TIFF.
    #[schemars(length(min = 1), extend("examples" = ["pictures/grass.png"]))]
    pub file: String,
    /// A transparent colour, `#rrggbb`, in addition to transparency in the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#ff00ff"]))]
    pub mask: Option<String>,
    /// Parts of the file. Different cells of a map show different frames. Without any, the whole file is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Whether the frames are animated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub animation: Animation,
    /// The order of the frames in an animation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sequence: Sequence,
    /// Other images that frames with connections join.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-merge" = "set"))]
    pub joins: Vec<Ref<Image>>,
    /// How it fills its area horizontally.
    #[serde(default)]
    pub across: Fill,
    /// How it fills its area vertically.
    #[serde(default)]
    pub down: Fill,
    /// Author and licence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub credit: String,
}

impl Record for Image {
    const CATALOG: &'static str = "images";
    const TITLE: &'static str = "Image";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
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
    /// Width in columns.
    #[schemars(range(min = 1, max = 4096), extend("x-unit" = "pixels"))]
    pub width: u16,
    /// Height in rows.
    #[schemars(range(min = 1, max = 4096), extend("x-unit" = "pixels"))]
    pub height: u16,
    /// The directions in which it continues, for roads or walls. If the frames of an image have connections, a cell
    /// shows the frame that fits its neighbours best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8), extend("x-widget" = "compass"))]
    pub connections: Vec<Compass>,
}

/// Whether and when the frames of an image are animated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Animation {
    /// Never.
    #[default]
    None,
    /// At random times, different for each cell.
    Random,
    /// All the time.
    Continuous,
}

/// The order in which frames are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sequence {
    /// A random frame.
    #[default]
    Random,
    /// From the first to the last.
    Forward,
    /// From the last to the first.
    Backward,
    /// Forward, then backward.
    Cycle,
}

/// How a picture fills its area along one axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Stretched or shrunk to its size.
    #[default]
    Stretch,
    /// Repeated at its original size; 64 pixels are the height of a cell.
    Repeat,
    /// Once at its original size, centred.
    Once,
}

/// One of the images that a record is drawn with, from the bottom up.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ImageLayer {
    /// The image.
    pub image: Ref<Image>,
    /// Always this frame, from 0; past the last, counting starts again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 9999), extend("x-widget" = "frame"))]
    pub frame: Option<u16>,
    /// The amounts added to red, green and blue of every pixel.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(inner(range(min = -255, max = 255)))]
    pub shift: [i16; 3],
    /// Distance from the centre, to the right and down; 64 pixels are the height of a cell.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(inner(range(min = -200, max = 200)), extend("x-unit" = "pixels"))]
    pub offset: [i16; 2],
    /// Whether it is mirrored.
    #[serde(default, skip_serializing_if = "Mirror::is_none")]
    pub mirror: Mirror,
    /// Whether it is drawn once at its original size, regardless of how the image fills its area.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unscaled: bool,
    /// Whether the connections of its frames are ignored.
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
    /// Swaps left and right.
    Across,
    /// Swaps top and bottom.
    Down,
    /// Both.
    Both,
}

impl Mirror {
    /// Returns whether left and right are swapped, and whether top and bottom are.
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

//! What of a map is drawn: terrain, how high it lies, or its zones.

use foeman_schema::grid::Cell;
use serde::{Deserialize, Serialize};

/// What of a map the tools draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Terrain.
    #[default]
    Terrain,
    /// How high cells lie.
    Levels,
    /// Its named parts.
    Zones,
}

impl Layer {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Terrain, Self::Levels, Self::Zones];

    /// Whether a map makes sense without it.
    pub fn can_hide(self) -> bool {
        self != Self::Terrain
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Levels => "Levels",
            Self::Zones => "Zones",
        }
    }
}

/// What is painted with.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ink {
    /// A terrain, by its id.
    Terrain(String),
    /// A level, 0 to 9.
    Level(u8),
    /// A zone, by its id; it comes into being when there is none so far.
    Zone(String),
    /// What is painted belongs to no zone any more.
    NoZone,
}

impl Ink {
    /// What of a map it is.
    pub fn layer(&self) -> Layer {
        match self {
            Self::Terrain(_) => Layer::Terrain,
            Self::Level(_) => Layer::Levels,
            Self::Zone(_) | Self::NoZone => Layer::Zones,
        }
    }
}

/// Cells that are painted with something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dab {
    /// With what.
    pub ink: Ink,
    /// The cells.
    pub cells: Vec<Cell>,
}

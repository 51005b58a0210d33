//! Map layers and inks.

use foeman_schema::grid::Cell;
use serde::{Deserialize, Serialize};

use crate::kit::icon::Icon;

/// A layer of a map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Terrain.
    #[default]
    Terrain,
    /// Elevation levels.
    Levels,
    /// Named zones.
    Zones,
    /// Figures of a scenario.
    Figures,
    /// Loose items and features of a scenario.
    Items,
}

impl Layer {
    /// The layers that the map tools draw on.
    pub const DRAWN: [Self; 3] = [Self::Terrain, Self::Levels, Self::Zones];

    /// Returns the display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Levels => "Levels",
            Self::Zones => "Zones",
            Self::Figures => "Figures",
            Self::Items => "Items",
        }
    }

    /// Returns the icon.
    pub fn icon(self) -> Icon {
        match self {
            Self::Terrain => Icon::Brush,
            Self::Levels => Icon::Rising,
            Self::Zones => Icon::Area,
            Self::Figures => Icon::Figures,
            Self::Items => Icon::Pin,
        }
    }
}

/// The ink of the map tools: a terrain, a level or a zone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ink {
    /// A terrain, by its id.
    Terrain(String),
    /// A level, 0 to 9.
    Level(u8),
    /// A zone, by its id; it is created if it does not exist.
    Zone(String),
    /// Removes cells from their zones.
    NoZone,
}

impl Ink {
    /// Returns the layer it is painted on.
    pub fn layer(&self) -> Layer {
        match self {
            Self::Terrain(_) => Layer::Terrain,
            Self::Level(_) => Layer::Levels,
            Self::Zone(_) | Self::NoZone => Layer::Zones,
        }
    }
}

/// Cells to paint with an ink.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dab {
    /// The ink.
    pub ink: Ink,
    /// The cells.
    pub cells: Vec<Cell>,
}

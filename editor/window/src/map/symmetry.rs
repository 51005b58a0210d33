//! Symmetric drawing on maps.

use foeman_schema::grid::hex_layout::Tile;
use foeman_schema::grid::symmetry::{Pivot, Symmetry, whole_turn};
use foeman_schema::grid::{Cell, Geometry, Shape};
use serde::{Deserialize, Serialize};

/// The symmetry that drawing keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Balance {
    /// No symmetry.
    #[default]
    None,
    /// The right half mirrors the left half.
    LeftRight,
    /// The lower half mirrors the upper half.
    TopBottom,
    /// Both mirror symmetries.
    Quarters,
    /// Each half is the other half rotated by 180 degrees.
    HalfTurn,
    /// Three parts, rotated by 120 degrees; hexes only.
    Thirds,
    /// One part per side of a cell, rotated.
    Turns,
}

impl Balance {
    /// Returns the symmetries available for maps of this shape.
    pub fn all(shape: Shape) -> Vec<Self> {
        let all =
            [Self::None, Self::LeftRight, Self::TopBottom, Self::Quarters, Self::HalfTurn, Self::Thirds, Self::Turns];
        all.into_iter().filter(|balance| *balance != Self::Thirds || shape == Shape::Hex).collect()
    }

    /// Returns the display name.
    pub fn name(self, shape: Shape) -> &'static str {
        match (self, shape) {
            (Self::None, _) => "No symmetry",
            (Self::LeftRight, _) => "Left and right",
            (Self::TopBottom, _) => "Top and bottom",
            (Self::Quarters, _) => "Both mirrors",
            (Self::HalfTurn, _) => "Half turn",
            (Self::Thirds, _) => "Turns of 120°",
            (Self::Turns, Shape::Hex) => "Turns of 60°",
            (Self::Turns, Shape::Square) => "Turns of 90°",
        }
    }

    /// Returns the symmetries that map one part to the others, without the identity.
    pub fn symmetries(self, tile: Tile) -> Vec<Symmetry> {
        let whole = whole_turn(tile);
        let turned = |turns| Symmetry { mirrored: false, turns };
        let mirrored = |turns| Symmetry { mirrored: true, turns };
        let half = whole / 2;
        match self {
            Self::None => Vec::new(),
            Self::LeftRight => vec![mirrored(0)],
            Self::TopBottom => vec![mirrored(half)],
            Self::Quarters => vec![mirrored(0), mirrored(half), turned(half)],
            Self::HalfTurn => vec![turned(half)],
            Self::Thirds if whole == 6 => vec![turned(2), turned(4)],
            Self::Thirds => Vec::new(),
            Self::Turns => (1..whole).map(turned).collect(),
        }
    }

    /// Returns the symmetry that swaps two sides, if there is one.
    pub fn swap(self, tile: Tile) -> Option<Symmetry> {
        let half = Symmetry { mirrored: false, turns: whole_turn(tile) / 2 };
        match self {
            Self::None | Self::Thirds => None,
            Self::LeftRight | Self::TopBottom => self.symmetries(tile).first().copied(),
            Self::Quarters | Self::HalfTurn | Self::Turns => Some(half),
        }
    }

    /// Returns the point to rotate and mirror about; `None` without symmetry.
    pub fn pivot(self, geometry: &Geometry) -> Option<Pivot> {
        let symmetries = self.symmetries(geometry.lattice().tile());
        (!symmetries.is_empty()).then(|| Pivot::middle(geometry, &symmetries))
    }

    /// Returns the images of a cell that are on the map, the cell itself last.
    pub fn images(self, geometry: &Geometry, pivot: Option<Pivot>, cell: Cell) -> Vec<Cell> {
        let symmetries = self.symmetries(geometry.lattice().tile());
        let image = |symmetry: &Symmetry| pivot?.image(geometry, *symmetry, cell);
        let images = symmetries.iter().filter_map(image).chain([cell]);
        images.filter(|cell| geometry.contains(*cell)).collect()
    }
}

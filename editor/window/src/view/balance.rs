//! How a map is kept alike on its sides while it is drawn.

use foeman_schema::grid::lattice::Tile;
use foeman_schema::grid::symmetry::{Pivot, Symmetry, whole_turn};
use foeman_schema::grid::{Cell, Geometry, Shape};
use serde::{Deserialize, Serialize};

/// Which parts of a map are drawn alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Balance {
    /// Each for itself.
    #[default]
    None,
    /// The right half is the left one in a mirror.
    LeftRight,
    /// The lower half is the upper one in a mirror.
    TopBottom,
    /// Both.
    Quarters,
    /// Each half is the other turned round.
    HalfTurn,
    /// Three parts, turned by 120 degrees: hexes only.
    Thirds,
    /// As many parts as a cell has sides.
    Turns,
}

impl Balance {
    /// All there are, for maps of this shape.
    pub fn all(shape: Shape) -> Vec<Self> {
        let all =
            [Self::None, Self::LeftRight, Self::TopBottom, Self::Quarters, Self::HalfTurn, Self::Thirds, Self::Turns];
        all.into_iter().filter(|balance| *balance != Self::Thirds || shape == Shape::Hex).collect()
    }

    /// Its name.
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

    /// What leads from one part to the others, without that which changes nothing.
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

    /// What leads from one of two sides to the other and back; nothing where there is no such thing.
    pub fn swap(self, tile: Tile) -> Option<Symmetry> {
        let half = Symmetry { mirrored: false, turns: whole_turn(tile) / 2 };
        match self {
            Self::None | Self::Thirds => None,
            Self::LeftRight | Self::TopBottom => self.symmetries(tile).first().copied(),
            Self::Quarters | Self::HalfTurn | Self::Turns => Some(half),
        }
    }

    /// The point that a map is turned and mirrored about; nothing without symmetry.
    pub fn pivot(self, geometry: &Geometry) -> Option<Pivot> {
        let symmetries = self.symmetries(geometry.lattice().tile());
        (!symmetries.is_empty()).then(|| Pivot::middle(geometry, &symmetries))
    }

    /// The cells that are drawn alike with one, itself last, all on the map.
    pub fn images(self, geometry: &Geometry, pivot: Option<Pivot>, cell: Cell) -> Vec<Cell> {
        let symmetries = self.symmetries(geometry.lattice().tile());
        let image = |symmetry: &Symmetry| pivot?.image(geometry, *symmetry, cell);
        let images = symmetries.iter().filter_map(image).chain([cell]);
        images.filter(|cell| geometry.contains(*cell)).collect()
    }
}

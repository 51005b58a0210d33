//! The words a geometry is written with: what cells look like, what they stand on, which of them are shifted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The shape of a map's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Six-sided.
    #[default]
    Hex,
    /// Four-sided.
    Square,
}

impl Shape {
    /// What one cell is called: `hex`, `square`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Square => "square",
        }
    }

    /// What several cells are called.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Hex => "hexes",
            Self::Square => "squares",
        }
    }
}

/// What the cells of a map stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stand {
    /// Flat side down: columns of hexes, a chessboard of squares.
    #[default]
    Edge,
    /// Point down: rows of hexes, a lattice of diamonds.
    Vertex,
}

/// Which columns or rows are shifted by half a cell, and to which side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    /// Every second column, the first unshifted, lies half a cell lower: hexes on an edge, squares on a vertex.
    ColumnDown,
    /// Every second column lies half a cell higher: hexes on an edge, squares on a vertex.
    ColumnUp,
    /// Every second row lies half a cell to the right: cells on a vertex.
    RowRight,
    /// Every second row lies half a cell to the left: cells on a vertex.
    RowLeft,
}

impl Shift {
    /// The word it is written as.
    pub fn word(self) -> &'static str {
        match self {
            Self::ColumnDown => "column-down",
            Self::ColumnUp => "column-up",
            Self::RowRight => "row-right",
            Self::RowLeft => "row-left",
        }
    }

    /// Whether it is rows, not columns, that are shifted.
    pub fn is_of_rows(self) -> bool {
        matches!(self, Self::RowRight | Self::RowLeft)
    }
}

//! The terms that describe a geometry: the shape of cells, their orientation, and the shift.

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
    /// Returns the word for one cell: `hex`, `square`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Square => "square",
        }
    }

    /// Returns the word for several cells.
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

/// The columns or rows that are shifted by half a cell, and the direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    /// Every second column, not the first, is half a cell lower: hexes on an edge, squares on a vertex.
    ColumnDown,
    /// Every second column is half a cell higher: hexes on an edge, squares on a vertex.
    ColumnUp,
    /// Every second row is half a cell further right: cells on a vertex.
    RowRight,
    /// Every second row is half a cell further left: cells on a vertex.
    RowLeft,
}

impl Shift {
    /// Returns the word used in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::ColumnDown => "column-down",
            Self::ColumnUp => "column-up",
            Self::RowRight => "row-right",
            Self::RowLeft => "row-left",
        }
    }

    /// Returns whether rows are shifted, rather than columns.
    pub fn is_of_rows(self) -> bool {
        matches!(self, Self::RowRight | Self::RowLeft)
    }
}

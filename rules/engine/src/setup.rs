//! Deployment of a scenario as it is written, valid or not, for placing figures on a map in the editor.

use foeman_schema::grid::Cell;
use foeman_schema::text::{Pointer, RecordKey};

use crate::display::Board;

/// The figures of a scenario with their positions, and those that could still be placed.
///
/// If the scenario can be played, the board is the battle's initial board, except for what only a battle knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deployment {
    /// The map it is fought on.
    pub map: RecordKey,
    /// The sides, placed figures, features and loose items, without the ground; figures may be in illegal cells and
    /// overlap.
    pub board: Board,
    /// The figures that are or may be placed, by side.
    pub figures: Vec<Placeable>,
    /// The goals of each side, in sentences: `Toll-keepers win when …`.
    pub goals: Vec<Aim>,
    /// The events that name cells or zones of the map.
    pub events: Vec<Happening>,
}

/// An event of a scenario with a place on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happening {
    /// Its title, or its id without one.
    pub title: String,
    /// The cells that it names, in row order.
    pub cells: Vec<Cell>,
    /// The event.
    pub pointer: Pointer,
}

/// The victory or defeat conditions of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Position of the side in [`Board::sides`].
    pub side: usize,
    /// The sentence, capital first, no final stop.
    pub text: String,
    /// The list of conditions it describes.
    pub pointer: Pointer,
}

/// A figure that a scenario places or may place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placeable {
    /// Its name.
    pub name: String,
    /// Position of its side in [`Board::sides`].
    pub side: usize,
    /// Its placement in the scenario, present or not: an object with the cell under [`HEX`] and the facing under
    /// [`FACING`].
    pub pointer: Pointer,
    /// Its token on the board; `None` if it is not placed.
    pub token: Option<u32>,
}

/// The key of a placement's cell: column and row.
pub const HEX: &str = "hex";

/// The key of a placement's facing, 0..=5.
pub const FACING: &str = "facing";

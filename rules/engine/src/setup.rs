//! A scenario as it is written, right or wrong: what a window needs so that people can place figures on a map.

use foeman_schema::text::{Pointer, RecordKey};

use crate::told::Board;

/// Who stands where in a scenario, and who could stand there.
///
/// Where the scenario can be played, the board is that of the battle's start, but for what only a battle knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deployment {
    /// The map it is fought on.
    pub map: RecordKey,
    /// The sides, the placed figures and features, and what lies about, without ground; figures may stand where nobody can,
    /// and upon each other.
    pub board: Board,
    /// The figures that are placed or may be, side by side.
    pub figures: Vec<Placeable>,
    /// What each side is out for, in sentences: `Toll-keepers win when …`.
    pub goals: Vec<Aim>,
}

/// What a side wins by, or is out because of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Position of the side in [`Board::sides`].
    pub side: usize,
    /// The sentence, with a capital letter and without a stop.
    pub text: String,
    /// The list of conditions that it tells.
    pub pointer: Pointer,
}

/// A figure that a scenario places or may place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placeable {
    /// Its name.
    pub name: String,
    /// Position of its side in [`Board::sides`].
    pub side: usize,
    /// Its placement in the scenario, there or not: an object with the cell under [`HEX`] and the facing under
    /// [`FACING`].
    pub pointer: Pointer,
    /// Its token on the board; nothing when it is not placed.
    pub token: Option<u32>,
}

/// The key of a placement's cell: column and row.
pub const HEX: &str = "hex";

/// The key of a placement's facing, 0..=5.
pub const FACING: &str = "facing";

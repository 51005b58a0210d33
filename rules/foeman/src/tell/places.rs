//! Hexes and directions in words.

use crate::ids::FigureId;
use crate::situation::Situation;
use foeman_schema::grid::{Direction, Hex, Points, Stand};

/// Column and row of a hex.
pub(crate) fn cell(now: Situation<'_>, hex: Hex) -> String {
    let [col, row] = now.field().geometry.cell(hex);
    format!("{col},{row}")
}

/// A direction in words, which depend on the orientation of the hexes.
pub(crate) fn direction_name(now: Situation<'_>, direction: Direction) -> &'static str {
    let names = match now.field().geometry.stand() {
        Stand::Edge => ["north", "north-east", "south-east", "south", "south-west", "north-west"],
        Stand::Vertex => ["north-east", "east", "south-east", "south-west", "west", "north-west"],
    };
    names[usize::from(direction.index())]
}

/// The facing of a figure in words; a corner is named by the compass point between its two sides.
pub(crate) fn facing_name(now: Situation<'_>, figure: FigureId, facing: Direction) -> &'static str {
    if now.kind(figure).shape.points == Points::Side {
        return direction_name(now, facing);
    }
    let names = match now.field().geometry.stand() {
        Stand::Edge => ["north-north-west", "north-north-east", "east", "south-south-east", "south-south-west", "west"],
        Stand::Vertex => ["north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west"],
    };
    names[usize::from(facing.index())]
}

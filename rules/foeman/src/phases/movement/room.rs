//! Free hexes for figures that are moved by others.

use foeman_schema::grid::Direction;

use crate::body::shape::Pose;
use crate::body::step::cost;
use crate::ids::FigureId;
use crate::situation::Situation;

/// The directions in which a figure can be moved one hex into free hexes, keeping its facing.
pub(crate) fn ways_out(now: Situation<'_>, figure: FigureId) -> Vec<Direction> {
    let (own, shape) = (now.figure(figure), &now.kind(figure).shape);
    let is_free = |way: &Direction| {
        let to = Pose { head: own.hex.step(*way), facing: own.facing };
        cost(now.field(), shape, own.pose(), to).is_some() && !now.is_taken(figure, &shape.hexes(to))
    };
    Direction::ALL.into_iter().filter(is_free).collect()
}

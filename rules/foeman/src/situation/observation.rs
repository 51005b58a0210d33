//! Observation (`F9`): which figures are known to a side or a figure, if the scenario uses it.

use foeman_schema::grid::Direction;

use crate::body::shape::{Pose, ViewAngle};
use crate::body::step::stride;
use crate::catalogs::Kind;
use crate::ids::FigureId;
use crate::situation::relation::{self, Relation};
use crate::situation::{Situation, footprint, sight};
use foeman_engine::ruleset::SideId;

/// The point of view for which the known figures are determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// A side, through all of its active figures: for what it is shown (`F9.2`).
    Side(SideId),
    /// A figure of a side: for its own decisions (`F9.2`).
    Figure(SideId, FigureId),
}

/// Whether a figure is known. Figures of the own side and features are (the latter is an assumption: they are part of
/// the ground); others must be observed.
pub fn knows(now: Situation<'_>, eyes: Eyes, other: FigureId) -> bool {
    let (Eyes::Side(side) | Eyes::Figure(side, _)) = eyes;
    if now.side(other) == side || now.kind(other).kind == Kind::Feature {
        return true;
    }
    match eyes {
        Eyes::Side(side) => now.active_of(side).any(|figure| observes(now, figure, other)),
        Eyes::Figure(_, figure) => now.is_active(figure) && observes(now, figure, other),
    }
}

/// Whether a figure observes another (`F9.1`).
pub fn observes(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    relation::between(now, figure, other) != Relation::Far
        || were_adjacent(now, figure, other)
        || sight::seen_hex(now, figure, other).is_some()
        || sight::sees(now, figure, now.figure(other).origin.head, ViewAngle::Narrow)
        || is_in_reach(now, figure, other)
}

/// Whether two figures were adjacent before any side moved (`FigOgn`).
fn were_adjacent(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    let (own, others) = (now.figure(figure).origin, now.figure(other).origin);
    let shape = &now.kind(figure).shape;
    now.kind(other).shape.hexes(others).iter().any(|&hex| shape.position(own, hex).is_some())
}

/// Whether a figure of several hexes could run into another with its next step or turn. These figures are known (an
/// assumption), so that its legal moves do not reveal hidden figures.
fn is_in_reach(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    let (shape, own) = (&now.kind(figure).shape, now.figure(figure).pose());
    if shape.count() == 1 || own.head.distance(now.figure(other).hex) > FAR {
        return false;
    }
    let others = footprint::hexes(now, other);
    let meets = |place: Pose| shape.hexes(place).iter().any(|hex| others.contains(hex));
    Direction::ALL.into_iter().any(|direction| {
        let turned = Pose { facing: direction, ..own };
        let back = Pose { head: own.head.step(direction), facing: own.facing.turned(3) };
        meets(turned) || meets(back) || stride(shape, own, direction).is_some_and(|(place, _)| meets(place))
    })
}

/// A distance from head to head that a step or a turn of two figures together cannot cover, in hexes.
const FAR: u32 = 8;

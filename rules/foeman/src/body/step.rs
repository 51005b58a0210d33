//! The effect of a step of the head on the whole figure (`F4.1`).

use foeman_schema::grid::{Direction, Points};

use crate::body::shape::{Pose, Position, Shape};
use crate::ground::Battlefield;

/// The direction of a step relative to a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// Straight ahead; the facing stays.
    Ahead,
    /// Into another front hex; the figure turns to face that way.
    Turning,
    /// Straight back; the facing stays.
    Back,
}

/// The pose after a step of the head in a direction, whatever is there; `None` if figures of this shape cannot take
/// this step.
///
/// A figure that points at a side steps ahead through it; one that points at a corner, through either adjacent side.
/// Steps back go the opposite way, and all others must lead into a front hex.
pub fn stride(shape: &Shape, from: Pose, direction: Direction) -> Option<(Pose, Course)> {
    let head = from.head.step(direction);
    let (course, turn) = match (shape.points, direction.turned(-i32::from(from.facing.index())).index()) {
        (Points::Side, 3) | (Points::Corner, 2 | 3) => return Some((Pose { head, ..from }, Course::Back)),
        (Points::Side, 0) | (Points::Corner, 5 | 0) => (Course::Ahead, 0),
        (Points::Side, turn) | (Points::Corner, turn @ 1) => (Course::Turning, i32::from(turn)),
        // The side before the corner is one hexside nearer.
        (Points::Corner, turn) => (Course::Turning, i32::from(turn) - 5),
    };
    let front = shape.position(from, head) == Some(Position::Front);
    front.then_some((Pose { head, facing: from.facing.turned(turn) }, course))
}

/// MP for moving from one pose to another: the cost of the most expensive newly occupied hex, or of the head's hex if
/// there is none, plus the height that the head climbs; `None` if it cannot be there.
pub fn cost(field: &Battlefield, shape: &Shape, from: Pose, to: Pose) -> Option<u8> {
    let (before, after) = (shape.hexes(from), shape.hexes(to));
    let mut dearest = None;
    for hex in after.iter() {
        let cost = field.cost(*hex)?;
        if !before.contains(hex) {
            dearest = dearest.max(Some(cost));
        }
    }
    let climb = field.climb(from.head, to.head)?;
    dearest.or_else(|| field.cost(to.head)).map(|cost| cost.saturating_add(climb))
}

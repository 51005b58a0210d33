//! The hexes that a figure occupies now, and the position of hexes and other figures relative to it (`F2`).

use foeman_schema::grid::Hex;
use smallvec::SmallVec;

use crate::body::shape::{Bearing, EXTENT, Hexes, Pose, Position, TOUCHING};
use crate::ids::FigureId;
use crate::situation::Situation;
use crate::state::records::Posture;
use crate::state::{MANY, Of};

/// The hexes a figure occupies, its head first (`F2.2`).
pub fn hexes(now: Situation<'_>, figure: FigureId) -> Hexes {
    now.kind(figure).shape.hexes(now.figure(figure).pose())
}

/// Whether a figure occupies any of these hexes.
#[inline]
pub fn covers(now: Situation<'_>, figure: FigureId, hexes: &[Hex]) -> bool {
    let own = now.figure(figure);
    if !now.content.touched.large || now.kind(figure).shape.count() == 1 {
        return hexes.contains(&own.hex);
    }
    now.kind(figure).shape.hexes(own.pose()).iter().any(|hex| hexes.contains(hex))
}

/// Visits the figures that occupy any of these hexes, by number, until `visit` returns true; returns whether it did.
#[inline]
pub fn any_covering(now: Situation<'_>, hexes: &[Hex], mut visit: impl FnMut(FigureId) -> bool) -> bool {
    if now.state.figures.len() < MANY {
        return now.figures().any(|figure| covers(now, figure, hexes) && visit(figure));
    }
    let center = hexes.first().copied().unwrap_or_default();
    let extent = hexes.iter().map(|hex| hex.distance(center)).max().unwrap_or_default();
    let beyond = if now.content.touched.large { EXTENT } else { 0 };
    let near = (center, extent + beyond);
    now.state.figures.any_near(near, Of::All, |figure| covers(now, figure, hexes) && visit(figure))
}

/// The wanted figures among those whose hexes could touch or share the hexes of a figure with its head there, by number.
#[inline]
pub fn around(
    now: Situation<'_>,
    head: Hex,
    of: Of,
    mut is_wanted: impl FnMut(FigureId) -> bool,
) -> SmallVec<[FigureId; 8]> {
    let mut found = SmallVec::new();
    now.state.figures.any_near((head, touching(now)), of, |figure| {
        if is_wanted(figure) {
            found.push(figure);
        }
        false
    });
    found
}

/// The wanted active opponents of a figure among those whose hexes could touch or share its own, by number.
#[inline]
pub fn opponents_around(
    now: Situation<'_>,
    figure: FigureId,
    mut is_wanted: impl FnMut(FigureId) -> bool,
) -> SmallVec<[FigureId; 8]> {
    let of = Of::Others(now.side(figure));
    // Few figures are near, and whether one is active is the slower question.
    around(now, now.figure(figure).hex, of, |other| is_wanted(other) && now.is_active(other))
}

/// The greatest distance between the heads of two figures whose hexes touch, in this scenario.
#[inline]
pub fn touching(now: Situation<'_>) -> u32 {
    if now.content.touched.large { TOUCHING } else { 1 }
}

/// The position of an adjacent hex relative to a figure; `None` if it is not adjacent (`F2.4`).
pub fn position(now: Situation<'_>, figure: FigureId, hex: Hex) -> Option<Position> {
    now.kind(figure).shape.position(now.figure(figure).pose(), hex)
}

/// The bearing of `from` as seen by `target`, adjacent or not: the position of its head in the target's pattern, or of
/// its first adjacent hex if the head is not adjacent; at range, the arc that contains its head (`F2.4`).
pub fn bearing(now: Situation<'_>, target: FigureId, from: FigureId) -> Bearing {
    bearing_in(now, (target, now.figure(target).pose()), from)
}

/// The same if the target were in another pose.
pub fn bearing_in(now: Situation<'_>, (target, place): (FigureId, Pose), from: FigureId) -> Bearing {
    let shape = &now.kind(target).shape;
    let head = now.figure(from).hex;
    let adjacent = match now.kind(from).shape.count() {
        1 => shape.position(place, head).map(|position| (head, position)),
        _ => hexes(now, from).iter().find_map(|&hex| Some((hex, shape.position(place, hex)?))),
    };
    let (hex, position) = adjacent.unwrap_or_else(|| (head, shape.arc(place, head)));
    Bearing { position, hand: shape.hand(place, hex) }
}

/// Steps from the head of `a` to the nearest hex of `b`.
pub fn distance(now: Situation<'_>, a: FigureId, b: FigureId) -> u32 {
    now.figure(a).hex.distance(nearest(now, a, b))
}

/// The nearest active opponent of a figure, with its distance; of several, the one with the lowest number.
pub fn nearest_opponent(now: Situation<'_>, figure: FigureId) -> Option<(u32, FigureId)> {
    let count = now.state.figures.len();
    if count < MANY {
        return find_nearest_opponent(now, figure);
    }
    let kept = now.state.recall.nearest((figure, now.side(figure), count), || find_nearest_opponent(now, figure));
    debug_assert_eq!(kept, find_nearest_opponent(now, figure), "the kept opponent is out of date");
    kept
}

/// Whether the nearest opponent of a figure is known to be farther away than this.
pub fn is_alone(now: Situation<'_>, figure: FigureId, most: u32) -> bool {
    now.state.figures.len() >= MANY && nearest_opponent(now, figure).is_none_or(|(distance, _)| distance > most)
}

fn find_nearest_opponent(now: Situation<'_>, figure: FigureId) -> Option<(u32, FigureId)> {
    let head = now.figure(figure).hex;
    // Hexes of an opponent may be nearer than its head.
    let beyond = if now.content.touched.large { EXTENT } else { 0 };
    let within = |most: u32| {
        let mut nearest = None;
        now.state.figures.each_near(
            (head, most.saturating_add(beyond)),
            Of::Others(now.side(figure)),
            |enemy, place| {
                let far = if now.content.touched.large { distance(now, figure, enemy) } else { head.distance(place) };
                let next = (far, enemy);
                // Few are ever the nearest, and whether one is active is the slower question.
                if nearest.is_none_or(|nearest| next < nearest) && now.is_active(enemy) {
                    nearest = Some(next);
                }
            },
        );
        nearest
    };
    if now.state.figures.len() < MANY {
        return within(u32::MAX);
    }
    let recall = &now.state.recall;
    let is_possible = |&hint: &FigureId| now.opposed(figure, hint) && now.is_active(hint);
    let most = match recall.hint(figure).filter(is_possible) {
        Some(hint) => distance(now, figure, hint),
        None => u32::MAX,
    };
    let nearest = within(most);
    if let Some((_, enemy)) = nearest {
        recall.keep_hint((figure, now.state.figures.len()), enemy);
    }
    nearest
}

/// The hex of `b` nearest to the head of `a`; of several, the first in the layout.
#[inline]
pub fn nearest(now: Situation<'_>, a: FigureId, b: FigureId) -> Hex {
    let (head, other) = (now.figure(a).hex, now.figure(b).hex);
    if now.kind(b).shape.count() == 1 {
        return other;
    }
    hexes(now, b).iter().copied().min_by_key(|&hex| head.distance(hex)).unwrap_or(other)
}

/// Whether two figures are adjacent.
#[inline]
pub fn adjacent(now: Situation<'_>, a: FigureId, b: FigureId) -> bool {
    !are_far(now, a, b) && hexes(now, b).iter().any(|&hex| position(now, a, hex).is_some())
}

/// Whether two figures share a hex.
pub fn overlap(now: Situation<'_>, a: FigureId, b: FigureId) -> bool {
    if are_far(now, a, b) {
        return false;
    }
    let others = hexes(now, b);
    hexes(now, a).iter().any(|hex| others.contains(hex))
}

/// Whether the heads of two figures are so far apart that their hexes cannot touch.
#[inline]
fn are_far(now: Situation<'_>, a: FigureId, b: FigureId) -> bool {
    now.figure(a).hex.distance(now.figure(b).hex) > touching(now)
}

/// Whether a figure could strike another: it is not prone, and the other is in one of its front hexes.
pub fn can_reach(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    !are_far(now, figure, other) && fronts(now, figure, &hexes(now, other))
}

/// Whether a figure is not prone and has one of these hexes in its front.
pub fn fronts(now: Situation<'_>, figure: FigureId, hexes: &[Hex]) -> bool {
    fronts_in(now, (figure, now.figure(figure).pose()), hexes)
}

/// The same if the figure were in another pose.
pub fn fronts_in(now: Situation<'_>, (figure, place): (FigureId, Pose), hexes: &[Hex]) -> bool {
    let shape = &now.kind(figure).shape;
    now.figure(figure).posture != Posture::Prone
        && hexes.iter().any(|&hex| shape.position(place, hex) == Some(Position::Front))
}

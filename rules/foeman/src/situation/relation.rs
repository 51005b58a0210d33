//! How two figures lie to each other, and who is in whose way: the one place that reach, engagement and occupancy ask.

use foeman_schema::grid::Hex;

use crate::body::shape;
use crate::catalogs::Kind;
use crate::ids::FigureId;
use crate::situation::Situation;
use crate::state::records::Posture;

/// How near two figures are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// Some hex is occupied by both.
    SameHex,
    /// Some hex of one touches some hex of the other.
    Adjacent,
    /// Neither.
    Far,
}

/// How near two figures are.
pub fn between(now: Situation<'_>, one: FigureId, other: FigureId) -> Relation {
    if shape::overlap(now, one, other) {
        Relation::SameHex
    } else if shape::adjacent(now, one, other) {
        Relation::Adjacent
    } else {
        Relation::Far
    }
}

/// The figures other than this one that are in any of these hexes and that somebody who goes there has to do with: those
/// that take part, and where the scenario has it so the fallen (a fill: elsewhere bodies obstruct nobody).
pub fn occupants(now: Situation<'_>, figure: FigureId, hexes: &[Hex]) -> Vec<FigureId> {
    let counts = |other: FigureId| {
        now.is_active(other) || (now.content.rules.fallen_obstruct && now.kind(other).kind != Kind::Feature)
    };
    let there = |other: FigureId| shape::hexes(now, other).iter().any(|hex| hexes.contains(hex));
    now.figures().filter(|&other| other != figure && counts(other) && there(other)).collect()
}

/// Whether a feature that stands fills any of these hexes: nobody goes there, and nobody sees past (`F2.7`).
pub fn is_walled(now: Situation<'_>, hexes: &[Hex]) -> bool {
    walls(now).any(|wall| shape::hexes(now, wall).iter().any(|hex| hexes.contains(hex)))
}

/// The features that stand (`F2.7`).
pub fn walls(now: Situation<'_>) -> impl Iterator<Item = FigureId> {
    now.figures().filter(move |&figure| {
        now.kind(figure).kind == Kind::Feature && now.figure(figure).posture == Posture::Standing
    })
}

/// Whether two opponents are at close quarters: in one hex, at the same posture (`F4.11`).
pub fn hand_to_hand(now: Situation<'_>, one: FigureId, other: FigureId) -> bool {
    let (a, b) = (now.figure(one), now.figure(other));
    a.manoeuvres.grapples
        && b.manoeuvres.grapples
        && a.posture == b.posture
        && now.opposed(one, other)
        && now.is_active(one)
        && now.is_active(other)
        && shape::overlap(now, one, other)
}

/// The opponents with whom a figure is at close quarters (`F4.11`).
pub fn grapplers(now: Situation<'_>, figure: FigureId) -> Vec<FigureId> {
    if !now.figure(figure).manoeuvres.grapples {
        return Vec::new();
    }
    now.opponents(figure).filter(|&other| hand_to_hand(now, figure, other)).collect()
}

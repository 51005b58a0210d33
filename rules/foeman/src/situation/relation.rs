//! The relation of two figures, and occupied hexes; used by reach, engagement and movement.

use foeman_schema::grid::Hex;

use crate::catalogs::Kind;
use crate::ids::FigureId;
use crate::situation::{Situation, footprint};
use crate::state::records::Posture;

/// The proximity of two figures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// They share a hex.
    SameHex,
    /// They are adjacent.
    Adjacent,
    /// Neither.
    Far,
}

/// Returns the proximity of two figures.
pub fn between(now: Situation<'_>, one: FigureId, other: FigureId) -> Relation {
    if footprint::overlap(now, one, other) {
        Relation::SameHex
    } else if footprint::adjacent(now, one, other) {
        Relation::Adjacent
    } else {
        Relation::Far
    }
}

/// The other figures in any of these hexes that matter to a figure entering them: active ones, and if the scenario says
/// so also the fallen (an assumption: otherwise bodies do not obstruct).
pub fn occupants(now: Situation<'_>, figure: FigureId, hexes: &[Hex]) -> Vec<FigureId> {
    let mut found = Vec::new();
    footprint::any_covering(now, hexes, |other| {
        if other != figure && obstructs(now, other) {
            found.push(other);
        }
        false
    });
    found
}

/// Whether a figure matters to another that enters its hexes.
fn obstructs(now: Situation<'_>, figure: FigureId) -> bool {
    now.is_active(figure) || (now.content.rules.fallen_obstruct && now.kind(figure).kind != Kind::Feature)
}

/// Whether a wall or another figure that matters is in any of these hexes.
pub fn is_taken(now: Situation<'_>, figure: FigureId, hexes: &[Hex]) -> bool {
    footprint::any_covering(now, hexes, |other| is_wall(now, other) || (other != figure && obstructs(now, other)))
}

/// Whether a standing feature fills any of these hexes, so that they block movement and sight (`F2.7`).
pub fn is_walled(now: Situation<'_>, hexes: &[Hex]) -> bool {
    walls(now).any(|wall| footprint::covers(now, wall, hexes))
}

/// The standing features (`F2.7`).
pub fn walls(now: Situation<'_>) -> impl Iterator<Item = FigureId> {
    // Most scenarios have no features, and then no figure is looked at.
    let figures = now.content.touched.features.then(|| now.figures()).into_iter().flatten();
    figures.filter(move |&figure| is_wall(now, figure))
}

/// Whether a figure is a feature that still stands.
fn is_wall(now: Situation<'_>, figure: FigureId) -> bool {
    now.kind(figure).kind == Kind::Feature && now.figure(figure).posture == Posture::Standing
}

/// Whether two opponents are at close quarters: in the same hex with the same posture (`F4.11`).
pub fn hand_to_hand(now: Situation<'_>, one: FigureId, other: FigureId) -> bool {
    let (a, b) = (now.figure(one), now.figure(other));
    a.manoeuvres.grapples
        && b.manoeuvres.grapples
        && a.posture == b.posture
        && now.opposed(one, other)
        && now.is_active(one)
        && now.is_active(other)
        && footprint::overlap(now, one, other)
}

/// The opponents at close quarters with a figure (`F4.11`).
pub fn grapplers(now: Situation<'_>, figure: FigureId) -> Vec<FigureId> {
    if !now.figure(figure).manoeuvres.grapples {
        return Vec::new();
    }
    footprint::opponents_around(now, figure, |other| hand_to_hand(now, figure, other)).into_vec()
}

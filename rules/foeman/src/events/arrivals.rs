//! Figures that arrive during the battle: when, and where.

use std::iter::successors;

use foeman_schema::grid::draw::disc;
use foeman_schema::grid::{Direction, Hex};

use crate::Foeman;
use crate::body::shape::Pose;
use crate::ids::FigureId;
use crate::instruction::{EventStep, FigureEvent, Instruction, Passage};
use crate::situation::Situation;
use foeman_engine::ruleset::Emit;

/// The distance within which room is looked for first, in hexes.
const NEAR: u32 = 8;

/// Lets figures arrive whose round has come, in the order of their numbers. Figures without room wait for the next
/// round.
pub(crate) fn on_time(out: &mut Emit<'_, Foeman>) {
    let round = out.state().round;
    let awaited = &out.state().unfolding.awaited;
    let due = awaited.iter().filter(|awaited| awaited.round.is_some_and(|due| due <= round));
    let due: Vec<FigureId> = due.map(|awaited| awaited.figure).collect();
    for figure in due {
        arrive(figure, out);
    }
}

/// Lets a figure arrive after a number of rounds; at once if there is room, or as soon as there is.
pub(super) fn call(figure: FigureId, after: u32, out: &mut Emit<'_, Foeman>) {
    if !out.state().unfolding.awaits(figure) || (after == 0 && arrive(figure, out)) {
        return;
    }
    let round = out.state().round.saturating_add(after.max(1));
    out.push(Instruction::Event(EventStep::Awaits { figure, round }));
}

/// Puts a figure on the map. Returns whether there is room.
fn arrive(figure: FigureId, out: &mut Emit<'_, Foeman>) -> bool {
    let Some(Pose { head: hex, facing }) = place(Situation::of(out), figure) else { return false };
    out.push(Instruction::Figure(figure, FigureEvent::Passage(Passage::Arrives { hex, facing })));
    true
}

/// The place where a figure arrives: the nearest hex to its own, in row order, where it fits without sharing a hex with
/// others; if it does not fit with its facing, then turned as little as possible, clockwise first.
fn place(now: Situation<'_>, figure: FigureId) -> Option<Pose> {
    let start = now.content.start.get(figure.index())?;
    if let Some(hexes) = start.arrival.as_ref().and_then(|arrival| arrival.hexes.as_ref()) {
        return nearest(now, figure, start.pose, hexes.iter().copied());
    }
    // A map can be large, and there is nearly always room close by.
    let geometry = &now.field().geometry;
    let (center, size) = (geometry.cell(start.pose.head), geometry.size());
    let farthest = size[0] + size[1];
    let mut radii = successors(Some(NEAR), |radius| (*radius < farthest).then(|| radius.saturating_mul(4)));
    radii.find_map(|radius| {
        let cells = disc(geometry, center, radius).into_iter();
        nearest(now, figure, start.pose, cells.map(|cell| geometry.hex(cell)))
    })
}

/// The nearest of these hexes that has room for the figure.
fn nearest(now: Situation<'_>, figure: FigureId, wanted: Pose, hexes: impl Iterator<Item = Hex>) -> Option<Pose> {
    let mut heads: Vec<(u32, i32, i32)> = hexes.map(|hex| near(now, wanted.head, hex)).collect();
    heads.sort_unstable();
    let turns = [0, 1, 5, 2, 4, 3].map(|turn: i32| wanted.facing.turned(turn));
    let geometry = &now.field().geometry;
    let mut heads = heads.into_iter().map(|(_, row, column)| geometry.hex([column, row]));
    heads.find_map(|head| {
        let facing = turns.into_iter().find(|&facing| fits(now, figure, head, facing))?;
        Some(Pose { head, facing })
    })
}

/// The order in which hexes are tried: by distance, then by row and column.
fn near(now: Situation<'_>, from: Hex, hex: Hex) -> (u32, i32, i32) {
    let [column, row] = now.field().geometry.cell(hex);
    (from.distance(hex), row, column)
}

fn fits(now: Situation<'_>, figure: FigureId, head: Hex, facing: Direction) -> bool {
    let hexes = now.kind(figure).shape.hexes(Pose { head, facing });
    let field = now.field();
    hexes.iter().all(|&hex| field.contains(hex) && field.cost(hex).is_some()) && !now.is_taken(figure, &hexes)
}

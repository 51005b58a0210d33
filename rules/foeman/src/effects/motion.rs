//! Effects that push, pull and teleport figures.

use foeman_schema::grid::{Direction, Hex};

use crate::Foeman;
use crate::body::shape::Pose;
use crate::catalogs::effects::Motion;
use crate::constants::MOST_MOVED;
use crate::effects::cause::Cause;
use crate::effects::steps::{Drift, Step};
use crate::ids::FigureId;
use crate::instruction::{FigureEvent, Instruction, MagicEvent};
use crate::situation::Situation;
use crate::state::{Condition, Place, Placing};
use foeman_engine::ruleset::Emit;

/// Moves a figure: away from the cause or towards it as far as there is room, or to a hex that the owner of the cause
/// chooses. The figure keeps its facing and pays no MP.
pub(super) fn moved(
    hexes: i32,
    how: Motion,
    cause: &Cause,
    target: FigureId,
    added: &mut Vec<Step>,
    out: &mut Emit<'_, Foeman>,
) {
    let left = hexes.clamp(0, i32::from(MOST_MOVED)) as u8;
    if how == Motion::Teleport {
        let what = Placing::Figure { figure: target, within: left };
        let place = Place { chooser: cause.owner, source: cause.source, what };
        out.push(Instruction::Figure(cause.owner, FigureEvent::Magic(MagicEvent::Asks(place))));
        return;
    }
    drift(Drift { target, how, cause: *cause, left, last: None }, added, out);
}

/// Pushes or pulls a figure by one hex, and goes on afterwards.
pub(super) fn drift(drift: Drift, added: &mut Vec<Step>, out: &mut Emit<'_, Foeman>) {
    let Drift { target, how, cause, left, last } = drift;
    let (now, at) = (Situation::of(out), out.state().figure(target).hex);
    // Effects in the last hex may have killed the figure or moved it elsewhere.
    let is_lost = |last| at != last || Condition::at(now.mod_st(target)) == Condition::Dead;
    if left == 0 || last.is_some_and(is_lost) {
        return;
    }
    match next(now, how, &cause, target) {
        Some(to) => {
            added.push(Step::Put { target, to, cause });
            added.push(Step::Drifts(Drift { left: left - 1, last: Some(to), ..drift }));
        }
        None if last.is_none() => {
            let event = MagicEvent::Moved { source: cause.source, to: at, from: at };
            out.push(Instruction::Figure(target, FigureEvent::Magic(event)));
        }
        None => {}
    }
}

/// Puts a figure into a hex, with the effects of leaving and entering.
pub(super) fn put(target: FigureId, to: Hex, cause: &Cause, added: &mut Vec<Step>, out: &mut Emit<'_, Foeman>) {
    let from = out.state().figure(target).hex;
    let event = MagicEvent::Moved { source: cause.source, from, to };
    out.push(Instruction::Figure(target, FigureEvent::Magic(event)));
    let chain = cause.chain + 1;
    added.push(Step::Leaves { figure: target, hex: from, chain });
    added.push(Step::Enters { figure: target, hex: to, chain });
}

/// The next free hex in the direction of motion; `None` if the figure has arrived or is blocked.
fn next(now: Situation<'_>, how: Motion, cause: &Cause, target: FigureId) -> Option<Hex> {
    let head = now.figure(target).hex;
    let center = cause.at.unwrap_or(now.figure(cause.owner).hex);
    let away = |hex: Hex| center.distance(hex) as i32;
    let here = away(head);
    let wanted = |hex: &Hex| match how {
        Motion::Push => away(*hex) > here,
        Motion::Pull => away(*hex) < here && away(*hex) > 0,
        Motion::Teleport => false,
    };
    // Of the hexes in the right direction, the one closest to the straight line.
    let line = head - center;
    let straight = |hex: &Hex| match how {
        Motion::Push => -(*hex - center).dot(line) * 64 / (away(*hex) * away(*hex)).max(1),
        _ => -(*hex - center).dot(line),
    };
    let mut ways: Vec<Hex> = Direction::ALL.into_iter().map(|direction| head.step(direction)).filter(wanted).collect();
    ways.sort_by_key(straight);
    ways.into_iter().find(|&hex| has_room(now, target, hex))
}

/// Whether a figure fits with its head in a hex, with its current facing.
pub(crate) fn has_room(now: Situation<'_>, figure: FigureId, head: Hex) -> bool {
    let hexes = now.kind(figure).shape.hexes(Pose { head, facing: now.figure(figure).facing });
    hexes.iter().all(|&hex| now.field().contains(hex) && now.field().cost(hex).is_some())
        && !now.is_taken(figure, &hexes)
}

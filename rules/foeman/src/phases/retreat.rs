//! Forced retreats: before movement, a figure that did damage and took none may push its opponent back (`F4.8`).

use foeman_schema::grid::{Direction, Hex};

use crate::Foeman;
use crate::body::shape::Pose;
use crate::command::Command;
use crate::effects;
use crate::ids::FigureId;
use crate::instruction::{Displacement, FigureEvent, Instruction, ManoeuvreEvent, RoundEvent};
use crate::phases::movement::{hem_in, ways_out};
use crate::phases::{initiative, pauses};
use crate::situation::applying::engagement::engages_now;
use crate::situation::relation::{self, Relation};
use crate::situation::{Situation, footprint};
use crate::state::Question;
use crate::state::records::Posture;
use foeman_engine::ruleset::{Emit, Refusal};

/// Checks whether a figure may force an opponent to retreat now (`F4.8`).
pub fn check_retreat(now: Situation<'_>, figure: FigureId, target: FigureId) -> Result<(), Refusal> {
    let (own, other) = (now.figure(figure).manoeuvres, now.figure(target));
    if !now.is_active(figure) || !now.is_active(target) || !now.opposed(figure, target) {
        refuse("both must be active opponents")
    } else if own.harmed != Some(target) {
        refuse("it did no damage to this opponent in the last round")
    } else if own.damage > 0 {
        refuse("it took damage itself in the last round")
    } else if own.has_forced {
        refuse("it has already forced a retreat in this round")
    } else if other.posture == Posture::Prone {
        refuse("the opponent is lying")
    } else if other.manoeuvres.has_retreated {
        refuse("the opponent has already retreated in this round")
    } else if relation::between(now, figure, target) != Relation::Adjacent || !engages_now(now, figure, target) {
        refuse("it does not engage this opponent")
    } else {
        Ok(())
    }
}

/// The directions in which an opponent can retreat: into a free hex, farther away.
fn retreats(now: Situation<'_>, figure: FigureId, target: FigureId) -> Vec<Direction> {
    let (own, other) = (now.figure(figure).hex, now.figure(target).hex);
    let mut ways = ways_out(now, target);
    ways.retain(|&way| own.distance(other.step(way)) > own.distance(other));
    ways
}

/// Asks the next figure that may force a retreat, in list order. After the last one, the sides roll for initiative.
pub(crate) fn go_on(out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let may = |figure: FigureId| {
        let target = now.figure(figure).manoeuvres.harmed.filter(|_| figure.0 >= now.state.retreats)?;
        check_retreat(now, figure, target).is_ok().then_some((figure, target))
    };
    let next = now.active().find_map(may);
    if let Some((figure, target)) = next {
        push(figure, ManoeuvreEvent::MayForceRetreat { target }, out);
        return;
    }
    out.push(Instruction::Round(RoundEvent::RetreatsEnd));
    initiative::roll(out);
    if pauses(out) {
        return;
    }
    initiative::next_side(out);
}

/// Every answer that could be legal.
pub(crate) fn candidates(out: &mut Vec<Command>) {
    out.extend(Direction::ALL.map(|direction| Command::ForceRetreat { direction: Some(direction) }));
    out.extend([Command::ForceRetreat { direction: None }, Command::FollowUp, Command::Refrain]);
}

/// Checks whether an answer is legal; the refusal cites the rule.
pub(crate) fn check(now: Situation<'_>, question: Question, command: &Command) -> Result<(), Refusal> {
    match (question, command) {
        (Question::Retreat { .. } | Question::FollowUp { .. }, Command::Refrain)
        | (Question::FollowUp { .. }, Command::FollowUp) => Ok(()),
        (Question::Retreat { figure, target }, Command::ForceRetreat { direction }) => {
            let ways = retreats(now, figure, target);
            match direction {
                Some(way) if ways.contains(way) => Ok(()),
                Some(_) => refuse("the opponent can only retreat into a free hex farther away"),
                None if ways.is_empty() => Ok(()),
                None => refuse("the opponent has a free hex to retreat to"),
            }
        }
        (Question::FollowUp { .. }, _) => refuse("it must first decide whether to follow up"),
        _ => refuse("it must first decide whether to force a retreat"),
    }
}

/// Carries out a legal answer.
pub(crate) fn plan(command: &Command, out: &mut Emit<'_, Foeman>) {
    let tracks = effects::tracks(out);
    match (out.state().question(), command) {
        (Some(Question::Retreat { figure, target }), Command::ForceRetreat { direction }) => {
            force(figure, target, *direction, out);
        }
        (Some(Question::FollowUp { figure, to }), Command::FollowUp) => {
            let facing = out.state().figure(figure).facing;
            push(figure, ManoeuvreEvent::Displaced { to, facing, why: Displacement::FollowsUp }, out);
        }
        (Some(Question::Retreat { figure, .. } | Question::FollowUp { figure, .. }), _) => {
            push(figure, ManoeuvreEvent::Refrains, out);
        }
        _ => {}
    }
    effects::stepped(&tracks, out);
}

fn force(figure: FigureId, target: FigureId, direction: Option<Direction>, out: &mut Emit<'_, Foeman>) {
    push(figure, ManoeuvreEvent::ForcesRetreat { target }, out);
    let Some(way) = direction else { return hem_in(figure, target, out) };
    let now = Situation::of(out);
    let left = footprint::hexes(now, target);
    let Pose { head, facing } = now.figure(target).pose();
    push(target, ManoeuvreEvent::Displaced { to: head.step(way), facing, why: Displacement::Retreats }, out);
    if let Some(to) = follows(Situation::of(out), figure, &left) {
        push(figure, ManoeuvreEvent::MayFollowUp { to }, out);
    }
}

/// The hex into which the head of a figure can follow: adjacent, left by the opponent, and with room for the figure.
fn follows(now: Situation<'_>, figure: FigureId, left: &[Hex]) -> Option<Hex> {
    let own = now.figure(figure);
    let ways = ways_out(now, figure);
    ways.into_iter().map(|way| own.hex.step(way)).find(|hex| left.contains(hex))
}

fn push(figure: FigureId, event: ManoeuvreEvent, out: &mut Emit<'_, Foeman>) {
    out.push(Instruction::Figure(figure, FigureEvent::Manoeuvre(event)));
}

fn refuse<T>(message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule: "F4.8", message })
}

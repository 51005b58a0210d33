//! Steps: their direction, cost, and the rolls they need (`F4.1`, `F4.5`, `F4.7`, `F4.11`).

use foeman_schema::grid::Direction;

use super::refuse;
use crate::Foeman;
use crate::body::shape::{Pose, Position};
use crate::body::step::{Course, cost, stride};
use crate::catalogs::effects::Status;
use crate::constants::{DIE, DISENGAGE_DIVISOR, FLYING_COST, LEAVING_MA, STRUGGLE_DICE};
use crate::ids::FigureId;
use crate::instruction::{Displacement, FigureEvent, Instruction, ManoeuvreEvent, Met};
use crate::phases::limits;
use crate::rolls::success::{self, AutomaticMiss};
use crate::rolls::{Check, Reason, Sum};
use crate::situation::applying::engagement::engagement_at;
use crate::situation::{Situation, footprint, protection, relation, statuses, values};
use crate::state::records::{Match, Posture, Step};
use crate::state::{ActionKind, Current, Progress};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// A permitted step.
pub(super) struct Stride {
    /// The pose it leads to.
    pub to: Pose,
    /// Its direction relative to the figure's facing.
    pub step: Step,
    /// MP for the ground, or for disengaging.
    pub paid: u8,
    /// The roll needed before the step.
    pub exit: Exit,
    /// The figures whose hexes it enters or stays in.
    pub among: Vec<FigureId>,
    /// Whether it enters through the front of an opponent, which costs an extra die less 1 (`F4.7`).
    pub entry: Entering,
    /// How the figure matches up with the opponents that engage it there.
    pub matching: Match,
    /// Whether it may continue.
    pub progress: Progress,
}

/// The roll needed before a step.
pub(super) enum Exit {
    /// None.
    Free,
    /// The figures whose hexes are left, and the limit of the roll (`F4.7`).
    Through(Vec<FigureId>, Sum),
    /// The figures it breaks away from, and the limit of the roll (`F4.11`).
    Loose(Vec<FigureId>, Sum),
}

/// How the hex of an opponent is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entering {
    /// Not through its front.
    Easy,
    /// Through its front, where no shield is in the way.
    Front,
}

/// The step of the current figure in a direction, or the rule that forbids it.
pub(super) fn judge(now: Situation<'_>, current: &Current, direction: Direction) -> Result<Stride, Refusal> {
    let figure = current.figure;
    let own = now.figure(figure);
    if current.progress == Progress::Stopped {
        return refuse("F4.5", "an engaged figure cannot take another step");
    }
    if let Some(refusal) = statuses::bars_steps(now, figure) {
        return Err(refusal);
    }
    let grapplers = relation::grapplers(now, figure);
    let (to, step) = place(now, figure, direction, grapplers.is_empty())?;
    let shape = &now.kind(figure).shape;
    let (here, there) = (shape.hexes(own.pose()), shape.hexes(to));
    if now.field().contains(to.head) && now.field().climb(own.hex, to.head).is_none() {
        return refuse("", "it is too steep: more than two levels up");
    }
    let Some(cost) = cost(now.field(), shape, own.pose(), to) else {
        return refuse("F4.1", "an impassable hex is in the way");
    };
    let cost = if statuses::flies(now, figure) { FLYING_COST } else { cost };
    if relation::is_walled(now, &there) {
        return refuse("F2.7", "a wall is in the way");
    }
    let among = relation::occupants(now, figure, &there);
    let engaging = engagement_at(now, figure, to);
    let exit = exit(now, figure, grapplers, relation::occupants(now, figure, &here), &among);
    let lost = if matches!(exit, Exit::Through(..)) { LEAVING_MA } else { 0 };
    let left = own.ma.saturating_sub(own.mp).saturating_sub(lost);
    if cost > left {
        return refuse("F4.1", "it has too few MP left");
    }
    let shifts = current.engaged_by.iter().all(|opponent| engaging.by.contains(opponent));
    let paid = if shifts { cost } else { cost.max(disengage_cost(now, figure, left)) };
    if paid > left {
        return refuse("", "breaking away takes more MP than it has left");
    }
    let free = current.engaged_by.is_empty() && engaging.by.is_empty();
    let progress = if free { Progress::OnTheWay } else { Progress::Stopped };
    let mut entry = Entering::Easy;
    if !among.is_empty() {
        if !free {
            return refuse("F4.5", "it would halt in the hex of another figure");
        }
        if paid + LEAVING_MA >= left {
            return refuse("F4.7", "it has too few MP left to pass through");
        }
        let entered: Vec<FigureId> =
            among.iter().copied().filter(|&other| !footprint::overlap(now, figure, other)).collect();
        entry = entered_by(now, figure, &entered)?;
    }
    Ok(Stride { to, step, paid, exit, among, entry, matching: engaging.matching, progress })
}

/// The pose after a step in a direction, and its direction relative to the facing. A figure that breaks away from close
/// quarters may go in any direction.
fn place(now: Situation<'_>, figure: FigureId, direction: Direction, is_free: bool) -> Result<(Pose, Step), Refusal> {
    let own = now.figure(figure);
    if own.posture != Posture::Standing && is_free {
        return refuse("F1.6", "it must stand up first");
    }
    match stride(&now.kind(figure).shape, own.pose(), direction) {
        Some((to, Course::Ahead)) => Ok((to, Step::Linear)),
        Some((to, Course::Turning)) => Ok((to, Step::Turning)),
        Some((to, Course::Back)) if own.heading.may_back() => Ok((to, Step::Backward)),
        Some((to, Course::Back)) => Ok((Pose { facing: own.facing.turned(3), ..to }, Step::TurnedRound)),
        None if !is_free => Ok((Pose { head: own.hex.step(direction), facing: own.facing }, Step::Turning)),
        None => refuse("F4.1", "a step leads into a front hex or straight back"),
    }
}

fn exit(
    now: Situation<'_>,
    figure: FigureId,
    grapplers: Vec<FigureId>,
    here: Vec<FigureId>,
    there: &[FigureId],
) -> Exit {
    if !grapplers.is_empty() {
        let needed = loose_dx(now, figure, &grapplers);
        return Exit::Loose(grapplers, needed);
    }
    let left: Vec<FigureId> = here.into_iter().filter(|other| !there.contains(other)).collect();
    if left.is_empty() {
        return Exit::Free;
    }
    // Of several opponents, the strongest counts (an assumption).
    let strongest = left.iter().map(|&other| now.mod_st(other)).max().unwrap_or_default();
    let needed = values::struggle_dx(now, figure, strongest, Reason::StrengthPassing);
    Exit::Through(left, needed)
}

/// The limit of the roll for breaking away from close quarters (`F4.11`).
pub(super) fn loose_dx(now: Situation<'_>, figure: FigureId, grapplers: &[FigureId]) -> Sum {
    let strength = grapplers.iter().map(|&other| now.mod_st(other)).sum();
    values::struggle_dx(now, figure, strength, Reason::StrengthGrappling)
}

/// How a figure enters the hexes of others. It can only pass a standing opponent that faces it if no shield is in the
/// way (`F4.7`).
pub(super) fn entered_by(now: Situation<'_>, figure: FigureId, entered: &[FigureId]) -> Result<Entering, Refusal> {
    let here = footprint::hexes(now, figure);
    let faces = |other: FigureId| {
        now.opposed(figure, other)
            && now.is_active(other)
            && now.figure(other).posture != Posture::Prone
            && !statuses::has(now, other, Status::Unbalanced)
            && here.iter().any(|&hex| footprint::position(now, other, hex) == Some(Position::Front))
    };
    let facing: Vec<FigureId> = entered.iter().copied().filter(|&other| faces(other)).collect();
    if facing.iter().any(|&other| protection::shields_side(now, other, figure)) {
        return refuse("F4.7", "a shield is in the way on that side");
    }
    Ok(if facing.is_empty() { Entering::Easy } else { Entering::Front })
}

/// MP for disengaging, of those that are left (an assumption): half the MA, or all of them if the scenario says so,
/// which makes disengaging replace the action.
fn disengage_cost(now: Situation<'_>, figure: FigureId, left: u8) -> u8 {
    match now.content.rules.disengage_takes_all {
        true => left,
        false => now.figure(figure).ma.div_ceil(DISENGAGE_DIVISOR),
    }
}

/// Takes a step, unless a roll fails.
pub(super) fn plan(figure: FigureId, stride: Stride, out: &mut Emit<'_, Foeman>) {
    if !leave(figure, &stride, out) {
        return;
    }
    let through_front = stride.entry == Entering::Front;
    let back = origin(out, figure);
    enter(figure, stride, out);
    if through_front && is_too_far(Situation::of(out), figure) {
        put_back(figure, back, out);
    }
}

/// Rolls for leaving the current hex, and returns whether the figure can leave.
fn leave(figure: FigureId, stride: &Stride, out: &mut Emit<'_, Foeman>) -> bool {
    let (needed, others) = match &stride.exit {
        Exit::Free => return true,
        Exit::Through(others, needed) | Exit::Loose(others, needed) => (needed.clone(), others.clone()),
    };
    let check = Check::roll(out, "leave", figure, STRUGGLE_DICE, needed, AutomaticMiss::Threatens);
    let made = check.is_success();
    let event = match &stride.exit {
        Exit::Loose(..) => ManoeuvreEvent::BreaksLoose { from: others, check: Box::new(check) },
        _ => ManoeuvreEvent::LeavesHex { of: others, check: Box::new(check), ma_lost: LEAVING_MA },
    };
    out.push(Instruction::Figure(figure, FigureEvent::Manoeuvre(event)));
    if !made {
        stop(figure, out);
    }
    made
}

/// Ends a move. A figure that is passing through the hexes of others is put back.
pub(super) fn stop(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    if let Some(back) = out.state().current().and_then(|current| current.origin) {
        put_back(figure, back.pose, out);
    } else {
        out.push(Instruction::Figure(figure, FigureEvent::Halted));
    }
}

/// The pose to which the figure is put back if it cannot stay where its next step leads.
pub(super) fn origin(out: &Emit<'_, Foeman>, figure: FigureId) -> Pose {
    let origin = out.state().current().and_then(|current| current.origin);
    origin.map_or_else(|| out.state().figure(figure).pose(), |origin| origin.pose)
}

/// Puts a figure back where it came from, and ends its move (`F4.12`).
pub(super) fn put_back(figure: FigureId, back: Pose, out: &mut Emit<'_, Foeman>) {
    let Pose { head: to, facing } = back;
    let event = ManoeuvreEvent::Displaced { to, facing, why: Displacement::PutBack };
    out.push(Instruction::Figure(figure, FigureEvent::Manoeuvre(event)));
    out.push(Instruction::Figure(figure, FigureEvent::Halted));
}

/// Moves the figure to where a step leads.
pub(super) fn enter(figure: FigureId, stride: Stride, out: &mut Emit<'_, Foeman>) {
    let Stride { to, step, paid, among, entry, matching, progress, .. } = stride;
    let front_die = (entry == Entering::Front).then(|| out.die("front", u32::from(figure.0), DIE));
    let own = out.state().figure(figure);
    let left = own.ma.saturating_sub(own.mp);
    let paid = paid.saturating_add(front_die.map_or(0, |die| die - 1)).min(left);
    let Pose { head: to, facing } = to;
    let met = Met { matching, among, front_die };
    out.push(Instruction::Figure(figure, FigureEvent::Stepped { to, facing, step, paid, progress, met }));
}

/// Whether a figure has used more than half its MA, so that it cannot stay in an opponent's hex (`F4.12`).
pub(super) fn is_too_far(now: Situation<'_>, figure: FigureId) -> bool {
    let own = now.figure(figure);
    !limits::allows(ActionKind::Strike, own.ma, own.mp)
}

/// The exact chance of a step that needs a roll.
pub(super) fn chance(now: Situation<'_>, current: &Current, direction: Direction) -> Option<Odds> {
    match judge(now, current, direction).ok()?.exit {
        Exit::Free => None,
        Exit::Through(_, needed) | Exit::Loose(_, needed) => {
            Some(success::chance(STRUGGLE_DICE, needed.total(), AutomaticMiss::Threatens))
        }
    }
}

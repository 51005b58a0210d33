//! Special moves into the hex of an opponent: grappling and pushing back (`F4.10`, `F4.11`).

use foeman_schema::grid::Direction;

use super::room::ways_out;
use super::special::{acted, check_readiness, check_target, hem_in, push};
use super::step::{self, Entering, Stride};
use super::{DIRECTIONS, refuse};
use crate::Foeman;
use crate::body::step::cost;
use crate::constants::{DIE, GRAPPLE_STEPS, STRUGGLE_DICE};
use crate::ids::FigureId;
use crate::instruction::{Displacement, ManoeuvreEvent};
use crate::phases::limits;
use crate::rolls::success::{self, AutomaticMiss};
use crate::rolls::{Check, Reason, Sum};
use crate::situation::applying::engagement::engagement_at;
use crate::situation::{Situation, relation, values};
use crate::state::records::{Posture, Step};
use crate::state::{Action, ActionKind, Current, Progress};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal};

/// The purpose of entering the hex of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// To grapple the opponent (`F4.11`).
    Grapple,
    /// To push the opponent out (`F4.10`).
    PushBack,
}

/// The step of the current figure into the hex of an opponent with its direction, or the rule that forbids it.
pub(super) fn judge(
    now: Situation<'_>,
    current: &Current,
    target: FigureId,
    aim: Aim,
) -> Result<(Stride, Direction), Refusal> {
    let figure = current.figure;
    let own = now.figure(figure);
    check_target(now, figure, target)?;
    check_readiness(now, current, own.mp)?;
    if current.progress == Progress::Stopped {
        return refuse("F4.5", "an engaged figure cannot take another step");
    }
    if !relation::grapplers(now, figure).is_empty() {
        return refuse("F4.11", "it is at close quarters already");
    }
    if aim == Aim::Grapple && own.steps + 1 >= GRAPPLE_STEPS {
        return refuse("F4.11", "closing in requires fewer than four steps");
    }
    if now.figure(target).posture != Posture::Standing {
        return refuse("F4.11", "the target is not standing");
    }
    let mut why = Refusal { rule: "F4.10", message: "no step ahead leads into the hex of the target" };
    for direction in DIRECTIONS.map(|turn| own.facing.turned(turn)) {
        match judge_toward(now, current, (target, aim), direction) {
            Some(Ok(stride)) => return Ok((stride, direction)),
            Some(Err(refusal)) => why = refusal,
            None => {}
        }
    }
    Err(why)
}

/// The step in a direction, if it leads ahead into the hex of the target.
fn judge_toward(
    now: Situation<'_>,
    current: &Current,
    (target, aim): (FigureId, Aim),
    direction: Direction,
) -> Option<Result<Stride, Refusal>> {
    use crate::body::step::{Course, stride};
    let figure = current.figure;
    let (own, shape) = (now.figure(figure), &now.kind(figure).shape);
    let (to, course) = stride(shape, own.pose(), direction)?;
    let step = match course {
        Course::Ahead => Step::Linear,
        Course::Turning => Step::Turning,
        Course::Back => return None,
    };
    let there = shape.hexes(to);
    let among = relation::occupants(now, figure, &there);
    if !among.contains(&target) {
        return None;
    }
    let Some(paid) = cost(now.field(), shape, own.pose(), to) else {
        return Some(refuse("F4.1", "an impassable hex is in the way"));
    };
    if relation::is_walled(now, &there) {
        return Some(refuse("F2.7", "a wall is in the way"));
    }
    let welcome = |other: FigureId| match aim {
        Aim::Grapple => other == target || relation::hand_to_hand(now, other, target),
        Aim::PushBack => other == target,
    };
    if !among.iter().all(|&other| welcome(other)) {
        return Some(refuse("F4.7", "another figure is in the way"));
    }
    if !limits::allows(ActionKind::Strike, own.ma, own.mp.saturating_add(paid)) {
        return Some(refuse("F5", "it would have used too many MP for a special move"));
    }
    let entry = match step::entered_by(now, figure, &among) {
        Ok(entry) => entry,
        Err(refusal) => return Some(Err(refusal)),
    };
    let matching = engagement_at(now, figure, to).matching;
    let exit = step::Exit::Free;
    Some(Ok(Stride { to, step, paid, exit, among, entry, matching, progress: Progress::Stopped }))
}

/// Steps into the hex of an opponent, and grapples or pushes it back.
pub(super) fn plan(
    figure: FigureId,
    target: FigureId,
    aim: Aim,
    (stride, direction): (Stride, Direction),
    out: &mut Emit<'_, Foeman>,
) {
    let back = step::origin(out, figure);
    step::enter(figure, stride, out);
    if step::is_too_far(Situation::of(out), figure) {
        step::put_back(figure, back, out);
        return;
    }
    let needed = needed(Situation::of(out), figure, target, aim);
    let check = Check::roll(out, "struggle", figure, STRUGGLE_DICE, needed, AutomaticMiss::Threatens);
    let made = check.is_success();
    match aim {
        Aim::Grapple => push(figure, ManoeuvreEvent::Grapples { target, check: Box::new(check) }, out),
        Aim::PushBack => {
            push(figure, ManoeuvreEvent::PushesBack { target, check: Box::new(check) }, out);
            if made {
                drive_out(figure, target, direction, out);
            }
        }
    }
    acted(figure, Action::Move, STRUGGLE_DICE, out);
}

/// Moves an opponent out of the entered hex, straight on if possible. If it has nowhere to go, it may fall, and the
/// attacker is put back.
fn drive_out(figure: FigureId, target: FigureId, direction: Direction, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let facing = now.figure(target).facing;
    let head = now.figure(target).hex;
    let free = ways_out(now, target);
    let way = [0, 1, 5].map(|turn| direction.turned(turn)).into_iter().find(|way| free.contains(way));
    match way {
        Some(way) => {
            let to = head.step(way);
            push(target, ManoeuvreEvent::Displaced { to, facing, why: Displacement::PushedBack }, out);
            let (to, facing) = (out.state().figure(figure).hex, out.state().figure(figure).facing);
            push(figure, ManoeuvreEvent::Displaced { to, facing, why: Displacement::TakesHex }, out);
        }
        None => hem_in(figure, target, out),
    }
}

/// The limit that the roll in the hex of an opponent must not exceed.
fn needed(now: Situation<'_>, figure: FigureId, target: FigureId, aim: Aim) -> Sum {
    let why = match aim {
        Aim::Grapple => Reason::StrengthGrappling,
        Aim::PushBack => Reason::StrengthPushing,
    };
    values::struggle_dx(now, figure, now.mod_st(target), why)
}

/// The exact chance of a move into the hex of an opponent, including the cost of entering through its front.
pub(super) fn chance(now: Situation<'_>, current: &Current, target: FigureId, aim: Aim) -> Option<Odds> {
    let (stride, _) = judge(now, current, target, aim).ok()?;
    let own = now.figure(current.figure);
    let roll =
        success::chance(STRUGGLE_DICE, needed(now, current.figure, target, aim).total(), AutomaticMiss::Threatens);
    if stride.entry == Entering::Easy {
        return Some(roll);
    }
    let mp = own.mp.saturating_add(stride.paid);
    let gets_in = |die: &u8| limits::allows(ActionKind::Strike, own.ma, mp.saturating_add(die - 1));
    let faces = (1..=DIE).filter(gets_in).count() as u64;
    Some(Odds { wins: faces * roll.wins, of: u64::from(DIE) * roll.of })
}

//! Movement, one decision at a time (`F4`). Each decision has a `judge` function, which only checks it, and a `plan`
//! function, which carries it out and may roll dice.

use foeman_schema::grid::{Direction, Hex};

use crate::Foeman;
use crate::attack::{Manner, Order};
use crate::command::Command;
use crate::effects;
use crate::ids::FigureId;
use crate::instruction::{FigureEvent, Instruction, SideEvent};
use crate::option::Mode;
use crate::situation::applying::engagement::{Engagement, engagement};
use crate::situation::{Situation, values};
use crate::state::records::{HaltRecord, Posture};
use crate::state::{Current, Duty, Progress, State};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Refusal, SideId};

mod closing;
pub mod fleetness;
mod pivot;
pub mod posture;
pub mod reach;
mod room;
mod special;
mod step;

use closing::Aim;
pub use pivot::{Pressure, Stand, Turning, turning};
pub(super) use room::ways_out;
pub(super) use special::hem_in;

/// The order in which steps are listed, starting straight ahead.
const DIRECTIONS: [i32; 6] = [0, 1, 5, 3, 2, 4];

/// Every command that could be legal during movement, in a fixed order.
pub(crate) fn candidates(now: Situation<'_>, out: &mut Vec<Command>) {
    let Some(mover) = &now.state.mover else { return };
    if let Some(current) = &mover.current {
        out.push(Command::Halt);
        let facing = now.figure(current.figure).facing;
        out.extend(DIRECTIONS.map(|turn| Command::Step { direction: facing.turned(turn) }));
        out.extend(Posture::ALL.map(|to| Command::TakePosture { to }));
        out.extend(fleetness::talents(now, current.figure).map(|talent| Command::Hurry { talent }));
        special::charges(now, current, out);
        for target in now.opponents(current.figure) {
            out.extend([Command::ShieldRush { target }, Command::PushBack { target }, Command::Grapple { target }]);
        }
        out.extend(Direction::ALL.map(|facing| Command::Pivot { facing }));
    }
    out.extend(now.active_of(mover.side).map(|figure| Command::Take { figure }));
    out.push(Command::Postpone);
}

/// Checks whether a command is legal during movement; the refusal cites the rule.
pub(crate) fn check(now: Situation<'_>, command: &Command) -> Result<(), Refusal> {
    let Some(mover) = &now.state.mover else {
        return refuse("F3.1", "no side is moving");
    };
    match (command, &mover.current) {
        (Command::Take { figure }, current) => check_take(now, mover.side, current.as_ref(), *figure),
        (Command::Postpone, Some(_)) => refuse("F3.4", "the side has begun to move"),
        (Command::Postpone, None) if mover.duty == Duty::MustMove => {
            refuse("F3.4", "no other side is left to go first")
        }
        (Command::Postpone, None) => Ok(()),
        (Command::Act { .. } | Command::Alter { .. } | Command::Restrain { .. }, _) => {
            refuse("F3.1", "options are chosen in the action phase")
        }
        (Command::Reroll { .. } | Command::Decline, _) => refuse("F7.5", "no attack is underway"),
        (Command::ForceRetreat { .. } | Command::FollowUp | Command::Refrain, _) => {
            refuse("F4.8", "forced retreats come before movement")
        }
        (_, None) => refuse("F4.3", "no figure is moving"),
        (command, Some(current)) => check_move(now, current, command),
    }
}

fn check_move(now: Situation<'_>, current: &Current, command: &Command) -> Result<(), Refusal> {
    match *command {
        Command::Halt if current.origin.is_some() => refuse("F4.12", "it cannot stay in the hex of another figure"),
        Command::Step { direction } => step::judge(now, current, direction).map(|_| ()),
        Command::Pivot { facing } => pivot::judge(now, current, facing).map(|_| ()),
        Command::TakePosture { to } => posture::judge(now, current, to).map(|_| ()),
        Command::Hurry { talent } => fleetness::check(now, current, talent),
        Command::Charge { target, attack, dice, manner } => {
            special::check_charge(now, current, target, (attack, dice, manner))
        }
        Command::ShieldRush { target } => special::judge_rush(now, current, target).map(|_| ()),
        Command::PushBack { target } => closing::judge(now, current, target, Aim::PushBack).map(|_| ()),
        Command::Grapple { target } => closing::judge(now, current, target, Aim::Grapple).map(|_| ()),
        Command::Place { .. } => refuse("", "no hex has to be chosen now"),
        Command::KeepUp | Command::LetGo => refuse("F11.1", "no spell is up for renewal now"),
        _ => Ok(()),
    }
}

/// Carries out a legal command of the movement phase.
pub(crate) fn plan(command: &Command, out: &mut Emit<'_, Foeman>) {
    let mover = out.state().mover.clone().expect("`check` accepts this command only when a side is moving");
    let tracks = effects::tracks(out);
    match (command, mover.current) {
        (Command::Postpone, _) => out.push(Instruction::Side(mover.side, SideEvent::Postponed)),
        (Command::Take { figure }, _) => take(*figure, out),
        (command, Some(current)) => plan_move(command, &current, out),
        (_, None) => {}
    }
    effects::stepped(&tracks, out);
    go_on(out);
}

fn plan_move(command: &Command, current: &Current, out: &mut Emit<'_, Foeman>) {
    const JUDGED: &str = "`check` has judged this command to be legal";
    let (figure, now) = (current.figure, Situation::of(out));
    match *command {
        Command::Step { direction } => {
            let stride = step::judge(now, current, direction).expect(JUDGED);
            step::plan(figure, stride, out);
        }
        Command::Pivot { facing } => {
            let turning = pivot::judge(now, current, facing).expect(JUDGED);
            pivot::plan(figure, facing, turning, out);
            out.push(Instruction::Figure(figure, FigureEvent::Halted));
        }
        Command::TakePosture { to } => {
            let paid = posture::judge(now, current, to).expect(JUDGED);
            posture::plan(figure, to, paid, out);
        }
        Command::Hurry { talent } => fleetness::plan(figure, talent, out),
        Command::Charge { target, attack, dice, manner } => {
            special::charge(charging((figure, target), attack, dice, manner), out);
        }
        Command::ShieldRush { target } => {
            let shield = special::judge_rush(now, current, target).expect(JUDGED);
            special::rush(figure, target, shield, out);
        }
        Command::PushBack { target } => {
            let entered = closing::judge(now, current, target, Aim::PushBack).expect(JUDGED);
            closing::plan(figure, target, Aim::PushBack, entered, out);
        }
        Command::Grapple { target } => {
            let entered = closing::judge(now, current, target, Aim::Grapple).expect(JUDGED);
            closing::plan(figure, target, Aim::Grapple, entered, out);
        }
        _ => out.push(Instruction::Figure(figure, FigureEvent::Halted)),
    }
}

fn charging((figure, target): (FigureId, FigureId), attack: u8, dice: u8, manner: Manner) -> Order {
    Order { figure, target, mode: Mode::Strike, attack, dice, manner }
}

/// Continues after a command: ends a move without further options, selects the last remaining figure, or ends the
/// side's turn.
pub(crate) fn go_on(out: &mut Emit<'_, Foeman>) {
    while let Some(mover) = &out.state().mover {
        // A pending choice of a hex takes precedence.
        if !out.state().places.is_empty() {
            return;
        }
        let (side, duty) = (mover.side, mover.duty);
        let now = Situation::of(out);
        if let Some(current) = &mover.current {
            if now.is_active(current.figure) && can_go_on(now, current) {
                return;
            }
            let figure = current.figure;
            step::stop(figure, out);
            continue;
        }
        let mut left = now.active_of(side).filter(|&figure| now.figure(figure).halt != HaltRecord::Halted);
        match (left.next(), left.next()) {
            (None, _) => {
                drop(left);
                out.push(Instruction::Side(side, SideEvent::Moved));
            }
            (Some(figure), None) if duty == Duty::MustMove => {
                drop(left);
                take(figure, out);
            }
            _ => return,
        }
    }
}

/// The exact chance of a command that needs a roll.
pub(crate) fn chance(now: Situation<'_>, command: &Command) -> Option<Odds> {
    let current = now.state.current()?;
    let figure = current.figure;
    match *command {
        Command::Step { direction } => step::chance(now, current, direction),
        Command::Pivot { facing } => pivot::chance(now, current, facing),
        Command::TakePosture { to } => posture::chance(now, current, to),
        Command::Hurry { .. } => Some(fleetness::chance(now, figure)),
        Command::Charge { target, attack, dice, manner } => {
            special::chance_of_charge(now, charging((figure, target), attack, dice, manner))
        }
        Command::ShieldRush { target } => Some(special::chance_of_rush(now, figure, target)),
        Command::PushBack { target } => closing::chance(now, current, target, Aim::PushBack),
        Command::Grapple { target } => closing::chance(now, current, target, Aim::Grapple),
        _ => None,
    }
}

fn take(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let Engagement { by: engaged_by, matching } = engagement(now, figure);
    let ma = values::mod_ma(now, figure, &engaged_by);
    out.push(Instruction::Figure(figure, FigureEvent::Taken { ma, engaged_by, matching }));
}

fn check_take(now: Situation<'_>, side: SideId, current: Option<&Current>, figure: FigureId) -> Result<(), Refusal> {
    if figure.index() >= now.state.figures.len() || now.side(figure) != side {
        refuse("F3.1", "its side is not moving")
    } else if !now.is_active(figure) {
        refuse("F8.2", "it is out of action")
    } else if now.figure(figure).halt == HaltRecord::Halted {
        refuse("F4.3", "it has halted")
    } else if current.is_some_and(|current| current.figure == figure) {
        refuse("F4.3", "it is moving already")
    } else if current.is_some_and(|current| current.progress != Progress::OnTheWay) {
        refuse("F4.3", "the figure that is moving must first use MP or halt")
    } else if current.is_some_and(|current| current.origin.is_some()) {
        refuse("F4.12", "the figure that is moving cannot stay in the hex of another")
    } else {
        Ok(())
    }
}

/// Whether the current figure can do more than halt.
fn can_go_on(now: Situation<'_>, current: &Current) -> bool {
    let (figure, lies) = (current.figure, now.figure(current.figure).posture != Posture::Standing);
    Direction::ALL
        .into_iter()
        .any(|direction| step::judge(now, current, direction).is_ok() || pivot::judge(now, current, direction).is_ok())
        || (lies && posture::judge(now, current, Posture::Standing).is_ok())
        || now.opponents(figure).any(|target| {
            special::check_readiness(now, current, now.figure(figure).mp).is_ok()
                && (special::judge_rush(now, current, target).is_ok()
                    || closing::judge(now, current, target, Aim::Grapple).is_ok()
                    || closing::judge(now, current, target, Aim::PushBack).is_ok())
        })
        || {
            let mut charges = Vec::new();
            special::charges(now, current, &mut charges);
            !charges.is_empty()
        }
}

/// The hex that a step of the current figure in `direction` leads to.
pub(crate) fn step_target(state: &State, direction: Direction) -> Option<Hex> {
    Some(state.figure(state.current()?.figure).hex.step(direction))
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}

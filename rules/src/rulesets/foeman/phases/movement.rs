//! Movement, step by step (`F4`).

use foeman_schema::grid::{Direction, Hex};

use crate::ruleset::{Emit, Refusal, SideId};
use crate::rulesets::foeman::Foeman;
use crate::rulesets::foeman::body::shape::Pose;
use crate::rulesets::foeman::body::step::{Course, cost, stride};
use crate::rulesets::foeman::command::Command;
use crate::rulesets::foeman::constants::{PIVOT_DICE, PIVOT_DICE_ENGAGED, PIVOT_MARGIN, STAND_UP_DIVISOR};
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::instruction::{FigureEvent, Instruction, SideEvent};
use crate::rulesets::foeman::rolls::Check;
use crate::rulesets::foeman::rolls::success::{self, AutomaticMiss, Success};
use crate::rulesets::foeman::situation::engagement::{engaged_at, engaged_by};
use crate::rulesets::foeman::situation::{Situation, values};
use crate::rulesets::foeman::state::records::{HaltRecord, LastStep, Posture, Step};
use crate::rulesets::foeman::state::{Current, Duty, Progress, State};
use crate::told::Odds;

/// How far a figure may turn at the end of its move (`F4.6`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// Not at all.
    None,
    /// One hexside, with a saving roll of this many dice.
    One {
        /// The dice.
        dice: u8,
    },
    /// To any facing.
    Any,
}

/// What decides how far a figure may turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Its MA in this round.
    pub ma: u8,
    /// MP used.
    pub mp: u8,
    /// Steps made.
    pub steps: u8,
    /// Its last step, of this round or an earlier one.
    pub last: LastStep,
    /// Whether it is engaged where it halts.
    pub engaged: bool,
}

/// How far a figure may turn at the end of its move (`F4.6`).
pub fn turning(stand: Stand) -> Turning {
    let Stand { ma, mp, steps, last, engaged } = stand;
    if steps > 1 && (mp >= ma || last == LastStep::Backward) {
        Turning::None
    } else if engaged {
        Turning::One { dice: PIVOT_DICE_ENGAGED }
    } else if ma == 0 || 2 * u32::from(mp) > u32::from(ma) {
        Turning::One { dice: PIVOT_DICE }
    } else {
        Turning::Any
    }
}

/// Every command that could be legal during movement, in a fixed order.
pub(in crate::rulesets::foeman) fn candidates(now: Situation<'_>, out: &mut Vec<Command>) {
    let Some(mover) = &now.state.mover else { return };
    if let Some(current) = &mover.current {
        out.push(Command::Halt);
        let facing = now.figure(current.figure).facing;
        let turns = [0, 1, 5, 3, 2, 4].map(|turn| facing.turned(turn));
        out.extend(turns.map(|direction| Command::Step { direction }));
        out.push(Command::StandUp);
        out.extend(Direction::ALL.map(|facing| Command::Pivot { facing }));
    }
    out.extend(now.active_of(mover.side).map(|figure| Command::Take { figure }));
    out.push(Command::Postpone);
}

/// Whether a command is legal during movement, and if not, by which rule.
pub(in crate::rulesets::foeman) fn check(now: Situation<'_>, command: &Command) -> Result<(), Refusal> {
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
        (_, None) => refuse("F4.3", "no figure is taking its move"),
        (Command::Halt, Some(_)) => Ok(()),
        (Command::Step { direction }, Some(current)) => plan_of_step(now, current, *direction).map(|_| ()),
        (Command::Pivot { facing }, Some(current)) => check_pivot(now, current, *facing).map(|_| ()),
        (Command::StandUp, Some(current)) => check_stand_up(now.state, current.figure).map(|_| ()),
    }
}

/// Carries out a legal command of the movement phase.
pub(in crate::rulesets::foeman) fn plan(command: &Command, out: &mut Emit<'_, Foeman>) {
    let mover = out.state().mover.clone().expect("check has seen that a side is moving");
    match (command, mover.current) {
        (Command::Postpone, _) => out.push(Instruction::Side(mover.side, SideEvent::Postponed)),
        (Command::Take { figure }, _) => take(*figure, out),
        (Command::Step { direction }, Some(current)) => {
            let step = plan_of_step(Situation::of(out), &current, *direction).expect("check has seen it");
            out.push(Instruction::Figure(current.figure, step));
        }
        (Command::StandUp, Some(Current { figure, .. })) => {
            let paid = check_stand_up(out.state(), figure).expect("check has seen it");
            out.push(Instruction::Figure(figure, FigureEvent::StoodUp { paid }));
        }
        (Command::Pivot { facing }, Some(current)) => {
            let turning = check_pivot(Situation::of(out), &current, *facing).expect("check has seen it");
            plan_pivot(current.figure, *facing, turning, out);
            out.push(Instruction::Figure(current.figure, FigureEvent::Halted));
        }
        (_, Some(Current { figure, .. })) => out.push(Instruction::Figure(figure, FigureEvent::Halted)),
        (_, None) => {}
    }
    go_on(out);
}

/// After a command: ends a move in which nothing more can be done, takes the last figure, ends the side's part.
pub(in crate::rulesets::foeman) fn go_on(out: &mut Emit<'_, Foeman>) {
    while let Some(mover) = &out.state().mover {
        let (side, duty) = (mover.side, mover.duty);
        if let Some(current) = &mover.current {
            if can_go_on(Situation::of(out), current) {
                return;
            }
            let figure = current.figure;
            out.push(Instruction::Figure(figure, FigureEvent::Halted));
            continue;
        }
        let now = Situation::of(out);
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

/// The exact chance of a pivot's saving roll, where it needs one.
pub(in crate::rulesets::foeman) fn chance(now: Situation<'_>, facing: Direction) -> Option<Odds> {
    let current = now.state.mover.as_ref()?.current.as_ref()?;
    match check_pivot(now, current, facing).ok()? {
        Turning::One { dice } => {
            Some(success::chance(dice, values::mod_iq(now, current.figure).total(), AutomaticMiss::Threatens))
        }
        _ => None,
    }
}

fn take(figure: FigureId, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    let engaged_by = engaged_by(now, figure);
    let ma = values::mod_ma(now, figure, &engaged_by);
    out.push(Instruction::Figure(figure, FigureEvent::Taken { ma, engaged_by }));
}

fn check_take(now: Situation<'_>, side: SideId, current: Option<&Current>, figure: FigureId) -> Result<(), Refusal> {
    if figure.index() >= now.state.figures.len() || now.side(figure) != side {
        refuse("F3.1", "it is not of the side that moves")
    } else if !now.is_active(figure) {
        refuse("F8.2", "it is out of action")
    } else if now.figure(figure).halt == HaltRecord::Halted {
        refuse("F4.3", "it has halted")
    } else if current.is_some_and(|current| current.figure == figure) {
        refuse("F4.3", "it is taking its move already")
    } else if current.is_some_and(|current| current.progress != Progress::OnTheWay) {
        refuse("F4.3", "the figure that is moving must first use MP or halt")
    } else {
        Ok(())
    }
}

/// The step that leads in `direction`, unless a rule forbids it.
fn plan_of_step(now: Situation<'_>, current: &Current, direction: Direction) -> Result<FigureEvent, Refusal> {
    let figure = current.figure;
    let own = now.figure(figure);
    if current.progress == Progress::Stopped {
        return refuse("F4.5", "an engaged figure makes no further step");
    }
    if own.posture != Posture::Standing {
        return refuse("F1.6", "a lying figure must stand up first");
    }
    let shape = &now.kind(figure).shape;
    let Some((mut to, course)) = stride(shape, own.pose(), direction) else {
        return refuse("F4.1", "a step leads into a front hex or straight back");
    };
    let step = match course {
        Course::Ahead => Step::Linear,
        Course::Turning => Step::Turning,
        Course::Back if own.heading.may_back() => Step::Backward,
        Course::Back => {
            to.facing = own.facing.turned(3);
            Step::TurnedRound
        }
    };
    let Some(cost) = cost(&now.content.field, shape, own.pose(), to) else {
        return refuse("F4.1", "there is a hex that nobody can enter");
    };
    if now.is_taken(figure, &shape.hexes(to)) {
        return refuse("F4.7", "a figure stands there");
    }
    let left = own.ma.saturating_sub(own.mp);
    if cost > left {
        return refuse("F4.1", "it has too few MP left");
    }
    let engaging = engaged_at(now, figure, to);
    let shifts = current.engaged_by.iter().all(|opponent| engaging.contains(opponent));
    // Who breaks away from an opponent spends the whole move on it (`F4.5`).
    let paid = if shifts { cost } else { left };
    let free = current.engaged_by.is_empty() && engaging.is_empty();
    let progress = if free { Progress::OnTheWay } else { Progress::Stopped };
    let Pose { head: to, facing } = to;
    Ok(FigureEvent::Stepped { to, facing, step, paid, progress })
}

fn check_stand_up(state: &State, figure: FigureId) -> Result<u8, Refusal> {
    let own = state.figure(figure);
    let cost = stand_up_cost(own.ma);
    if own.posture == Posture::Standing {
        refuse("F1.6", "it stands already")
    } else if cost == 0 || cost > own.ma.saturating_sub(own.mp) {
        refuse("F4.1", "it has too few MP left")
    } else {
        Ok(cost)
    }
}

/// MP for standing up.
pub(in crate::rulesets::foeman) fn stand_up_cost(ma: u8) -> u8 {
    ma.div_ceil(STAND_UP_DIVISOR)
}

fn check_pivot(now: Situation<'_>, current: &Current, facing: Direction) -> Result<Turning, Refusal> {
    let own = now.figure(current.figure);
    if own.posture != Posture::Standing {
        return refuse("F1.6", "a lying figure must stand up first");
    }
    if facing == own.facing {
        return refuse("F4.6", "it faces that way already");
    }
    let (shape, turned) = (&now.kind(current.figure).shape, Pose { head: own.hex, facing });
    if cost(&now.content.field, shape, own.pose(), turned).is_none() {
        return refuse("F2.5", "there is no room to turn: a hex is in the way that nobody can enter");
    }
    if now.is_taken(current.figure, &shape.hexes(turned)) {
        return refuse("F2.5", "there is no room to turn: a figure is in the way");
    }
    let engaged = !engaged_by(now, current.figure).is_empty();
    let stand = Stand { ma: own.ma, mp: own.mp, steps: own.steps, last: own.heading.last, engaged };
    match turning(stand) {
        Turning::None => refuse("F4.6", "it has used up its move, or its last step was backward"),
        Turning::One { .. } if own.facing.distance(facing) > 1 => refuse("F4.6", "it may turn one hexside only"),
        turning => Ok(turning),
    }
}

fn plan_pivot(figure: FigureId, facing: Direction, turning: Turning, out: &mut Emit<'_, Foeman>) {
    let (mut check, mut unsteady) = (None, 0);
    if let Turning::One { dice } = turning {
        let now = Situation::of(out);
        let (needed, dx) = (values::mod_iq(now, figure), values::mod_dx(now, figure).total());
        let rolled = Check::roll(out, "pivot", figure, dice, needed, AutomaticMiss::Threatens);
        unsteady = match rolled.success {
            Success::Made => 0,
            Success::Failed if rolled.total() <= dx + PIVOT_MARGIN => 1,
            Success::Failed | Success::AutomaticallyFailed => 2,
        };
        check = Some(rolled);
    }
    out.push(Instruction::Figure(figure, FigureEvent::Pivoted { facing, check, unsteady }));
}

fn can_go_on(now: Situation<'_>, current: &Current) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| plan_of_step(now, current, direction).is_ok() || check_pivot(now, current, direction).is_ok())
        || check_stand_up(now.state, current.figure).is_ok()
}

/// The hex a step in `direction` would lead the current figure to.
pub(in crate::rulesets::foeman) fn step_target(state: &State, direction: Direction) -> Option<Hex> {
    let current = state.mover.as_ref()?.current.as_ref()?;
    Some(state.figure(current.figure).hex.step(direction))
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}

//! Computer players: running up for a charge (`F4.9`), which strikes before the action phase.

use std::collections::{BTreeMap, VecDeque};

use foeman_schema::grid::{Direction, Hex};

use super::super::{Temper, worth};
use super::place::menace;
use crate::body::shape::{Pose, Position};
use crate::body::step::{Course, cost, stride};
use crate::command::Command;
use crate::constants::CHARGE_STEPS;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::{limits, movement};
use crate::situation::applying::engagement::engagement_at;
use crate::situation::weapons::Arm;
use crate::situation::{Situation, footprint};
use crate::state::records::LastStep;
use crate::state::{ActionKind, State};

/// The cost of each MP of the way to a charge.
const STEP: i64 = 4;

/// The way of a figure to a charge in this round.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunUp {
    /// The first step; `None` if it can charge from its current hex.
    pub first: Option<Command>,
    /// The hex from which it charges.
    pub hex: Hex,
}

/// Returns the best way to a charge in this round, from a hex that the figure may use; `None` if it can charge nobody.
pub(super) fn run_up(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    temper: &Temper,
    is_open: impl Fn(Hex) -> bool,
) -> Option<RunUp> {
    let own = now.figure(figure);
    let most = limits::limit(ActionKind::Strike, own.ma)?;
    let length = u32::from(now.kind(figure).shape.count());
    let left = u32::from(most.saturating_sub(own.mp));
    let near = now.opponents(figure).filter(|&enemy| footprint::distance(now, figure, enemy) <= left + length);
    let near: Vec<FigureId> = near.collect();
    if near.is_empty() || !arms.iter().any(|arm| arm.weapon.mode == Mode::Strike) {
        return None;
    }
    let near: Vec<(FigureId, i64)> = near.into_iter().map(|enemy| (enemy, menace(now, enemy, figure))).collect();
    let mut judge = Judge { now, figure, arms, near: &near, temper, scratch: now.state.clone() };
    let worths = runs(now, figure, &near, most).into_iter().filter(|run| is_open(run.pose.head));
    let worths = worths.filter_map(|run| Some((judge.worth(&run)?, run))).filter(|&(worth, _)| worth > 0);
    let best = worths.reduce(|best, other| if other.0 > best.0 { other } else { best });
    let (_, run) = best?;
    let first = run.first.map(|direction| Command::Step { direction });
    first.is_none_or(|step| movement::check(now, &step).is_ok()).then_some(RunUp { first, hex: run.pose.head })
}

/// A place on the way.
#[derive(Clone, Copy, Debug)]
struct Run {
    pose: Pose,
    /// The MP paid in this round.
    paid: u8,
    /// The consecutive steps straight ahead that lead to it, at most [`CHARGE_STEPS`].
    ahead: u8,
    /// The first step; `None` for staying.
    first: Option<Direction>,
    /// Whether an enemy engages the figure there, which ends its move.
    is_engaged: bool,
}

/// The places from which a figure can charge one of some enemies after paying at most `most` MP, the nearest first.
fn runs(now: Situation<'_>, figure: FigureId, near: &[(FigureId, i64)], most: u8) -> Vec<Run> {
    let own = now.figure(figure);
    let shape = &now.kind(figure).shape;
    let length = u32::from(shape.count());
    let ahead = match own.heading.last {
        LastStep::Linear(steps) if !own.heading.pivoted => steps.min(CHARGE_STEPS),
        _ => 0,
    };
    let faces = |pose: Pose, enemy: FigureId| {
        footprint::hexes(now, enemy).iter().any(|&hex| shape.position(pose, hex) == Some(Position::Front))
    };
    let start = Run { pose: own.pose(), paid: own.mp, ahead, first: None, is_engaged: false };
    let (mut paid, mut open, mut found) = (BTreeMap::new(), VecDeque::from([start]), Vec::new());
    while let Some(run) = open.pop_front() {
        if run.ahead >= CHARGE_STEPS && near.iter().any(|&(enemy, _)| faces(run.pose, enemy)) {
            found.push(run);
        }
        if run.is_engaged {
            continue;
        }
        for direction in Direction::ALL {
            let Some((to, course)) = stride(shape, run.pose, direction) else { continue };
            let Some(step) = cost(now.field(), shape, run.pose, to) else { continue };
            let total = run.paid.saturating_add(step);
            let ahead = if course == Course::Ahead { (run.ahead + 1).min(CHARGE_STEPS) } else { 0 };
            let gap = near.iter().map(|&(enemy, _)| to.head.distance(now.figure(enemy).hex)).min().unwrap_or(0);
            let key = (to.head, to.facing.index(), ahead);
            if course == Course::Back
                || total > most
                || gap > u32::from(most - total) + 2 * length
                || paid.get(&key).is_some_and(|&known| known <= total)
                || now.is_taken(figure, &shape.hexes(to))
            {
                continue;
            }
            paid.insert(key, total);
            let is_engaged = !engagement_at(now, figure, to).by.is_empty();
            open.push_back(Run { pose: to, paid: total, ahead, first: run.first.or(Some(direction)), is_engaged });
        }
    }
    found
}

/// Judges places to charge from.
struct Judge<'a> {
    now: Situation<'a>,
    figure: FigureId,
    arms: &'a [Arm<'a>],
    /// Enemies, with the worth of a blow of each at the figure.
    near: &'a [(FigureId, i64)],
    temper: &'a Temper,
    /// A copy of the state in which the figure is moved around.
    scratch: State,
}

impl Judge<'_> {
    /// The worth of a charge from a place; `None` if no weapon reaches an enemy.
    fn worth(&mut self, run: &Run) -> Option<i64> {
        let Self { now, figure, arms, near, temper, ref mut scratch } = *self;
        let moved = scratch.figure_mut(figure);
        (moved.hex, moved.facing, moved.mp) = (run.pose.head, run.pose.facing, run.paid);
        let then = Situation::new(now.content, scratch);
        let (mut best, mut threat) = (None, 0);
        for &(enemy, menace) in near {
            if footprint::fronts(then, enemy, &footprint::hexes(then, figure)) {
                threat += menace;
            }
            if footprint::can_reach(then, figure, enemy) {
                let strikes = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike);
                let strikes = strikes.flat_map(|&arm| worth::strikes(then, (figure, enemy), arm, None, 0));
                best = best.max(strikes.map(|strike| strike.worth).max());
            }
        }
        Some(best? - threat * temper.caution / 100 - STEP * i64::from(run.paid))
    }
}

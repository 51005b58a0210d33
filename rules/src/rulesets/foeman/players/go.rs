//! Choosing where to go.

use foeman_schema::grid::{Direction, Hex};

use super::worth::{self, LYING};
use super::{Temper, magic};
use crate::ruleset::SideId;
use crate::rulesets::foeman::attack;
use crate::rulesets::foeman::body::shape::{self, Pose, Position};
use crate::rulesets::foeman::body::step::stride;
use crate::rulesets::foeman::command::Command;
use crate::rulesets::foeman::content::items::Mode;
use crate::rulesets::foeman::ids::FigureId;
use crate::rulesets::foeman::phases::{limits, movement};
use crate::rulesets::foeman::situation::weapons::{self, Arm};
use crate::rulesets::foeman::situation::{Situation, relation};
use crate::rulesets::foeman::state::records::{HaltRecord, Posture, SideSequence};
use crate::rulesets::foeman::state::{ActionKind, Current, Duty, Progress, State};

/// A way that nobody can go counts as this much longer than it is as the crow flies.
const NO_WAY: u32 = 10_000;
/// One MP nearer to the enemy.
const NEARER: i64 = 6;
/// An attack that the next round will bring, in per cent of one now.
const SOON: i64 = 35;
/// A shot that is worth this much is as good as being there.
const GOOD_SHOT: i64 = 60;
/// An enemy who stands beside or behind, in per cent of what it could do from the front.
const EXPOSED: [i64; 3] = [100, 125, 160];
/// What a hasty turn costs that fails.
const HASTE: i64 = 70;
/// Within this many hexes of an enemy a wizard stands still and casts.
const SPELL_RANGE: u32 = 7;
/// How many enemies are looked at, the nearest first.
const LOOKED_AT: usize = 4;

/// What the side that moves does next.
pub(super) fn choose(now: Situation<'_>, side: SideId, temper: &Temper) -> Command {
    let Some(mover) = &now.state.mover else { return Command::Halt };
    match &mover.current {
        None => next_figure(now, side),
        Some(current) => go_on(now, current, temper),
    }
}

/// The choices of the side that moves that are worth a thought, the best first: going where it seems best, staying, and
/// other ways to begin.
pub(super) fn promising(now: Situation<'_>, side: SideId, temper: &Temper) -> Vec<Command> {
    let mut commands = vec![choose(now, side, temper)];
    let Some(mover) = &now.state.mover else { return commands };
    let Some(current) = &mover.current else {
        let near = |figure| now.opponents(figure).any(|enemy| shape::distance(now, figure, enemy) <= FAR);
        if mover.duty == Duty::MayPostpone && now.active_of(side).any(near) {
            commands.push(Command::Postpone);
        }
        return commands;
    };
    if current.progress == Progress::Stopped || matches!(commands[0], Command::TakePosture { .. }) {
        return commands;
    }
    let own = now.figure(current.figure);
    if own.steps > 0 {
        // It is on its way.
        return commands;
    }
    let shape = &now.kind(current.figure).shape;
    let near = now.opponents(current.figure).map(|enemy| shape::distance(now, current.figure, enemy)).min();
    if near.is_some_and(|near| near <= FAR) {
        commands.push(Command::Halt);
    }
    if near.is_some_and(|near| near <= NEAR) {
        let ways = Direction::ALL.into_iter().filter(|&direction| stride(shape, own.pose(), direction).is_some());
        commands.extend(ways.map(|direction| Command::Step { direction }));
    }
    let mut seen = Vec::new();
    commands.retain(|command| {
        let new = !seen.contains(command);
        seen.push(*command);
        new
    });
    commands
}

/// Farther than this from every enemy there is nothing to think over.
const FAR: u32 = 10;
/// Within this many hexes of an enemy every step is worth a thought.
const NEAR: u32 = 3;

/// The figure that moves next: the nearest to the enemy, so that nobody behind it is in its way.
fn next_figure(now: Situation<'_>, side: SideId) -> Command {
    let free = now.active_of(side).filter(|&figure| now.figure(figure).halt != HaltRecord::Halted);
    let distance = |figure: FigureId| now.opponents(figure).map(|enemy| shape::distance(now, figure, enemy)).min();
    let figure = free.min_by_key(|&figure| (distance(figure), figure));
    figure.map_or(Command::Postpone, |figure| Command::Take { figure })
}

fn go_on(now: Situation<'_>, current: &Current, temper: &Temper) -> Command {
    let figure = current.figure;
    let own = now.figure(figure);
    if own.posture != Posture::Standing {
        let up = Command::TakePosture { to: Posture::Standing };
        return if movement::check(now, &up).is_ok() { up } else { Command::Halt };
    }
    let arms = weapons::all(now, figure);
    // From where its round began, so that it keeps its target to the end of the move (`F4.14`).
    let mut enemies: Vec<(u32, FigureId)> =
        now.opponents(figure).map(|enemy| (way(now, figure, own.origin, enemy), enemy)).collect();
    enemies.sort_unstable();
    if current.progress != Progress::Stopped
        && let Some(step) = step(now, current, &arms, &enemies, temper)
    {
        return step;
    }
    turn(now, figure, &arms, &enemies, temper)
}

/// MP to an enemy.
fn way(now: Situation<'_>, figure: FigureId, from: Pose, enemy: FigureId) -> u32 {
    let goal = shape::nearest(now, figure, enemy);
    let way = now.content.ways.cost(&now.content.field, now.kind(figure).gait, from, goal);
    way.unwrap_or_else(|| NO_WAY + from.head.distance(goal))
}

/// A place to go to and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Goal {
    hex: Hex,
    worth: i64,
}

/// The next step on the way to the best place; nothing where that is here.
fn step(
    now: Situation<'_>,
    current: &Current,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    temper: &Temper,
) -> Option<Command> {
    let figure = current.figure;
    let own = now.figure(figure);
    let &(_, nearest) = enemies.first()?;
    // Who breaks away pays for it with the whole move, and with the blow.
    if !current.engaged_by.is_empty() {
        return None;
    }
    let shot = best_shot(now, figure, arms);
    let casts = magic::can_cast(now, figure) && shape::distance(now, figure, nearest) <= SPELL_RANGE;
    if (shot >= GOOD_SHOT || casts) && !shape::adjacent(now, figure, nearest) {
        return None;
    }
    if now.kind(figure).shape.count() > 1 {
        if enemies.iter().any(|&(_, enemy)| shape::can_reach(now, figure, enemy)) {
            return None;
        }
        return toward(now, current, enemies, temper, |pose| way(now, figure, pose, nearest));
    }
    let mut scratch = now.state.clone();
    let menaces: Vec<(FigureId, i64)> =
        enemies.iter().take(LOOKED_AT).map(|&(_, enemy)| (enemy, menace(now, enemy, figure))).collect();
    let stay = Goal { hex: own.hex, worth: place(now, &mut scratch, figure, arms, &menaces, (own.hex, 0), temper) };
    let mut best = stay;
    let left = u32::from(own.ma.saturating_sub(own.mp));
    for &(_, enemy) in enemies.iter().take(LOOKED_AT) {
        for hex in beside(now, enemy) {
            if hex == own.hex || now.content.field.cost(hex).is_none() || now.is_taken(figure, &[hex]) {
                continue;
            }
            let cost = now.content.ways.cost(&now.content.field, now.kind(figure).gait, own.pose(), hex);
            let Some(cost) = cost else { continue };
            let worth = if cost <= left {
                place(now, &mut scratch, figure, arms, &menaces, (hex, cost), temper)
            } else {
                // Not today, but every step counts.
                -NEARER * i64::from(cost - left) - NEARER * i64::from(left)
            };
            if worth > best.worth {
                best = Goal { hex, worth };
            }
        }
    }
    if best.hex == own.hex {
        // Nothing within reach is worth it; get nearer at least, unless somebody is here already.
        if enemies.iter().any(|&(_, enemy)| shape::adjacent(now, figure, enemy)) {
            return None;
        }
        return toward(now, current, enemies, temper, |pose| way(now, figure, pose, nearest));
    }
    let ways = &now.content.ways;
    let gait = now.kind(figure).gait;
    toward(now, current, enemies, temper, |pose| {
        ways.cost(&now.content.field, gait, pose, best.hex).unwrap_or_else(|| NO_WAY + pose.head.distance(best.hex))
    })
}

/// The legal step after which `left` is least, if that is less than here.
fn toward(
    now: Situation<'_>,
    current: &Current,
    enemies: &[(u32, FigureId)],
    temper: &Temper,
    left: impl Fn(Pose) -> u32,
) -> Option<Command> {
    let figure = current.figure;
    let own = now.figure(figure);
    let shape = &now.kind(figure).shape;
    let here = left(own.pose());
    let mut steps: Vec<(u32, Direction, Hex)> = Direction::ALL
        .into_iter()
        .filter_map(|direction| {
            let (to, _) = stride(shape, own.pose(), direction)?;
            Some((left(to), direction, to.head))
        })
        .filter(|&(cost, ..)| cost < here || (cost == here && here > 0))
        .collect();
    steps.sort_unstable_by_key(|&(cost, direction, _)| (cost, direction.index()));
    let strike = limits::limit(ActionKind::Strike, own.ma).unwrap_or(own.ma);
    for (cost, direction, hex) in steps {
        let command = Command::Step { direction };
        let enters = |to: Pose| !relation::occupants(now, figure, &shape.hexes(to)).is_empty();
        if movement::check(now, &command).is_err()
            || stride(shape, own.pose(), direction).is_some_and(|(to, _)| enters(to))
        {
            continue;
        }
        // Whoever arrives out of breath is struck without striking.
        let paid = own.mp.saturating_add(now.content.field.cost(hex).unwrap_or(1));
        if temper.caution > 0 && paid > strike && cost > 0 && is_menaced(now, figure, hex, enemies) && !is_late(now) {
            return None;
        }
        // Sideways only where the straight way is barred.
        if cost == here && own.steps > 0 {
            return None;
        }
        return Some(command);
    }
    None
}

/// Whether everybody seems to wait for the others.
fn is_late(now: Situation<'_>) -> bool {
    let attacks = |kind: ActionKind| Mode::ALL.iter().any(|mode| mode.option() == kind);
    now.state.round > 4 && !now.active().any(|figure| now.figure(figure).did.is_some_and(attacks))
}

/// Whether an enemy could come and strike at a figure in a hex in this round.
fn is_menaced(now: Situation<'_>, figure: FigureId, hex: Hex, enemies: &[(u32, FigureId)]) -> bool {
    enemies.iter().take(LOOKED_AT).any(|&(_, enemy)| comes_to(now, enemy, figure, hex))
}

/// Whether an enemy is, or can still come, where it can strike at a figure in a hex.
fn comes_to(now: Situation<'_>, enemy: FigureId, figure: FigureId, hex: Hex) -> bool {
    let (own, kind) = (now.figure(enemy), now.kind(enemy));
    let side = usize::from(now.side(enemy).0);
    let moved = matches!(now.state.sides[side].sequence, SideSequence::Moved(_)) || own.halt == HaltRecord::Halted;
    if moved {
        let _ = figure;
        return kind.shape.position(own.pose(), hex) == Some(Position::Front);
    }
    let reach = u32::from(limits::limit(ActionKind::Strike, kind.ma).unwrap_or(kind.ma));
    own.hex.distance(hex) <= reach + 1
}

/// What an enemy's best blow at a figure is worth.
fn menace(now: Situation<'_>, enemy: FigureId, figure: FigureId) -> i64 {
    let arms = weapons::all(now, enemy);
    let strikes = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike);
    let worth = strikes.filter_map(|&arm| worth::best_blow(now, (enemy, figure), arm, Some(3), 0));
    worth.map(|blow| blow.worth).max().unwrap_or(0)
}

/// What it is worth to be in a hex after paying some MP, facing the enemy.
fn place(
    now: Situation<'_>,
    scratch: &mut State,
    figure: FigureId,
    arms: &[Arm<'_>],
    menaces: &[(FigureId, i64)],
    (hex, cost): (Hex, u32),
    temper: &Temper,
) -> i64 {
    let own = now.figure(figure);
    let paid = own.mp.saturating_add(cost.min(99) as u8);
    let open = limits::allows(ActionKind::Strike, own.ma, paid);
    let moved = scratch.figure_mut(figure);
    moved.hex = hex;
    moved.mp = paid;
    let mut best = 0;
    let mut threat = 0;
    for &(enemy, menace) in menaces {
        let then = Situation::new(now.content, scratch);
        if comes_to(then, enemy, figure, hex) {
            threat += menace;
        }
        let toward = then.kind(figure).shape.toward(hex, shape::nearest(then, figure, enemy));
        scratch.figure_mut(figure).facing = toward;
        let then = Situation::new(now.content, scratch);
        if !shape::can_reach(then, figure, enemy) {
            continue;
        }
        let strikes = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike);
        let blows = strikes.filter_map(|&arm| worth::best_blow(then, (figure, enemy), arm, temper.dice.or(Some(3)), 0));
        let worth = blows.map(|blow| blow.worth).max().unwrap_or(0);
        best = best.max(if open { worth } else { worth * SOON / 100 });
    }
    best * temper.eagerness / 100 - threat * temper.caution / 100 - NEARER * i64::from(cost)
}

/// The hexes beside a figure.
fn beside(now: Situation<'_>, figure: FigureId) -> Vec<Hex> {
    let own = shape::hexes(now, figure);
    let mut beside = Vec::with_capacity(10);
    for hex in own.iter().flat_map(|hex| Direction::ALL.map(|direction| hex.step(direction))) {
        if !own.contains(&hex) && !beside.contains(&hex) {
            beside.push(hex);
        }
    }
    beside
}

/// What the best shot or throw from here is worth.
fn best_shot(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> i64 {
    let mut best = 0;
    for &arm in arms.iter().filter(|arm| arm.weapon.mode == Mode::Fire) {
        for target in now.opponents(figure) {
            if attack::reaches(now, figure, target, arm) {
                best = best.max(worth::best_blow(now, (figure, target), arm, Some(3), 0).map_or(0, |blow| blow.worth));
            }
        }
    }
    best
}

/// Turning at the end of a move where that is better than to stand as it is.
fn turn(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    temper: &Temper,
) -> Command {
    let own = now.figure(figure);
    let mut scratch = now.state.clone();
    let near: Vec<(FigureId, i64)> = enemies
        .iter()
        .take(LOOKED_AT)
        .filter(|&&(_, enemy)| shape::adjacent(now, figure, enemy))
        .map(|&(_, enemy)| (enemy, menace(now, enemy, figure)))
        .collect();
    let Some(&(_, nearest)) = enemies.first() else { return Command::Halt };
    let ahead = now.kind(figure).shape.toward(own.hex, shape::nearest(now, figure, nearest));
    let mut worth = |facing: Direction| {
        scratch.figure_mut(figure).facing = facing;
        let then = Situation::new(now.content, &scratch);
        let mut best = 0;
        let mut threat = 0;
        for &(enemy, menace) in &near {
            if shape::can_reach(then, figure, enemy) {
                let strikes = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike);
                let blows =
                    strikes.filter_map(|&arm| worth::best_blow(then, (figure, enemy), arm, temper.dice.or(Some(3)), 0));
                best = best.max(blows.map(|blow| blow.worth).max().unwrap_or(0));
            }
            let from = shape::bearing(then, figure, enemy).position;
            threat += menace * EXPOSED[from as usize] / 100;
        }
        best - threat * temper.caution.max(20) / 100 - i64::from(facing.distance(ahead))
    };
    let mut best = (worth(own.facing), Command::Halt);
    for facing in Direction::ALL.into_iter().filter(|&facing| facing != own.facing) {
        let command = Command::Pivot { facing };
        if movement::check(now, &command).is_err() {
            continue;
        }
        let hasty =
            movement::chance(now, &command).map_or(0, |odds| HASTE * (odds.of - odds.wins) as i64 / odds.of as i64);
        let worth = worth(facing) - hasty;
        if worth > best.0 {
            best = (worth, command);
        }
    }
    let _ = LYING;
    best.1
}

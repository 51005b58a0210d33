//! Computer players: movement.

mod aims;
mod manoeuvres;
mod place;
mod routes;
mod turn;

use foeman_schema::grid::{Direction, Hex};

use self::routes::Routes;
use super::{Temper, act, gear, magic};
use crate::body::shape::Pose;
use crate::body::step::stride;
use crate::command::Command;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::{limits, movement};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, footprint, relation};
use crate::state::records::{HaltRecord, Posture};
use crate::state::{ActionKind, Current, Duty, Progress};
use foeman_engine::ruleset::SideId;

/// Added to the distance if there is no path.
const NO_WAY: u32 = 10_000;
/// The worth of being one MP nearer to the enemy.
const NEARER: i64 = 6;
/// The number of enemies to consider, the nearest first.
const LOOKED_AT: usize = 4;

/// Returns the next command of the moving side.
pub(super) fn choose(now: Situation<'_>, side: SideId, temper: &Temper) -> Command {
    let Some(mover) = &now.state.mover else { return Command::Halt };
    match &mover.current {
        None => next_figure(now, side),
        Some(current) => go_on(now, current, temper),
    }
}

/// The movement commands to examine, the best first: going where it seems best, staying, and other first steps.
pub(super) fn promising(now: Situation<'_>, side: SideId, temper: &Temper) -> Vec<Command> {
    let mut commands = vec![choose(now, side, temper)];
    let Some(mover) = &now.state.mover else { return commands };
    let Some(current) = &mover.current else {
        let near = |figure| now.opponents(figure).any(|enemy| footprint::distance(now, figure, enemy) <= FAR);
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
        // The figure has already started to move.
        return commands;
    }
    let shape = &now.kind(current.figure).shape;
    let near = now.opponents(current.figure).map(|enemy| footprint::distance(now, current.figure, enemy)).min();
    if near.is_some_and(|near| near <= FAR) {
        commands.push(Command::Halt);
    }
    if near.is_some_and(|near| near <= NEAR) {
        commands.extend(manoeuvres::rushes(now, current.figure));
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

/// If every enemy is farther away than this, no alternatives are examined.
const FAR: u32 = 10;
/// Within this distance of an enemy, every first step is examined.
const NEAR: u32 = 3;

/// The next figure to move: the one nearest to the enemy, so that it does not block those behind it.
fn next_figure(now: Situation<'_>, side: SideId) -> Command {
    let free = now.active_of(side).filter(|&figure| now.figure(figure).halt != HaltRecord::Halted);
    let distance = |figure: FigureId| now.opponents(figure).map(|enemy| footprint::distance(now, figure, enemy)).min();
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
    let routes = Routes::new(now, figure);
    // Distances are measured from where the round began, so that the figure keeps its target to the end of the move
    // (`F4.14`).
    let mut enemies: Vec<(u32, FigureId)> =
        now.opponents(figure).map(|enemy| (routes.to_enemy(own.origin, enemy), enemy)).collect();
    enemies.sort_unstable();
    if temper.is_tactical && gear::wants_a_weapon(now, figure, &arms) {
        return turn::choose(now, figure, &routes, &arms, &enemies, temper);
    }
    if current.progress != Progress::Stopped
        && let Some(step) = step(now, current, &routes, &arms, &enemies, temper)
    {
        return step;
    }
    if temper.is_tactical
        && let Some(charge) = manoeuvres::charge(now, figure, &arms, temper)
    {
        return charge;
    }
    turn::choose(now, figure, &routes, &arms, &enemies, temper)
}

/// A place to go to, and its worth.
#[derive(Clone, Copy, Debug)]
struct Goal {
    hex: Hex,
    worth: i64,
}

/// The next step towards the best place; `None` if the figure is there.
fn step(
    now: Situation<'_>,
    current: &Current,
    routes: &Routes<'_>,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    temper: &Temper,
) -> Option<Command> {
    let figure = current.figure;
    let own = now.figure(figure);
    if temper.is_tactical
        && let Some(hex) = fetches(now, current, routes, arms)
    {
        // It stays there to pick the weapon up.
        return toward(now, current, enemies, temper, |pose| routes.to(pose, hex));
    }
    // Disengaging costs the whole move and the attack. It is worth it only for a figure that can neither strike nor
    // turn, or that has guarded in vain.
    if !current.engaged_by.is_empty() {
        let strikes = enemies.iter().any(|&(_, enemy)| footprint::can_reach(now, figure, enemy));
        let guarded = own.did.is_some_and(act::is_guarding);
        let turns = || turn::choose(now, figure, routes, arms, enemies, temper) != Command::Halt;
        let flees = temper.is_tactical && !strikes && (guarded || !turns());
        return flees.then(|| any_step(now, figure)).flatten();
    }
    let errand = aims::errand(now, figure);
    if let Some(hexes) = errand.filter(|hexes| !hexes.contains(&own.hex)) {
        // A goal is worth the risk, so the figure does not wait until it is safe.
        let bold = Temper { caution: 0, ..*temper };
        return toward(now, current, enemies, &bold, |pose| routes.to_any(pose, hexes));
    }
    let Some(&(_, nearest)) = enemies.first() else {
        let there = aims::heading(now, figure).filter(|_| errand.is_none())?;
        return toward(now, current, enemies, temper, |pose| routes.to(pose, there));
    };
    let shoots = place::has_good_shot(now, figure, arms);
    // A figure with usable magic stays to cast it, unless it only waited in the last round.
    let casts = || !own.did.is_some_and(act::waits) && magic::has_use(now, figure);
    if !footprint::adjacent(now, figure, nearest) && (shoots || casts()) {
        let away = place::out_of_reach(now, figure, arms, enemies)
            .filter(|_| temper.is_tactical && shoots && errand.is_none())?;
        return toward(now, current, enemies, temper, |pose| routes.to(pose, away));
    }
    if now.kind(figure).shape.count() > 1 {
        if errand.is_some() || enemies.iter().any(|&(_, enemy)| footprint::can_reach(now, figure, enemy)) {
            return None;
        }
        // Large figures get stuck: if one cannot reach the nearest enemy, it tries the next.
        return enemies
            .iter()
            .take(LOOKED_AT)
            .find_map(|&(_, enemy)| toward(now, current, enemies, temper, |pose| routes.to_enemy(pose, enemy)))
            .or_else(|| any_step(now, figure));
    }
    let best =
        best_place(now, figure, routes, arms, enemies, temper, |hex| errand.is_none_or(|hexes| hexes.contains(&hex)));
    if best == own.hex {
        // No place within reach is better. Approach the enemy anyway, unless one is adjacent.
        if errand.is_some() || enemies.iter().any(|&(_, enemy)| footprint::adjacent(now, figure, enemy)) {
            return None;
        }
        return toward(now, current, enemies, temper, |pose| routes.to_enemy(pose, nearest));
    }
    toward(now, current, enemies, temper, |pose| routes.to(pose, best))
}

/// The hex with a much better weapon that a figure can fetch: within this round, or in one step if it is engaged.
fn fetches(now: Situation<'_>, current: &Current, routes: &Routes<'_>, arms: &[Arm<'_>]) -> Option<Hex> {
    let figure = current.figure;
    let own = now.figure(figure);
    let left = u32::from(own.ma.saturating_sub(own.mp));
    let near = |&hex: &Hex| current.engaged_by.is_empty() || own.hex.distance(hex) == 1;
    let free = |&hex: &Hex| hex == own.hex || !now.is_taken(figure, &[hex]);
    let lying = gear::lying_weapons(now, figure, arms).into_iter().filter(near).filter(free);
    let ways = lying.filter_map(|hex| Some((routes.cost(own.pose(), hex)?, hex)));
    let (_, hex) = ways.filter(|&(cost, _)| cost <= left).min_by_key(|&(cost, hex)| (cost, hex.q, hex.r))?;
    Some(hex)
}

/// The best hex adjacent to an enemy that the figure may use; its current hex if none is better.
fn best_place(
    now: Situation<'_>,
    figure: FigureId,
    routes: &Routes<'_>,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    temper: &Temper,
    is_open: impl Fn(Hex) -> bool,
) -> Hex {
    let own = now.figure(figure);
    let menaces: Vec<(FigureId, i64)> =
        enemies.iter().take(LOOKED_AT).map(|&(_, enemy)| (enemy, place::menace(now, enemy, figure))).collect();
    let mut judge = place::Judge::new(now, figure, arms, &menaces, temper);
    let mut best = Goal { hex: own.hex, worth: judge.worth(own.hex, 0) };
    let left = u32::from(own.ma.saturating_sub(own.mp));
    for &(_, enemy) in enemies.iter().take(LOOKED_AT) {
        for hex in place::beside(now, enemy) {
            let stands = now.content.field.cost(hex).is_some() && !now.is_taken(figure, &[hex]);
            if hex == own.hex || !stands || !is_open(hex) {
                continue;
            }
            let Some(cost) = routes.cost(own.pose(), hex) else { continue };
            // A hex out of reach this round is judged by the length of the path alone.
            let worth = if cost <= left { judge.worth(hex, cost) } else { -NEARER * i64::from(cost) };
            if worth > best.worth {
                best = Goal { hex, worth };
            }
        }
    }
    best.hex
}

/// The legal step that minimises `left`, if it is an improvement.
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
        // A figure that arrives without enough MP for a strike is struck without striking back.
        let paid = own.mp.saturating_add(now.content.field.cost(hex).unwrap_or(1));
        if temper.caution > 0 && paid > strike && cost > 0 && place::is_menaced(now, hex, enemies) && !is_late(now) {
            return None;
        }
        // Sidesteps are only for figures that cannot go straight.
        if cost == here && own.steps > 0 {
            return None;
        }
        return Some(command);
    }
    None
}

/// A first step in any direction, for a figure that did nothing in the last round: it is probably blocked.
fn any_step(now: Situation<'_>, figure: FigureId) -> Option<Command> {
    let own = now.figure(figure);
    let is_stuck = own.steps == 0 && own.did.is_some_and(|kind| !is_attack(kind));
    let mut steps = Direction::ALL.into_iter().map(|direction| Command::Step { direction });
    steps.find(|step| is_stuck && movement::check(now, step).is_ok())
}

/// Whether all figures seem to wait for each other. Shooting does not count, since archers let others wait.
fn is_late(now: Situation<'_>) -> bool {
    let comes_near = |kind: ActionKind| is_attack(kind) && kind != Mode::Fire.option();
    now.state.round > 4 && !now.active().any(|figure| now.figure(figure).did.is_some_and(comes_near))
}

/// Whether an option is an attack with one weapon.
fn is_attack(kind: ActionKind) -> bool {
    Mode::ALL.iter().any(|mode| mode.option() == kind)
}

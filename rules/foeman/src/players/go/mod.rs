//! Computer players: movement.

mod aims;
mod charge;
mod manoeuvres;
mod place;
mod routes;
mod turn;
mod walk;

use std::collections::BTreeSet;

use foeman_schema::grid::{Direction, Hex};

use self::routes::Routes;
use super::duties::{self, Duty};
use super::{Temper, Waits, act, gear, magic};
use crate::body::shape::Pose;
use crate::body::step::stride;
use crate::command::Command;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::{limits, movement};
use crate::situation::applying::engagement::engagement_at;
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, footprint, relation};
use crate::state::records::{HaltRecord, Posture};
use crate::state::{self, ActionKind, Current, Progress};
use foeman_engine::ruleset::SideId;

/// Added to the distance if there is no path.
const NO_WAY: u32 = 10_000;
/// The worth of being one MP nearer to the enemy.
const NEARER: i64 = 6;
/// The number of enemies to consider, the nearest first.
const LOOKED_AT: usize = 4;
/// The number of rounds within which a place is close enough to go there without a fight.
const CLOSE: u32 = 2;

/// Returns the next command of the moving side.
pub(super) fn choose(now: Situation<'_>, side: SideId, temper: &Temper) -> Command {
    let Some(mover) = &now.state.mover else { return Command::Halt };
    match &mover.current {
        None if mover.duty == state::Duty::MayPostpone && waits(now, side, temper.waits) => Command::Postpone,
        None => next_figure(now, side),
        Some(current) => go_on(now, current, temper),
    }
}

/// If every enemy is farther away than this, a side does not wait for them to move.
const FAR: u32 = 10;
/// Within this distance, the enemy is about to come into contact.
const AT_HAND: u32 = 4;

/// Whether a side should move after the enemy (`F3.4`). While not all its figures are in contact, it can then go where
/// the enemy does not face, and an enemy that comes too far cannot strike. Archers and runners gain nothing by it.
fn waits(now: Situation<'_>, side: SideId, waits: Waits) -> bool {
    let own = || now.active_of(side);
    let is_near = |most: u32| {
        own().any(|figure| now.opponents(figure).any(|enemy| footprint::distance(now, figure, enemy) <= most))
    };
    let is_time = match waits {
        Waits::Never => false,
        Waits::AtHand => 2 * own().count() < now.active().count() || is_near(AT_HAND),
        Waits::UntilContact => true,
    };
    let touches = |figure| now.opponents(figure).any(|enemy| footprint::adjacent(now, figure, enemy));
    let runs = |figure| duties::of(now, figure).place().is_some_and(|hexes| !hexes.contains(&now.figure(figure).hex));
    let shoots = |figure| weapons::all(now, figure).iter().any(|arm| arm.weapon.mode == Mode::Fire);
    is_time && is_near(FAR) && !own().all(touches) && own().any(|figure| !shoots(figure) && !runs(figure))
}

/// The next figure to move: the one nearest to the enemy, so that it does not block those behind it.
fn next_figure(now: Situation<'_>, side: SideId) -> Command {
    let free =
        now.figures().filter(|&figure| now.figure(figure).halt != HaltRecord::Halted && now.side(figure) == side);
    let distance = |figure: FigureId| footprint::nearest_opponent(now, figure).map(|(distance, _)| distance);
    let nearest = free.filter(|&figure| now.is_active(figure)).min_by_key(|&figure| (distance(figure), figure));
    nearest.map_or(Command::Postpone, |figure| Command::Take { figure })
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
    let duty = duties::under(now, figure, temper);
    let duty = if temper.is_tactical && fights_first(now, figure, duty, temper) { Duty::Fight } else { duty };
    let enemies = match duty {
        Duty::Screen(ward) => routes.urgent(|enemy| footprint::distance(now, ward, enemy)),
        Duty::Hunt(prey) => routes.urgent(|enemy| u32::from(enemy != prey)),
        _ => routes.nearest(),
    };
    if temper.is_tactical && gear::wants_a_weapon(now, figure, &arms) {
        return turn::choose(now, figure, &routes, &arms, &enemies, (temper, duty));
    }
    if current.progress != Progress::Stopped
        && let Some(step) = step(now, (current, duty), &routes, &arms, &enemies, temper)
    {
        return step;
    }
    if temper.is_tactical
        && let Some(charge) = manoeuvres::charge(now, figure, &arms)
    {
        return charge;
    }
    turn::choose(now, figure, &routes, &arms, &enemies, (temper, duty))
}

/// Whether a figure fights on its way to the hexes that it has to hold or reach: an enemy is near enough to strike, and
/// there is time. Its side must have more figures than enemies are near; and if the figure has to reach a place, that is
/// far away or does not decide the battle. With a cunning player, a figure also fights if the zone that it should hold is
/// secure, or if it would meet the enemy alone.
fn fights_first(now: Situation<'_>, figure: FigureId, duty: Duty<'_>, temper: &Temper) -> bool {
    let own = now.figure(figure);
    let reach = u32::from(limits::limit(ActionKind::Strike, now.kind(figure).ma).unwrap_or_default()) + 1;
    // An enemy behind a barred door is not near.
    let has_path = |to: Hex| now.land().ways.cost(now.field(), now.kind(figure).gait, own.origin, to).is_some();
    let is_near = |&other: &FigureId| {
        let hex = now.figure(other).hex;
        hex.distance(own.origin.head) <= reach && has_path(hex)
    };
    let foes = now.opponents(figure).filter(is_near).count();
    let is_strong = || now.active_of(now.side(figure)).count() > foes;
    let is_far = || duty.gap(now, figure) > CLOSE * u32::from(now.kind(figure).ma.max(1));
    let (hexes, is_ready, can_leave) = match duty {
        Duty::Hold(hexes) => {
            let can_leave = || !magic::can_cast(now, figure) && is_secure(now, figure, hexes);
            (hexes, is_strong(), temper.is_cunning && can_leave())
        }
        Duty::Advance(hexes) => {
            let goes_on = || duties::goes_on_after(now, now.side(figure), hexes);
            // A figure that must reach the place itself keeps moving.
            let is_alone = || 2 * duty.gap(now, figure) > u32::from(now.kind(figure).ma);
            let can_leave = || is_alone() && !duties::is_ward(now, figure);
            let is_strong = is_strong();
            (hexes, is_strong && (is_far() || goes_on()), temper.is_cunning && is_strong && can_leave())
        }
        _ => return false,
    };
    let has_time = || is_ready && !hexes.contains(&own.hex) && duties::can_take_time(now, now.side(figure));
    foes > 0 && duties::ordered(now, figure).is_none() && (can_leave || has_time())
}

/// Whether a figure whose way to a zone is barred stays out of the enemy's reach until comrades are near enough to help.
/// It needs time for that, and no figure waits that has orders or must itself get there or stay alive.
fn gathers(now: Situation<'_>, figure: FigureId, zone: &BTreeSet<Hex>) -> bool {
    let hex = now.figure(figure).hex;
    let nearest = zone.iter().copied().min_by_key(|other| other.distance(hex)).unwrap_or(hex);
    duties::can_take_time(now, now.side(figure))
        && !duties::is_ward(now, figure)
        && duties::ordered(now, figure).is_none()
        && place::waits_for_others(now, figure, nearest)
}

/// Whether a zone is secure without a figure: a comrade is there if the side wins by holding it, otherwise no enemy is.
fn is_secure(now: Situation<'_>, figure: FigureId, zone: &BTreeSet<Hex>) -> bool {
    let side = now.side(figure);
    let is_inside = |&other: &FigureId| zone.contains(&now.figure(other).hex);
    if duties::wins_by_holding(now, side, zone) {
        now.active_of(side).filter(|&other| other != figure).any(|other| is_inside(&other))
    } else {
        !now.opponents(figure).any(|other| is_inside(&other))
    }
}

/// How careful a figure is on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// It goes as far as it can.
    Bold,
    /// It does not enter the reach of an enemy unless it can then strike.
    Steady,
    /// It does not enter the reach of an enemy, even if it could then strike.
    Wary,
}

impl Pace {
    fn of(temper: &Temper) -> Self {
        match temper.holds {
            true => Self::Wary,
            false if temper.caution > 0 => Self::Steady,
            false => Self::Bold,
        }
    }
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
    (current, duty): (&Current, Duty<'_>),
    routes: &Routes<'_>,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    temper: &Temper,
) -> Option<Command> {
    let figure = current.figure;
    let own = now.figure(figure);
    let pace = Pace::of(temper);
    if temper.is_tactical
        && let Some(hex) = fetches(now, current, routes, arms)
    {
        // It stays there to pick the weapon up.
        return toward(now, current, enemies, pace, |pose| routes.to(pose, hex));
    }
    // Disengaging costs the whole move and the attack. It is worth it only for a figure that can neither strike nor
    // turn, that has guarded in vain, or whose duty is elsewhere.
    if !current.engaged_by.is_empty() {
        if let Some(step) = breaks_away(now, figure, duty, routes) {
            return Some(step);
        }
        let strikes = can_strike(now, figure);
        let guarded = own.did.is_some_and(act::is_guarding);
        let turns = || turn::choose(now, figure, routes, arms, enemies, (temper, duty)) != Command::Halt;
        let flees = temper.is_tactical && !strikes && (guarded || !turns());
        return flees.then(|| any_step(now, figure)).flatten();
    }
    let is_dutiful = temper.is_tactical || duties::ordered(now, figure).is_some();
    let errand = if is_dutiful { duty.place() } else { aims::errand(now, figure) };
    if let Some(hexes) = errand.filter(|hexes| !hexes.contains(&own.hex)) {
        if temper.is_tactical
            && now.kind(figure).shape.count() == 1
            && let Some(place) = place::inroad(now, figure, routes, hexes)
            && let Some(step) = walk::first_step(now, place)
        {
            return Some(step);
        }
        // A goal is worth the risk, so the figure does not wait until it is safe. But cunning figures attack its guards
        // together.
        let pace = if temper.is_cunning && gathers(now, figure, hexes) { Pace::Wary } else { Pace::Bold };
        return toward(now, current, enemies, pace, |pose| routes.to_any(pose, hexes));
    }
    let Some(&(_, nearest)) = enemies.first() else {
        let there = aims::heading(now, figure).filter(|_| errand.is_none() && duty.post().is_none())?;
        return toward(now, current, enemies, pace, |pose| routes.to(pose, there));
    };
    if duty == Duty::StayAlive
        && let Some(refuge) = place::refuge(now, figure)
    {
        return walk::first_step(now, refuge);
    }
    let shoots = match temper.is_tactical {
        true => place::has_shot_after_turning(now, figure, arms, place::GOOD_SHOT),
        false => place::has_shot(now, figure, arms, place::GOOD_SHOT),
    };
    // A figure with usable magic stays to cast it, unless it only waited in the last round.
    let casts = || !own.did.is_some_and(act::waits) && magic::has_use(now, figure, temper);
    if !footprint::adjacent(now, figure, nearest) && (shoots || casts()) {
        let away = place::out_of_reach(now, figure, arms, enemies)
            .filter(|_| temper.is_tactical && shoots && errand.is_none())?;
        return toward(now, current, enemies, pace, |pose| routes.to(pose, away));
    }
    if let Some(post) = duty.post().filter(|_| !duty.allows(now, figure, own.hex)) {
        return toward(now, current, enemies, pace, |pose| routes.to(pose, post));
    }
    if duty == Duty::StayAlive {
        return None;
    }
    let hurries = !temper.is_tactical || is_late(now) || duties::is_pressed(now, now.side(figure));
    if !hurries
        && errand.is_none()
        && duty.post().is_none()
        && !footprint::adjacent(now, figure, nearest)
        && place::is_ranged(now, figure, arms, enemies, temper)
    {
        if place::has_shot_after_turning(now, figure, arms, place::FAIR_SHOT) {
            return None;
        }
        return match place::stand_off(now, figure, arms, enemies, temper) {
            Some(hex) if hex == own.hex => None,
            Some(hex) => toward(now, current, enemies, pace, |pose| routes.to(pose, hex)),
            None => toward(now, current, enemies, Pace::Wary, |pose| routes.to_enemy(pose, nearest)),
        };
    }
    let pace_to = |hex: Hex| {
        // A figure that only moved or waited in the last round does not wait within reach of an enemy.
        let may_wait = !own.did.is_some_and(act::waits) || !place::is_menaced(now, own.hex, enemies);
        let waits = !hurries && may_wait && place::waits_for_others(now, figure, hex);
        if waits { Pace::Wary } else { pace }
    };
    if temper.is_cunning {
        let is_open = |hex: Hex| duty.allows(now, figure, hex);
        if let Some(plan) = charge::run_up(now, figure, arms, temper, is_open)
            && pace_to(plan.hex) != Pace::Wary
        {
            return plan.first;
        }
    }
    if now.kind(figure).shape.count() > 1 {
        if errand.is_some() || duty.post().is_some() || can_strike(now, figure) {
            return None;
        }
        // Large figures get stuck: if one cannot reach the nearest enemy, it tries the next.
        return enemies
            .iter()
            .take(LOOKED_AT)
            .find_map(|&(_, enemy)| {
                let pace = pace_to(footprint::nearest(now, figure, enemy));
                toward(now, current, enemies, pace, |pose| routes.to_enemy(pose, enemy))
            })
            .or_else(|| any_step(now, figure));
    }
    let is_open = |hex: Hex| match is_dutiful {
        true => duty.allows(now, figure, hex),
        false => errand.is_none_or(|hexes| hexes.contains(&hex)),
    };
    let best = best_place(now, figure, routes, arms, enemies, temper, is_open);
    if best == own.hex {
        // No place within reach is better. Approach the enemy anyway, unless one is adjacent.
        if errand.is_some() || duty.post().is_some() || now.adjacent_opponents(figure).next().is_some() {
            return None;
        }
        let pace = pace_to(footprint::nearest(now, figure, nearest));
        return toward(now, current, enemies, pace, |pose| routes.to_enemy(pose, nearest));
    }
    toward(now, current, enemies, pace_to(best), |pose| routes.to(pose, best))
}

/// Whether a figure could strike an opponent from its place.
fn can_strike(now: Situation<'_>, figure: FigureId) -> bool {
    !footprint::opponents_around(now, figure, |enemy| footprint::can_reach(now, figure, enemy)).is_empty()
}

/// The step of an engaged figure away from the enemy, if its duty is elsewhere: into the place it must reach, or out of
/// all danger. The figure loses its attack.
fn breaks_away(now: Situation<'_>, figure: FigureId, duty: Duty<'_>, routes: &Routes<'_>) -> Option<Command> {
    let own = now.figure(figure);
    let shape = &now.kind(figure).shape;
    let left = |pose: Pose| match duty {
        Duty::Advance(hexes) => Some(routes.to_any(pose, hexes)),
        Duty::StayAlive => Some(0),
        _ => None,
    };
    let here = left(own.pose())?;
    let steps = Direction::ALL.into_iter().filter_map(|direction| {
        let (to, _) = stride(shape, own.pose(), direction)?;
        let command = Command::Step { direction };
        let is_free = || relation::occupants(now, figure, &shape.hexes(to)).is_empty();
        let is_safe = || engagement_at(now, figure, to).by.is_empty();
        let left = left(to)?;
        let helps = if matches!(duty, Duty::Advance(_)) { left < here && (left == 0 || is_safe()) } else { is_safe() };
        (helps && is_free() && movement::check(now, &command).is_ok() && movement::chance(now, &command).is_none())
            .then_some((left, direction.index(), command))
    });
    steps.min_by_key(|&(left, direction, _)| (left, direction)).map(|(.., command)| command)
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
    let mut judge = place::Judge::new(now, figure, arms, enemies, temper);
    let mut best = Goal { hex: own.hex, worth: judge.worth(own.hex, 0) };
    let left = u32::from(own.ma.saturating_sub(own.mp));
    let mut judged: Vec<Hex> = Vec::with_capacity(6 * LOOKED_AT);
    for &(_, enemy) in enemies.iter().take(LOOKED_AT) {
        for hex in place::beside(now, enemy) {
            // It may be adjacent to several enemies.
            if judged.contains(&hex) {
                continue;
            }
            judged.push(hex);
            // Most hexes are too far away to be better, which a bound shows without a search.
            let at_least = routes.at_least(own.pose(), hex);
            if at_least > left && -NEARER * i64::from(at_least) <= best.worth {
                continue;
            }
            let stands = now.field().cost(hex).is_some() && !now.is_taken(figure, &[hex]);
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
    pace: Pace,
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
    let turns = |direction: Direction| pace != Pace::Bold && direction != own.facing;
    steps.sort_unstable_by_key(|&(cost, direction, _)| (cost, turns(direction), direction.index()));
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
        let paid = own.mp.saturating_add(now.field().cost(hex).unwrap_or(1));
        let waits = match pace {
            Pace::Bold => false,
            Pace::Steady => paid > strike && cost > 0 && place::is_menaced(now, hex, enemies),
            Pace::Wary => place::is_beset(now, hex, enemies) || place::is_exposed(now, hex, enemies),
        };
        if waits && !is_late(now) {
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

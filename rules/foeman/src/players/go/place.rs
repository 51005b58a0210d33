//! Computer players: the worth of a place.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::grid::{Direction, Hex};

use super::super::{Temper, act, gear, magic, worth};
use super::routes::Routes;
use super::walk::{self, Place};
use super::{LOOKED_AT, NEARER};
use crate::attack;
use crate::body::shape::{EXTENT, Position, TOUCHING};
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::{limits, options};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, footprint};
use crate::state::records::{HaltRecord, SideSequence};
use crate::state::{ActionKind, Of, State};

/// A shot worth this much is as good as being next to the enemy.
pub(super) const GOOD_SHOT: i64 = 60;
/// A shot worth this much is better than nothing for a figure that keeps its distance.
pub(super) const FAIR_SHOT: i64 = 40;
/// The distance at which an enemy is sure to strike in the next round, in hexes.
const AT_HAND: u32 = 2;
/// The number of enemies that a figure does not attack alone.
const SEVERAL: usize = 2;
/// The worth of an attack in the next round, in per cent of one now.
const SOON: i64 = 50;

/// The distance within which a figure avoids the enemy, in rounds of the enemy's moves.
const NEAR: u32 = 3;
/// The distance to spare beyond which more is no better, in MP of the nearest enemy.
const SAFE: i64 = 4;
/// The worth of being out of reach of a blow, and the same for a move.
const CLEAR: i64 = 60;
/// The number of hexes of open ground around the figure that are worth one of these MP.
const ROOMY: i64 = 8;
/// The part of the open ground that counts for a figure that can be reached, as a divisor.
const CRAMPED: i64 = 6;
/// The cost of being engaged on the way, in MP.
const HELD_UP: u32 = 10;
/// The distance within which passable hexes count as open ground.
const OPEN: u32 = 4;

/// Whether an enemy could come and strike at a figure in a hex in this round.
pub(super) fn is_menaced(now: Situation<'_>, hex: Hex, enemies: &[(u32, FigureId)]) -> bool {
    enemies.iter().take(LOOKED_AT).any(|&(_, enemy)| comes_to(now, enemy, hex))
}

/// Whether an enemy can already strike at a figure in a hex, or can still move up to do so.
fn comes_to(now: Situation<'_>, enemy: FigureId, hex: Hex) -> bool {
    let (own, kind) = (now.figure(enemy), now.kind(enemy));
    if has_moved(now, enemy) {
        return kind.shape.position(own.pose(), hex) == Some(Position::Front);
    }
    let reach = u32::from(limits::limit(ActionKind::Strike, kind.ma).unwrap_or(kind.ma));
    own.hex.distance(hex) <= reach + 1
}

/// Whether an enemy could be next to a hex at the end of this round, or strike at it early in the next.
pub(super) fn is_exposed(now: Situation<'_>, hex: Hex, enemies: &[(u32, FigureId)]) -> bool {
    enemies.iter().take(LOOKED_AT).any(|&(_, enemy)| contacts(now, enemy, hex))
}

/// Whether an enemy could be next to a hex at the end of this round, or, if it has moved, strike at it in the next.
fn contacts(now: Situation<'_>, enemy: FigureId, hex: Hex) -> bool {
    let kind = now.kind(enemy);
    let moves = if has_moved(now, enemy) { limits::limit(ActionKind::Strike, kind.ma) } else { Some(kind.ma) };
    let reach = u32::from(moves.unwrap_or(kind.ma)) + 1;
    footprint::hexes(now, enemy).iter().any(|other| other.distance(hex) <= reach)
}

/// Whether an enemy could strike at a figure in a hex in this round, or is so near that it will in the next.
fn is_about(now: Situation<'_>, enemy: FigureId, hex: Hex) -> bool {
    let near = || footprint::hexes(now, enemy).iter().any(|other| other.distance(hex) <= AT_HAND);
    if has_moved(now, enemy) { near() } else { comes_to(now, enemy, hex) }
}

/// Whether an enemy is about to strike at a figure in a hex.
pub(super) fn is_beset(now: Situation<'_>, hex: Hex, enemies: &[(u32, FigureId)]) -> bool {
    enemies.iter().take(LOOKED_AT).any(|&(_, enemy)| is_about(now, enemy, hex))
}

/// Whether a figure has ended its move of this round.
fn has_moved(now: Situation<'_>, figure: FigureId) -> bool {
    // Features have no side.
    let side = now.state.sides.get(usize::from(now.side(figure).0));
    let moved = side.is_some_and(|side| matches!(side.sequence, SideSequence::Moved(_)));
    moved || now.figure(figure).halt == HaltRecord::Halted
}

/// The worth of an enemy's best blow at a figure.
pub(super) fn menace(now: Situation<'_>, enemy: FigureId, figure: FigureId) -> i64 {
    worth::best_strike(now, (enemy, figure), &weapons::all(now, enemy), Some(3))
}

/// Judges places for a moving figure.
pub(super) struct Judge<'a> {
    now: Situation<'a>,
    figure: FigureId,
    arms: &'a [Arm<'a>],
    /// Enemies, with the worth of a blow of each at the figure, which is computed when it is needed.
    menaces: Vec<(FigureId, OnceCell<i64>)>,
    temper: &'a Temper,
    /// A copy of the state in which the figure is moved around, made when it is needed.
    scratch: Option<State>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        now: Situation<'a>,
        figure: FigureId,
        arms: &'a [Arm<'a>],
        enemies: &[(u32, FigureId)],
        temper: &'a Temper,
    ) -> Self {
        let menaces = enemies.iter().take(LOOKED_AT).map(|&(_, enemy)| (enemy, OnceCell::new())).collect();
        Self { now, figure, arms, menaces, temper, scratch: None }
    }

    /// The worth of being in a hex, facing the enemy, after paying some MP.
    pub(super) fn worth(&mut self, hex: Hex, cost: u32) -> i64 {
        let Self { now, figure, arms, ref menaces, temper, ref mut scratch } = *self;
        let own = now.figure(figure);
        let paid = own.mp.saturating_add(cost.min(99) as u8);
        let open = limits::allows(ActionKind::Strike, own.ma, paid);
        let mut best = 0;
        let mut threat = 0;
        for &(enemy, ref known) in menaces {
            if comes_to(now, enemy, hex) {
                threat += known.get_or_init(|| menace(now, enemy, figure));
            }
            if hex.distance(now.figure(enemy).hex) > TOUCHING {
                continue;
            }
            let scratch = scratch.get_or_insert_with(|| now.state.clone());
            let moved = scratch.figure_mut(figure);
            (moved.hex, moved.mp) = (hex, paid);
            let then = Situation::new(now.content, scratch);
            let toward = then.kind(figure).shape.toward(hex, footprint::nearest(then, figure, enemy));
            scratch.figure_mut(figure).facing = toward;
            let then = Situation::new(now.content, scratch);
            if !footprint::can_reach(then, figure, enemy) {
                continue;
            }
            let worth = worth::best_strike(then, (figure, enemy), arms, temper.dice.or(Some(3)));
            best = best.max(if open { worth } else { worth * SOON / 100 });
        }
        best * temper.eagerness / 100 - threat * temper.caution / 100 - NEARER * i64::from(cost)
    }
}

/// The hexes adjacent to a figure.
pub(super) fn beside(now: Situation<'_>, figure: FigureId) -> Vec<Hex> {
    let own = footprint::hexes(now, figure);
    let mut beside = Vec::with_capacity(10);
    for hex in own.iter().flat_map(|hex| Direction::ALL.map(|direction| hex.step(direction))) {
        if !own.contains(&hex) && !beside.contains(&hex) {
            beside.push(hex);
        }
    }
    beside
}

/// The target of the best shot from here, whether or not the figure faces it.
pub(super) fn best_target(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> Option<FigureId> {
    let best = shots(now, figure, arms).max_by_key(|&(worth, target)| (worth, Reverse(target)));
    best.map(|(_, target)| target)
}

/// The worth and target of each shot from here, also at targets that the figure does not face.
fn shots<'a>(
    now: Situation<'a>,
    figure: FigureId,
    arms: &'a [Arm<'a>],
) -> impl Iterator<Item = (i64, FigureId)> + use<'a> {
    let fires =
        arms.iter().filter(move |arm| arm.weapon.mode == Mode::Fire && gear::has_ammunition(now, figure, **arm));
    let shots = fires.flat_map(move |&arm| now.opponents(figure).map(move |target| (arm, target)));
    let open =
        shots.filter(move |&(arm, target)| attack::reaches(now, figure, target, arm) && could_see(now, figure, target));
    open.filter_map(move |(arm, target)| {
        Some((worth::best_blow(now, (figure, target), arm, Some(3), 0)?.worth, target))
    })
}

/// Whether a figure sees another, or would if it faced it.
fn could_see(now: Situation<'_>, figure: FigureId, other: FigureId) -> bool {
    options::sees(now, figure, other) || {
        let mut turned = now.state.clone();
        let toward = now.kind(figure).shape.toward(now.figure(figure).hex, footprint::nearest(now, figure, other));
        turned.figure_mut(figure).facing = toward;
        options::sees(Situation::new(now.content, &turned), figure, other)
    }
}

/// Whether a figure has a shot from here that is worth this much.
pub(super) fn has_shot(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>], least: i64) -> bool {
    shots(now, figure, arms).any(|(worth, _)| worth >= least)
}

/// Whether a figure has a shot from here that is worth this much, whichever way it faces now.
pub(super) fn has_shot_after_turning(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>], least: i64) -> bool {
    if !arms.iter().any(|arm| arm.weapon.mode == Mode::Fire) {
        return false;
    }
    let mut turned = now.state.clone();
    let mut tried = BTreeSet::new();
    now.opponents(figure).any(|target| {
        let toward = now.kind(figure).shape.toward(now.figure(figure).hex, footprint::nearest(now, figure, target));
        turned.figure_mut(figure).facing = toward;
        tried.insert(toward) && has_shot(Situation::new(now.content, &turned), figure, arms, least)
    })
}

/// Where a threatened archer goes: within its shooting range, and as far from the enemy as possible; `None` if that is
/// here or nowhere.
pub(super) fn out_of_reach(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
) -> Option<Hex> {
    let own = now.figure(figure);
    // A figure that has started to move would go back and forth.
    if own.steps > 0 || now.kind(figure).shape.count() > 1 {
        return None;
    }
    // It steps back only if that takes it out of the enemy's reach.
    let is_near = match is_menaced(now, own.hex, enemies) {
        true => is_menaced,
        false if is_exposed(now, own.hex, enemies) => is_exposed,
        false => return None,
    };
    let left = u32::from(limits::limit(ActionKind::Fire, own.ma)?.saturating_sub(own.mp));
    let (field, gait) = (now.field(), now.kind(figure).gait);
    let mut scratch = now.state.clone();
    let mut shoots = |from: Hex| {
        scratch.figure_mut(figure).hex = from;
        has_shot(Situation::new(now.content, &scratch), figure, arms, GOOD_SHOT)
    };
    let near = field.geometry.neighbours_within(field.geometry.cell(own.hex), left).into_iter();
    let near = near.map(|cell| field.geometry.hex(cell));
    let open = near.filter(|&hex| {
        now.land().ways.cost(field, gait, own.pose(), hex).is_some_and(|cost| cost <= left)
            && !now.is_taken(figure, &[hex])
            && !is_near(now, hex, enemies)
            && shoots(hex)
    });
    let room = |hex: Hex| now.opponents(figure).map(|enemy| now.figure(enemy).hex.distance(hex)).min();
    let best = open.max_by_key(|&hex| (room(hex), Reverse((hex.q, hex.r))))?;
    (room(best) > room(own.hex)).then_some(best)
}

/// Returns the place for a figure that avoids the enemy: one that no enemy can reach before its own next move, if
/// possible; `None` if no enemy is near, or no other place is better.
pub(super) fn refuge(now: Situation<'_>, figure: FigureId) -> Option<Place> {
    let own = now.figure(figure);
    let is_near =
        |enemy: FigureId| own.hex.distance(now.figure(enemy).hex) <= NEAR * (u32::from(now.kind(enemy).ma) + 1);
    if now.kind(figure).shape.count() > 1 || !now.opponents(figure).any(is_near) {
        return None;
    }
    let field = now.field();
    // How far it is from being struck and from being reached, in MP of the enemy. An enemy that has not moved may move
    // twice before the figure does; one that fights a comrade hardly gets away.
    let foes: Vec<(FigureId, [u32; 2])> = now
        .opponents(figure)
        .map(|enemy| {
            let kind = now.kind(enemy);
            let mut others = now.active_of(now.side(figure)).filter(|&other| other != figure);
            let is_held = others.any(|other| footprint::can_reach(now, other, enemy));
            let ma = if is_held { 1 } else { kind.ma };
            let sooner = if has_moved(now, enemy) { 0 } else { u32::from(ma) };
            let strike = u32::from(limits::limit(ActionKind::Strike, ma).unwrap_or(ma)) + 1;
            (enemy, [sooner + strike.max(throw(now, enemy)), sooner + u32::from(ma) + 1])
        })
        .collect();
    let room = |hex: Hex| {
        let spare = |&(enemy, [struck, reached]): &(FigureId, [u32; 2])| {
            let way = now.land().ways.cost(field, now.kind(enemy).gait, now.figure(enemy).pose(), hex);
            let way = i64::from(way.unwrap_or_else(|| 2 * now.figure(enemy).hex.distance(hex)));
            [way - i64::from(struck), way - i64::from(reached)]
        };
        foes.iter().map(spare).reduce(|one, other| [one[0].min(other[0]), one[1].min(other[1])])
    };
    // At a safe distance, the figure prefers open ground, because it cannot be cornered there.
    let openness = |hex: Hex| {
        let around = field.geometry.neighbours_within(field.geometry.cell(hex), OPEN).into_iter();
        around.filter(|&cell| field.cost(field.geometry.hex(cell)).is_some()).count() as i64
    };
    let worth = |place: &Place| {
        let hex = place.pose.head;
        let [struck, reached] = room(hex)?;
        let clear = i64::from(struck > 0) + i64::from(reached > 0);
        let open = openness(hex) / if clear == 2 { 1 } else { CRAMPED };
        Some(CLEAR * clear + ROOMY * reached.min(SAFE) + open)
    };
    let places = walk::places(now, figure);
    let open = places.iter().filter(|place| !place.is_engaged);
    let mut known: BTreeMap<Hex, i64> = BTreeMap::new();
    let mut best: Option<(i64, Place)> = None;
    for place in open {
        let hex = place.pose.head;
        let worth = match known.get(&hex) {
            Some(&worth) => worth,
            None => {
                let worth = worth(place)?;
                known.insert(hex, worth);
                worth
            }
        };
        if best.is_none_or(|(other, _)| worth > other) {
            best = Some((worth, *place));
        }
    }
    best.map(|(_, place)| place).filter(|place| place.first.is_some())
}

/// Returns the place for a figure that must reach some hexes: the nearest one without passing an enemy that would stop
/// it; `None` if it cannot come nearer.
pub(super) fn inroad(
    now: Situation<'_>,
    figure: FigureId,
    routes: &Routes<'_>,
    hexes: &BTreeSet<Hex>,
) -> Option<Place> {
    let here = routes.to_any(now.figure(figure).pose(), hexes);
    let left = |place: &Place| {
        let left = routes.to_any(place.pose, hexes);
        left + if place.is_engaged && left > 0 { HELD_UP } else { 0 }
    };
    let nearer = walk::places(now, figure).into_iter().filter(|place| place.first.is_some());
    let nearer = nearer.map(|place| (left(&place), place.cost, place)).filter(|&(left, ..)| left < here);
    let (left, _, place) = nearer.min_by_key(|&(left, cost, _)| (left, cost))?;
    // Where the enemy bars the way, the figure has to fight its way through.
    let own = now.figure(figure);
    let gains = 2 * (here - left) >= u32::from(own.ma.saturating_sub(own.mp));
    (left == 0 || gains).then_some(place)
}

/// How far away a figure can hit something that it throws, after moving; 0 if it throws nothing.
fn throw(now: Situation<'_>, figure: FigureId) -> u32 {
    let ma = now.kind(figure).ma;
    let moves = u32::from(limits::limit(ActionKind::Hurl, ma).unwrap_or(0));
    let arms = weapons::all(now, figure);
    let hurls = arms.iter().filter(|arm| arm.weapon.mode == Mode::Hurl);
    hurls.map(|arm| moves + arm.weapon.range).max().unwrap_or(0)
}

/// Whether a figure does better at a distance: it can shoot or cast, and an enemy strikes harder than it does.
pub(super) fn is_ranged(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    temper: &Temper,
) -> bool {
    let fires = arms.iter().any(|arm| arm.weapon.mode == Mode::Fire && gear::has_ammunition(now, figure, *arm));
    if !fires && !magic::can_harm(now, figure, temper) {
        return false;
    }
    enemies.iter().take(LOOKED_AT).any(|&(_, enemy)| menace(now, enemy, figure) > menace(now, figure, enemy))
}

/// The nearest hex within this round's move from which a figure with missiles or spells has a good shot or can cast,
/// out of the reach of all enemies.
pub(super) fn stand_off(
    now: Situation<'_>,
    figure: FigureId,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    temper: &Temper,
) -> Option<Hex> {
    let own = now.figure(figure);
    let left = u32::from(own.ma.saturating_sub(own.mp));
    let (field, gait) = (now.field(), now.kind(figure).gait);
    let mut scratch = now.state.clone();
    let range = magic::reach(now, figure, temper);
    let mut serves = |from: Hex| {
        let near = |enemy: FigureId| from.distance(now.figure(enemy).hex) <= range.unwrap_or_default();
        scratch.figure_mut(figure).hex = from;
        let then = Situation::new(now.content, &scratch);
        has_shot_after_turning(then, figure, arms, FAIR_SHOT)
            || (range.is_some() && now.opponents(figure).any(|enemy| near(enemy) && could_see(then, figure, enemy)))
    };
    let mut near: Vec<(u32, Hex)> = field
        .geometry
        .neighbours_within(field.geometry.cell(own.hex), left)
        .into_iter()
        .map(|cell| field.geometry.hex(cell))
        .filter_map(|hex| Some((now.land().ways.cost(field, gait, own.pose(), hex)?, hex)))
        .filter(|&(cost, hex)| cost <= left && !now.is_taken(figure, &[hex]))
        .chain([(0, own.hex)])
        .filter(|&(_, hex)| !is_menaced(now, hex, enemies))
        .collect();
    near.sort_unstable_by_key(|&(cost, hex)| (cost, hex.q, hex.r));
    near.into_iter().map(|(_, hex)| hex).find(|&hex| serves(hex))
}

/// Whether a figure should wait for comrades before it goes to a hex: several enemies could strike it there, more than
/// comrades are near enough to help, and others are on their way. Comrades who shoot or cast do not come closer.
pub(super) fn waits_for_others(now: Situation<'_>, figure: FigureId, hex: Hex) -> bool {
    let side = now.side(figure);
    let beyond = if now.content.touched.large { EXTENT } else { 0 };
    let reach = |ma: u8| u32::from(limits::limit(ActionKind::Strike, ma).unwrap_or(ma)) + 1;
    let longest = reach(now.content.touched.fastest);
    let within = longest.max(AT_HAND + beyond);
    let mut foes = 0;
    now.state.figures.each_near((hex, within), Of::Others(side), |enemy, _| {
        foes += usize::from(is_about(now, enemy, hex) && now.is_active(enemy));
    });
    debug_assert_eq!(
        foes,
        now.opponents(figure).filter(|&enemy| is_about(now, enemy, hex)).count(),
        "an enemy farther away is about"
    );
    if foes < SEVERAL {
        return false;
    }
    let helps = |other: FigureId| {
        let own = now.figure(other);
        let reach = match own.halt {
            HaltRecord::Halted => 1,
            _ => reach(now.kind(other).ma),
        };
        own.hex.distance(hex) <= reach + 1
    };
    let is_comrade = |other: FigureId| other != figure && !now.opposed(other, figure);
    let mut helpers = 0;
    now.state.figures.each_near((hex, longest + 1), Of::All, |other, _| {
        helpers += usize::from(is_comrade(other) && helps(other) && now.is_active(other));
    });
    if helpers + 1 >= foes {
        return false;
    }
    let follows = |other: FigureId| !helps(other) && !now.figure(other).did.is_some_and(act::is_at_a_distance);
    now.figures().any(|other| is_comrade(other) && follows(other) && now.is_active(other))
}

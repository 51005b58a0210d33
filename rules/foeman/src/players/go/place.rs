//! Computer players: the worth of a place.

use foeman_schema::grid::{Direction, Hex};

use super::super::{Temper, gear, worth};
use super::{LOOKED_AT, NEARER};
use crate::attack;
use crate::body::shape::Position;
use crate::ids::FigureId;
use crate::option::Mode;
use crate::phases::{limits, options};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, footprint};
use crate::state::records::{HaltRecord, SideSequence};
use crate::state::{ActionKind, State};

/// A shot worth this much is as good as being next to the enemy.
const GOOD_SHOT: i64 = 60;
/// The worth of an attack in the next round, in per cent of one now.
const SOON: i64 = 50;

/// Whether an enemy could come and strike at a figure in a hex in this round.
pub(super) fn is_menaced(now: Situation<'_>, hex: Hex, enemies: &[(u32, FigureId)]) -> bool {
    enemies.iter().take(LOOKED_AT).any(|&(_, enemy)| comes_to(now, enemy, hex))
}

/// Whether an enemy can already strike at a figure in a hex, or can still move up to do so.
fn comes_to(now: Situation<'_>, enemy: FigureId, hex: Hex) -> bool {
    let (own, kind) = (now.figure(enemy), now.kind(enemy));
    let side = usize::from(now.side(enemy).0);
    let moved = matches!(now.state.sides[side].sequence, SideSequence::Moved(_)) || own.halt == HaltRecord::Halted;
    if moved {
        return kind.shape.position(own.pose(), hex) == Some(Position::Front);
    }
    let reach = u32::from(limits::limit(ActionKind::Strike, kind.ma).unwrap_or(kind.ma));
    own.hex.distance(hex) <= reach + 1
}

/// The worth of an enemy's best blow at a figure.
pub(super) fn menace(now: Situation<'_>, enemy: FigureId, figure: FigureId) -> i64 {
    let arms = weapons::all(now, enemy);
    let strikes = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike);
    let worth = strikes.filter_map(|&arm| worth::best_blow(now, (enemy, figure), arm, Some(3), 0));
    worth.map(|blow| blow.worth).max().unwrap_or(0)
}

/// Judges places for a moving figure.
pub(super) struct Judge<'a> {
    now: Situation<'a>,
    figure: FigureId,
    arms: &'a [Arm<'a>],
    /// Enemies, with the worth of a blow of each at the figure.
    menaces: &'a [(FigureId, i64)],
    temper: &'a Temper,
    /// A copy of the state in which the figure is moved around.
    scratch: State,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        now: Situation<'a>,
        figure: FigureId,
        arms: &'a [Arm<'a>],
        menaces: &'a [(FigureId, i64)],
        temper: &'a Temper,
    ) -> Self {
        Self { now, figure, arms, menaces, temper, scratch: now.state.clone() }
    }

    /// The worth of being in a hex, facing the enemy, after paying some MP.
    pub(super) fn worth(&mut self, hex: Hex, cost: u32) -> i64 {
        let Self { now, figure, arms, menaces, temper, ref mut scratch } = *self;
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
            if comes_to(then, enemy, hex) {
                threat += menace;
            }
            let toward = then.kind(figure).shape.toward(hex, footprint::nearest(then, figure, enemy));
            scratch.figure_mut(figure).facing = toward;
            let then = Situation::new(now.content, scratch);
            if !footprint::can_reach(then, figure, enemy) {
                continue;
            }
            let strikes = arms.iter().filter(|arm| arm.weapon.mode == Mode::Strike);
            let dice = temper.dice.or(Some(3));
            let blows = strikes.filter_map(|&arm| worth::best_blow(then, (figure, enemy), arm, dice, 0));
            let worth = blows.map(|blow| blow.worth).max().unwrap_or(0);
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

/// The best shot from here, once the figure faces its target: its worth and the target.
pub(super) fn best_shot(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> Option<(i64, FigureId)> {
    let fires = arms.iter().filter(|arm| arm.weapon.mode == Mode::Fire && gear::has_ammunition(now, figure, **arm));
    let shots = fires.flat_map(|&arm| now.opponents(figure).map(move |target| (arm, target)));
    let open =
        shots.filter(|&(arm, target)| attack::reaches(now, figure, target, arm) && could_see(now, figure, target));
    let worth = |(arm, target)| Some((worth::best_blow(now, (figure, target), arm, Some(3), 0)?.worth, target));
    open.filter_map(worth).max_by_key(|&(worth, target)| (worth, std::cmp::Reverse(target)))
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

/// Whether a figure has a shot from here that is as good as being next to the enemy.
pub(super) fn has_good_shot(now: Situation<'_>, figure: FigureId, arms: &[Arm<'_>]) -> bool {
    best_shot(now, figure, arms).is_some_and(|(worth, _)| worth >= GOOD_SHOT)
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
    if own.steps > 0 || now.kind(figure).shape.count() > 1 || !is_menaced(now, own.hex, enemies) {
        return None;
    }
    let left = u32::from(limits::limit(ActionKind::Fire, own.ma)?.saturating_sub(own.mp));
    let (field, gait) = (&now.content.field, now.kind(figure).gait);
    let mut scratch = now.state.clone();
    let mut shoots = |from: Hex| {
        scratch.figure_mut(figure).hex = from;
        has_good_shot(Situation::new(now.content, &scratch), figure, arms)
    };
    let near = field.geometry.neighbours_within(field.geometry.cell(own.hex), left).into_iter();
    let near = near.map(|cell| field.geometry.hex(cell));
    let open = near.filter(|&hex| {
        now.content.ways.cost(field, gait, own.pose(), hex).is_some_and(|cost| cost <= left)
            && !now.is_taken(figure, &[hex])
            && !is_menaced(now, hex, enemies)
            && shoots(hex)
    });
    let room = |hex: Hex| now.opponents(figure).map(|enemy| now.figure(enemy).hex.distance(hex)).min();
    open.max_by_key(|&hex| (room(hex), std::cmp::Reverse((hex.q, hex.r))))
}

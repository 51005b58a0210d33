//! Computer players: the facing at the end of a move.

use foeman_schema::grid::Direction;

use super::super::act::PREY;
use super::super::duties::Duty;
use super::super::{Temper, worth};
use super::aims;
use super::place::{best_target, menace};
use super::routes::Routes;
use super::{LOOKED_AT, is_attack};
use crate::body::shape::Pose;
use crate::body::step::stride;
use crate::command::Command;
use crate::ids::FigureId;
use crate::phases::movement;
use crate::situation::weapons::Arm;
use crate::situation::{Situation, footprint};
use crate::state::State;

/// The threat from an enemy at the front, side and rear, in per cent.
const EXPOSED: [i64; 3] = [100, 125, 160];
/// The cost of a failed restricted pivot.
const HASTE: i64 = 60;
/// The minimum weight of the threat to a facing, in per cent.
const WATCHFUL: i64 = 40;

/// Returns a pivot at the end of a move if another facing is better, otherwise a halt.
pub(super) fn choose(
    now: Situation<'_>,
    figure: FigureId,
    routes: &Routes<'_>,
    arms: &[Arm<'_>],
    enemies: &[(u32, FigureId)],
    (temper, duty): (&Temper, Duty<'_>),
) -> Command {
    let own = now.figure(figure);
    // A figure that made no progress and can do nothing here faces the direction of its path.
    let is_stuck = own.steps == 0 && own.did.is_some_and(|kind| !is_attack(kind));
    let Some(&(_, nearest)) = enemies.first() else {
        let there = aims::heading(now, figure).filter(|_| is_stuck);
        let facing = there.and_then(|there| leads(now, figure, |pose| routes.to(pose, there)));
        let turn = facing.filter(|&facing| facing != own.facing).map(|facing| Command::Pivot { facing });
        return turn.filter(|turn| movement::check(now, turn).is_ok()).unwrap_or(Command::Halt);
    };
    let near: Vec<(FigureId, i64)> = enemies
        .iter()
        .take(LOOKED_AT)
        .filter(|&&(_, enemy)| footprint::adjacent(now, figure, enemy))
        .map(|&(_, enemy)| (enemy, menace(now, enemy, figure)))
        .collect();
    // Without an adjacent enemy, the figure faces the target of its best shot.
    let target = if near.is_empty() { best_target(now, figure, arms) } else { None };
    let straight = now.kind(figure).shape.toward(own.hex, footprint::nearest(now, figure, target.unwrap_or(nearest)));
    let looks = is_stuck && near.is_empty() && target.is_none();
    let ahead = if looks { leads(now, figure, |pose| routes.to_enemy(pose, nearest)) } else { None };
    let ahead = ahead.unwrap_or(straight);
    let mut blows =
        Blows { now, figure, arms, dice: temper.dice.or(Some(3)), known: vec![None; near.len()], turned: None };
    // Without an adjacent enemy, only the direction counts.
    let mut worth = |facing: Direction| {
        let pose = Pose { facing, ..own.pose() };
        let mut best = 0;
        let mut threat = 0;
        for (index, &(enemy, menace)) in near.iter().enumerate() {
            if footprint::fronts_in(now, (figure, pose), &footprint::hexes(now, enemy)) {
                let blow = blows.worth(index, enemy, facing);
                best = best.max(if duty.prey() == Some(enemy) { blow * PREY / 100 } else { blow });
            }
            let from = footprint::bearing_in(now, (figure, pose), enemy).position;
            threat += menace * EXPOSED[from as usize] / 100;
        }
        best - threat * temper.caution.max(WATCHFUL) / 100 - i64::from(facing.distance(ahead))
    };
    let mut best = (worth(own.facing), Command::Halt);
    for facing in Direction::ALL.into_iter().filter(|&facing| facing != own.facing) {
        let command = Command::Pivot { facing };
        let worth = worth(facing);
        // The cost of a restricted pivot is computed only if the turn would be of use at all.
        if worth <= best.0 || movement::check(now, &command).is_err() {
            continue;
        }
        let hasty =
            movement::chance(now, &command).map_or(0, |odds| HASTE * (odds.of - odds.wins) as i64 / odds.of as i64);
        let worth = worth - hasty;
        if worth > best.0 {
            best = (worth, command);
        }
    }
    best.1
}

/// The worth of the best blows of a figure at adjacent enemies that it faces.
struct Blows<'a> {
    now: Situation<'a>,
    figure: FigureId,
    arms: &'a [Arm<'a>],
    dice: Option<u8>,
    /// For each enemy, if it does not depend on the facing.
    known: Vec<Option<i64>>,
    /// A copy of the state in which the figure turns, made when it is needed.
    turned: Option<State>,
}

impl Blows<'_> {
    fn worth(&mut self, index: usize, enemy: FigureId, facing: Direction) -> i64 {
        // A figure engages the enemies that it faces, which some effects depend on. A larger figure also occupies other hexes.
        if self.now.content.touched.engagement || self.now.kind(self.figure).shape.count() > 1 {
            return self.worth_after_turning(enemy, facing);
        }
        let best = || worth::best_strike(self.now, (self.figure, enemy), self.arms, self.dice);
        let worth = self.known[index].unwrap_or_else(best);
        debug_assert_eq!(worth, self.worth_after_turning(enemy, facing), "the worth of a blow depends on the facing");
        self.known[index] = Some(worth);
        worth
    }

    fn worth_after_turning(&mut self, enemy: FigureId, facing: Direction) -> i64 {
        let turned = self.turned.get_or_insert_with(|| self.now.state.clone());
        turned.figure_mut(self.figure).facing = facing;
        let then = Situation::new(self.now.content, turned);
        worth::best_strike(then, (self.figure, enemy), self.arms, self.dice)
    }
}

/// The facing from which a step leads closer to a goal, if none does so now; `left` is the distance from a pose.
fn leads(now: Situation<'_>, figure: FigureId, left: impl Fn(Pose) -> u32) -> Option<Direction> {
    let own = now.figure(figure).pose();
    let shape = &now.kind(figure).shape;
    let here = left(own);
    let after = |facing: Direction| {
        let turned = Pose { facing, ..own };
        let steps = Direction::ALL.into_iter().filter_map(|direction| stride(shape, turned, direction));
        steps.map(|(to, _)| left(to)).min().filter(|&left| left < here)
    };
    let ways =
        Direction::ALL.into_iter().filter_map(|facing| Some((after(facing)?, facing.distance(own.facing), facing)));
    ways.min_by_key(|&(left, turn, facing)| (left, turn, facing.index())).map(|(_, _, facing)| facing)
}

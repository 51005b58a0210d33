//! Computer players: pathfinding for a moving figure, around comrades that stay in place and fight.

use std::cell::RefCell;
use std::collections::BTreeSet;

use foeman_schema::grid::{Direction, Hex};

use super::{LOOKED_AT, NO_WAY};
use crate::body::paths::Around;
use crate::body::shape::{EXTENT, Pose};
use crate::ids::FigureId;
use crate::situation::{Situation, footprint};
use crate::state::{MANY, Of};

/// The paths of a figure.
pub(super) struct Routes<'a> {
    now: Situation<'a>,
    figure: FigureId,
    /// The hexes of comrades that will not leave: they are adjacent to an enemy.
    standing: Vec<Hex>,
    /// By goal, the paths around those comrades; `None` if the direct path is free.
    around: RefCell<Vec<(Hex, Option<Around<'a>>)>>,
}

impl<'a> Routes<'a> {
    /// Paths that ignore other figures.
    pub(super) fn straight(now: Situation<'a>, figure: FigureId) -> Self {
        Self { now, figure, standing: Vec::new(), around: RefCell::default() }
    }

    /// Paths around comrades.
    pub(super) fn new(now: Situation<'a>, figure: FigureId) -> Self {
        // Large figures that would have to queue do not get through, and on large maps the costs around figures are not
        // known.
        let (field, gait) = (now.field(), now.kind(figure).gait);
        if now.kind(figure).shape.count() > 1 || !now.land().ways.is_kept(field, gait, now.figure(figure).hex) {
            return Self::straight(now, figure);
        }
        let comrades = now.active_of(now.side(figure)).filter(|&other| other != figure);
        let settled = comrades.filter(|&other| now.adjacent_opponents(other).next().is_some());
        let standing = settled.flat_map(|other| footprint::hexes(now, other).to_vec()).collect();
        Self { standing, ..Self::straight(now, figure) }
    }

    /// MP to a hex.
    pub(super) fn to(&self, from: Pose, goal: Hex) -> u32 {
        self.cost(from, goal).unwrap_or_else(|| NO_WAY + from.head.distance(goal))
    }

    /// MP to an enemy.
    pub(super) fn to_enemy(&self, from: Pose, enemy: FigureId) -> u32 {
        self.to(from, footprint::nearest(self.now, self.figure, enemy))
    }

    /// The enemies nearest to where the figure's round began, in order, at most [`LOOKED_AT`]. Distances from there let the
    /// figure keep its target to the end of its move (`F4.14`). Of enemies at the same distance, the one with the lower
    /// number is the nearer one.
    pub(super) fn nearest(&self) -> Vec<(u32, FigureId)> {
        let Self { now, figure, .. } = *self;
        if now.state.figures.len() < MANY {
            return self.urgent(|_| 0);
        }
        // The nearest hex of a large enemy changes with each step of the figure.
        let kept = match now.content.touched.large {
            true => None,
            false => now.state.recall.targets(figure, || self.find_nearest()),
        };
        let nearest = kept.map_or_else(|| self.find_nearest(), <[_]>::to_vec);
        debug_assert_eq!(nearest, self.urgent(|_| 0), "an enemy is missing, or the kept ones are out of date");
        nearest
    }

    fn find_nearest(&self) -> Vec<(u32, FigureId)> {
        let Self { now, figure, .. } = *self;
        let own = now.figure(figure);
        let beyond = if now.content.touched.large { EXTENT } else { 0 };
        // The nearest enemies are usually not much farther away than the first of them.
        let first = footprint::nearest_opponent(now, figure);
        let first = first.map(|(distance, _)| distance + own.origin.head.distance(own.hex));
        let mut radii = first.into_iter().flat_map(|first| [first + 4, first + 16]).chain([u32::MAX]);
        let found = radii.find_map(|radius| {
            let mut near = Vec::with_capacity(16);
            now.state.figures.each_near((own.origin.head, radius), Of::Others(now.side(figure)), |enemy, _| {
                if now.is_active(enemy) {
                    near.push((0, enemy));
                }
            });
            let found = self.first(near);
            // How far all other enemies are at least. A hex of an enemy may be nearer than its head.
            let others = now.land().ways.farther(now.kind(figure).gait, radius.saturating_sub(beyond));
            let is_all = radius == u32::MAX || found.get(LOOKED_AT - 1).is_some_and(|&(way, _)| way < others);
            is_all.then_some(found)
        });
        found.unwrap_or_default()
    }

    /// The same, but enemies with a lower `urgency` come first.
    pub(super) fn urgent(&self, urgency: impl Fn(FigureId) -> u32) -> Vec<(u32, FigureId)> {
        let Self { now, figure, .. } = *self;
        self.first(now.opponents(figure).map(|enemy| (urgency(enemy), enemy)).collect())
    }

    /// The first [`LOOKED_AT`] of some enemies with their urgencies, by urgency, MP and number.
    fn first(&self, enemies: Vec<(u32, FigureId)>) -> Vec<(u32, FigureId)> {
        let Self { now, figure, .. } = *self;
        let from = now.figure(figure).origin;
        let hex = |enemy: FigureId| footprint::nearest(now, figure, enemy);
        // Few enemies need an exact distance, which may take a search: those with a bound below the last that counts.
        let bound = |(urgency, enemy)| (urgency, self.at_least(from, hex(enemy)), enemy);
        let mut bounds: Vec<(u32, u32, FigureId)> = enemies.into_iter().map(bound).collect();
        let mut known: Vec<(u32, u32, FigureId)> = Vec::with_capacity(LOOKED_AT + 1);
        let mut sorted = 0;
        for at in 0..bounds.len() {
            // Only the first are put in order, because the others rarely count.
            if at == sorted {
                sorted = bounds.len().min(if at == 0 { 2 * LOOKED_AT } else { bounds.len() });
                if sorted < bounds.len() {
                    bounds.select_nth_unstable(sorted);
                }
                bounds[at..sorted].sort_unstable();
            }
            let bound = bounds[at];
            if known.get(LOOKED_AT - 1).is_some_and(|&last| last <= bound) {
                break;
            }
            let (urgency, at_least, enemy) = bound;
            let way = self.to(from, hex(enemy));
            debug_assert!(at_least <= way, "the bound of a path is longer than the path");
            let place = known.partition_point(|&other| other < (urgency, way, enemy));
            known.insert(place, (urgency, way, enemy));
            known.truncate(LOOKED_AT);
        }
        known.into_iter().map(|(_, way, enemy)| (way, enemy)).collect()
    }

    /// A lower bound of the MP to a hex, without a search.
    pub(super) fn at_least(&self, from: Pose, goal: Hex) -> u32 {
        let Self { now, figure, .. } = *self;
        let (land, gait) = (now.land(), now.kind(figure).gait);
        if land.ways.is_kept(&land.field, gait, goal) {
            let straight = land.ways.cost(&land.field, gait, from, goal);
            straight.unwrap_or_else(|| NO_WAY + from.head.distance(goal))
        } else {
            land.ways.at_least(gait, from, goal)
        }
    }

    /// MP to the nearest free hex of some; unreachable hexes are farther than all others.
    pub(super) fn to_any(&self, from: Pose, goals: &BTreeSet<Hex>) -> u32 {
        let Self { now, figure, .. } = *self;
        let way = |hex: Hex| {
            let free = hex == from.head || !now.is_taken(figure, &[hex]);
            if free { self.cost(from, hex) } else { None }
        };
        let mut nearest = goals.get(&from.head).and_then(|&here| way(here));
        for &hex in goals {
            // In a large zone, most hexes are not worth a search.
            if nearest.is_none_or(|nearest| now.land().ways.at_least(now.kind(figure).gait, from, hex) < nearest) {
                nearest = nearest.into_iter().chain(way(hex)).min();
            }
        }
        nearest.unwrap_or(NO_WAY)
    }

    /// MP to a hex; `None` if there is no path.
    pub(super) fn cost(&self, from: Pose, goal: Hex) -> Option<u32> {
        let Self { now, figure, .. } = *self;
        let (field, gait) = (now.field(), now.kind(figure).gait);
        let straight = || now.land().ways.cost(field, gait, from, goal);
        if self.standing.is_empty() {
            return straight();
        }
        let mut around = self.around.borrow_mut();
        let known = around.iter().position(|&(hex, _)| hex == goal).unwrap_or_else(|| {
            // Judged from where the round began, so that the figure does not change its mind on the way.
            let ways = if self.is_barred(now.figure(figure).origin, goal) {
                now.land().ways.around(field, gait, goal, &self.standing)
            } else {
                None
            };
            around.push((goal, ways));
            around.len() - 1
        });
        match &around[known].1 {
            Some(ways) => ways.cost(field, from),
            None => straight(),
        }
    }

    /// Whether the cheapest steps to a hex are blocked by comrades at some point.
    fn is_barred(&self, from: Pose, goal: Hex) -> bool {
        let Self { now, figure, ref standing, .. } = *self;
        let gait = now.kind(figure).gait;
        let field = now.field();
        let Some(table) = now.land().ways.table(field, gait, goal) else { return false };
        let cost = |head: Hex| table.cost(field, Pose { head, ..from });
        let Some(whole) = cost(from.head) else { return false };
        let is_blocked = || {
            let (mut at, mut left) = (from.head, whole);
            while left > 0 && at != goal {
                let nearer = Direction::ALL.map(|direction| at.step(direction)).into_iter();
                let nearer = nearer.filter_map(|hex| Some((cost(hex)?, hex))).filter(|&(cost, _)| cost < left);
                let open = nearer.filter(|(_, hex)| *hex == goal || !standing.contains(hex));
                let Some((cost, hex)) = open.min_by_key(|&(cost, hex)| (cost, hex.q, hex.r)) else { return true };
                (at, left) = (hex, cost);
            }
            false
        };
        // Each step costs at least 1 MP, which rules out most comrades without following the way.
        let may_block = |&comrade: &Hex| cost(comrade).is_some_and(|left| left + from.head.distance(comrade) <= whole);
        let may_be_blocked = standing.iter().any(may_block);
        debug_assert!(may_be_blocked || !is_blocked(), "a comrade blocks a way that it is not on");
        may_be_blocked && is_blocked()
    }
}

//! Computer players: the hexes that a figure of one hex can reach within its move, step by step.

use std::collections::{BTreeMap, VecDeque};

use foeman_schema::grid::{Direction, Hex};

use crate::body::shape::Pose;
use crate::body::step::{Course, cost, stride};
use crate::command::Command;
use crate::ids::FigureId;
use crate::phases::movement;
use crate::situation::Situation;
use crate::situation::applying::engagement::engagement_at;

/// A place that a figure can reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The pose at its end.
    pub pose: Pose,
    /// The cost of the way, in MP.
    pub cost: u8,
    /// The first step; `None` for staying.
    pub first: Option<Direction>,
    /// Whether an enemy engages the figure there, which ends its move.
    pub is_engaged: bool,
}

/// The places that a figure can reach in this round without entering the hex of another figure, the nearest first. It
/// passes no hex in which an enemy engages it.
pub(super) fn places(now: Situation<'_>, figure: FigureId) -> Vec<Place> {
    let own = now.figure(figure);
    let shape = &now.kind(figure).shape;
    let left = own.ma.saturating_sub(own.mp);
    let start = Place { pose: own.pose(), cost: 0, first: None, is_engaged: false };
    // The second of two steps back turns the figure round.
    let mut best = BTreeMap::from([((own.hex, own.facing.index(), !own.heading.may_back()), 0)]);
    let mut open = VecDeque::from([(start, !own.heading.may_back())]);
    let mut engaged: BTreeMap<Hex, bool> = BTreeMap::new();
    let mut found = vec![start];
    while let Some((place, backed)) = open.pop_front() {
        if place.is_engaged || best.get(&(place.pose.head, place.pose.facing.index(), backed)) != Some(&place.cost) {
            continue;
        }
        for direction in Direction::ALL {
            let Some((mut to, course)) = stride(shape, place.pose, direction) else { continue };
            let Some(step) = cost(now.field(), shape, place.pose, to) else { continue };
            let paid = place.cost.saturating_add(step);
            if paid > left || now.is_taken(figure, &[to.head]) {
                continue;
            }
            let backs = course == Course::Back && !backed;
            if course == Course::Back && backed {
                to.facing = to.facing.turned(3);
            }
            let key = (to.head, to.facing.index(), backs);
            if best.get(&key).is_some_and(|&known| known <= paid) {
                continue;
            }
            best.insert(key, paid);
            let is_engaged = *engaged.entry(to.head).or_insert_with(|| !engagement_at(now, figure, to).by.is_empty());
            let next = Place { pose: to, cost: paid, first: place.first.or(Some(direction)), is_engaged };
            found.push(next);
            open.push_back((next, backs));
        }
    }
    found
}

/// The first step to a place, if it is legal.
pub(super) fn first_step(now: Situation<'_>, place: Place) -> Option<Command> {
    let step = Command::Step { direction: place.first? };
    movement::check(now, &step).is_ok().then_some(step)
}

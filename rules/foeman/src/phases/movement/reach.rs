//! All places a figure can reach in one move without rolls, using the `judge` function of steps.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use foeman_schema::grid::{Direction, Hex};

use super::{pivot, step};
use crate::body::shape::Pose;
use crate::content::Content;
use crate::ids::FigureId;
use crate::situation::Situation;
use crate::situation::applying::engagement::{Engagement, engagement};
use crate::situation::values;
use crate::state::records::{HaltRecord, Heading};
use crate::state::{Current, Phase, Progress, State};

/// A place that a figure can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// Its position and facing there.
    pub pose: Pose,
    /// MP used.
    pub mp: u8,
    /// Whether it must stop there because an opponent engages it.
    pub halts: bool,
}

/// A figure's state at a point of its path.
#[derive(Clone, Copy)]
struct Stop {
    pose: Pose,
    mp: u8,
    steps: u8,
    heading: Heading,
    progress: Progress,
    /// The previous stop, and the step from there.
    from: Option<(usize, Direction)>,
}

/// A path that the deciding figure can take without a roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The steps.
    pub steps: Vec<Direction>,
    /// The poses before the first step and after each.
    pub poses: Vec<Pose>,
    /// MP used at the end.
    pub mp: u8,
    /// Whether it must stop there.
    pub halts: bool,
}

/// The cheapest path to each hex that the deciding figure can reach without a roll and without passing other figures.
/// Of equally cheap ones, one that lets it continue is preferred.
pub fn walks(now: Situation<'_>) -> Vec<Walk> {
    let Some(current) = now.state.current().filter(|current| current.origin.is_none()) else { return Vec::new() };
    let own = now.figure(current.figure);
    let start = Stop {
        pose: own.pose(),
        mp: own.mp,
        steps: own.steps,
        heading: own.heading,
        progress: current.progress,
        from: None,
    };
    let mut ends: BTreeMap<Hex, usize> = BTreeMap::new();
    let mut seen: Vec<(u8, bool)> = Vec::new();
    let stops = search(now.content, now.state.clone(), current, start, &mut |_, _, stop, number| {
        let rank = (stop.mp, stop.progress == Progress::Stopped);
        seen.resize(seen.len().max(number + 1), (u8::MAX, true));
        seen[number] = rank;
        let end = ends.entry(stop.pose.head).or_insert(number);
        if rank < seen[*end] {
            *end = number;
        }
    });
    let walk = |&end: &usize| {
        let (mut steps, mut poses, mut at) = (Vec::new(), vec![stops[end].pose], end);
        while let Some((before, direction)) = stops[at].from {
            steps.push(direction);
            poses.push(stops[before].pose);
            at = before;
        }
        steps.reverse();
        poses.reverse();
        Walk { steps, poses, mp: stops[end].mp, halts: stops[end].progress == Progress::Stopped }
    };
    ends.values().filter(|end| stops[**end].from.is_some()).map(walk).collect()
}

/// The places a figure can reach in a move, including its current one, the cheapest first.
///
/// All other figures stay where they are. Moves that need a roll, pass other figures or leave close quarters are left
/// out, and so are manoeuvres. A figure that is not standing cannot move.
pub fn reached(now: Situation<'_>, figure: FigureId) -> Vec<Reached> {
    let mut found = Vec::new();
    walk(now, figure, &mut |_, _, stop| {
        found.push(Reached { pose: stop.pose, mp: stop.mp, halts: stop.progress == Progress::Stopped });
    });
    found
}

/// The poses in which a figure can end its move, including permitted turns, with the least MP for each.
pub fn stands(now: Situation<'_>, figure: FigureId) -> BTreeMap<Pose, u8> {
    let mut found: BTreeMap<Pose, u8> = BTreeMap::new();
    walk(now, figure, &mut |now, current, stop| {
        let turns = |facing: &Direction| *facing == stop.pose.facing || pivot::judge(now, current, *facing).is_ok();
        for facing in Direction::ALL.into_iter().filter(turns) {
            let least = found.entry(Pose { facing, ..stop.pose }).or_insert(stop.mp);
            *least = stop.mp.min(*least);
        }
    });
    found
}

/// The MA of a figure for a move that begins in its current place.
pub fn ma(now: Situation<'_>, figure: FigureId) -> u8 {
    values::mod_ma(now, figure, &engagement(now, figure).by)
}

/// Visits each place with the least MP it takes, the cheapest first, and the situation with the figure there.
fn walk(now: Situation<'_>, figure: FigureId, visit: &mut dyn FnMut(Situation<'_>, &Current, Stop)) {
    let Engagement { by: engaged_by, .. } = engagement(now, figure);
    let state = begun(now, figure);
    let own = state.figure(figure);
    let (pose, heading) = (own.pose(), own.heading);
    let start = Stop { pose, mp: 0, steps: 0, heading, progress: Progress::Fresh, from: None };
    let current = Current { figure, engaged_by, progress: Progress::Fresh, origin: None };
    search(now.content, state, &current, start, &mut |now, current, stop, _| visit(now, current, stop));
}

/// The same from any point of a move; returns all stops, by number.
fn search(
    content: &Content,
    mut state: State,
    current: &Current,
    start: Stop,
    visit: &mut dyn FnMut(Situation<'_>, &Current, Stop, usize),
) -> Vec<Stop> {
    let figure = current.figure;
    // Steps back are limited, so whether the next one is allowed is part of the search state.
    let mut best = BTreeMap::from([((start.pose, start.heading.may_back()), start.mp)]);
    let mut stops = vec![start];
    let mut open = BinaryHeap::from([Reverse((start.mp, 0))]);
    while let Some(Reverse((mp, number))) = open.pop() {
        let stop = stops[number];
        if best[&(stop.pose, stop.heading.may_back())] < mp {
            continue;
        }
        stop.put(state.figure_mut(figure));
        let current = Current { progress: stop.progress, ..current.clone() };
        let there = Situation::new(content, &state);
        visit(there, &current, stop, number);
        for direction in Direction::ALL {
            let Ok(stride) = step::judge(there, &current, direction) else { continue };
            if !matches!(stride.exit, step::Exit::Free) || !stride.among.is_empty() {
                continue;
            }
            let next = Stop {
                pose: stride.to,
                mp: stop.mp.saturating_add(stride.paid),
                steps: stop.steps.saturating_add(1),
                heading: stop.heading.stepped(stride.step),
                progress: stride.progress,
                from: Some((number, direction)),
            };
            let least = best.entry((next.pose, next.heading.may_back())).or_insert(u8::MAX);
            if next.mp < *least {
                *least = next.mp;
                open.push(Reverse((next.mp, stops.len())));
                stops.push(next);
            }
        }
    }
    stops
}

impl Stop {
    fn put(self, own: &mut crate::state::FigureState) {
        (own.hex, own.facing) = (self.pose.head, self.pose.facing);
        (own.mp, own.steps, own.heading) = (self.mp, self.steps, self.heading);
    }
}

/// The state at the beginning of a figure's move.
fn begun(now: Situation<'_>, figure: FigureId) -> State {
    let ma = ma(now, figure);
    let mut state = now.state.clone();
    state.phase = Phase::Movement;
    let own = state.figure_mut(figure);
    (own.ma, own.mp, own.steps, own.halt) = (ma, 0, 0, HaltRecord::Unmoved);
    state
}

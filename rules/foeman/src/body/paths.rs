//! How far it is from place to hex over passable ground, in MP.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foeman_schema::grid::{Direction, Hex};

use crate::body::shape::{Pose, Position, Shape};
use crate::body::step::{Course, stride};
use crate::content::Battlefield;
use crate::notation::pattern::FrontPattern;

/// On larger maps a way is followed through this many places; the rest of it is estimated.
const FOLLOWED: usize = 250;

/// Maps of up to this many cells keep the costs from every place to a goal once they are known.
const KEPT_CELLS: usize = 4096;

/// So many costs are kept for each goal at most; figures of several hexes have one for each facing.
const KEPT_PLACES: usize = 12_288;

/// So many ways round others are kept at a time: those of the figures that several threads move.
const RECENT: usize = 24;

/// What a turn on the spot counts as, in MP: it costs none, but it ends the move.
const TURN: u8 = 3;

/// What a step back counts as over and above its MP: there cannot be two, one after the other.
const BACK: u8 = 2;

/// What waiting for somebody to leave a hex counts as, in MP: some two rounds' walk.
const WAIT: u16 = 20;

/// The cheapest ways over the field, figures left out of account.
#[derive(Debug, Default)]
pub struct Ways {
    paces: Vec<Paces>,
}

/// How a kind of figure gets about, by its position in [`Ways`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gait(usize);

impl Ways {
    /// The ways of figures of this shape.
    pub fn gait(&mut self, field: &Battlefield, pattern: &FrontPattern, shape: &Shape) -> Gait {
        // Figures of one hex get everywhere alike, whichever of the hexes around them they call their front.
        let pattern = Some(pattern).filter(|pattern| pattern.hexes() > 1);
        let known = self.paces.iter().position(|paces| paces.pattern.as_ref() == pattern);
        Gait(known.unwrap_or_else(|| {
            self.paces.push(match pattern {
                Some(pattern) => Paces::of(field, pattern.clone(), shape),
                None => Paces::one_hex(field),
            });
            self.paces.len() - 1
        }))
    }

    /// MP of the cheapest way from a place to a hex; for a figure of several hexes, to where it has that in its front,
    /// and into it. `None` where there is none.
    ///
    /// Where no costs are kept a long way may be told too short: as far as it was looked at, and from there as the crow
    /// flies.
    pub fn cost(&self, field: &Battlefield, gait: Gait, from: Pose, to: Hex) -> Option<u32> {
        let paces = &self.paces[gait.0];
        let goal = field.geometry.index(to)?;
        match paces.kept.get(goal) {
            Some(kept) => {
                let costs = kept.get_or_init(|| paces.reach(field, &[to], &[]));
                paces.told(field, costs, from)
            }
            None => paces.search(field, from, to, FOLLOWED),
        }
    }

    /// MP to a hex from everywhere, if one waits for whoever stands in the way or goes round, whichever is less. `None`
    /// on maps so large that no costs are kept.
    pub fn around(&self, field: &Battlefield, gait: Gait, to: Hex, standing: &[Hex]) -> Option<Around<'_>> {
        let paces = &self.paces[gait.0];
        let is_kept = field.geometry.index(to).is_some_and(|goal| goal < paces.kept.len());
        is_kept.then(|| Around { paces, costs: paces.recent(field, to, standing) })
    }

    /// MP from everywhere to the nearest of some hexes, as [`cost`](Self::cost) counts them.
    pub fn to_nearest(&self, field: &Battlefield, gait: Gait, goals: &[Hex]) -> Around<'_> {
        let paces = &self.paces[gait.0];
        Around { paces, costs: Arc::new(paces.reach(field, goals, &[])) }
    }

    /// What a way from a place to a hex must cost at least: as the crow flies, at 1 MP a hex.
    pub fn at_least(&self, gait: Gait, from: Pose, to: Hex) -> u32 {
        from.head.distance(to).saturating_sub(self.paces[gait.0].arm)
    }

    /// The same by A*, however far it is: places are opened in the order of what they cost so far and must at least
    /// cost yet.
    pub fn cheapest(&self, field: &Battlefield, gait: Gait, from: Pose, to: Hex) -> Option<u32> {
        self.paces[gait.0].search(field, from, to, usize::MAX)
    }
}

/// The cheapest ways to a hex round those who stand in the way.
#[derive(Debug)]
pub struct Around<'a> {
    paces: &'a Paces,
    costs: Arc<Vec<u16>>,
}

impl Around<'_> {
    /// MP from a place; `None` where there is no way.
    pub fn cost(&self, field: &Battlefield, from: Pose) -> Option<u32> {
        self.paces.told(field, &self.costs, from)
    }

    /// MP from a hex, whatever the facing is best there.
    pub fn cheapest(&self, field: &Battlefield, from: Hex) -> Option<u32> {
        let facings = 0..self.paces.layouts.len() as i32;
        facings.filter_map(|facing| self.cost(field, Pose { head: from, facing: Direction::new(facing) })).min()
    }
}

/// How figures of a shape get from place to place. Those of one hex always face direction 0 here.
#[derive(Debug)]
struct Paces {
    /// Their pattern; none for figures of one hex.
    pattern: Option<FrontPattern>,
    /// The hexes occupied, by facing, as vectors from the head.
    layouts: Vec<Vec<Hex>>,
    /// Where a goal lies, by facing, as vectors from the head.
    goals: Vec<Vec<Hex>>,
    /// Paces by the facing they begin with.
    from: Vec<Vec<Pace>>,
    /// Paces by the facing they end with.
    to: Vec<Vec<Pace>>,
    /// No goal is farther from the head than this.
    arm: u32,
    /// By goal, the costs from every place; empty where there would be too many.
    kept: Vec<OnceLock<Vec<u16>>>,
    /// The ways round others that were asked for last: from step to step they are the same.
    recent: Mutex<VecDeque<Recent>>,
}

/// Ways to a hex round those who stand in the way.
#[derive(Debug)]
struct Recent {
    goal: Hex,
    standing: Vec<Hex>,
    costs: Arc<Vec<u16>>,
}

/// A step or a turn.
#[derive(Clone, Debug)]
struct Pace {
    /// Facing before and after.
    facings: [Direction; 2],
    /// Where the head goes.
    by: Hex,
    /// What is newly covered, as vectors from where the head goes to.
    covers: Vec<Hex>,
    /// What it counts as.
    counts: Counts,
}

/// What a pace counts as, in MP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counts {
    /// What the dearest of the newly covered hexes costs, and this much more.
    Ground(u8),
    /// This much.
    Always(u8),
}

impl Paces {
    fn one_hex(field: &Battlefield) -> Self {
        let facings = [Direction::default(); 2];
        let step = |direction: Direction| Pace {
            facings,
            by: direction.vector(),
            covers: vec![Hex::ZERO],
            counts: Counts::Ground(0),
        };
        let paces = vec![Direction::ALL.map(step).to_vec()];
        let here = vec![vec![Hex::ZERO]];
        Self::new(field, None, here.clone(), here, paces)
    }

    fn of(field: &Battlefield, pattern: FrontPattern, shape: &Shape) -> Self {
        let place = |facing| Pose { head: Hex::ZERO, facing };
        let layouts = Direction::ALL.map(|facing| shape.hexes(place(facing)).to_vec());
        let goals = Direction::ALL.map(|facing| {
            let front = pattern.positions().filter(|&(_, position)| position == Position::Front);
            front.map(|(hex, _)| hex.turned(i32::from(facing.index()))).collect()
        });
        let paces = Direction::ALL.map(|facing| {
            let before = place(facing);
            let steps = Direction::ALL.into_iter().filter_map(|direction| stride(shape, before, direction));
            let steps = steps.map(|(after, course)| {
                let more = if course == Course::Back { BACK } else { 0 };
                pace(shape, before, after, Counts::Ground(more))
            });
            let turns = (1..6).map(|turn| place(facing.turned(turn)));
            steps.chain(turns.map(|after| pace(shape, before, after, Counts::Always(TURN)))).collect()
        });
        Self::new(field, Some(pattern), layouts.into(), goals.into(), paces.into())
    }

    fn new(
        field: &Battlefield,
        pattern: Option<FrontPattern>,
        layouts: Vec<Vec<Hex>>,
        goals: Vec<Vec<Hex>>,
        from: Vec<Vec<Pace>>,
    ) -> Self {
        let facings = layouts.len();
        let mut to = vec![Vec::new(); facings];
        for pace in from.iter().flatten() {
            to[usize::from(pace.facings[1].index())].push(pace.clone());
        }
        let arm = goals.iter().flatten().map(|goal| goal.length()).max().unwrap_or_default();
        let cells = cells(field);
        let kept = if cells <= KEPT_CELLS && cells * facings <= KEPT_PLACES { cells } else { 0 };
        let kept = (0..kept).map(|_| OnceLock::new()).collect();
        Self { pattern, layouts, goals, from, to, arm, kept, recent: Mutex::default() }
    }

    /// The place as it is known here: figures of one hex have no facing.
    fn turned(&self, place: Pose) -> Pose {
        if self.pattern.is_some() { place } else { Pose { facing: Direction::default(), ..place } }
    }

    /// The position of a place in the costs of a goal.
    fn index(&self, field: &Battlefield, place: Pose) -> Option<usize> {
        Some(field.geometry.index(place.head)? * self.layouts.len() + usize::from(place.facing.index()))
    }

    /// What the costs of a goal say of a place.
    fn told(&self, field: &Battlefield, costs: &[u16], from: Pose) -> Option<u32> {
        let cost = costs[self.index(field, self.turned(from))?];
        (cost != u16::MAX).then_some(u32::from(cost))
    }

    /// Whether all hexes of a figure in a place can be entered.
    fn fits(&self, field: &Battlefield, place: Pose) -> bool {
        let layout = &self.layouts[usize::from(place.facing.index())];
        layout.iter().all(|&hex| field.cost(place.head + hex).is_some())
    }

    /// MP for the goal itself, once it is in front; figures of one hex go right there.
    fn last(&self, field: &Battlefield, goal: Hex) -> u16 {
        if self.pattern.is_some() { u16::from(field.cost(goal).unwrap_or(1)) } else { 0 }
    }

    /// The same as [`reach`](Self::reach), kept for a while.
    fn recent(&self, field: &Battlefield, goal: Hex, standing: &[Hex]) -> Arc<Vec<u16>> {
        let lock = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().iter().find(|known| known.goal == goal && known.standing == standing) {
            return Arc::clone(&known.costs);
        }
        let costs = Arc::new(self.reach(field, &[goal], standing));
        let mut recent = lock();
        recent.truncate(RECENT - 1);
        recent.push_front(Recent { goal, standing: standing.to_vec(), costs: Arc::clone(&costs) });
        costs
    }

    /// MP from every place to the nearest of some goals, waiting for those who stand on the way; `u16::MAX` where there is
    /// no way.
    ///
    /// A step costs what the hexes entered cost, so the flood runs backward from the goals.
    fn reach(&self, field: &Battlefield, goals: &[Hex], standing: &[Hex]) -> Vec<u16> {
        let mut costs = vec![u16::MAX; cells(field) * self.layouts.len()];
        let mut open = BinaryHeap::new();
        for &goal in goals {
            let last = self.last(field, goal);
            for (facing, fronts) in (0..).zip(&self.goals) {
                for &front in fronts {
                    let place = Pose { head: goal - front, facing: Direction::new(facing) };
                    let index = self.index(field, place).filter(|_| self.fits(field, place));
                    if let Some(index) = index.filter(|&index| last < costs[index]) {
                        costs[index] = last;
                        open.push((Reverse(last), place));
                    }
                }
            }
        }
        while let Some((Reverse(cost), place)) = open.pop() {
            if self.index(field, place).is_none_or(|index| costs[index] != cost) {
                continue;
            }
            for pace in &self.to[usize::from(place.facing.index())] {
                let before = Pose { head: place.head - pace.by, facing: pace.facings[0] };
                let Some(index) = self.index(field, before).filter(|_| self.fits(field, before)) else { continue };
                let Some(paid) = pace.cost(field, place.head) else { continue };
                let wait = if pace.meets(place.head, standing) { WAIT } else { 0 };
                let sum = cost.saturating_add(u16::from(paid) + wait);
                if sum < costs[index] {
                    costs[index] = sum;
                    open.push((Reverse(sum), before));
                }
            }
        }
        costs
    }

    /// MP of the cheapest way after opening at most this many places; whoever gives up names what the way must cost at
    /// least.
    fn search(&self, field: &Battlefield, from: Pose, to: Hex, most: usize) -> Option<u32> {
        let (from, last) = (self.turned(from), u32::from(self.last(field, to)));
        let left = |place: Pose| place.head.distance(to).saturating_sub(self.arm) + last;
        field.cost(to)?;
        if !self.fits(field, from) {
            return None;
        }
        let mut best = BTreeMap::from([(from, 0u32)]);
        let mut open = BinaryHeap::from([(Reverse(left(from)), Reverse(left(from)), from)]);
        let mut opened = 0;
        while let Some((Reverse(at_least), _, place)) = open.pop() {
            let facing = usize::from(place.facing.index());
            let cost = best[&place];
            if self.goals[facing].contains(&(to - place.head)) {
                return Some(cost + last);
            }
            opened += 1;
            if opened > most {
                return Some(at_least);
            }
            for pace in &self.from[facing] {
                let next = Pose { head: place.head + pace.by, facing: pace.facings[1] };
                let Some(paid) = pace.cost(field, next.head) else { continue };
                let sum = cost + u32::from(paid);
                if best.get(&next).is_none_or(|&known| sum < known) {
                    best.insert(next, sum);
                    open.push((Reverse(sum + left(next)), Reverse(left(next)), next));
                }
            }
        }
        None
    }
}

impl Pace {
    /// Whether a pace that leads the head to a hex enters one of some hexes.
    fn meets(&self, head: Hex, hexes: &[Hex]) -> bool {
        self.covers.iter().any(|&hex| hexes.contains(&(head + hex)))
    }

    /// MP for a pace that leads the head to a hex; `None` where something in the way cannot be entered.
    fn cost(&self, field: &Battlefield, head: Hex) -> Option<u8> {
        let mut dearest = 0;
        for &hex in &self.covers {
            dearest = dearest.max(field.cost(head + hex)?);
        }
        Some(match self.counts {
            Counts::Ground(more) => dearest.saturating_add(more).saturating_add(field.climb(head - self.by, head)?),
            Counts::Always(count) => count,
        })
    }
}

fn pace(shape: &Shape, before: Pose, after: Pose, counts: Counts) -> Pace {
    let occupied = shape.hexes(before);
    let mut covers: Vec<Hex> = shape.hexes(after).iter().filter(|hex| !occupied.contains(hex)).copied().collect();
    if covers.is_empty() {
        covers.push(after.head);
    }
    let covers = covers.into_iter().map(|hex| hex - after.head).collect();
    Pace { facings: [before.facing, after.facing], by: after.head - before.head, covers, counts }
}

fn cells(field: &Battlefield) -> usize {
    field.geometry.cell_count()
}

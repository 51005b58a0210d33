//! Pathfinding: movement costs from a pose to a hex over passable ground, in MP.
//!
//! On maps of up to `KEPT_CELLS` cells, the costs from every place to a goal are flooded once and kept. On larger maps,
//! each path is searched. Each thread keeps the results of searches, and of floods round figures that are in the way.

mod flood;
mod recent;
mod search;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;

use foeman_schema::grid::{Direction, Hex};

use crate::body::shape::{Pose, Position, Shape};
use crate::body::step::{Course, stride};
use crate::ground::Battlefield;
use crate::notation::pattern::FrontPattern;

/// On larger maps a search opens at most this many places; the cost of the rest is estimated.
const FOLLOWED: usize = 250;

/// Maps with up to this many cells cache the costs from every place to a goal.
const KEPT_CELLS: usize = 4096;

/// The most costs cached for each goal; figures of several hexes need one for each facing.
const KEPT_PLACES: usize = 12_288;

/// The cost assumed for a turn on the spot, in MP: it is free, but it ends the move.
const TURN: u8 = 3;

/// The cost of a backward step in addition to its MP: two in a row are not allowed.
const BACK: u8 = 2;

/// The cost assumed for waiting until a figure leaves a hex, in MP: about two rounds of walking.
const WAIT: u16 = 20;

/// Cheapest paths over the field, ignoring figures.
#[derive(Debug, Default)]
pub struct Ways {
    paces: Vec<Paces>,
}

/// How a kind of figure moves, as a position in [`Ways`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gait(usize);

impl Ways {
    /// Returns the gait of figures with this shape.
    pub fn gait(&mut self, field: &Battlefield, pattern: &FrontPattern, shape: &Shape) -> Gait {
        // Figures of one hex share a gait: which of the adjacent hexes are front hexes makes no difference to their
        // paths.
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

    /// The same gaits on another field, with nothing cached.
    pub(crate) fn again(&self, field: &Battlefield) -> Self {
        Self { paces: self.paces.iter().map(|paces| paces.again(field)).collect() }
    }

    /// MP of the cheapest path from a place to a hex. For a figure of several hexes: to a place with the hex in its
    /// front, and from there into it. `None` if there is no path.
    ///
    /// If no costs are cached, the result for a long path can be too low: the part that was not searched counts as a
    /// straight line at the lowest cost.
    pub fn cost(&self, field: &Battlefield, gait: Gait, from: Pose, to: Hex) -> Option<u32> {
        match self.table(field, gait, to) {
            Some(table) => table.cost(field, from),
            None => self.paces[gait.0].followed(field, field.geometry.index(to)?, from, to),
        }
    }

    /// The cached costs of paths to a hex, for several lookups; `None` on large maps.
    pub(crate) fn table(&self, field: &Battlefield, gait: Gait, to: Hex) -> Option<Table<'_>> {
        let paces = &self.paces[gait.0];
        let kept = paces.kept.get(field.geometry.index(to)?)?;
        Some(Table { paces, costs: kept.get_or_init(|| paces.reach(field, &[to], &[])) })
    }

    /// Whether the costs of paths to a hex are cached, so that [`cost`](Self::cost) is a lookup.
    pub fn is_kept(&self, field: &Battlefield, gait: Gait, to: Hex) -> bool {
        field.geometry.index(to).is_some_and(|goal| goal < self.paces[gait.0].kept.len())
    }

    /// MP to a hex from everywhere, either waiting for figures in the way or going around them, whichever is less.
    /// `None` on maps that are too large to cache costs.
    pub fn around(&self, field: &Battlefield, gait: Gait, to: Hex, standing: &[Hex]) -> Option<Around<'_>> {
        let paces = &self.paces[gait.0];
        self.is_kept(field, gait, to).then(|| Around { paces, flood: paces.recent(field, to, standing) })
    }

    /// MP from everywhere to the nearest of some hexes, as [`cost`](Self::cost) counts them.
    pub fn to_nearest(&self, field: &Battlefield, gait: Gait, goals: &[Hex]) -> Around<'_> {
        let paces = &self.paces[gait.0];
        Around { paces, flood: Rc::new(RefCell::new(paces.flood(field, goals, &[]))) }
    }

    /// A lower bound for the cost of a path from a place to a hex: the distance, at 1 MP a hex.
    pub fn at_least(&self, gait: Gait, from: Pose, to: Hex) -> u32 {
        from.head.distance(to).saturating_sub(self.paces[gait.0].arm)
    }

    /// The same for all hexes farther than a distance.
    pub fn farther(&self, gait: Gait, distance: u32) -> u32 {
        distance.saturating_add(1).saturating_sub(self.paces[gait.0].arm)
    }

    /// The exact cost at any distance, by A*: places are opened in the order of the cost so far plus a lower bound for
    /// the rest.
    pub fn cheapest(&self, field: &Battlefield, gait: Gait, from: Pose, to: Hex) -> Option<u32> {
        self.paces[gait.0].search(field, from, to, usize::MAX)
    }
}

/// The cheapest paths to a hex.
pub(crate) struct Table<'a> {
    paces: &'a Paces,
    costs: &'a [u16],
}

impl Table<'_> {
    /// MP from a place; `None` if there is no path.
    pub(crate) fn cost(&self, field: &Battlefield, from: Pose) -> Option<u32> {
        self.paces.told(field, self.costs, from)
    }
}

/// The cheapest paths to a hex around the figures in the way.
#[derive(Debug)]
pub struct Around<'a> {
    paces: &'a Paces,
    flood: Rc<RefCell<flood::Flood>>,
}

impl Around<'_> {
    /// MP from a place; `None` if there is no path.
    pub fn cost(&self, field: &Battlefield, from: Pose) -> Option<u32> {
        let index = self.paces.index(field, self.paces.turned(from))?;
        let cost = self.paces.reach_from(field, &mut self.flood.borrow_mut(), index);
        (cost != u16::MAX).then_some(u32::from(cost))
    }

    /// MP from a hex with the facing that is best there.
    pub fn cheapest(&self, field: &Battlefield, from: Hex) -> Option<u32> {
        let facings = 0..self.paces.layouts.len() as i32;
        facings.filter_map(|facing| self.cost(field, Pose { head: from, facing: Direction::new(facing) })).min()
    }
}

/// The moves of figures with one shape. Figures of one hex always face direction 0 here.
#[derive(Debug)]
struct Paces {
    /// Their pattern; `None` for figures of one hex.
    pattern: Option<FrontPattern>,
    /// The hexes occupied, by facing, as vectors from the head.
    layouts: Vec<Vec<Hex>>,
    /// The positions of a goal relative to the head, by facing.
    goals: Vec<Vec<Hex>>,
    /// Paces by the facing before them.
    from: Vec<Vec<Pace>>,
    /// Paces by the facing after them.
    to: Vec<Vec<Pace>>,
    /// The greatest distance of a goal from the head.
    arm: u32,
    /// Cached costs from every place, by goal; empty on large maps.
    kept: Vec<OnceLock<Vec<u16>>>,
    /// The paces to each place; empty on large maps.
    entrances: OnceLock<flood::Entrances>,
    /// Identifies the results of this field and shape in the caches of the threads.
    id: recent::Id,
}

/// A step or a turn.
#[derive(Clone, Debug)]
struct Pace {
    /// Facing before and after.
    facings: [Direction; 2],
    /// The move of the head.
    by: Hex,
    /// The hexes newly covered, relative to the new hex of the head.
    covers: Vec<Hex>,
    /// Its cost.
    counts: Counts,
}

/// The cost of a pace, in MP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counts {
    /// The cost of the most expensive hex newly covered, plus this.
    Ground(u8),
    /// A fixed cost.
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
        let kept = Self::empty(field, facings);
        Self { pattern, layouts, goals, from, to, arm, kept, entrances: OnceLock::new(), id: recent::Id::new() }
    }

    fn again(&self, field: &Battlefield) -> Self {
        Self {
            pattern: self.pattern.clone(),
            layouts: self.layouts.clone(),
            goals: self.goals.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            arm: self.arm,
            kept: Self::empty(field, self.layouts.len()),
            entrances: OnceLock::new(),
            id: recent::Id::new(),
        }
    }

    /// A cache for each goal, without costs.
    fn empty(field: &Battlefield, facings: usize) -> Vec<OnceLock<Vec<u16>>> {
        let cells = cells(field);
        let kept = if cells <= KEPT_CELLS && cells * facings <= KEPT_PLACES { cells } else { 0 };
        (0..kept).map(|_| OnceLock::new()).collect()
    }

    /// The place with the facing dropped for figures of one hex.
    fn turned(&self, place: Pose) -> Pose {
        if self.pattern.is_some() { place } else { Pose { facing: Direction::default(), ..place } }
    }

    /// The number of places: each cell with each facing that makes a difference.
    fn places(&self, field: &Battlefield) -> usize {
        cells(field) * self.layouts.len()
    }

    /// The place with an index, the inverse of [`index`](Self::index).
    fn place(&self, field: &Battlefield, index: usize) -> Pose {
        let facings = self.layouts.len();
        let head = field.geometry.hex(field.geometry.cell_at(index / facings));
        Pose { head, facing: Direction::new((index % facings) as i32) }
    }

    /// The index of a place in the cost table of a goal.
    fn index(&self, field: &Battlefield, place: Pose) -> Option<usize> {
        Some(field.geometry.index(place.head)? * self.layouts.len() + usize::from(place.facing.index()))
    }

    /// Looks up the cost of a place in the cost table of a goal.
    fn told(&self, field: &Battlefield, costs: &[u16], from: Pose) -> Option<u32> {
        let cost = costs[self.index(field, self.turned(from))?];
        (cost != u16::MAX).then_some(u32::from(cost))
    }

    /// Whether all hexes of a figure in a place can be entered.
    fn fits(&self, field: &Battlefield, place: Pose) -> bool {
        let layout = &self.layouts[usize::from(place.facing.index())];
        layout.iter().all(|&hex| field.cost(place.head + hex).is_some())
    }

    /// MP for entering the goal itself from a place that has it in front; figures of one hex are already there.
    fn last(&self, field: &Battlefield, goal: Hex) -> u16 {
        if self.pattern.is_some() { u16::from(field.cost(goal).unwrap_or(1)) } else { 0 }
    }
}

impl Pace {
    /// Whether a pace that leads the head to a hex newly covers one of these hexes.
    fn meets(&self, head: Hex, hexes: &[Hex]) -> bool {
        self.covers.iter().any(|&hex| hexes.contains(&(head + hex)))
    }

    /// MP for a pace that leads the head to a hex; `None` if it covers an impassable hex.
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

//! Floods: the costs from every place to the nearest of some goals.

use std::cell::RefCell;

use foeman_schema::grid::{Direction, Hex};

use super::{Pace, Paces, WAIT};
use crate::body::shape::Pose;
use crate::ground::Battlefield;

/// The most places for which the paces are tabled; on larger maps, each flood computes them again.
const TABLED: usize = 1 << 16;

/// The number of costs that can be open at the same time: more than the most expensive pace, which costs at most
/// `u8::MAX` and a wait.
const SPAN: usize = 512;

/// The number of places of which debug builds compare one with a whole flood.
const CHECKED: usize = 16;

thread_local! {
    /// The open places of a flood, kept because a flood is too short to ask for memory each time.
    static OPEN: RefCell<Open> = RefCell::default();
}

/// The paces by the place after them. Floods run backward from the goals.
#[derive(Debug)]
pub(super) struct Entrances {
    /// For each place, the position of its first pace in `all`; one more at the end.
    first: Vec<u32>,
    all: Vec<Entrance>,
}

/// A pace into a place.
#[derive(Clone, Copy, Debug)]
struct Entrance {
    /// The index of the place before it.
    before: u32,
    /// Its position among the paces with this facing after them.
    pace: u16,
    /// Its cost in MP.
    paid: u8,
}

/// The costs from every place to the nearest of some goals, as far as they have been followed.
#[derive(Debug)]
pub(super) struct Flood {
    goals: Vec<Hex>,
    /// The hexes of figures in the way.
    standing: Vec<Hex>,
    /// The same as cells: all paces to a place of a figure of one hex enter the same hex.
    waited: Vec<usize>,
    /// Final up to `followed`; `u16::MAX` if no path is known.
    costs: Vec<u16>,
    followed: u16,
    /// The places from which to continue, with their costs.
    open: Vec<(u16, u32)>,
}

impl Flood {
    /// Whether it has this one goal, around these figures.
    pub(super) fn leads_to(&self, goal: Hex, standing: &[Hex]) -> bool {
        self.goals == [goal] && self.standing == standing
    }

    /// The cost of a place, if it is final.
    fn told(&self, index: usize) -> Option<u16> {
        Some(self.costs[index]).filter(|&cost| cost <= self.followed)
    }
}

impl Paces {
    /// MP from every place to the nearest of some goals, waiting for figures in the way; `u16::MAX` if there is no
    /// path.
    pub(super) fn reach(&self, field: &Battlefield, goals: &[Hex], standing: &[Hex]) -> Vec<u16> {
        let mut flood = self.flood(field, goals, standing);
        self.follow(field, &mut flood, None);
        flood.costs
    }

    /// MP from a place, as in [`reach`](Self::reach). The flood is followed only as far as that takes.
    pub(super) fn reach_from(&self, field: &Battlefield, flood: &mut Flood, index: usize) -> u16 {
        if flood.told(index).is_none() {
            self.follow(field, flood, Some(index));
        }
        debug_assert!(
            !index.is_multiple_of(CHECKED)
                || flood.costs[index] == self.reach(field, &flood.goals, &flood.standing)[index],
            "a flood in parts has other costs than a whole one",
        );
        flood.costs[index]
    }

    /// The start of a flood.
    pub(super) fn flood(&self, field: &Battlefield, goals: &[Hex], standing: &[Hex]) -> Flood {
        let waited = match self.pattern {
            None => standing.iter().filter_map(|&hex| field.geometry.index(hex)).collect(),
            Some(_) => Vec::new(),
        };
        let (goals, standing) = (goals.to_vec(), standing.to_vec());
        let (mut costs, mut open) = (vec![u16::MAX; self.places(field)], Vec::new());
        for &goal in &goals {
            let last = self.last(field, goal);
            for index in self.finishes(field, goal) {
                if last < costs[index] {
                    costs[index] = last;
                    open.push((last, index as u32));
                }
            }
        }
        Flood { goals, standing, waited, costs, followed: 0, open }
    }

    /// Continues a flood until the cost of a place is final, or to its end.
    ///
    /// A step costs what the hexes entered cost, so the search runs backward from the goals.
    fn follow(&self, field: &Battlefield, flood: &mut Flood, until: Option<usize>) {
        let kept = self.entrances(field);
        let mut near = Vec::new();
        let Flood { standing, waited, costs, followed, open: paused, .. } = flood;
        // Figures of one hex wait for whole places, larger ones for some paces.
        let by_pace = self.pattern.is_some() && !standing.is_empty();
        OPEN.with_borrow_mut(|open| {
            open.clear(*followed);
            paused.drain(..).for_each(|(cost, index)| open.push(cost, index as usize));
            loop {
                let Some((cost, index)) = open.pop() else {
                    *followed = u16::MAX;
                    return;
                };
                if costs[index] != cost {
                    continue;
                }
                if until.is_some_and(|until| costs[until] <= cost) {
                    open.push(cost, index);
                    *followed = cost;
                    open.drain_into(paused);
                    return;
                }
                let entrances = match kept {
                    Some(kept) => &kept.all[kept.first[index] as usize..kept.first[index + 1] as usize],
                    None => {
                        near.clear();
                        self.add_entrances(field, index, &mut near);
                        &near
                    }
                };
                let place = by_pace.then(|| self.place(field, index));
                let wait = if waited.contains(&index) { WAIT } else { 0 };
                for entrance in entrances {
                    let before = entrance.before as usize;
                    let wait = match place {
                        Some(place) if self.pace_to(place, entrance.pace).meets(place.head, standing) => WAIT,
                        _ => wait,
                    };
                    let sum = cost.saturating_add(u16::from(entrance.paid) + wait);
                    if sum < costs[before] {
                        costs[before] = sum;
                        open.push(sum, before);
                    }
                }
            }
        });
    }

    /// The pace with this number among those to a place.
    fn pace_to(&self, place: Pose, number: u16) -> &Pace {
        &self.to[usize::from(place.facing.index())][usize::from(number)]
    }

    /// The places from which a figure enters a goal, or in which it is there.
    fn finishes(&self, field: &Battlefield, goal: Hex) -> impl Iterator<Item = usize> {
        (0..).zip(&self.goals).flat_map(move |(facing, fronts)| {
            let places = fronts.iter().map(move |&front| Pose { head: goal - front, facing: Direction::new(facing) });
            places.filter_map(move |place| self.index(field, place).filter(|_| self.fits(field, place)))
        })
    }

    /// The paces to each place; `None` on large maps.
    fn entrances(&self, field: &Battlefield) -> Option<&Entrances> {
        let places = self.places(field);
        (places <= TABLED).then(|| {
            self.entrances.get_or_init(|| {
                let (mut first, mut all) = (Vec::with_capacity(places + 1), Vec::new());
                for index in 0..places {
                    first.push(all.len() as u32);
                    self.add_entrances(field, index, &mut all);
                }
                first.push(all.len() as u32);
                Entrances { first, all }
            })
        })
    }

    /// Adds the paces to a place, from places in which the figure fits.
    fn add_entrances(&self, field: &Battlefield, index: usize, all: &mut Vec<Entrance>) {
        let place = self.place(field, index);
        if !self.fits(field, place) {
            return;
        }
        for (pace, number) in self.to[usize::from(place.facing.index())].iter().zip(0..) {
            let before = Pose { head: place.head - pace.by, facing: pace.facings[0] };
            let Some(index) = self.index(field, before).filter(|_| self.fits(field, before)) else { continue };
            let Some(paid) = pace.cost(field, place.head) else { continue };
            all.push(Entrance { before: index as u32, pace: number, paid });
        }
    }
}

/// The open places of a flood, by cost: in a ring, because the costs of open places differ by less than [`SPAN`].
#[derive(Default)]
struct Open {
    ring: Vec<Vec<u32>>,
    cost: u16,
    count: usize,
}

impl Open {
    /// Starts over with costs from this one on.
    fn clear(&mut self, cost: u16) {
        self.ring.resize_with(SPAN, Vec::new);
        if self.count > 0 {
            self.ring.iter_mut().for_each(Vec::clear);
        }
        (self.cost, self.count) = (cost, 0);
    }

    /// Moves all open places out.
    fn drain_into(&mut self, list: &mut Vec<(u16, u32)>) {
        while let Some((cost, index)) = self.pop() {
            list.push((cost, index as u32));
        }
    }

    fn push(&mut self, cost: u16, index: usize) {
        self.ring[usize::from(cost) % SPAN].push(index as u32);
        self.count += 1;
    }

    /// Removes a place with the lowest cost.
    fn pop(&mut self) -> Option<(u16, usize)> {
        if self.count == 0 {
            return None;
        }
        loop {
            if let Some(index) = self.ring[usize::from(self.cost) % SPAN].pop() {
                self.count -= 1;
                return Some((self.cost, index as usize));
            }
            self.cost += 1;
        }
    }
}

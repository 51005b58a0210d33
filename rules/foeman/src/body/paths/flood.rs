//! Floods: the costs from every place to the nearest of some goals.

use std::cell::RefCell;

use foeman_schema::grid::{Direction, Hex};
use smallvec::SmallVec;

use super::{Pace, Paces, WAIT};
use crate::body::shape::Pose;
use crate::ground::Battlefield;

/// The most places for which the paces are tabled; on larger maps, each flood computes them again.
const TABLED: usize = 1 << 16;

/// The number of costs that can be open at the same time: more than the most expensive pace, which costs at most
/// `u8::MAX` and a wait.
const SPAN: usize = 512;

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

impl Paces {
    /// MP from every place to the nearest of some goals, waiting for figures in the way; `u16::MAX` if there is no
    /// path.
    ///
    /// A step costs what the hexes entered cost, so the search runs backward from the goals.
    pub(super) fn reach(&self, field: &Battlefield, goals: &[Hex], standing: &[Hex]) -> Vec<u16> {
        let mut costs = vec![u16::MAX; self.places(field)];
        let kept = self.entrances(field);
        let mut near = Vec::new();
        // The hexes that figures of one hex have to wait for: all paces to a place enter the same hex.
        let alone = self.pattern.is_none();
        let waited: SmallVec<[usize; 16]> = match alone {
            true => standing.iter().filter_map(|&hex| field.geometry.index(hex)).collect(),
            false => SmallVec::new(),
        };
        OPEN.with_borrow_mut(|open| {
            open.clear();
            for &goal in goals {
                let last = self.last(field, goal);
                for index in self.finishes(field, goal) {
                    if last < costs[index] {
                        costs[index] = last;
                        open.push(last, index);
                    }
                }
            }
            while let Some((cost, index)) = open.pop() {
                if costs[index] != cost {
                    continue;
                }
                let entrances = match kept {
                    Some(kept) => &kept.all[kept.first[index] as usize..kept.first[index + 1] as usize],
                    None => {
                        near.clear();
                        self.add_entrances(field, index, &mut near);
                        &near
                    }
                };
                let place = (!alone && !standing.is_empty()).then(|| self.place(field, index));
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
        costs
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
    fn clear(&mut self) {
        self.ring.resize_with(SPAN, Vec::new);
        if self.count > 0 {
            self.ring.iter_mut().for_each(Vec::clear);
        }
        (self.cost, self.count) = (0, 0);
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

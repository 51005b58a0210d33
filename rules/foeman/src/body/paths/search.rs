//! Searches for one path, by A*.

use std::cell::RefCell;
use std::collections::BinaryHeap;

use foeman_schema::grid::{Direction, Hex};

use super::{Pace, Paces};
use crate::body::shape::Pose;
use crate::ground::Battlefield;

thread_local! {
    /// The memory of a search, kept because a search is too short to ask for it each time.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Coordinates are packed with this offset, which makes them positive and keeps their order.
const OFFSET: i32 = 1 << 28;

/// The number of slots with which the costs of a search begin.
const FEWEST_SLOTS: usize = 1 << 11;

/// The number of slots up to which their memory is kept.
const KEPT_SLOTS: usize = 1 << 16;

#[derive(Default)]
struct Scratch {
    best: Best,
    open: BinaryHeap<(Rank, u64)>,
}

/// The order in which places are opened: the lowest bound first, of these the one nearest to the goal.
type Rank = u64;

fn rank(at_least: u32, left: u32) -> Rank {
    !(u64::from(at_least) << 32 | u64::from(left))
}

/// The bound in a rank.
fn at_least(rank: Rank) -> u32 {
    (!rank >> 32) as u32
}

/// Packs a place into a number that is ordered like the place.
fn pack(place: Pose) -> u64 {
    let [q, r] = [place.head.q, place.head.r].map(|n| u64::from((n + OFFSET).unsigned_abs()));
    q << 32 | r << 3 | u64::from(place.facing.index())
}

fn unpack(packed: u64) -> Pose {
    let hex = Hex::new((packed >> 32) as i32 - OFFSET, (packed as u32 >> 3) as i32 - OFFSET);
    Pose { head: hex, facing: Direction::new((packed & 7) as i32) }
}

impl Paces {
    /// MP of the cheapest path, opening at most this many places; a search that gives up returns a lower bound.
    pub(super) fn search(&self, field: &Battlefield, from: Pose, to: Hex, most: usize) -> Option<u32> {
        let (from, last) = (self.turned(from), u32::from(self.last(field, to)));
        let left = |place: Pose| place.head.distance(to).saturating_sub(self.arm) + last;
        field.cost(to)?;
        if !self.fits(field, from) {
            return None;
        }
        if self.pattern.is_none() && self.is_straight(field, from.head, to) {
            return Some(left(from));
        }
        SCRATCH.with_borrow_mut(|Scratch { best, open }| {
            best.clear();
            open.clear();
            best.set(pack(from), 0);
            open.push((rank(left(from), left(from)), pack(from)));
            let mut opened = 0;
            while let Some((rank_of, packed)) = open.pop() {
                let place = unpack(packed);
                let facing = usize::from(place.facing.index());
                let cost = best.get(packed)?;
                if self.goals[facing].contains(&(to - place.head)) {
                    return Some(cost + last);
                }
                opened += 1;
                if opened > most {
                    return Some(at_least(rank_of));
                }
                for pace in &self.from[facing] {
                    let next = Pose { head: place.head + pace.by, facing: pace.facings[1] };
                    let Some(paid) = pace.cost(field, next.head) else { continue };
                    let sum = cost + u32::from(paid);
                    let packed = pack(next);
                    if best.get(packed).is_none_or(|known| sum < known) {
                        best.set(packed, sum);
                        let left = left(next);
                        open.push((rank(sum + left, left), packed));
                    }
                }
            }
            None
        })
    }
}

impl Paces {
    /// Whether each of some steps towards a hex costs 1 MP, so that no other path is cheaper; only for figures of one hex.
    fn is_straight(&self, field: &Battlefield, from: Hex, to: Hex) -> bool {
        let mut at = from;
        while at != to {
            let left = at.distance(to);
            let leads = |pace: &&Pace| {
                let next = at + pace.by;
                next.distance(to) < left && pace.cost(field, next) == Some(1)
            };
            let Some(pace) = self.from.iter().flatten().find(leads) else { return false };
            at = at + pace.by;
        }
        true
    }
}

/// The costs of the places found so far: a table with open addressing, since a search finds only a small part of the
/// places of a large map.
#[derive(Default)]
struct Best {
    slots: Vec<Slot>,
    /// Slots of earlier searches have another number and count as empty.
    search: u32,
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    place: u64,
    cost: u32,
    search: u32,
}

impl Best {
    fn clear(&mut self) {
        if self.search == u32::MAX || !(FEWEST_SLOTS..=KEPT_SLOTS).contains(&self.slots.len()) {
            (self.slots, self.search) = (vec![Slot::default(); FEWEST_SLOTS], 0);
        }
        self.search += 1;
        self.count = 0;
    }

    fn get(&self, place: u64) -> Option<u32> {
        let slot = self.slots[self.position(place)];
        (slot.search == self.search).then_some(slot.cost)
    }

    fn set(&mut self, place: u64, cost: u32) {
        if 2 * self.count >= self.slots.len() {
            self.grow();
        }
        let at = self.position(place);
        self.count += usize::from(self.slots[at].search != self.search);
        self.slots[at] = Slot { place, cost, search: self.search };
    }

    /// The slot of a place, or the empty slot for it.
    fn position(&self, place: u64) -> usize {
        let mask = self.slots.len() - 1;
        // Multiplication by the golden ratio spreads neighbouring places over the table.
        let mut at = (place.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[at].search == self.search && self.slots[at].place != place {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, larger).into_iter().filter(|slot| slot.search == self.search) {
            let at = self.position(slot.place);
            self.slots[at] = slot;
        }
    }
}

//! The most recent results of pathfinding, for each thread: battles on several threads do not wait for each other.
//!
//! A result follows from its key alone, so it makes no difference which thread knows it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use foeman_schema::grid::Hex;

use super::flood::Flood;
use super::{FOLLOWED, Paces};
use crate::body::shape::Pose;
use crate::ground::Battlefield;

/// The number of cached cost tables around other figures; they rarely change from one step to the next.
const FLOODS: usize = 128;

/// The number of cached searches: more than the figures of a large battle need in a round.
const SEARCHES: usize = 1 << 14;

/// The number of cached results of which debug builds compute one again.
const CHECKED: usize = 16;

thread_local! {
    static RECENT: RefCell<Recent> = RefCell::default();
}

/// Identifies a field with a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Id(u64);

impl Id {
    /// Returns an id that no other field or shape has.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

#[derive(Default)]
struct Recent {
    floods: VecDeque<Known>,
    /// By a hash of the key; each search replaces the one before it in the same slot.
    searches: Vec<Search>,
    /// The number of results found here.
    hits: usize,
}

/// Paths to a hex around the figures in the way.
struct Known {
    id: Id,
    flood: Rc<RefCell<Flood>>,
}

/// The cost of a path on a large map, in little memory.
#[derive(Clone, Copy)]
struct Search {
    id: u32,
    /// The index of its first place.
    from: u32,
    /// The index of the goal.
    goal: u32,
    cost: Option<NonZero<u32>>,
}

/// A slot that is not used.
const EMPTY: Search = Search { id: 0, from: 0, goal: 0, cost: None };

impl Recent {
    /// Counts a result found here; whether it should be computed again, to check it.
    fn is_checked(&mut self) -> bool {
        self.hits = self.hits.wrapping_add(1);
        cfg!(debug_assertions) && self.hits.is_multiple_of(CHECKED)
    }
}

impl Paces {
    /// A flood to one goal, cached for a while.
    pub(super) fn recent(&self, field: &Battlefield, goal: Hex, standing: &[Hex]) -> Rc<RefCell<Flood>> {
        RECENT.with_borrow_mut(|recent| {
            let is_it = |known: &&Known| known.id == self.id && known.flood.borrow().leads_to(goal, standing);
            if let Some(known) = recent.floods.iter().find(is_it) {
                return Rc::clone(&known.flood);
            }
            let flood = Rc::new(RefCell::new(self.flood(field, &[goal], standing)));
            recent.floods.truncate(FLOODS - 1);
            recent.floods.push_front(Known { id: self.id, flood: Rc::clone(&flood) });
            flood
        })
    }

    /// The same as [`search`](Self::search) of [`FOLLOWED`] places, cached for a while; `goal` is the index of the hex.
    pub(super) fn followed(&self, field: &Battlefield, goal: usize, from: Pose, to: Hex) -> Option<u32> {
        let from = self.turned(from);
        let index = self.index(field, from).and_then(|place| u32::try_from(place).ok());
        let (Some(place), Ok(goal), Ok(id)) = (index, u32::try_from(goal), u32::try_from(self.id.0)) else {
            return self.search(field, from, to, FOLLOWED);
        };
        let key = (self.id.0 << 40) ^ (u64::from(place) << 20) ^ u64::from(goal);
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % SEARCHES;
        let known = RECENT.with_borrow_mut(|recent| {
            let known = *recent.searches.get(slot)?;
            let is_it = (known.id, known.from, known.goal) == (id, place, goal);
            is_it.then(|| (known.cost.map(|more| more.get() - 1), recent.is_checked()))
        });
        if let Some((cost, is_checked)) = known {
            debug_assert!(
                !is_checked || cost == self.search(field, from, to, FOLLOWED),
                "a cached cost is out of date"
            );
            return cost;
        }
        let cost = self.search(field, from, to, FOLLOWED);
        RECENT.with_borrow_mut(|recent| {
            recent.searches.resize(SEARCHES, EMPTY);
            // Ids begin at 1, so an empty slot is never taken for a search.
            recent.searches[slot] =
                Search { id, from: place, goal, cost: cost.and_then(|cost| NonZero::new(cost.saturating_add(1))) };
        });
        cost
    }
}

//! The most recent results of pathfinding, for each thread: battles on several threads do not wait for each other.
//!
//! A result follows from its key alone, so it makes no difference which thread knows it.

use std::cell::RefCell;
use std::collections::VecDeque;
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
    searches: Vec<Option<Search>>,
    /// The number of results found here.
    hits: usize,
}

/// Paths to a hex around the figures in the way.
struct Known {
    id: Id,
    flood: Rc<RefCell<Flood>>,
}

/// The cost of a path on a large map.
#[derive(Clone, Copy)]
struct Search {
    id: Id,
    from: Pose,
    to: Hex,
    cost: Option<u32>,
}

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
        let Some(place) = self.index(field, from) else { return self.search(field, from, to, FOLLOWED) };
        let key = (self.id.0 << 40) ^ ((place as u64) << 20) ^ goal as u64;
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % SEARCHES;
        let known = RECENT.with_borrow_mut(|recent| {
            let known = (*recent.searches.get(slot)?)?;
            let is_it = known.id == self.id && known.from == from && known.to == to;
            is_it.then(|| (known.cost, recent.is_checked()))
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
            recent.searches.resize(SEARCHES, None);
            recent.searches[slot] = Some(Search { id: self.id, from, to, cost });
        });
        cost
    }
}

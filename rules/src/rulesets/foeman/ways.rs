//! How far it is from hex to hex over passable ground, in MP.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use foeman_schema::hex::Hex;

use super::content::Field;

/// On larger maps a way is followed through this many hexes; the rest of it is estimated.
const FOLLOWED: usize = 250;

/// Maps of up to this many cells keep the costs from every cell to a goal once they are known.
const KEPT_CELLS: usize = 4096;

/// The cheapest ways over the field, figures left out of account.
#[derive(Debug)]
pub struct Ways {
    /// By goal, the costs from every cell; empty for large maps.
    kept: Vec<OnceLock<Vec<u16>>>,
}

impl Ways {
    /// No way is known yet.
    pub fn new(field: &Field) -> Self {
        let cells = field.geometry.size.iter().map(|&n| n as usize).product();
        let kept = if cells <= KEPT_CELLS { (0..cells).map(|_| OnceLock::new()).collect() } else { Vec::new() };
        Self { kept }
    }

    /// MP of the cheapest way between two hexes of the map; `None` where there is none.
    ///
    /// On maps of more than 4096 cells a long way may be told too short: as far as it was looked at, and from there as
    /// the crow flies.
    pub fn cost(&self, field: &Field, from: Hex, to: Hex) -> Option<u32> {
        let [start, goal] = [from, to].map(|hex| field.geometry.index(hex));
        match self.kept.get(goal?) {
            Some(kept) => {
                let costs = kept.get_or_init(|| reach(field, to));
                Some(costs[start?]).filter(|&cost| cost != u16::MAX).map(u32::from)
            }
            None => search(field, from, to, FOLLOWED),
        }
    }
}

/// MP from every cell in row order to `goal`; `u16::MAX` where there is no way.
///
/// A step costs what the hex entered costs, so the flood runs backward from the goal.
pub fn reach(field: &Field, goal: Hex) -> Vec<u16> {
    let cells = field.geometry.size.iter().map(|&n| n as usize).product();
    let mut costs = vec![u16::MAX; cells];
    let mut open = BinaryHeap::new();
    if let Some(cell) = field.geometry.index(goal) {
        costs[cell] = 0;
        open.push((Reverse(0u16), goal));
    }
    while let Some((Reverse(cost), hex)) = open.pop() {
        let cell = field.geometry.index(hex).expect("only hexes of the map are opened");
        let Some(step) = field.cost(hex).filter(|_| costs[cell] == cost) else { continue };
        for next in hex.neighbours() {
            let Some(index) = field.geometry.index(next).filter(|_| field.cost(next).is_some()) else { continue };
            let sum = cost.saturating_add(u16::from(step));
            if sum < costs[index] {
                costs[index] = sum;
                open.push((Reverse(sum), next));
            }
        }
    }
    costs
}

/// MP of the cheapest way by A*: hexes are opened in the order of what they cost so far and must at least cost yet.
pub fn cheapest(field: &Field, from: Hex, to: Hex) -> Option<u32> {
    search(field, from, to, usize::MAX)
}

/// The same after opening at most this many hexes; whoever gives up names what the way must cost at least.
fn search(field: &Field, from: Hex, to: Hex, most: usize) -> Option<u32> {
    field.cost(from)?;
    field.cost(to)?;
    let mut best = std::collections::BTreeMap::from([(from, 0u32)]);
    let mut open = BinaryHeap::from([(Reverse(from.distance(to)), Reverse(from.distance(to)), from)]);
    let mut opened = 0;
    while let Some((Reverse(at_least), _, hex)) = open.pop() {
        let cost = best[&hex];
        if hex == to {
            return Some(cost);
        }
        opened += 1;
        if opened > most {
            return Some(at_least);
        }
        for next in hex.neighbours() {
            let Some(step) = field.cost(next) else { continue };
            let sum = cost + u32::from(step);
            if best.get(&next).is_none_or(|&known| sum < known) {
                best.insert(next, sum);
                let left = next.distance(to);
                open.push((Reverse(sum + left), Reverse(left), next));
            }
        }
    }
    None
}

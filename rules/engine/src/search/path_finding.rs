//! Pathfinding: the cheapest path, by A*.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use foeman_schema::grid::{Cell, Geometry};

use super::agent::{Agent, Limit};
use super::steps::Steps;
use super::table::Table;

/// A path from cell to cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Each cell with the cost to reach it; the source, with cost 0, is first.
    nodes: Vec<(Cell, u64)>,
}

impl Path {
    /// Returns the cells in order, from the source to the last one.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.nodes.iter().map(|&(cell, _)| cell)
    }

    /// Returns the cost of all steps.
    pub fn total_cost(&self) -> u64 {
        self.nodes.last().map_or(0, |&(_, cost)| cost)
    }

    /// Returns the last cell in which a move with a budget of `most` can end; the source if there is no other.
    pub fn last_within(&self, agent: &impl Agent, most: u64) -> Cell {
        let affordable = |before: u64, cost: u64| match agent.limit() {
            Limit::Strict => cost <= most,
            Limit::Relaxed => cost <= most || before < most,
        };
        let steps = self.nodes.windows(2).rev();
        let mut ends = steps.filter(|step| affordable(step[0].1, step[1].1)).map(|step| step[1].0);
        ends.find(|&cell| agent.can_occupy(cell)).unwrap_or(self.nodes[0].0)
    }
}

/// Returns a cheapest path from `source` to `target`, or to a cell near enough for the agent; `None` if there is none,
/// or if `source` is off the map.
///
/// Cells are examined in the order of their cost so far plus the distance in steps to the target; among equal ones, the
/// cell discovered most recently is first. Finding a cheaper path to a cell does not count as discovering it again.
/// Neighbours are discovered in the order of directions.
/// The path ends at the first examined cell that is near the target and that the agent can occupy or starts from.
pub fn find_path(geometry: &Geometry, agent: &impl Agent, source: Cell, target: Cell) -> Option<Path> {
    find_path_within(geometry, agent, source, target, u64::MAX)
}

/// Like [`find_path`], but gives up, returning `None`, as soon as every path has cells whose cost so far plus distance to
/// the target exceeds `most`. A path that is found is the same as without the limit.
pub fn find_path_within(
    geometry: &Geometry,
    agent: &impl Agent,
    source: Cell,
    target: Cell,
    most: u64,
) -> Option<Path> {
    let position = geometry.position(source)?;
    let steps = Steps::of(geometry);
    // By position: one more than the cell's index in `nodes`, or 0.
    let mut numbers = Table::filled(geometry, 0_u32);
    numbers.set(source, position, 1);
    let mut nodes = vec![Node { cell: source, cost: 0, parent: None, distance: geometry.distance(source, target) }];
    let mut open = BinaryHeap::from([Open { estimate: Reverse(0), number: 0, cost: 0 }]);
    while let Some(Open { number: from, cost, estimate }) = open.pop() {
        // The estimates of examined cells never decrease.
        if estimate.0 > most {
            return None;
        }
        let Node { cell, cost: least, distance, .. } = nodes[from];
        if cost > least {
            // A cheaper path to the same cell was examined before.
            continue;
        }
        let is_near = agent.is_near_target(cell, target, distance);
        if is_near && (cell == source || agent.can_occupy(cell)) {
            return Some(path_to(&nodes, from));
        }
        for (neighbour, position) in steps.neighbours(cell) {
            let met = (numbers.get(neighbour, position) as usize).checked_sub(1);
            // A step costs at least 1, so most known neighbours cannot become cheaper.
            if met.is_some_and(|number| nodes[number].cost <= cost + 1) {
                continue;
            }
            let Some(step) = agent.step_cost(cell, neighbour) else { continue };
            let cost = cost + u64::from(step.get());
            let number = met.unwrap_or(nodes.len());
            // Examined cells cannot become cheaper, since the distance to the target decreases by no more than the cost
            // of a step.
            match met.map(|number| &mut nodes[number]) {
                None => {
                    let distance = geometry.distance(neighbour, target);
                    nodes.push(Node { cell: neighbour, cost, parent: Some(from), distance });
                    numbers.set(neighbour, position, nodes.len() as u32);
                }
                Some(node) if cost < node.cost => *node = Node { cost, parent: Some(from), ..*node },
                Some(_) => continue,
            }
            let estimate = Reverse(cost + u64::from(nodes[number].distance));
            open.push(Open { estimate, number, cost });
        }
    }
    None
}

/// A discovered cell.
struct Node {
    cell: Cell,
    cost: u64,
    parent: Option<usize>,
    /// The distance to the target in steps.
    distance: u32,
}

/// A cell to examine; the greatest is next.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    estimate: Reverse<u64>,
    number: usize,
    cost: u64,
}

fn path_to(nodes: &[Node], last: usize) -> Path {
    let back = std::iter::successors(Some(last), |&number| nodes[number].parent);
    let mut nodes: Vec<_> = back.map(|number| (nodes[number].cell, nodes[number].cost)).collect();
    nodes.reverse();
    Path { nodes }
}

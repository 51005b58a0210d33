//! The cheapest path, found by A*.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use foeman_schema::grid::{Cell, Geometry};

use super::agent::{Agent, Limit};
use super::steps::Steps;
use super::table::Table;

/// A way from cell to cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Each cell and what it costs to come there; the source, at no cost, is first.
    nodes: Vec<(Cell, u64)>,
}

impl Path {
    /// The cells in order, from the source to the last one.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.nodes.iter().map(|&(cell, _)| cell)
    }

    /// The cost of all steps.
    pub fn total_cost(&self) -> u64 {
        self.nodes.last().map_or(0, |&(_, cost)| cost)
    }

    /// The last cell that a move with a budget of `most` can end in; the source when there is no other.
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

/// A cheapest path from `source` to `target`, or near it if that is enough for the agent; `None` when there is none.
///
/// Cells are examined by least cost so far plus distance in steps to the target; of equal ones, the cell that was
/// met last, which stays so when a cheaper way to it turns up.
/// Neighbours are met in the order of directions.
/// The path ends at the first examined cell that is near the target and that the agent can occupy or starts from.
pub fn find_path(geometry: &Geometry, agent: &impl Agent, source: Cell, target: Cell) -> Option<Path> {
    let position = geometry.position(source)?;
    let steps = Steps::of(geometry);
    // By position, one more than the number of the cell among those met.
    let mut numbers = Table::filled(geometry, 0_u32);
    numbers.set(source, position, 1);
    let mut nodes = vec![Node { cell: source, cost: 0, parent: None, distance: geometry.distance(source, target) }];
    let mut open = BinaryHeap::from([Open { estimate: Reverse(0), number: 0, cost: 0 }]);
    while let Some(Open { number: from, cost, .. }) = open.pop() {
        let Node { cell, cost: least, distance, .. } = nodes[from];
        if cost > least {
            // A cheaper way to the same cell came first.
            continue;
        }
        let is_near = agent.is_near_target(cell, target, distance);
        if is_near && (cell == source || agent.can_occupy(cell)) {
            return Some(path_to(&nodes, from));
        }
        for (neighbour, position) in steps.neighbours(cell) {
            let Some(step) = agent.step_cost(cell, neighbour) else { continue };
            let cost = cost + u64::from(step.get());
            let met = (numbers.get(neighbour, position) as usize).checked_sub(1);
            let number = met.unwrap_or(nodes.len());
            // Examined cells cannot become cheaper: the distance to the target shrinks by no more than a step costs.
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

/// A cell that was met.
struct Node {
    cell: Cell,
    cost: u64,
    parent: Option<usize>,
    /// Steps to the target.
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

//! Everywhere an agent can go with a budget.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use foeman_schema::grid::{Cell, Geometry};

use super::agent::{Agent, Limit};
use super::numbered::Numbered;

/// The cells other than `source` that the agent can reach and occupy at a cost of at most `most`, in the order in
/// which it discovers them.
///
/// It explores depth first, neighbours in the order of directions, and returns to a cell whenever it can come there
/// more cheaply than before.
/// That order is bought with time: it is meant for the budget of a move; budgets that span hundreds of uneven cells
/// take seconds.
pub fn coverage(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64) -> Vec<Cell> {
    if !geometry.contains(source) || most == 0 {
        return Vec::new();
    }
    let reach = Reach { geometry, agent, most };
    // With all of them discovered nothing is left to order, however many cheaper ways there are.
    let reachable = reach.count(source);
    let mut numbered = Numbered::new(geometry);
    numbered.meet(source);
    let mut costs = vec![0];
    let mut discovered = Vec::new();
    let mut trail = vec![Visit { cell: source, cost: 0, direction: 0 }];
    while let Some(visit) = trail.last_mut().filter(|_| numbered.len() < reachable) {
        let (cell, cost, direction) = (visit.cell, visit.cost, visit.direction);
        if direction == geometry.directions() {
            trail.pop();
            continue;
        }
        visit.direction += 1;
        let Some((neighbour, cost)) = reach.step(cell, cost, direction) else { continue };
        match numbered.get(neighbour) {
            Some(number) if costs[number] <= cost => continue,
            Some(number) => costs[number] = cost,
            None => {
                numbered.meet(neighbour);
                costs.push(cost);
                discovered.extend(agent.can_occupy(neighbour).then_some(neighbour));
            }
        }
        if cost < most {
            trail.push(Visit { cell: neighbour, cost, direction: 0 });
        }
    }
    discovered
}

/// A cell whose neighbours are being explored, and the direction that is next.
struct Visit {
    cell: Cell,
    cost: u64,
    direction: usize,
}

struct Reach<'a, A> {
    geometry: &'a Geometry,
    agent: &'a A,
    most: u64,
}

impl<A: Agent> Reach<'_, A> {
    /// The neighbour in a direction and the cost to come there; `None` when the agent cannot.
    fn step(&self, cell: Cell, cost: u64, direction: usize) -> Option<(Cell, u64)> {
        let neighbour = self.geometry.neighbour(cell, direction)?;
        let cost = cost + u64::from(self.agent.step_cost(cell, neighbour)?.get());
        (cost <= self.most || self.agent.limit() == Limit::Relaxed).then_some((neighbour, cost))
    }

    /// How many cells can be reached, the source among them; each is examined once, at its least cost.
    fn count(&self, source: Cell) -> usize {
        let mut numbered = Numbered::new(self.geometry);
        numbered.meet(source);
        let mut costs = vec![0];
        let mut open = BinaryHeap::from([(Reverse(0), source)]);
        while let Some((Reverse(cost), cell)) = open.pop() {
            let number = numbered.get(cell).expect("open cells were met");
            if cost > costs[number] || cost >= self.most {
                continue;
            }
            for direction in 0..self.geometry.directions() {
                let Some((neighbour, cost)) = self.step(cell, cost, direction) else { continue };
                match numbered.get(neighbour) {
                    Some(number) if costs[number] <= cost => continue,
                    Some(number) => costs[number] = cost,
                    None => {
                        numbered.meet(neighbour);
                        costs.push(cost);
                    }
                }
                open.push((Reverse(cost), neighbour));
            }
        }
        numbered.len()
    }
}

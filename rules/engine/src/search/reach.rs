//! Everywhere an agent can go with a budget, and what it costs to come there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use foeman_schema::grid::{Cell, Geometry};

use super::agent::{Agent, Limit};
use super::steps::Steps;
use super::table::Table;

/// The cells other than `source` that the agent can reach and occupy at a cost of at most `most`, each with the least
/// cost to come there: the cheapest first, of equal ones in the order of rows.
///
/// Each cell is examined once, so it is quick whatever the budget; [`coverage`](super::coverage::coverage) finds the
/// same cells in the order of a walk.
pub fn reach(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64) -> Vec<(Cell, u64)> {
    let mut found = Vec::new();
    visit(geometry, agent, source, most, |cell, cost| {
        if cell != source && agent.can_occupy(cell) {
            found.push((cell, cost));
        }
    });
    found
}

/// How many cells the agent can reach, the source and those it cannot occupy among them; 0 from off the map.
pub(super) fn count(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64) -> usize {
    let mut count = 0;
    visit(geometry, agent, source, most, |_, _| count += 1);
    count
}

/// Shows every cell within the budget with the least cost to come there, the cheapest first.
fn visit(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64, mut show: impl FnMut(Cell, u64)) {
    let Some(position) = geometry.position(source) else { return };
    let (steps, is_strict) = (Steps::of(geometry), agent.limit() == Limit::Strict);
    let mut costs = Table::filled(geometry, u64::MAX);
    costs.set(source, position, 0);
    let mut open = BinaryHeap::from([Reverse((0, position))]);
    while let Some(Reverse((cost, position))) = open.pop() {
        let cell = geometry.cell_at(position);
        if cost > costs.get(cell, position) {
            // A cheaper way to the same cell came first.
            continue;
        }
        show(cell, cost);
        if cost >= most {
            continue;
        }
        for (neighbour, position) in steps.neighbours(cell) {
            let known = costs.get(neighbour, position);
            if known <= cost {
                continue;
            }
            let Some(step) = agent.step_cost(cell, neighbour) else { continue };
            let cost = cost.saturating_add(step.get().into());
            if cost < known && (cost <= most || !is_strict) {
                costs.set(neighbour, position, cost);
                open.push(Reverse((cost, position)));
            }
        }
    }
}

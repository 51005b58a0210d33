//! All cells an agent can reach within a budget, and the cost of each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use foeman_schema::grid::{Cell, Geometry};

use super::agent::{Agent, Limit};
use super::steps::Steps;
use super::table::Table;

/// Returns the cells other than `source` that the agent can reach and occupy at a cost of at most `most`, each with its
/// least cost: the cheapest first, equal ones in row order.
///
/// Each cell is examined once, so it is fast for any budget; [`coverage`](super::coverage::coverage) finds the same
/// cells in depth-first order.
pub fn reach(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64) -> Vec<(Cell, u64)> {
    let mut found = Vec::new();
    visit(geometry, agent, source, most, |cell, cost| {
        if cell != source && agent.can_occupy(cell) {
            found.push((cell, cost));
        }
    });
    found
}

/// Returns the number of cells the agent can reach, including the source and those it cannot occupy; 0 if the source is
/// off the map.
pub(super) fn count(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64) -> usize {
    let mut count = 0;
    visit(geometry, agent, source, most, |_, _| count += 1);
    count
}

/// Calls `show` for every cell within the budget with its least cost, the cheapest first.
fn visit(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64, mut show: impl FnMut(Cell, u64)) {
    let Some(position) = geometry.position(source) else { return };
    let (steps, is_strict) = (Steps::of(geometry), agent.limit() == Limit::Strict);
    let mut costs = Table::filled(geometry, u64::MAX);
    costs.set(source, position, 0);
    let mut open = BinaryHeap::from([Reverse((0, position))]);
    while let Some(Reverse((cost, position))) = open.pop() {
        let cell = geometry.cell_at(position);
        if cost > costs.get(cell, position) {
            // A cheaper path to the same cell was examined before.
            continue;
        }
        show(cell, cost);
        if cost >= most {
            continue;
        }
        for (neighbour, position) in steps.neighbours(cell) {
            let known = costs.get(neighbour, position);
            // A step costs at least 1, so the neighbour cannot become cheaper.
            if known <= cost.saturating_add(1) {
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

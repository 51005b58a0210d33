//! All cells an agent can reach within a budget, in depth-first order.

use foeman_schema::grid::{Cell, Geometry};

use super::agent::{Agent, Limit};
use super::reach;
use super::steps::Steps;
use super::table::Table;

/// Returns the cells other than `source` that the agent can reach and occupy at a cost of at most `most`, in the order
/// in which it discovers them.
///
/// It explores depth first, neighbours in the order of directions, and returns to a cell whenever it finds a cheaper
/// path to it.
/// That order is slow to compute: the function is meant for the budget of a single move. Budgets that span hundreds of
/// uneven cells take seconds, while [`reach`](reach::reach) takes milliseconds.
pub fn coverage(geometry: &Geometry, agent: &impl Agent, source: Cell, most: u64) -> Vec<Cell> {
    let Some(position) = geometry.position(source).filter(|_| most > 0) else { return Vec::new() };
    let (steps, is_strict) = (Steps::of(geometry), agent.limit() == Limit::Strict);
    // Once all of them are discovered, cheaper paths no longer matter.
    let mut undiscovered = reach::count(geometry, agent, source, most) - 1;
    let mut costs = Table::filled(geometry, u64::MAX);
    costs.set(source, position, 0);
    let mut discovered = Vec::new();
    let mut trail = vec![Visit { cell: source, cost: 0, direction: 0 }];
    while let Some(visit) = trail.last_mut().filter(|_| undiscovered > 0) {
        let (cell, cost, direction) = (visit.cell, visit.cost, visit.direction);
        if direction == steps.directions() {
            trail.pop();
            continue;
        }
        visit.direction += 1;
        let Some((neighbour, position)) = steps.neighbour(cell, direction) else { continue };
        let known = costs.get(neighbour, position);
        // A step costs at least 1, so the neighbour cannot become cheaper.
        if known <= cost.saturating_add(1) {
            continue;
        }
        let Some(step) = agent.step_cost(cell, neighbour) else { continue };
        let cost = cost.saturating_add(step.get().into());
        if known <= cost || (is_strict && cost > most) {
            continue;
        }
        if known == u64::MAX {
            undiscovered -= 1;
            discovered.extend(agent.can_occupy(neighbour).then_some(neighbour));
        }
        costs.set(neighbour, position, cost);
        if cost < most {
            trail.push(Visit { cell: neighbour, cost, direction: 0 });
        }
    }
    discovered
}

/// A cell whose neighbours are being explored, and the next direction.
struct Visit {
    cell: Cell,
    cost: u64,
    direction: usize,
}

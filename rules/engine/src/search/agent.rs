//! Agents: the abilities of a mover, as callbacks for the searches.

use std::num::NonZeroU32;

use foeman_schema::grid::Cell;

/// The abilities of a mover. The searches know no other rules.
pub trait Agent {
    /// Returns the cost of a step from a cell to its neighbour; `None` if it is impassable.
    ///
    /// No step is free: distances in steps never exceed costs, which A* relies on.
    fn step_cost(&self, from: Cell, to: Cell) -> Option<NonZeroU32>;

    /// Whether a move may end in a cell that it can enter.
    fn can_occupy(&self, _cell: Cell) -> bool {
        true
    }

    /// Whether a cell, `distance` steps from the target of a path, is near enough to end the path.
    fn is_near_target(&self, _cell: Cell, _target: Cell, distance: u32) -> bool {
        distance == 0
    }

    /// Returns how its movement budget limits a move.
    fn limit(&self) -> Limit {
        Limit::Strict
    }
}

/// How a movement budget limits a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The whole move costs no more than the budget.
    Strict,
    /// The last step may exceed it, if any of the budget was left before.
    Relaxed,
}

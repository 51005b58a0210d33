//! Flood fill: connected cells that match a condition.

use foeman_schema::grid::{Cell, Geometry};

use super::steps::Steps;
use super::table::Table;

/// Returns the cells that match and are connected with `source` by matching cells, in the order of discovery: depth
/// first, neighbours in the order of directions.
///
/// The source itself is neither tested nor returned; every other cell is tested at most once.
pub fn flood_fill(geometry: &Geometry, source: Cell, mut matches: impl FnMut(Cell) -> bool) -> Vec<Cell> {
    let mut found = Vec::new();
    let Some(position) = geometry.position(source) else { return found };
    let steps = Steps::of(geometry);
    let mut is_met = Table::filled(geometry, false);
    is_met.set(source, position, true);
    let mut trail = vec![(source, 0)];
    while let Some((cell, direction)) = trail.last_mut() {
        if *direction == steps.directions() {
            trail.pop();
            continue;
        }
        let neighbour = steps.neighbour(*cell, *direction);
        *direction += 1;
        if let Some((neighbour, position)) = neighbour
            && !is_met.get(neighbour, position)
        {
            is_met.set(neighbour, position, true);
            if matches(neighbour) {
                found.push(neighbour);
                trail.push((neighbour, 0));
            }
        }
    }
    found
}

//! Connected cells that are alike.

use foeman_schema::grid::{Cell, Geometry};

use super::numbered::Numbered;

/// The cells that match and are connected with `source` by matching cells, in the order of discovery: depth first,
/// neighbours in the order of directions.
///
/// The source itself is neither asked about nor returned; every other cell is asked about at most once.
pub fn flood_fill(geometry: &Geometry, source: Cell, mut matches: impl FnMut(Cell) -> bool) -> Vec<Cell> {
    let mut found = Vec::new();
    if !geometry.contains(source) {
        return found;
    }
    let mut numbered = Numbered::new(geometry);
    numbered.meet(source);
    let mut trail = vec![(source, 0)];
    while let Some((cell, direction)) = trail.last_mut() {
        if *direction == geometry.directions() {
            trail.pop();
            continue;
        }
        let neighbour = geometry.neighbour(*cell, *direction);
        *direction += 1;
        if let Some(neighbour) = neighbour.filter(|&neighbour| numbered.meet(neighbour))
            && matches(neighbour)
        {
            found.push(neighbour);
            trail.push((neighbour, 0));
        }
    }
    found
}

//! Chokepoints: the cells without which the ground is no longer connected.

use foeman_schema::grid::{Cell, Geometry};

use super::steps::Steps;

/// A chokepoint: all paths between two parts of the ground lead through this cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chokepoint {
    /// The cell.
    pub cell: Cell,
    /// The number of cells that are cut off from the largest part if the cell is blocked.
    pub cuts_off: usize,
}

/// Returns the articulation points of the ground, in row order, by Hopcroft and Tarjan's algorithm: a depth-first
/// search, in which a cell is an articulation point if some cell reached from it leads back no farther than to the cell
/// itself.
///
/// `joined` says whether two neighbouring cells are connected, `open` whether a cell can be entered.
/// Takes time and memory in proportion to the number of cells, and does not recurse.
pub fn chokepoints(
    geometry: &Geometry,
    open: impl Fn(Cell) -> bool,
    joined: impl Fn(Cell, Cell) -> bool,
) -> Vec<Chokepoint> {
    let steps = Steps::of(geometry);
    let count = geometry.cell_count();
    let mut search = Search { met: vec![0; count], low: vec![0; count], sizes: vec![1; count], cuts: Vec::new() };
    let mut found = Vec::new();
    let mut trail: Vec<Visit> = Vec::new();
    let mut time = 0;
    for root in 0..count {
        if search.met[root] > 0 || !open(geometry.cell_at(root)) {
            continue;
        }
        search.cuts.clear();
        time += 1;
        search.meet(root, time);
        trail.push(Visit { position: root, direction: 0, from: None });
        while let Some(visit) = trail.last_mut() {
            let (position, from) = (visit.position, visit.from);
            if visit.direction == steps.directions() {
                trail.pop();
                if let Some(parent) = from {
                    search.leave(position, parent);
                }
                continue;
            }
            let cell = geometry.cell_at(position);
            let neighbour = steps.neighbour(cell, visit.direction);
            visit.direction += 1;
            let may_go = |&(beside, _): &(Cell, usize)| open(beside) && joined(cell, beside);
            let Some((_, next)) = neighbour.filter(may_go) else { continue };
            if search.met[next] == 0 {
                time += 1;
                search.meet(next, time);
                trail.push(Visit { position: next, direction: 0, from: Some(position) });
            } else if Some(next) != from {
                search.low[position] = search.low[position].min(search.met[next]);
            }
        }
        found.extend(search.chokepoints(root));
    }
    found.sort_unstable();
    found.into_iter().map(|(position, cuts_off)| Chokepoint { cell: geometry.cell_at(position), cuts_off }).collect()
}

/// A cell whose neighbours are being visited.
struct Visit {
    position: usize,
    direction: usize,
    from: Option<usize>,
}

/// Data on the cells visited so far, by their positions.
struct Search {
    /// The order in which each was visited, from 1.
    met: Vec<u32>,
    /// The earliest visited cell that is next to it or to any cell reached from it.
    low: Vec<u32>,
    /// The number of cells reached from it, including itself.
    sizes: Vec<u32>,
    /// Cells that some of the cells reached from them depend on, with the number of those: one entry per part that
    /// would be cut off.
    cuts: Vec<(usize, u32)>,
}

impl Search {
    fn meet(&mut self, position: usize, time: u32) {
        self.met[position] = time;
        self.low[position] = time;
    }

    /// Finishes a cell that was reached from `parent`.
    fn leave(&mut self, position: usize, parent: usize) {
        self.sizes[parent] += self.sizes[position];
        self.low[parent] = self.low[parent].min(self.low[position]);
        if self.low[position] >= self.met[parent] {
            self.cuts.push((parent, self.sizes[position]));
        }
    }

    /// Returns the chokepoints of the part searched from a root, with the number of cells each cuts off.
    fn chokepoints(&mut self, root: usize) -> Vec<(usize, usize)> {
        let whole = self.sizes[root];
        self.cuts.sort_unstable();
        let mut found = Vec::new();
        for parts in self.cuts.chunk_by(|one, other| one.0 == other.0) {
            let position = parts[0].0;
            // The root is a chokepoint only if the search left it in more than one direction.
            if position == root && parts.len() == 1 {
                continue;
            }
            let below: u32 = parts.iter().map(|part| part.1).sum();
            let above = whole - 1 - below;
            let largest = parts.iter().map(|part| part.1).chain([above]).max().unwrap_or_default();
            found.push((position, (whole - 1 - largest) as usize));
        }
        found
    }
}

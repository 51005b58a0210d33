//! Pathfinding: the cheapest path, by A*.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroU32;

use foeman_schema::grid::{Cell, Geometry};

use super::agent::{Agent, Limit};
use super::line::Line;
use super::steps::Steps;
use super::table::Table;

/// The number of discovered cells for which a thread keeps the memory of a search.
const MOST_KEPT: usize = 1 << 14;

thread_local! {
    /// The memory of the last search, which is used again: searches over large maps follow each other.
    static KEPT: RefCell<Memory> = RefCell::default();
}

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
    if let Some(path) = straight(geometry, agent, source, target, most) {
        debug_assert_eq!(search(geometry, agent, [source, target], most, &mut Memory::default()).as_ref(), Some(&path));
        return Some(path);
    }
    let mut memory = KEPT.take();
    let path = search(geometry, agent, [source, target], most, &mut memory);
    if memory.nodes.capacity() <= MOST_KEPT {
        KEPT.set(memory);
    }
    path
}

/// Returns the path that [`search`] finds if each step costs 1 and leads from the cell discovered last to one closer to the
/// target; `None` if a step would have to lead elsewhere.
///
/// The neighbours that are closer to the target than all cells examined before are discovered then, so the one in the
/// last direction is examined next.
fn straight(geometry: &Geometry, agent: &impl Agent, source: Cell, target: Cell, most: u64) -> Option<Path> {
    geometry.position(source)?;
    let whole = geometry.distance(source, target);
    // There may be three directions that lead closer.
    if geometry.has_vertex_neighbours() || u64::from(whole) > most {
        return None;
    }
    let mut line = Line::between(geometry, source, target)?;
    let (mut cell, mut nodes) = (source, Vec::with_capacity((whole as usize + 1).min(MOST_KEPT)));
    for cost in 0..=whole {
        nodes.push((cell, cost.into()));
        let is_near = agent.is_near_target(cell, target, whole - cost);
        if is_near && (cell == source || agent.can_occupy(cell)) {
            return Some(Path { nodes });
        }
        let is_open = |next| geometry.contains(next) && agent.step_cost(cell, next) == Some(NonZeroU32::MIN);
        cell = line.step_in_last_direction(cell, is_open)?;
    }
    None
}

fn search(
    geometry: &Geometry,
    agent: &impl Agent,
    [source, target]: [Cell; 2],
    most: u64,
    memory: &mut Memory,
) -> Option<Path> {
    let position = geometry.position(source)?;
    let steps = Steps::of(geometry);
    // By position: one more than the cell's index in `nodes`, or 0.
    let mut numbers = Table::filled(geometry, 0_u32);
    numbers.set(source, position, 1);
    let Memory { nodes, open } = memory;
    nodes.clear();
    nodes.push(Node { cell: source, cost: 0, parent: 0, distance: geometry.distance(source, target) });
    open.clear();
    open.push(Open { estimate: Reverse(0), number: 0, cost: 0 });
    while let Some(Open { number: from, cost, estimate }) = open.pop() {
        // The estimates of examined cells never decrease.
        if estimate.0 > most {
            return None;
        }
        let Node { cell, cost: least, distance, .. } = nodes[from as usize];
        if cost > least {
            // A cheaper path to the same cell was examined before.
            continue;
        }
        let is_near = agent.is_near_target(cell, target, distance);
        if is_near && (cell == source || agent.can_occupy(cell)) {
            return Some(path_to(nodes, from));
        }
        for (neighbour, position) in steps.neighbours(cell) {
            let met = (numbers.get(neighbour, position) as usize).checked_sub(1);
            // A step costs at least 1, so most known neighbours cannot become cheaper.
            if met.is_some_and(|number| nodes[number].cost <= cost + 1) {
                continue;
            }
            let Some(step) = agent.step_cost(cell, neighbour) else { continue };
            let cost = cost + u64::from(step.get());
            let number = met.unwrap_or(nodes.len()) as u32;
            // Examined cells cannot become cheaper, since the distance to the target decreases by no more than the cost
            // of a step.
            match met.map(|number| &mut nodes[number]) {
                None => {
                    let distance = geometry.distance(neighbour, target);
                    nodes.push(Node { cell: neighbour, cost, parent: from, distance });
                    numbers.set(neighbour, position, nodes.len() as u32);
                }
                Some(node) if cost < node.cost => *node = Node { cost, parent: from, ..*node },
                Some(_) => continue,
            }
            let estimate = cost + u64::from(nodes[number as usize].distance);
            // Cells beyond the limit are numbered, but never examined.
            if estimate <= most {
                open.push(Open { estimate: Reverse(estimate), number, cost });
            }
        }
    }
    None
}

/// The lists of a search.
#[derive(Default)]
struct Memory {
    nodes: Vec<Node>,
    open: BinaryHeap<Open>,
}

/// A discovered cell.
struct Node {
    cell: Cell,
    cost: u64,
    /// The index of the cell before; the first cell is its own.
    parent: u32,
    /// The distance to the target in steps.
    distance: u32,
}

/// A cell to examine; the greatest is next.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    estimate: Reverse<u64>,
    number: u32,
    cost: u64,
}

fn path_to(nodes: &[Node], last: u32) -> Path {
    let back = std::iter::successors(Some(last), |&number| (number > 0).then(|| nodes[number as usize].parent));
    let mut nodes: Vec<_> = back.map(|number| (nodes[number as usize].cell, nodes[number as usize].cost)).collect();
    nodes.reverse();
    Path { nodes }
}

#[cfg(test)]
mod tests {
    use foeman_schema::grid::hex_layout::Tile;
    use foeman_schema::grid::{Shape, Stand};

    use super::*;

    /// Each cell has its cost; 0 is impassable. A path ends within a range of its target.
    struct Walker<'a> {
        geometry: Geometry,
        costs: &'a [u32],
        range: u32,
    }

    impl Agent for Walker<'_> {
        fn step_cost(&self, _from: Cell, to: Cell) -> Option<NonZeroU32> {
            NonZeroU32::new(self.costs[self.geometry.position(to).expect("steps stay on the map")])
        }

        fn can_occupy(&self, cell: Cell) -> bool {
            (cell[0] + 2 * cell[1]) % 7 > 0
        }

        fn is_near_target(&self, _cell: Cell, _target: Cell, distance: u32) -> bool {
            distance <= self.range
        }
    }

    #[test]
    fn a_straight_path_is_the_one_that_a_search_finds_and_a_limit_changes_no_path() {
        let mut random = 1_u32;
        let mut below = |most: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((u64::from(random) * u64::from(most)) >> 32) as u32
        };
        let (mut straight_ones, mut bent_ones) = (0, 0);
        let kinds = [Shape::Hex, Shape::Square].map(|shape| [Stand::Edge, Stand::Vertex].map(|stand| (shape, stand)));
        let shifts = kinds
            .into_iter()
            .flatten()
            .flat_map(|(shape, stand)| Tile::of(shape, stand).shifts().iter().map(move |&shift| (shape, stand, shift)));
        for (shape, stand, shift) in shifts {
            let plain = Geometry::new(shape, stand, shift, [13, 11]).expect("a listed shift is valid for its tile");
            for geometry in [Some(plain), plain.with_vertex_neighbours().ok()].into_iter().flatten() {
                for round in 0..400 {
                    let costs: Vec<u32> = (0..geometry.cell_count())
                        .map(|_| match below(12) {
                            0 => 0,
                            1 if round % 2 == 0 => 2,
                            _ => 1,
                        })
                        .collect();
                    let agent = Walker { geometry, costs: &costs, range: below(3) };
                    let [source, target] = [(); 2].map(|()| geometry.cell_at(below(143) as usize));
                    let whole = search(&geometry, &agent, [source, target], u64::MAX, &mut Memory::default());
                    assert_eq!(find_path(&geometry, &agent, source, target), whole);
                    match straight(&geometry, &agent, source, target, u64::MAX) {
                        Some(path) => {
                            assert_eq!(Some(path), whole);
                            straight_ones += 1;
                        }
                        None => bent_ones += u32::from(whole.is_some()),
                    }
                    let cost = whole.as_ref().map_or(5, Path::total_cost);
                    for most in cost.saturating_sub(1)..cost + 4 {
                        let within = find_path_within(&geometry, &agent, source, target, most);
                        assert!(within.is_none() || within == whole);
                        assert!(within.is_some() || whole.is_none() || most < cost + u64::from(agent.range));
                    }
                }
            }
        }
        assert!(straight_ones > 500 && bent_ones > 500, "{straight_ones} straight, {bent_ones} bent");
    }
}

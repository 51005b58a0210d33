//! Invariants of the searches on every kind of grid, compared with reference implementations.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use foeman_engine::search::agent::{Agent, Limit};
use foeman_engine::search::coverage::coverage;
use foeman_engine::search::field_of_view::visibility;
use foeman_engine::search::flood::flood_fill;
use foeman_engine::search::path_finding::find_path;
use foeman_engine::search::reach::reach;
use foeman_schema::grid::world::World;
use foeman_schema::grid::{Cell, Geometry};
use proptest::prelude::*;

use crate::{KINDS, geometry, world};

const SIZE: [u32; 2] = [9, 8];
const CELLS: usize = 72;

/// The cost of a step into each cell, where 0 is impassable; cells that cost 5 cannot be occupied.
struct Terrain<'a> {
    grid: &'a Geometry,
    costs: &'a [u32],
    limit: Limit,
}

impl Agent for Terrain<'_> {
    fn step_cost(&self, _from: Cell, to: Cell) -> Option<NonZeroU32> {
        NonZeroU32::new(self.costs[self.grid.position(to).unwrap()])
    }

    fn can_occupy(&self, cell: Cell) -> bool {
        self.costs[self.grid.position(cell).unwrap()] != 5
    }

    fn limit(&self) -> Limit {
        self.limit
    }
}

fn any_grid() -> impl Strategy<Value = Geometry> {
    (0..KINDS.len()).prop_map(|kind| geometry(KINDS[kind].0, SIZE))
}

fn any_cell() -> impl Strategy<Value = Cell> {
    [0..SIZE[0] as i32, 0..SIZE[1] as i32]
}

fn any_costs() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(prop_oneof![1 => Just(0), 4 => 1u32..=5], CELLS)
}

/// The least cost to reach each cell, by trying every step until nothing changes.
fn least_costs(grid: &Geometry, agent: &impl Agent, source: Cell, most: u64) -> Vec<Option<u64>> {
    let mut least = vec![None; CELLS];
    least[grid.position(source).unwrap()] = Some(0);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for from in grid.cells() {
            let Some(before) = least[grid.position(from).unwrap()] else { continue };
            for to in grid.neighbours(from) {
                let Some(step) = agent.step_cost(from, to) else { continue };
                let cost = before + u64::from(step.get());
                let allowed = if agent.limit() == Limit::Strict { cost <= most } else { before < most };
                let known = &mut least[grid.position(to).unwrap()];
                if allowed && known.is_none_or(|known| cost < known) {
                    *known = Some(cost);
                    changed = true;
                }
            }
        }
    }
    least
}

proptest! {
    #[test]
    fn a_path_costs_the_least_and_no_less_than_its_distance(
        grid in any_grid(), costs in any_costs(), source in any_cell(), target in any_cell(), most in 1u64..20,
    ) {
        for limit in [Limit::Strict, Limit::Relaxed] {
            let agent = Terrain { grid: &grid, costs: &costs, limit };
            let least = least_costs(&grid, &agent, source, u64::MAX)[grid.position(target).unwrap()];
            let ends = source == target || agent.can_occupy(target);
            let path = find_path(&grid, &agent, source, target);
            prop_assert_eq!(path.as_ref().map(|path| path.total_cost()), least.filter(|_| ends));
            let Some(path) = path else { continue };
            prop_assert!(path.total_cost() >= u64::from(grid.distance(source, target)));
            let cells: Vec<_> = path.cells().collect();
            prop_assert_eq!((cells[0], cells[cells.len() - 1]), (source, target));
            prop_assert!(cells.windows(2).all(|step| grid.neighbours(step[0]).any(|next| next == step[1])));
            let end = path.last_within(&agent, most);
            prop_assert!(end == source || coverage(&grid, &agent, source, most).contains(&end));
        }
    }

    #[test]
    fn coverage_is_every_cell_within_the_budget(
        grid in any_grid(), costs in any_costs(), source in any_cell(), most in 1u64..20,
    ) {
        for limit in [Limit::Strict, Limit::Relaxed] {
            let agent = Terrain { grid: &grid, costs: &costs, limit };
            let least = least_costs(&grid, &agent, source, most);
            let expected: BTreeSet<_> = grid
                .cells()
                .filter(|&cell| cell != source && least[grid.position(cell).unwrap()].is_some() && agent.can_occupy(cell))
                .collect();
            let found = coverage(&grid, &agent, source, most);
            prop_assert_eq!(found.len(), expected.len(), "no cell twice");
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn reach_is_every_cell_within_the_budget_at_its_least_cost_and_the_cheapest_first(
        grid in any_grid(), costs in any_costs(), source in any_cell(), most in 0u64..20,
    ) {
        for limit in [Limit::Strict, Limit::Relaxed] {
            let agent = Terrain { grid: &grid, costs: &costs, limit };
            let least = least_costs(&grid, &agent, source, most);
            let mut expected: Vec<_> = grid
                .cells()
                .filter(|&cell| cell != source && agent.can_occupy(cell))
                .filter_map(|cell| Some((cell, least[grid.position(cell).unwrap()]?)))
                .collect();
            // Stable: the cells are listed row by row.
            expected.sort_by_key(|&(_, cost)| cost);
            prop_assert_eq!(reach(&grid, &agent, source, most), expected);
        }
    }

    #[test]
    fn flood_fill_finds_the_connected_cells(grid in any_grid(), costs in any_costs(), source in any_cell()) {
        let agent = Terrain { grid: &grid, costs: &costs, limit: Limit::Strict };
        let least = least_costs(&grid, &agent, source, u64::MAX);
        let connected = |cell: Cell| cell != source && least[grid.position(cell).unwrap()].is_some();
        let expected: BTreeSet<_> = grid.cells().filter(|&cell| connected(cell)).collect();
        let found = flood_fill(&grid, source, |cell| costs[grid.position(cell).unwrap()] != 0);
        prop_assert_eq!(found.len(), expected.len(), "no cell twice");
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn what_is_visible_is_within_reach_and_does_not_depend_on_the_unit_of_length(
        kind in 0..KINDS.len(), costs in any_costs(), source in any_cell(), steps in 1u32..5, length in 0.001..1e6,
    ) {
        let (grid, other) = (world(KINDS[kind].0, SIZE), World::new(geometry(KINDS[kind].0, SIZE), length).unwrap());
        let geometry = grid.geometry();
        let seen = |world: &World| {
            let reach = world.reach(f64::from(steps) * 2.0 * world.element().outer_radius());
            visibility(geometry, source, Some(reach), |cell| costs[geometry.position(cell).unwrap()] == 0)
        };
        let found = seen(&grid);
        prop_assert_eq!(&found, &seen(&other));
        let distance = (f64::from(steps) * 2.0 + 1.0) * grid.element().outer_radius() + 1e-6;
        let eye = grid.centre(source);
        for cell in found {
            let centre = grid.centre(cell);
            prop_assert!(cell != source && (centre.x - eye.x).hypot(centre.y - eye.y) <= distance);
        }
    }
}

#[test]
fn an_open_field_is_seen_whole_and_a_closed_ring_hides_everything_behind_it() {
    for (name, ..) in KINDS {
        let (grid, eye) = (geometry(name, [11, 11]), [5, 5]);
        assert_eq!(visibility(&grid, eye, None, |_| false).len(), 120, "{name}");
        // Cells that share only a vertex with the viewer are behind those that share an edge.
        let ring: BTreeSet<_> = grid.without_vertex_neighbours().neighbours(eye).collect();
        let seen: BTreeSet<_> = visibility(&grid, eye, None, |cell| ring.contains(&cell)).into_iter().collect();
        assert_eq!(seen, ring, "{name}");
    }
}

#[test]
fn a_great_budget_on_a_great_field_ends() {
    let grid = geometry("hexagon-OnEdge-ColumnDown", [150, 150]);
    let costs: Vec<u32> =
        (0..grid.cell_count() as u32).map(|index| 1 + index.wrapping_mul(2_654_435_761) % 9).collect();
    let agent = Terrain { grid: &grid, costs: &costs, limit: Limit::Relaxed };
    let occupied = costs.iter().skip(1).filter(|&&cost| cost != 5).count();
    assert_eq!(coverage(&grid, &agent, [0, 0], u64::MAX).len(), occupied);
}

#[test]
fn searches_from_off_the_grid_find_nothing() {
    let grid = geometry("square-OnEdge-None", SIZE);
    let agent = Terrain { grid: &grid, costs: &[1; CELLS], limit: Limit::Strict };
    for off in [[-1, 0], [0, 8], [i32::MAX, i32::MIN]] {
        assert!(find_path(&grid, &agent, off, [0, 0]).is_none() && find_path(&grid, &agent, [0, 0], off).is_none());
        assert!(coverage(&grid, &agent, off, 9).is_empty() && reach(&grid, &agent, off, 9).is_empty());
        assert!(flood_fill(&grid, off, |_| true).is_empty());
        assert!(visibility(&grid, off, None, |_| false).is_empty());
        assert!(grid.neighbours_within(off, 0).is_empty());
    }
}

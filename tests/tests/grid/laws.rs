//! Laws over every kind of grid, with searches of their own to compare with.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::num::NonZeroU32;

use foeman_rules::grid::Cell;
use foeman_rules::grid::agent::{Agent, Limit};
use foeman_rules::grid::coverage::coverage;
use foeman_rules::grid::flood::flood_fill;
use foeman_rules::grid::numbers::{div_ceil, div_floor, div_nearest, modulo_floor};
use foeman_rules::grid::path::find_path;
use foeman_rules::grid::polygon::{GridError, Point, RegularPolygon};
use foeman_rules::grid::polygon_grid::PolygonGrid;
use foeman_rules::grid::visibility::visibility;
use foeman_rules::natural;
use foeman_schema::hex::{Shift, Stand};
use proptest::prelude::*;

use crate::{KINDS, grid};

const SIZE: [u32; 2] = [9, 8];
const CELLS: usize = 72;

/// What a step into each cell costs, 0 keeping everybody out; nobody stays where it costs 5.
struct Terrain<'a> {
    grid: &'a PolygonGrid,
    costs: &'a [u32],
    limit: Limit,
}

impl Agent for Terrain<'_> {
    fn step_cost(&self, _from: Cell, to: Cell) -> Option<NonZeroU32> {
        NonZeroU32::new(self.costs[self.grid.index(to).unwrap()])
    }

    fn can_occupy(&self, cell: Cell) -> bool {
        self.costs[self.grid.index(cell).unwrap()] != 5
    }

    fn limit(&self) -> Limit {
        self.limit
    }
}

fn any_grid() -> impl Strategy<Value = PolygonGrid> {
    (0..KINDS.len()).prop_map(|kind| grid(KINDS[kind].0, SIZE))
}

fn any_cell() -> impl Strategy<Value = Cell> {
    [0..SIZE[0] as i32, 0..SIZE[1] as i32]
}

fn any_costs() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(prop_oneof![1 => Just(0), 4 => 1u32..=5], CELLS)
}

/// The least cost to come to each cell, by trying every step until nothing changes.
fn least_costs(grid: &PolygonGrid, agent: &impl Agent, source: Cell, most: u64) -> Vec<Option<u64>> {
    let mut least = vec![None; CELLS];
    least[grid.index(source).unwrap()] = Some(0);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for from in grid.cells() {
            let Some(before) = least[grid.index(from).unwrap()] else { continue };
            for to in grid.neighbours(from) {
                let Some(step) = agent.step_cost(from, to) else { continue };
                let cost = before + u64::from(step.get());
                let allowed = if agent.limit() == Limit::Strict { cost <= most } else { before < most };
                let known = &mut least[grid.index(to).unwrap()];
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
    fn the_centre_of_a_cell_is_in_it(
        kind in 0..KINDS.len(),
        length in 0.01..1000.0,
        size in [1u32..300, 1u32..300],
        at in [0.0..1.0, 0.0..1.0],
    ) {
        let (_, sides, stand, shift) = KINDS[kind];
        let element = RegularPolygon::new(length, sides, stand).unwrap();
        let grid = PolygonGrid::new(element).unwrap().with_shift(shift).unwrap().with_size(size).unwrap();
        let cell = [0, 1].map(|axis| (at[axis] * f64::from(size[axis])) as i32);
        prop_assert_eq!(grid.world_to_grid(grid.grid_to_world(cell)), Some(cell));
        prop_assert_eq!(grid.world_to_grid_clipped(grid.grid_to_world(cell)), cell);
    }

    #[test]
    fn a_place_belongs_to_the_cell_with_the_nearest_centre(grid in any_grid(), at in [-0.1..1.1, -0.1..1.1]) {
        let world = grid.world_bounds();
        let place = Point { x: at[0] * world.width, y: at[1] * world.height };
        let distance = |cell: Cell| {
            let centre = grid.grid_to_world(cell);
            (centre.x - place.x).hypot(centre.y - place.y)
        };
        let nearest = grid.cells().min_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap();
        match grid.world_to_grid(place) {
            Some(cell) => {
                prop_assert!(distance(cell) <= distance(nearest) + 1e-6);
                prop_assert!(distance(cell) <= grid.element().outer_radius() + 1e-6);
            }
            None => prop_assert!(distance(nearest) >= grid.element().inner_radius() - 1e-6),
        }
        prop_assert!(grid.contains(grid.world_to_grid_clipped(place)));
    }

    #[test]
    fn a_block_of_cells_fits_its_bounds_exactly(grid in any_grid(), first in any_cell(), size in [1u32..6, 1u32..6]) {
        let bounds = grid.region_bounds(first, size);
        let corners: Vec<Point> = (0..size[0] as i32)
            .flat_map(|column| (0..size[1] as i32).map(move |row| [first[0] + column, first[1] + row]))
            .flat_map(|cell| {
                let centre = grid.grid_to_world(cell);
                grid.element().vertices().into_iter().map(move |v| Point { x: centre.x + v.x, y: centre.y + v.y })
            })
            .collect();
        let least = |axis: fn(&Point) -> f64| corners.iter().map(axis).fold(f64::INFINITY, f64::min);
        let greatest = |axis: fn(&Point) -> f64| corners.iter().map(axis).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!((bounds.left - least(|p| p.x)).abs() < 1e-6);
        prop_assert!((bounds.top - least(|p| p.y)).abs() < 1e-6);
        prop_assert!((bounds.left + bounds.width - greatest(|p| p.x)).abs() < 1e-6);
        prop_assert!((bounds.top + bounds.height - greatest(|p| p.y)).abs() < 1e-6);
    }

    #[test]
    fn a_path_costs_the_least_and_no_less_than_its_distance(
        grid in any_grid(), costs in any_costs(), source in any_cell(), target in any_cell(), most in 1u64..20,
    ) {
        for limit in [Limit::Strict, Limit::Relaxed] {
            let agent = Terrain { grid: &grid, costs: &costs, limit };
            let least = least_costs(&grid, &agent, source, u64::MAX)[grid.index(target).unwrap()];
            let ends = source == target || agent.can_occupy(target);
            let path = find_path(&grid, &agent, source, target);
            prop_assert_eq!(path.as_ref().map(|path| path.total_cost()), least.filter(|_| ends));
            let Some(path) = path else { continue };
            prop_assert!(path.total_cost() >= u64::from(grid.step_distance(source, target)));
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
                .filter(|&cell| cell != source && least[grid.index(cell).unwrap()].is_some() && agent.can_occupy(cell))
                .collect();
            let found = coverage(&grid, &agent, source, most);
            prop_assert_eq!(found.len(), expected.len(), "no cell twice");
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn flood_fill_finds_the_connected_cells(grid in any_grid(), costs in any_costs(), source in any_cell()) {
        let agent = Terrain { grid: &grid, costs: &costs, limit: Limit::Strict };
        let least = least_costs(&grid, &agent, source, u64::MAX);
        let connected = |cell: Cell| cell != source && least[grid.index(cell).unwrap()].is_some();
        let expected: BTreeSet<_> = grid.cells().filter(|&cell| connected(cell)).collect();
        let found = flood_fill(&grid, source, |cell| costs[grid.index(cell).unwrap()] != 0);
        prop_assert_eq!(found.len(), expected.len(), "no cell twice");
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn what_is_visible_is_within_reach_and_does_not_depend_on_the_unit_of_length(
        kind in 0..KINDS.len(), costs in any_costs(), source in any_cell(), steps in 1u32..5, length in 0.001..1e6,
    ) {
        let (name, sides, stand, shift) = KINDS[kind];
        let grid = grid(name, SIZE);
        let mut other = RegularPolygon::new(length, sides, stand).unwrap();
        if grid.element().has_vertex_neighbours() {
            other = other.with_vertex_neighbours().unwrap();
        }
        let other = PolygonGrid::new(other).unwrap().with_shift(shift).unwrap().with_size(SIZE).unwrap();
        let seen = |grid: &PolygonGrid| {
            let distance = f64::from(steps) * 2.0 * grid.element().outer_radius();
            visibility(grid, source, Some(distance), |cell| costs[grid.index(cell).unwrap()] == 0)
        };
        let found = seen(&grid);
        prop_assert_eq!(&found, &seen(&other));
        let distance = (f64::from(steps) * 2.0 + 1.0) * grid.element().outer_radius() + 1e-6;
        let eye = grid.grid_to_world(source);
        for cell in found {
            let centre = grid.grid_to_world(cell);
            prop_assert!(cell != source && (centre.x - eye.x).hypot(centre.y - eye.y) <= distance);
        }
    }

    #[test]
    fn quotients_are_rounded_as_their_names_say(dividend in -1000i64..1000, divisor in 1i64..50) {
        for (dividend, divisor) in [(dividend, divisor), (-dividend, -divisor)] {
            let exact = dividend as f64 / divisor as f64;
            prop_assert_eq!(div_floor(dividend, divisor), exact.floor() as i64);
            prop_assert_eq!(div_ceil(dividend, divisor), exact.ceil() as i64);
            prop_assert_eq!(div_nearest(dividend, divisor), exact.round() as i64);
            prop_assert_eq!(div_floor(dividend, divisor) * divisor + modulo_floor(dividend, divisor), dividend);
        }
    }

    #[test]
    fn names_have_one_order(a in "[a-b0-1]{0,6}", b in "[a-b0-1]{0,6}", c in "[a-b0-1]{0,6}") {
        prop_assert_eq!(natural::compare(&a, &b), natural::compare(&b, &a).reverse());
        if natural::compare(&a, &b) != Ordering::Greater && natural::compare(&b, &c) != Ordering::Greater {
            prop_assert_ne!(natural::compare(&a, &c), Ordering::Greater);
        }
    }
}

#[test]
fn neighbours_are_mutual_and_lie_in_opposite_directions() {
    for (name, ..) in KINDS {
        let grid = grid(name, SIZE);
        for cell in grid.cells() {
            for direction in 0..grid.element().connectivity() {
                let Some(neighbour) = grid.neighbour(cell, direction as usize) else { continue };
                let opposite = grid.element().opposing_index(direction as i32).unwrap();
                assert_eq!(grid.neighbour(neighbour, opposite as usize), Some(cell), "{name}");
            }
        }
    }
}

#[test]
fn directions_point_at_the_neighbours() {
    for (name, ..) in KINDS {
        let (grid, cell) = (grid(name, SIZE), [4, 4]);
        let centre = grid.grid_to_world(cell);
        for direction in 0..grid.element().connectivity() {
            let Point { x, y } = grid.grid_to_world(grid.neighbour(cell, direction as usize).unwrap());
            let angle = (y - centre.y).atan2(x - centre.x).to_degrees();
            let expected = grid.element().index_to_angle(direction as i32);
            let off = (angle - expected).rem_euclid(360.0);
            assert!(off.min(360.0 - off) < 1e-6, "{name} {direction}: {angle} and {expected}");
            assert_eq!(grid.element().angle_to_index(angle), direction, "{name}");
        }
    }
}

#[test]
fn distance_is_the_length_of_the_shortest_chain_of_neighbours() {
    for (name, ..) in KINDS {
        let grid = grid(name, [31, 31]);
        for source in [[15, 15], [14, 15], [15, 14], [14, 14]] {
            let mut ring = BTreeSet::from([source]);
            let mut reached = ring.clone();
            // Seven steps of two columns stay on the grid.
            for steps in 0..=7 {
                for &cell in &ring {
                    assert_eq!(grid.step_distance(source, cell), steps, "{name} {source:?} {cell:?}");
                    assert_eq!(grid.step_distance(cell, source), steps, "{name} {source:?} {cell:?}");
                }
                let within: Vec<_> = reached.iter().copied().filter(|&cell| cell != source).collect();
                let mut found = grid.neighbours_within(source, steps);
                found.sort_unstable();
                assert_eq!(found, within, "{name} {source:?} {steps}");
                let next = ring.iter().flat_map(|&cell| grid.neighbours(cell));
                ring = next.filter(|cell| !reached.contains(cell)).collect();
                reached.extend(&ring);
            }
        }
    }
}

#[test]
fn an_open_field_is_seen_whole_and_a_closed_ring_hides_everything_behind_it() {
    for (name, ..) in KINDS {
        let (grid, eye) = (grid(name, [11, 11]), [5, 5]);
        assert_eq!(visibility(&grid, eye, None, |_| false).len(), 120, "{name}");
        // Cells that share only a vertex with the eye are behind those that share an edge.
        let (centre, edge) = (grid.grid_to_world(eye), 2.0 * grid.element().inner_radius() + 1e-6);
        let shares_edge = |cell: &Cell| {
            let Point { x, y } = grid.grid_to_world(*cell);
            (x - centre.x).hypot(y - centre.y) <= edge
        };
        let ring: BTreeSet<_> = grid.neighbours(eye).filter(shares_edge).collect();
        assert_eq!(ring.len(), grid.element().sides() as usize, "{name}");
        let seen: BTreeSet<_> = visibility(&grid, eye, None, |cell| ring.contains(&cell)).into_iter().collect();
        assert_eq!(seen, ring, "{name}");
    }
}

#[test]
fn a_great_budget_on_a_great_field_ends() {
    let grid = grid("hexagon-OnEdge-ColumnDown", [150, 150]);
    let costs: Vec<u32> =
        (0..grid.cell_count() as u32).map(|index| 1 + index.wrapping_mul(2_654_435_761) % 9).collect();
    let agent = Terrain { grid: &grid, costs: &costs, limit: Limit::Relaxed };
    let occupied = costs.iter().skip(1).filter(|&&cost| cost != 5).count();
    assert_eq!(coverage(&grid, &agent, [0, 0], u64::MAX).len(), occupied);
}

#[test]
fn searches_from_off_the_grid_find_nothing() {
    let grid = grid("square-OnEdge-None", SIZE);
    let agent = Terrain { grid: &grid, costs: &[1; CELLS], limit: Limit::Strict };
    for off in [[-1, 0], [0, 8], [i32::MAX, i32::MIN]] {
        assert!(find_path(&grid, &agent, off, [0, 0]).is_none() && find_path(&grid, &agent, [0, 0], off).is_none());
        assert!(coverage(&grid, &agent, off, 9).is_empty());
        assert!(flood_fill(&grid, off, |_| true).is_empty());
        assert!(visibility(&grid, off, None, |_| false).is_empty());
        assert!(grid.neighbours_within(off, 0).is_empty());
    }
}

#[test]
fn a_grid_that_cannot_be_is_refused_in_plain_words() {
    let message = |result: Result<(), GridError>| result.unwrap_err().to_string();
    let hexagon = RegularPolygon::new(1.0, 6, Stand::Edge).unwrap();
    let grid = PolygonGrid::new(hexagon).unwrap();
    let length = message(RegularPolygon::new(-1.0, 6, Stand::Edge).map(drop));
    assert_eq!(length, "expected a positive length of a side, but found `-1`");
    let sides = message(RegularPolygon::new(1.0, 2, Stand::Edge).map(drop));
    assert_eq!(sides, "expected 3 or more sides, but found `2`");
    let pentagon = RegularPolygon::new(1.0, 5, Stand::Edge).unwrap();
    assert_eq!(message(PolygonGrid::new(pentagon).map(drop)), "expected 4 or 6 sides, but found `5`");
    let vertices = message(hexagon.with_vertex_neighbours().map(drop));
    assert_eq!(vertices, "expected at most 4 sides for neighbours across vertices, but found `6`");
    let shift = message(grid.with_shift(Some(Shift::RowLeft)).map(drop));
    assert_eq!(shift, "expected a shift that fits the shape, but found `RowLeft`");
    let none = message(grid.with_shift(None).map(drop));
    assert_eq!(none, "expected shifted columns or rows, as the shape of the cells needs");
    let size = message(grid.with_size([0, 5000]).map(drop));
    assert_eq!(size, "expected 1 to 4096 columns and rows, but found `0` and `5000`");
}

//! Invariants of every geometry: neighbours, distances, centres, corners; in integers, in world coordinates and on
//! screen.

use std::collections::{BTreeMap, BTreeSet};

use egui::pos2;
use foeman_scene::grid::Grid;
use foeman_schema::grid::polygon::{Point, RegularPolygon};
use foeman_schema::grid::world::World;
use foeman_schema::grid::{Cell, Direction, Geometry, GridError, Shape, Shift, Stand};
use proptest::prelude::*;

use crate::{KINDS, geometry, world};

fn any_geometry() -> impl Strategy<Value = Geometry> {
    (0..KINDS.len(), [1u32..300, 1u32..300]).prop_map(|(kind, size)| geometry(KINDS[kind].0, size))
}

/// A cell on or near a map.
fn any_cell() -> impl Strategy<Value = Cell> {
    [-40..300, -40..300]
}

/// Returns the cell at these fractions of a map's width and height.
fn at(geometry: &Geometry, share: [f64; 2]) -> Cell {
    [0, 1].map(|axis| (share[axis] * f64::from(geometry.size()[axis])) as i32)
}

fn corners(world: &World, cell: Cell) -> Vec<Point> {
    let centre = world.centre(cell);
    world.element().vertices().into_iter().map(|v| Point { x: centre.x + v.x, y: centre.y + v.y }).collect()
}

proptest! {
    #[test]
    fn the_centre_of_a_cell_is_in_it(
        geometry in any_geometry(), length in 0.01..1000.0, share in [0.0..1.0, 0.0..1.0],
    ) {
        let world = World::new(geometry, length).unwrap();
        let cell = at(&geometry, share);
        prop_assert_eq!(world.cell(world.centre(cell)), Some(cell));
        prop_assert_eq!(world.cell_near(world.centre(cell)), cell);
        let grid = Grid::new(geometry);
        prop_assert_eq!(grid.cell(grid.center(cell)), cell);
    }

    #[test]
    fn positions_in_row_order_and_cells_are_inverse(geometry in any_geometry(), share in [0.0..1.0, 0.0..1.0]) {
        let cell = at(&geometry, share);
        prop_assert_eq!(geometry.cell_at(geometry.position(cell).unwrap()), cell);
        prop_assert_eq!(geometry.cell(geometry.hex(cell)), cell);
        prop_assert_eq!(geometry.index(geometry.hex(cell)), geometry.position(cell));
        let last = geometry.size().map(|count| count as i32);
        prop_assert_eq!(geometry.position([last[0], 0]), None);
        prop_assert_eq!(geometry.position([0, last[1]]), None);
    }

    #[test]
    fn distance_is_a_metric_that_moving_does_not_change(
        kind in 0..KINDS.len(), a in any_cell(), b in any_cell(), c in any_cell(), to in any_cell(),
    ) {
        let geometry = geometry(KINDS[kind].0, [9, 8]);
        let distance = |from, to| geometry.distance(from, to);
        prop_assert_eq!(distance(a, a), 0);
        prop_assert_eq!(distance(a, b) == 0, a == b);
        prop_assert_eq!(distance(a, b), distance(b, a));
        prop_assert!(distance(a, c) <= distance(a, b) + distance(b, c));
        let moved = |cell| geometry.moved(cell, a, to);
        prop_assert_eq!((moved(a), distance(moved(b), moved(c))), (to, distance(b, c)));
    }

    #[test]
    fn hexes_agree_with_cells(kind in 0..KINDS.len(), a in any_cell(), b in any_cell(), to in any_cell()) {
        let geometry = geometry(KINDS[kind].0, [300, 300]);
        prop_assume!(geometry.shape() == Shape::Hex);
        let hex = |cell| geometry.hex(cell);
        prop_assert_eq!(hex(a).distance(hex(b)), geometry.distance(a, b));
        prop_assert_eq!(geometry.cell(hex(b) + (hex(to) - hex(a))), geometry.moved(b, a, to));
        for direction in Direction::ALL {
            let beside = geometry.cell(hex(a).step(direction));
            let expected = geometry.contains(beside).then_some(beside);
            prop_assert_eq!(geometry.neighbour(a, direction.index().into()), expected);
        }
    }

    #[test]
    fn a_place_belongs_to_the_cell_with_the_nearest_centre(
        kind in 0..KINDS.len(), share in [-0.1..1.1, -0.1..1.1],
    ) {
        let world = world(KINDS[kind].0, [9, 8]);
        let bounds = world.bounds();
        let place = Point { x: share[0] * bounds.width, y: share[1] * bounds.height };
        let distance = |cell: Cell| {
            let centre = world.centre(cell);
            (centre.x - place.x).hypot(centre.y - place.y)
        };
        let nearest = world.geometry().cells().min_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap();
        match world.cell(place) {
            Some(cell) => {
                prop_assert!(distance(cell) <= distance(nearest) + 1e-6);
                prop_assert!(distance(cell) <= world.element().outer_radius() + 1e-6);
            }
            None => prop_assert!(distance(nearest) >= world.element().inner_radius() - 1e-6),
        }
        prop_assert!(world.geometry().contains(world.cell_near(place)));
    }

    /// A click selects the cell that is drawn there.
    #[test]
    fn the_cell_at_a_point_is_the_one_whose_polygon_holds_it(
        kind in 0..KINDS.len(), x in -20.0f32..40.0, y in -20.0f32..40.0,
    ) {
        let grid = Grid::new(geometry(KINDS[kind].0, [9, 8]));
        let (point, cell) = (pos2(x, y), grid.cell(pos2(x, y)));
        let corners: Vec<_> = grid.corners().map(|corner| grid.center(cell) + corner).collect();
        for (n, from) in corners.iter().enumerate() {
            let (edge, to) = (corners[(n + 1) % corners.len()] - *from, point - *from);
            prop_assert!(edge.x * to.y - edge.y * to.x >= -1e-3, "{:?} is not in {:?} of {:?}", point, cell, KINDS[kind]);
        }
    }

    #[test]
    fn a_block_of_cells_fits_its_bounds_exactly(
        kind in 0..KINDS.len(), first in [0..9, 0..8], size in [1u32..6, 1u32..6],
    ) {
        let world = world(KINDS[kind].0, [9, 8]);
        let bounds = world.region_bounds(first, size);
        let corners: Vec<Point> = (0..size[0] as i32)
            .flat_map(|column| (0..size[1] as i32).map(move |row| [first[0] + column, first[1] + row]))
            .flat_map(|cell| corners(&world, cell))
            .collect();
        let least = |axis: fn(&Point) -> f64| corners.iter().map(axis).fold(f64::INFINITY, f64::min);
        let greatest = |axis: fn(&Point) -> f64| corners.iter().map(axis).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!((bounds.left - least(|p| p.x)).abs() < 1e-6);
        prop_assert!((bounds.top - least(|p| p.y)).abs() < 1e-6);
        prop_assert!((bounds.left + bounds.width - greatest(|p| p.x)).abs() < 1e-6);
        prop_assert!((bounds.top + bounds.height - greatest(|p| p.y)).abs() < 1e-6);
    }

    #[test]
    fn a_geometry_that_is_written_reads_as_itself(geometry in any_geometry()) {
        let text = serde_json::to_string(&geometry).unwrap();
        prop_assert_eq!(serde_json::from_str::<Geometry>(&text).unwrap(), geometry, "{}", text);
    }
}

#[test]
fn neighbours_are_mutual_and_lie_in_opposite_directions() {
    for (name, ..) in KINDS {
        let world = world(name, [9, 8]);
        for cell in world.geometry().cells() {
            for direction in 0..world.element().connectivity() {
                let Some(neighbour) = world.geometry().neighbour(cell, direction as usize) else { continue };
                let opposite = world.element().opposing_index(direction as i32).unwrap();
                assert_eq!(world.geometry().neighbour(neighbour, opposite as usize), Some(cell), "{name}");
            }
        }
    }
}

#[test]
fn neighbours_share_an_edge_or_where_they_may_a_vertex() {
    for (name, ..) in KINDS {
        let (geometry, lattice) = (geometry(name, [9, 8]), *geometry(name, [9, 8]).lattice());
        let corners = |cell: Cell| -> BTreeSet<[i64; 2]> {
            let centre = lattice.centre(cell);
            lattice.tile().corners().iter().map(|corner| [centre.x + corner.x, centre.y + corner.y]).collect()
        };
        let edges = geometry.without_vertex_neighbours();
        for cell in geometry.cells() {
            for other in geometry.cells().filter(|other| *other != cell) {
                let shared = corners(cell).intersection(&corners(other)).count();
                let expected = match shared {
                    2 => [true, true],
                    1 => [false, geometry.has_vertex_neighbours()],
                    _ => [false, false],
                };
                let found = [edges, geometry].map(|geometry| geometry.neighbours(cell).any(|near| near == other));
                assert_eq!(found, expected, "{name} {cell:?} {other:?}");
            }
        }
    }
}

#[test]
fn directions_point_at_the_neighbours() {
    for (name, ..) in KINDS {
        let (world, cell) = (world(name, [9, 8]), [4, 4]);
        let (centre, drawn) = (world.centre(cell), Grid::new(*world.geometry()));
        assert_eq!(world.element().has_top_index(), world.geometry().has_top_direction(), "{name}");
        for direction in 0..world.element().connectivity() {
            let neighbour = world.geometry().neighbour(cell, direction as usize).unwrap();
            let Point { x, y } = world.centre(neighbour);
            let angle = (y - centre.y).atan2(x - centre.x).to_degrees();
            let expected = world.element().index_to_angle(direction as i32);
            let off = (angle - expected).rem_euclid(360.0);
            assert!(off.min(360.0 - off) < 1e-6, "{name} {direction}: {angle} and {expected}");
            assert_eq!(world.element().angle_to_index(angle), direction, "{name}");
            let way = drawn.center(neighbour) - drawn.center(cell);
            assert!((way.normalized() - drawn.direction(direction as u8)).length() < 1e-3, "{name} {direction}");
        }
    }
}

#[test]
fn distance_is_the_length_of_the_shortest_chain_of_neighbours() {
    for (name, ..) in KINDS {
        let grid = geometry(name, [31, 31]);
        for source in [[15, 15], [14, 15], [15, 14], [14, 14]] {
            let mut ring = BTreeSet::from([source]);
            let mut reached = ring.clone();
            // Seven steps of two columns stay on the grid.
            for steps in 0..=7 {
                for &cell in &ring {
                    assert_eq!(grid.distance(source, cell), steps, "{name} {source:?} {cell:?}");
                    assert_eq!(grid.distance(cell, source), steps, "{name} {source:?} {cell:?}");
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
fn the_cells_of_a_map_touch_nowhere_but_at_their_borders() {
    for (name, ..) in KINDS {
        let world = world(name, [6, 5]);
        let mut around: BTreeMap<[i64; 2], f64> = BTreeMap::new();
        for cell in world.geometry().cells() {
            let turn = 180.0 - 360.0 / f64::from(world.element().sides());
            for Point { x, y } in corners(&world, cell) {
                *around.entry([(x * 1e3).round() as i64, (y * 1e3).round() as i64]).or_default() += turn;
            }
        }
        let most = around.values().copied().fold(0.0, f64::max);
        assert!((most - 360.0).abs() < 1e-6, "{name}: the angles round a corner make a full turn, not {most}");
    }
}

#[test]
fn what_is_left_out_is_usual_and_what_does_not_fit_is_read_as_what_comes_nearest() {
    let read = |text: &str| serde_json::from_str::<Geometry>(text).unwrap();
    let found = |text: &str| {
        let geometry = read(text);
        (geometry.shape(), geometry.stand(), geometry.shift(), geometry.has_vertex_neighbours())
    };
    let (hex, square, edge, vertex) = (Shape::Hex, Shape::Square, Stand::Edge, Stand::Vertex);
    assert_eq!(found(r#"{"size": [3, 2]}"#), (hex, edge, Some(Shift::ColumnDown), false));
    assert_eq!(found(r#"{"stand": "vertex", "size": [3, 2]}"#), (hex, vertex, Some(Shift::RowRight), false));
    assert_eq!(found(r#"{"shape": "square", "size": [3, 2]}"#), (square, edge, None, false));
    let diamonds = r#"{"shape": "square", "stand": "vertex", "vertex-neighbours": true, "size": [3, 2]}"#;
    assert_eq!(found(diamonds), (square, vertex, Some(Shift::RowRight), true));
    let hexes = r#"{"stand": "edge", "shift": "row-left", "vertex-neighbours": true, "size": [3, 2]}"#;
    assert_eq!(found(hexes), (hex, vertex, Some(Shift::RowLeft), false));
    assert_eq!(found(r#"{"shape": "square", "shift": "row-left", "size": [3, 2]}"#), (square, edge, None, false));
    let error = |text: &str| serde_json::from_str::<Geometry>(text).unwrap_err().to_string();
    assert!(error(r#"{"size": [3, 10001]}"#).starts_with("expected a size from 1 to 10000, found `10001`"));
    assert!(error(r#"{"size": [3, 2], "tilt": 1}"#).starts_with("unknown field `tilt`"));
}

#[test]
fn a_grid_that_cannot_be_is_refused_in_plain_words() {
    let message = |result: Result<Geometry, GridError>| result.unwrap_err().to_string();
    let hexes = |stand, shift, size| Geometry::new(Shape::Hex, stand, Some(shift), size);
    let fine = hexes(Stand::Edge, Shift::ColumnUp, [1, 1]).unwrap();
    let length = World::new(fine, -1.0).unwrap_err().to_string();
    assert_eq!(length, "expected a positive side length, found `-1`");
    let sides = RegularPolygon::new(1.0, 2, Stand::Edge).unwrap_err().to_string();
    assert_eq!(sides, "expected at least 3 sides, found `2`");
    let vertices = message(fine.with_vertex_neighbours());
    assert_eq!(vertices, "expected at most 4 sides for neighbours across vertices, found `6`");
    assert_eq!(
        message(hexes(Stand::Edge, Shift::RowLeft, [1, 1])),
        "expected `column-down` or `column-up` for hexes with `stand: edge`, found `row-left`"
    );
    assert_eq!(
        message(Geometry::new(Shape::Square, Stand::Edge, Some(Shift::RowLeft), [1, 1])),
        "expected no shift for squares with `stand: edge`, found `row-left`"
    );
    let size = message(hexes(Stand::Edge, Shift::ColumnUp, [0, 50_000]));
    assert_eq!(size, "expected 1 to 10000 columns and rows, found `0` and `50000`");
}

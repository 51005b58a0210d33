//! Drawing shapes on maps, with rotations and reflections, on every kind of grid.

use std::collections::BTreeSet;

use foeman_schema::grid::draw::{Inside, disc, flood, line, rectangle, rectangles, ring};
use foeman_schema::grid::scatter::scatter;
use foeman_schema::grid::symmetry::{Pivot, Symmetry, whole_turn};
use foeman_schema::grid::{Bounds, Cell, Cells, Geometry, Shape, Shift, Stand};
use foeman_test_support::geometries::geometries;

fn hexes(shift: Shift, size: [u32; 2]) -> Geometry {
    let stand = if matches!(shift, Shift::ColumnDown | Shift::ColumnUp) { Stand::Edge } else { Stand::Vertex };
    Geometry::new(Shape::Hex, stand, Some(shift), size).unwrap()
}

#[test]
fn discs_and_rings_have_as_many_cells_as_hexagons_have() {
    for shift in [Shift::ColumnDown, Shift::ColumnUp, Shift::RowRight, Shift::RowLeft] {
        let geometry = hexes(shift, [21, 21]);
        for (radius, in_disc, on_ring) in [(0, 1, 1), (1, 7, 6), (2, 19, 12), (4, 61, 24)] {
            assert_eq!(disc(&geometry, [10, 10], radius).len(), in_disc, "{shift:?}");
            assert_eq!(ring(&geometry, [10, 10], radius).len(), on_ring, "{shift:?}");
        }
    }
    let squares = Geometry::new(Shape::Square, Stand::Edge, None, [21, 21]).unwrap();
    assert_eq!(disc(&squares, [10, 10], 2).len(), 13);
    assert_eq!(disc(&squares.with_vertex_neighbours().unwrap(), [10, 10], 2).len(), 25);
}

#[test]
fn a_line_goes_step_by_step_and_is_no_longer_than_the_distance() {
    for geometry in geometries([13, 9]) {
        for to in geometry.cells() {
            for from in [[0, 0], [6, 4], [12, 8]] {
                let cells = line(&geometry, from, to);
                assert_eq!((cells.first(), cells.last()), (Some(&from), Some(&to)), "{geometry:?}");
                let round = geometry.with_vertex_neighbours().unwrap_or(geometry);
                assert_eq!(cells.len() as u32, round.distance(from, to) + 1, "{geometry:?} {from:?} {to:?}");
                assert!(cells.windows(2).all(|pair| round.distance(pair[0], pair[1]) == 1), "{geometry:?} {cells:?}");
            }
        }
    }
}

#[test]
fn rectangles_end_where_the_map_ends() {
    let geometry = hexes(Shift::ColumnDown, [5, 4]);
    assert_eq!(rectangle(&geometry, [3, 1], [9, 9], Inside::Filled).len(), 6);
    let outline = rectangle(&geometry, [3, 3], [1, 1], Inside::Outline);
    assert_eq!(outline.len(), 8);
    assert!(!outline.contains(&[2, 2]));
}

#[test]
fn a_flood_stops_where_cells_touch_by_a_corner_only() {
    let geometry = Geometry::new(Shape::Square, Stand::Edge, None, [3, 3]).unwrap().with_vertex_neighbours().unwrap();
    let cells = Cells::from_values([3, 3], b"aabababaa", b' ');
    let found = flood(&geometry, [0, 0], &cells, 9).unwrap();
    assert_eq!(each(&found), [[0, 0], [1, 0], [0, 1]]);
    assert_eq!(flood(&geometry, [-1, 0], &cells, 9).unwrap(), []);
}

#[test]
fn a_flood_is_what_a_walk_from_neighbour_to_neighbour_meets() {
    let mut seed = 11_u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed >> 16
    };
    for geometry in geometries([13, 9]).into_iter().chain(geometries([70, 3])) {
        let values: Vec<u32> = (0..geometry.cell_count()).map(|_| random() % 5 / 3).collect();
        let cells = Cells::from_values(geometry.size(), &values, 0);
        for start in [[0, 0], [6, 2], [12, 1]] {
            let edges = geometry.without_vertex_neighbours();
            let (mut met, mut ahead) = (BTreeSet::from([start]), vec![start]);
            while let Some(cell) = ahead.pop() {
                let alike = |cell: &Cell| cells.get(*cell) == cells.get(start);
                ahead.extend(edges.neighbours(cell).filter(alike).filter(|cell| met.insert(*cell)));
            }
            let found = flood(&geometry, start, &cells, usize::MAX).unwrap();
            assert_eq!(each(&found).into_iter().collect::<BTreeSet<_>>(), met, "{geometry:?} {start:?}");
            assert_eq!(found.iter().map(Bounds::count).sum::<usize>(), met.len(), "no cell twice");
        }
    }
}

#[test]
fn a_flood_over_a_great_map_is_a_few_rectangles() {
    let geometry = hexes(Shift::ColumnDown, [10_000, 10_000]);
    let mut cells = Cells::filled(geometry.size(), 0_u16);
    cells.fill(Bounds { from: [0, 500], to: [9_999, 500] }, 1);
    cells.fill(Bounds { from: [100, 7_000], to: [200, 7_100] }, 1);
    let found = flood(&geometry, [5_000, 9_000], &cells, 0).unwrap();
    assert_eq!(found.len(), 4, "above, left, right and below the omitted part: {found:?}");
    assert_eq!(found.iter().map(Bounds::count).sum::<usize>(), 10_000 * 9_499 - 101 * 101);
    // Squares on a corner form no runs; there the flood stops at the limit.
    let corners = Geometry::new(Shape::Square, Stand::Vertex, None, [900, 900]).unwrap();
    assert_eq!(flood(&corners, [0, 0], &Cells::filled([900, 900], 0), 1000), None);
}

#[test]
fn rectangles_have_each_cell_once_and_are_few() {
    let block: Vec<Cell> = (2..40).flat_map(|column| (3..9).map(move |row| [column, row])).collect();
    assert_eq!(rectangles(block.clone()), [Bounds { from: [2, 3], to: [39, 8] }]);
    let mut stairs: Vec<Cell> = (0..9).flat_map(|row| (0..=row).map(move |column| [column, row])).collect();
    stairs.push([0, 0]);
    let found = rectangles(stairs.clone());
    assert_eq!(found.len(), 9);
    stairs.sort_unstable();
    stairs.dedup();
    let mut covered = each(&found);
    covered.sort_unstable();
    assert_eq!(covered, stairs);
    let tall = (0..50).flat_map(|row| [[4, row], [6 + row % 2, row]]);
    assert!(rectangles(tall).len() <= 51, "a column stays one");
}

fn each(rectangles: &[Bounds]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = rectangles.iter().flat_map(|bounds| bounds.cells()).collect();
    cells.sort_by_key(|[column, row]| [*row, *column]);
    cells
}

#[test]
fn every_turn_keeps_distances_and_a_whole_turn_changes_nothing() {
    for geometry in geometries([8, 7]) {
        let tile = geometry.lattice().tile();
        let whole = whole_turn(tile);
        for (mirrored, turns) in (0..whole).flat_map(|turns| [(false, turns), (true, turns)]) {
            let symmetry = Symmetry { mirrored, turns };
            let pivot = Pivot::on(&geometry, [3, 3]);
            let image = |cell| pivot.image(&geometry, symmetry, cell).unwrap();
            assert_eq!(image([3, 3]), [3, 3]);
            for cell in geometry.cells() {
                assert_eq!(geometry.distance([3, 3], image(cell)), geometry.distance([3, 3], cell), "{geometry:?}");
            }
            let places: BTreeSet<Cell> = geometry.cells().map(image).collect();
            assert_eq!(places.len(), geometry.cell_count(), "no two cells overlap");
        }
        let once = Symmetry { mirrored: true, turns: 1 };
        assert_eq!((0..whole).fold(once, |symmetry, _| symmetry.turned(tile)), once);
        assert_eq!(once.mirrored(tile).mirrored(tile), once);
    }
}

#[test]
fn a_turn_is_clockwise_and_mirroring_what_is_turned_is_turning_the_mirrored_the_other_way() {
    for geometry in geometries([9, 9]) {
        let tile = geometry.lattice().tile();
        let pivot = Pivot::on(&geometry, [4, 4]);
        let turn = Symmetry::default().turned(tile);
        for way in 0..geometry.directions() {
            let steps = geometry.directions() / usize::from(whole_turn(tile));
            let next = geometry.neighbour([4, 4], (way + steps) % geometry.directions());
            assert_eq!(pivot.image(&geometry, turn, geometry.neighbour([4, 4], way).unwrap()), next, "{geometry:?}");
        }
        let mirror = Symmetry { mirrored: true, turns: 0 };
        for cell in geometry.cells() {
            let then =
                |first: Symmetry, second| pivot.image(&geometry, second, pivot.image(&geometry, first, cell).unwrap());
            assert_eq!(pivot.image(&geometry, turn.mirrored(tile), cell), then(turn, mirror), "{geometry:?}");
        }
    }
}

#[test]
fn a_map_can_be_the_same_from_all_sides_about_its_middle() {
    // A mirror needs an odd number of columns if every second one is shifted; half a turn does not.
    let geometry = hexes(Shift::ColumnDown, [7, 5]);
    let mirror = Symmetry { mirrored: true, turns: 0 };
    let pivot = Pivot::middle(&geometry, &[mirror]);
    assert_eq!(
        geometry.cells().map(|cell| pivot.image(&geometry, mirror, cell)).collect::<Vec<_>>(),
        geometry.cells().map(|[column, row]| Some([6 - column, row])).collect::<Vec<_>>()
    );
    let even = hexes(Shift::ColumnDown, [8, 5]);
    let half = Symmetry { mirrored: false, turns: 3 };
    let pivot = Pivot::middle(&even, &[half]);
    for cell in even.cells() {
        assert_eq!(pivot.image(&even, half, cell), Some([7 - cell[0], 4 - cell[1]]));
    }
    for geometry in geometries([10, 9]) {
        let whole = whole_turn(geometry.lattice().tile());
        let all: Vec<Symmetry> = (0..whole).map(|turns| Symmetry { mirrored: false, turns }).collect();
        let pivot = Pivot::middle(&geometry, &all);
        for cell in geometry.cells() {
            assert!(all.iter().all(|symmetry| pivot.image(&geometry, *symmetry, cell).is_some()), "{geometry:?}");
        }
    }
}

#[test]
fn chance_shares_cells_out_by_weight_and_a_seed_gives_the_same_again() {
    for geometry in geometries([20, 15]) {
        let cells: Vec<Cell> = geometry.cells().collect();
        for patch in [1, 6] {
            let shared = |seed| scatter(&geometry, &cells, &[1, 0, 3], patch, seed, |cell| cell);
            let kinds = shared(7);
            let count = |kind| kinds.iter().filter(|other| **other == kind).count();
            assert_eq!([count(0), count(1), count(2)], [75, 0, 225], "{geometry:?}");
            assert_eq!(kinds, shared(7));
            assert_ne!(kinds, shared(8));
        }
        // Patchy kinds mostly have equal neighbours; scattered kinds do not.
        let beside = |patch| {
            let kinds = scatter(&geometry, &cells, &[1, 1], patch, 7, |cell| cell);
            let kind = |cell| kinds[geometry.position(cell).unwrap()];
            let pairs = cells.iter().flat_map(|cell| geometry.neighbours(*cell).map(move |other| (*cell, other)));
            let (like, all) =
                pairs.fold((0, 0), |(like, all), (a, b)| (like + usize::from(kind(a) == kind(b)), all + 1));
            100 * like / all
        };
        assert!(beside(6) > 70 && beside(1) < 65, "{geometry:?}: {} and {}", beside(6), beside(1));
    }
}

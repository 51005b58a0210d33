//! Expected values of single polygons, of a small grid, and of arithmetic and the order of names.

use foeman_engine::natural;
use foeman_engine::numbers::{div_ceil, div_floor, div_nearest, modulo_floor, normalise};
use foeman_schema::grid::angle::{Compass, angle_between, normalise_degrees};
use foeman_schema::grid::polygon::{Point, RegularPolygon};
use foeman_schema::grid::world::World;
use foeman_schema::grid::{Cell, Geometry, Shape, Stand};
use serde_json::{Map, Value};

use crate::KINDS;
use crate::vectors::{Counts, assert_near, from};

/// Runs all of `unit_tests`.
pub(crate) fn run(groups: &Value, counted: &mut Counts) {
    let polygons: Map<String, Value> = from(&groups["polygons"]);
    let polygon = |name: &str| polygon(&polygons[name]);
    for (group, rows) in groups.as_object().unwrap() {
        let mut count = || counted.asserted(&format!("unit_tests {group}"));
        match group.as_str() {
            "polygons" => polygons.values().for_each(|row| {
                self::polygon(row);
                count();
            }),
            "has_top_index" => each(rows, |name, row| {
                assert_eq!(polygon(name).has_top_index(), from::<bool>(row), "{name}");
                count();
            }),
            "angle_to_index" => each(rows, |name, row| {
                for (angle, index) in from::<Vec<(f64, u32)>>(row) {
                    assert_eq!(polygon(name).angle_to_index(angle), index, "{name} {angle}");
                    count();
                }
            }),
            "compass_to_index" => each(rows, |name, row| {
                each(row, |point, index| {
                    assert_eq!(polygon(name).compass_to_index(compass(point)), from::<u32>(index), "{name} {point}");
                    count();
                });
            }),
            "index_to_angle" => each(rows, |name, row| {
                for (index, angle) in from::<Vec<(i32, f64)>>(row) {
                    assert_near(polygon(name).index_to_angle(index), angle, name);
                    count();
                }
            }),
            "index_to_compass" => each(rows, |name, row| {
                for (index, point) in from::<Vec<(i32, String)>>(row) {
                    assert_eq!(polygon(name).index_to_compass(index), compass(&point), "{name} {index}");
                    count();
                }
            }),
            "compass_degrees" => each(rows, |point, degrees| {
                assert_eq!(compass(point).degrees(), from::<u32>(degrees), "{point}");
                count();
            }),
            "degrees_to_compass" => {
                for (degrees, point) in from::<Vec<(f64, String)>>(rows) {
                    assert_eq!(Compass::from_degrees(degrees), compass(&point), "{degrees}");
                    count();
                }
            }
            "grid_defaults" => {
                for row in rows.as_array().unwrap() {
                    grid_default(row, &polygon);
                    count();
                }
            }
            "grid_2x2_hexagon_edge" => each(rows, |name, row| {
                small_grid(&of(&polygon("hexagon_edge"), [2, 2]), name, row);
                count();
            }),
            "nint" => whole(rows, div_nearest, &mut count),
            "ceiling" => whole(rows, div_ceil, &mut count),
            "floor" => whole(rows, div_floor, &mut count),
            "modulo_floored" => {
                for ([dividend, divisor], rest) in from::<Vec<([i64; 2], i64)>>(rows) {
                    assert_eq!(modulo_floor(dividend, divisor), rest, "{dividend} mod {divisor}");
                    assert_eq!(div_floor(dividend, divisor) * divisor + rest, dividend);
                    count();
                }
            }
            "normalize_array" => {
                for row in rows.as_array().unwrap() {
                    shares(row);
                    count();
                }
            }
            "normalize_degrees" => {
                for [degrees, expected] in from::<Vec<[f64; 2]>>(rows) {
                    assert_near(normalise_degrees(degrees), expected, "degrees");
                    count();
                }
            }
            "angle_between_from_origin" => {
                for row in rows.as_array().unwrap() {
                    assert_eq!(keys(row), ["a", "b", "radians"]);
                    let [a, b] = ["a", "b"].map(|name| from::<[f64; 2]>(&row[name])).map(|[x, y]| Point { x, y });
                    assert_near(angle_between(a, b), from(&row["radians"]), "angle");
                    count();
                }
            }
            "natural_ordinal_compare" => {
                for (left, right, expected) in from::<Vec<(String, String, i8)>>(rows) {
                    assert_eq!(natural::compare(&left, &right) as i8, expected, "`{left}` and `{right}`");
                    count();
                }
            }
            unknown => panic!("unit test `{unknown}` is not known"),
        }
    }
}

fn each(rows: &Value, mut run: impl FnMut(&str, &Value)) {
    rows.as_object().unwrap().iter().for_each(|(name, row)| run(name, row));
}

fn keys(row: &Value) -> Vec<&str> {
    row.as_object().unwrap().keys().map(String::as_str).collect()
}

fn polygon(row: &Value) -> RegularPolygon {
    assert_eq!(keys(row), ["length", "sides", "orientation", "vertex_neighbors"]);
    let stand = match row["orientation"].as_str() {
        Some("OnEdge") => Stand::Edge,
        Some("OnVertex") => Stand::Vertex,
        other => panic!("orientation {other:?} is not known"),
    };
    let polygon = RegularPolygon::new(from(&row["length"]), from(&row["sides"]), stand).unwrap();
    if from(&row["vertex_neighbors"]) { polygon.with_vertex_neighbours().unwrap() } else { polygon }
}

fn compass(name: &str) -> Compass {
    Compass::ALL.into_iter().find(|point| format!("{point:?}") == name).expect("the compass point exists")
}

/// Rounded quotients, given as decimals with one place, which the rules express in tenths.
fn whole(rows: &Value, rounded: fn(i64, i64) -> i64, count: &mut impl FnMut()) {
    for (value, expected) in from::<Vec<(f64, i64)>>(rows) {
        let tenths = (value * 10.0).round() as i64;
        assert_near(value, tenths as f64 / 10.0, "one decimal place");
        assert_eq!(rounded(tenths, 10), expected, "{value}");
        assert_eq!(rounded(-tenths, -10), expected, "{value}");
        count();
    }
}

fn grid_default(row: &Value, polygon: &impl Fn(&str) -> RegularPolygon) {
    if keys(row) == ["note"] {
        let expected = "default shift is square OnEdge None, square OnVertex RowRight, hexagon OnEdge ColumnDown, \
                        hexagon OnVertex RowRight";
        assert_eq!(row["note"], expected);
        for (sides, stand, shift) in [
            (4, Stand::Edge, KINDS[0].3),
            (4, Stand::Vertex, KINDS[5].3),
            (6, Stand::Edge, KINDS[11].3),
            (6, Stand::Vertex, KINDS[13].3),
        ] {
            let element = RegularPolygon::new(1.0, sides, stand).unwrap();
            assert_eq!(of(&element, [1, 1]).geometry().shift(), shift);
        }
        return;
    }
    assert_eq!(keys(row), ["element", "default_shift", "default_size"]);
    let size = from(&row["default_size"]);
    let world = of(&polygon(row["element"].as_str().unwrap()), size);
    assert_eq!(format!("{:?}", world.geometry().shift().unwrap()), row["default_shift"]);
    assert_eq!(world.geometry().size(), size);
}

/// The grid of a polygon with its default shift.
fn of(element: &RegularPolygon, size: [u32; 2]) -> World {
    let shape = if element.sides() == 4 { Shape::Square } else { Shape::Hex };
    World::new(Geometry::new(shape, element.stand(), None, size).unwrap(), element.length()).unwrap()
}

fn small_grid(world: &World, name: &str, row: &Value) {
    let grid = world.geometry();
    let sorted = |cells: Vec<Cell>| {
        let mut cells = cells;
        cells.sort_unstable();
        cells
    };
    match name {
        "connectivity" => assert_eq!(world.element().connectivity(), from::<u32>(row)),
        "node_count" => {
            assert_eq!(grid.cell_count(), from::<usize>(row));
            assert_eq!(grid.cells().count(), from::<usize>(row));
        }
        "neighbors_unordered" => {
            assert_eq!(row.as_array().unwrap().len(), grid.cell_count());
            for row in row.as_array().unwrap() {
                assert_eq!(keys(row), ["site", "neighbors"]);
                let found = grid.neighbours(from(&row["site"])).collect();
                assert_eq!(sorted(found), sorted(from(&row["neighbors"])));
            }
        }
        "all_neighbor_distances" => {
            for cell in grid.cells() {
                for neighbour in grid.neighbours(cell) {
                    assert_eq!(grid.distance(cell, neighbour), from::<u32>(row));
                }
            }
        }
        "nearest_node" => {
            assert_eq!(keys(row), ["rule"]);
            assert_eq!(row["rule"], "center + (0.1, -0.1) maps back to the same site for all four sites");
            for cell in grid.cells() {
                let Point { x, y } = world.centre(cell);
                assert_eq!(world.cell(Point { x: x + 0.1, y: y - 0.1 }), Some(cell));
            }
        }
        "neighbors_within_2_of_0_0_unordered" => {
            assert_eq!(sorted(grid.neighbours_within([0, 0], 2)), sorted(from(row)));
        }
        unknown => panic!("`{unknown}` is not known"),
    }
}

fn shares(row: &Value) {
    let found = normalise(&from::<Vec<f64>>(&row["input"]));
    if keys(row) == ["input", "error"] {
        assert!(from::<bool>(&row["error"]) && found.is_none());
        return;
    }
    assert_eq!(keys(row), ["input", "sum", "output"]);
    let (found, expected) = (found.unwrap(), from::<Vec<f64>>(&row["output"]));
    assert_near(found.sum, from(&row["sum"]), "sum");
    assert_eq!(found.shares.len(), expected.len());
    for (share, expected) in found.shares.iter().zip(expected) {
        assert_near(*share, expected, "share");
    }
}

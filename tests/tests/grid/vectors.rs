//! The expected values of `tests/vectors/grid.yaml`: every row is asserted and counted.
//!
//! Rows marked `equal_distance_tie` or `border_gap_quirk` are informative only, as the file says.
//! Unknown fields and sections fail, and so does a section with another number of rows than listed here.

use std::collections::BTreeMap;

use foeman_schema::grid::Cell;
use foeman_schema::grid::polygon::{Bounds, Point};
use foeman_schema::grid::world::World;
use serde::Deserialize;
use serde_json::Value;

use crate::{KINDS, helpers, searches, world};

#[test]
fn every_expected_value_holds() {
    let text = include_str!("../../vectors/grid.yaml");
    let sections: serde_json::Map<String, Value> = serde_yaml::from_str(text).unwrap();
    let mut maps = BTreeMap::new();
    let mut counted = Counts::default();
    for (section, rows) in &sections {
        match section.as_str() {
            "meta" => meta(rows),
            "unit_tests" => helpers::run(rows, &mut counted),
            "maps" | "visibility_maps" => {
                for map in from::<Vec<Map>>(rows) {
                    maps.insert(map.id.clone(), map);
                }
            }
            "grid_vectors" => from::<Vec<GridRow>>(rows).iter().for_each(|row| row.run(&mut counted)),
            "astar_vectors" => searches::paths(rows, &maps, &mut counted),
            "coverage_vectors" => searches::coverages(rows, &maps, &mut counted),
            "floodfill_vectors" => searches::flood_fills(rows, &maps, &mut counted),
            "visibility_vectors" => searches::visibilities(rows, &maps, &mut counted),
            unknown => panic!("section `{unknown}` is not known"),
        }
    }
    assert_eq!(maps.len(), 9);
    let listed: BTreeMap<_, _> = EXPECTED_COUNTS.iter().map(|&(name, rows)| (name.to_owned(), rows)).collect();
    assert_eq!(counted.0, listed);
}

/// The number of rows in each section, asserted and informative.
const EXPECTED_COUNTS: &[(&str, (usize, usize))] = &[
    ("astar_vectors", (11, 0)),
    ("astar_vectors last_node", (48, 0)),
    ("coverage_vectors", (9, 0)),
    ("floodfill_vectors", (6, 0)),
    ("grid_vectors", (9, 0)),
    ("grid_vectors centers", (54, 0)),
    ("grid_vectors neighbor_directions", (52, 0)),
    ("grid_vectors neighbors", (54, 0)),
    ("grid_vectors neighbors_within", (9, 0)),
    ("grid_vectors region_bounds", (36, 0)),
    ("grid_vectors step_distance", (27, 0)),
    ("grid_vectors world_to_grid", (139, 5)),
    ("grid_vectors world_to_grid_clipped", (54, 0)),
    ("unit_tests angle_between_from_origin", (1, 0)),
    ("unit_tests angle_to_index", (20, 0)),
    ("unit_tests ceiling", (4, 0)),
    ("unit_tests compass_degrees", (8, 0)),
    ("unit_tests compass_to_index", (20, 0)),
    ("unit_tests degrees_to_compass", (5, 0)),
    ("unit_tests floor", (4, 0)),
    ("unit_tests grid_2x2_hexagon_edge", (6, 0)),
    ("unit_tests grid_defaults", (2, 0)),
    ("unit_tests has_top_index", (5, 0)),
    ("unit_tests index_to_angle", (20, 0)),
    ("unit_tests index_to_compass", (20, 0)),
    ("unit_tests modulo_floored", (8, 0)),
    ("unit_tests natural_ordinal_compare", (16, 0)),
    ("unit_tests nint", (6, 0)),
    ("unit_tests normalize_array", (3, 0)),
    ("unit_tests normalize_degrees", (10, 0)),
    ("unit_tests polygons", (5, 0)),
    ("visibility_vectors", (22, 1)),
];

/// The number of rows asserted, and of informative rows, by section.
#[derive(Default)]
pub(crate) struct Counts(BTreeMap<String, (usize, usize)>);

impl Counts {
    /// Counts an asserted row.
    pub(crate) fn asserted(&mut self, section: &str) {
        self.0.entry(section.to_owned()).or_default().0 += 1;
    }

    /// Counts an informative row, which is not asserted.
    pub(crate) fn informative(&mut self, section: &str) {
        self.0.entry(section.to_owned()).or_default().1 += 1;
    }
}

/// A map: a character for each cell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Map {
    id: String,
    rows: Vec<String>,
}

impl Map {
    /// Returns columns and rows.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.rows[0].len() as u32, self.rows.len() as u32]
    }

    /// Returns the character of a cell on the map.
    pub(crate) fn at(&self, [column, row]: Cell) -> char {
        char::from(self.rows[row as usize].as_bytes()[column as usize])
    }
}

/// Parses one or more rows; unknown fields are an error if the type denies them.
pub(crate) fn from<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// Asserts equality within the tolerance given in the file.
pub(crate) fn assert_near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-6, "{what}: expected {expected}, found {found}");
}

fn meta(rows: &Value) {
    let expected = serde_json::json!({
        "version": 1, "real_tolerance": 1e-6, "invalid_site": [-1, -1], "ordered_lists_are_significant": true,
    });
    assert_eq!(*rows, expected, "the runner knows what the file is like");
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridRow {
    id: String,
    element: Element,
    element_bounds: Rectangle,
    vertices: Vec<[f64; 2]>,
    grid_shift: String,
    size: [u32; 2],
    center_distance: [f64; 2],
    world_bounds: Rectangle,
    neighbor_directions: Vec<Direction>,
    centers: Vec<Centre>,
    neighbors: Vec<Neighbours>,
    neighbors_within: Vec<Within>,
    step_distance: Vec<Distances>,
    region_bounds: Vec<Region>,
    world_to_grid: Vec<Place>,
    world_to_grid_clipped: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Element {
    length: f64,
    sides: u32,
    orientation: String,
    vertex_neighbors: bool,
    connectivity: u32,
    has_top_index: bool,
    inner_radius: f64,
    outer_radius: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rectangle {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Direction {
    index: i32,
    angle: f64,
    compass: String,
    opposite: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Centre {
    site: Cell,
    center: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Neighbours {
    site: Cell,
    ordered: Vec<Cell>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Within {
    site: Cell,
    steps: u32,
    ordered: Vec<Cell>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Distances {
    source: Cell,
    rows: Vec<Vec<u32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Region {
    region: [i32; 4],
    bounds: [f64; 4],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    point: [f64; 2],
    site: Cell,
    #[serde(default)]
    border_gap_quirk: bool,
}

impl GridRow {
    fn run(&self, counted: &mut Counts) {
        let id = &self.id;
        let world = world(id, self.size);
        let grid = *world.geometry();
        self.check_element(&world);
        let Point { x, y } = Point { x: world.pitch()[0], y: world.pitch()[1] };
        assert_near(x, self.center_distance[0], id);
        assert_near(y, self.center_distance[1], id);
        self.world_bounds.check(world.bounds(), id);
        counted.asserted("grid_vectors");
        assert_eq!(self.neighbor_directions.len(), self.element.connectivity as usize, "{id}");
        for direction in &self.neighbor_directions {
            let (element, index) = (world.element(), direction.index);
            assert_near(element.index_to_angle(index), direction.angle, id);
            assert_eq!(format!("{:?}", element.index_to_compass(index)), direction.compass, "{id} {index}");
            assert_eq!(element.opposing_index(index), Some(direction.opposite), "{id} {index}");
            counted.asserted("grid_vectors neighbor_directions");
        }
        for row in &self.centers {
            let centre = world.centre(row.site);
            assert_near(centre.x, row.center[0], id);
            assert_near(centre.y, row.center[1], id);
            counted.asserted("grid_vectors centers");
        }
        for row in &self.neighbors {
            assert_eq!(grid.neighbours(row.site).collect::<Vec<_>>(), row.ordered, "{id} {:?}", row.site);
            counted.asserted("grid_vectors neighbors");
        }
        for row in &self.neighbors_within {
            assert_eq!(grid.neighbours_within(row.site, row.steps), row.ordered, "{id} {:?}", row.site);
            counted.asserted("grid_vectors neighbors_within");
        }
        for row in &self.step_distance {
            let [columns, rows] = self.size.map(|count| count as i32);
            let line = |r| (0..columns).map(|c| grid.distance(row.source, [c, r])).collect();
            let found: Vec<Vec<u32>> = (0..rows).map(line).collect();
            assert_eq!(found, row.rows, "{id} {:?}", row.source);
            counted.asserted("grid_vectors step_distance");
        }
        for row in &self.region_bounds {
            let [column, first_row, columns, rows] = row.region;
            let [left, top, width, height] = row.bounds;
            let bounds = world.region_bounds([column, first_row], [columns as u32, rows as u32]);
            Rectangle { left, top, width, height }.check(bounds, &format!("{id} {:?}", row.region));
            counted.asserted("grid_vectors region_bounds");
        }
        for row in &self.world_to_grid {
            if row.border_gap_quirk {
                // The file contains the original's result, but the gap belongs to no cell.
                assert_eq!(world.cell(row.point()), None, "{id} {:?}", row.point);
                counted.informative("grid_vectors world_to_grid");
                continue;
            }
            let expected = (row.site != [-1, -1]).then_some(row.site);
            assert_eq!(world.cell(row.point()), expected, "{id} {:?}", row.point);
            counted.asserted("grid_vectors world_to_grid");
        }
        for row in &self.world_to_grid_clipped {
            assert_eq!(world.cell_near(row.point()), row.site, "{id} {:?}", row.point);
            counted.asserted("grid_vectors world_to_grid_clipped");
        }
    }

    fn check_element(&self, world: &World) {
        let (id, expected, found) = (&self.id, &self.element, world.element());
        let kind = KINDS.iter().find(|kind| kind.0 == id).unwrap();
        let shift = world.geometry().shift().map_or("None".to_owned(), |shift| format!("{shift:?}"));
        assert_eq!(shift, self.grid_shift);
        assert_eq!(format!("On{:?}", kind.2), expected.orientation);
        assert_eq!((found.sides(), found.stand()), (expected.sides, kind.2));
        assert_eq!(found.has_vertex_neighbours(), expected.vertex_neighbors, "{id}");
        assert_eq!(found.connectivity(), expected.connectivity, "{id}");
        assert_eq!(found.has_top_index(), expected.has_top_index, "{id}");
        assert_near(found.length(), expected.length, id);
        assert_near(found.inner_radius(), expected.inner_radius, id);
        assert_near(found.outer_radius(), expected.outer_radius, id);
        self.element_bounds.check(found.bounds(), id);
        let vertices = found.vertices();
        assert_eq!(vertices.len(), self.vertices.len(), "{id}");
        for (vertex, [x, y]) in vertices.iter().zip(&self.vertices) {
            assert_near(vertex.x, *x, id);
            assert_near(vertex.y, *y, id);
        }
    }
}

impl Rectangle {
    fn check(&self, found: Bounds, what: &str) {
        assert_near(found.left, self.left, what);
        assert_near(found.top, self.top, what);
        assert_near(found.width, self.width, what);
        assert_near(found.height, self.height, what);
    }
}

impl Place {
    fn point(&self) -> Point {
        Point { x: self.point[0], y: self.point[1] }
    }
}

//! Expected values of A*, coverage, flood fill and visibility.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use foeman_engine::search::agent::{Agent, Limit};
use foeman_engine::search::coverage::coverage;
use foeman_engine::search::field_of_view::visibility;
use foeman_engine::search::flood::flood_fill;
use foeman_engine::search::path_finding::{find_path, find_path_within};
use foeman_schema::grid::Cell;
use serde::Deserialize;
use serde_json::Value;

use crate::vectors::{Counts, Map, assert_near, from};
use crate::{geometry, world};

type Maps = BTreeMap<String, Map>;

/// Moves by the characters of a map: a digit is the cost of a step into the cell, 0 and `E` are impassable,
/// and `x` can be crossed but not occupied.
struct Walker<'a> {
    map: &'a Map,
    near: u32,
    limit: Limit,
}

impl<'a> Walker<'a> {
    fn new(map: &'a Map, relaxed: bool) -> Self {
        Self { map, near: 0, limit: if relaxed { Limit::Relaxed } else { Limit::Strict } }
    }
}

impl Agent for Walker<'_> {
    fn step_cost(&self, _from: Cell, to: Cell) -> Option<NonZeroU32> {
        match self.map.at(to) {
            'x' => NonZeroU32::new(1),
            other => other.to_digit(10).and_then(NonZeroU32::new),
        }
    }

    fn can_occupy(&self, cell: Cell) -> bool {
        self.map.at(cell) != 'x'
    }

    fn is_near_target(&self, _cell: Cell, _target: Cell, distance: u32) -> bool {
        distance <= self.near
    }

    fn limit(&self) -> Limit {
        self.limit
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathRow {
    map: String,
    grid: String,
    source: Cell,
    target: Cell,
    near_target_range: u32,
    relaxed: bool,
    found: bool,
    total_cost: Option<u64>,
    path: Option<Vec<Cell>>,
    #[serde(default)]
    last_node: Vec<LastNode>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LastNode {
    max_cost: u64,
    site: Cell,
}

/// A*, and how far a budget lasts along its paths.
pub(crate) fn paths(rows: &Value, maps: &Maps, counted: &mut Counts) {
    for row in from::<Vec<PathRow>>(rows) {
        let map = &maps[&row.map];
        let what = format!("{} {} {:?} {:?}", row.map, row.grid, row.source, row.target);
        let agent = Walker { near: row.near_target_range, ..Walker::new(map, row.relaxed) };
        let geometry = geometry(&row.grid, map.size());
        let found = find_path(&geometry, &agent, row.source, row.target);
        // The last steps up to the target are not taken if the path may end near it.
        let (range, paid) = (u64::from(row.near_target_range), row.total_cost.unwrap_or(9));
        for most in 0..=paid + 2 {
            let within = find_path_within(&geometry, &agent, row.source, row.target, most + range);
            let is_enough = row.found && paid <= most;
            assert!(within == found || (within.is_none() && !is_enough), "{what} within {most}");
            assert!(range > 0 || within.is_some() == is_enough, "{what} within {most}");
        }
        assert_eq!(found.is_some(), row.found, "{what}");
        assert_eq!(found.as_ref().map(|path| path.cells().collect()), row.path, "{what}");
        assert_eq!(found.as_ref().map(|path| path.total_cost()), row.total_cost, "{what}");
        counted.asserted("astar_vectors");
        for last in &row.last_node {
            let cell = found.as_ref().unwrap().last_within(&agent, last.max_cost);
            assert_eq!(cell, last.site, "{what} {}", last.max_cost);
            counted.asserted("astar_vectors last_node");
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CoverageRow {
    map: String,
    grid: String,
    source: Cell,
    max_cost: u64,
    relaxed: bool,
    found: bool,
    discovery_order: Vec<Cell>,
}

/// Coverage in order of discovery.
pub(crate) fn coverages(rows: &Value, maps: &Maps, counted: &mut Counts) {
    for row in from::<Vec<CoverageRow>>(rows) {
        let map = &maps[&row.map];
        let agent = Walker::new(map, row.relaxed);
        let found = coverage(&geometry(&row.grid, map.size()), &agent, row.source, row.max_cost);
        assert_eq!(found, row.discovery_order, "{} {} {:?}", row.map, row.grid, row.source);
        assert_eq!(found.is_empty(), !row.found);
        counted.asserted("coverage_vectors");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FloodRow {
    map: String,
    grid: String,
    source: Cell,
    #[serde(rename = "match")]
    wanted: char,
    found: bool,
    discovery_order: Vec<Cell>,
}

/// Flood fill in order of discovery.
pub(crate) fn flood_fills(rows: &Value, maps: &Maps, counted: &mut Counts) {
    for row in from::<Vec<FloodRow>>(rows) {
        let map = &maps[&row.map];
        let found = flood_fill(&geometry(&row.grid, map.size()), row.source, |cell| map.at(cell) == row.wanted);
        assert_eq!(found, row.discovery_order, "{} {} {:?}", row.map, row.grid, row.source);
        assert_eq!(found.is_empty(), !row.found);
        counted.asserted("floodfill_vectors");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VisibilityRow {
    map: String,
    grid: String,
    length: f64,
    source: Cell,
    range_steps: u32,
    world_distance: f64,
    threshold: f64,
    visible: Vec<String>,
    #[serde(default)]
    equal_distance_tie: bool,
}

/// Visibility: `v` is visible, `#` visible but opaque, `-` hidden, and `@` the viewer.
pub(crate) fn visibilities(rows: &Value, maps: &Maps, counted: &mut Counts) {
    for row in from::<Vec<VisibilityRow>>(rows) {
        if row.equal_distance_tie {
            counted.informative("visibility_vectors");
            continue;
        }
        let map = &maps[&row.map];
        let what = format!("{} {} {:?} {}", row.map, row.grid, row.source, row.range_steps);
        let world = world(&row.grid, map.size());
        assert_near(world.element().length(), row.length, &what);
        assert_near(row.threshold, 1.0 / 3.0, "the threshold of the library");
        let diameter = 2.0 * world.element().outer_radius();
        assert_near(f64::from(row.range_steps) * diameter, row.world_distance, "a step is a diameter");
        let reach = (row.range_steps > 0).then(|| world.reach(row.world_distance));
        let visible = visibility(world.geometry(), row.source, reach, |cell| map.at(cell) == '#');
        let shown = |cell: Cell| match (visible.contains(&cell), map.at(cell)) {
            (_, _) if cell == row.source => '@',
            (false, _) => '-',
            (true, '#') => '#',
            (true, _) => 'v',
        };
        let [columns, rows] = map.size().map(|count| count as i32);
        let found: Vec<String> = (0..rows).map(|r| (0..columns).map(|c| shown([c, r])).collect()).collect();
        assert_eq!(found, row.visible, "{what}");
        counted.asserted("visibility_vectors");
    }
}

/// Brute force: removes each cell and returns how many cells are then outside the largest part.
fn split(geometry: &foeman_schema::grid::Geometry, open: &dyn Fn(Cell) -> bool) -> BTreeMap<Cell, usize> {
    let parts = |without: Option<Cell>| {
        let mut left: Vec<Cell> = geometry.cells().filter(|cell| open(*cell) && Some(*cell) != without).collect();
        let mut parts = Vec::new();
        while let Some(&first) = left.first() {
            let part = flood_fill(geometry, first, |cell| left.contains(&cell));
            left.retain(|cell| *cell != first && !part.contains(cell));
            parts.push((first, part.len() + 1));
        }
        parts
    };
    let whole = parts(None).len();
    let cells = geometry.cells().filter(|cell| open(*cell));
    let mut split = BTreeMap::new();
    for cell in cells {
        let after = parts(Some(cell));
        if after.len() > whole {
            // Blocking the cell cuts off all pieces of its part but the largest.
            let around = flood_fill(geometry, cell, open);
            let pieces = after.iter().filter(|(first, _)| around.contains(first)).map(|(_, size)| *size);
            split.insert(cell, around.len() - pieces.max().unwrap());
        }
    }
    split
}

#[test]
fn choke_points_are_the_cells_that_hold_parts_together() {
    let mut found = 0;
    let mut dice = 1u64;
    for geometry in foeman_test_support::geometries::geometries([9, 7]) {
        for share in [3, 4, 5, 6] {
            let closed: Vec<bool> = (0..geometry.cell_count())
                .map(|_| {
                    dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (dice >> 33) % 10 >= share
                })
                .collect();
            let open = |cell: Cell| !closed[geometry.position(cell).unwrap()];
            let narrows = foeman_engine::search::chokepoints::chokepoints(&geometry, open, |_, _| true);
            let narrows: BTreeMap<Cell, usize> = narrows.iter().map(|narrow| (narrow.cell, narrow.cuts_off)).collect();
            assert_eq!(narrows, split(&geometry, &open), "{geometry:?} {closed:?}");
            found += narrows.len();
        }
    }
    assert!(found > 100, "some were found: {found}");
}

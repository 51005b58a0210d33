//! Places the figures of a new scenario on its map, so that it can be played at once: each side in a zone of the map
//! that has room for it, or else together at its own edge.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Pos2;
use foeman_engine::setup::{Deployment, FACING, HEX, Placeable};
use foeman_scene::grid::Grid;
use foeman_schema::analysis::Analysis;
use foeman_schema::catalogs::board::Map;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Severity;
use foeman_schema::grid::Cell;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::placing;
use crate::shell::session::Session;

/// The maximum number of figures of a side that are placed.
const MOST: usize = 12;
/// The distance from the edge of the map within which cells are tried, in cells.
const NEAR: i32 = 8;
/// The time limit for finding legal cells.
const PATIENCE: Duration = Duration::from_secs(1);

/// A figure, the cells that it can be placed in, best first, and which of them it has now.
struct Figure<'a> {
    figure: &'a Placeable,
    cells: Arc<Vec<Cell>>,
    at: usize,
}

/// Returns a new scenario with the figures of its sides placed, if it places none; `changes` are those that add it.
pub(crate) fn deployed(
    session: &Session,
    key: &RecordKey,
    scenario: Value,
    changes: impl Fn(&Value) -> Vec<Change>,
) -> Value {
    let Some(pack) = &session.pack else { return scenario };
    if pack.draft().dialect().is_none_or(|dialect| dialect.playable != key.catalog) {
        return scenario;
    }
    let with = |scenario: &Value| -> Option<Draft> {
        let mut draft = pack.draft().clone();
        plan(&draft, &changes(scenario)).ok()?.apply(&mut draft).ok()?;
        Some(draft)
    };
    let Some(draft) = with(&scenario) else { return scenario };
    let setup = placing::setup(&draft, session.registry(), key);
    let Some(setup) = setup.filter(|setup| setup.figures.iter().all(|figure| figure.token.is_none())) else {
        return scenario;
    };
    let Some(map) = draft.typed::<Map>(&setup.map).and_then(Result::ok) else { return scenario };
    let grid = Grid::new(map.geometry);
    let mut figures = spread(&setup, &map, &grid);
    let before = pack.analysis();
    let since = Instant::now();
    loop {
        free(&mut figures);
        let placed = with_places(&scenario, key, &figures, &grid);
        let Some(draft) = with(&placed) else { return scenario };
        let after = Analysis::of(Arc::new(draft), Some(&before));
        let wrong = |pointer: &Pointer| {
            after.findings().iter().any(|finding| {
                finding.severity > Severity::Info && finding.pointer.parts().starts_with(pointer.parts())
            })
        };
        let wrong: Vec<usize> = (0..figures.len()).filter(|at| wrong(&figures[*at].figure.pointer)).collect();
        if wrong.is_empty() || since.elapsed() > PATIENCE {
            return placed;
        }
        wrong.into_iter().for_each(|at| figures[at].at += 1);
        figures.retain(|figure| figure.at < figure.cells.len());
    }
}

/// Returns the figures of all sides with the cells for them.
fn spread<'a>(setup: &'a Deployment, map: &Map, grid: &Grid) -> Vec<Figure<'a>> {
    let sides = setup.board.sides.len();
    let of = |side: usize| setup.figures.iter().filter(move |figure| figure.side == side).take(MOST);
    let zones: Vec<Vec<Cell>> = map.zones.values().map(|zone| zone.cells_on(&map.geometry)).collect();
    let largest = (0..sides).map(|side| of(side).count()).max().unwrap_or_default();
    let roomy: Vec<&Vec<Cell>> = zones.iter().filter(|zone| zone.len() >= largest).collect();
    let cells = |side: usize| match roomy.get(side).filter(|_| roomy.len() >= sides) {
        Some(zone) => (*zone).clone(),
        None => edge(grid, side, sides),
    };
    let figures = (0..sides).flat_map(|side| {
        let cells = Arc::new(cells(side));
        of(side).map(move |figure| Figure { figure, cells: Arc::clone(&cells), at: 0 })
    });
    figures.collect()
}

/// Returns the starting cells of a side, near the edge of the map; the sides are distributed around the map, the first
/// one on the left.
fn edge(grid: &Grid, side: usize, sides: usize) -> Vec<Cell> {
    let bounds = grid.bounds();
    let angle = std::f32::consts::TAU * side as f32 / sides.max(1) as f32;
    let way = -egui::vec2(angle.cos(), angle.sin());
    let anchor: Pos2 = bounds.center() + way * bounds.size() / 2.0;
    let size = grid.geometry().size().map(|cells| cells as i32);
    let around = grid.cell(anchor);
    let range = |axis: usize| (around[axis] - NEAR).max(0)..=(around[axis] + NEAR).min(size[axis] - 1);
    let mut cells: Vec<Cell> = range(0).flat_map(|column| range(1).map(move |row| [column, row])).collect();
    cells.sort_by(|a, b| grid.center(*a).distance_sq(anchor).total_cmp(&grid.center(*b).distance_sq(anchor)));
    cells
}

/// Moves figures on to cells that no figure before them has.
fn free(figures: &mut Vec<Figure<'_>>) {
    let mut taken: Vec<Cell> = Vec::new();
    figures.retain_mut(|figure| {
        while figure.cells.get(figure.at).is_some_and(|cell| taken.contains(cell)) {
            figure.at += 1;
        }
        taken.extend(figure.cells.get(figure.at));
        figure.at < figure.cells.len()
    });
}

/// Returns the scenario with the figures in their cells, facing the middle of the map.
fn with_places(scenario: &Value, key: &RecordKey, figures: &[Figure<'_>], grid: &Grid) -> Value {
    let mut placed = scenario.clone();
    for Figure { figure, cells, at } in figures {
        let steps = &figure.pointer.parts()[key.pointer().parts().len()..];
        let Some((name, holders)) = steps.split_last() else { continue };
        let holder = holders.iter().try_fold(&mut placed, |value, step| match value {
            Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
            other => Some(other.as_object_mut()?.entry(step.as_str()).or_insert_with(|| json!({}))),
        });
        if let Some(Value::Object(holder)) = holder {
            let place = json!({ HEX: cells[*at], FACING: placing::inwards(grid, cells[*at]) });
            holder.insert(name.clone(), place);
        }
    }
    placed
}

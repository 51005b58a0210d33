//! Figure placement in scenarios: the deployment, the selected placement, and the facing of newly placed figures.

use std::sync::Arc;

use egui::Ui;
use foeman_engine::game::Registry;
use foeman_engine::setup::{Deployment, FACING, HEX, Placeable};
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};
use serde::Deserialize as _;
use serde_json::Value;

use crate::pack::{Pack, cache};
use crate::shell::view::{Pane, Selection, ViewState};
use foeman_scene::grid::Grid;

/// Returns the deployment of a scenario; `None` if the ruleset does not place figures on a map or the scenario cannot
/// be read.
pub fn setup(draft: &Draft, registry: Registry, key: &RecordKey) -> Option<Deployment> {
    let dialect = draft.dialect().filter(|dialect| dialect.playable == key.catalog)?;
    registry.engine(dialect.id)?.capabilities().setup?(draft, &key.id)
}

/// Returns the deployment, cached until the pack changes.
pub fn kept(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Option<Arc<Deployment>> {
    let id = egui::Id::unique(("setup", key.to_string()));
    cache::kept(ui, pack, id, || setup(pack.draft(), registry, key).map(Arc::new))
}

/// Returns the pane that shows a scenario with its figures on the map, if it can be shown.
pub fn pane(pack: &Pack, registry: Registry, key: &RecordKey) -> Option<Pane> {
    setup(pack.draft(), registry, key).map(|_| Pane::Scenario(key.clone()))
}

/// The selected placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The placement.
    pub pointer: Pointer,
    /// Its cell.
    pub cell: [i32; 2],
    /// Its facing, 0..=5.
    pub facing: u8,
}

/// Returns the selected placement, if a scenario pane is active.
pub fn chosen(pack: &Pack, view: &ViewState) -> Option<Chosen> {
    let Some(Pane::Scenario(key)) = view.document() else { return None };
    let selection = view.selection().filter(|selection| selection.record == *key)?;
    let record = pack.merged(key)?;
    (0..=selection.field.len()).rev().find_map(|length| {
        let field = &selection.field[..length];
        read(key.pointer().join(field), field.iter().try_fold(&*record, step)?)
    })
}

/// Whether a selection concerns a figure of a deployment, placed or not.
pub fn is_about(selection: &Selection, figure: &Placeable) -> bool {
    let selected = selection.record.pointer().join(&selection.field);
    selected.parts().starts_with(figure.pointer.parts())
}

/// Returns the placement at a pointer, if there is one.
pub fn placement(draft: &Draft, pointer: &Pointer) -> Option<Chosen> {
    let (key, field) = pointer.record()?;
    let record = draft.merged(&key)?;
    read(pointer.clone(), field.iter().try_fold(&record, step)?)
}

/// Returns the facing for a newly placed figure: towards the centre of the map.
pub fn inwards(grid: &Grid, cell: [i32; 2]) -> u8 {
    let way = grid.bounds().center() - grid.center(cell);
    (0..grid.directions())
        .max_by(|a, b| grid.direction(*a).dot(way).total_cmp(&grid.direction(*b).dot(way)))
        .unwrap_or_default()
}

fn read(pointer: Pointer, value: &Value) -> Option<Chosen> {
    let cell = <[i32; 2]>::deserialize(value.get(HEX)?).ok()?;
    let facing = value.get(FACING).and_then(Value::as_u64).unwrap_or_default() % 6;
    Some(Chosen { pointer, cell, facing: facing as u8 })
}

fn step<'a>(value: &'a Value, key: &String) -> Option<&'a Value> {
    match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    }
}

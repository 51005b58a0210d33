//! Placing figures in a scenario: which are placed, which one is chosen, and where an arriving one looks.

use std::sync::Arc;

use egui::Ui;
use foeman_engine::game::Registry;
use foeman_engine::setup::{Deployment, FACING, HEX, Placeable};
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use super::kept;
use super::pack::Pack;
use super::view::{Pane, Selection, ViewState};
use foeman_scene::grid::Grid;

/// Who stands where in a scenario; nothing when figures are not placed on a map, or the scenario cannot be read.
pub fn setup(draft: &Draft, registry: Registry, key: &RecordKey) -> Option<Deployment> {
    let dialect = draft.dialect().filter(|dialect| dialect.playable == key.catalog)?;
    registry.engine(dialect.id)?.setup(draft, &key.id)
}

/// The same, kept until the pack changes.
pub fn kept(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Option<Arc<Deployment>> {
    let id = egui::Id::unique(("setup", key.to_string()));
    kept::kept(ui, pack, id, || setup(pack.draft(), registry, key).map(Arc::new))
}

/// The pane that shows a record on a map, where it can be shown so: a scenario with its figures.
pub fn pane(pack: &Pack, registry: Registry, key: &RecordKey) -> Option<Pane> {
    setup(pack.draft(), registry, key).map(|_| Pane::Scenario(key.clone()))
}

/// A placement that the selection is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The placement.
    pub pointer: Pointer,
    /// The cell it names.
    pub cell: [i32; 2],
    /// The facing it names, 0..=5.
    pub facing: u8,
}

/// The placement that the selection is about, on a tab where figures are placed.
pub fn chosen(pack: &Pack, view: &ViewState) -> Option<Chosen> {
    let Some(Pane::Scenario(key)) = view.document() else { return None };
    let selection = view.selection().filter(|selection| selection.record == *key)?;
    let record = pack.merged(key)?;
    (0..=selection.field.len()).rev().find_map(|length| {
        let field = &selection.field[..length];
        read(key.pointer().join(field), field.iter().try_fold(&*record, step)?)
    })
}

/// Whether a selection is about a figure of a set-up, placed or not.
pub fn is_about(selection: &Selection, figure: &Placeable) -> bool {
    let selected = selection.record.pointer().join(&selection.field);
    selected.parts().starts_with(figure.pointer.parts())
}

/// The placement at a pointer, where there is one.
pub fn placement(draft: &Draft, pointer: &Pointer) -> Option<Chosen> {
    let (key, field) = pointer.record()?;
    let record = draft.merged(&key)?;
    read(pointer.clone(), field.iter().try_fold(&record, step)?)
}

/// The facing of a figure that has just been put down: towards the middle of the map.
pub fn inwards(grid: &Grid, cell: [i32; 2]) -> u8 {
    let way = grid.bounds().center() - grid.center(cell);
    (0..grid.directions())
        .max_by(|a, b| grid.direction(*a).dot(way).total_cmp(&grid.direction(*b).dot(way)))
        .unwrap_or_default()
}

fn read(pointer: Pointer, value: &Value) -> Option<Chosen> {
    let cell: [i32; 2] = serde_json::from_value(value.get(HEX)?.clone()).ok()?;
    let facing = value.get(FACING).and_then(Value::as_u64).unwrap_or_default() % 6;
    Some(Chosen { pointer, cell, facing: facing as u8 })
}

fn step<'a>(value: &'a Value, key: &String) -> Option<&'a Value> {
    match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    }
}

//! Painting zones: adding cells to a zone, and removing cells from all zones.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::zones::Zone;
use foeman_schema::change::Change;
use foeman_schema::draft::Draft;
use foeman_schema::grid::{Cell, Geometry};
use foeman_schema::text::RecordKey;
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::tool_state;

/// Returns the changes that add cells to a zone, which is created if needed.
pub(crate) fn add(draft: &Draft, map: &RecordKey, geometry: &Geometry, id: &str, cells: &[Cell]) -> Vec<Change> {
    let at = map.pointer().child("zones").child(id);
    let zones = zones(draft, map);
    let Some(zone) = zones.get(id) else {
        let title = tool_state::zone_title(id);
        let cells = in_row_order(cells.iter().copied().collect());
        return vec![Change::Set { at, value: json!({ "title": title, "cells": cells }) }];
    };
    let loose = Zone { rectangles: Vec::new(), ..zone.clone() };
    let had: BTreeSet<Cell> = zone.cells_on(geometry).into_iter().collect();
    let mut now: BTreeSet<Cell> = loose.cells_on(geometry).into_iter().collect();
    now.extend(cells.iter().filter(|cell| !had.contains(*cell)));
    vec![Change::Set { at: at.child("cells"), value: json!(in_row_order(now)) }]
}

/// Returns the changes that remove cells from all their zones.
pub(crate) fn remove(draft: &Draft, map: &RecordKey, geometry: &Geometry, cells: &[Cell]) -> Vec<Change> {
    let gone: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut changes = Vec::new();
    for (id, zone) in zones(draft, map) {
        let at = map.pointer().child("zones").child(id);
        let mut had: BTreeSet<Cell> = zone.cells_on(geometry).into_iter().collect();
        let count = had.len();
        had.retain(|cell| !gone.contains(cell));
        if had.len() == count {
            continue;
        }
        // A rectangle with a hole cannot be stored as a rectangle.
        if !zone.rectangles.is_empty() {
            changes.push(Change::Remove { at: at.child("rectangles") });
        }
        changes.push(if had.is_empty() && draft.defined(&at.child("cells")) {
            Change::Remove { at: at.child("cells") }
        } else {
            Change::Set { at: at.child("cells"), value: json!(in_row_order(had)) }
        });
    }
    changes
}

fn zones(draft: &Draft, map: &RecordKey) -> BTreeMap<String, Zone> {
    let record = draft.merged(map).unwrap_or_default();
    let zones = record.get("zones").and_then(Value::as_object).into_iter().flatten();
    zones.filter_map(|(id, zone)| Some((id.clone(), Zone::deserialize(zone).ok()?))).collect()
}

fn in_row_order(cells: BTreeSet<Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_by_key(|[column, row]| [*row, *column]);
    cells
}

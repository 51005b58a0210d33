//! Moves objects that other records place on the cells of a map, found through the schema.

use std::collections::BTreeSet;

use serde::Deserialize as _;
use serde_json::{Value, json};

use super::zones::{clipped, corners};
use super::{Fallen, Old, Regrid, Regridded, landed};
use crate::catalogs::board::Map;
use crate::change::Change;
use crate::dialect::RecordView;
use crate::draft::Draft;
use crate::field::{Field, FieldKind};
use crate::grid::{Cell, Cells, Geometry};
use crate::text::{Pointer, RecordKey};

/// The widget of values that are a cell on the record's map.
const CELL: &str = "hex";
/// The widget of lists of cells, or of rectangles, on the record's map.
const CELLS: &str = "cells";
/// Maximum distance of the search for a free cell.
const FAR: u32 = 24;

/// A cell of a map that another record refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The value: column and row.
    pub at: Pointer,
    /// The cell.
    pub cell: Cell,
    /// The object placed there: a list item, or the entry of a map with keys chosen by the author.
    pub entry: Pointer,
}

/// Returns every cell of a map that other records refer to, excluding inherited values.
pub fn placed_on(draft: &Draft, map: &RecordKey) -> Vec<Placed> {
    let mut placed = Vec::new();
    for (key, record, field) in about(draft, map) {
        walk(&record, field, &key.pointer(), &key.pointer(), &mut placed);
    }
    placed.retain(|placed| draft.defined(&placed.at));
    placed
}

/// Returns the records that refer to a map, merged, each with its field.
fn about(draft: &Draft, map: &RecordKey) -> Vec<(RecordKey, Value, Field)> {
    let mut about = Vec::new();
    let Some(dialect) = draft.dialect() else { return about };
    let is_map = |catalog: &str| dialect.catalog(catalog).is_some_and(|def| def.view == RecordView::Map);
    for catalog in dialect.catalogs {
        let Some(field) = Field::record(dialect, catalog.name) else { continue };
        let names_map = |field: &Field| matches!(field.kind(), FieldKind::Reference { catalog } if is_map(catalog));
        let Some(way) = field.fields().into_iter().find(names_map) else { continue };
        for id in draft.ids(catalog.name) {
            let key = RecordKey::new(catalog.name, id);
            let Some(record) = draft.merged(&key) else { continue };
            if record.get(way.name()).and_then(Value::as_str) == Some(map.id.as_str()) {
                about.push((key, record, field));
            }
        }
    }
    about
}

/// A list of cells or rectangles.
struct MovedPart {
    at: Pointer,
    items: Vec<Value>,
    /// The list item that contains it.
    entry: Pointer,
}

/// Returns every list of cells or rectangles in records that refer to a map, excluding inherited values.
fn parts_on(draft: &Draft, map: &RecordKey) -> Vec<MovedPart> {
    let mut parts = Vec::new();
    for (key, record, field) in about(draft, map) {
        walk_parts(&record, field, &key.pointer(), &key.pointer(), &mut parts);
    }
    parts.retain(|part| draft.defined(&part.at));
    parts
}

fn walk_parts(value: &Value, field: Field, at: &Pointer, entry: &Pointer, parts: &mut Vec<MovedPart>) {
    match value {
        Value::Array(items) if field.widget() == Some(CELLS) => {
            parts.push(MovedPart { at: at.clone(), items: items.clone(), entry: entry.clone() });
        }
        Value::Object(map) => {
            for (key, value) in map {
                let Some(below) = field.child(key) else { continue };
                walk_parts(value, below, &at.child(key), entry, parts);
            }
        }
        Value::Array(items) => {
            let Some(below) = field.value() else { return };
            for (position, item) in items.iter().enumerate() {
                let at = at.child(position.to_string());
                walk_parts(item, below, &at, &at, parts);
            }
        }
        _ => {}
    }
}

/// Returns a cell or a rectangle moved to the new map; `None` if it is outside.
fn item_moved(item: &Value, new: &Geometry, offset: [i32; 2]) -> Option<Value> {
    if let Ok(cell) = Cell::deserialize(item) {
        return landed(new, cell, offset).map(|cell| json!(cell));
    }
    let Some(corners) = corners(item) else { return Some(item.clone()) };
    clipped(new, corners, offset).map(|[from, to]| json!({ "from": from, "to": to }))
}

/// Moves lists of cells with their map, and deletes lists that become empty.
fn move_parts(draft: &Draft, old: &Old, new: &Geometry, to: &Regrid, done: &mut Regridded) -> Vec<Pointer> {
    let parts = parts_on(draft, &old.key);
    let now = parts.iter().map(|part| part.items.iter().filter_map(|item| item_moved(item, new, to.offset)).collect());
    let now: Vec<Vec<Value>> = now.collect();
    let is_left = |entry: &Pointer| parts.iter().zip(&now).any(|(part, now)| part.entry == *entry && !now.is_empty());
    let mut gone = Vec::new();
    for (part, now) in parts.iter().zip(&now) {
        let changes = *now != part.items;
        if part.items.is_empty() || !changes {
            continue;
        }
        if !is_left(&part.entry) {
            gone.push(part.entry.clone());
        } else if now.is_empty() {
            done.changes.push(Change::Remove { at: part.at.clone() });
        } else {
            done.changes.push(Change::Set { at: part.at.clone(), value: json!(now) });
        }
    }
    gone
}

fn walk(value: &Value, field: Field, at: &Pointer, entry: &Pointer, placed: &mut Vec<Placed>) {
    if field.widget() == Some(CELL) {
        if let Ok(cell) = Cell::deserialize(value) {
            placed.push(Placed { at: at.clone(), cell, entry: entry.clone() });
        }
        return;
    }
    if field.widget() == Some(CELLS) {
        return;
    }
    match value {
        Value::Object(map) => {
            let chosen = field.kind() == FieldKind::Map;
            for (key, value) in map {
                let Some(below) = field.child(key) else { continue };
                let at = at.child(key);
                walk(value, below, &at, if chosen { &at } else { entry }, placed);
            }
        }
        Value::Array(items) => {
            let Some(below) = field.value() else { return };
            for (position, item) in items.iter().enumerate() {
                let at = at.child(position.to_string());
                walk(item, below, &at, &at, placed);
            }
        }
        _ => {}
    }
}

pub(super) fn moved(draft: &Draft, old: &Old, new: &Geometry, to: &Regrid, done: &mut Regridded) {
    let placed = placed_on(draft, &old.key);
    let mut removals = move_parts(draft, old, new, to, done);
    let mut free = Free::new(draft, old, new, to.offset);
    free.taken.extend(placed.iter().filter_map(|placed| taken(new, placed, to.offset)));
    for placed in placed {
        let goal = match (landed(new, placed.cell, to.offset), to.fallen) {
            (Some(cell), _) => Some(cell),
            (None, Fallen::Move) => free.near(&placed, to.offset),
            (None, _) => None,
        };
        if let Some(cell) = goal.filter(|cell| *cell != placed.cell) {
            done.changes.push(Change::Set { at: placed.at.clone(), value: json!(cell) });
        }
        if landed(new, placed.cell, to.offset).is_none() {
            if to.fallen == Fallen::Remove {
                removals.push(placed.entry.clone());
            }
            done.fallen.push(placed);
        }
    }
    // From last to first, so that positions stay valid.
    removals.sort_by(|a, b| later_first(a.parts(), b.parts()));
    removals.dedup();
    done.changes.extend(removals.into_iter().map(|at| Change::Remove { at }));
}

/// Returns the cell occupied by an object that stays on the map, together with its record, since each battle uses the
/// map separately.
fn taken(new: &Geometry, placed: &Placed, offset: [i32; 2]) -> Option<(RecordKey, Cell)> {
    Some((placed.at.record()?.0, landed(new, placed.cell, offset)?))
}

fn later_first(a: &[String], b: &[String]) -> std::cmp::Ordering {
    let number = |part: &String| part.parse::<usize>();
    for (a, b) in a.iter().zip(b) {
        let order = match (number(a), number(b)) {
            (Ok(a), Ok(b)) => b.cmp(&a),
            _ => b.cmp(a),
        };
        if order.is_ne() {
            return order;
        }
    }
    b.len().cmp(&a.len())
}

/// The free cells of the new map.
struct Free<'a> {
    new: &'a Geometry,
    /// By cell of the old map, whether it is impassable.
    closed: Cells<bool>,
    offset: [i32; 2],
    taken: BTreeSet<(RecordKey, Cell)>,
}

impl<'a> Free<'a> {
    fn new(draft: &Draft, old: &Old, new: &'a Geometry, offset: [i32; 2]) -> Self {
        let legend = draft.field(&old.at("legend")).and_then(Field::value);
        let catalog = match legend.map(Field::kind) {
            Some(FieldKind::Reference { catalog }) => catalog,
            _ => "",
        };
        let is_closed = |id: &str| {
            let terrain = draft.merged(&RecordKey::new(catalog, id));
            terrain.is_some_and(|terrain| terrain["blocks-move"] == Value::Bool(true))
        };
        // Unreadable terrain counts as passable.
        let map = draft.read_as::<Map>(old.record.clone()).ok();
        let closed = map.map(|map| {
            let closed: Vec<bool> = map.terrains().into_iter().map(|terrain| is_closed(terrain.id())).collect();
            map.read().kinds.map(|kind| closed.get(usize::from(kind)).copied().unwrap_or_default())
        });
        let closed = closed.unwrap_or_else(|| Cells::filled(old.geometry.size, false));
        Self { new, closed, offset, taken: BTreeSet::new() }
    }

    /// Returns the nearest free cell and marks it as occupied.
    fn near(&mut self, placed: &Placed, offset: [i32; 2]) -> Option<Cell> {
        let (record, _) = placed.at.record()?;
        let [across, down] = self.new.size().map(|count| count as i32 - 1);
        let wanted = [placed.cell[0].saturating_add(offset[0]), placed.cell[1].saturating_add(offset[1])];
        let start = [wanted[0].clamp(0, across), wanted[1].clamp(0, down)];
        let mut cells = vec![start];
        cells.extend(self.new.neighbours_within(start, FAR));
        let far = |cell: &Cell| (self.new.distance(start, *cell), self.new.distance(wanted, *cell), *cell);
        let free = |cell: &Cell| self.is_open(*cell) && !self.taken.contains(&(record.clone(), *cell));
        let cell = cells.into_iter().filter(free).min_by_key(far)?;
        self.taken.insert((record, cell));
        Some(cell)
    }

    fn is_open(&self, cell: Cell) -> bool {
        let before = [0, 1].map(|axis| cell[axis].saturating_sub(self.offset[axis]));
        self.closed.get(before) != Some(true)
    }
}

//! Keyboard handling of a table while no other control has the focus.

use egui::{Event, Key, Modifiers, Ui};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::{Table, write};
use crate::kit::focus;
use crate::shell::action::{Action, Actions};
use crate::shell::view::{Pane, Selection};
use crate::tables;
use crate::tables::action::TableAction;
use crate::tables::paste::Target;
use crate::tables::{Column, Holds, cell, sheet};

/// The number of rows that Page Up and Page Down move.
const PAGE: usize = 20;

pub(crate) fn ui(ui: &Ui, table: &Table<'_>, actions: &mut Actions) {
    let name = table.catalog.def.name;
    let view = table.session.view();
    let here = matches!(view.document(), Some(Pane::Catalog(document)) if document == name);
    if !here || table.session.question().is_some() {
        return;
    }
    if let Some(cell) = view.tables.cell().filter(|cell| cell.key.catalog == name) {
        return write::leave(ui, table, cell, actions);
    }
    if !focus::is_free(ui.ctx()) || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    clipboard(ui, table, actions);
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let chosen = table.session.selected().filter(|key| key.catalog == name);
    let row = chosen.and_then(|key| table.catalog.position(key));
    let row = row.and_then(|at| table.shown.iter().position(|shown| *shown == at));
    for (key, action) in [(Key::ArrowUp, TableAction::Up), (Key::ArrowDown, TableAction::Down)] {
        if chosen.is_some() && pressed(Modifiers::ALT, key) {
            actions.push(Action::Table(action));
        }
    }
    if pressed(Modifiers::COMMAND, Key::A) {
        actions.extend(all(table));
    }
    if let Some(key) = chosen {
        if let Some(column) = at_cursor(table) {
            if write::type_over(ui, table, key, column, actions) {
                return;
            }
            if pressed(Modifiers::NONE, Key::Enter) {
                write::begin(ui.ctx(), key, column, actions);
            }
        }
        across(table, &pressed, actions);
    }
    let last = table.shown.len().saturating_sub(1);
    let ways: [(Key, &dyn Fn(usize) -> usize); 6] = [
        (Key::ArrowDown, &|row| row + 1),
        (Key::ArrowUp, &|row| row.saturating_sub(1)),
        (Key::PageDown, &|row| row + PAGE),
        (Key::PageUp, &|row| row.saturating_sub(PAGE)),
        (Key::Home, &|_| 0),
        (Key::End, &|_| usize::MAX),
    ];
    for (key, way) in ways {
        // If no row is selected, the first key selects the first row.
        let to = row.map_or(0, |row| way(row).min(last));
        let Some(record) = table.shown.get(to).map(|at| &table.catalog.records[*at].key) else { continue };
        if pressed(Modifiers::SHIFT, key) {
            actions.extend(range(table, record));
        } else if pressed(Modifiers::NONE, key) && Some(record) != chosen {
            actions.push(Action::Select(Selection::record(record.clone())));
            actions.push(Action::Table(TableAction::Mark(Vec::new(), record.clone(), record.clone())));
        }
    }
}

/// Left and Right move the cell cursor.
fn across(table: &Table<'_>, pressed: &impl Fn(Modifiers, Key) -> bool, actions: &mut Actions) {
    let at = table.columns.iter().position(|column| column.name == cursor(table)).unwrap_or_default();
    let next = if pressed(Modifiers::NONE, Key::ArrowRight) {
        at + 1
    } else if pressed(Modifiers::NONE, Key::ArrowLeft) {
        at.saturating_sub(1)
    } else {
        return;
    };
    if let Some(column) = table.columns.get(next) {
        let name = table.catalog.def.name.to_owned();
        actions.push(Action::Table(TableAction::Cursor(name, column.name.clone())));
    }
}

fn cursor<'a>(table: &Table<'a>) -> &'a str {
    table.session.view().tables.cursor(table.catalog.def.name)
}

/// Returns the column with the cursor; the first column if it is in none of them.
fn at_cursor<'t>(table: &'t Table<'_>) -> Option<&'t Column> {
    let name = cursor(table);
    table.columns.iter().find(|column| column.name == name).or_else(|| table.columns.first())
}

/// Selects the rows from the anchor to another row.
pub(crate) fn range(table: &Table<'_>, to: &RecordKey) -> Option<Action> {
    let view = table.session.view();
    let place = |key: &RecordKey| {
        let at = table.catalog.position(key)?;
        table.shown.iter().position(|shown| *shown == at)
    };
    let anchor = view.tables.anchor().or(table.session.selected()).filter(|key| place(key).is_some()).unwrap_or(to);
    let (from, end) = (place(anchor)?, place(to)?);
    let keys = table.shown[from.min(end)..=from.max(end)].iter().map(|at| table.catalog.records[*at].key.clone());
    Some(Action::Table(TableAction::Mark(keys.collect(), to.clone(), anchor.clone())))
}

/// Adds a row to the selection, or removes it.
pub(crate) fn toggled(table: &Table<'_>, key: &RecordKey) -> Action {
    let mut rows = tables::rows_of(table.session);
    rows.retain(|row| row.catalog == key.catalog);
    match rows.iter().position(|row| row == key) {
        Some(at) if rows.len() > 1 => drop(rows.remove(at)),
        Some(_) => {}
        None => rows.push(key.clone()),
    }
    let at = if rows.contains(key) { key.clone() } else { rows.last().unwrap_or(key).clone() };
    Action::Table(TableAction::Mark(rows, at, key.clone()))
}

fn all(table: &Table<'_>) -> Option<Action> {
    let keys: Vec<RecordKey> = table.shown.iter().map(|at| table.catalog.records[*at].key.clone()).collect();
    let chosen = table.session.selected().filter(|key| keys.contains(key)).or(keys.first())?.clone();
    Some(Action::Table(TableAction::Mark(keys, chosen.clone(), chosen)))
}

/// Handles copy and paste with spreadsheets.
fn clipboard(ui: &Ui, table: &Table<'_>, actions: &mut Actions) {
    let events = ui.input(|input| input.events.clone());
    for event in events {
        match event {
            Event::Copy if table.session.selected().is_some() => ui.ctx().copy_text(copied(table)),
            Event::Paste(text) => {
                let name = table.catalog.def.name.to_owned();
                actions.push(Action::Table(TableAction::Paste(name, Box::new(target(table)), text)));
            }
            _ => {}
        }
    }
}

/// Returns the selected rows with a header row, the id first.
pub(crate) fn copied(table: &Table<'_>) -> String {
    let columns: Vec<&Column> =
        table.columns.iter().filter(|column| matches!(column.holds, Holds::Value(..))).collect();
    let head = ["Id".to_owned()].into_iter().chain(columns.iter().map(|column| column.label.clone())).collect();
    let order = |key: &RecordKey| {
        let at = table.catalog.position(key);
        table.shown.iter().position(|shown| Some(*shown) == at)
    };
    let mut keys = tables::rows_of(table.session);
    if keys.len() > 1 {
        keys.sort_by_cached_key(order);
    }
    let row = |key: &RecordKey| {
        let merged = table.pack.draft().merged(key).unwrap_or_default();
        let value = |column: &&Column| match &column.holds {
            Holds::Value(path, field) => {
                let value = path.iter().try_fold(&merged, |value: &Value, step| value.get(step)).or(field.default());
                value.map(|value| cell::sheet_text(*field, value)).unwrap_or_default()
            }
            Holds::Id | Holds::File => String::new(),
        };
        [key.id.clone()].into_iter().chain(columns.iter().map(value)).collect()
    };
    sheet::write([head].into_iter().chain(keys.iter().map(row)))
}

/// Returns the target for pasted text without ids: the rows and columns from the cursor on.
fn target(table: &Table<'_>) -> Target {
    let row = table.session.selected().and_then(|key| table.catalog.position(key));
    let row = row.and_then(|at| table.shown.iter().position(|shown| *shown == at)).unwrap_or(table.shown.len());
    let column = table.columns.iter().position(|column| column.name == cursor(table)).unwrap_or_default();
    let selected = tables::rows_of(table.session);
    Target {
        rows: table.shown[row..].iter().take(sheet::ROWS).map(|at| table.catalog.records[*at].key.clone()).collect(),
        columns: table.columns[column..].iter().map(|column| column.name.clone()).collect(),
        selected: if selected.len() > 1 { selected } else { Vec::new() },
    }
}

//! Editing a cell, with the same inputs as in the form. If several rows are selected, the new value is written into all
//! of them when the cell is left, as one undo step.

use egui::{EventFilter, Id, Key, Modifiers, Popup, Ui};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;

use super::Table;
use crate::form::{self, Form, Spot};
use crate::shell::action::{Action, Actions};
use crate::shell::view::{Pane, Selection};
use crate::tables;
use crate::tables::action::TableAction;
use crate::tables::view::CellAt;
use crate::tables::{Column, Holds};
use foeman_scene::theme::GAP;

pub(crate) fn ui(ui: &mut Ui, table: &Table<'_>, cell: &CellAt, column: &Column, actions: &mut Actions) {
    let Holds::Value(path, _) = &column.holds else { return };
    let draft = table.pack.draft();
    let record = draft.dialect().and_then(|dialect| Field::record(dialect, &cell.key.catalog));
    let (Some(record), Some(raw)) = (record, draft.raw(&cell.key)) else { return };
    let merged = draft.merged(&cell.key);
    let root = Spot::root(cell.key.pointer(), record, Some(&raw), merged.as_ref()).hosted("cell");
    let spot = path.iter().try_fold(root, |spot, step| {
        let field = spot.field.child(step)?;
        Some(spot.child(field, step))
    });
    let Some(spot) = spot else { return };
    let opened = opened(ui, cell);
    let mut asked = Actions::new();
    let mut form = Form::new(table.pack, &cell.key, ui.max_rect().right(), &mut asked);
    form.focus_first = opened;
    let name = format!("{} of {}", column.label, table.pack.index().title(&cell.key));
    ui.add_space(GAP / 2.0);
    let width = ui.available_width() - GAP;
    let before = ui.memory(|memory| memory.focused());
    ui.name_inputs(name, |ui| form::cell(ui, &mut form, &spot, width));
    hold(ui, before);
    let rows = tables::rows_of(table.session);
    if rows.len() > 1 && rows.contains(&cell.key) {
        together(table, &rows, path, &spot, &mut asked);
    }
    actions.extend(asked);
}

/// Whether the cell has just been opened.
fn opened(ui: &Ui, cell: &CellAt) -> bool {
    let id = Id::unique("cell that is written in");
    let before: Option<(CellAt, u64)> = ui.data(|data| data.get_temp(id));
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(id, (cell.clone(), pass)));
    before.is_none_or(|(other, last)| other != *cell || last + 2 < pass)
}

/// Lets the table handle the keys that move between cells.
fn hold(ui: &Ui, before: Option<Id>) {
    let Some(focused) = ui.memory(|memory| memory.focused()).or(before) else { return };
    let filter = EventFilter { tab: true, escape: true, horizontal_arrows: true, vertical_arrows: true };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(focused, filter));
}

/// Converts the actions for one row into actions for all selected rows.
fn together(table: &Table<'_>, rows: &[RecordKey], path: &[String], spot: &Spot<'_>, asked: &mut Actions) {
    let typed =
        matches!(spot.field.kind(), FieldKind::Text { .. } | FieldKind::Integer { .. } | FieldKind::List { .. });
    let left = asked.contains(&Action::Settle);
    if typed && left {
        asked.clear();
        asked.extend(fill(table, rows, path));
    } else if !typed {
        for action in asked.iter_mut() {
            if let Action::Set(_, value) = action {
                let value = Some(value.clone());
                *action = Action::Table(TableAction::Fill(rows.to_vec(), path.to_vec(), value));
            }
        }
    }
}

/// Writes the cell's value into all selected rows that have another one.
fn fill(table: &Table<'_>, rows: &[RecordKey], path: &[String]) -> Option<Action> {
    let draft = table.pack.draft();
    let find = |key: &RecordKey| {
        let raw = draft.raw(key)?;
        path.iter().try_fold(&raw, |value, step| value.get(step)).cloned()
    };
    let value = find(table.session.selected()?);
    let other = rows.iter().any(|key| find(key) != value);
    other.then(|| Action::Table(TableAction::Fill(rows.to_vec(), path.to_vec(), value)))
}

/// Starts editing a cell; values that do not fit in a cell are shown in the form instead.
pub(crate) fn begin(key: &RecordKey, column: &Column, actions: &mut Actions) {
    if column.is_written_in_cells() {
        actions.push(Action::Table(TableAction::Write(Some(place(key, column)))));
    } else if let Holds::Value(path, _) = &column.holds {
        actions.push(Action::Show(Pane::Inspector));
        actions.push(Action::Select(Selection { record: key.clone(), field: path.clone(), hex: None }));
    }
}

/// Handles Enter, Tab and Esc while editing: go to the row below, to the next cell, or stop.
pub(crate) fn leave(ui: &Ui, table: &Table<'_>, cell: &CellAt, actions: &mut Actions) {
    if Popup::is_any_open(ui.ctx()) {
        return;
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let row = || {
        let at = table.catalog.position(&cell.key)?;
        table.shown.iter().position(|shown| *shown == at)
    };
    let next: Option<CellAt> = if pressed(Modifiers::SHIFT, Key::Tab) {
        beside(table, cell, -1)
    } else if pressed(Modifiers::NONE, Key::Tab) {
        beside(table, cell, 1)
    } else if pressed(Modifiers::NONE, Key::Enter) {
        let several = table.session.view().tables.rows().len() > 1;
        let below = row().filter(|_| !several).and_then(|row| table.shown.get(row + 1));
        below.map(|at| CellAt { key: table.catalog.records[*at].key.clone(), column: cell.column.clone() })
    } else if pressed(Modifiers::NONE, Key::Escape) {
        None
    } else {
        return;
    };
    let rows = tables::rows_of(table.session);
    let column = table.columns.iter().find(|column| column.name == cell.column);
    if let (true, Some(Holds::Value(path, _))) = (rows.len() > 1, column.map(|column| &column.holds)) {
        actions.extend(fill(table, &rows, path));
    }
    if let Some(focused) = ui.memory(|memory| memory.focused()) {
        ui.memory_mut(|memory| memory.surrender_focus(focused));
    }
    if let Some(next) = &next {
        let name = table.catalog.def.name.to_owned();
        actions.push(Action::Table(TableAction::Cursor(name, next.column.clone())));
        if next.key != cell.key {
            actions.push(Action::Select(Selection::record(next.key.clone())));
        }
    }
    actions.push(Action::Table(TableAction::Write(next)));
}

/// Returns the next editable cell of the row; after the last one, the first of the row below.
fn beside(table: &Table<'_>, cell: &CellAt, steps: isize) -> Option<CellAt> {
    let columns: Vec<&Column> = table.columns.iter().filter(|column| column.is_written_in_cells()).collect();
    let at = columns.iter().position(|column| column.name == cell.column)? as isize + steps;
    if let Some(column) = usize::try_from(at).ok().and_then(|at| columns.get(at)) {
        return Some(place(&cell.key, column));
    }
    if table.session.view().tables.rows().len() > 1 {
        return None;
    }
    let row = table.shown.iter().position(|shown| Some(*shown) == table.catalog.position(&cell.key))?;
    let row = row.checked_add_signed(steps)?;
    let column = if steps > 0 { columns.first()? } else { columns.last()? };
    Some(place(&table.catalog.records[*table.shown.get(row)?].key, column))
}

/// Returns the cell of a record and a column.
fn place(key: &RecordKey, column: &Column) -> CellAt {
    CellAt { key: key.clone(), column: column.name.clone() }
}

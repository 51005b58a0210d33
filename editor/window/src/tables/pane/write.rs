//! Editing a cell as in a spreadsheet: typing replaces its value, Enter keeps its text. The value is written when the
//! text is entered, into all selected rows as one undo step.

use egui::text_edit::TextEditState;
use egui::{Context, Event, Id, Key, Modifiers, Rect, Ui};
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::Table;
use crate::shell::action::{Action, Actions};
use crate::shell::view::{Pane, Selection};
use crate::tables;
use crate::tables::action::TableAction;
use crate::tables::input::{self, Look, Typed};
use crate::tables::view::CellAt;
use crate::tables::{Column, Holds};
use foeman_scene::theme::GAP;

/// The text of the edited cell.
type Kept = (CellAt, Typed);

fn kept_id() -> Id {
    Id::unique("text of the edited cell")
}

fn input_id(cell: &CellAt) -> Id {
    Id::unique(("cell", cell.key.to_string(), &cell.column))
}

/// Draws the input of the edited cell.
pub(crate) fn ui(ui: &mut Ui, table: &Table<'_>, cell: &CellAt, column: &Column, actions: &mut Actions) {
    let Holds::Value(_, field) = &column.holds else { return };
    let mut typed = typed(ui, table, cell, column, *field);
    let id = input_id(cell);
    let fresh: bool = ui.data_mut(|data| data.remove_temp(id.with("fresh"))).unwrap_or_default();
    if fresh {
        // The old cursor position has no meaning for this text.
        TextEditState::default().store(ui.ctx(), id);
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let name = format!("{} of {}", column.label, table.pack.index().title(&cell.key));
    ui.add_space(GAP / 2.0);
    let look = Look { id, name: &name, width: ui.available_width() - GAP, hint: "" };
    let shown = input::ui(ui, (table.pack, *field), &mut typed, &look);
    if shown.response.has_focus() {
        // The table handles the keys that move between cells.
        let filter = egui::EventFilter { tab: true, escape: true, horizontal_arrows: true, vertical_arrows: true };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
    let done = shown.picked || (shown.left && !fresh);
    if !done {
        ui.data_mut(|data| data.insert_temp::<Kept>(kept_id(), (cell.clone(), typed)));
        return;
    }
    if !enter(table, cell, column, &typed, actions)
        && let Err(problem) = typed.value(table.pack, *field)
    {
        actions.push(Action::Table(TableAction::Refuse(format!("{name} is unchanged: {problem}"))));
    }
    actions.push(Action::Table(TableAction::Write(None)));
}

/// Returns the text of the edited cell; if it has just been opened, the text of its value.
fn typed(ui: &Ui, table: &Table<'_>, cell: &CellAt, column: &Column, field: Field) -> Typed {
    let kept: Option<Kept> = ui.data(|data| data.get_temp(kept_id()));
    if let Some((_, typed)) = kept.filter(|(at, _)| at == cell) {
        return typed;
    }
    let value = value(table, &cell.key, column);
    Typed::of(value.map(|value| input::text(table.pack, field, &value)).unwrap_or_default())
}

/// Returns the value of a cell, including inherited ones and defaults.
fn value(table: &Table<'_>, key: &RecordKey, column: &Column) -> Option<Value> {
    let Holds::Value(path, field) = &column.holds else { return None };
    let find = |value: &Value| path.iter().try_fold(value, |value, step| value.get(step)).cloned();
    // Keys that only control inheritance are in the record itself, not in the merged one.
    let merged = table.pack.merged(key).as_deref().and_then(find);
    merged.or_else(|| table.pack.raw(key).as_deref().and_then(find)).or_else(|| field.default().cloned())
}

/// Requests the changes for a text; returns whether it is a value.
fn enter(table: &Table<'_>, cell: &CellAt, column: &Column, typed: &Typed, actions: &mut Actions) -> bool {
    let Holds::Value(path, field) = &column.holds else { return false };
    let Ok(value) = typed.value(table.pack, *field) else { return false };
    let mut rows = tables::rows_of(table.session);
    if !rows.contains(&cell.key) {
        rows = vec![cell.key.clone()];
    }
    let same = |key: &RecordKey| self::value(table, key, column) == value;
    if typed.is_changed() && !rows.iter().all(same) {
        actions.push(Action::Table(TableAction::Fill(rows, path.clone(), value)));
    }
    true
}

/// Starts editing a cell; values that do not fit in a cell are shown in the form instead.
pub(crate) fn begin(ctx: &Context, key: &RecordKey, column: &Column, actions: &mut Actions) {
    if column.is_written_in_cells() {
        open(ctx, place(key, column), None, actions);
    } else if let Holds::Value(path, _) = &column.holds {
        actions.push(Action::Show(Pane::Inspector));
        actions.push(Action::Select(Selection { record: key.clone(), field: path.clone(), hex: None }));
    }
}

fn open(ctx: &Context, cell: CellAt, typed: Option<Typed>, actions: &mut Actions) {
    let id = input_id(&cell);
    ctx.data_mut(|data| {
        data.remove::<Kept>(kept_id());
        data.insert_temp(id.with("fresh"), true);
        data.remove::<Rect>(id.with("list"));
        if let Some(typed) = typed {
            data.insert_temp::<Kept>(kept_id(), (cell.clone(), typed));
        }
    });
    actions.push(Action::Table(TableAction::Write(Some(cell))));
}

/// Starts editing a cell with letters typed on it. Returns whether there were any.
pub(crate) fn type_over(ui: &Ui, table: &Table<'_>, key: &RecordKey, column: &Column, actions: &mut Actions) -> bool {
    if !column.is_written_in_cells() {
        return false;
    }
    let text = letters(ui);
    if text.trim().is_empty() {
        return false;
    }
    let (cell, typed) = (place(key, column), Typed::begun(text));
    // On a slow computer, the key that ends the text can come in the same frame.
    if !ended(ui, table, &cell, Some(&typed), actions) {
        open(ui.ctx(), cell, Some(typed), actions);
    }
    true
}

/// Takes the letters typed in this frame, up to a key that ends the text.
fn letters(ui: &Ui) -> String {
    let ends =
        |event: &Event| matches!(event, Event::Key { key: Key::Enter | Key::Tab | Key::Escape, pressed: true, .. });
    ui.input_mut(|input| {
        if input.modifiers.command_only() || input.modifiers.alt {
            return String::new();
        }
        let end = input.events.iter().position(ends).unwrap_or(input.events.len());
        let mut at = 0;
        let taken = input.events.extract_if(.., |event| {
            at += 1;
            at <= end && matches!(event, Event::Text(_))
        });
        taken.filter_map(|event| if let Event::Text(text) = event { Some(text) } else { None }).collect()
    })
}

/// Handles Enter, Tab and Esc while editing: write and go to the row below or to the next cell, or cancel.
pub(crate) fn leave(ui: &Ui, table: &Table<'_>, cell: &CellAt, actions: &mut Actions) {
    if ui.memory(|memory| memory.focused()) != Some(input_id(cell)) {
        // The input takes letters from the frame after its first one.
        let more = letters(ui);
        let kept: Option<Kept> = ui.data(|data| data.get_temp(kept_id()));
        if let Some((_, mut typed)) = kept.filter(|(at, _)| at == cell) {
            typed.text += &more;
            ui.data_mut(|data| data.insert_temp::<Kept>(kept_id(), (cell.clone(), typed)));
        }
    }
    ended(ui, table, cell, None, actions);
}

/// Handles the keys that end the text of a cell. Returns whether one was pressed.
fn ended(ui: &Ui, table: &Table<'_>, cell: &CellAt, begun: Option<&Typed>, actions: &mut Actions) -> bool {
    let Some(column) = table.columns.iter().find(|column| column.name == cell.column) else { return false };
    let Holds::Value(_, field) = &column.holds else { return false };
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let next = if pressed(Modifiers::SHIFT, Key::Tab) {
        beside(table, cell, -1)
    } else if pressed(Modifiers::NONE, Key::Tab) {
        beside(table, cell, 1)
    } else if pressed(Modifiers::NONE, Key::Enter) {
        below(table, cell)
    } else if pressed(Modifiers::NONE, Key::Escape) {
        stop(ui, cell, actions);
        return true;
    } else {
        return false;
    };
    let typed = begun.cloned().unwrap_or_else(|| typed(ui, table, cell, column, *field));
    if !enter(table, cell, column, &typed, actions) {
        // The text stays open until it is a value.
        if begun.is_some() {
            open(ui.ctx(), cell.clone(), Some(typed), actions);
        }
        return true;
    }
    stop(ui, cell, actions);
    if let Some(next) = next {
        let name = table.catalog.def.name.to_owned();
        actions.push(Action::Table(TableAction::Cursor(name, next.column)));
        if next.key != cell.key {
            actions.push(Action::Table(TableAction::Mark(Vec::new(), next.key.clone(), next.key)));
        }
    }
    true
}

fn stop(ui: &Ui, cell: &CellAt, actions: &mut Actions) {
    ui.memory_mut(|memory| memory.surrender_focus(input_id(cell)));
    ui.data_mut(|data| data.remove::<Kept>(kept_id()));
    actions.push(Action::Table(TableAction::Write(None)));
}

/// Returns the cell below; `None` at the end, or if several rows are selected.
fn below(table: &Table<'_>, cell: &CellAt) -> Option<CellAt> {
    if table.session.view().tables.rows().len() > 1 {
        return None;
    }
    let at = table.catalog.position(&cell.key)?;
    let row = table.shown.iter().position(|shown| *shown == at)?;
    let key = table.catalog.records[*table.shown.get(row + 1)?].key.clone();
    Some(CellAt { key, column: cell.column.clone() })
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

//! Dragging features, items and the hexes of conditions: everything that a scenario places on cells besides the figures
//! of a side.

use std::sync::Arc;

use egui::{CursorIcon, Id, Key, Modifiers, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::regrid::{Placed, placed_on};
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

use super::{GRIP, Room};
use crate::kit::canvas::Canvas;
use crate::map::Layer;
use crate::pack::index::sentence;
use crate::pack::{Pack, cache};
use crate::shell::action::Action;
use crate::shell::view::Selection;
use foeman_scene::theme::{BOLD, RING, palette};

/// A draggable thing on a cell.
struct Thing {
    placed: Placed,
    name: String,
}

/// Draws the handles; a dragged thing is shown at its new position.
pub(crate) fn ui(ui: &Ui, room: &mut Room<'_>, canvas: &Canvas) {
    let Some(pack) = room.list.session.pack() else { return };
    let id = Id::unique(("things", room.list.key.to_string()));
    let things = cache::kept(ui, pack, id, || Arc::new(things(pack, room)));
    for thing in things.iter() {
        handle(ui, room, canvas, thing);
    }
}

fn things(pack: &Pack, room: &Room<'_>) -> Vec<Thing> {
    let is_figure = |placed: &Placed| {
        room.list.setup.figures.iter().any(|figure| placed.at.parts().starts_with(figure.pointer.parts()))
    };
    let own = |placed: &Placed| placed.at.record().is_some_and(|(record, _)| record == *room.list.key);
    let placed =
        placed_on(pack.draft(), &room.list.setup.map).into_iter().filter(|placed| own(placed) && !is_figure(placed));
    placed.map(|placed| Thing { name: name(pack, &placed), placed }).collect()
}

/// Returns its name: the title of the record that it refers to, else its kind.
fn name(pack: &Pack, placed: &Placed) -> String {
    let draft = pack.draft();
    let entry = || {
        let (record, steps) = placed.entry.record()?;
        let record = draft.merged(&record)?;
        let value = steps.iter().try_fold(&record, |value, step| match value {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            other => other.get(step),
        });
        let (value, field) = (value?.clone(), draft.field(&placed.entry)?);
        let named = field.fields_in(&value).into_iter().find_map(|field: Field| match field.kind() {
            FieldKind::Reference { catalog } => Some(RecordKey::new(catalog, value.get(field.name())?.as_str()?)),
            _ => None,
        });
        let kind = || Some(sentence(value.get(field.tag()?)?.as_str()?));
        named.map(|key| pack.index().title(&key).to_owned()).or_else(kind)
    };
    entry().unwrap_or_else(|| placed.entry.last().unwrap_or_default().to_owned())
}

fn handle(ui: &Ui, room: &mut Room<'_>, canvas: &Canvas, thing: &Thing) {
    let Thing { placed, name } = thing;
    let square = Rect::from_center_size(canvas.center(placed.cell), Vec2::splat(2.0 * GRIP * canvas.scale()));
    let square = square.intersect(canvas.rect);
    if !square.is_positive() {
        return;
    }
    let id = Id::unique(("thing", placed.at.to_string()));
    let response = ui.interact(square, id, Sense::click_and_drag());
    let field = placed.entry.record().map(|(_, steps)| steps.to_vec()).unwrap_or_default();
    let selection = room.list.session.view().selection();
    let on =
        selection.is_some_and(|now| now.record == *room.list.key && !field.is_empty() && now.field.starts_with(&field));
    let [column, row] = placed.cell;
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, on, format!("{name} at {column},{row}")));
    if on || response.has_focus() {
        canvas.ring(placed.cell, Stroke::new(RING, palette(ui).accent));
    }
    if response.clicked() || response.drag_started() {
        response.request_focus();
        room.actions.push(Action::Select(Selection { record: room.list.key.clone(), field, hex: None }));
    }
    if response.hovered() {
        ui.set_cursor_icon(if response.dragged() { CursorIcon::Grabbing } else { CursorIcon::Grab });
    }
    let under = response.interact_pointer_pos().and_then(|at| canvas.cell_at(at));
    if let Some(cell) = under.filter(|_| response.dragged()) {
        canvas.ring(cell, Stroke::new(BOLD, palette(ui).accent));
    }
    let dropped = under.filter(|_| response.drag_stopped());
    if let Some(cell) =
        dropped.or_else(|| stepped(ui, canvas, &response, placed.cell)).filter(|cell| *cell != placed.cell)
        && !room.list.session.view().locked.contains(&Layer::Items)
    {
        room.actions.push(Action::Set(placed.at.clone(), json!(cell)));
        room.actions.push(Action::Settle);
    }
}

/// Returns the cell to which the arrow keys move it while it has the focus.
fn stepped(ui: &Ui, canvas: &Canvas, response: &egui::Response, [column, row]: [i32; 2]) -> Option<[i32; 2]> {
    if !response.has_focus() {
        return None;
    }
    ui.memory_mut(|memory| {
        let filter = egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let ways =
        [(Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1]), (Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0])];
    let pressed = |(key, _): &(Key, [i32; 2])| ui.input_mut(|input| input.consume_key(Modifiers::NONE, *key));
    let [right, down] = ways.into_iter().find(pressed)?.1;
    Some([column + right, row + down]).filter(|cell| canvas.grid.geometry().contains(*cell))
}

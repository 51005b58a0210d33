//! Keyboard control of a map: arrow keys move the cursor, Enter and Space use the tool, and screen readers get a
//! description of each hex.

use egui::{EventFilter, Key, Modifiers, Rect, Sense, Ui, Vec2, WidgetInfo};
use foeman_engine::display::Board;
use foeman_schema::grid::Cell;

use super::tool::{self, Mode};
use super::{Room, words};
use crate::kit::tokens;
use crate::map::action::MapAction;
use crate::shell::action::Action;
use crate::shell::view::Selection;

/// The number of cells that the arrow keys move with Shift.
const FAR: i32 = 5;

/// Handles the keyboard while the map has the focus, and describes the cell at the cursor.
pub(crate) fn ui(ui: &Ui, room: &mut Room<'_>, board: Option<&Board>) {
    let response = &room.canvas.response;
    if response.is_pointer_button_down_on() || clicked_by_pointer(response) {
        response.request_focus();
    }
    if let Some(cell) = room.cursor() {
        speak(ui, room, cell, board);
    }
    if !response.has_focus() {
        return;
    }
    ui.memory_mut(|memory| {
        // Esc cancels the tool instead of leaving the map.
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, tab: false };
        memory.set_focus_lock_filter(response.id, filter);
    });
    arrows(ui, room);
    let enter = [Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT]
        .into_iter()
        .find(|modifiers| ui.input_mut(|input| input.consume_key(*modifiers, Key::Enter)));
    let mode = enter.or_else(|| space(ui, room).then_some(Modifiers::NONE)).map(Mode::of);
    if let Some((mode, cell)) = mode.zip(room.cursor()) {
        use_at(ui, room, cell, mode);
    }
}

/// Whether the click is from the pointer, not the keyboard.
fn clicked_by_pointer(response: &egui::Response) -> bool {
    response.clicked() && response.interact_pointer_pos().is_some()
}

/// Exposes the description of the cell to screen readers.
fn speak(ui: &Ui, room: &Room<'_>, cell: Cell, board: Option<&Board>) {
    let mut text = words(&room.chart.terrain.ground, Some(cell)).replace("   ", ", ");
    if let Some(token) = board.and_then(|board| tokens::on(board, cell)) {
        text = format!("{text}, {}", token.name);
    }
    let view = room.session.view();
    if let Some(start) = view.hand.start(room.key).filter(|_| view.tool.has_two_ends()) {
        text = format!("{text}, {}", tool::measured(room.chart, start, cell));
    }
    let place = Rect::from_center_size(room.canvas.center(cell), Vec2::splat(room.canvas.scale()));
    let place = place.intersect(room.canvas.rect);
    let place = if place.is_positive() { place } else { room.canvas.rect };
    let node = ui.interact(place, room.canvas.response.id.with("cursor"), Sense::hover());
    node.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &text));
    ui.ctx().accesskit_node_builder(node.id, |node| node.set_live(egui::accesskit::Live::Polite));
    ui.ctx().accesskit_node_builder(room.canvas.response.id, |node| node.set_value(text));
}

fn arrows(ui: &Ui, room: &mut Room<'_>) {
    let ways =
        [(Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1]), (Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0])];
    for (key, [right, down]) in ways {
        for (modifiers, steps) in [(Modifiers::NONE, 1), (Modifiers::SHIFT, FAR)] {
            if !ui.input_mut(|input| input.consume_key(modifiers, key)) {
                continue;
            }
            let geometry = &room.chart.terrain.ground.geometry;
            let last = geometry.size().map(|count| count as i32 - 1);
            let cell = match room.cursor() {
                Some(cell) => [cell[0] + right * steps, cell[1] + down * steps],
                // The first arrow key starts at the centre of the map.
                None => last.map(|last| last / 2),
            };
            let cell = [cell[0].clamp(0, last[0]), cell[1].clamp(0, last[1])];
            let selection = Selection { record: room.key.clone(), field: Vec::new(), hex: Some(cell) };
            room.actions.push(Action::Select(selection));
            if let Some(camera) = room.canvas.showing(cell) {
                room.actions.push(Action::Look(room.key.to_string(), camera));
            }
            tool::lead(ui, room);
        }
    }
}

/// Whether Space was pressed and released without dragging in between.
fn space(ui: &Ui, room: &Room<'_>) -> bool {
    let id = room.canvas.response.id.with("space");
    let (down, up, pointer) =
        ui.input(|input| (input.key_pressed(Key::Space), input.key_released(Key::Space), input.pointer.any_down()));
    if down {
        ui.data_mut(|data| data.insert_temp(id, ()));
    }
    if pointer {
        ui.data_mut(|data| data.remove::<()>(id));
    }
    let alone = up && ui.data(|data| data.get_temp::<()>(id)).is_some();
    if up {
        ui.data_mut(|data| data.remove::<()>(id));
    }
    alone
}

/// Uses the tool at the cursor.
fn use_at(ui: &Ui, room: &mut Room<'_>, cell: Cell, mode: Mode) {
    tool::lead(ui, room);
    let view = room.session.view();
    if view.hand.held.is_some() {
        room.actions.push(Action::Map(MapAction::Put(room.key.clone(), cell)));
        return;
    }
    if !view.tool.has_two_ends() {
        return tool::act(room, cell, cell, mode);
    }
    match view.hand.start(room.key) {
        None => room.actions.push(Action::Map(MapAction::Start(room.key.clone(), Some(cell)))),
        Some(start) => {
            tool::act(room, start, cell, mode);
            room.actions.push(Action::Map(MapAction::Start(room.key.clone(), None)));
        }
    }
}

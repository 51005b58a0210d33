//! Choosing and moving figures by keyboard and by dragging their cards.

use egui::{Id, Key, Modifiers, Rect, Response, Stroke, Ui};
use foeman_engine::sheet::Member;

use super::Shown;
use crate::kit::focus;
use crate::roster::action::RosterAction;
use crate::roster::sheets;
use crate::shell::action::{Action, Actions};
use crate::shell::view::Pane;
use foeman_scene::theme::{BOLD, palette};

/// Handles the arrow keys while no control has the focus: they choose a figure, with Alt they move it.
pub(crate) fn ui(ui: &Ui, shown: &Shown<'_>, actions: &mut Actions) {
    let here = shown.session.view().document() == Some(&Pane::Figures(shown.key.clone()));
    let busy = !focus::is_free(ui.ctx()) || egui::Popup::is_any_open(ui.ctx());
    if !here || busy || shown.session.question().is_some() {
        return;
    }
    let Some((at, member)) = shown.chosen.and_then(|at| Some((at, shown.members.get(at)?))) else { return };
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    for (key, to) in [(Key::ArrowUp, at.checked_sub(1)), (Key::ArrowDown, Some(at + 1))] {
        let to = to.filter(|to| *to < shown.members.len());
        if pressed(Modifiers::ALT, key) {
            let moved = to.filter(|_| shown.place.is_some());
            actions.extend(moved.map(|to| Action::Roster(RosterAction::Move(member.pointer.clone(), to))));
        } else if pressed(Modifiers::NONE, key) {
            let to = to.and_then(|to| shown.members.get(to));
            actions.extend(to.and_then(sheets::selection).map(Action::Select));
        }
    }
}

/// Scrolls to the card of the chosen figure when the choice changes.
pub(crate) fn reveal(ui: &Ui, member: &Member, card: Rect) {
    let id = Id::unique("chosen figure");
    let now = member.pointer.to_string();
    let before: Option<String> = ui.data(|data| data.get_temp(id));
    if before.as_ref() != Some(&now) {
        ui.data_mut(|data| data.insert_temp(id, now));
        ui.scroll_to_rect_animation(card, None, egui::style::ScrollAnimation::none());
    }
}

/// Lets a card be dragged to the place of another one.
pub(crate) fn drag(ui: &Ui, shown: &Shown<'_>, member: &Member, card: &Response, actions: &mut Actions) {
    if shown.place.is_none() {
        return;
    }
    card.dnd_set_drag_payload(member.pointer.clone());
    let Some(dragged) = card.dnd_hover_payload::<foeman_schema::text::Pointer>() else { return };
    let position =
        |pointer: &foeman_schema::text::Pointer| shown.members.iter().position(|member| member.pointer == *pointer);
    let (Some(from), Some(to)) = (position(&dragged), position(&member.pointer)) else { return };
    if from == to {
        return;
    }
    // The line is where the figure would go.
    let rect = card.rect;
    let y = if from < to { rect.bottom() + 3.0 } else { rect.top() - 3.0 };
    ui.painter().hline(rect.x_range(), y, Stroke::new(BOLD, palette(ui).accent));
    if let Some(dragged) = card.dnd_release_payload::<foeman_schema::text::Pointer>() {
        actions.push(Action::Roster(RosterAction::Move((*dragged).clone(), to)));
    }
}

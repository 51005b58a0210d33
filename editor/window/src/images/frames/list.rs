//! The list of an image's frames, and the actions on the selected one.

use egui::{Button, ScrollArea, Ui};

use super::{Room, slice};
use crate::images::preview;
use crate::shell::action::Action;
use foeman_scene::theme::GAP;

/// The height of the list, in points.
const SEEN: f32 = 150.0;

pub(crate) fn ui(ui: &mut Ui, room: &mut Room<'_>) {
    let count = room.image.frames.len();
    let button = |ui: &mut Ui, enabled: bool, name: &str, help: &str| {
        ui.add_enabled(enabled, Button::new(name)).on_hover_text(help).clicked()
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        if button(ui, count < 9_999, "Add frame", "A copy of the selected frame, or the whole bitmap") {
            let frame = room.chosen.map_or_else(|| room.whole(), |chosen| room.image.frames[chosen].clone());
            room.add(frame);
        }
        let chosen = room.chosen;
        if button(ui, chosen.is_some(), "Remove frame", "Removes the selected frame")
            && let Some(chosen) = chosen
        {
            let mut frames = room.image.frames.clone();
            frames.remove(chosen);
            if room.own && !frames.is_empty() {
                room.actions.push(Action::Settle);
                room.actions.push(Action::Remove(room.frames().child(chosen.to_string())));
                room.actions.push(Action::Settle);
            } else {
                room.replace(&frames);
            }
            if !frames.is_empty() {
                room.select(chosen.min(frames.len() - 1));
            }
        }
        if button(
            ui,
            chosen.is_some_and(|at| at > 0),
            "Move left",
            "Shows the selected frame before the one to its left",
        ) {
            swap(room, chosen.map_or(0, |at| at - 1), chosen.map_or(0, |at| at - 1));
        }
        if button(
            ui,
            chosen.is_some_and(|at| at + 1 < count),
            "Move right",
            "Shows the selected frame after the one to its right",
        ) {
            swap(room, chosen.unwrap_or_default(), chosen.unwrap_or_default() + 1);
        }
        slice::ui(ui, room);
    });
    ui.add_space(GAP);
    // A scroll area keeps the form below within reach if there are many frames.
    let area = ScrollArea::vertical().id_salt(("frames", room.key.to_string())).max_height(SEEN);
    let clicked = area.show(ui, |ui| preview::ui(ui, room.pack, room.key, room.chosen)).inner;
    if let Some(number) = clicked.filter(|number| *number < room.image.frames.len()) {
        room.select(number);
    }
}

/// Swaps a frame with the next one, after which the selected one is at index `to`.
fn swap(room: &mut Room<'_>, at: usize, to: usize) {
    if room.own {
        room.actions.push(Action::Swap(room.frames(), at));
    } else {
        let mut frames = room.image.frames.clone();
        frames.swap(at, at + 1);
        room.replace(&frames);
    }
    room.select(to);
}

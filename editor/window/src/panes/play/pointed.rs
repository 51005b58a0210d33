//! Which choice of a person's turn is pointed at, brought into view, or has the keyboard.

use egui::{Id, Response, Ui};

use super::super::super::action::{Action, Actions, PlayAction};
use super::super::super::play::Battle;

/// Brings a choice into view that something else is about, such as a figure that was clicked.
pub(super) fn show(ui: &Ui, choice: usize) {
    ui.data_mut(|data| data.insert_temp(shown(), choice));
    ui.ctx().request_repaint();
}

/// The choice that is to be brought into view, once.
pub(super) fn take_shown(ui: &Ui) -> Option<usize> {
    ui.data_mut(|data| data.remove_temp(shown()))
}

/// Whether the keyboard is to go to the first choice, since it made the last one.
pub(super) fn take_focus(ui: &Ui) -> bool {
    ui.data_mut(|data| data.remove_temp::<bool>(focused())).unwrap_or_default()
}

/// The choice that was pointed at last, until another question is asked.
pub(super) fn recall(ui: &Ui, battle: &Battle) -> Option<usize> {
    let (entries, at): (usize, usize) = ui.data(|data| data.get_temp(told()))?;
    (entries == battle.game().entries() && at < battle.choices().len()).then_some(at)
}

/// Makes a choice that was clicked, and notes what is pointed at.
pub(super) fn listen(ui: &Ui, battle: &Battle, response: &Response, at: usize, actions: &mut Actions) {
    // The keyboard stays where it is when the next question is asked, and nothing is pointed at then.
    let kept = response.has_focus() && recall(ui, battle).is_none();
    if response.hovered() || response.gained_focus() || kept {
        note(ui, battle, at);
    }
    if response.clicked() {
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(focused(), true));
        }
        actions.push(Action::Play(PlayAction::Choose(at)));
    }
}

fn note(ui: &Ui, battle: &Battle, at: usize) {
    let now = (battle.game().entries(), at);
    let before: Option<(usize, usize)> = ui.data(|data| data.get_temp(told()));
    if before != Some(now) {
        ui.data_mut(|data| data.insert_temp(told(), now));
        ui.ctx().request_repaint();
    }
}

fn told() -> Id {
    Id::unique("told choice")
}

fn shown() -> Id {
    Id::unique("shown choice")
}

fn focused() -> Id {
    Id::unique("focus on choices")
}

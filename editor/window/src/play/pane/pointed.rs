//! The choice of a turn that is hovered, scrolled to, or focused.

use egui::{Id, Rect, Response, Ui, Vec2};

use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};

/// Scrolls to a choice, such as after a click on its figure.
pub(crate) fn show(ui: &Ui, choice: usize) {
    ui.data_mut(|data| data.insert_temp(shown(), choice));
    ui.ctx().request_repaint();
}

/// Takes the choice to scroll to, once.
pub(crate) fn take_shown(ui: &Ui) -> Option<usize> {
    ui.data_mut(|data| data.remove_temp(shown()))
}

/// Whether to move the focus to the first choice, because the last one was made with the keyboard.
pub(crate) fn take_focus(ui: &Ui) -> bool {
    ui.data_mut(|data| data.remove_temp::<bool>(focused())).unwrap_or_default()
}

/// Returns the choice that was hovered last, until the turn changes.
pub(crate) fn recall(ui: &Ui, battle: &Battle) -> Option<usize> {
    let (entries, at): (usize, usize) = ui.data(|data| data.get_temp(told()))?;
    (entries == battle.game().entries() && at < battle.choices().len()).then_some(at)
}

/// Returns the choice under the pointer or with the focus in this frame, and its area.
pub(crate) fn current(ui: &Ui) -> Option<(usize, Rect)> {
    let (frame, at, rect): (u64, usize, Rect) = ui.data(|data| data.get_temp(pointed()))?;
    (frame == ui.ctx().cumulative_frame_nr()).then_some((at, rect))
}

/// Makes a choice when it is clicked, and notes the hovered one.
pub(crate) fn listen(ui: &Ui, battle: &Battle, response: &Response, at: usize, actions: &mut Actions) {
    // The focus stays in place for the next turn, when no choice is hovered.
    let kept = response.has_focus() && recall(ui, battle).is_none();
    // A pointer at rest must not win against the keyboard.
    let is_moved =
        ui.input(|input| input.pointer.delta() != Vec2::ZERO) || ui.memory(|memory| memory.focused().is_none());
    if (response.hovered() && is_moved) || response.gained_focus() || kept {
        note(ui, battle, at);
    }
    if (response.hovered() || response.has_focus()) && recall(ui, battle) == Some(at) {
        let frame = ui.ctx().cumulative_frame_nr();
        ui.data_mut(|data| data.insert_temp(pointed(), (frame, at, response.rect)));
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

fn pointed() -> Id {
    Id::unique("pointed choice")
}

fn shown() -> Id {
    Id::unique("shown choice")
}

fn focused() -> Id {
    Id::unique("focus on choices")
}

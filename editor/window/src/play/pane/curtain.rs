//! The curtain between two people who share the window.

use egui::{Key, Modifiers, Ui};
use foeman_engine::ruleset::SideId;

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::{Battle, PlayAction};
use crate::shell::action::{Action, Actions};

/// Says who takes over; a button or Enter shows the battle.
pub(super) fn ui(ui: &mut Ui, battle: &Battle, side: SideId, actions: &mut Actions) {
    let title = format!("Hand over to {}", battle.seen().side_name(side));
    let text = "The battle is hidden until the next player is at the screen. Enter shows it";
    widgets::empty_state(ui, Icon::Lock, &title, text, |ui| {
        let is_pressed = ui.memory(|memory| memory.focused().is_none())
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        if widgets::main_button(ui, "Show the battle").clicked() || is_pressed {
            actions.push(Action::Play(PlayAction::Uncover));
        }
    });
}

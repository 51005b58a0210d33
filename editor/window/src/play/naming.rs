//! Renaming a token in the battle, if the rules let the active player do so.

use egui::{Id, Key, TextEdit, Ui};
use foeman_engine::display::Token;

use super::Battle;
use super::action::PlayAction;
use crate::shell::action::{Action, Actions};

/// The maximum length of a name, in characters.
const LETTERS: usize = 40;

/// A name being typed, with its token and the number of entries at that time.
#[derive(Clone, PartialEq)]
struct Open {
    entries: usize,
    token: u32,
    name: String,
}

/// Draws the rename button, or the text field after it was pressed.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle, token: &Token, actions: &mut Actions) {
    if !battle.may_rename(token.id) {
        return;
    }
    let entries = battle.game().entries();
    let kept = Id::unique("another name");
    let open: Option<Open> = ui.data(|data| data.get_temp(kept)).flatten();
    let Some(mut open) = open.filter(|open| open.entries == entries && open.token == token.id) else {
        let hint = "Renames it, in this game only";
        if ui.button("Rename…").on_hover_text(hint).clicked() {
            let open = Open { entries, token: token.id, name: token.name.clone() };
            ui.data_mut(|data| data.insert_temp(kept, Some(open)));
            ui.memory_mut(|memory| memory.request_focus(field()));
        }
        return;
    };
    let (mut done, mut left) = (false, false);
    ui.horizontal_wrapped(|ui| {
        let written = TextEdit::singleline(&mut open.name).id(field()).char_limit(LETTERS).desired_width(160.0);
        let written =
            ui.name_inputs("Name", |ui| ui.add(written)).on_hover_text("Without a name, only its class is shown");
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        done = written.lost_focus() && pressed(Key::Enter);
        left = written.lost_focus() && pressed(Key::Escape);
        done |= ui.button("Rename").clicked();
        left |= ui.link("Cancel").clicked();
    });
    if done {
        actions.push(Action::Play(PlayAction::Rename(token.id, open.name.trim().to_owned())));
    }
    ui.data_mut(|data| data.insert_temp(kept, (!done && !left).then_some(open)));
}

fn field() -> Id {
    Id::unique("the name that is written")
}

//! The dialog that opens an address in a battle.

use egui::{Id, Key, Label, RichText, TextEdit, TextStyle, Ui};

use crate::kit::{lines, widgets};
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, palette};

/// The width of the dialog, in points.
const WIDTH: f32 = 560.0;

pub(crate) fn ui(ui: &mut Ui, actions: &mut Actions) {
    let colors = palette(ui);
    let shown = widgets::modal(ui, "address").show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 80.0));
        ui.label(widgets::styled("Go to an address", TextStyle::Heading, colors.strong));
        let text = "Paste the address of a point in a battle: scenario, seed and choices. If the content has changed since \
                    it was copied, it may lead elsewhere; a message then says so";
        ui.add(Label::new(RichText::new(text).color(colors.weak)).wrap());
        ui.add_space(GAP);
        let id = Id::unique("address");
        let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let field = TextEdit::multiline(&mut typed).desired_rows(3).desired_width(f32::INFINITY).id(id.with("field"));
        let field = ui.add(field.hint_text("foeman:duel?seed=7&content=…&entries=41&chosen=…"));
        let field = field.accessible_name("Address");
        lines::allow(ui.ctx(), id.with("field"));
        if ui.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        let enter = ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(GAP);
        ui.horizontal(|ui| {
            let ready = !typed.trim().is_empty();
            let go = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, "Go")).inner.clicked();
            if ready && (go || enter) {
                let address = typed.split_whitespace().collect::<String>();
                actions.push(Action::Play(PlayAction::OpenAddress(address)));
                typed.clear();
            }
            if ui.button("Cancel").clicked() {
                ui.close();
            }
        });
        ui.data_mut(|data| data.insert_temp(id, typed));
    });
    if shown.should_close() {
        actions.push(Action::Play(PlayAction::AskAddress(false)));
    }
}

//! The levels to paint with.

use egui::Ui;

use crate::kit::options::close;
use crate::map::layer::Ink;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;

/// Draws the levels to paint with.
pub(crate) fn levels(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let view = session.view();
    let columns = if ui.available_width() < 290.0 { 5 } else { 10 };
    egui::Grid::new("levels").spacing([2.0, 2.0]).show(ui, |ui| {
        for level in 0..=9 {
            let chosen = view.tool.paints() && view.level == level;
            let button = ui.selectable_label(chosen, format!(" {level} "));
            let button = button.on_hover_text(format!("Paint cells at level {level}"));
            if button.accessible_name(format!("Paint level {level}")).clicked() {
                actions.push(Action::Ink(Ink::Level(level)));
                close(ui);
            }
            if (usize::from(level) + 1).is_multiple_of(columns) {
                ui.end_row();
            }
        }
    });
}

//! Help in a dialog, for when no pane can be shown: over another dialog or without a pack.

use egui::{Align, Layout, TextStyle, Ui};

use super::action::HelpAction;
use super::pane as help;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, palette};

/// The maximum width and height, in points.
const SIZE: [f32; 2] = [680.0, 560.0];

/// Draws the help dialog.
pub fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let shown = widgets::modal(ui, "help").show(ui.ctx(), |ui| {
        let room = ui.ctx().content_rect();
        ui.set_width(SIZE[0].min(room.width() - 80.0));
        ui.set_height(SIZE[1].min(room.height() - 80.0));
        ui.horizontal(|ui| {
            ui.label(widgets::styled("Help", TextStyle::Heading, palette(ui).strong));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::icon_button(ui, Icon::Close, "Close the help").clicked() {
                    ui.close();
                }
            });
        });
        ui.add_space(GAP);
        help::ui(ui, session, actions);
    });
    if shown.should_close() {
        actions.push(Action::Help(HelpAction::Close));
    }
}

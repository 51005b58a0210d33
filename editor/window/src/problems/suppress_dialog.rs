//! The dialog that allows a finding, with a reason.

use egui::{Key, Label, RichText, TextEdit, TextStyle, Ui};

use super::action::AllowAction;
use super::suppress::Allowing;
use crate::kit::widgets;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions, Answer, Focus};
use foeman_scene::theme::{GAP, palette};

/// The width of the dialog, in points.
const WIDTH: f32 = 560.0;

/// Draws the dialog.
pub fn ui(ui: &mut Ui, allowing: &Allowing, focus: Option<Focus>, actions: &mut Actions) {
    let shown = widgets::modal(ui, "allow").show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        body(ui, allowing, focus, actions);
    });
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

fn body(ui: &mut Ui, allowing: &Allowing, focus: Option<Focus>, actions: &mut Actions) {
    let colors = palette(ui);
    let heading = format!("Allow {} here", allowing.finding.code);
    ui.add(Label::new(widgets::styled(heading, TextStyle::Heading, colors.strong)).wrap());
    ui.add_space(GAP);
    ui.add(Label::new(RichText::new(capitalised(&allowing.finding.message)).color(colors.weak)).wrap());
    ui.add_space(2.0 * GAP);
    let mut reason = allowing.reason.clone();
    let field = TextEdit::singleline(&mut reason).desired_width(WIDTH).hint_text("Why this is intended");
    let field = ui.add(field).accessible_name("Reason");
    let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if focus == Some(Focus::Reason) || ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    if field.changed() {
        actions.push(Action::Allow(AllowAction::Type(reason)));
    }
    ui.add_space(GAP);
    match &allowing.made {
        Err(why) => drop(ui.add(Label::new(RichText::new(capitalised(why)).color(colors.error)).wrap())),
        Ok((allowance, files)) => {
            widgets::diff_hint(ui, files);
            let along = match allowance.others {
                0 => None,
                1 => Some("This also allows another problem of this check there".to_owned()),
                many => Some(format!("This also allows {many} other problems of this check there")),
            };
            if let Some(along) = along {
                ui.add_space(GAP);
                ui.add(Label::new(RichText::new(along).color(colors.warning)).wrap());
            }
        }
    }
    ui.add_space(2.0 * GAP);
    let ready = allowing.made.is_ok() && !allowing.reason.trim().is_empty();
    ui.horizontal(|ui| {
        let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, "Allow")).inner;
        let button = button.on_disabled_hover_text("Enter a reason, for later readers");
        if ready && (button.clicked() || enter) {
            actions.push(Action::Allow(AllowAction::Do));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Answer(Answer::Cancel));
        }
    });
}

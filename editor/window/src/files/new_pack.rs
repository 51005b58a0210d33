//! The new-pack dialog.

use egui::{Key, Label, RichText, TextEdit, TextStyle, Ui};

use super::action::BeginAction;
use super::begin::NewPack;
use crate::kit::widgets;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions, Answer};
use foeman_base::template::{TEMPLATES, Template};
use foeman_scene::theme::{GAP, palette};

/// Draws the dialog.
pub fn ui(ui: &mut Ui, new: &NewPack, actions: &mut Actions) {
    let shown = widgets::modal(ui, "new pack").show(ui.ctx(), |ui| {
        ui.set_width(520.0_f32.min(ui.ctx().content_rect().width() - 80.0));
        ui.label(widgets::styled("New pack", TextStyle::Heading, palette(ui).strong));
        ui.add_space(GAP);
        for template in &TEMPLATES {
            choice(ui, template, new.template == template.id, actions);
        }
        ui.add_space(2.0 * GAP);
        folder(ui, new, actions);
    });
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

fn choice(ui: &mut Ui, template: &Template, chosen: bool, actions: &mut Actions) {
    let button = ui.radio(chosen, RichText::new(template.title).color(palette(ui).strong));
    if chosen && ui.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
    if button.clicked() {
        actions.push(Action::Begin(BeginAction::Template(template.id)));
    }
    ui.indent(template.id, |ui| {
        ui.add(Label::new(RichText::new(template.about).color(palette(ui).weak)).wrap());
    });
    ui.add_space(GAP);
}

fn folder(ui: &mut Ui, new: &NewPack, actions: &mut Actions) {
    let colors = palette(ui);
    let mut folder = new.folder.clone();
    ui.label(RichText::new("Folder").color(colors.weak));
    let mut enter = false;
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut folder).desired_width(ui.available_width() - 90.0);
        let field = ui.add(field).accessible_name("Folder of the new pack");
        enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if field.changed() {
            actions.push(Action::Begin(BeginAction::Folder(folder)));
        }
        if ui.button("Browse…").clicked() {
            actions.push(Action::Begin(BeginAction::ChooseFolder));
        }
    });
    let (text, color) = match &new.problem {
        Some(problem) => (capitalised(problem), colors.error),
        None => (format!("It will be created in {}", new.path().display()), colors.weak),
    };
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
    ui.add_space(3.0 * GAP);
    ui.horizontal(|ui| {
        let ready = new.problem.is_none();
        let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, "Create pack")).inner;
        if ready && (button.clicked() || enter) {
            actions.push(Action::Begin(BeginAction::Make));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Answer(Answer::Cancel));
        }
    });
}

//! The dialogs for rename, find usages and deleting records in use.

use egui::{Id, Key, Label, Response, RichText, ScrollArea, TextEdit, TextStyle, Ui};

use super::action::NameAction;
use super::file_dialogs;
use super::perform::{ChangedLine, Deletion, Listing, Names, Renaming, User};
use crate::kit::picker::{self, Item, Picker};
use crate::kit::widgets;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions, Answer};
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, palette};

/// The maximum height of a list in a dialog, in points.
const LIST: f32 = 300.0;
/// The width of a dialog, in points.
const WIDTH: f32 = 560.0;
/// The width of a dialog that only asks for a name, in points.
const SMALL: f32 = 400.0;

/// Draws the open dialog about names.
pub fn ui(ui: &mut Ui, session: &Session, names: &Names, actions: &mut Actions) {
    let shown = widgets::modal(ui, "names").show(ui.ctx(), |ui| {
        let small = matches!(names, Names::New(_) | Names::File(_));
        ui.set_width(if small { SMALL } else { WIDTH });
        match names {
            Names::Rename(renaming) => rename(ui, renaming, actions),
            Names::Usages(listing) => list(ui, listing, actions),
            Names::Delete(deletion) => delete(ui, deletion, actions),
            Names::New(naming) => file_dialogs::ui(ui, session, naming, actions),
            Names::File(filing) => file_dialogs::file(ui, session, filing, actions),
        }
    });
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

fn rename(ui: &mut Ui, renaming: &Renaming, actions: &mut Actions) {
    let colors = palette(ui);
    let old = renaming.at.last().unwrap_or_default();
    heading(ui, &format!("Rename {old}"));
    ui.label(RichText::new(renaming.at.to_string()).monospace().color(colors.weak));
    ui.add_space(GAP);
    let mut to = renaming.to.clone();
    let field = ui.add(TextEdit::singleline(&mut to).desired_width(WIDTH)).accessible_name("New name");
    let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    if field.changed() {
        actions.push(Action::Names(NameAction::Type(to)));
    }
    ui.add_space(GAP);
    match &renaming.plan {
        None => drop(ui.label(RichText::new("Type another name to see what changes").color(colors.weak))),
        Some(Err(message)) => {
            let text = RichText::new(capitalised(message)).color(colors.error);
            ui.add(Label::new(text).wrap());
        }
        Some(Ok((_, lines))) => {
            let all: Vec<ChangedLine> = lines.iter().chain(&renaming.elsewhere).cloned().collect();
            preview(ui, &all);
        }
    }
    ui.add_space(2.0 * GAP);
    let ready = matches!(renaming.plan, Some(Ok(_)));
    let elsewhere = !renaming.elsewhere.is_empty();
    if elsewhere {
        ui.label("Other packs use it; they are changed and saved together with this one");
        ui.add_space(GAP);
    }
    ui.horizontal(|ui| {
        let name = if elsewhere { "Rename everywhere and save" } else { "Rename" };
        let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, name)).inner;
        if ready && (button.clicked() || enter) {
            actions.push(Action::Names(NameAction::Rename));
        }
        if elsewhere && ready && ui.button("Rename here only").clicked() {
            actions.push(Action::Names(NameAction::RenameHere));
        }
        cancel(ui, actions);
    });
}

/// Draws every changed line, old above new, file by file.
fn preview(ui: &mut Ui, lines: &[ChangedLine]) {
    let colors = palette(ui);
    let count = match lines.len() {
        1 => "1 line changes".to_owned(),
        many => format!("{many} lines change"),
    };
    ui.label(RichText::new(count).color(colors.weak));
    ScrollArea::vertical().max_height(LIST).auto_shrink([false, true]).show(ui, |ui| {
        for file in lines.chunk_by(|a, b| a.path == b.path) {
            ui.label(RichText::new(&file[0].path).strong());
            for line in file {
                let row = |sign: char, text: &str| format!("{:>5} {sign} {text}", line.line);
                ui.add(Label::new(RichText::new(row('-', &line.old)).monospace().color(colors.error)).truncate());
                ui.add(Label::new(RichText::new(row('+', &line.new)).monospace().color(colors.good)).truncate());
            }
        }
    });
}

fn list(ui: &mut Ui, listing: &Listing, actions: &mut Actions) {
    heading(ui, &format!("Used by: {}", listing.title));
    if listing.users.is_empty() {
        ui.label("Not used in this pack or in packs that require it");
    }
    users(ui, &listing.users, actions);
    ui.add_space(2.0 * GAP);
    if widgets::main_button(ui, "Close").clicked() {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

fn delete(ui: &mut Ui, deletion: &Deletion, actions: &mut Actions) {
    let Deletion { listing, along, others, .. } = deletion;
    heading(ui, &format!("Delete {}", listing.title));
    let they = if deletion.keys.len() == 1 { "It is" } else { "They are" };
    ui.label(match listing.users.len() {
        1 => format!("{they} used in 1 place, which would become invalid"),
        many => format!("{they} used in {many} places, which would become invalid"),
    });
    users(ui, &listing.users, actions);
    match listing.users.iter().filter(|user| user.elsewhere).count() {
        0 => {}
        1 => drop(ui.label("1 of them is in another pack, which is not changed")),
        count => drop(ui.label(format!("{count} of them are in other packs, which are not changed"))),
    }
    ui.add_space(2.0 * GAP);
    ui.horizontal_wrapped(|ui| {
        let button = cancel(ui, actions);
        if ui.memory(|memory| memory.focused().is_none()) {
            // Enter gives the answer that loses nothing.
            button.request_focus();
        }
        let with = ui.add_enabled(along.is_ok(), egui::Button::new("Delete with references"));
        let with = match along {
            Ok(_) => with.on_hover_text("Also deletes the references, or the entries that require them"),
            Err(why) => with.on_disabled_hover_text(capitalised(why)),
        };
        if with.clicked() {
            actions.push(Action::Names(NameAction::DeleteAlong));
        }
        if ui.button("Delete anyway").clicked() {
            actions.push(Action::Names(NameAction::DeleteAnyway));
        }
        if others.is_empty() {
            return;
        }
        let items = others.iter().map(|(id, title)| Item { text: title, note: id, chosen: false }).collect();
        let (id, shown) = (Id::unique("replace"), RichText::new("Replace with…"));
        let list =
            Picker { id, shown, width: LIST / 2.0, hint: "Search records", items, foot: String::new(), preview: None };
        let (button, picked) = picker::ui(ui, &list);
        button.accessible_name("Replace with");
        if let Some((other, _)) = picked.and_then(|at| others.get(at)) {
            actions.push(Action::Names(NameAction::ReplaceBy(other.clone())));
        }
    });
}

fn users(ui: &mut Ui, users: &[User], actions: &mut Actions) {
    let weak = palette(ui).weak;
    ScrollArea::vertical().max_height(LIST).auto_shrink([false, true]).show(ui, |ui| {
        for user in users {
            ui.horizontal(|ui| {
                if user.elsewhere {
                    ui.label(&user.text);
                } else if ui.link(&user.text).clicked() {
                    actions.push(Action::Names(NameAction::JumpTo(user.at.clone())));
                }
                ui.label(RichText::new(&user.place).monospace().color(weak));
            });
        }
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add(Label::new(widgets::styled(text, TextStyle::Heading, palette(ui).strong)).wrap());
    ui.add_space(GAP);
}

fn cancel(ui: &mut Ui, actions: &mut Actions) -> Response {
    let button = ui.button("Cancel");
    if button.clicked() {
        actions.push(Action::Answer(Answer::Cancel));
    }
    button
}

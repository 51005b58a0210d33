//! The branches of the battle: choosing, naming and comparing them.

use egui::{Button, ComboBox, Frame, Id, Margin, RichText, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, palette};

/// The maximum height of the list of names, in points.
const HEIGHT: f32 = 62.0;
/// The maximum number of characters shown of a name.
const LETTERS: usize = 28;

/// Draws the branches; nothing if there is only one.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle, actions: &mut Actions) {
    let branches = battle.branches();
    if branches.names().next().is_none() {
        return;
    }
    let frame = Frame::new().fill(palette(ui).panel).inner_margin(Margin::symmetric(10, 3));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ScrollArea::vertical().id_salt("branches").max_height(HEIGHT).auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for (at, (name, parts)) in branches.names().enumerate() {
                    let short = shortened(name);
                    let text = match parts {
                        Some(entry) => format!("{short}, from entry {entry}"),
                        None => short,
                    };
                    let response = ui.add(Button::selectable(at == branches.shown(), text)).on_hover_text(name);
                    if response.clicked() {
                        actions.push(Action::Play(PlayAction::ShowBranch(at)));
                    }
                }
                ui.separator();
                compare(ui, battle, actions);
                manage(ui, battle, actions);
            });
        });
    });
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Draws the choice of the branch to compare with.
fn compare(ui: &mut Ui, battle: &Battle, actions: &mut Actions) {
    let branches = battle.branches();
    let chosen = branches.compared().map(|(other, _)| other);
    let text = match chosen.and_then(|other| branches.names().nth(other)) {
        Some((name, _)) => format!("Compared with {}", shortened(name)),
        None => "Compare with…".to_owned(),
    };
    let combo = ComboBox::from_id_salt("compare with").selected_text(text).width(120.0);
    let response = combo.show_ui(ui, |ui| {
        if ui.selectable_label(chosen.is_none(), "No comparison").clicked() {
            actions.push(Action::Play(PlayAction::CompareWith(None)));
        }
        for (at, (name, _)) in branches.names().enumerate().filter(|(at, _)| *at != branches.shown()) {
            if ui.selectable_label(chosen == Some(at), format!("With {}", shortened(name))).clicked() {
                actions.push(Action::Play(PlayAction::CompareWith(Some(at))));
            }
        }
    });
    response.response.accessible_name("Compare with");
}

/// Draws the names of all branches, with fields to rename and buttons to delete them.
fn manage(ui: &mut Ui, battle: &Battle, actions: &mut Actions) {
    let branches = battle.branches();
    let config =
        egui::containers::menu::MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    egui::containers::menu::MenuButton::new("Branches…").config(config).ui(ui, |ui| {
        ui.set_min_width(300.0);
        let text = "Show a branch to save it as a separate journal";
        ui.label(RichText::new(text).color(palette(ui).weak));
        ScrollArea::vertical().max_height(280.0).show(ui, |ui| {
            for (at, (name, _)) in branches.names().enumerate() {
                ui.horizontal(|ui| {
                    rename(ui, at, name, actions);
                    let is_other = at != branches.shown();
                    ui.add_enabled_ui(is_other, |ui| {
                        if widgets::icon_button(ui, Icon::Close, &format!("Remove {name}")).clicked() {
                            actions.push(Action::Play(PlayAction::RemoveBranch(at)));
                        }
                    });
                });
            }
        });
    });
}

/// Draws the name field of a branch; the new name applies when the field loses focus.
fn rename(ui: &mut Ui, at: usize, name: &str, actions: &mut Actions) {
    let id = Id::unique(("branch name", at));
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| name.to_owned());
    let field = ui.add(TextEdit::singleline(&mut typed).id(id.with("field")).desired_width(220.0));
    field.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, format!("Name of {name}")));
    if field.lost_focus() {
        if typed.trim() != name && !typed.trim().is_empty() {
            actions.push(Action::Play(PlayAction::NameBranch(at, typed)));
        }
        ui.data_mut(|data| data.remove_temp::<String>(id));
    } else if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typed));
    }
}

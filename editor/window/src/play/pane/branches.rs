//! The branches of the battle: choosing, naming and comparing them.

use egui::{Button, Id, RichText, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, palette};

/// The maximum number of characters shown of a name.
const LETTERS: usize = 20;

/// Draws the branches as tabs next to the timeline; nothing if there is only one.
pub(crate) fn tabs(ui: &mut Ui, battle: &Battle, width: f32, actions: &mut Actions) {
    let branches = battle.branches();
    if branches.names().next().is_none() {
        return;
    }
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.y = 0.0;
        ui.spacing_mut().interact_size.y = 20.0;
        let area = ScrollArea::horizontal().id_salt("branches").max_width(width).auto_shrink([true, true]);
        area.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for (at, (name, parts)) in branches.names().enumerate() {
                    let whole = match parts {
                        Some(entry) => format!("{name}, from entry {entry}"),
                        None => name.to_owned(),
                    };
                    let button = Button::selectable(at == branches.shown(), RichText::new(shortened(name)).small());
                    let response = ui.add(button).on_hover_text(&whole).accessible_name(whole);
                    if response.clicked() {
                        actions.push(Action::Play(PlayAction::ShowBranch(at)));
                    }
                }
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

/// Draws the names of all branches, with fields to rename and buttons to compare and delete them.
pub(crate) fn manage(ui: &mut Ui, battle: &Battle, actions: &mut Actions) {
    let branches = battle.branches();
    let compared = branches.compared().map(|(other, _)| other);
    let text = "Show a branch with its tab next to the timeline; save it as a separate journal from the menu";
    ui.label(RichText::new(text).color(palette(ui).weak));
    ScrollArea::vertical().max_height(280.0).show(ui, |ui| {
        for (at, (name, _)) in branches.names().enumerate() {
            ui.horizontal(|ui| {
                rename(ui, at, name, actions);
                let is_other = at != branches.shown();
                ui.add_enabled_ui(is_other, |ui| {
                    let compare = ui.add(Button::selectable(compared == Some(at), "Compare"));
                    if compare.accessible_name(format!("Compare with {name}")).clicked() {
                        let wanted = (compared != Some(at)).then_some(at);
                        actions.push(Action::Play(PlayAction::CompareWith(wanted)));
                        ui.close();
                    }
                    if widgets::icon_button(ui, Icon::Close, &format!("Remove {name}")).clicked() {
                        actions.push(Action::Play(PlayAction::RemoveBranch(at)));
                    }
                });
            });
        }
    });
}

/// Draws the name field of a branch; the new name applies when the field loses focus.
fn rename(ui: &mut Ui, at: usize, name: &str, actions: &mut Actions) {
    let id = Id::unique(("branch name", at));
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| name.to_owned());
    let field = ui.add(TextEdit::singleline(&mut typed).id(id.with("field")).desired_width(180.0));
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

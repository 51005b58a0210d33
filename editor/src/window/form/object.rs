//! Values with keys: fixed ones, and ones that the author chooses.

use egui::collapsing_header::CollapsingState;
use egui::{RichText, TextEdit, Ui};
use foeman_schema::field::{Field, FieldKind};
use serde_json::Value;

use super::super::action::Action;
use super::super::icon::Icon;
use super::super::newborn;
use super::super::theme::{ROW, palette};
use super::super::widgets;
use super::{Form, Spot, entry, label, reset};

/// A heading that opens and closes, and the values below it.
pub(super) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if spot.effective().is_none() && !spot.field.required() {
        return absent(ui, form, spot);
    }
    opened(ui, form, spot).show_header(ui, |ui| heading(ui, form, spot)).body(|ui| {
        if spot.field.kind() == FieldKind::Map {
            entries(ui, form, spot);
        } else {
            for field in spot.field.fields() {
                entry(ui, form, &spot.child(field, field.name()));
            }
        }
    });
}

/// Whether what lies below a heading is shown; it is opened for a value that is to be seen.
pub(super) fn opened(ui: &Ui, form: &Form<'_>, spot: &Spot<'_>) -> CollapsingState {
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), spot.id().with("open"), true);
    if form.reveal.is_some_and(|reveal| reveal.parts().starts_with(spot.pointer.parts())) {
        state.set_open(true);
    }
    state
}

/// The name of a value that has others below it.
fn heading(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    label(ui, spot);
    if let Some(count) = spot.effective().and_then(Value::as_object).filter(|_| spot.field.kind() == FieldKind::Map) {
        ui.label(RichText::new(count.len().to_string()).color(palette(ui).weak));
    }
    reset(ui, form, spot);
}

/// A value that is not there, and the button that adds it.
fn absent(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    ui.horizontal(|ui| {
        label(ui, spot);
        let name = format!("Add {}", spot.field.label().to_lowercase());
        if widgets::labelled_button(ui, Icon::Add, &name).clicked() {
            let value = newborn::value(form.pack, spot.field);
            form.actions.push(Action::Set(spot.pointer.clone(), value));
            form.actions.push(Action::Settle);
        }
    });
}

/// The entries of a map, and a field for a new key.
fn entries(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let Some(field) = spot.field.value() else { return };
    let keys: Vec<&String> = spot.effective().and_then(Value::as_object).into_iter().flat_map(|map| map.keys()).collect();
    for key in keys {
        entry_of(ui, form, &spot.child(field, key), key);
    }
    add_key(ui, form, spot, field);
}

/// One entry of a map: its key, its value, and the button that takes it away.
fn entry_of(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, key: &str) {
    let nested = matches!(spot.field.kind(), FieldKind::Object | FieldKind::Map);
    let color = if spot.is_written() { palette(ui).text } else { palette(ui).weak };
    let name = |ui: &mut Ui| ui.label(RichText::new(key).monospace().color(color)).id;
    if nested {
        opened(ui, form, spot)
            .show_header(ui, |ui| {
                name(ui);
                remove_entry(ui, form, spot, key);
            })
            .body(|ui| {
                for field in spot.field.fields() {
                    entry(ui, form, &spot.child(field, field.name()));
                }
            });
        return;
    }
    ui.horizontal(|ui| {
        let id = ui
            .allocate_ui_with_layout(egui::vec2(32.0, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.set_min_width(32.0);
                name(ui)
            })
            .inner;
        ui.spacing_mut().item_spacing.x = super::BETWEEN;
        let width = form.room(ui, 2);
        super::labelled(ui, form, spot, id, width);
        super::reference::jump(ui, form, spot);
        remove_entry(ui, form, spot, key);
    });
    for finding in form.findings.iter().filter(|finding| finding.pointer == spot.pointer) {
        super::complaint(ui, finding);
    }
}

fn remove_entry(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, key: &str) {
    if spot.is_written() && widgets::icon_button(ui, Icon::Close, &format!("Remove {key}")).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
    }
}

/// A field for the key of a new entry; it belongs to the form, not to the pack, until it is added.
fn add_key(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, field: Field) {
    let id = spot.id().with("new key");
    let mut key: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        let name = format!("New key of {}", spot.field.label().to_lowercase());
        let width = form.room(ui, 0) - 76.0;
        let typed = ui.add(TextEdit::singleline(&mut key).id(id).hint_text("New key").desired_width(width)).accessible_name(name);
        let taken = spot.effective().is_some_and(|map| map.get(key.trim()).is_some());
        let ready = !key.trim().is_empty() && !taken;
        let enter = typed.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let button = ui.add_enabled_ui(ready, |ui| widgets::labelled_button(ui, Icon::Add, "Add")).inner;
        if ready && (enter || button.clicked()) {
            form.actions.push(Action::Set(spot.pointer.child(key.trim()), newborn::value(form.pack, field)));
            form.actions.push(Action::Settle);
            key.clear();
        }
        if taken {
            button.on_disabled_hover_text("There is such a key already");
        }
    });
    ui.data_mut(|data| data.insert_temp(id, key));
}

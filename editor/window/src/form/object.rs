//! Inputs for objects with fixed fields, and for maps with keys chosen by the author.

use egui::{RichText, TextEdit, TextStyle, Ui};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::usages::key_names_from;
use serde_json::Value;

use super::fold::{self, opened};
use super::{Form, Spot, after_label, body, by_record, gutter, hidden, name, remove_entry, reset, sentence, title};
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::new_record;
use crate::shell::action::Action;
use foeman_scene::theme::{ROW, palette};

/// The width of the words of an entry below which its key is not shown next to them, in points.
const LEAST: f32 = 110.0;

/// Draws a collapsible heading with the values below it.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    if spot.effective().is_none() && !spot.field.required() {
        return absent(ui, form, spot);
    }
    let top = ui.cursor().top();
    let mut state = opened(ui, form, spot);
    if !state.is_open() && gutter::inside(ui, form, spot, top) {
        state.set_open(true);
    }
    basic::header(ui, state, |ui| heading(ui, form, spot)).body(|ui| {
        if spot.field.kind() == FieldKind::Map {
            entries(ui, form, spot);
        } else {
            body(ui, form, spot);
        }
    });
}

/// Draws the name of a compound value.
fn heading(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    title(ui, form, spot);
    if let Some(count) = spot.effective().and_then(Value::as_object).filter(|_| spot.field.kind() == FieldKind::Map) {
        ui.label(RichText::new(count.len().to_string()).color(palette(ui).weak));
    }
    reset(ui, form, spot);
}

/// Draws a missing value with the button that adds it.
fn absent(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let name = format!("Add {}", spot.field.label().to_lowercase());
    let button = ui.painter().layout_no_wrap(name.clone(), TextStyle::Button.resolve(ui.style()), palette(ui).text);
    after_label(ui, form, spot, button.size().x - 48.0, |ui, form, _| {
        if widgets::labelled_button(ui, Icon::Add, &name).clicked() {
            let value = new_record::value(form.pack, spot.field);
            form.actions.push(Action::Set(spot.pointer.clone(), value));
            form.actions.push(Action::Settle);
        }
    });
}

/// Draws the entries of a map, and a field for a new key.
fn entries(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let Some(field) = spot.field.value() else { return };
    let keys: Vec<&String> =
        spot.effective().and_then(Value::as_object).into_iter().flat_map(|map| map.keys()).collect();
    if let Some(catalog) = spot.field.key_target() {
        for key in &keys {
            let child = spot.child(field, key);
            hidden::unless(ui, form, &child, |ui, form| by_record::entry(ui, form, &child, catalog, key));
        }
        return by_record::add(ui, form, spot, catalog, field);
    }
    let scope = key_names_from(form.pack.draft(), &spot.pointer);
    let names = scope.as_ref().map(|scope| name::names(form, scope)).unwrap_or_default();
    for key in &keys {
        let name = names.iter().find(|name| name.key == **key);
        let title = name.and_then(|name| name.title.as_deref()).unwrap_or_default();
        let child = spot.child(field, key);
        hidden::unless(ui, form, &child, |ui, form| entry_of(ui, form, &child, key, title));
    }
    if let Some(scope) = scope.filter(|_| !names.is_empty()) {
        let known: Vec<_> = names.iter().map(|name| (name.shown(), name.key.as_str())).collect();
        let place = format!("in {}", form.pack.index().title(&scope.record));
        by_record::add_one(ui, form, spot, field, &known, ("Search names", &place));
    } else {
        // Any key will do, or there is none yet to choose from.
        add_key(ui, form, spot, field);
    }
}

/// Draws an entry of a map: its key with the title of that key, its value, and the button that removes it.
fn entry_of(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, key: &str, title: &str) {
    let nested = matches!(spot.field.kind(), FieldKind::Object | FieldKind::Map);
    let color = if spot.is_written() { palette(ui).text } else { palette(ui).weak };
    let name = |ui: &mut Ui| ui.label(RichText::new(key).monospace().color(color)).id;
    if nested {
        return fold::folding(ui, form, spot, |ui, form, toggle| {
            ui.spacing_mut().item_spacing.x = super::BETWEEN;
            let note = RichText::new(key).small().color(palette(ui).weak);
            let taken =
                ui.painter().layout_no_wrap(key.to_owned(), TextStyle::Small.resolve(ui.style()), color).size().x;
            let words = if title.is_empty() { sentence::of(form, spot) } else { title.to_owned() };
            let end = form.right - ROW - 3.0 * super::GAP;
            let has_room = end - taken - ui.cursor().left() > LEAST || words.is_empty();
            let end = if has_room { end - taken } else { end };
            *toggle ^= fold::reading(ui, end, if words.is_empty() { key } else { &words });
            if has_room {
                ui.label(note);
            }
            remove_entry(ui, form, spot, key);
        });
    }
    let top = ui.cursor().top();
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
    gutter::ui(ui, form, spot, top);
    super::entry::complaint(ui, spot);
}

/// Draws a field for the key of a new entry. The text is kept in the form until the entry is added.
fn add_key(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, field: Field) {
    let id = spot.id().with("new key");
    let mut key: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        let name = format!("New key of {}", spot.field.label().to_lowercase());
        let width = form.room(ui, 0) - 76.0;
        let typed = ui
            .add(TextEdit::singleline(&mut key).id(id).hint_text("New key").desired_width(width))
            .accessible_name(name);
        let taken = spot.effective().is_some_and(|map| map.get(key.trim()).is_some());
        let ready = !key.trim().is_empty() && !taken;
        let enter = typed.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let button = ui.add_enabled_ui(ready, |ui| widgets::labelled_button(ui, Icon::Add, "Add")).inner;
        if ready && (enter || button.clicked()) {
            fold::open_new(ui, spot.pointer.child(key.trim()));
            form.actions.push(Action::Set(spot.pointer.child(key.trim()), new_record::value(form.pack, field)));
            form.actions.push(Action::Settle);
            key.clear();
        }
        if taken {
            button.on_disabled_hover_text("This key already exists");
        }
    });
    ui.data_mut(|data| data.insert_temp(id, key));
}

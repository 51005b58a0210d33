//! The input for references: a searchable list of records, and a button that goes to the record.

use egui::{RichText, Ui};
use foeman_schema::field::FieldKind;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::{Form, Spot, scalar};
use crate::images::preview;
use crate::kit::icon::Icon;
use crate::kit::picker::{self, Item, Picker};
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::Action;
use crate::shell::view::{Pane, Selection};
use crate::tables::{cell, columns};
use foeman_scene::theme::palette;

/// Draws a list of the records of a catalog, with a filter.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, catalog: &str, width: f32) {
    let now = spot.effective().map(scalar::shown).unwrap_or_default();
    let Some(records) = form.pack.index().catalog(catalog).map(|catalog| &catalog.records) else {
        return scalar::text(ui, form, spot, None, width);
    };
    let colors = palette(ui);
    let known = records.iter().find(|entry| entry.key.id == now);
    let (text, color) = match (known, spot.is_written()) {
        (Some(entry), true) => (entry.title.as_str(), colors.text),
        (Some(entry), false) => (entry.title.as_str(), colors.weak),
        (None, _) if now.is_empty() => ("not set", colors.weak),
        (None, _) => (now.as_str(), colors.error),
    };
    let pack = form.pack;
    let preview = |ui: &mut Ui, at: usize| {
        if let Some(entry) = records.get(at) {
            self::preview(ui, pack, &entry.key);
        }
    };
    let items =
        records.iter().map(|entry| Item { text: &entry.title, note: &entry.key.id, chosen: entry.key.id == now });
    let list = Picker {
        id: spot.id(),
        shown: spot.text(text).color(color),
        width,
        hint: "Search records",
        items: items.collect(),
        foot: format!("{} in {catalog}", records.len()),
        preview: Some(&preview),
    };
    let name = form.name.take();
    let (button, picked) = picker::ui(ui, &list);
    if let Some(entry) = picked.and_then(|at| records.get(at)).filter(|entry| entry.key.id != now) {
        form.actions.push(Action::Set(spot.pointer.clone(), Value::from(entry.key.id.as_str())));
        form.actions.push(Action::Settle);
    }
    let response = scalar::named(button, name);
    form.focus(spot, &response, false);
    if !now.is_empty() {
        let key = RecordKey::new(catalog, &now);
        response.on_hover_ui(|ui| self::preview(ui, form.pack, &key));
    }
}

/// Draws a preview of a record: its title, its id and its table columns.
pub(crate) fn preview(ui: &mut Ui, pack: &Pack, key: &RecordKey) {
    let colors = palette(ui);
    ui.set_max_width(320.0);
    preview::ui(ui, pack, key, None);
    ui.label(RichText::new(pack.index().title(key)).color(colors.strong));
    ui.label(RichText::new(key.to_string()).monospace().small().color(colors.weak));
    let Some(catalog) = pack.index().catalog(&key.catalog) else { return };
    let columns = columns::shown(pack, catalog, None);
    for (column, cell) in columns.iter().zip(cell::row(pack, key, &columns)) {
        if !cell.text.is_empty() {
            ui.label(RichText::new(format!("{}: {}", column.label, cell.text)).small());
        }
    }
}

/// Draws the button that goes to the referenced record.
pub(crate) fn jump(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let FieldKind::Reference { catalog } = spot.field.kind() else { return };
    if spot.effective().is_none() {
        return;
    }
    jump_to(ui, form, &RecordKey::new(catalog, spot.effective().map(scalar::shown).unwrap_or_default()));
}

/// Draws the button that goes to a record.
pub(crate) fn jump_to(ui: &mut Ui, form: &mut Form<'_>, key: &RecordKey) {
    let exists = form.pack.draft().contains(key);
    let name = format!("Go to {}", form.pack.index().title(key));
    let button = ui.add_enabled_ui(exists, |ui| widgets::icon_button(ui, Icon::Jump, &name)).inner;
    if button.clicked() {
        form.actions.push(Action::Show(Pane::Catalog(key.catalog.clone())));
        form.actions.push(Action::Select(Selection::record(key.clone())));
    }
}

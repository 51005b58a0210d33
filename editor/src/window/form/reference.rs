//! References: a searchable list of the records meant, and a way to go there.

use egui::{ComboBox, Id, PopupCloseBehavior, RichText, ScrollArea, TextStyle, Ui};
use foeman_schema::field::FieldKind;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::super::action::{Action, Selection, Tab};
use super::super::icon::Icon;
use super::super::theme::{GAP, palette};
use super::super::widgets;
use super::{Form, Spot, scalar};

/// A list of the records of a catalog, with a filter.
pub(super) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, catalog: &str, width: f32) {
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
    let filter_id = spot.id().with("search");
    let combo = ComboBox::from_id_salt(spot.id())
        .width(width)
        .truncate()
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .selected_text(RichText::new(text).color(color));
    let label = form.label.take();
    let shown = combo.show_ui(ui, |ui| {
        ui.set_min_width(width.max(240.0));
        let mut search: String = ui.data(|data| data.get_temp(filter_id)).unwrap_or_default();
        let response = widgets::filter_field(ui, filter_id.with("field"), &mut search, "Search records");
        if search.is_empty() && !response.has_focus() && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        let needle = search.trim().to_lowercase();
        let enter = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.data_mut(|data| data.insert_temp(filter_id, search));
        let found: Vec<_> = records.iter().filter(|entry| entry.matches(&needle)).collect();
        let mut picked = enter.then(|| found.first().copied()).flatten();
        ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
            if found.is_empty() {
                ui.label(RichText::new("Nothing matches").color(colors.weak));
            }
            for entry in found {
                let row = widgets::Row {
                    depth: 0,
                    icon: None,
                    text: &entry.title,
                    note: &entry.key.id,
                    mark: None,
                    changed: false,
                    selected: entry.key.id == now,
                    heading: false,
                };
                if widgets::row(ui, Id::unique(("pick", spot.id(), &entry.key.id)), &row).clicked() {
                    picked = Some(entry);
                }
            }
        });
        if let Some(entry) = picked {
            if entry.key.id != now {
                form.actions.push(Action::Set(spot.pointer.clone(), Value::from(entry.key.id.as_str())));
                form.actions.push(Action::Settle);
            }
            ui.data_mut(|data| data.remove::<String>(filter_id));
            ui.close();
        }
        ui.add_space(GAP);
        ui.label(RichText::new(format!("{} in {catalog}", records.len())).text_style(TextStyle::Small).color(colors.weak));
    });
    let response = scalar::named(shown.response, label);
    if !now.is_empty() {
        response.on_hover_text(format!("{catalog}/{now}"));
    }
}

/// The button that goes to the record meant.
pub(super) fn jump(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let FieldKind::Reference { catalog } = spot.field.kind() else { return };
    if spot.effective().is_none() {
        return;
    }
    let key = RecordKey::new(catalog, spot.effective().map(scalar::shown).unwrap_or_default());
    let exists = form.pack.draft().contains(&key);
    let name = format!("Go to {}", form.pack.index().title(&key));
    let button = ui.add_enabled_ui(exists, |ui| widgets::icon_button(ui, Icon::Jump, &name)).inner;
    if button.clicked() {
        form.actions.push(Action::Show(Tab::Catalog(key.catalog.clone())));
        form.actions.push(Action::Select(Selection::record(key)));
    }
}

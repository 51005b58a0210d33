//! Maps whose keys are record ids: an entry per key, and a list to add the remaining records.

use egui::{Align, Layout, RichText, TextStyle, Ui, vec2};
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;

use super::{BETWEEN, Form, Spot, gutter, reference, remove_entry, row};
use crate::kit::picker::{self, Item, Picker};
use crate::kit::widgets;
use crate::pack::new_record;
use crate::shell::action::Action;
use foeman_scene::theme::{ROW, palette};

/// Draws an entry: the record's title, the value, and buttons to go to the record and to remove the entry.
pub(crate) fn entry(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, catalog: &str, id: &str) {
    let record = RecordKey::new(catalog, id);
    let colors = palette(ui);
    let is_known = form.pack.draft().contains(&record);
    let title = if is_known { form.pack.index().title(&record).to_owned() } else { id.to_owned() };
    let color = match (is_known, spot.is_written()) {
        (false, _) => colors.error,
        (true, true) => colors.text,
        (true, false) => colors.weak,
    };
    let top = ui.cursor().top();
    ui.horizontal(|ui| {
        let column = row::column(ui);
        let name = ui
            .allocate_ui_with_layout(vec2(column, ROW), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(column);
                ui.label(widgets::one_line(ui, &title, TextStyle::Body, color, column))
            })
            .inner;
        let label = name.id;
        name.on_hover_ui(|ui| reference::preview(ui, form.pack, &record));
        ui.spacing_mut().item_spacing.x = BETWEEN;
        let width = form.room(ui, 2);
        super::labelled(ui, form, spot, label, width);
        reference::jump_to(ui, form, &record);
        remove_entry(ui, form, spot, &title);
    });
    gutter::ui(ui, form, spot, top);
    super::entry::complaint(ui, spot);
}

/// Draws a searchable list of the records without an entry.
pub(crate) fn add(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, catalog: &'static str, field: Field) {
    let is_there = |id: &str| spot.effective().is_some_and(|map| map.get(id).is_some());
    let records = form.pack.index().catalog(catalog).map(|catalog| catalog.records.as_slice()).unwrap_or_default();
    let left: Vec<_> = records.iter().filter(|entry| !is_there(&entry.key.id)).collect();
    if left.is_empty() {
        return;
    }
    let width = form.room(ui, 2);
    let items = left.iter().map(|entry| Item { text: &entry.title, note: &entry.key.id, chosen: false });
    let name = format!("Add to {}", spot.field.label().to_lowercase());
    let list = Picker {
        id: spot.id().with("add"),
        shown: RichText::new(&name).color(palette(ui).weak),
        width,
        hint: "Search records",
        items: items.collect(),
        foot: format!("{} more in {catalog}", left.len()),
        preview: None,
    };
    let (button, picked) = picker::ui(ui, &list);
    button.accessible_name(name);
    if let Some(entry) = picked.and_then(|at| left.get(at)) {
        let value = new_record::value(form.pack, field);
        form.actions.push(Action::Set(spot.pointer.child(entry.key.id.as_str()), value));
        form.actions.push(Action::Settle);
    }
}

//! Maps whose keys are record ids: an entry per key, and a list to add the remaining records.

use egui::{Align, Layout, RichText, TextStyle, Ui, vec2};
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;

use super::{BETWEEN, Form, Spot, fold, gutter, reference, remove_entry, row};
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
    let pack = form.pack;
    let records = pack.index().catalog(catalog).map(|catalog| catalog.records.as_slice()).unwrap_or_default();
    let known: Vec<_> = records.iter().map(|entry| (entry.title.as_str(), entry.key.id.as_str())).collect();
    add_one(ui, form, spot, field, &known, ("Search records", &format!("in {catalog}")));
}

/// Draws a searchable list of the keys that have no entry yet, with their titles, and adds the one that is picked. `hint`
/// is shown in the empty search field, and `place` says where the keys are defined.
pub(crate) fn add_one(
    ui: &mut Ui,
    form: &mut Form<'_>,
    spot: &Spot<'_>,
    field: Field,
    known: &[(&str, &str)],
    (hint, place): (&'static str, &str),
) {
    let is_there = |key: &str| spot.effective().is_some_and(|map| map.get(key).is_some());
    let left: Vec<_> = known.iter().filter(|(_, key)| !is_there(key)).collect();
    if left.is_empty() {
        return;
    }
    let name = format!("Add to {}", spot.field.label().to_lowercase());
    let list = Picker {
        id: spot.id().with("add"),
        shown: RichText::new(&name).color(palette(ui).weak),
        width: form.room(ui, 2),
        hint,
        items: left.iter().map(|&&(text, note)| Item { text, note, chosen: false }).collect(),
        foot: format!("{} more {place}", left.len()),
        preview: None,
    };
    let (button, picked) = picker::ui(ui, &list);
    button.accessible_name(name);
    if let Some((_, key)) = picked.and_then(|at| left.get(at)) {
        let new = spot.pointer.child(*key);
        fold::open_new(ui, new.clone());
        form.actions.push(Action::Set(new, new_record::value(form.pack, field)));
        form.actions.push(Action::Settle);
    }
}

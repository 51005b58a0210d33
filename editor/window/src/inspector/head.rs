//! The head of a record: its picture, name and id, and the values that summarise it.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Label, Layout, RichText, TextStyle, Ui, vec2};
use foeman_schema::catalogs::images::Image;
use foeman_schema::dialect::Record;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::plural;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use crate::form;
use crate::images::preview;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::view::Selection;
use foeman_scene::theme::{GAP, ROW, palette};

/// The side of the picture, in points.
const PICTURE: f32 = 52.0;
/// The maximum number of entries of a map that are shown.
const ENTRIES: usize = 4;

/// Draws the head of a record of a kind, such as `Item`.
pub(super) fn ui(ui: &mut Ui, pack: &Pack, key: &RecordKey, kind: &str, actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal_top(|ui| {
        if key.catalog != Image::CATALOG && preview::small(ui, pack, key, PICTURE) {
            ui.add_space(GAP);
        }
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                widgets::section(ui, &kind.to_uppercase());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, key, actions));
            });
            let title = widgets::styled(pack.index().title(key), TextStyle::Heading, colors.strong);
            ui.add(Label::new(title).truncate());
        });
    });
    ui.horizontal(|ui| {
        ui.add(Label::new(RichText::new(key.to_string()).monospace().small().color(colors.weak)).truncate());
        if pack.is_changed(key) {
            widgets::badge(ui, "Unsaved", colors.warning);
        }
    });
    headlines(ui, pack, key);
    lineage(ui, pack, key, actions);
}

fn buttons(ui: &mut Ui, key: &RecordKey, actions: &mut Actions) {
    if widgets::icon_button(ui, Icon::Delete, "Delete this record").clicked() {
        actions.push(Action::Delete(key.clone()));
    }
    if widgets::icon_button(ui, Icon::Copy, "Duplicate this record").clicked() {
        actions.push(Action::Duplicate(key.clone()));
    }
}

/// Draws the values that summarise the record, each below its label.
fn headlines(ui: &mut Ui, pack: &Pack, key: &RecordKey) {
    let field = pack.draft().dialect().and_then(|dialect| Field::record(dialect, &key.catalog));
    let (Some(field), Some(record)) = (field, pack.merged(key).or_else(|| pack.raw(key))) else { return };
    let mut facts = Vec::new();
    collect(pack, field, &record, &mut facts);
    if facts.is_empty() {
        return;
    }
    let colors = palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0 * GAP, 0.0);
        for (label, value) in facts {
            let format = |style: TextStyle, color| TextFormat::simple(style.resolve(ui.style()), color);
            let mut job = LayoutJob::default();
            job.append(&label, 0.0, format(TextStyle::Small, colors.weak));
            job.append(&value, 1.5 * GAP, format(TextStyle::Body, colors.strong));
            // A label and its value stay on one line.
            let needed = ui.painter().layout_job(job.clone()).size().x;
            if needed > ui.available_size_before_wrap().x {
                ui.end_row();
            }
            ui.add(Label::new(job).truncate());
        }
    });
}

/// Adds the headline values of an object with their labels.
fn collect(pack: &Pack, field: Field, value: &Value, facts: &mut Vec<(String, String)>) {
    for field in field.fields() {
        let shown = value.get(field.name()).or_else(|| field.default()).filter(|value| !value.is_null());
        let Some(shown) = shown else { continue };
        match (field.kind(), shown) {
            (FieldKind::Map, Value::Object(map)) if field.is_headline() => {
                let is_first = facts.is_empty();
                for (id, value) in map.iter().take(ENTRIES) {
                    let key = field.key_target().map(|catalog| RecordKey::new(catalog, id));
                    let title = key.map_or_else(|| id.clone(), |key| pack.index().title(&key).to_owned());
                    // The first map says what the record is, so it needs no name.
                    let label = if is_first { title } else { format!("{}: {title}", field.label()) };
                    facts.push((label, form::shown(value)));
                }
            }
            (FieldKind::Object, _) => collect(pack, field, shown, facts),
            _ if field.is_headline() => facts.push((field.label(), in_words(pack, field, shown))),
            _ => {}
        }
    }
}

/// Returns a value in words, with its unit.
fn in_words(pack: &Pack, field: Field, value: &Value) -> String {
    match (field.kind(), value.as_i64(), field.unit()) {
        (FieldKind::Integer { .. }, Some(number), Some(unit)) => format!("{number} {}", plural::unit(number, unit)),
        (FieldKind::Reference { catalog }, ..) => {
            pack.index().title(&RecordKey::new(catalog, form::shown(value))).to_owned()
        }
        (FieldKind::Choice(words), ..) => {
            let text = form::shown(value);
            let doc = words.iter().find(|word| word.value == text).map_or("", |word| word.doc);
            form::worded(&text, doc)
        }
        _ => form::shown(value),
    }
}

/// Names the record that this one extends; its values are in italics in the form.
fn lineage(ui: &mut Ui, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    let lineage = pack.draft().lineage(key);
    let Some(base) = lineage.get(1) else { return };
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        let text = RichText::new("Values in italics are from").small().italics().color(palette(ui).weak);
        ui.label(text);
        if ui.link(RichText::new(pack.index().title(base)).small()).clicked() {
            actions.push(Action::Select(Selection::record(base.clone())));
        }
    });
}

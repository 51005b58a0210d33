//! The fields of a record in groups. Fields that the record cannot use, and advanced ones, are folded away at the end
//! until they are set.

use egui::{Id, RichText, Stroke, Ui};
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;

use super::{Form, Spot, entry};
use crate::kit::basic;
use crate::kit::widgets;
use foeman_scene::theme::{GAP, LINE, palette};

/// The group of fields that are shown only once they are set.
const ADVANCED: &str = "Advanced";
/// The groups that come last, in this order.
const LAST: [&str; 2] = ["Appearance", ADVANCED];
/// The number of fields from which a form has a filter.
const MANY: usize = 12;

/// Draws the fields of a record, with a filter if there are many.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, root: &Spot<'_>, fields: &[Field]) {
    let wanted = if fields.len() < MANY { String::new() } else { filter(ui, form) };
    if !wanted.is_empty() {
        let found: Vec<Field> = fields.iter().copied().filter(|field| matches(*field, &wanted)).collect();
        if found.is_empty() {
            ui.label(RichText::new("No field has this name").color(palette(ui).weak));
        }
        return grouped(ui, form, root, &found);
    }
    let folded = folded(ui, form, root, fields);
    let shown: Vec<Field> = fields.iter().copied().filter(|field| !folded.contains(&field.name())).collect();
    grouped(ui, form, root, &shown);
    let folded: Vec<Field> = fields.iter().copied().filter(|field| folded.contains(&field.name())).collect();
    if !folded.is_empty() {
        more(ui, form, root, &folded);
    }
}

/// Draws the heading of a group.
pub(crate) fn heading(ui: &mut Ui, form: &Form<'_>, text: &str) {
    ui.add_space(2.0 * GAP);
    let row = widgets::section(ui, &text.to_uppercase()).rect;
    let line = row.right() + 2.0 * GAP..=form.right;
    if line.start() < line.end() {
        ui.painter().hline(line, row.center().y, Stroke::new(LINE, palette(ui).line));
    }
    ui.add_space(GAP / 2.0);
}

/// Draws fields under the headings of their groups, in the order in which the groups are declared, with
/// those about appearance last.
fn grouped(ui: &mut Ui, form: &mut Form<'_>, root: &Spot<'_>, fields: &[Field]) {
    let mut groups: Vec<Option<&str>> = Vec::new();
    for field in fields {
        if !groups.contains(&field.group()) {
            groups.push(field.group());
        }
    }
    groups.sort_by_key(|group| (group.is_some(), LAST.iter().position(|last| *group == Some(*last))));
    for group in groups {
        let of_group: Vec<Field> = fields.iter().copied().filter(|field| field.group() == group).collect();
        match (group, of_group.as_slice()) {
            // The field's own heading says the same.
            (Some(text), [only]) if only.label() == text => ui.add_space(2.0 * GAP),
            (Some(text), _) => heading(ui, form, text),
            (None, _) => {}
        }
        for field in of_group {
            entry(ui, form, &root.child(field, field.name()));
        }
    }
}

/// Draws the filter; returns its text in lower case.
fn filter(ui: &mut Ui, form: &Form<'_>) -> String {
    let id = Id::unique(("field filter", &form.record.catalog));
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.scope(|ui| {
        ui.set_max_width(form.right - ui.cursor().left());
        widgets::filter_field(ui, id.with("text"), &mut text, "Filter fields");
    });
    ui.add_space(GAP);
    let wanted = text.trim().to_lowercase();
    ui.data_mut(|data| data.insert_temp(id, text));
    wanted
}

fn matches(field: Field, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    has(&field.label()) || has(field.name()) || field.group().is_some_and(has)
}

/// The folded fields of a record. The list stays the same while it is open, so a field set in it keeps its place.
#[derive(Clone, PartialEq)]
struct Folded {
    record: RecordKey,
    /// The fields that its current values do not allow.
    unused: Vec<&'static str>,
    names: Vec<&'static str>,
}

/// Returns the names of the fields to fold away: unset ones that are advanced, or that the record cannot use.
fn folded(ui: &Ui, form: &Form<'_>, root: &Spot<'_>, fields: &[Field]) -> Vec<&'static str> {
    let holder = root.effective().cloned().unwrap_or_default();
    let unused: Vec<&'static str> = fields
        .iter()
        .filter(|field| field.group() == Some(ADVANCED) || !field.is_used_in(&holder))
        .map(|field| field.name())
        .collect();
    let id = Id::unique("folded fields");
    let kept: Option<Folded> = ui.data(|data| data.get_temp(id));
    if let Some(kept) = kept.filter(|kept| kept.record == *form.record && kept.unused == unused && is_open(ui, form)) {
        return kept.names;
    }
    let is_set = |name: &str| {
        let child = root.field.child(name).map(|field| root.child(field, name));
        child.is_some_and(|child| child.is_written() || child.is_inherited() || has_findings(form, &child))
    };
    let names: Vec<&'static str> = unused.iter().copied().filter(|name| !is_set(name)).collect();
    ui.data_mut(|data| data.insert_temp(id, Folded { record: form.record.clone(), unused, names: names.clone() }));
    names
}

fn has_findings(form: &Form<'_>, spot: &Spot<'_>) -> bool {
    form.findings.iter().any(|finding| finding.pointer.parts().starts_with(spot.pointer.parts()))
}

fn opened(form: &Form<'_>) -> Id {
    Id::unique(("more fields", form.record.to_string()))
}

fn is_open(ui: &Ui, form: &Form<'_>) -> bool {
    ui.data(|data| data.get_temp(opened(form))).unwrap_or_default()
}

/// Draws the folded fields; they open to reveal one of them.
fn more(ui: &mut Ui, form: &mut Form<'_>, root: &Spot<'_>, fields: &[Field]) {
    let step = form.reveal.and_then(|reveal| reveal.parts().get(root.pointer.parts().len()));
    let sought = step.is_some_and(|step| fields.iter().any(|field| field.name() == step));
    ui.add_space(2.0 * GAP);
    let text = RichText::new(format!("More fields ({})", fields.len())).color(palette(ui).weak);
    let header = basic::heading(text).id_salt(opened(form)).open(sought.then_some(true));
    let drawn = header.show_unindented(ui, |ui| grouped(ui, form, root, fields));
    let is_open = drawn.openness > 0.0;
    ui.data_mut(|data| data.insert_temp(opened(form), is_open));
    let names = fields.iter().map(|field| field.label()).collect::<Vec<_>>().join(", ");
    drawn.header_response.on_hover_text(names);
}

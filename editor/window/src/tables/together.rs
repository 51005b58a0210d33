//! The form that several selected rows share: a change of a field is written into all of them as one undo step.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Align, Id, Key, Label, Layout, Response, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::action::TableAction;
use super::input::{self, Look, Typed};
use super::{Column, Holds, columns};
use crate::form::prose;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::names::NameAction;
use crate::pack::{Pack, cache};
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, ROW, palette};

/// The width of labels, in points.
const LABEL: f32 = 130.0;
/// The maximum number of values listed in a tooltip.
const LISTED: usize = 12;

/// A field of the selected records.
struct Shared {
    column: Column,
    /// The text of its value, if all records agree.
    agreed: Option<String>,
    /// The different texts, if they do not.
    mixed: Vec<String>,
    /// Whether some records have it themselves, as opposed to inherited values and defaults.
    written: bool,
    /// Whether the table shows it.
    shown: bool,
}

/// Draws the form of these records, which are of one catalog.
pub fn ui(ui: &mut Ui, session: &Session, rows: &[RecordKey], actions: &mut Actions) {
    let (Some(pack), Some(first)) = (session.pack(), rows.first()) else { return };
    let Some(catalog) = pack.index().catalog(&first.catalog) else { return };
    let many = format!("{} {}", rows.len(), catalog.title.to_lowercase());
    head(ui, pack, rows, &many, actions);
    ui.separator();
    let chosen = session.view().tables.columns(&first.catalog).map(<[_]>::to_vec);
    let id = Id::unique(("fields together", rows, &chosen));
    let fields: Arc<Vec<Shared>> = cache::kept(ui, pack, id, || {
        let shown = columns::shown(pack, catalog, chosen.as_deref());
        let others = columns::all(pack, catalog);
        let is_shown = |column: &Column| shown.iter().any(|other| other.name == column.name);
        let others = others.into_iter().filter(|column| !is_shown(column));
        let ordered = shown.iter().cloned().map(|column| (column, true)).chain(others.map(|column| (column, false)));
        Arc::new(ordered.filter_map(|(column, is_shown)| shared(pack, rows, column, is_shown)).collect())
    });
    let edited = rows.iter().all(|key| pack.draft().origin(key).is_none());
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("fields together").show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 2.0 * GAP);
        if !edited {
            let text = "Some of these records are from a required pack and cannot be changed here";
            ui.add(Label::new(RichText::new(text).color(palette(ui).warning)).wrap());
        }
        ui.add_enabled_ui(edited, |ui| {
            let (used, others): (Vec<&Shared>, Vec<&Shared>) =
                fields.iter().partition(|field| field.shown || field.written);
            used.iter().for_each(|field| line(ui, pack, rows, &many, field, actions));
            if !others.is_empty() {
                ui.add_space(GAP);
                basic::heading("Other fields").id_salt("other fields").default_open(false).show(ui, |ui| {
                    others.iter().for_each(|field| line(ui, pack, rows, &many, field, actions));
                });
            }
        });
        ui.add_space(6.0 * GAP);
    });
}

/// Draws the number of records, their titles, and the buttons for all of them.
fn head(ui: &mut Ui, pack: &Pack, rows: &[RecordKey], many: &str, actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        widgets::section(ui, "SELECTED TOGETHER");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, Icon::Delete, &format!("Delete these {many}")).clicked() {
                actions.push(Action::Table(TableAction::Delete));
            }
            if widgets::icon_button(ui, Icon::Copy, &format!("Duplicate these {many}")).clicked() {
                actions.push(Action::Table(TableAction::Duplicate));
            }
            if widgets::icon_button(ui, Icon::Open, &format!("Move these {many} to another file")).clicked() {
                actions.push(Action::Names(NameAction::AskMove));
            }
        });
    });
    ui.label(widgets::styled(many, TextStyle::Heading, colors.strong));
    let titles: Vec<&str> = rows.iter().map(|key| pack.index().title(key)).collect();
    ui.add(Label::new(RichText::new(titles.join(", ")).color(colors.weak)).truncate());
    let hint = RichText::new("A change is written into all of them as one undo step").text_style(TextStyle::Small);
    ui.add(Label::new(hint.color(colors.weak)).wrap());
}

/// Reads a field of all records; `None` for lists and other values that are edited one by one.
fn shared(pack: &Pack, rows: &[RecordKey], column: Column, shown: bool) -> Option<Shared> {
    let Holds::Value(path, field) = &column.holds else { return None };
    if !column.is_written_in_cells() || field.name() == "extends" {
        return None;
    }
    let find = |value: &Value| path.iter().try_fold(value, |value, step| value.get(step)).cloned();
    let mut texts: Vec<String> = Vec::new();
    let mut written = false;
    for key in rows {
        let own = pack.raw(key).as_deref().and_then(find);
        written |= own.is_some();
        let merged = pack.merged(key).as_deref().and_then(find);
        let value = merged.or(own).or_else(|| field.default().cloned());
        let text = value.map(|value| input::text(pack, *field, &value)).unwrap_or_default();
        if !texts.contains(&text) && texts.len() <= LISTED {
            texts.push(text);
        }
    }
    let agreed = if texts.len() == 1 { texts.pop() } else { None };
    Some(Shared { agreed, mixed: texts, written, shown, column })
}

/// Draws a field with its label, its input, and the button that clears it.
fn line(ui: &mut Ui, pack: &Pack, rows: &[RecordKey], many: &str, shared: &Shared, actions: &mut Actions) {
    let Holds::Value(path, field) = &shared.column.holds else { return };
    let fill = |value: Option<Value>| Action::Table(TableAction::Fill(rows.to_vec(), path.clone(), value));
    ui.horizontal(|ui| {
        label(ui, shared);
        let clears = shared.written && !field.required();
        let width = ui.available_width() - ROW - 2.0 * GAP;
        let name = format!("{} of {many}", shared.column.label);
        let response = value(ui, pack, (*field, shared), &name, width, |value| actions.push(fill(value)));
        if shared.agreed.is_none() {
            let mut listed =
                shared.mixed.iter().take(LISTED).map(|text| super::filter::shown(text)).collect::<Vec<_>>();
            if shared.mixed.len() > LISTED {
                listed.push("and others");
            }
            response.on_hover_text(format!("Mixed: {}", listed.join(", ")));
        }
        if clears {
            let name = format!("Reset {}", shared.column.label);
            if widgets::icon_button(ui, Icon::Reset, &name).clicked() {
                actions.push(fill(None));
            }
        }
    });
    if let Some(problem) = ui.data(|data| data.get_temp::<String>(input_id(shared).with("problem"))) {
        let text = RichText::new(format!("not written: {problem}")).text_style(TextStyle::Small);
        ui.add(Label::new(text.color(palette(ui).error)).wrap());
    }
}

fn input_id(shared: &Shared) -> Id {
    Id::unique(("together", &shared.column.name))
}

fn label(ui: &mut Ui, shared: &Shared) {
    let color = if shared.written { palette(ui).text } else { palette(ui).weak };
    let size = vec2(LABEL.min(ui.available_width() * 0.42), ROW);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        let text = RichText::new(&shared.column.label).color(color);
        let label = ui.add(Label::new(text).truncate().sense(Sense::hover()));
        if !shared.column.doc.is_empty() {
            label.on_hover_text(prose::prose(shared.column.doc));
        }
    });
}

/// Draws the input of a field; calls `enter` with an entered value.
fn value(
    ui: &mut Ui,
    pack: &Pack,
    (field, shared): (Field, &Shared),
    name: &str,
    width: f32,
    mut enter: impl FnMut(Option<Value>),
) -> Response {
    let id = input_id(shared);
    let now = shared.agreed.clone().unwrap_or_default();
    let kept: Option<Typed> = ui.data(|data| data.get_temp(id));
    let mut typed = kept.unwrap_or_else(|| Typed::of(now));
    let hint = if shared.agreed.is_none() { "mixed" } else { "not set" };
    let shown = input::ui(ui, (pack, field), &mut typed, &Look { id, name, width, hint });
    if shown.response.gained_focus() {
        // Typing replaces the value.
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(typed.text.chars().count()));
        let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), id);
    }
    if !shown.picked && !shown.left {
        if shown.response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, typed));
        }
        return shown.response;
    }
    let cancelled = !shown.picked && ui.input(|input| input.key_pressed(Key::Escape));
    let problem = match typed.value(pack, field) {
        Ok(value) => {
            if typed.is_changed() && !cancelled {
                enter(value);
            }
            None
        }
        Err(problem) => Some(problem).filter(|_| typed.is_changed() && !cancelled),
    };
    ui.data_mut(|data| match problem {
        Some(problem) => {
            data.insert_temp(id, typed);
            data.insert_temp(id.with("problem"), problem);
        }
        None => {
            data.remove::<Typed>(id);
            data.remove::<String>(id.with("problem"));
        }
    });
    ui.memory_mut(|memory| memory.surrender_focus(id));
    shown.response
}

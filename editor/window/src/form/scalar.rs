//! Inputs for scalars: text, numbers, booleans and choices.

use std::ops::RangeInclusive;

use egui::{Color32, ComboBox, DragValue, TextBuffer, TextEdit, TextStyle, Ui, vec2};
use foeman_schema::field::Choice;
use foeman_schema::plural;
use serde_json::Value;

use super::prose::prose;
use super::words::worded;
pub(crate) use super::words::{named, shown};
use super::{Form, Spot, entry, words};
use crate::kit::widgets;
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, ROW, palette};

/// Draws a text input that is validated while typing.
pub(crate) fn text(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, notation: Option<&str>, width: f32) {
    let before = spot.effective().map(shown).unwrap_or_default();
    let mut text = before.clone();
    let notation = notation.and_then(|_| spot.field.notation());
    let wrong = notation.filter(|_| !text.is_empty()).and_then(|notation| (notation.check)(&text).err());
    let colors = palette(ui);
    let color = match (&wrong, spot.is_written()) {
        (Some(_), _) => colors.error,
        (None, true) => colors.text,
        (None, false) => colors.weak,
    };
    let letter = if notation.is_none() { 7.0 } else { 8.0 };
    let long = text.chars().count() as f32 * letter > width - 2.0 * GAP;
    let mut edit = if long && spot.host == super::FORM {
        // Long texts wrap on screen but stay one line in the file.
        TextEdit::multiline(&mut text).desired_rows(1).return_key(None)
    } else {
        TextEdit::singleline(&mut text)
    };
    if notation.is_some() {
        edit = edit.font(TextStyle::Monospace);
    }
    if let Some(example) = spot.field.example().map(shown) {
        edit = edit.hint_text(words::hint(&example));
    }
    let font = edit_font(ui, notation.is_some());
    let mut slanted =
        |ui: &Ui, text: &dyn TextBuffer, width: f32| words::slanted(ui, text.as_str(), &font, color, width);
    if spot.is_inherited() {
        edit = edit.layouter(&mut slanted);
    }
    let response = ui.add(edit.id(spot.id()).text_color(color).desired_width(width).min_size(vec2(0.0, ROW)));
    let response = named(response, form.name.take());
    form.focus(spot, &response, true);
    if response.changed() && text != before {
        let nothing_below =
            spot.written.is_some() && spot.merged == spot.written && spot.field.default().is_none_or(Value::is_null);
        if text.is_empty() && !spot.field.required() && nothing_below {
            form.actions.push(Action::Remove(spot.pointer.clone()));
        } else {
            form.actions.push(Action::Set(spot.pointer.clone(), spot.field.typed(&text)));
        }
    }
    if response.lost_focus() {
        form.actions.push(Action::Settle);
    }
    if let Some(wrong) = wrong {
        response.on_hover_text(wrong);
    }
}

fn edit_font(ui: &Ui, is_code: bool) -> egui::FontId {
    if is_code { TextStyle::Monospace.resolve(ui.style()) } else { TextStyle::Body.resolve(ui.style()) }
}

/// Draws a multi-line monospace text input, such as for a digit per cell of a map.
pub(crate) fn lines(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let before = spot.effective().map(shown).unwrap_or_default();
    let mut text = before.clone();
    let edit = TextEdit::multiline(&mut text).font(TextStyle::Monospace).desired_rows(1).desired_width(width);
    let response = named(ui.add(edit.id(spot.id()).min_size(vec2(0.0, ROW))), form.name.take());
    crate::kit::lines::allow(ui.ctx(), spot.id());
    if response.changed() && text != before {
        form.actions.push(match text.is_empty() {
            true => Action::Remove(spot.pointer.clone()),
            false => Action::Set(spot.pointer.clone(), Value::from(text)),
        });
    }
    if response.lost_focus() {
        form.actions.push(Action::Settle);
    }
}

/// Draws an integer input that can be dragged or typed.
pub(crate) fn integer(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, range: RangeInclusive<i64>, width: f32) {
    let Some(before) = spot.effective().map_or(Some(0.clamp(*range.start(), *range.end())), Value::as_i64) else {
        return entry::ui(ui, form, spot, width);
    };
    let limits = [*range.start(), *range.end()];
    let mut number = before;
    let absent = spot.effective().is_none();
    dimmed(ui, spot, |ui| {
        // Typing the shown default must also count as input, so that it is written.
        let mut typed = None;
        let absent_value = |set: Option<f64>| {
            typed = set.map(|set| set as i64).or(typed);
            typed.unwrap_or(before) as f64
        };
        let drag = if absent { DragValue::from_get_set(absent_value) } else { DragValue::new(&mut number) };
        let mut drag =
            drag.range(range).clamp_existing_to_range(false).speed(0.08).min_size(vec2(width.min(80.0), ROW));
        if let Some(unit) = spot.field.unit().filter(|_| !absent) {
            drag = drag.suffix(format!(" {}", plural::unit(before, unit)));
        }
        if absent {
            drag = drag.custom_formatter(|_, _| "not set".to_owned());
        }
        let response = named(ui.add(drag), form.name.take());
        form.focus(spot, &response, false);
        if let Some(typed) = typed {
            form.actions.push(Action::Set(spot.pointer.clone(), Value::from(typed)));
        } else if response.changed() && number != before {
            form.actions.push(Action::Set(spot.pointer.clone(), Value::from(number)));
        }
        if response.lost_focus() || response.drag_stopped() {
            form.actions.push(Action::Settle);
        }
    });
    if let Some(giver) = form.giver(spot) {
        return source(ui, form.pack.index().title(giver));
    }
    hint(ui, spot, limits);
}

/// Draws the title of the record that a number is inherited from, if there is space.
fn source(ui: &mut Ui, title: &str) {
    let room = ui.available_width() - 2.0 * GAP;
    let text = format!("from {title}");
    if !widgets::one_line(ui, &text, TextStyle::Small, palette(ui).weak, room).elided && room > 0.0 {
        ui.add_space(GAP);
        ui.label(egui::RichText::new(text).small().italics().color(palette(ui).weak));
    }
}

/// Draws the range and the default of a number, if there is space.
fn hint(ui: &mut Ui, spot: &Spot<'_>, [min, max]: [i64; 2]) {
    let range = match (min, max) {
        (i64::MIN, i64::MAX) | (0, i64::MAX) => None,
        (i64::MIN, max) => Some(format!("up to {max}")),
        (min, i64::MAX) => Some(format!("from {min}")),
        (min, max) => Some(format!("{min} to {max}")),
    };
    let default = spot.field.default().filter(|default| spot.is_written() && default.is_number());
    let default = default.map(|default| format!("default {default}"));
    let both = [range.clone(), default].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let room = ui.available_width() - 2.0 * GAP;
    // Show as much as fits untruncated; the label's hover text is complete.
    let lay = |text: &str| widgets::one_line(ui, text, TextStyle::Small, palette(ui).weak, room);
    let galley = [Some(both), range].into_iter().flatten().map(|text| lay(&text)).find(|galley| !galley.elided);
    if let Some(galley) = galley.filter(|galley| room > 0.0 && !galley.text().is_empty()) {
        ui.add_space(GAP);
        ui.label(galley);
    }
}

/// Draws a boolean input.
pub(crate) fn boolean(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let mut on = spot.effective().and_then(Value::as_bool).unwrap_or_default();
    dimmed(ui, spot, |ui| {
        let word = spot.text(if on { "Yes" } else { "No" });
        let response = ui.checkbox(&mut on, word).accessible_name(spot.field.label());
        form.focus(spot, &response, false);
        if response.changed() {
            form.actions.push(Action::Set(spot.pointer.clone(), Value::Bool(on)));
            form.actions.push(Action::Settle);
        }
    });
}

/// Draws a list of choices with their meanings.
pub(crate) fn choice(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, words: &[Choice], width: f32) {
    if let Some(word) = pick(ui, form, spot, words, width) {
        form.actions.push(Action::Set(spot.pointer.clone(), Value::from(word)));
        form.actions.push(Action::Settle);
    }
}

/// Draws a list of choices; returns the one picked in this frame, if it differs from the current one.
pub(crate) fn pick(
    ui: &mut Ui,
    form: &mut Form<'_>,
    spot: &Spot<'_>,
    words: &[Choice],
    width: f32,
) -> Option<&'static str> {
    let now = spot.effective().map(shown).unwrap_or_default();
    let known = words.iter().find(|word| word.value == now);
    let colors = palette(ui);
    let color = match (known, spot.is_written()) {
        (None, true) => colors.error,
        (Some(_), true) => colors.text,
        (_, false) => colors.weak,
    };
    let text = if now.is_empty() { "not set" } else { now.as_str() };
    let mut text = word_text(ui, text, known.map_or("", |word| word.doc), color);
    if let Some(first) = text.sections.first_mut().filter(|_| spot.is_inherited()) {
        first.format.italics = true;
    }
    let combo = ComboBox::from_id_salt(spot.id()).width(width).selected_text(text).truncate();
    let name = form.name.take();
    let shown = combo.show_ui(ui, |ui| {
        ui.set_min_width(width.max(220.0));
        let mut picked = None;
        for word in words {
            let selected = word.value == now;
            let response = ui.selectable_label(selected, word_text(ui, word.value, word.doc, colors.text));
            let response = response.accessible_name(spoken(word));
            if response.clicked() && !selected {
                picked = Some(word.value);
            }
        }
        picked
    });
    let response = named(shown.response, name);
    form.focus(spot, &response, false);
    // Show the full text, since the button may truncate it.
    match known.filter(|word| !word.doc.is_empty()) {
        Some(word) => {
            let whole = word_text(ui, word.value, word.doc, colors.text);
            response.on_hover_text(whole);
        }
        None => widgets::whole_on_hover(ui, &response, &now),
    }
    shown.inner.flatten()
}

/// Returns the accessible name of a choice: `wpn: Weapon`.
pub(crate) fn spoken(word: &Choice) -> String {
    if word.doc.is_empty() {
        word.value.to_owned()
    } else {
        format!("{}: {}", word.value, prose(word.doc).trim_end_matches('.'))
    }
}

/// Lays out a choice and a note about it in one line.
pub(crate) fn word_text(ui: &Ui, word: &str, doc: &str, color: Color32) -> egui::text::LayoutJob {
    let format = |style: TextStyle, color: Color32| egui::TextFormat::simple(style.resolve(ui.style()), color);
    let mut job = egui::text::LayoutJob::default();
    let (text, note) = worded(word, doc);
    job.append(&text, 0.0, format(TextStyle::Body, color));
    if !note.is_empty() {
        job.append(&note, 2.0 * GAP, format(TextStyle::Small, palette(ui).weak));
    }
    job
}

/// Draws an input dimmed unless its value is in the record itself.
fn dimmed(ui: &mut Ui, spot: &Spot<'_>, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        if !spot.is_written() {
            let weak = palette(ui).weak;
            ui.visuals_mut().widgets.inactive.fg_stroke.color = weak;
        }
        add(ui);
    });
}

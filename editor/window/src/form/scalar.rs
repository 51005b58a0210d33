//! Inputs for scalars: text, booleans and choices.

use egui::{Color32, TextBuffer, TextEdit, TextStyle, Ui, vec2};
use foeman_schema::field::Choice;
use serde_json::Value;

use super::prose::prose;
use super::words::worded;
pub(crate) use super::words::{named, shown};
use super::{Form, Spot, words};
use crate::kit::basic;
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

/// Draws a boolean input.
pub(crate) fn boolean(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let mut on = spot.effective().and_then(Value::as_bool).unwrap_or_default();
    dimmed(ui, spot, |ui| {
        let word = spot.text(if on { "Yes" } else { "No" });
        let response = basic::check_box(ui, &mut on, word).accessible_name(spot.field.label());
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
    let combo = basic::combo(spot.id()).width(width).selected_text(text).truncate();
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
pub(super) fn dimmed(ui: &mut Ui, spot: &Spot<'_>, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        if !spot.is_written() {
            let weak = palette(ui).weak;
            ui.visuals_mut().widgets.inactive.fg_stroke.color = weak;
        }
        add(ui);
    });
}

//! The controls of a builder: numbers, choices and offered values.

use std::ops::RangeInclusive;

use egui::{DragValue, Id, RichText, TextEdit, Ui, vec2};
use foeman_engine::builder::{Alternative, Choice, Offer};

use crate::form::BETWEEN;
use crate::form::scalar::word_text;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::{picker, widgets};
use foeman_scene::theme::{ROW, palette};

/// The width of a number, in points.
const NUMBER: f32 = 44.0;
/// The width of a text field, in points.
const TEXT: f32 = 120.0;
/// The maximum width of a list of choices, in points.
const CHOICE: f32 = 260.0;
/// The width of a list of offered values, in points.
const OFFERS: f32 = 210.0;
/// The maximum number of offers in a list without a search field.
const SHORT: usize = 12;

/// Draws a number between the buttons that lower and raise it; returns whether it has changed.
pub(super) fn number(ui: &mut Ui, range: RangeInclusive<i64>, signed: bool, value: &mut i64, name: &str) -> bool {
    // Together they wrap to the next line.
    let size = vec2(NUMBER + 2.0 * (ROW + BETWEEN), ROW);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = BETWEEN;
        stepper(ui, range, signed, value, name)
    })
    .inner
}

fn stepper(ui: &mut Ui, range: RangeInclusive<i64>, signed: bool, value: &mut i64, name: &str) -> bool {
    let before = *value;
    let (least, most) = (*range.start(), *range.end());
    let step = |ui: &mut Ui, by: i64, icon: Icon, verb: &str| {
        let is_possible = (least..=most).contains(&(before + by));
        let button = |ui: &mut Ui| widgets::icon_button(ui, icon, &format!("{verb} {name}"));
        if ui.add_enabled_ui(is_possible, button).inner.clicked() { by } else { 0 }
    };
    let lowered = step(ui, -1, Icon::Down, "Lower");
    let mut drag = DragValue::new(value).range(range).speed(0.08).min_size(vec2(NUMBER, ROW));
    if signed {
        drag = drag.custom_formatter(|number, _| format!("{:+}", number as i64));
    }
    ui.add(drag).accessible_name(name);
    let raised = step(ui, 1, Icon::Up, "Raise");
    *value += lowered + raised;
    *value != before
}

/// Draws a list of alternatives; returns the one picked in this frame, if it differs from the current one.
pub(super) fn choice(ui: &mut Ui, choice: &Choice, at: usize, name: &str) -> Option<usize> {
    let text = |ui: &Ui, option: &Alternative| {
        let letters = option.spellings.first().map_or("", |spelling| spelling.trim());
        word_text(ui, option.words, letters, palette(ui).text)
    };
    let current = text(ui, choice.options.get(at)?);
    let whole = current.text.clone();
    // Wide enough for every alternative, so that a choice does not move the controls after it.
    let widths = choice.options.iter().map(|option| ui.painter().layout_job(text(ui, option)).size().x);
    let width = (widths.fold(0.0, f32::max) + 36.0).min(CHOICE);
    let combo = basic::combo(("builder", name)).width(width).selected_text(current).truncate();
    let shown = combo.show_ui(ui, |ui| {
        ui.set_min_width(width);
        let mut picked = None;
        for (number, option) in choice.options.iter().enumerate() {
            let text = text(ui, option);
            let response =
                ui.selectable_label(number == at, text).accessible_name(format!("{}: {}", choice.name, option.words));
            if response.clicked() && number != at {
                picked = Some(number);
            }
        }
        picked
    });
    let button = shown.response.accessible_name(name);
    widgets::whole_on_hover(ui, &button, &whole);
    shown.inner.flatten()
}

/// Draws a list of offered values, or a text field if there are none; returns the value picked in this frame.
pub(super) fn offered(
    ui: &mut Ui,
    offers: &[Offer],
    length: fn(&str) -> usize,
    value: &str,
    name: &str,
) -> Option<String> {
    if offers.is_empty() {
        let mut text = value.to_owned();
        let field = ui.add(TextEdit::singleline(&mut text).desired_width(TEXT)).accessible_name(name);
        return Some(text)
            .filter(|text| field.changed() && text != value && length(text) == text.len() && length(text) > 0);
    }
    let now = offers.iter().find(|offer| offer.value == value);
    let words = now.map_or_else(|| format!("unknown: {value}"), |offer| offer.text.clone());
    let color = if now.is_some() { palette(ui).text } else { palette(ui).error };
    if offers.len() <= SHORT {
        return short(ui, offers, word_text(ui, &words, value, color), value, name);
    }
    let picker = picker::Picker {
        id: Id::unique(("builder", name)),
        shown: RichText::new(&words).color(color),
        width: OFFERS,
        hint: "Search the values",
        items: offers
            .iter()
            .map(|offer| picker::Item { text: &offer.text, note: &offer.value, chosen: offer.value == value })
            .collect(),
        foot: String::new(),
        preview: None,
    };
    let (button, picked) = picker::ui(ui, &picker);
    button.accessible_name(name);
    picked.and_then(|at| offers.get(at)).map(|offer| offer.value.clone()).filter(|picked| picked != value)
}

fn short(ui: &mut Ui, offers: &[Offer], shown: egui::text::LayoutJob, value: &str, name: &str) -> Option<String> {
    let whole = shown.text.clone();
    let combo = basic::combo(("builder", name)).width(OFFERS).selected_text(shown).truncate();
    let list = combo.show_ui(ui, |ui| {
        ui.set_min_width(OFFERS);
        let mut picked = None;
        for offer in offers {
            let text = word_text(ui, &offer.text, &offer.value, palette(ui).text);
            let response = ui.selectable_label(offer.value == value, text).accessible_name(&offer.text);
            if response.clicked() && offer.value != value {
                picked = Some(offer.value.clone());
            }
        }
        picked
    });
    let button = list.response.accessible_name(name);
    widgets::whole_on_hover(ui, &button, &whole);
    list.inner.flatten()
}

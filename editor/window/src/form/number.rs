//! The input for whole numbers, and the notes after it: the source of an inherited number, or its range and default.

use std::ops::RangeInclusive;

use egui::{DragValue, Response, TextStyle, Ui, vec2};
use foeman_schema::plural;
use serde_json::Value;

use super::scalar::{dimmed, named};
use super::{Form, Spot, entry};
use crate::kit::{numbers, widgets};
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, ROW, palette};

/// The maximum width of the input, in points.
const WIDTH: f32 = 80.0;

/// Draws an integer input that can be dragged or typed.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, range: RangeInclusive<i64>, width: f32) {
    let Some(before) = spot.effective().map_or(Some(0.clamp(*range.start(), *range.end())), Value::as_i64) else {
        return entry::ui(ui, form, spot, width);
    };
    let limits = [*range.start(), *range.end()];
    let mut written = None;
    dimmed(ui, spot, |ui| {
        let response = drag(ui, spot, range, before, width, &mut written);
        let response = named(response, form.name.take());
        form.focus(spot, &response, false);
        if let Some(number) = written {
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

/// Draws the number, and sets `written` if it was changed.
fn drag(
    ui: &mut Ui,
    spot: &Spot<'_>,
    range: RangeInclusive<i64>,
    before: i64,
    width: f32,
    written: &mut Option<i64>,
) -> Response {
    let absent = spot.effective().is_none();
    // Typing the shown minimum of an absent number must also count as input, so that it is written.
    let number = |set: Option<f64>| {
        *written = set.map(|set| set as i64).filter(|set| absent || *set != before).or(*written);
        written.unwrap_or(before) as f64
    };
    let drag = DragValue::from_get_set(number).range(range).clamp_existing_to_range(false).speed(0.08);
    let drag = drag.max_decimals(0).min_size(vec2(width.min(WIDTH), ROW));
    let unit = spot.field.unit().filter(|_| !absent).map(|unit| format!(" {}", plural::unit(before, unit)));
    if absent {
        return ui.add(drag.custom_formatter(|_, _| "not set".to_owned()));
    }
    let is_typed_into = ui.memory(|memory| memory.has_focus(ui.next_auto_id()));
    if !spot.is_inherited() || is_typed_into {
        return ui.add(drag.suffix(unit.unwrap_or_default()));
    }
    // egui cannot slant the number itself.
    let text = spot.text(&format!("{before}{}", unit.unwrap_or_default()));
    let response = ui.add(drag.prefix(text).custom_formatter(|_, _| String::new()));
    if response.clicked() {
        numbers::select(ui.ctx(), response.id, before.to_string().len());
    }
    response
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

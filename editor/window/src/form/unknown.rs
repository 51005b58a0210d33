//! Unknown keys: shown in place, with buttons to remove or rename them.

use egui::{RichText, TextStyle, Ui};
use serde_json::Value;

use super::{Form, Spot, complaint, scalar};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, palette};

/// Draws the unknown keys of a value.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let Some(Value::Object(written)) = spot.written else { return };
    let known = |key: &str| spot.field.child(key).is_some();
    for (key, value) in written.iter().filter(|(key, _)| !known(key)) {
        let pointer = spot.pointer.child(key);
        ui.horizontal(|ui| {
            let colors = palette(ui);
            let room = form.room(ui, 1);
            let text = match value {
                Value::Object(_) | Value::Array(_) => value.to_string(),
                single => scalar::shown(single),
            };
            let text = format!("{key}: {text}");
            let line = widgets::one_line(ui, &text, TextStyle::Body, colors.error, room - GAP);
            let size = egui::vec2(room - super::BETWEEN, foeman_scene::theme::ROW);
            ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.set_min_size(size);
                ui.label(line).on_hover_text(&text);
            });
            ui.spacing_mut().item_spacing.x = 0.0;
            if widgets::icon_button(ui, Icon::Delete, &format!("Remove unknown key {key}")).clicked() {
                form.actions.push(Action::Remove(pointer.clone()));
            }
        });
        let findings = form.findings;
        for finding in findings.iter().filter(|finding| finding.pointer == pointer) {
            complaint(ui, form, finding);
        }
        if !findings.iter().any(|finding| finding.pointer == pointer) {
            let text = "Unknown key";
            ui.label(RichText::new(text).text_style(TextStyle::Small).color(palette(ui).error));
        }
    }
}

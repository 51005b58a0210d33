//! The input for colours: a swatch with a picker, and the hex digits.

use egui::Ui;
use serde_json::Value;

use super::{Form, Spot, scalar};
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, color_text, parse_color};

/// Draws a swatch and the text `#rrggbb`.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let text = spot.effective().map(scalar::shown).unwrap_or_default();
    let before = parse_color(&text).unwrap_or_default();
    let mut rgb = [before.r(), before.g(), before.b()];
    let name = format!("Pick {}", spot.field.label().to_lowercase());
    let response = ui.color_edit_button_srgb(&mut rgb).accessible_name(name);
    if response.changed() {
        let [r, g, b] = rgb;
        let picked = color_text(egui::Color32::from_rgb(r, g, b));
        if picked != text {
            form.actions.push(Action::Set(spot.pointer.clone(), Value::from(picked)));
        }
    }
    if ui.ctx().input(|input| input.pointer.any_released()) {
        form.actions.push(Action::Settle);
    }
    ui.add_space(GAP);
    let taken = response.rect.width() + GAP + ui.spacing().item_spacing.x;
    scalar::text(ui, form, spot, None, width - taken);
}

//! The input for the frame of an image: a number, and a list of the frames.

use egui::containers::menu::MenuButton;
use egui::{RichText, Ui};
use foeman_schema::catalogs::images::Image;
use foeman_schema::dialect::Record;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::{Form, Spot, number};
use crate::images::preview;
use crate::shell::action::Action;
use foeman_scene::theme::palette;

/// The width of the button that shows the frames, in points.
const BUTTON: f32 = 64.0;

/// Draws a number input, and next to it the frames of the layer's image.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, range: std::ops::RangeInclusive<i64>, width: f32) {
    number::ui(ui, form, spot, range, (width - BUTTON).max(48.0));
    let Some(image) = image(form, spot) else { return };
    let now = spot.effective().and_then(Value::as_u64).map(|now| now as usize);
    let (button, _) = MenuButton::new("Frames").ui(ui, |ui| {
        ui.set_min_width(220.0);
        if let Some(number) = preview::ui(ui, form.pack, &image, now) {
            form.actions.push(Action::Set(spot.pointer.clone(), Value::from(number)));
            form.actions.push(Action::Settle);
            ui.close();
        }
        ui.label(RichText::new("Without a number, all frames are shown in turn").color(palette(ui).weak));
    });
    button.on_hover_text("Chooses a frame by its picture");
}

/// Returns the image of the layer.
fn image(form: &Form<'_>, spot: &Spot<'_>) -> Option<RecordKey> {
    let record = form.pack.merged(form.record)?;
    let steps = spot.pointer.parts().get(form.record.pointer().parts().len()..)?;
    let (_, steps) = steps.split_last()?;
    let layer = steps.iter().try_fold(&*record, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    })?;
    Some(RecordKey::new(Image::CATALOG, layer.get("image")?.as_str()?))
}

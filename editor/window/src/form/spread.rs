//! Draws the probability distribution of dice next to their value: small bars, and larger ones on hover.

use std::sync::Arc;

use egui::{Color32, Id, Rect, Response, RichText, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use foeman_engine::spread::Spread;

use super::{Form, Spot};
use foeman_scene::theme::{GAP, ROW, palette};

/// The width of the small bars, in points.
pub(crate) const SMALL: f32 = 42.0;
/// The size of the bars in a tooltip, in points.
const LARGE: Vec2 = vec2(300.0, 64.0);

/// Returns the distributions of a value.
pub(crate) fn of(ui: &Ui, form: &Form<'_>, spot: &Spot<'_>) -> Option<Arc<Vec<Spread>>> {
    of_text(ui, form, spot, &spot.effective().map(super::words::shown)?)
}

/// Returns the distributions of a text that a value could have, cached by text.
pub(crate) fn of_text(ui: &Ui, form: &Form<'_>, spot: &Spot<'_>, text: &str) -> Option<Arc<Vec<Spread>>> {
    let notation = spot.field.notation()?.name;
    let engine = form.engine?;
    let id = Id::unique(("spread", notation, text));
    let kept: Option<Arc<Vec<Spread>>> = ui.data(|data| data.get_temp(id));
    let spreads = kept.unwrap_or_else(|| {
        let spreads = engine.capabilities().spreads.map(|spreads| spreads(notation, text));
        let spreads = Arc::new(spreads.unwrap_or_default());
        ui.data_mut(|data| data.insert_temp(id, Arc::clone(&spreads)));
        spreads
    });
    (!spreads.is_empty()).then_some(spreads)
}

/// Draws the bars of the middle distribution; the tooltip shows all of them.
pub(crate) fn ui(ui: &mut Ui, spreads: &[Spread]) {
    let Some(middle) = spreads.get(spreads.len().saturating_sub(1) / 2) else { return };
    let (rect, response) = ui.allocate_exact_size(vec2(SMALL, ROW), Sense::hover());
    response.widget_info(|| {
        let text = format!("{}: {}", middle.title, average(middle));
        WidgetInfo::labeled(egui::Role::Label, true, text)
    });
    bars(ui, rect.shrink2(vec2(2.0, 4.0)), middle, palette(ui).accent);
    response.on_hover_ui(|ui| {
        ui.set_max_width(LARGE.x + 2.0 * GAP);
        for spread in spreads {
            ui.label(RichText::new(&spread.title).color(palette(ui).strong));
            let (rect, _): (Rect, Response) = ui.allocate_exact_size(LARGE, Sense::hover());
            bars(ui, rect, spread, palette(ui).accent);
            ui.label(RichText::new(summary(spread)).small());
            ui.add_space(GAP);
        }
    });
}

/// Describes a distribution: `1 to 6, 3.5 on average, most often 4 (16.7 %)`.
pub(crate) fn summary(spread: &Spread) -> String {
    let least = spread.values.first().map_or(0, |(value, _)| *value);
    let most = spread.values.last().map_or(0, |(value, _)| *value);
    let likely = spread.values.iter().max_by_key(|(_, cases)| *cases).map_or(String::new(), |(value, cases)| {
        format!(", most often {value} ({:.1} %)", 100.0 * *cases as f64 / spread.cases() as f64)
    });
    format!("{least} to {most}, {}{likely}", average(spread))
}

fn average(spread: &Spread) -> String {
    let sum: f64 = spread.values.iter().map(|(value, cases)| f64::from(*value) * *cases as f64).sum();
    format!("{:.1} on average", sum / spread.cases().max(1) as f64)
}

/// Draws a bar for each value from the minimum to the maximum, including impossible ones.
pub(crate) fn bars(ui: &Ui, rect: Rect, spread: &Spread, color: Color32) {
    let (Some((least, _)), Some((most, _))) = (spread.values.first(), spread.values.last()) else { return };
    let highest = spread.values.iter().map(|(_, cases)| *cases).max().unwrap_or(1) as f32;
    let each = rect.width() / (most - least + 1) as f32;
    for (value, cases) in &spread.values {
        let left = rect.left() + (value - least) as f32 * each;
        let top = rect.bottom() - rect.height() * *cases as f32 / highest;
        let bar = Rect::from_min_max(
            pos2(left, top.min(rect.bottom() - 1.0)),
            pos2(left + (each - 1.0).max(1.0), rect.bottom()),
        );
        ui.painter().rect_filled(bar, 0, color);
    }
}

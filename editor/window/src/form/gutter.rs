//! The gutter at the left edge of a form: a mark for the findings of a row. Their texts open below the row on a click,
//! so that a form keeps its layout while its values change.

use egui::{Id, Rect, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::text::Pointer;

use super::{Form, Spot, complaint};
use crate::kit::focus;
use crate::kit::icon::{Icon, severity_color};
use foeman_scene::theme::{GAP, ICON, ROUND_SMALL, ROW, palette};

/// The width of the gutter, in points.
pub(crate) const WIDTH: i8 = 16;

/// Draws the mark of a value's own findings in the row that begins at `top`, and their texts if they are open.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, top: f32) {
    let findings = form.findings;
    let own: Vec<&Finding> = findings.iter().filter(|finding| finding.pointer == spot.pointer).copied().collect();
    if own.is_empty() {
        return;
    }
    let id = spot.id().with("findings");
    let mut open = is_open(ui, id) || form.reveal == Some(&spot.pointer);
    open ^= mark(ui, form, id, top, &own);
    ui.data_mut(|data| data.insert_temp(id, open));
    if open {
        for finding in own {
            complaint(ui, form, finding);
        }
        ui.add_space(GAP);
    }
}

/// Draws the mark of the findings inside a folded value; returns whether it was clicked, to unfold the value.
pub(crate) fn inside(ui: &Ui, form: &Form<'_>, spot: &Spot<'_>, top: f32) -> bool {
    let findings = form.findings;
    let inside: Vec<&Finding> = findings.iter().filter(|finding| is_below(spot, &finding.pointer)).copied().collect();
    !inside.is_empty() && mark(ui, form, spot.id().with("findings inside"), top, &inside)
}

/// Whether a pointer leads to something inside a value.
pub(crate) fn is_below(spot: &Spot<'_>, pointer: &Pointer) -> bool {
    pointer.parts().len() > spot.pointer.parts().len() && pointer.parts().starts_with(spot.pointer.parts())
}

fn is_open(ui: &Ui, id: Id) -> bool {
    ui.data(|data| data.get_temp(id)).unwrap_or_default()
}

/// Draws a mark with the texts of some findings as tooltip; returns whether it was clicked.
fn mark(ui: &Ui, form: &Form<'_>, id: Id, top: f32, findings: &[&Finding]) -> bool {
    let worst = findings.iter().map(|finding| finding.severity).max().unwrap_or(Severity::Info);
    let rect = Rect::from_min_size(pos2(form.left, top), vec2(f32::from(WIDTH) - 2.0, ROW));
    let texts: Vec<String> = findings.iter().map(|finding| finding.message.clone()).collect();
    let texts = texts.join("\n");
    let response = ui.interact(rect, id.with("mark"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), format!("Problem: {texts}")));
    let colors = palette(ui);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, ROUND_SMALL, colors.hover);
    }
    focus::ring(ui, rect, &response);
    let icon = Rect::from_center_size(rect.center(), Vec2::splat(ICON));
    Icon::of(worst).paint(ui.painter(), icon, severity_color(colors, worst));
    response.on_hover_text(texts).clicked()
}

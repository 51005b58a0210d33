//! The legend of a reach, in a corner of the map that does not hide the acting figure.

use egui::{FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use foeman_engine::display::Token;

use crate::kit::canvas::Canvas;
use crate::kit::paint::paint;
use crate::overlay::Shown;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::view::Fold;
use foeman_scene::grid::Grid;
use foeman_scene::theme::{LINE, ROUND, SMALL, alpha, palette};
use foeman_scene::{Viewport, figure, overlay};

/// The maximum width of the legend, in points.
const WIDEST: f32 = 330.0;
/// The radius of a hex in the legend, in points.
const SWATCH: f32 = 11.0;
/// The distance from the edge of the map, in points.
const MARGIN: f32 = 10.0;
/// The letters, in points.
const LETTERS: f32 = SMALL;

/// Draws the caption of the reach, and its keys if it is expanded.
pub(crate) fn ui(
    ui: &Ui,
    session: &Session,
    canvas: &Canvas,
    (reach, acting): (&Shown, Option<&Token>),
    actions: &mut Actions,
) {
    let Ok(overlay) = &*reach.answer else { return };
    let open = session.view().is_folded(&Fold::Reach);
    let keys = if open { overlay.keys.as_slice() } else { &[] };
    let (colors, font) = (palette(ui), FontId::proportional(LETTERS));
    let width = WIDEST.min(canvas.rect.width() - 48.0);
    if width < 80.0 {
        return;
    }
    let head = canvas.painter.layout(overlay.text.clone(), font.clone(), colors.strong, width);
    let room = width - 3.0 * SWATCH;
    let row = |text: &String| canvas.painter.layout(text.clone(), font.clone(), colors.text, room);
    let rows: Vec<_> = keys.iter().map(|key| (key, row(&key.text))).collect();
    let height = |galley: &egui::Galley| galley.size().y.max(2.0 * SWATCH) + 2.0;
    let widest = rows.iter().map(|(_, row)| row.size().x + 3.0 * SWATCH).fold(head.size().x, f32::max);
    let below = if rows.is_empty() { 0.0 } else { 4.0 };
    let size = vec2(widest, head.size().y + below + rows.iter().map(|(_, row)| height(row)).sum::<f32>());
    let plate = place(canvas, size + Vec2::splat(14.0), acting);
    let line = Stroke::new(LINE, colors.line);
    canvas.painter.rect(plate, ROUND, colors.surface.gamma_multiply(alpha::PLATE), line, StrokeKind::Inside);
    let mut at = plate.min + Vec2::splat(7.0);
    let high = head.size().y;
    canvas.painter.galley(at, head, colors.strong);
    at.y += high + below;
    let grid = Grid::new(*canvas.grid.geometry());
    for (key, row) in rows {
        let high = height(&row);
        let middle = pos2(at.x + SWATCH, at.y + high / 2.0);
        let origin = middle - grid.center([0, 0]).to_vec2() * SWATCH;
        let view = Viewport { grid, origin, scale: SWATCH, clip: plate, lines: true };
        let mut shapes = Vec::new();
        overlay::swatch(&view, [0, 0], key.shade, &mut shapes);
        paint(&canvas.painter, shapes);
        let text_at = pos2(at.x + 3.0 * SWATCH, at.y + (high - row.size().y) / 2.0);
        canvas.painter.galley(text_at, row, colors.text);
        at.y += high;
    }
    let told = keys.iter().fold(overlay.text.clone(), |told, key| format!("{told}; {}", key.text));
    let node = ui.interact(plate.intersect(canvas.rect), canvas.response.id.with("legend"), Sense::click());
    node.widget_info(|| WidgetInfo::labeled(Role::Button, true, &told));
    let help = if open { "Click to collapse" } else { "Click to show the legend" };
    if node.on_hover_text(help).clicked() {
        actions.push(Action::Fold(Fold::Reach));
    }
}

/// Returns the first corner in which the legend does not hide the acting figure, or else the upper left one.
fn place(canvas: &Canvas, size: Vec2, acting: Option<&Token>) -> Rect {
    let room = canvas.rect.shrink(MARGIN);
    let lower = room.bottom() - size.y;
    let corners = [
        room.min,
        pos2(room.right() - size.x, room.top()),
        pos2(room.right() - size.x, lower),
        // The caption of the map is in the lower left corner.
        pos2(room.left(), lower - 34.0),
    ];
    let hidden = acting.map(|token| figure::extent(&canvas.view(), token, 1.0));
    let places = corners.map(|corner| Rect::from_min_size(corner, size));
    let is_free = |place: &&Rect| hidden.is_none_or(|hidden| !hidden.intersects(**place));
    places.iter().find(is_free).copied().unwrap_or(places[0])
}

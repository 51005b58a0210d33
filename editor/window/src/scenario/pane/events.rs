//! The events of a scenario, at the hexes and zones that they name.

use egui::{Id, Rect, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, vec2};
use foeman_engine::setup::{Deployment, Happening};
use foeman_schema::text::RecordKey;

use crate::kit::canvas::Canvas;
use crate::shell::action::{Action, Actions};
use crate::shell::view::Selection;
use foeman_scene::outline::border;
use foeman_scene::theme::{RING, palette};

/// The side of a mark, in points.
const SIDE: f32 = 16.0;
/// The distance of the outline from the edges of the cells, in cells.
const INSET: f32 = 0.14;

/// Draws a mark for each event; a click selects the event in the form.
pub(super) fn ui(ui: &Ui, (key, setup): (&RecordKey, &Deployment), canvas: &Canvas, actions: &mut Actions) {
    let mut marked: Vec<[i32; 2]> = Vec::new();
    for event in &setup.events {
        let Some(cell) = middle(event) else { continue };
        // Events at the same cell are marked next to each other.
        let before = marked.iter().filter(|other| **other == cell).count();
        marked.push(cell);
        let at = canvas.center(cell) + vec2(SIDE * before as f32, -0.5 * canvas.scale());
        let square = Rect::from_center_size(at, Vec2::splat(SIDE));
        if canvas.rect.intersects(square) {
            mark(ui, (key, event), canvas, square, actions);
        }
    }
}

fn mark(ui: &Ui, (key, event): (&RecordKey, &Happening), canvas: &Canvas, square: Rect, actions: &mut Actions) {
    let colors = palette(ui);
    let id = Id::unique(("event", event.pointer.to_string()));
    let response = ui.interact(square.intersect(canvas.rect), id, Sense::CLICK | Sense::HOVER);
    let text = format!("Event: {}", event.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
    if response.hovered() {
        let line = border(&canvas.view(), &event.cells, INSET);
        canvas.painter.add(Shape::line(line, Stroke::new(RING, colors.info)));
    }
    let at = square.center();
    let bolt = [vec2(1.0, -6.0), vec2(-4.0, 1.0), vec2(-0.5, 1.0), vec2(-1.0, 6.0), vec2(4.0, -1.0), vec2(0.5, -1.0)];
    canvas.painter.circle(at, SIDE / 2.0, colors.surface, Stroke::new(RING, colors.info));
    let outline = bolt.iter().map(|corner| at + *corner).collect();
    canvas.painter.add(Shape::closed_line(outline, Stroke::new(RING, colors.info)));
    if response.on_hover_text(text).clicked()
        && let Some((_, field)) = event.pointer.record()
    {
        let selection = Selection { record: key.clone(), field: field.to_vec(), hex: None };
        actions.push(Action::Select(selection));
    }
}

/// The cell of an event that is nearest to the middle of all of them.
fn middle(event: &Happening) -> Option<[i32; 2]> {
    let count = i32::try_from(event.cells.len()).ok().filter(|count| *count > 0)?;
    let [column, row] = [0, 1].map(|axis| event.cells.iter().map(|cell| cell[axis]).sum::<i32>() / count);
    let far = |cell: &[i32; 2]| (cell[0] - column).pow(2) + (cell[1] - row).pow(2);
    event.cells.iter().copied().min_by_key(far)
}

//! A map of colours: rows with names, numbered columns, and in each cell a number that says more to whoever points at it.

use egui::{Align2, Color32, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::super::super::widgets;
use foeman_scene::theme::{palette, readable_on};

/// Width of a cell at least and at most, in points.
const CELL: (f32, f32) = (17.0, 46.0);
/// Height of a cell at most, in points.
const HIGHEST: f32 = 24.0;
/// Width of the names at least and at most, in points.
const NAMES: (f32, f32) = (120.0, 230.0);
/// Room between names and cells, in points.
const BETWEEN: f32 = 10.0;

/// The colour of what happens always; what never does has that of the ground.
pub(super) const OFTEN: Color32 = Color32::from_rgb(0x1f, 0x5f, 0xa8);

/// What stands in a cell.
pub(super) struct Cell {
    /// Its colour; a cell without one cannot be clicked.
    pub(super) fill: Color32,
    /// The number, as short as can be.
    pub(super) text: String,
    /// All of it in words.
    pub(super) words: String,
}

/// A number in as few letters as will do.
pub(super) fn short(number: f64) -> String {
    if number > 0.0 && number < 0.95 { "<1".to_owned() } else { format!("{number:.0}") }
}

/// Draws it; the row and column of a cell that was clicked. Columns have what stands above them, and what it stands for.
pub(super) fn ui(
    ui: &mut Ui,
    id: &str,
    rows: &[String],
    columns: &[(String, String)],
    cell: impl Fn(usize, usize) -> Option<Cell>,
) -> Option<(usize, usize)> {
    let colors = palette(ui);
    let wanted = rows.iter().map(|name| widgets::one_line(ui, name, TextStyle::Body, colors.text, NAMES.1).size().x);
    let names = wanted.fold(0.0, f32::max).clamp(NAMES.0, NAMES.1) + BETWEEN;
    let room = (ui.available_width() - names) / columns.len().max(1) as f32;
    let wide = room.clamp(CELL.0, CELL.1);
    let high = wide.min(HIGHEST);
    let size = vec2(names + wide * columns.len() as f32, high * (rows.len() + 1) as f32);
    let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
    // As large as three digits find room.
    let font = FontId::proportional((0.52 * wide).clamp(9.0, 12.0));
    let area = |column: usize, row: usize| {
        let min = pos2(whole.left() + names + wide * column as f32, whole.top() + high * row as f32);
        Rect::from_min_size(min, vec2(wide, high))
    };
    let painter = ui.painter().clone();
    for (at, (head, meaning)) in columns.iter().enumerate() {
        let area = area(at, 0);
        painter.text(area.center(), Align2::CENTER_CENTER, head, font.clone(), colors.weak);
        if head != meaning {
            ui.interact(area, Id::unique((id, "column", at)), Sense::hover()).on_hover_text(meaning);
        }
    }
    let mut clicked = None;
    for (row, name) in rows.iter().enumerate() {
        let area_of_name =
            Rect::from_min_max(pos2(whole.left(), area(0, row + 1).top()), area(0, row + 1).left_bottom());
        let text = widgets::one_line(ui, name, TextStyle::Body, colors.text, names - BETWEEN);
        let is_cut = text.elided;
        painter.galley(pos2(whole.left(), area_of_name.center().y - text.size().y / 2.0), text, colors.text);
        if is_cut {
            ui.interact(area_of_name, Id::unique((id, "row", row)), Sense::hover()).on_hover_text(name);
        }
        for column in 0..columns.len() {
            let area = area(column, row + 1);
            let Some(Cell { fill, text, words }) = cell(row, column) else {
                painter.text(area.center(), Align2::CENTER_CENTER, "–", font.clone(), colors.weak);
                continue;
            };
            if fill == Color32::TRANSPARENT {
                painter.text(area.center(), Align2::CENTER_CENTER, text, font.clone(), colors.strong);
                continue;
            }
            let response = ui.interact(area, Id::unique((id, row, column)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
            painter.rect_filled(area.shrink(0.5), 1, fill);
            painter.text(area.center(), Align2::CENTER_CENTER, text, font.clone(), readable_on(fill));
            if response.hovered() || response.has_focus() {
                painter.rect_stroke(area, 1, Stroke::new(2.0, colors.strong), StrokeKind::Inside);
            }
            if response.on_hover_text(words).clicked() {
                clicked = Some((row, column));
            }
        }
    }
    clicked
}

//! A heat map: named rows, numbered columns, and cells with a number and a tooltip.

use egui::{Align2, Color32, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2};

use crate::kit::widgets;
use foeman_scene::theme::{RING, ROUND_SMALL, SMALL, palette, readable_on};

/// The minimum and maximum width of a cell, in points.
const CELL: (f32, f32) = (17.0, 46.0);
/// The maximum height of a cell, in points.
const HIGHEST: f32 = 24.0;
/// The minimum and maximum width of row names, in points.
const NAMES: (f32, f32) = (120.0, 230.0);
/// The spacing between names and cells, in points.
const BETWEEN: f32 = 10.0;

/// A cell.
pub(crate) struct Cell {
    /// Its colour; a transparent cell cannot be clicked.
    pub(crate) fill: Color32,
    /// Its number, as short as possible.
    pub(crate) text: String,
    /// Its tooltip.
    pub(crate) words: String,
}

/// Formats a number in as few characters as possible.
pub(crate) fn short(number: f64) -> String {
    if number > 0.0 && number < 0.95 { "<1".to_owned() } else { format!("{number:.0}") }
}

/// Draws the heat map; returns the row and column of a clicked cell. Each column has a heading and its tooltip.
pub(crate) fn ui(
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
    // The largest size at which three digits fit.
    let font = FontId::proportional((0.52 * wide).clamp(0.75 * SMALL, SMALL));
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
            painter.rect_filled(area.shrink(0.5), ROUND_SMALL, fill);
            painter.text(area.center(), Align2::CENTER_CENTER, text, font.clone(), readable_on(fill));
            if response.hovered() || response.has_focus() {
                painter.rect_stroke(area, ROUND_SMALL, Stroke::new(RING, colors.strong), StrokeKind::Inside);
            }
            if response.on_hover_text(words).clicked() {
                clicked = Some((row, column));
            }
        }
    }
    clicked
}

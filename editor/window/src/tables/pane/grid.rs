//! The rows of a table. Only visible rows are computed.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use egui::{Align, Id, Layout, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use foeman_schema::text::RecordKey;

use super::{Table, filter, judged, longest, write};
use crate::form::prose;
use crate::images::preview;
use crate::kit::focus;
use crate::kit::icon::{Icon, severity_color};
use crate::pack::index::Listed;
use crate::roster::sheets;
use crate::shell::action::{Action, Actions};
use crate::shell::view::Selection;
use crate::tables::action::TableAction;
use crate::tables::sorting::{Order, Sorting};
use crate::tables::{Cell, Column, Filter, cell};
use foeman_scene::theme::{GAP, ICON_SMALL, LINE, ROUND_SMALL, ROW, alpha, palette};

/// The width of the arrow of a sorted column, in points.
const ARROW: f32 = 16.0;
/// The width of the funnel of a column, in points.
const FUNNEL: f32 = 24.0;

/// The cells computed for the last frame, by record index.
#[derive(Clone, Default)]
struct Kept {
    revision: u64,
    columns: Arc<Vec<Column>>,
    rows: Arc<HashMap<usize, Arc<Vec<Cell>>>>,
}

pub(crate) fn ui(ui: &mut Ui, table: &Table<'_>, actions: &mut Actions) {
    let name = table.catalog.def.name;
    let scroll = to_be_seen(ui, table);
    ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
    let room = ui.available_width();
    let widths = widths(ui, table);
    let id = Id::unique(("cells", name));
    let kept: Kept = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let fits = kept.revision == table.pack.revision() && Arc::ptr_eq(&kept.columns, &table.columns);
    let known = if fits { kept.rows } else { Arc::default() };
    let mut drawn = HashMap::new();
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let mut builder = TableBuilder::new(ui)
        // Another set of columns has different widths.
        .id_salt(("table", name, names))
        .striped(true)
        .sense(Sense::click())
        .resizable(true)
        .animate_scrolling(false)
        .auto_shrink([false, false])
        .cell_layout(Layout::left_to_right(Align::Center));
    for (at, width) in widths.iter().enumerate() {
        builder = builder.column(match at {
            0 => Width::initial(width.clamp(120.0, (room * 0.3).max(240.0))).at_least(90.0).clip(true),
            // The last column takes the remaining space, if that is enough.
            _ if at + 1 == widths.len() => {
                Width::remainder().at_least(width.clamp(56.0, 190.0)).clip(true).resizable(false)
            }
            _ => Width::initial(width.clamp(56.0, 190.0)).at_least(40.0).clip(true),
        });
    }
    if let Some(row) = scroll {
        builder = builder.scroll_to_row(row, None);
    }
    builder
        .header(ROW + 4.0, |mut header| {
            for column in table.columns.iter() {
                header.col(|ui| heading(ui, table, column, actions));
            }
        })
        .body(|body| {
            body.rows(ROW + 2.0, table.shown.len(), |mut row| {
                let at = table.shown[row.index()];
                let entry = &table.catalog.records[at];
                let cells = known.get(&at).cloned();
                let cells = cells.unwrap_or_else(|| Arc::new(cell::row(table.pack, &entry.key, &table.columns)));
                draw(&mut row, table, entry, &cells, actions);
                drawn.insert(at, cells);
            });
        });
    let kept = Kept { revision: table.pack.revision(), columns: Arc::clone(&table.columns), rows: Arc::new(drawn) };
    ui.data_mut(|data| data.insert_temp(id, kept));
}

/// Returns the row to scroll to, if the selection or the order of the rows has changed.
fn to_be_seen(ui: &Ui, table: &Table<'_>) -> Option<usize> {
    type Seen = (Option<RecordKey>, Option<Sorting>, BTreeMap<String, Filter>);
    let (id, view) = (Id::unique(("table selection", table.catalog.def.name)), table.session.view());
    let name = table.catalog.def.name;
    let selected = table.session.selected().cloned();
    let now: Seen = (selected.clone(), view.sorting(name).cloned(), view.tables.filters(name).clone());
    let before: Option<Seen> = ui.data(|data| data.get_temp(id));
    if before.as_ref() == Some(&now) {
        return None;
    }
    ui.data_mut(|data| data.insert_temp(id, now));
    let at = table.catalog.position(&selected?)?;
    table.shown.iter().position(|shown| *shown == at)
}

/// Returns the initial column widths, estimated from sample rows so that as many columns as possible are visible.
fn widths(ui: &Ui, table: &Table<'_>) -> Vec<f32> {
    let id = Id::unique(("widths", table.catalog.def.name));
    let kept: Option<(Arc<Vec<Column>>, Vec<f32>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, widths)) = kept.filter(|(columns, _)| Arc::ptr_eq(columns, &table.columns)) {
        return widths;
    }
    let rows = judged(table.pack, table.catalog, &table.columns);
    let width = |(at, column): (usize, &Column)| {
        let swatch = if rows.iter().any(|row| row[at].color.is_some()) { 26.0 } else { 0.0 };
        let values = longest(&rows, at) as f32 * 7.5 + 26.0 + swatch;
        values.max(column.label.chars().count() as f32 * 6.2 + 3.0 * GAP + FUNNEL)
    };
    let widths: Vec<f32> = table.columns.iter().enumerate().map(width).collect();
    ui.data_mut(|data| data.insert_temp(id, (Arc::clone(&table.columns), widths.clone())));
    widths
}

fn heading(ui: &mut Ui, table: &Table<'_>, column: &Column, actions: &mut Actions) {
    let colors = palette(ui);
    let name = table.catalog.def.name;
    let sorting = table.session.view().sorting(name).filter(|sorting| sorting.column == column.name);
    let whole = ui.max_rect();
    ui.add_space(2.0 * GAP);
    let color = if sorting.is_some() { colors.accent } else { colors.weak };
    let text = RichText::new(&column.label).text_style(TextStyle::Small).color(color);
    let arrow = if sorting.is_some() { ARROW } else { 0.0 };
    let room = egui::vec2((ui.available_width() - FUNNEL - arrow).max(8.0), ui.available_height());
    let response = ui
        .allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
            ui.add(egui::Button::new(text).frame(false).truncate())
        })
        .inner
        .accessible_name(format!("Sort by {}", column.label));
    focus::ring(ui, response.rect.expand2(egui::vec2(GAP, GAP)), &response);
    if let Some(sorting) = sorting {
        let arrow = if sorting.order == Order::Rising { Icon::Rising } else { Icon::Falling };
        let square =
            Rect::from_center_size(response.rect.right_center() + egui::vec2(9.0, 0.0), egui::Vec2::splat(ICON_SMALL));
        arrow.paint(ui.painter(), square, color);
    }
    let response = if column.doc.is_empty() { response } else { response.on_hover_text(prose::prose(column.doc)) };
    if response.clicked() {
        actions.push(Action::Sort(name.to_owned(), column.name.clone()));
    }
    filter::funnel(ui, table, column, whole, actions);
}

/// Draws a row; a click selects it and moves the cursor to the clicked cell.
fn draw(row: &mut TableRow<'_, '_>, table: &Table<'_>, entry: &Listed, cells: &[Cell], actions: &mut Actions) {
    let view = table.session.view();
    let primary = table.session.selected() == Some(&entry.key);
    let selected = primary || view.tables.rows().contains(&entry.key);
    row.set_selected(selected);
    let cursor = view.tables.cursor(table.catalog.def.name);
    let mut clicked: Option<(&Column, Response)> = None;
    for (at, (column, cell)) in table.columns.iter().zip(cells).enumerate() {
        let written = view.tables.cell().filter(|cell| cell.key == entry.key && cell.column == column.name);
        let (_, response) = row.col(|ui| {
            let rect = ui.max_rect();
            if let Some(written) = written {
                write::ui(ui, table, written, column, actions);
            } else if at == 0 {
                title(ui, table, entry);
            } else {
                // The last column is as wide as the rest of the table, so its values stay on the left.
                value(ui, cell, column.is_number() && at + 1 < table.columns.len());
            }
            let here = cursor == column.name || (at == 0 && table.columns.iter().all(|other| other.name != cursor));
            if primary && here && written.is_none() {
                let stroke = Stroke::new(LINE, palette(ui).accent.gamma_multiply(alpha::MOST));
                ui.painter().rect_stroke(rect.shrink(1.0), ROUND_SMALL, stroke, StrokeKind::Inside);
            }
        });
        if response.clicked() || response.double_clicked() {
            clicked = Some((column, response));
        }
    }
    let response = row.response();
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, selected, format!("Row {}", entry.title)));
    let first = table.columns.first();
    let clicked = clicked.or_else(|| Some((first?, response.clone())).filter(|_| response.clicked()));
    if let Some((column, response)) = clicked {
        click(table, entry, column, &response, actions);
    }
}

fn click(table: &Table<'_>, entry: &Listed, column: &Column, response: &Response, actions: &mut Actions) {
    let name = table.catalog.def.name;
    let modifiers = response.ctx.input(|input| input.modifiers);
    actions.push(Action::Table(TableAction::Cursor(name.to_owned(), column.name.clone())));
    if response.double_clicked() {
        let is_title = table.columns.first().is_some_and(|first| first.name == column.name);
        let pane = sheets::pane_of(table.session, &entry.key);
        let pane = pane.or_else(|| crate::scenario::pane_of(table.session, &entry.key));
        match pane.filter(|_| is_title) {
            Some(pane) => actions.push(Action::Show(pane)),
            None => write::begin(&response.ctx, &entry.key, column, actions),
        }
    } else if modifiers.shift {
        actions.extend(super::keys::range(table, &entry.key));
    } else if modifiers.command {
        actions.push(super::keys::toggled(table, &entry.key));
    } else {
        let only = TableAction::Mark(Vec::new(), entry.key.clone(), entry.key.clone());
        actions.push(Action::Table(only));
        actions.push(Action::Select(Selection::record(entry.key.clone())));
    }
}

fn title(ui: &mut Ui, table: &Table<'_>, entry: &Listed) {
    let colors = palette(ui);
    ui.add_space(2.0 * GAP);
    if let Some(severity) = table.pack.worst(&entry.key) {
        Icon::of(severity).show(ui, severity_color(colors, severity));
        ui.add_space(GAP);
    }
    if preview::small(ui, table.pack, &entry.key, ROW - 4.0) {
        ui.add_space(GAP);
    }
    let changed = table.pack.is_changed(&entry.key);
    let mark = if changed { 12.0 } else { 0.0 };
    ui.scope(|ui| {
        ui.set_max_width((ui.available_width() - mark).max(8.0));
        let color = if entry.from.is_some() { colors.weak } else { colors.strong };
        let label = ui.add(egui::Label::new(RichText::new(&entry.title).color(color)).truncate());
        if let Some(pack) = &entry.from {
            label.on_hover_text(format!("From the pack {pack}"));
        }
    });
    if changed {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, ROW), Sense::hover());
        ui.painter().circle_filled(rect.center(), 3.0, colors.warning);
    }
}

/// Draws a value; numbers are on the right, so that their digits are in columns.
fn value(ui: &mut Ui, cell: &Cell, on_the_right: bool) {
    let colors = palette(ui);
    ui.add_space(2.0 * GAP);
    let color = if cell.written { colors.text } else { colors.weak };
    let text = RichText::new(&cell.text).color(color);
    if on_the_right {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(FUNNEL);
            ui.add(egui::Label::new(text).truncate());
        });
        return;
    }
    if let Some(color) = cell.color {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(16.0, 14.0), Sense::hover());
        ui.painter().rect(rect, ROUND_SMALL, color, Stroke::new(LINE, colors.outline), StrokeKind::Inside);
        ui.add_space(1.5 * GAP);
    }
    ui.add(egui::Label::new(text).truncate());
}

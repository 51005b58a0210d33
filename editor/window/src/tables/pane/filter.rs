//! The filters of columns: the funnel in a heading, its popup, and the chips above the rows.

use std::sync::Arc;

use egui::{CornerRadius, Role, TextStyle};
use egui::{
    Id, Popup, PopupCloseBehavior, Rect, Response, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2, WidgetInfo, pos2,
};

use super::Table;
use crate::kit::basic;
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::cache;
use crate::shell::action::{Action, Actions};
use crate::tables::action::TableAction;
use crate::tables::filter::{Filter, shown};
use crate::tables::{Column, cell, order};
use foeman_scene::theme::{GAP, LINE, ROUND_SMALL, ROW, alpha, palette};

/// The width of the popup, in points.
const WIDTH: f32 = 230.0;
/// The maximum height of its list of values, in points.
const LIST: f32 = 260.0;
/// The size of the funnel, in points.
const FUNNEL: f32 = 18.0;

/// The values of a column with their numbers of rows.
type Counts = Vec<(String, usize)>;

/// Draws the funnel at the right end of a heading. It is faint until the column is filtered or pointed at.
pub(crate) fn funnel(ui: &mut Ui, table: &Table<'_>, column: &Column, heading: Rect, actions: &mut Actions) {
    let colors = palette(ui);
    let name = table.catalog.def.name;
    let active = table.session.view().tables.filters(name).contains_key(&column.name);
    let square =
        Rect::from_center_size(pos2(heading.right() - FUNNEL / 2.0 - 2.0, heading.center().y), Vec2::splat(FUNNEL));
    let button = ui.interact(square, Id::unique(("funnel", name, &column.name)), Sense::click());
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Filter by {}", column.label)));
    let is_open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(&button));
    if button.hovered() || button.has_focus() || is_open {
        ui.painter().rect_filled(square, CornerRadius::same(ROUND_SMALL), colors.hover);
    }
    focus::ring(ui, square, &button);
    let pointed = ui.rect_contains_pointer(heading) || button.has_focus() || is_open;
    let color = match (active, pointed) {
        (true, _) => colors.accent,
        (false, true) => colors.text,
        (false, false) => colors.weak.gamma_multiply(alpha::MOST),
    };
    Icon::Funnel.paint(ui.painter(), square.shrink(3.5), color);
    popup(table, column, &button, actions);
    button.on_hover_text(format!("Filter by {}", column.label));
}

fn popup(table: &Table<'_>, column: &Column, button: &Response, actions: &mut Actions) {
    let popup = Popup::menu(button).style(basic::menu_style).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.set_width(WIDTH);
        let name = table.catalog.def.name;
        let now = table.session.view().tables.filters(name).get(&column.name).cloned().unwrap_or_default();
        let mut wanted = now.clone();
        text(ui, column, &mut wanted);
        ui.add_space(GAP);
        values(ui, table, column, &mut wanted);
        ui.separator();
        ui.horizontal(|ui| {
            if ui.add_enabled(!now.is_empty(), egui::Button::new("Show all")).clicked() {
                wanted = Filter::default();
            }
            if ui.button("Done").clicked() {
                ui.close();
            }
        });
        if wanted != now {
            let filter = TableAction::Filter(name.to_owned(), column.name.clone(), wanted);
            actions.push(Action::Table(filter));
        }
    });
}

fn text(ui: &mut Ui, column: &Column, wanted: &mut Filter) {
    let id = Id::unique(("filter text", &column.name));
    let pass = ui.ctx().cumulative_pass_nr();
    let last: Option<u64> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, pass));
    let hint = "Contains a text, or >=3";
    let field = TextEdit::singleline(&mut wanted.text).id(id.with("field")).hint_text(hint).desired_width(WIDTH);
    let field = ui.add(field).accessible_name(format!("{} contains", column.label));
    if last.is_none_or(|last| last + 2 < pass) {
        field.request_focus();
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        ui.close();
    }
}

/// Draws the values of the column as check boxes; none checked stands for all.
fn values(ui: &mut Ui, table: &Table<'_>, column: &Column, wanted: &mut Filter) {
    let counts = counts(ui, table, column);
    let between = ui.spacing().item_spacing.y;
    let area = ScrollArea::vertical().max_height(LIST).auto_shrink([false, true]).id_salt(("values", &column.name));
    area.show_rows(ui, ROW - between, counts.len(), |ui, range| {
        for (value, count) in &counts[range] {
            ui.horizontal(|ui| {
                ui.set_height(ROW - between);
                let mut on = wanted.values.contains(value);
                let room = WIDTH - 76.0;
                let color = palette(ui).text;
                let galley = widgets::one_line(ui, shown(value), TextStyle::Body, color, room);
                let elided = galley.elided;
                let check = basic::check_box(ui, &mut on, galley).accessible_name(format!("Show {}", shown(value)));
                let check = if elided { check.on_hover_text(value) } else { check };
                if check.changed() && !wanted.values.remove(value) {
                    wanted.values.insert(value.clone());
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.add_space(2.0 * GAP);
                    let count = RichText::new(count.to_string()).text_style(TextStyle::Small);
                    ui.label(count.color(palette(ui).weak));
                });
            });
        }
    });
}

/// Returns the values of a column in the rows that pass all other filters, numbers first.
fn counts(ui: &Ui, table: &Table<'_>, column: &Column) -> Arc<Counts> {
    let view = table.session.view();
    let rows = order::shown(ui, table.pack, table.catalog, view, Some(&column.name));
    // The rows are replaced whenever a filter changes.
    let id = Id::unique(("counts", table.catalog.def.name, &column.name, Arc::as_ptr(&rows).addr()));
    cache::kept(ui, table.pack, id, || {
        let mut counts = std::collections::BTreeMap::new();
        for at in rows.iter() {
            let key = &table.catalog.records[*at].key;
            let cell = cell::row(table.pack, key, std::slice::from_ref(column)).pop().unwrap_or_default();
            *counts.entry((cell.number.is_none(), cell.number, cell.text)).or_insert(0) += 1;
        }
        Arc::new(counts.into_iter().map(|((_, _, text), count)| (text, count)).collect())
    })
}

/// Draws a chip for each active filter; a click shows its rows again.
pub(crate) fn chips(ui: &mut Ui, table: &Table<'_>, actions: &mut Actions) {
    let view = table.session.view();
    let name = table.catalog.def.name;
    let filters = view.tables.filters(name);
    let needle = view.filter().trim();
    if filters.is_empty() && needle.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.add_space(2.0 * GAP);
        if !needle.is_empty() && chip(ui, &format!("Pack tree: {needle}"), "Clear filter of the pack tree") {
            actions.push(Action::Filter(String::new()));
        }
        let all: Vec<Column> = crate::tables::columns::all(table.pack, table.catalog);
        for (column, filter) in filters {
            let known = table.columns.iter().chain(&all).find(|other| other.name == *column);
            let label = known.map_or(column.as_str(), |known| known.label.as_str());
            if chip(ui, &format!("{label} {}", filter.told()), &format!("Clear filter of {label}")) {
                let none = TableAction::Filter(name.to_owned(), column.clone(), Filter::default());
                actions.push(Action::Table(none));
            }
        }
    });
    ui.add_space(GAP);
}

fn chip(ui: &mut Ui, text: &str, name: &str) -> bool {
    let colors = palette(ui);
    let galley = widgets::one_line(ui, text, TextStyle::Small, colors.text, 260.0);
    let size = egui::vec2(galley.size().x + 9.0 * GAP, ROW - 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let edge = if response.hovered() || response.has_focus() { colors.accent } else { colors.outline };
    let stroke = egui::Stroke::new(LINE, edge);
    ui.painter().rect(
        rect,
        CornerRadius::same((rect.height() / 2.0) as u8),
        colors.selected,
        stroke,
        egui::StrokeKind::Inside,
    );
    let cross = Rect::from_center_size(pos2(rect.right() - 3.5 * GAP, rect.center().y), Vec2::splat(9.0));
    Icon::Close.paint(ui.painter(), cross, colors.text);
    let at = pos2(rect.left() + 2.5 * GAP, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, colors.text);
    response.on_hover_text(format!("{text}: click to clear")).clicked()
}

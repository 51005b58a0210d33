//! The header of a table: title, buttons and the choice of columns.

use std::collections::BTreeSet;

use egui::{Align, Layout, Popup, PopupCloseBehavior, ScrollArea, TextStyle, Ui, vec2};
use foeman_schema::plural::plural;
use foeman_schema::text::RecordKey;

use super::{Table, filter};
use crate::form::prose;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::names::NameAction;
use crate::shell::action::{Action, Actions};
use crate::tables::action::TableAction;
use crate::tables::columns;
use foeman_scene::theme::{GAP, ROW, palette};

/// The minimum width for the title next to the buttons, in points.
const HEAD: f32 = 620.0;
/// How to work in a table.
const HINT: &str = "Type on a cell to replace its value, or press Enter to change its text; Enter then goes down, Tab to the right, Esc cancels, and Delete clears. Ctrl or Shift with a click or an arrow key selects several rows, which then change together. Ctrl+C and Ctrl+V exchange cells with spreadsheets, Alt with an arrow key moves rows in their file";
/// The maximum height of the list of columns, in points.
const LIST: f32 = 360.0;

pub(crate) fn ui(ui: &mut Ui, table: &Table<'_>, actions: &mut Actions) {
    let catalog = table.catalog;
    let narrow = ui.available_width() < HEAD;
    ui.add_space(1.5 * GAP);
    ui.horizontal(|ui| {
        ui.add_space(2.0 * GAP);
        ui.label(widgets::styled(&catalog.title, TextStyle::Heading, palette(ui).strong));
        let rows = table.session.view().tables.rows().len();
        let (all, shown) = (catalog.records.len(), table.shown.len());
        let mut count = if shown < all { format!("{shown} of {all} rows") } else { plural(all, "record", "records") };
        if rows > 1 {
            count += &match hidden(table) {
                0 => format!(", {rows} selected"),
                hidden => format!(", {rows} selected, {hidden} of them hidden"),
            };
        }
        ui.weak(count).on_hover_text(HINT);
        if !narrow {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, table, actions));
        }
    });
    if narrow {
        let row = vec2(ui.available_width(), ROW);
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| buttons(ui, table, actions));
    }
    ui.add_space(GAP);
    filter::chips(ui, table, actions);
}

/// Returns the number of selected rows that a filter hides.
fn hidden(table: &Table<'_>) -> usize {
    let shown: BTreeSet<usize> = table.shown.iter().copied().collect();
    let is_hidden = |key: &&RecordKey| table.catalog.position(key).is_some_and(|at| !shown.contains(&at));
    table.session.view().tables.rows().iter().filter(is_hidden).count()
}

/// Draws the buttons for records, from right to left.
fn buttons(ui: &mut Ui, table: &Table<'_>, actions: &mut Actions) {
    let catalog = table.catalog;
    ui.add_space(2.0 * GAP);
    let chosen = table.session.selected().is_some_and(|key| key.catalog == catalog.def.name);
    let several = table.session.view().tables.rows().len() > 1;
    let what = if several { "the selected records" } else { "the selected record" };
    ui.add_enabled_ui(chosen, |ui| {
        if ui.button("Delete").on_hover_text(format!("Delete {what}")).clicked() {
            actions.push(Action::Table(TableAction::Delete));
        }
        if several && ui.button("Move…").on_hover_text("Move the selected records to another file").clicked() {
            actions.push(Action::Names(NameAction::AskMove));
        }
        if ui.button("Duplicate").on_hover_text(format!("Add a copy of {what}")).clicked() {
            actions.push(Action::Table(TableAction::Duplicate));
        }
    });
    let name = format!("Add {}", catalog.def.title.to_lowercase());
    if widgets::labelled_button(ui, Icon::Add, &name).clicked() {
        actions.push(Action::AddRecord(catalog.def.name.to_owned()));
    }
    choose(ui, table, actions);
}

/// Draws the list of columns to choose from.
fn choose(ui: &mut Ui, table: &Table<'_>, actions: &mut Actions) {
    let button = ui.button("Columns").on_hover_text("Choose the columns of this table");
    Popup::menu(&button).style(basic::menu_style).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        let name = table.catalog.def.name;
        ui.set_min_width(220.0);
        ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
            let shown = |name: &str| table.columns.iter().any(|column| column.name == name);
            let all = columns::all(table.pack, table.catalog);
            for column in &all {
                let mut on = shown(&column.name);
                let response = basic::check_box(ui, &mut on, &column.label);
                let response =
                    if column.doc.is_empty() { response } else { response.on_hover_text(prose::prose(column.doc)) };
                if response.changed() {
                    let wanted = |other: &str| if other == column.name { on } else { shown(other) };
                    let names = all.iter().map(|other| other.name.clone()).filter(|other| wanted(other));
                    actions.push(Action::Table(TableAction::Columns(name.to_owned(), Some(names.collect()))));
                }
            }
        });
        ui.separator();
        let chosen = table.session.view().tables.columns(name).is_some();
        if ui.add_enabled(chosen, egui::Button::new("Default columns")).clicked() {
            actions.push(Action::Table(TableAction::Columns(name.to_owned(), None)));
        }
    });
}

//! A catalog as a table: one row per record, the leading single values as columns.

use std::cmp::Ordering;
use std::sync::Arc;

use egui::{Align, Id, Key, Layout, Modifiers, RichText, Sense, TextStyle, Ui, vec2};
use egui_extras::{Column, TableBuilder};
use foeman_schema::field::{Field, FieldKind};
use serde_json::Value;

use super::super::action::{Action, Actions};
use super::super::icon::{Icon, severity_color};
use super::super::index::{Catalog, Listed};
use super::super::pack::Pack;
use super::super::view::{Order, Pane, Selection};
use super::super::widgets;
use super::super::workspace::Workspace;
use super::kind::{Ground, PaneKind, Sample};
use crate::theme::{GAP, ROW, palette, parse_color};

/// The table of a catalog.
pub static PANE: PaneKind = PaneKind {
    icon: Icon::Table,
    ground: Ground::Whole,
    is: |pane| matches!(pane, Pane::Catalog(_)),
    title: |workspace, pane| catalog_of(workspace, pane).map_or_else(String::new, |catalog| catalog.title.clone()),
    exists: |workspace, pane| catalog_of(workspace, pane).is_some(),
    ui: |ui, workspace, pane, actions| {
        if let Pane::Catalog(name) = pane {
            self::ui(ui, workspace, name, actions);
        }
    },
    aside: None,
    command: None,
    samples: &[Sample {
        name: "catalog:CATALOG",
        about: "the table of a catalog, as in catalog:items",
        pack: "arena",
        example: "catalog:items",
        show,
    }],
};

/// Most columns beside the title.
const COLUMNS: usize = 7;
/// Width from which on the name of a catalog stands beside its buttons, in points.
const HEAD: f32 = 480.0;
/// Letters from which on a text counts as a sentence.
const SENTENCE: usize = 32;

/// The cells of a catalog, kept until the pack changes.
#[derive(Clone, Default)]
struct Cells {
    revision: u64,
    columns: Arc<Vec<Heading>>,
    rows: Arc<Vec<Vec<Cell>>>,
}

#[derive(Clone)]
struct Heading {
    path: Vec<String>,
    label: String,
    doc: &'static str,
}

#[derive(Clone)]
struct Cell {
    text: String,
    number: Option<i64>,
    color: Option<egui::Color32>,
    written: bool,
}

fn catalog_of<'a>(workspace: &'a Workspace, pane: &Pane) -> Option<&'a Catalog> {
    let Pane::Catalog(name) = pane else { return None };
    workspace.pack()?.index().catalog(name)
}

fn show(workspace: &mut Workspace, name: &str) -> Result<(), String> {
    let pane = Pane::Catalog(name.to_owned());
    catalog_of(workspace, &pane).ok_or_else(|| format!("there is no catalog `{name}`"))?;
    workspace.perform(Action::Show(pane));
    Ok(())
}

/// Draws the table of a catalog.
fn ui(ui: &mut Ui, workspace: &Workspace, name: &str, actions: &mut Actions) {
    let Some(pack) = workspace.pack() else { return };
    let Some(catalog) = pack.index().catalog(name) else { return };
    let cells = cells(ui, pack, catalog);
    let shown = shown(workspace, catalog, &cells);
    head(ui, workspace, catalog, shown.len(), actions);
    if catalog.records.is_empty() {
        let what = catalog.def.title.to_lowercase();
        let title = format!("No {} yet", catalog.title.to_lowercase());
        let text = format!("Add the first {what}; it is written to the pack's files when you save");
        widgets::empty_state(ui, Icon::Table, &title, &text, |ui| {
            if widgets::main_button(ui, &format!("Add {what}")).clicked() {
                actions.push(Action::AddRecord(name.to_owned()));
            }
        });
        return;
    }
    if shown.is_empty() {
        widgets::empty_state(
            ui,
            Icon::Table,
            "Nothing matches the filter",
            "Clear the filter above the pack tree to see every record",
            |ui| {
                if ui.button("Clear filter").clicked() {
                    actions.push(Action::Filter(String::new()));
                }
            },
        );
        return;
    }
    egui::ScrollArea::horizontal().id_salt(("across", name)).auto_shrink([false, false]).show(ui, |ui| {
        grid(ui, workspace, pack, catalog, &cells, &shown, actions);
    });
    walk(ui, workspace, catalog, &shown, actions);
}

fn head(ui: &mut Ui, workspace: &Workspace, catalog: &Catalog, shown: usize, actions: &mut Actions) {
    let narrow = ui.available_width() < HEAD;
    ui.add_space(1.5 * GAP);
    ui.horizontal(|ui| {
        ui.add_space(2.0 * GAP);
        ui.label(widgets::styled(&catalog.title, TextStyle::Heading, palette(ui).strong));
        let count = match catalog.records.len() {
            all if shown < all => format!("{shown} of {all} records"),
            1 => "1 record".to_owned(),
            many => format!("{many} records"),
        };
        ui.weak(count);
        if !narrow {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, workspace, catalog, actions));
        }
    });
    if narrow {
        let row = vec2(ui.available_width(), ROW);
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
            buttons(ui, workspace, catalog, actions);
        });
    }
    ui.add_space(GAP);
}

/// What can be done with records, from right to left.
fn buttons(ui: &mut Ui, workspace: &Workspace, catalog: &Catalog, actions: &mut Actions) {
    ui.add_space(2.0 * GAP);
    let chosen = workspace.selected().filter(|key| key.catalog == catalog.def.name);
    ui.add_enabled_ui(chosen.is_some(), |ui| {
        if ui.button("Delete").on_hover_text("Delete the selected record").clicked() {
            actions.extend(chosen.cloned().map(Action::Delete));
        }
        if ui.button("Duplicate").on_hover_text("Add a copy of the selected record").clicked() {
            actions.extend(chosen.cloned().map(Action::Duplicate));
        }
    });
    let name = format!("Add {}", catalog.def.title.to_lowercase());
    if widgets::labelled_button(ui, Icon::Add, &name).clicked() {
        actions.push(Action::AddRecord(catalog.def.name.to_owned()));
    }
}

fn cells(ui: &Ui, pack: &Pack, catalog: &Catalog) -> Cells {
    let id = Id::unique(("cells", catalog.def.name));
    let kept: Option<Cells> = ui.data(|data| data.get_temp(id));
    if let Some(kept) = kept.filter(|kept| kept.revision == pack.revision()) {
        return kept;
    }
    let mut columns = columns(pack, catalog);
    let rows_of = |columns: &[Heading]| -> Vec<Vec<Cell>> {
        catalog.records.iter().map(|entry| row_of(pack, entry, columns)).collect()
    };
    let rows = rows_of(&columns);
    // Sentences come last, so that they do not push out of sight what can be compared at a glance.
    let mut at = 0..;
    columns.sort_by_cached_key(|_| at.next().is_some_and(|at| longest(&rows, at) > SENTENCE));
    let rows = rows_of(&columns);
    let cells = Cells { revision: pack.revision(), columns: Arc::new(columns), rows: Arc::new(rows) };
    ui.data_mut(|data| data.insert_temp(id, cells.clone()));
    cells
}

/// Letters of the longest text in a column.
fn longest(rows: &[Vec<Cell>], column: usize) -> usize {
    rows.iter().map(|row| row[column].text.chars().count()).max().unwrap_or_default()
}

/// The values that stand first in the schema, those of required objects included; of lists and maps the number.
fn columns(pack: &Pack, catalog: &Catalog) -> Vec<Heading> {
    let Some(record) = pack.draft().dialect().and_then(|dialect| Field::record(dialect, catalog.def.name)) else {
        return Vec::new();
    };
    let mut columns = Vec::new();
    for field in record.fields() {
        match field.kind() {
            _ if ["title", "extends"].contains(&field.name())
                || matches!(field.widget(), Some("map-rows" | "lines")) => {}
            FieldKind::Object => {
                let inner = field.fields().into_iter().filter(|inner| field.required() || inner.required());
                columns.extend(
                    inner
                        .filter(|inner| is_single(*inner))
                        .map(|inner| heading(vec![field.name(), inner.name()], inner)),
                );
            }
            FieldKind::Any => {}
            _ => columns.push(heading(vec![field.name()], field)),
        }
    }
    columns.truncate(COLUMNS);
    columns
}

fn heading(path: Vec<&str>, field: Field) -> Heading {
    Heading { path: path.into_iter().map(str::to_owned).collect(), label: field.label(), doc: field.doc() }
}

fn is_single(field: Field) -> bool {
    let short = matches!(field.kind(), FieldKind::List { min, max: Some(max) } if min == max && max <= 4);
    short || !matches!(field.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. } | FieldKind::Any)
}

fn row_of(pack: &Pack, entry: &Listed, columns: &[Heading]) -> Vec<Cell> {
    let raw = pack.draft().raw(&entry.key);
    let merged = pack.draft().merged(&entry.key);
    let record = pack.draft().dialect().and_then(|dialect| Field::record(dialect, &entry.key.catalog));
    columns
        .iter()
        .map(|column| {
            let find = |value: &Option<Value>| {
                column.path.iter().try_fold(value.as_ref()?, |value, step| value.get(step)).cloned()
            };
            let written = find(&raw);
            let default = column
                .path
                .iter()
                .try_fold(record?, |field, step| field.child(step))
                .and_then(|field| field.default().cloned());
            let value = find(&merged).or(default);
            let text = value.as_ref().map(|value| text_of(pack, record, column, value)).unwrap_or_default();
            Some(Cell {
                number: value.as_ref().and_then(Value::as_i64).or_else(|| text.parse().ok()),
                color: value.as_ref().and_then(Value::as_str).and_then(parse_color),
                written: written.is_some(),
                text,
            })
        })
        .map(|cell| cell.unwrap_or(Cell { text: String::new(), number: None, color: None, written: true }))
        .collect()
}

fn text_of(pack: &Pack, record: Option<Field>, column: &Heading, value: &Value) -> String {
    let field = record.and_then(|record| column.path.iter().try_fold(record, |field, step| field.child(step)));
    match (field.map(Field::kind), value) {
        (Some(FieldKind::Reference { catalog }), Value::String(id)) => {
            let key = foeman_schema::text::RecordKey::new(catalog, id);
            pack.index().title(&key).to_owned()
        }
        (_, Value::String(text)) => text.clone(),
        (_, Value::Bool(true)) => "yes".to_owned(),
        (_, Value::Bool(false) | Value::Null) => String::new(),
        (_, Value::Object(entries)) => entries.len().to_string(),
        (Some(FieldKind::List { min, max }), Value::Array(items)) if max != Some(min) => items.len().to_string(),
        (_, Value::Array(items)) if items.iter().any(Value::is_object) => {
            let titles: Option<Vec<&str>> =
                items.iter().map(|item| item.get("title").or(item.get("name"))?.as_str()).collect();
            titles.map_or_else(|| items.len().to_string(), |titles| titles.join(", "))
        }
        (_, Value::Array(items)) => items.iter().map(Value::to_string).collect::<Vec<_>>().join(" × "),
        (_, other) => other.to_string(),
    }
}

/// The positions of the rows to show, in the order to show them.
fn shown(workspace: &Workspace, catalog: &Catalog, cells: &Cells) -> Vec<usize> {
    let needle = workspace.view().filter().trim().to_lowercase();
    let mut shown: Vec<usize> = (0..catalog.records.len()).filter(|&at| catalog.records[at].matches(&needle)).collect();
    if let Some(sorting) = workspace.view().sorting(catalog.def.name) {
        let column = cells.columns.iter().position(|column| column.path.join("/") == sorting.column);
        shown.sort_by(|&a, &b| {
            let order = match column {
                Some(column) => compare(&cells.rows[a][column], &cells.rows[b][column]),
                None => catalog.records[a].title.to_lowercase().cmp(&catalog.records[b].title.to_lowercase()),
            };
            if sorting.order == Order::Falling { order.reverse() } else { order }
        });
    }
    shown
}

fn compare(a: &Cell, b: &Cell) -> Ordering {
    a.number.cmp(&b.number).then_with(|| a.text.to_lowercase().cmp(&b.text.to_lowercase()))
}

fn grid(
    ui: &mut Ui,
    workspace: &Workspace,
    pack: &Pack,
    catalog: &Catalog,
    cells: &Cells,
    shown: &[usize],
    actions: &mut Actions,
) {
    let chosen = workspace.selected().and_then(|key| shown.iter().position(|&at| catalog.records[at].key == *key));
    let scroll = newly_selected(ui, workspace, catalog).then_some(chosen).flatten();
    ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
    let room = ui.available_width();
    let mut table = TableBuilder::new(ui)
        .id_salt(("table", catalog.def.name))
        .striped(true)
        .sense(Sense::click())
        .resizable(true)
        .auto_shrink([false, false])
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::initial(title_width(catalog, room)).at_least(90.0).clip(true));
    for (at, column) in cells.columns.iter().enumerate() {
        // Roughly as wide as what stands in it, so that as many columns as possible can be seen.
        let letters = longest(&cells.rows, at).max(column.label.chars().count());
        let swatch = if cells.rows.iter().any(|row| row[at].color.is_some()) { 26.0 } else { 0.0 };
        let width = (letters as f32 * 7.5 + 28.0 + swatch).clamp(56.0, 190.0);
        table = table.column(if at + 1 == cells.columns.len() {
            // The last one has what is left, as long as that is enough for it.
            Column::remainder().at_least(width).clip(true).resizable(false)
        } else {
            Column::initial(width).at_least(40.0).clip(true)
        });
    }
    if let Some(row) = scroll {
        table = table.scroll_to_row(row, None);
    }
    table
        .header(ROW + 4.0, |mut header| {
            header.col(|ui| column_head(ui, workspace, catalog, "Title", "title", "", actions));
            for column in cells.columns.iter() {
                header.col(|ui| {
                    column_head(ui, workspace, catalog, &column.label, &column.path.join("/"), column.doc, actions)
                });
            }
        })
        .body(|body| {
            body.rows(ROW + 2.0, shown.len(), |mut row| {
                let at = shown[row.index()];
                let entry = &catalog.records[at];
                row.set_selected(workspace.selected() == Some(&entry.key));
                row.col(|ui| title_cell(ui, pack, entry));
                for cell in &cells.rows[at] {
                    row.col(|ui| value_cell(ui, cell));
                }
                let response = row.response();
                response.widget_info(|| {
                    let selected = workspace.selected() == Some(&entry.key);
                    egui::WidgetInfo::selected(
                        egui::Role::ListBoxOption,
                        true,
                        selected,
                        format!("Row {}", entry.title),
                    )
                });
                if response.clicked() {
                    actions.push(Action::Select(Selection::record(entry.key.clone())));
                }
                if response.double_clicked() {
                    actions.extend(workspace.pane_of(&entry.key).map(Action::Show));
                }
            });
        });
}

/// Roughly as wide as the longest title, as long as that leaves room for the rest.
fn title_width(catalog: &Catalog, room: f32) -> f32 {
    let letters = catalog.records.iter().map(|entry| entry.title.chars().count()).max().unwrap_or_default();
    (letters as f32 * 7.5 + 36.0).clamp(120.0, (room * 0.3).max(240.0))
}

/// Whether the selection has changed since the table was drawn last.
fn newly_selected(ui: &Ui, workspace: &Workspace, catalog: &Catalog) -> bool {
    let id = Id::unique(("table selection", catalog.def.name));
    let now = workspace.selected().cloned();
    let before = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now.clone()));
    before != Some(now)
}

fn column_head(
    ui: &mut Ui,
    workspace: &Workspace,
    catalog: &Catalog,
    label: &str,
    column: &str,
    doc: &str,
    actions: &mut Actions,
) {
    let colors = palette(ui);
    let sorting = workspace.view().sorting(catalog.def.name).filter(|sorting| sorting.column == column);
    ui.add_space(2.0 * GAP);
    let color = if sorting.is_some() { colors.accent } else { colors.weak };
    let text = RichText::new(label).text_style(TextStyle::Small).color(color);
    let response = ui.add(egui::Button::new(text).frame(false).truncate()).accessible_name(format!("Sort by {label}"));
    if let Some(sorting) = sorting {
        let arrow = if sorting.order == Order::Rising { Icon::Rising } else { Icon::Falling };
        let square =
            egui::Rect::from_center_size(response.rect.right_center() + egui::vec2(9.0, 0.0), egui::Vec2::splat(10.0));
        arrow.paint(ui.painter(), square, color);
    }
    let response = if doc.is_empty() { response } else { response.on_hover_text(doc) };
    if response.clicked() {
        actions.push(Action::Sort(catalog.def.name.to_owned(), column.to_owned()));
    }
}

fn title_cell(ui: &mut Ui, pack: &Pack, entry: &Listed) {
    let colors = palette(ui);
    ui.add_space(2.0 * GAP);
    if let Some(severity) = pack.worst(&entry.key) {
        Icon::of(severity).show(ui, severity_color(colors, severity));
        ui.add_space(GAP);
    }
    ui.add(egui::Label::new(RichText::new(&entry.title).color(colors.strong)).truncate());
    if pack.is_changed(&entry.key) {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, ROW), Sense::hover());
        ui.painter().circle_filled(rect.center(), 3.0, colors.warning);
    }
}

fn value_cell(ui: &mut Ui, cell: &Cell) {
    let colors = palette(ui);
    ui.add_space(2.0 * GAP);
    if let Some(color) = cell.color {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(16.0, 14.0), Sense::hover());
        ui.painter().rect(rect, 3, color, egui::Stroke::new(1.0, colors.outline), egui::StrokeKind::Inside);
        ui.add_space(1.5 * GAP);
    }
    let color = if cell.written { colors.text } else { colors.weak };
    ui.add(egui::Label::new(RichText::new(&cell.text).color(color)).truncate());
}

/// Up and down walk through the rows while nothing else has the keyboard.
fn walk(ui: &Ui, workspace: &Workspace, catalog: &Catalog, shown: &[usize], actions: &mut Actions) {
    let here = matches!(workspace.view().document(), Some(Pane::Catalog(name)) if name == catalog.def.name);
    if !here || ui.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let at = workspace.selected().and_then(|key| shown.iter().position(|&at| catalog.records[at].key == *key));
    let next = if pressed(Key::ArrowDown) {
        at.map_or(Some(0), |at| Some(at + 1))
    } else if pressed(Key::ArrowUp) {
        at.map_or(Some(0), |at| at.checked_sub(1))
    } else {
        None
    };
    if let Some(&next) = next.and_then(|next| shown.get(next)) {
        actions.push(Action::Select(Selection::record(catalog.records[next].key.clone())));
    }
}

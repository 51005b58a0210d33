//! A catalog as a table: a row per record, and the chosen fields as columns. Only visible rows are laid out.

mod filter;
mod grid;
mod head;
mod keys;
mod write;

use std::sync::Arc;

use egui::{Id, Ui};

use super::{Cell, Column, TableAction, cell, columns, order};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::pack::index::Catalog;
use crate::shell::action::{Action, Actions};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::Pane;

/// The table of a catalog.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Table,
    ground: Ground::Whole,
    is: |pane| matches!(pane, Pane::Catalog(_)),
    title: |session, pane| catalog_of(session, pane).map_or_else(String::new, |catalog| catalog.title.clone()),
    exists: |session, pane| catalog_of(session, pane).is_some(),
    ui: |ui, workspace, pane, actions| {
        if let Pane::Catalog(name) = pane {
            self::ui(ui, &workspace.session, name, actions);
        }
    },
    aside: None,
    command: None,
    samples: &[
        Sample {
            name: "catalog:CATALOG",
            about: "the table of a catalog, as in catalog:items",
            pack: "arena",
            example: "catalog:items",
            show: |workspace, id| {
                workspace.perform_all(steps(&workspace.session, id)?);
                Ok(())
            },
        },
        Sample {
            name: "rows:CATALOG",
            about: "the first five rows of a table selected together, as in rows:items",
            pack: "arena",
            example: "rows:items",
            show: |workspace, id| {
                workspace.perform_all(steps(&workspace.session, id)?);
                workspace.perform_all(mark(&workspace.session, id));
                Ok(())
            },
        },
    ],
};

/// The number of sample rows for column widths and order.
const JUDGED: usize = 60;
/// The number of rows selected in the sample of several rows.
const FEW: usize = 5;
/// Texts with more characters than this count as sentences.
const SENTENCE: usize = 32;

/// The context for drawing a table.
struct Table<'a> {
    session: &'a Session,
    pack: &'a Pack,
    catalog: &'a Catalog,
    /// The title, followed by the chosen columns.
    columns: Arc<Vec<Column>>,
    /// The indexes of the rows to show, in display order.
    shown: Arc<Vec<usize>>,
}

fn catalog_of<'a>(session: &'a Session, pane: &Pane) -> Option<&'a Catalog> {
    let Pane::Catalog(name) = pane else { return None };
    session.pack()?.index().catalog(name)
}

/// Returns the actions that show the table of a catalog.
fn steps(session: &Session, name: &str) -> Result<Vec<Action>, String> {
    let pane = Pane::Catalog(name.to_owned());
    catalog_of(session, &pane).ok_or_else(|| format!("there is no catalog `{name}`"))?;
    Ok(vec![Action::Show(pane)])
}

/// Returns the action that selects the first rows of a catalog.
fn mark(session: &Session, name: &str) -> Option<Action> {
    let catalog = session.pack()?.index().catalog(name)?;
    let keys: Vec<_> = catalog.records.iter().take(FEW).map(|entry| entry.key.clone()).collect();
    let first = keys.first()?.clone();
    Some(Action::Table(TableAction::Mark(keys, first.clone(), first)))
}

fn ui(ui: &mut Ui, session: &Session, name: &str, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let Some(catalog) = pack.index().catalog(name) else { return };
    let columns = columns(ui, session, pack, catalog);
    let shown = order::shown(ui, pack, catalog, session.view(), None);
    let table = Table { session, pack, catalog, columns, shown };
    resume(ui, &table, actions);
    keys::ui(ui, &table, actions);
    head::ui(ui, &table, actions);
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
    egui::ScrollArea::horizontal().id_salt(("across", name)).auto_shrink([false, false]).show(ui, |ui| {
        grid::ui(ui, &table, actions);
    });
    if table.shown.is_empty() {
        nothing(ui, &table, actions);
    }
}

/// Draws the reason why there are no rows over the empty table, whose headings stay.
fn nothing(ui: &mut Ui, table: &Table<'_>, actions: &mut Actions) {
    let text = "Clear a filter above to see every record";
    let rect = ui.max_rect().with_min_y(ui.min_rect().bottom() - ui.min_rect().height() * 0.7);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    widgets::empty_state(&mut ui, Icon::Table, "Nothing matches the filter", text, |ui| {
        if ui.button("Clear filters").clicked() {
            let name = table.catalog.def.name.to_owned();
            actions.push(Action::Filter(String::new()));
            actions.push(Action::Table(TableAction::ClearFilters(name)));
        }
    });
}

/// Selects the rows again that were selected when the table was last shown.
fn resume(ui: &Ui, table: &Table<'_>, actions: &mut Actions) {
    let name = table.catalog.def.name;
    let (id, pass) = (Id::unique(("table drawn", name)), ui.ctx().cumulative_pass_nr());
    let last: Option<u64> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, pass));
    // A frame can take two passes.
    let returns = last.is_some_and(|last| last + 2 < pass);
    if returns && table.session.selected().is_some_and(|selected| selected.catalog != name) {
        actions.push(Action::Table(TableAction::Return(name.to_owned())));
    }
}

/// Returns the title and the chosen columns, cached until the dialect or the choice changes.
fn columns(ui: &Ui, session: &Session, pack: &Pack, catalog: &Catalog) -> Arc<Vec<Column>> {
    type Kept = (Option<usize>, Option<Vec<String>>, Arc<Vec<Column>>);
    let id = Id::unique(("columns", catalog.def.name));
    // Packs that declare fields have a separate dialect with the same id, so compare addresses.
    let dialect = pack.draft().dialect().map(|dialect| std::ptr::from_ref(dialect).addr());
    let chosen = session.view().tables.columns(catalog.def.name);
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some(kept) = kept.filter(|kept| kept.0 == dialect && kept.1.as_deref() == chosen) {
        return kept.2;
    }
    let title = columns::title(pack, catalog).unwrap_or_else(columns::id);
    let mut others = columns::shown(pack, catalog, chosen);
    let rows = judged(pack, catalog, &others);
    let mut at = 0..;
    // Columns with sentences come last, so that the compact columns stay visible.
    others.sort_by_cached_key(|_| at.next().is_some_and(|at| longest(&rows, at) > SENTENCE));
    let columns = Arc::new([title].into_iter().chain(others).collect::<Vec<_>>());
    ui.data_mut(|data| data.insert_temp(id, (dialect, chosen.map(<[_]>::to_vec), Arc::clone(&columns))));
    columns
}

/// Returns the cells of the sample rows.
fn judged(pack: &Pack, catalog: &Catalog, columns: &[Column]) -> Vec<Vec<Cell>> {
    let each = catalog.records.len().div_ceil(JUDGED).max(1);
    catalog.records.iter().step_by(each).map(|entry| cell::row(pack, &entry.key, columns)).collect()
}

/// Returns the number of characters of the longest text in a column.
fn longest(rows: &[Vec<Cell>], column: usize) -> usize {
    rows.iter().map(|row| row[column].text.chars().count()).max().unwrap_or_default()
}

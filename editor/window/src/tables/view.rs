//! The state of tables: columns, filters, selected rows, the cell cursor and cell editing.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

use super::filter::Filter;

/// The column that every table has.
pub(super) const TITLE: &str = "title";

/// The state of tables.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Tables {
    /// The chosen columns of each catalog; the default is the first fields of the schema.
    columns: BTreeMap<String, Vec<String>>,
    /// The filters of each catalog, by column; none of them is empty.
    filters: BTreeMap<String, BTreeMap<String, Filter>>,
    /// The cursor column of each catalog.
    #[serde(skip)]
    cursors: BTreeMap<String, String>,
    /// The selected rows, if there are several.
    #[serde(skip)]
    rows: BTreeSet<RecordKey>,
    /// The row from which a range selection extends.
    #[serde(skip)]
    anchor: Option<RecordKey>,
    /// The cell being edited.
    #[serde(skip)]
    cell: Option<CellAt>,
    /// The record selected last.
    #[serde(skip)]
    at: Option<RecordKey>,
    /// The rows that each catalog had selected when a record of another one was selected.
    #[serde(skip)]
    left: BTreeMap<String, Left>,
}

/// Selected rows, the current row, and the anchor.
type Left = (BTreeSet<RecordKey>, RecordKey, RecordKey);

/// A cell, by row and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellAt {
    /// The record.
    pub key: RecordKey,
    /// The name of the column.
    pub column: String,
}

impl Tables {
    /// Returns the chosen columns of a catalog; `None` for the default.
    pub fn columns(&self, catalog: &str) -> Option<&[String]> {
        self.columns.get(catalog).map(Vec::as_slice)
    }

    /// Sets the columns of a catalog; `None` restores the default.
    pub fn choose(&mut self, catalog: String, columns: Option<Vec<String>>) {
        match columns {
            Some(columns) => self.columns.insert(catalog, columns),
            None => self.columns.remove(&catalog),
        };
    }

    /// Returns the cursor column.
    pub fn cursor(&self, catalog: &str) -> &str {
        self.cursors.get(catalog).map_or(TITLE, String::as_str)
    }

    /// Sets the cursor column.
    pub fn set_cursor(&mut self, catalog: String, column: String) {
        self.cursors.insert(catalog, column);
    }

    /// Returns the selected rows; empty if there is at most one.
    pub fn rows(&self) -> &BTreeSet<RecordKey> {
        &self.rows
    }

    /// Returns the row from which a range selection extends.
    pub fn anchor(&self) -> Option<&RecordKey> {
        self.anchor.as_ref()
    }

    /// Selects several rows; `anchor` is the row from which a range selection extends.
    pub fn mark(&mut self, rows: impl IntoIterator<Item = RecordKey>, anchor: Option<RecordKey>) {
        self.rows = rows.into_iter().collect();
        if self.rows.len() < 2 {
            self.rows.clear();
        }
        self.anchor = anchor;
    }

    /// Returns the filters of a catalog, by column.
    pub fn filters(&self, catalog: &str) -> &BTreeMap<String, Filter> {
        static NONE: BTreeMap<String, Filter> = BTreeMap::new();
        self.filters.get(catalog).unwrap_or(&NONE)
    }

    /// Sets the filter of a column.
    pub fn set_filter(&mut self, catalog: String, column: String, filter: Filter) {
        let filters = self.filters.entry(catalog).or_default();
        match filter.is_empty() {
            true => filters.remove(&column),
            false => filters.insert(column, filter),
        };
    }

    /// Shows all rows of a catalog.
    pub(crate) fn clear_filters(&mut self, catalog: &str) {
        self.filters.remove(catalog);
    }

    /// Returns the rows that a catalog had selected when a record of another one was selected.
    pub(super) fn left(&self, catalog: &str) -> Option<Left> {
        self.left.get(catalog).cloned()
    }

    /// Returns the cell being edited.
    pub fn cell(&self) -> Option<&CellAt> {
        self.cell.as_ref()
    }

    /// Starts or stops editing a cell.
    pub fn write_in(&mut self, cell: Option<CellAt>) {
        self.cell = cell;
    }

    /// Follows a new selection: the selected rows are kept only if the record is one of them.
    pub(crate) fn selected(&mut self, record: &RecordKey) {
        if let Some(before) = self.at.replace(record.clone()).filter(|before| before.catalog != record.catalog) {
            let rows = self.rows.iter().filter(|row| row.catalog == before.catalog).cloned().collect();
            let anchor = self.anchor.clone().filter(|anchor| anchor.catalog == before.catalog);
            self.left.insert(before.catalog.clone(), (rows, before.clone(), anchor.unwrap_or(before)));
        }
        if !self.rows.contains(record) {
            self.mark([], Some(record.clone()));
        }
        if self.cell.as_ref().is_some_and(|cell| cell.key != *record) {
            self.cell = None;
        }
    }

    pub(crate) fn keep(&mut self, exists: impl Fn(&RecordKey) -> bool) {
        let rows: Vec<_> = std::mem::take(&mut self.rows).into_iter().filter(&exists).collect();
        let anchor = self.anchor.take().filter(&exists);
        self.mark(rows, anchor);
        self.cell = self.cell.take().filter(|cell| exists(&cell.key));
        self.at = self.at.take().filter(&exists);
        self.left.retain(|_, (rows, at, anchor)| {
            rows.retain(&exists);
            exists(at) && exists(anchor)
        });
    }

    pub(crate) fn rename(&mut self, old: &RecordKey, new: &RecordKey) {
        if self.rows.remove(old) {
            self.rows.insert(new.clone());
        }
        self.left.retain(|catalog, _| *catalog != old.catalog);
        let names = self.anchor.iter_mut().chain(&mut self.at).chain(self.cell.as_mut().map(|cell| &mut cell.key));
        names.filter(|key| *key == old).for_each(|key| key.clone_from(new));
    }
}

//! What is looked at in tables: which columns, which rows are selected together, and which cell the cursor is in.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

/// The column every table has.
pub const TITLE: &str = "title";

/// What is looked at in tables.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Tables {
    /// The columns chosen for a catalog, by their names; the first ones of the schema where nobody has chosen.
    columns: BTreeMap<String, Vec<String>>,
    /// The column the cursor is in, by catalog.
    #[serde(skip)]
    cursors: BTreeMap<String, String>,
    /// The rows that are selected together, where there are several.
    #[serde(skip)]
    rows: BTreeSet<RecordKey>,
    /// The row that a selection of several began with.
    #[serde(skip)]
    anchor: Option<RecordKey>,
    /// The cell that is being written in.
    #[serde(skip)]
    cell: Option<CellAt>,
}

/// A cell by its row and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellAt {
    /// The record.
    pub key: RecordKey,
    /// The name of the column.
    pub column: String,
}

impl Tables {
    /// The columns chosen for a catalog; nothing where nobody has chosen.
    pub fn columns(&self, catalog: &str) -> Option<&[String]> {
        self.columns.get(catalog).map(Vec::as_slice)
    }

    /// Chooses the columns of a catalog; nothing for the first ones of the schema.
    pub fn choose(&mut self, catalog: String, columns: Option<Vec<String>>) {
        match columns {
            Some(columns) => self.columns.insert(catalog, columns),
            None => self.columns.remove(&catalog),
        };
    }

    /// The column the cursor is in.
    pub fn cursor(&self, catalog: &str) -> &str {
        self.cursors.get(catalog).map_or(TITLE, String::as_str)
    }

    /// Puts the cursor into a column.
    pub fn set_cursor(&mut self, catalog: String, column: String) {
        self.cursors.insert(catalog, column);
    }

    /// The rows that are selected together; empty where it is one at most.
    pub fn rows(&self) -> &BTreeSet<RecordKey> {
        &self.rows
    }

    /// The row that a selection of several goes on from.
    pub fn anchor(&self) -> Option<&RecordKey> {
        self.anchor.as_ref()
    }

    /// Selects rows together; `anchor` is where a range goes on from.
    pub fn mark(&mut self, rows: impl IntoIterator<Item = RecordKey>, anchor: Option<RecordKey>) {
        self.rows = rows.into_iter().collect();
        if self.rows.len() < 2 {
            self.rows.clear();
        }
        self.anchor = anchor;
    }

    /// The cell that is being written in.
    pub fn cell(&self) -> Option<&CellAt> {
        self.cell.as_ref()
    }

    /// Begins to write in a cell, or ends it.
    pub fn write_in(&mut self, cell: Option<CellAt>) {
        self.cell = cell;
    }

    /// Goes with a selection that was made: rows that it is not among are selected no more.
    pub(super) fn selected(&mut self, record: &RecordKey) {
        if !self.rows.contains(record) {
            self.mark([], Some(record.clone()));
        }
        if self.cell.as_ref().is_some_and(|cell| cell.key != *record) {
            self.cell = None;
        }
    }

    pub(super) fn keep(&mut self, exists: impl Fn(&RecordKey) -> bool) {
        let rows: Vec<_> = std::mem::take(&mut self.rows).into_iter().filter(&exists).collect();
        let anchor = self.anchor.take().filter(&exists);
        self.mark(rows, anchor);
        self.cell = self.cell.take().filter(|cell| exists(&cell.key));
    }

    pub(super) fn rename(&mut self, old: &RecordKey, new: &RecordKey) {
        if self.rows.remove(old) {
            self.rows.insert(new.clone());
        }
        let names = self.anchor.iter_mut().chain(self.cell.as_mut().map(|cell| &mut cell.key));
        names.filter(|key| *key == old).for_each(|key| key.clone_from(new));
    }
}

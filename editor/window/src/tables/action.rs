//! Actions on tables.

use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::filter::Filter;
use super::paste::Target;
use super::view::CellAt;

/// An action on the rows or columns of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableAction {
    /// Selects these rows; then the current row, and the anchor from which a range selection extends.
    Mark(Vec<RecordKey>, RecordKey, RecordKey),
    /// Moves the cell cursor to a column of a catalog.
    Cursor(String, String),
    /// Starts editing a cell, or (`None`) stops.
    Write(Option<CellAt>),
    /// Sets the visible columns of a catalog; `None` restores the default columns.
    Columns(String, Option<Vec<String>>),
    /// Writes the value at a path in each of these records; `None` removes it.
    Fill(Vec<RecordKey>, Vec<String>, Option<Value>),
    /// Clears the cell with the cursor in the selected records.
    Clear,
    /// Shows why the text of a cell was not written.
    Refuse(String),
    /// Selects the rows again that a catalog had selected when it was last shown.
    Return(String),
    /// Sets the filter of a column of a catalog; an empty filter shows all rows.
    Filter(String, String, Filter),
    /// Shows all rows of a catalog.
    ClearFilters(String),
    /// Pastes the cells of a text into the records of a catalog.
    Paste(String, Box<Target>, String),
    /// Duplicates the selected records.
    Duplicate,
    /// Deletes the selected records.
    Delete,
    /// Moves the selected records up by one in their file.
    Up,
    /// Moves the selected records down by one in their file.
    Down,
}

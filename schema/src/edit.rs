//! Text edits: splices that touch only the bytes they must.

use serde_json::Value;

use crate::draft::Draft;
use crate::text::{FileId, Pointer, RecordKey, Span};

/// One replacement in one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice {
    /// The file.
    pub file: FileId,
    /// The bytes replaced.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// Disjoint splices, sorted by file and place; applied together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edit {
    /// The splices.
    pub splices: Vec<Splice>,
}

/// Why an edit cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditError {
    /// There is no such record or value.
    Missing(Pointer),
    /// The text around it cannot be read, so it is not safe to touch.
    Broken(Pointer),
}

/// Sets the value at `pointer`: replaces it where it is written, else inserts key and value (with the maps above it).
pub fn set_value(draft: &Draft, pointer: &Pointer, value: &Value) -> Result<Edit, EditError> {
    let _ = (draft, pointer, value);
    todo!()
}

/// Removes the entry at `pointer` (a key with its value, a sequence item or a whole record) with its own lines.
pub fn remove(draft: &Draft, pointer: &Pointer) -> Result<Edit, EditError> {
    let _ = (draft, pointer);
    todo!()
}

/// Adds a record after the last one of its catalog; in the file that holds the catalog, else in `pack.yaml`.
pub fn insert_record(draft: &Draft, key: &RecordKey, value: &Value) -> Result<Edit, EditError> {
    let _ = (draft, key, value);
    todo!()
}

/// Adds an item at the end of the sequence at `pointer`.
pub fn push_item(draft: &Draft, pointer: &Pointer, value: &Value) -> Result<Edit, EditError> {
    let _ = (draft, pointer, value);
    todo!()
}

/// Replaces single cells of a block of map rows: each is column, row and the legend key to write there.
/// Touches only the lines concerned.
pub fn paint(draft: &Draft, rows: &Pointer, cells: &[(u32, u32, char)]) -> Result<Edit, EditError> {
    let _ = (draft, rows, cells);
    todo!()
}

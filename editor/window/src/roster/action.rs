//! Actions on the figures of a roster.

use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

/// An action on the figures of a roster.
#[derive(Clone, PartialEq, Debug)]
pub enum RosterAction {
    /// Adds a figure of a kind, given by its id, to a record.
    Add(RecordKey, String),
    /// Adds a copy of a figure below it.
    Duplicate(Pointer),
    /// Deletes a figure.
    Delete(Pointer),
    /// Moves a figure to another position of its roster.
    Move(Pointer, usize),
    /// Shows the selected figure next to another one, or (`None`) alone.
    Compare(Option<Pointer>),
    /// Renames a figure.
    Call(Pointer, Value),
}

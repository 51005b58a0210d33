//! The sort order of tables.

use serde::Deserialize;
use serde::Serialize;

/// The sort order of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sorting {
    /// The column.
    pub column: String,
    /// The direction.
    pub order: Order,
}

/// A sort direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Ascending.
    Rising,
    /// Descending.
    Falling,
}

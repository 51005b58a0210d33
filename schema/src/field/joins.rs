//! How a merge joins two changes of one value, by its declared type.

use serde_json::Value;

use super::Field;

/// How two changes of one value are joined. The types declare it with `x-merge`; a pack's own fields cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joins {
    /// Never: the value is replaced as a whole. The default for lists: places, sizes, colours, scripts, layers.
    Whole,
    /// `"set"`: a list of distinct names whose order has no meaning.
    Set,
    /// `"pile"`: a list of things without names whose order has no meaning. Additions are joined, edits are not: an
    /// edited item cannot be told from a new one.
    Pile,
    /// `{"key": KEY}`: a list of objects, each named by the value of one key. With `"ordered": true` their order has a
    /// meaning, and only one side may add or move items.
    Named {
        /// The naming key.
        key: &'static str,
        /// Whether the order has a meaning.
        ordered: bool,
    },
    /// `"cells"`: text with a line per map row and a character per cell.
    Cells,
}

impl Field {
    /// How two changes of a value here are joined.
    pub fn joins(self) -> Joins {
        match self.get("x-merge") {
            Some(Value::String(word)) => match word.as_str() {
                "set" => Joins::Set,
                "pile" => Joins::Pile,
                "cells" => Joins::Cells,
                _ => Joins::Whole,
            },
            Some(Value::Object(named)) => match named.get("key").and_then(Value::as_str) {
                Some(key) => Joins::Named { key, ordered: named.get("ordered") == Some(&Value::Bool(true)) },
                None => Joins::Whole,
            },
            _ => Joins::Whole,
        }
    }
}

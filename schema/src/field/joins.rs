//! Merge strategies for values, declared by their types.

use serde_json::Value;

use super::Field;

/// How two changes of one value are merged. Types declare it with `x-merge`; custom fields of packs cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joins {
    /// Not merged: the value is replaced as a whole. The default for lists: positions, sizes, colours, scripts, layers.
    Whole,
    /// `"set"`: a list of distinct names in any order.
    Set,
    /// `"pile"`: a list of unnamed items in any order. Additions are merged; edits are not, because an edited item
    /// cannot be distinguished from a new one.
    Pile,
    /// `{"key": KEY}`: a list of objects, each identified by the value of one key. With `"ordered": true` the order is
    /// significant, and only one side may add or move items.
    Named {
        /// The identifying key.
        key: &'static str,
        /// Whether the order is significant.
        ordered: bool,
    },
    /// `"cells"`: text with one line per map row and one character per cell.
    Cells,
}

impl Field {
    /// Returns how two changes of a value of this field are merged.
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

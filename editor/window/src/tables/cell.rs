//! The contents of table cells.

use egui::Color32;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::{Column, Holds};
use crate::pack::Pack;
use foeman_scene::theme::parse_color;

/// The content of a cell.
#[derive(Clone, Default, Debug)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// Its number for sorting, if it is numeric.
    pub number: Option<i64>,
    /// Its colour, if the value is one.
    pub color: Option<Color32>,
    /// Whether the value is in the record itself, as opposed to inherited or a default.
    pub written: bool,
}

/// Returns the cells of a record.
pub fn row(pack: &Pack, key: &RecordKey, columns: &[Column]) -> Vec<Cell> {
    let raw = pack.raw(key);
    let merged = pack.merged(key);
    columns.iter().map(|column| cell(pack, key, column, raw.as_deref(), merged.as_deref())).collect()
}

fn cell(pack: &Pack, key: &RecordKey, column: &Column, raw: Option<&Value>, merged: Option<&Value>) -> Cell {
    let plain = |text: String| Cell { text, written: true, ..Cell::default() };
    let (path, field) = match &column.holds {
        Holds::Id => return plain(key.id.clone()),
        Holds::File => {
            return plain(pack.draft().file_of(key).map_or("", |file| pack.draft().path(file)).to_owned());
        }
        Holds::Value(path, field) => (path, *field),
    };
    let find = |value: Option<&'_ Value>| -> Option<Value> {
        path.iter().try_fold(value?, |value, step| value.get(step)).cloned()
    };
    let written = find(raw);
    // Keys that only control inheritance are in the record itself, not in the merged one.
    let value = find(merged).or_else(|| written.clone()).or_else(|| field.default().cloned());
    let text = value.as_ref().map(|value| text(pack, field, value)).unwrap_or_default();
    Cell {
        number: value.as_ref().and_then(Value::as_i64).or_else(|| text.parse().ok()),
        color: value.as_ref().and_then(Value::as_str).and_then(parse_color),
        written: written.is_some(),
        text,
    }
}

/// Formats a value for display: records by their titles, lists and maps by their length.
pub fn text(pack: &Pack, field: Field, value: &Value) -> String {
    match (field.kind(), value) {
        (FieldKind::Reference { catalog }, Value::String(id)) => {
            let key = RecordKey::new(catalog, id);
            pack.index().title(&key).to_owned()
        }
        (_, Value::String(text)) => text.clone(),
        (_, Value::Bool(true)) => "yes".to_owned(),
        (_, Value::Bool(false) | Value::Null) => String::new(),
        (_, Value::Object(entries)) => entries.len().to_string(),
        (FieldKind::List { min, max }, Value::Array(items)) if max != Some(min) => items.len().to_string(),
        (_, Value::Array(items)) if items.iter().any(Value::is_object) => {
            let titles: Option<Vec<&str>> =
                items.iter().map(|item| item.get("title").or(item.get("name"))?.as_str()).collect();
            titles.map_or_else(|| items.len().to_string(), |titles| titles.join(", "))
        }
        (_, Value::Array(items)) => items.iter().map(Value::to_string).collect::<Vec<_>>().join(" × "),
        (_, other) => other.to_string(),
    }
}

/// Formats a value for spreadsheets, in the form that paste accepts: records by their ids, booleans as words.
pub fn sheet_text(field: Field, value: &Value) -> String {
    match (field.kind(), value) {
        (_, Value::String(text)) => text.clone(),
        (_, Value::Bool(on)) => if *on { "yes" } else { "no" }.to_owned(),
        (_, Value::Null) => String::new(),
        (FieldKind::List { min, max }, Value::Array(items)) if max == Some(min) => {
            items.iter().map(Value::to_string).collect::<Vec<_>>().join(" × ")
        }
        (_, Value::Object(_) | Value::Array(_)) => String::new(),
        (_, other) => other.to_string(),
    }
}

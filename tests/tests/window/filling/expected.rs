//! The value that an entry should write.

use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{Pointer, RecordKey};
use foeman_window::pack::Pack;
use serde_json::Value;

/// A value that was entered, and where.
pub(super) type Entered = (Pointer, Value);

/// Returns a value of a record as it is in the pack.
pub(super) fn at(pack: &Pack, key: &RecordKey, steps: &[String]) -> Option<Value> {
    let raw = pack.raw(key)?;
    let value = steps.iter().try_fold(&*raw, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    });
    value.cloned()
}

/// Whether a value has this text.
pub(super) fn is_typed(field: Field, text: &str, value: &Value) -> bool {
    match (field.kind(), value) {
        (FieldKind::Integer { .. } | FieldKind::Number, value) => text.parse().ok() == value.as_f64(),
        (FieldKind::List { .. }, Value::Array(items)) => {
            let numbers: Vec<&str> = text.split(", ").collect();
            numbers.len() == items.len() && items.iter().zip(numbers).all(|(item, text)| shown(item) == text)
        }
        (_, value) => shown(value) == text,
    }
}

/// Whether an option of a list stands for a value: as a word, or as the title of a record or of a key.
pub(super) fn is_chosen(pack: &Pack, field: Field, option: &str, value: &Value) -> bool {
    let text = shown(value);
    match field.kind() {
        FieldKind::Choice(_) => option == text || option.starts_with(&format!("{text}: ")),
        FieldKind::Reference { catalog } => {
            let key = RecordKey::new(catalog, &text);
            pack.draft().contains(&key) && pack.index().title(&key) == option
        }
        // Keys are named by their titles, which only the owner of the keys has.
        _ => field.names_keys().is_some(),
    }
}

pub(super) fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

//! The words in a new value that could be others: choices, references, and names of zones and figures.

use std::collections::BTreeSet;

use foeman_schema::dialect::CatalogDef;
use foeman_schema::field::{Field, FieldKind, KeysOf};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::Pack;

/// The maximum number of records whose keys are collected.
const ASKED: usize = 300;

/// The path of a value inside another, and the alternatives for it.
pub type Slot = (Vec<String>, Vec<String>);

/// Returns the choices and references in a value, each with its alternatives.
///
/// Values with few alternatives come first: if a new record does not fit, the cause is more often the place of
/// something than its type.
pub fn slots(pack: &Pack, field: Field, value: &Value) -> Vec<Slot> {
    let mut slots = Vec::new();
    collect(pack, field, value, &mut Vec::new(), &mut slots);
    slots.sort_by_key(|(_, words)| words.len());
    slots
}

/// Returns the value with another word at a path.
pub fn with(value: &Value, path: &[String], word: &str) -> Value {
    let mut other = value.clone();
    let slot = path.iter().try_fold(&mut other, |value, step| match value {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        other => other.get_mut(step),
    });
    if let Some(slot) = slot {
        *slot = Value::from(word);
    }
    other
}

/// Collects the choices and references in a value, with their alternatives.
fn collect(pack: &Pack, field: Field, value: &Value, path: &mut Vec<String>, slots: &mut Vec<Slot>) {
    let words: Vec<String> = match field.kind() {
        FieldKind::Reference { catalog } => pack.draft().ids(catalog).map(str::to_owned).collect(),
        FieldKind::Choice(words) => words.iter().map(|word| word.value.to_owned()).collect(),
        FieldKind::Text { .. } => field.names_keys().map(|keys| keys_of(pack, &keys)).unwrap_or_default(),
        _ => Vec::new(),
    };
    match value {
        Value::String(now) => {
            let others: Vec<String> = words.into_iter().filter(|word| word != now).collect();
            // The kind decides about all other fields.
            if !others.is_empty() && field.name() != "kind" {
                slots.push((path.clone(), others));
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                let Some(inner) = field.child(key) else { continue };
                path.push(key.clone());
                collect(pack, inner, value, path, slots);
                path.pop();
            }
        }
        Value::Array(items) => {
            let Some(inner) = field.value() else { return };
            for (at, item) in items.iter().enumerate() {
                path.push(at.to_string());
                collect(pack, inner, item, path, slots);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Returns the keys of the maps that a name may refer to, for example of the zones of all maps.
fn keys_of(pack: &Pack, keys: &KeysOf) -> Vec<String> {
    let (draft, mut found) = (pack.draft(), BTreeSet::new());
    let Some(last) = keys.path.last().filter(|_| !keys.letters) else { return Vec::new() };
    let has_map = |catalog: &&CatalogDef| {
        let field = draft.dialect().and_then(|dialect| Field::record(dialect, catalog.name)?.child(last));
        field.is_some_and(|field| matches!(field.kind(), FieldKind::Map))
    };
    for catalog in draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs).filter(has_map) {
        for id in draft.ids(catalog.name).take(ASKED) {
            let record = draft.merged(&RecordKey::new(catalog.name, id));
            let map = record.as_ref().and_then(|record| record.get(*last)?.as_object());
            found.extend(map.into_iter().flat_map(|map| map.keys().cloned()));
        }
    }
    found.into_iter().collect()
}

//! New values: the smallest thing the schema accepts, so that adding something is never an error by itself.

use std::collections::BTreeMap;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::{CatalogDef, RecordView, Ref};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::grid::{Geometry, Shape, Stand};
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

use super::index::sentence;
use super::pack::Pack;

/// Columns and rows of a new map.
const NEW_MAP: [u32; 2] = [12, 9];

/// A new record of a catalog, with an id of its own.
pub fn record(pack: &Pack, catalog: &str) -> Option<(RecordKey, Value)> {
    let dialect = pack.draft().dialect()?;
    let def = dialect.catalog(catalog)?;
    let id = unused_id(pack, catalog, &format!("new-{}", kebab(def.title)));
    let title = sentence(&id);
    let record = match def.view {
        RecordView::Map => map(pack, def, title)?,
        RecordView::Form | RecordView::Scenario => {
            let mut record = value(pack, Field::record(dialect, catalog)?);
            if let Some(slot) = record.get_mut("title") {
                *slot = Value::from(title);
            }
            record
        }
    };
    Some((RecordKey::new(catalog, id), record))
}

/// A copy of a record as it is written, with an id and a title of its own.
pub fn copy(pack: &Pack, key: &RecordKey) -> Option<(RecordKey, Value)> {
    let mut record = pack.draft().raw(key)?;
    let id = unused_id(pack, &key.catalog, &key.id);
    let number = id.rsplit('-').next().unwrap_or_default();
    if let Some(Value::String(title)) = record.get_mut("title") {
        *title = format!("{title} {number}");
    }
    Some((RecordKey::new(&key.catalog, id), record))
}

/// The smallest value the schema accepts for a field.
pub fn value(pack: &Pack, field: Field) -> Value {
    if let Some(default) = field.default() {
        return default.clone();
    }
    match field.kind() {
        FieldKind::Object => {
            if let Some(kind) = field.tag().and_then(|tag| first_word(field.child(tag)?)) {
                return of_kind(pack, field, kind, &Value::Null);
            }
            let needed = field.fields().into_iter().filter(|field| field.required());
            needed.map(|field| (field.name().to_owned(), value(pack, field))).collect()
        }
        FieldKind::Map => json!({}),
        FieldKind::List { .. } if field.example().is_some() => field.example().cloned().unwrap_or_default(),
        FieldKind::List { min, .. } => {
            let item = field.value().map_or(Value::Null, |item| value(pack, item));
            Value::Array(vec![item; min])
        }
        FieldKind::Choice(_) => first_word(field).map_or(Value::Null, Value::from),
        FieldKind::Integer { min, max } => field.example().cloned().unwrap_or_else(|| Value::from(0.clamp(min, max))),
        FieldKind::Number => json!(0),
        FieldKind::Text { .. } => match field.example() {
            Some(Value::String(example)) => field.typed(example),
            Some(other) => other.clone(),
            None => Value::from("New"),
        },
        FieldKind::Reference { catalog } => Value::from(pack.draft().ids(catalog).next().unwrap_or("none")),
        FieldKind::Bool => Value::Bool(false),
        FieldKind::Any => Value::Null,
    }
}

/// A value of one kind: what `before` has of its fields, and the smallest value for what else it must have.
pub fn of_kind(pack: &Pack, field: Field, kind: &str, before: &Value) -> Value {
    let fields = field.fields_of(kind).into_iter().filter_map(|inner| {
        let value = match before.get(inner.name()) {
            _ if Some(inner.name()) == field.tag() => Value::from(kind),
            Some(kept) => kept.clone(),
            None if inner.required() => value(pack, inner),
            None => return None,
        };
        Some((inner.name().to_owned(), value))
    });
    fields.collect()
}

/// The first word of a choice.
fn first_word(field: Field) -> Option<&'static str> {
    match field.kind() {
        FieldKind::Choice(words) => words.first().map(|word| word.value),
        _ => None,
    }
}

/// Words as an id: `Figure type` is `figure-type`.
fn kebab(words: &str) -> String {
    let mut id = String::new();
    for letter in words.to_lowercase().chars() {
        if letter.is_ascii_alphanumeric() {
            id.push(letter);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.trim_end_matches('-').to_owned()
}

/// `wanted`, or the first of `wanted-2`, `wanted-3`, … that no record has.
fn unused_id(pack: &Pack, catalog: &str, wanted: &str) -> String {
    let free = |id: &str| !pack.draft().contains(&RecordKey::new(catalog, id));
    if free(wanted) {
        return wanted.to_owned();
    }
    let stem = match wanted.rsplit_once('-') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        _ => wanted,
    };
    (2_u64..).map(|number| format!("{stem}-{number}")).find(|id| free(id)).expect("there are more numbers than records")
}

/// A map of one terrain; none without a terrain to make it of.
fn map(pack: &Pack, def: &CatalogDef, title: String) -> Option<Value> {
    let dialect = pack.draft().dialect()?;
    let legend = Field::record(dialect, def.name)?.child("legend")?.value()?;
    let FieldKind::Reference { catalog } = legend.kind() else { return None };
    let terrain = pack.draft().ids(catalog).next().unwrap_or("none");
    let key = terrain.chars().find(char::is_ascii_alphanumeric).unwrap_or('x').to_string();
    let [width, height] = NEW_MAP;
    let line = key.repeat(width as usize) + "\n";
    let map = Map {
        title,
        geometry: Geometry::new(Shape::Hex, Stand::Edge, None, NEW_MAP).ok()?,
        legend: BTreeMap::from([(key, Ref::new(terrain))]),
        rows: line.repeat(height as usize),
        elevation: String::new(),
        zones: BTreeMap::new(),
    };
    serde_json::to_value(map).ok()
}

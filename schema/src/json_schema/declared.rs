//! Schemas of custom fields: of their declarations in the header, and of their values.

use serde_json::{Map, Number, Value, json};

use super::variants::{VARIANTS, permit};
use super::{ID_PATTERN, in_reading_order};
use crate::declaration::{Declaration, Kind};
use crate::dialect::{DeclaredField, Dialect};

/// The keyword with the title of the pack that declares a field.
pub(crate) const PACK: &str = "x-pack";

/// The shared definition of a field declaration.
const SHARED: &str = "declared-field";

/// Limits the keys of the header's `fields` to existing catalogs.
/// The schema of a declaration is shared by all catalogs.
pub(super) fn header(dialect: &Dialect, fields: &mut Value, shared: &mut Map<String, Value>) {
    let mut of_catalog = fields["additionalProperties"].take();
    of_catalog["propertyNames"] = json!({ "pattern": ID_PATTERN, "examples": ["price"] });
    let names: Vec<&str> = dialect.catalogs.iter().map(|catalog| catalog.name).collect();
    let mut declaration = of_catalog["additionalProperties"].take();
    declaration["properties"]["to"]["enum"] = json!(names);
    shared.insert(SHARED.to_owned(), declaration);
    of_catalog["additionalProperties"] = json!({ "$ref": format!("#/$defs/{SHARED}") });
    let catalogs = dialect.catalogs.iter().map(|catalog| {
        let mut own = of_catalog.clone();
        own["description"] =
            json!(format!("Fields that the pack adds to the records of `{}`, by their names.", catalog.name));
        own.as_object_mut().into_iter().for_each(in_reading_order);
        (catalog.name.to_owned(), own)
    });
    fields["properties"] = catalogs.collect();
    fields["additionalProperties"] = json!(false);
    fields.as_object_mut().into_iter().for_each(in_reading_order);
}

/// Adds the declared fields to the schema of a catalog's records.
pub(super) fn add(dialect: &Dialect, catalog: &str, record: &mut Value) {
    for field in dialect.declared_in(catalog) {
        permit(record, &field.name, schema(field));
    }
}

/// Returns the schema of the declared fields of a catalog's records. It keeps the keywords of the record itself, but
/// not the schemas of its own fields.
pub(super) fn more(dialect: &Dialect, catalog: &str, record: &Value) -> Value {
    let said = record.as_object().into_iter().flatten();
    let said = said.filter(|(word, _)| !["properties", VARIANTS].contains(&word.as_str()));
    let mut more: Map<String, Value> = said.map(|(word, said)| (word.clone(), said.clone())).collect();
    let fields = dialect.declared_in(catalog).map(|field| (field.name.clone(), schema(field)));
    more.insert("properties".to_owned(), fields.collect());
    Value::Object(more)
}

/// Returns the schema of a declared field.
fn schema(field: &DeclaredField) -> Value {
    let Some(declaration) = &field.declaration else {
        // Invalid declarations are reported where they are written; any value is valid.
        return json!({ PACK: field.pack });
    };
    let value = value(&declaration.kind);
    let mut schema = if declaration.list { json!({ "type": "array", "items": value }) } else { value };
    if !declaration.about.is_empty() {
        schema["description"] = json!(declaration.about);
    }
    if let Some(default) = declaration.default() {
        schema["default"] = default.clone();
    }
    schema[PACK] = json!(field.pack);
    schema.as_object_mut().into_iter().for_each(in_reading_order);
    schema
}

fn value(kind: &Kind) -> Value {
    match kind {
        Kind::Integer { .. } => {
            let mut schema = numbers(kind, |bound| bound.is_i64());
            schema["type"] = json!("integer");
            schema
        }
        Kind::Number { .. } => {
            let mut schema = numbers(kind, |_| true);
            schema["type"] = json!("number");
            schema
        }
        Kind::Text { translate, .. } => json!({ "type": "string", "x-text": translate }),
        Kind::YesOrNo { .. } => json!({ "type": "boolean" }),
        Kind::Choice { of, .. } => {
            let mut words: Vec<&String> = of.iter().collect();
            words.sort_by_key(|word| of.iter().position(|other| other == *word));
            words.dedup();
            let mut schema = json!({ "type": "string" });
            if !words.is_empty() {
                schema["enum"] = json!(words);
            }
            schema
        }
        Kind::Reference { to } => json!({ "type": "string", "x-ref": { "catalog": to } }),
    }
}

/// Returns the bounds of a number, unless the range is empty.
fn numbers(kind: &Kind, sound: impl Fn(&Number) -> bool) -> Value {
    let mut schema = json!({});
    let [min, max] = kind.bounds();
    let empty = min.zip(max).is_some_and(|(min, max)| min.as_f64() > max.as_f64());
    for (key, bound) in [("minimum", min), ("maximum", max)] {
        if let Some(bound) = bound.filter(|bound| sound(bound) && !empty) {
            schema[key] = json!(bound);
        }
    }
    if let Some(unit) = kind.unit() {
        schema["x-unit"] = json!(unit);
    }
    schema
}

impl Declaration {
    /// Returns whether both declarations allow the same values, ignoring their descriptions.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        let bare = |declaration: &Self| Self { about: String::new(), ..declaration.clone() };
        bare(self) == bare(other)
    }
}

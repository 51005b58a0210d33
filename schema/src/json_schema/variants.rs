//! Turns tagged unions into one closed object: a tag selects the variant of a value, and the other keys depend on it.
//!
//! A key of a union means the same in every variant that has it. The field at a pointer therefore does not depend on
//! the value, and errors can be reported at the exact key or value.

use serde_json::{Map, Value, json};

use super::keyword::keyword_in;

/// The variants of a union, for forms and messages; not published, since [`rules`] contains the same information.
///
/// The value of a key is `true` if its schema is the one that the union has for the key, as for nearly all keys.
pub(crate) const VARIANTS: &str = "x-variants";

/// Turns a `oneOf` of objects with a constant tag into one object with all their keys.
pub(super) fn flatten(object: &mut Map<String, Value>) {
    let Some(tag) = tag(object) else { return };
    let Some(Value::Array(variants)) = object.remove("oneOf") else { return };
    let shared = into_map(object.remove("properties"));
    let always = into_list(object.remove("required"));

    let (mut names, mut docs, mut kinds) = (Vec::new(), Map::new(), Map::new());
    // The tag first, then keys of single variants, then shared keys.
    let mut properties = Map::from_iter([(tag.clone(), Value::Null)]);
    for variant in variants {
        let mut variant = into_map(Some(variant));
        let mut own = into_map(variant.swap_remove("properties"));
        let constant = own.shift_remove(&tag).and_then(|mut schema| Some(schema.get_mut("const")?.take()));
        let Some(Value::String(name)) = constant else { continue };
        docs.insert(name.clone(), variant.swap_remove("description").unwrap_or_else(|| json!("")));
        let mut keys = Map::from_iter([(tag.clone(), Value::Bool(true))]);
        for (key, schema) in own {
            let own = if shared.contains_key(&key) { Value::Bool(true) } else { add(&mut properties, &key, schema) };
            keys.insert(key, own);
        }
        keys.extend(shared.keys().map(|key| (key.clone(), Value::Bool(true))));
        let mut required = into_list(variant.swap_remove("required"));
        required.extend(always.iter().cloned());
        required.retain(|key| *key != tag);
        let kind = [("properties", Value::Object(keys)), ("required", Value::Array(required))];
        kinds.insert(name.clone(), kind.into_iter().map(|(key, value)| (key.to_owned(), value)).collect());
        names.push(Value::String(name));
    }
    properties.extend(shared);
    let choice = [
        ("description", json!("The kind, which determines the other keys.")),
        ("type", json!("string")),
        ("enum", Value::Array(names)),
        ("x-docs", Value::Object(docs)),
    ];
    properties.insert(tag.clone(), choice.into_iter().map(|(key, value)| (key.to_owned(), value)).collect());
    object.insert("type".to_owned(), json!("object"));
    object.insert("x-tag".to_owned(), json!(tag));
    object.insert("properties".to_owned(), Value::Object(properties));
    object.insert("required".to_owned(), json!([tag]));
    object.insert("additionalProperties".to_owned(), json!(false));
    object.insert(VARIANTS.to_owned(), Value::Object(kinds));
}

/// Adds a key of a variant to the keys of its union. Returns what the variant says about the key: `true` if its schema is
/// the union's.
fn add(properties: &mut Map<String, Value>, key: &str, schema: Value) -> Value {
    match properties.get(key) {
        Some(known) if *known == schema => Value::Bool(true),
        Some(known) => {
            assert!(alike(known, &schema), "the key `{key}` has different schemas in two variants of a union");
            schema
        }
        None => {
            properties.insert(key.to_owned(), schema);
            Value::Bool(true)
        }
    }
}

/// Returns the schema of a key of a variant. `said` is the value that the variant has for the key: a schema of its own, or
/// `true`.
pub(crate) fn schema_of<'s>(said: &'s Value, union: &'s Map<String, Value>, key: &str) -> Option<&'s Value> {
    if said.is_object() { Some(said) } else { keyword_in(union, "properties")?.get(key) }
}

fn into_map(value: Option<Value>) -> Map<String, Value> {
    match value {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

fn into_list(value: Option<Value>) -> Vec<Value> {
    match value {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

/// Returns the key whose constants distinguish all of some objects.
fn tag(object: &Map<String, Value>) -> Option<String> {
    let variants = keyword_in(object, "oneOf")?.as_array()?;
    let constant = |variant: &Value, key: &str| variant["properties"][key]["const"].is_string();
    let tag = variants.first()?["properties"].as_object()?.keys().find(|key| constant(&variants[0], key))?;
    variants.iter().all(|variant| constant(variant, tag)).then(|| tag.clone())
}

/// Returns the rules for the allowed and required keys of each variant of a union.
fn rules(union: &Map<String, Value>, kinds: &Map<String, Value>) -> Option<Value> {
    let tag = keyword_in(union, "x-tag")?.as_str()?;
    let rules = kinds.iter().map(|(name, kind)| {
        let keys: Vec<_> = kind["properties"].as_object().into_iter().flat_map(Map::keys).collect();
        let mut then = json!({ "propertyNames": { "enum": keys } });
        if let Some(required) = kind["required"].as_array().filter(|keys| !keys.is_empty()) {
            // A key required in one variant may be null in another, so its own schema allows null.
            let something = |key: &Value| {
                let key = key.as_str()?;
                let types = schema_of(&kind["properties"][key], union, key)?.get("type");
                let something = types.map_or(json!({ "not": { "type": "null" } }), |types| json!({ "type": types }));
                Some((key.to_owned(), something))
            };
            then["properties"] = required.iter().filter_map(something).collect();
            then["required"] = json!(required);
        }
        json!({ "if": { "properties": { tag: { "const": name } }, "required": [tag] }, "then": then })
    });
    Some(rules.collect())
}

/// Adds a key to all variants.
pub(super) fn permit(object: &mut Value, key: &str, schema: Value) {
    let add = |properties: &mut Value, said: Value| {
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(key.to_owned(), said);
        }
    };
    add(&mut object["properties"], schema);
    if let Some(Value::Object(kinds)) = object.get_mut(VARIANTS) {
        kinds.values_mut().for_each(|kind| add(&mut kind["properties"], Value::Bool(true)));
    }
}

/// Returns whether two schemas accept the same values.
fn alike(a: &Value, b: &Value) -> bool {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return a == b };
    let explains = |key: &str| matches!(key, "description" | "default" | "examples");
    let count = |object: &Map<String, Value>| object.keys().filter(|key| !explains(key)).count();
    let same = |(key, value): (&String, &Value)| explains(key) || keyword_in(b, key) == Some(value);
    count(a) == count(b) && a.iter().all(same)
}

/// Makes all keys of all variants optional, because a value may inherit them.
pub(super) fn without_required(object: &mut Map<String, Value>) {
    if object.contains_key("x-tag")
        && let Some(Value::Array(rules)) = object.get_mut("allOf")
    {
        for rule in rules.iter_mut().filter_map(|rule| rule["then"].as_object_mut()) {
            rule.remove("required");
            rule.remove("properties");
        }
    }
}

/// Replaces the variants of unions, which only forms and messages need, with rules.
pub(super) fn publish(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(kinds)) = object.shift_remove(VARIANTS)
                && let Some(rules) = rules(object, &kinds)
            {
                object.insert("allOf".to_owned(), rules);
            }
            object.values_mut().for_each(publish);
        }
        Value::Array(items) => items.iter_mut().for_each(publish),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_described_as_its_variant_describes_it() {
        let variant = |kind: &str, about: &str| {
            let by = json!({ "type": "integer", "description": about });
            json!({ "properties": { "kind": { "const": kind }, "by": by }, "required": ["kind", "by"] })
        };
        let mut union = json!({ "oneOf": [variant("push", "How far"), variant("harm", "How much")] });
        flatten(union.as_object_mut().unwrap());
        let about = |kind: &str| {
            let said = &union[VARIANTS][kind]["properties"]["by"];
            schema_of(said, union.as_object().unwrap(), "by").unwrap()["description"].clone()
        };
        assert_eq!([about("push"), about("harm")], ["How far", "How much"]);
        publish(&mut union);
        assert_eq!(union["allOf"][1]["then"]["required"], json!(["by"]));
    }
}

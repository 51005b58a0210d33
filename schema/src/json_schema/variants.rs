//! Turns tagged unions into one closed object: a tag selects the variant of a value, and the other keys depend on it.
//!
//! A key of a union means the same in every variant that has it. The field at a pointer therefore does not depend on
//! the value, and errors can be reported at the exact key or value.

use serde_json::{Map, Value, json};

use super::keyword::keyword_in;

/// The variants of a union, for forms and messages; not published, since [`rules`] contains the same information.
pub(crate) const VARIANTS: &str = "x-variants";

/// Turns a `oneOf` of objects with a constant tag into one object with all their keys.
pub(super) fn flatten(object: &mut Map<String, Value>) {
    let Some(tag) = tag(object) else { return };
    let Some(Value::Array(variants)) = object.remove("oneOf") else { return };
    let shared = object.remove("properties");
    let shared = shared.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
    let always = object.remove("required").and_then(|keys| keys.as_array().cloned()).unwrap_or_default();

    let (mut names, mut docs, mut kinds) = (Vec::new(), Map::new(), Map::new());
    for variant in variants {
        let name = variant["properties"][&tag]["const"].as_str().unwrap_or_default().to_owned();
        docs.insert(name.clone(), variant.get("description").cloned().unwrap_or_else(|| json!("")));
        let mut own = variant["properties"].as_object().cloned().unwrap_or_default();
        own.shift_remove(&tag);
        own.extend(shared.clone());
        let mut required = variant["required"].as_array().cloned().unwrap_or_default();
        required.extend(always.iter().cloned());
        required.retain(|key| *key != tag);
        kinds.insert(name.clone(), json!({ "properties": own, "required": required }));
        names.push(name);
    }
    let choice = json!({
        "description": "The kind, which determines the other keys.",
        "type": "string",
        "enum": names,
        "x-docs": docs,
    });

    // The tag first, then keys of single variants, then shared keys.
    let mut properties = Map::from_iter([(tag.clone(), choice.clone())]);
    let own = kinds.values().filter_map(|kind| kind["properties"].as_object()).flatten();
    for (key, schema) in own.filter(|(key, _)| !shared.contains_key(*key)).chain(&shared) {
        let known = properties.entry(key.clone()).or_insert_with(|| schema.clone());
        assert!(alike(known, schema), "the key `{key}` has different schemas in two variants of a union");
    }
    for kind in kinds.values_mut() {
        if let Some(own) = kind["properties"].as_object_mut() {
            own.shift_insert(0, tag.clone(), choice.clone());
        }
    }
    object.insert("type".to_owned(), json!("object"));
    object.insert("x-tag".to_owned(), json!(tag));
    object.insert("properties".to_owned(), Value::Object(properties));
    object.insert("required".to_owned(), json!([tag]));
    object.insert("additionalProperties".to_owned(), json!(false));
    object.insert("allOf".to_owned(), rules(&tag, &kinds));
    object.insert(VARIANTS.to_owned(), Value::Object(kinds));
}

/// Returns the key whose constants distinguish all of some objects.
fn tag(object: &Map<String, Value>) -> Option<String> {
    let variants = keyword_in(object, "oneOf")?.as_array()?;
    let constant = |variant: &Value, key: &str| variant["properties"][key]["const"].is_string();
    let tag = variants.first()?["properties"].as_object()?.keys().find(|key| constant(&variants[0], key))?;
    variants.iter().all(|variant| constant(variant, tag)).then(|| tag.clone())
}

/// Returns the rules for the allowed and required keys of each variant.
fn rules(tag: &str, kinds: &Map<String, Value>) -> Value {
    let rules = kinds.iter().map(|(name, kind)| {
        let keys: Vec<_> = kind["properties"].as_object().into_iter().flat_map(Map::keys).collect();
        let mut then = json!({ "propertyNames": { "enum": keys } });
        if let Some(required) = kind["required"].as_array().filter(|keys| !keys.is_empty()) {
            // A key required in one variant may be null in another, so its own schema allows null.
            let something = |key: &Value| {
                let types = kind["properties"][key.as_str()?].get("type");
                let something = types.map_or(json!({ "not": { "type": "null" } }), |types| json!({ "type": types }));
                Some((key.as_str()?.to_owned(), something))
            };
            then["properties"] = required.iter().filter_map(something).collect();
            then["required"] = json!(required);
        }
        json!({ "if": { "properties": { tag: { "const": name } }, "required": [tag] }, "then": then })
    });
    rules.collect()
}

/// Adds a key to all variants.
pub(super) fn permit(object: &mut Value, key: &str, schema: &Value) {
    let add = |properties: &mut Value| {
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(key.to_owned(), schema.clone());
        }
    };
    add(&mut object["properties"]);
    if let Some(Value::Object(kinds)) = object.get_mut(VARIANTS) {
        kinds.values_mut().for_each(|kind| add(&mut kind["properties"]));
    }
    if let Some(Value::Array(rules)) = object.get_mut("allOf") {
        for rule in rules {
            if let Some(Value::Array(names)) = rule.pointer_mut("/then/propertyNames/enum") {
                names.push(json!(key));
            }
        }
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

/// Removes keywords that only forms and messages need.
pub(super) fn publish(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.shift_remove(VARIANTS);
            object.values_mut().for_each(publish);
        }
        Value::Array(items) => items.iter_mut().for_each(publish),
        _ => {}
    }
}

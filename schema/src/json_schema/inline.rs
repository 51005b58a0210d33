//! Replaces the generated references to types, because forms and messages need the schema of a position, not its type
//! name.
//!
//! Forms refer to most types, so that each is kept once. The published schema contains the types wherever they are used,
//! except for shared definitions: recursive types, and unions used as list items.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::keyword::{keyword, keyword_in, keyword_mut};
use super::variants::VARIANTS;
use super::{each_subschema, in_reading_order};

/// How references of forms to types begin.
pub(crate) const TYPES: &str = "#/types/";

/// How references to shared definitions begin, and all references in a generated schema.
pub(crate) const DEFINITIONS: &str = "#/$defs/";

/// Type definitions.
pub(super) struct Types {
    /// The definitions as generated, after tidying.
    generated: Map<String, Value>,
    /// Shared definitions: recursive types, and unions used as list items.
    shared: Map<String, Value>,
    /// The union that each title of a shared definition stands for.
    unions: Vec<(String, String)>,
    /// The types that contain themselves, or others that do.
    recursive: BTreeSet<String>,
    /// The types currently being inlined, outermost first.
    open: Vec<String>,
}

impl Types {
    /// Creates the set of generated and tidied types.
    pub(super) fn new(generated: Map<String, Value>) -> Self {
        let recursive = recursive(&generated);
        Self { generated, shared: Map::new(), unions: Vec::new(), recursive, open: Vec::new() }
    }

    /// Returns the shared definitions, and the types that forms refer to.
    pub(super) fn into_parts(mut self) -> [Map<String, Value>; 2] {
        let mut types = self.generated.clone();
        types.retain(|name, _| !self.recursive.contains(name));
        types.values_mut().for_each(|schema| self.form(schema));
        // Not in the order in which forms happen to refer to them.
        self.shared.sort_keys();
        [self.shared, types]
    }

    /// Makes a schema a form. A schema that is itself a reference, such as to the type of a record, becomes that type.
    pub(super) fn form(&mut self, schema: &mut Value) {
        let name = keyword(schema, "$ref").and_then(type_name).filter(|name| !self.recursive.contains(*name));
        match name.and_then(|name| self.generated.get(name)).cloned() {
            Some(mut found) => {
                self.form(&mut found);
                replace(schema, found);
            }
            None => self.refer(schema),
        }
    }

    /// Replaces all references in the schema of a form: by references to [`TYPES`], or by the types themselves if the
    /// schema adds more than annotations.
    pub(super) fn refer(&mut self, schema: &mut Value) {
        let Some(object) = schema.as_object_mut() else { return };
        if let Some(items) = keyword_mut(object, "items") {
            self.share(items);
        }
        // Fields read the form of keys directly.
        if let Some(names) = keyword_mut(object, "propertyNames") {
            self.inline(names);
        }
        let Some(name) = keyword_in(object, "$ref").and_then(type_name) else {
            return each_below(object, &mut |below| self.refer(below));
        };
        if self.recursive.contains(name) || !object.keys().all(|word| word == "$ref" || is_annotation(word)) {
            self.inline(schema);
        } else if self.generated.contains_key(name) {
            let reference = format!("{TYPES}{name}");
            object.insert("$ref".to_owned(), Value::String(reference));
        }
    }

    /// Replaces all references in a schema by the types.
    pub(super) fn inline(&mut self, schema: &mut Value) {
        let Some(object) = schema.as_object_mut() else { return };
        if let Some(items) = keyword_mut(object, "items") {
            self.share(items);
        }
        let Some(name) = keyword_in(object, "$ref").and_then(type_name).map(str::to_owned) else {
            return each_below(object, &mut |below| self.inline(below));
        };
        if self.open.contains(&name) {
            // A recursive type; its definition is filled in when inlining reaches its end.
            self.shared.entry(name).or_insert(Value::Null);
            return;
        }
        if let Some(found) = self.inlined(&name) {
            replace(schema, found);
        }
    }

    /// Returns a type with all references inlined.
    fn inlined(&mut self, name: &str) -> Option<Value> {
        let mut found = self.generated.get(name)?.clone();
        self.open.push(name.to_owned());
        self.inline(&mut found);
        self.open.pop();
        if let Some(endless) = self.shared.get_mut(name) {
            *endless = found.clone();
        }
        Some(found)
    }

    /// Adds a union used as list item to the shared definitions, under its title.
    ///
    /// A union that is the value of a field is not shared: it may be partial there, since inherited values merge with it
    /// key by key.
    fn share(&mut self, items: &mut Value) {
        let Some(name) = keyword(items, "$ref").and_then(type_name).map(str::to_owned) else { return };
        let Some(title) = self.generated.get(&name).and_then(union_title) else { return };
        match self.unions.iter().find(|(known, _)| *known == title) {
            Some((_, known)) => assert!(*known == name, "two unions have the title `{title}`"),
            None => {
                self.unions.push((title.clone(), name.clone()));
                let union = self.inlined(&name).unwrap_or_default();
                self.shared.insert(title.clone(), union);
            }
        }
        *items = json!({ "$ref": format!("{DEFINITIONS}{title}") });
    }
}

/// Replaces all references of a form to types by the types.
pub(super) fn expand(schema: &mut Value, types: &Map<String, Value>) {
    let Some(object) = schema.as_object_mut() else { return };
    let name = keyword_in(object, "$ref").and_then(|reference| reference.as_str()?.strip_prefix(TYPES));
    let Some(mut found) = name.and_then(|name| types.get(name)).cloned() else {
        return each_below(object, &mut |below| expand(below, types));
    };
    expand(&mut found, types);
    replace(schema, found);
}

/// Replaces a reference by the type. Keywords of the reference take precedence over keywords of the type.
fn replace(reference: &mut Value, mut found: Value) {
    if let (Some(object), Some(into)) = (reference.as_object_mut(), found.as_object_mut()) {
        object.remove("$ref");
        into.append(object);
        in_reading_order(into);
    }
    *reference = found;
}

/// Calls `visit` on the schemas directly inside `object`, and on its variants.
fn each_below(object: &mut Map<String, Value>, visit: &mut dyn FnMut(&mut Value)) {
    each_subschema(object, visit);
    // Forms request the fields of a single variant.
    if let Some(Value::Object(kinds)) = keyword_mut(object, VARIANTS) {
        kinds.values_mut().for_each(visit);
    }
}

/// Returns whether a field can replace this keyword of the type that it refers to.
fn is_annotation(word: &str) -> bool {
    const OF_TYPES: [&str; 4] = ["x-docs", "x-notation", "x-ref", "x-tag"];
    matches!(word, "title" | "description" | "default" | "examples")
        || (word.starts_with("x-") && !OF_TYPES.contains(&word))
}

/// Returns the name of the type that a generated reference points to.
fn type_name(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix(DEFINITIONS)
}

/// Returns the title of a union as the name of a shared definition.
fn union_title(schema: &Value) -> Option<String> {
    keyword(schema, "x-tag")?;
    Some(keyword(schema, "title")?.as_str()?.to_lowercase().replace(' ', "-"))
}

/// Returns the types that contain themselves, or others that do. Unions used as list items are shared and do not count.
fn recursive(generated: &Map<String, Value>) -> BTreeSet<String> {
    let mut below: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, schema) in generated {
        collect(schema, generated, below.entry(name).or_default());
    }
    loop {
        let leads_on = |names: &BTreeSet<&str>| names.iter().any(|name| below.contains_key(name));
        let ends: Vec<&str> = below.iter().filter(|(_, names)| !leads_on(names)).map(|(name, _)| *name).collect();
        if ends.is_empty() {
            return below.into_keys().map(str::to_owned).collect();
        }
        below.retain(|name, _| !ends.contains(name));
    }
}

/// Adds the types that a schema refers to, except unions as list items.
fn collect<'s>(schema: &'s Value, generated: &Map<String, Value>, names: &mut BTreeSet<&'s str>) {
    match schema {
        Value::Object(object) => {
            names.extend(keyword_in(object, "$ref").and_then(type_name));
            for (word, below) in object {
                let item = keyword(below, "$ref").and_then(type_name).filter(|_| word == "items");
                if item.and_then(|name| union_title(generated.get(name)?)).is_none() {
                    collect(below, generated, names);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, generated, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_kept_once_and_published_wherever_it_is_used() {
        let types = json!({
            "Size": { "description": "A size.", "type": "integer" },
            "Box": { "type": "object", "properties": { "size": { "$ref": "#/$defs/Size", "description": "Its size." } } },
            "Tree": { "type": "object", "properties": { "below": { "$ref": "#/$defs/Tree" } } },
        });
        let Value::Object(types) = types else { unreachable!() };
        let mut types = Types::new(types);
        let mut form = json!({ "properties": {
            "box": { "$ref": "#/$defs/Box" },
            "small": { "$ref": "#/$defs/Size", "maximum": 3 },
            "tree": { "$ref": "#/$defs/Tree" },
        } });
        types.form(&mut form);
        let [shared, types] = types.into_parts();
        assert_eq!(form["properties"]["box"], json!({ "$ref": "#/types/Box" }));
        assert_eq!(form["properties"]["small"], json!({ "description": "A size.", "type": "integer", "maximum": 3 }));
        assert_eq!(types["Box"]["properties"]["size"], json!({ "$ref": "#/types/Size", "description": "Its size." }));
        // A type that contains itself is shared.
        assert_eq!(form["properties"]["tree"]["properties"]["below"], json!({ "$ref": "#/$defs/Tree" }));
        assert_eq!(shared.keys().collect::<Vec<_>>(), ["Tree"]);

        expand(&mut form, &types);
        let size = json!({ "description": "Its size.", "type": "integer" });
        assert_eq!(form["properties"]["box"], json!({ "type": "object", "properties": { "size": size } }));
    }
}

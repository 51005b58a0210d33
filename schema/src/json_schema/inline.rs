//! Putting types where they are used: forms and messages ask what stands at a place, not what it is called.
//!
//! Each type is generated and tidied once; only what is endless or large is left to be referred to.

use serde_json::{Map, Value, json};

use super::in_reading_order;
use super::variants::VARIANTS;

/// Types by name, on their way into the schemas that use them.
pub(super) struct Types {
    /// As they were generated, tidied.
    generated: Map<String, Value>,
    /// What is said once for all: types that contain themselves, and the unions that lists are made of.
    shared: Map<String, Value>,
    /// Which union each title of the shared ones stands for.
    unions: Vec<(String, String)>,
    /// The types that are being put in.
    open: Vec<String>,
}

impl Types {
    /// Types that were generated and tidied.
    pub(super) fn new(generated: Map<String, Value>) -> Self {
        Self { generated, shared: Map::new(), unions: Vec::new(), open: Vec::new() }
    }

    /// What is left to be referred to.
    pub(super) fn into_shared(self) -> Map<String, Value> {
        self.shared
    }

    /// Puts types in the place of all references in a schema.
    pub(super) fn inline(&mut self, schema: &mut Value) {
        let Some(object) = schema.as_object_mut() else { return };
        if let Some(items) = object.get_mut("items") {
            self.share(items);
        }
        let Some(name) = object.get("$ref").and_then(type_name).map(str::to_owned) else {
            super::each_subschema(object, &mut |below| self.inline(below));
            // The keys of each kind of a union, which forms read, stand beside what jsonschema reads.
            if let Some(Value::Object(kinds)) = object.get_mut(VARIANTS) {
                kinds.values_mut().for_each(|kind| self.inline(kind));
            }
            return;
        };
        if self.open.contains(&name) {
            // The type contains itself; it is said once, when it is closed.
            self.shared.entry(name).or_insert(Value::Null);
            return;
        }
        let Some(mut found) = self.inlined(&name) else { return };
        if let Some(into) = found.as_object_mut() {
            object.remove("$ref");
            // What is said at the field counts more than what is said at its type.
            into.append(object);
            in_reading_order(into);
        }
        *schema = found;
    }

    /// A type with everything in it.
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

    /// Says a union that a list is made of once, by its title.
    ///
    /// A union that is a field's own value is put in: inherited values merge with it key by key, so there it may be
    /// partial.
    fn share(&mut self, items: &mut Value) {
        let Some(name) = items.get("$ref").and_then(type_name).map(str::to_owned) else { return };
        let Some(union) = self.generated.get(&name).filter(|union| union.get("x-tag").is_some()) else { return };
        let Some(title) = union["title"].as_str().map(|title| title.to_lowercase().replace(' ', "-")) else { return };
        match self.unions.iter().find(|(known, _)| *known == title) {
            Some((_, known)) => assert!(*known == name, "two unions have one title"),
            None => {
                self.unions.push((title.clone(), name.clone()));
                let union = self.inlined(&name).unwrap_or_default();
                self.shared.insert(title.clone(), union);
            }
        }
        *items = json!({ "$ref": format!("#/$defs/{title}") });
    }
}

/// The type that a reference leads to.
fn type_name(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix("#/$defs/")
}

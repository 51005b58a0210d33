//! Inlines type definitions, because forms and messages need the schema of a position, not its type name.
//!
//! Each type is generated and tidied once; references remain only for recursive or large types.

use serde_json::{Map, Value, json};

use super::in_reading_order;
use super::keyword::{keyword, keyword_in, keyword_mut};
use super::variants::VARIANTS;

/// Type definitions to inline.
pub(super) struct Types {
    /// The definitions as generated, after tidying.
    generated: Map<String, Value>,
    /// Shared definitions: recursive types, and unions used as list items.
    shared: Map<String, Value>,
    /// The union that each title of a shared definition stands for.
    unions: Vec<(String, String)>,
    /// The types currently being inlined, outermost first.
    open: Vec<String>,
}

impl Types {
    /// Creates the set of generated and tidied types.
    pub(super) fn new(generated: Map<String, Value>) -> Self {
        Self { generated, shared: Map::new(), unions: Vec::new(), open: Vec::new() }
    }

    /// Returns the definitions that remain shared.
    pub(super) fn into_shared(self) -> Map<String, Value> {
        self.shared
    }

    /// Replaces all references in a schema with the types.
    pub(super) fn inline(&mut self, schema: &mut Value) {
        let Some(object) = schema.as_object_mut() else { return };
        if let Some(items) = keyword_mut(object, "items") {
            self.share(items);
        }
        let Some(name) = keyword_in(object, "$ref").and_then(type_name).map(str::to_owned) else {
            super::each_subschema(object, &mut |below| self.inline(below));
            // Forms request the fields of a single variant.
            if let Some(Value::Object(kinds)) = keyword_mut(object, VARIANTS) {
                kinds.values_mut().for_each(|kind| self.inline(kind));
            }
            return;
        };
        if self.open.contains(&name) {
            // A recursive type; its definition is filled in when inlining reaches its end.
            self.shared.entry(name).or_insert(Value::Null);
            return;
        }
        let Some(mut found) = self.inlined(&name) else { return };
        if let Some(into) = found.as_object_mut() {
            object.remove("$ref");
            // Keywords of the field take precedence over keywords of its type.
            into.append(object);
            in_reading_order(into);
        }
        *schema = found;
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
    /// A union that is the value of a field is inlined: it may be partial there, since inherited values merge with it
    /// key by key.
    fn share(&mut self, items: &mut Value) {
        let Some(name) = keyword(items, "$ref").and_then(type_name).map(str::to_owned) else { return };
        let Some(union) = self.generated.get(&name).filter(|union| union.get("x-tag").is_some()) else { return };
        let Some(title) = union["title"].as_str().map(|title| title.to_lowercase().replace(' ', "-")) else { return };
        match self.unions.iter().find(|(known, _)| *known == title) {
            Some((_, known)) => assert!(*known == name, "two unions have the title `{title}`"),
            None => {
                self.unions.push((title.clone(), name.clone()));
                let union = self.inlined(&name).unwrap_or_default();
                self.shared.insert(title.clone(), union);
            }
        }
        *items = json!({ "$ref": format!("#/$defs/{title}") });
    }
}

/// Returns the name of the type that a reference points to.
fn type_name(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix("#/$defs/")
}

//! References between records, found through the schema: the one walk that validation, usages and resolving share.

use serde_json::Value;

use crate::field::{Field, KeysOf};
use crate::source::tree::{Node, NodeKind, Style};
use crate::text::{Pointer, Span};

/// Calls `visit` with the pointer, the catalog, the id and the bytes of every reference below `node`.
pub(crate) fn in_tree(
    node: &Node,
    field: Field,
    pointer: &mut Pointer,
    visit: &mut dyn FnMut(&Pointer, &'static str, &str, Span),
) {
    match &node.kind {
        NodeKind::Scalar { text, .. } => {
            if let Some(catalog) = field.target()
                && !node.is_null()
            {
                visit(pointer, catalog, text, node.span);
            }
        }
        NodeKind::Map { entries, .. } => {
            for entry in entries {
                if let Some(below) = field.child(&entry.key) {
                    pointer.push(entry.key.as_str());
                    in_tree(&entry.value, below, pointer, visit);
                    pointer.pop();
                }
            }
        }
        NodeKind::Seq { items, .. } => {
            let Some(below) = field.value() else { return };
            for (position, item) in items.iter().enumerate() {
                pointer.push(position.to_string());
                in_tree(item, below, pointer, visit);
                pointer.pop();
            }
        }
    }
}

/// A name that is the key of a map elsewhere: a key, a text or a character of one.
pub(crate) struct Name<'a> {
    /// The key or the text, whose characters may each be a name.
    pub(crate) at: &'a Pointer,
    /// Where the object is from which the way to the map is told: how many steps of `at` lead there.
    pub(crate) base: usize,
    /// Which map is meant.
    pub(crate) keys: KeysOf,
    /// The name, or the text.
    pub(crate) text: &'a str,
    /// The bytes of the key or the text.
    pub(crate) span: Span,
    /// How a text is written; `None` for a key.
    pub(crate) style: Option<Style>,
}

/// Calls `visit` with every name below `node` that is the key of a map elsewhere.
pub(crate) fn names_in_tree(node: &Node, field: Field, pointer: &mut Pointer, visit: &mut dyn FnMut(Name<'_>)) {
    match &node.kind {
        NodeKind::Scalar { text, style } => {
            if let Some(keys) = field.names_keys()
                && !node.is_null()
            {
                let base = pointer.parts().len() - 1;
                visit(Name { at: pointer, base, keys, text, span: node.span, style: Some(*style) });
            }
        }
        NodeKind::Map { entries, .. } => {
            let keys = field.key_names();
            for entry in entries {
                let Some(below) = field.child(&entry.key) else { continue };
                pointer.push(entry.key.as_str());
                if let Some(keys) = keys.clone() {
                    let base = pointer.parts().len() - 2;
                    visit(Name { at: pointer, base, keys, text: &entry.key, span: entry.key_span, style: None });
                }
                names_in_tree(&entry.value, below, pointer, visit);
                pointer.pop();
            }
        }
        NodeKind::Seq { items, .. } => {
            let Some(below) = field.value() else { return };
            for (position, item) in items.iter().enumerate() {
                pointer.push(position.to_string());
                names_in_tree(item, below, pointer, visit);
                pointer.pop();
            }
        }
    }
}

/// Whether records of a field can hold names that are keys of a map elsewhere.
pub(crate) fn has_names(field: Field) -> bool {
    // A type may contain itself; what it declares shows on the first levels.
    fn within(field: Field, levels: usize) -> bool {
        field.names_keys().is_some()
            || field.key_names().is_some()
            || levels > 0
                && (field.value().is_some_and(|below| within(below, levels - 1))
                    || field.fields().into_iter().any(|below| within(below, levels - 1)))
    }
    within(field, 5)
}

/// Calls `visit` with the catalog and the id of every reference in a record's value.
pub(crate) fn in_value(value: &Value, field: Field, visit: &mut dyn FnMut(&'static str, &str)) {
    match value {
        Value::String(id) => {
            if let Some(catalog) = field.target() {
                visit(catalog, id);
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                if let Some(below) = field.child(key) {
                    in_value(value, below, visit);
                }
            }
        }
        Value::Array(items) => {
            let Some(below) = field.value() else { return };
            items.iter().for_each(|item| in_value(item, below, visit));
        }
        _ => {}
    }
}

/// Gives the ids in a record's value the names that `name` has for them, by catalog and id.
pub(crate) fn rename_in_value(value: &mut Value, field: Field, name: &dyn Fn(&str, &str) -> Option<String>) {
    match value {
        Value::String(id) => {
            if let Some(new) = field.target().and_then(|catalog| name(catalog, id)) {
                *id = new;
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                if let Some(below) = field.child(key) {
                    rename_in_value(value, below, name);
                }
            }
        }
        Value::Array(items) => {
            let Some(below) = field.value() else { return };
            items.iter_mut().for_each(|item| rename_in_value(item, below, name));
        }
        _ => {}
    }
}

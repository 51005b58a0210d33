//! References between records, found through the schema: the one walk that validation, usages and resolving share.

use serde_json::Value;

use crate::field::Field;
use crate::source::tree::{Node, NodeKind};
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
                    pointer.push(&entry.key);
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

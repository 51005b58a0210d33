//! References between records, found through the schema. Validation, usages and resolving share this traversal.

use serde_json::Value;

use crate::field::{Field, KeysOf};
use crate::notation::Names;
use crate::source::tree::{Node, NodeKind, Style};
use crate::text::{Pointer, Span};

/// An occurrence of a record's id.
pub(crate) struct Reference<'a> {
    /// The pointer to the text or key.
    pub(crate) at: &'a Pointer,
    /// The catalog of the record.
    pub(crate) catalog: &'static str,
    /// The id.
    pub(crate) id: &'a str,
    /// Its bytes, or the bytes of the whole text if that contains escapes.
    pub(crate) span: Span,
    /// The syntax of the occurrence.
    pub(crate) written: Written,
}

/// The syntax of an id's occurrence.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Written {
    /// A whole text.
    Text,
    /// The key of a map.
    Key,
    /// A word in a text; the notation of the text knows which words are ids.
    Word(Names),
}

/// Calls `visit` with every reference below `node`: texts that are ids, words in texts with a notation, and keys of
/// maps.
pub(crate) fn in_tree(node: &Node, field: Field, pointer: &mut Pointer, visit: &mut dyn FnMut(Reference<'_>)) {
    match &node.kind {
        NodeKind::Scalar { .. } if node.is_null() => {}
        NodeKind::Scalar { text, .. } => {
            if let Some(catalog) = field.target() {
                visit(Reference { at: pointer, catalog, id: text, span: node.span(), written: Written::Text });
            } else if let Some(names) = field.notation().and_then(|notation| notation.names) {
                // Without escapes, spaces and line breaks, the source is as long as the text, plus two for quotes.
                let quotes = node.span().range().len().checked_sub(text.len()).filter(|more| matches!(more, 0 | 2));
                for named in names(text) {
                    let Some(id) = text.get(named.range.clone()) else { continue };
                    let start = quotes.map(|quotes| node.span().start + quotes / 2 + named.range.start);
                    let span = start.map_or(node.span(), |start| Span::new(start, start + id.len()));
                    let written = Written::Word(names);
                    visit(Reference { at: pointer, catalog: named.catalog, id, span, written });
                }
            }
        }
        NodeKind::Map { entries, .. } => {
            let target = field.key_target();
            for entry in entries {
                if let Some(below) = field.child(&entry.key) {
                    pointer.push(entry.key.as_str());
                    if let Some(catalog) = target {
                        let (id, span) = (entry.key.as_str(), entry.key_span());
                        visit(Reference { at: pointer, catalog, id, span, written: Written::Key });
                    }
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

/// A name that refers to the key of a map elsewhere: a key, a text or a character in one.
pub(crate) struct Name<'a> {
    /// The pointer to the key or the text, whose characters may each be a name.
    pub(crate) at: &'a Pointer,
    /// The number of steps of `at` that lead to the object where the path to the map starts.
    pub(crate) base: usize,
    /// The map that the name refers to.
    pub(crate) keys: KeysOf,
    /// The name, or the text that contains it.
    pub(crate) text: &'a str,
    /// The bytes of the key or the text.
    pub(crate) span: Span,
    /// The style of a text; `None` for a key.
    pub(crate) style: Option<Style>,
}

/// Calls `visit` with every name below `node` that refers to the key of a map elsewhere.
pub(crate) fn names_in_tree(node: &Node, field: Field, pointer: &mut Pointer, visit: &mut dyn FnMut(Name<'_>)) {
    match &node.kind {
        NodeKind::Scalar { text, style } => {
            if let Some(keys) = field.names_keys()
                && !node.is_null()
            {
                let base = pointer.parts().len() - 1;
                visit(Name { at: pointer, base, keys, text, span: node.span(), style: Some(*style) });
            }
        }
        NodeKind::Map { entries, .. } => {
            let keys = field.key_names();
            for entry in entries {
                let Some(below) = field.child(&entry.key) else { continue };
                pointer.push(entry.key.as_str());
                if let Some(keys) = keys.clone() {
                    let base = pointer.parts().len() - 2;
                    visit(Name { at: pointer, base, keys, text: &entry.key, span: entry.key_span(), style: None });
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

/// Returns whether records of a field can contain names that refer to keys of a map elsewhere.
pub(crate) fn has_names(field: Field) -> bool {
    // Types may be recursive; all their declarations appear within the first levels.
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
            } else if let Some(names) = field.notation().and_then(|notation| notation.names) {
                for named in names(id) {
                    id.get(named.range).into_iter().for_each(|id| visit(named.catalog, id));
                }
            }
        }
        Value::Object(map) => {
            let target = field.key_target();
            for (key, value) in map {
                if let Some(catalog) = target {
                    visit(catalog, key);
                }
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

/// Replaces the ids in a record's value by the results of `name`, given catalog and id. Words of a notation are not
/// replaced, since notations have no room for the name of a pack.
pub(crate) fn rename_in_value(value: &mut Value, field: Field, name: &dyn Fn(&str, &str) -> Option<String>) {
    match value {
        Value::String(id) => {
            if let Some(new) = field.target().and_then(|catalog| name(catalog, id)) {
                *id = new;
            }
        }
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                if let Some(below) = field.child(key) {
                    rename_in_value(value, below, name);
                }
            }
            if let Some(catalog) = field.key_target() {
                let renamed =
                    std::mem::take(map).into_iter().map(|(key, value)| (name(catalog, &key).unwrap_or(key), value));
                *map = renamed.collect();
            }
        }
        Value::Array(items) => {
            let Some(below) = field.value() else { return };
            items.iter_mut().for_each(|item| rename_in_value(item, below, name));
        }
        _ => {}
    }
}

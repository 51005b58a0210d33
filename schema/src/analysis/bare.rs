//! Unquoted values that other YAML readers interpret differently.

use crate::field::{Field, FieldKind};
use crate::read;
use crate::source::tree::{Node, NodeKind, Style};
use crate::survey::{RawFinding, RawFindingKind};
use crate::text::Pointer;
use crate::validate::is_read_otherwise;

/// Reports these values in a tree, with spans relative to the tree.
pub(super) fn read_otherwise(node: &Node, field: Field, pointer: &mut Pointer, problems: &mut Vec<RawFinding>) {
    match &node.kind {
        NodeKind::Scalar { text, style: Style::Plain } if !node.is_null() && !node.is_aliased() => {
            let value = read::value(node, Some(field));
            // Text in a number field is reported by validation.
            let is_wrong = value.is_string() && !field.is_text() && !field.is_number_or_text();
            let is_unknown = matches!(field.shape(), FieldKind::Any);
            if !is_wrong && !is_unknown && is_read_otherwise(text, value.is_string()) {
                let kind = RawFindingKind::ReadOtherwise { text: text.to_string(), value };
                problems.push(RawFinding { span: node.span(), pointer: pointer.clone(), kind });
            }
        }
        NodeKind::Scalar { .. } => {}
        NodeKind::Map { entries, .. } => {
            for entry in entries {
                let Some(field) = field.child(&entry.key) else { continue };
                pointer.push(entry.key.as_str());
                read_otherwise(&entry.value, field, pointer, problems);
                pointer.pop();
            }
        }
        NodeKind::Seq { items, .. } => {
            let Some(field) = field.value() else { return };
            for (position, item) in items.iter().enumerate() {
                pointer.push(position.to_string());
                read_otherwise(item, field, pointer, problems);
                pointer.pop();
            }
        }
    }
}

//! Moving list items and swapping values.

use super::ChangeError;
use super::error::with_near;
use crate::draft::Draft;
use crate::edit::{self, Edit, EditError};
use crate::source::tree::{self, NodeKind};
use crate::text::Pointer;

/// Swaps two values. Neighbouring list items keep all their lines; words and numbers keep their spelling.
pub(super) fn swap(draft: &Draft, one: &Pointer, other: &Pointer) -> Result<Edit, ChangeError> {
    let place = |pointer: &Pointer| {
        let (list, at) = position(draft, &pointer.parent()?, pointer.last()?)?;
        Some((list, at))
    };
    if let (Some((list, a)), Some((other_list, b))) = (place(one), place(other))
        && list == other_list
        && a.abs_diff(b) == 1
    {
        return edit::swap_items(draft, &list, a.min(b)).map_err(|error| with_near(draft, error));
    }
    edit::swap_values(draft, one, other).map_err(|error| with_near(draft, error))
}

pub(super) fn shift(draft: &Draft, item: &Pointer, to: usize) -> Result<Edit, EditError> {
    let missing = || EditError::Missing(item.clone());
    let found = item.parent().and_then(|list| position(draft, &list, item.last()?));
    let (list, from) = found.ok_or_else(missing)?;
    edit::move_item(draft, &list, from, to)
}

/// Returns the list at a pointer and the position that a step denotes; `None` unless there is a list or one can be
/// created.
pub(super) fn position(draft: &Draft, list: &Pointer, step: &str) -> Option<(Pointer, usize)> {
    let node = draft.find(list).and_then(|found| found.node);
    let length = match node.map(|node| &node.kind) {
        Some(NodeKind::Seq { items, .. }) => items.len(),
        Some(NodeKind::Map { .. }) => return None,
        Some(NodeKind::Scalar { .. }) if node.is_some_and(|node| !node.is_null()) => return None,
        _ => match draft.field(list)?.kind() {
            crate::field::FieldKind::List { .. } => 0,
            _ => return None,
        },
    };
    let at = if step == "-" { length } else { tree::position(step)? };
    Some((list.clone(), at))
}

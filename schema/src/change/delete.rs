//! Deleting a record or key that is in use: deletes or redirects the references to it.

use super::Change;
use crate::draft::Draft;
use crate::field::{Field, FieldKind};
use crate::notation::renamed;
use crate::script;
use crate::text::{Pointer, RecordKey};
use crate::usages::{Usage, names, usages};

/// Returns the changes that delete a record or a key and all references to it. A reference that is not optional is
/// deleted with the item or entry that requires it.
///
/// Returns `None` if another record would have to be deleted too, or if map cells are drawn with the key.
/// Call [`harmless`](crate::fix::harmless) to find out whether the changes cause errors.
pub fn with_references(draft: &Draft, at: &Pointer) -> Option<Vec<Change>> {
    let mut gone: Vec<(Usage, Pointer)> = Vec::new();
    for usage in outside(draft, at) {
        let whole = droppable(draft, &usage.at)?;
        gone.push((usage, whole));
    }
    // In reverse order, so that items before them keep their positions.
    gone.sort_by_key(|(usage, _)| std::cmp::Reverse(usage.place));
    let mut wholes: Vec<Pointer> = Vec::new();
    for (_, whole) in gone {
        let within = |other: &Pointer| whole.parts().starts_with(other.parts());
        if !wholes.iter().any(within) {
            wholes.retain(|other| !other.parts().starts_with(whole.parts()));
            wholes.push(whole);
        }
    }
    Some(wholes.into_iter().chain([at.clone()]).map(|at| Change::Remove { at }).collect())
}

/// Returns the changes that redirect all references to a record to another one of its catalog, and delete the record.
pub fn replaced_by(draft: &Draft, key: &RecordKey, other: &str) -> Vec<Change> {
    let at = key.pointer();
    let mut leading: Vec<Pointer> = outside(draft, &at).into_iter().map(|usage| usage.at).collect();
    // A text may refer to the record more than once.
    leading.dedup();
    let lead = |at: Pointer| led_to(draft, at, key, other);
    leading.into_iter().map(lead).chain([Change::Remove { at: at.clone() }]).collect()
}

/// Returns the change that redirects a reference to another record: a value, a key, or words of a text.
fn led_to(draft: &Draft, at: Pointer, key: &RecordKey, other: &str) -> Change {
    let around = at.parent().and_then(|around| draft.field(&around));
    if around.is_some_and(|around| around.key_target().is_some()) {
        return Change::Rename { at, to: other.to_owned() };
    }
    let text = draft.find(&at).and_then(|found| found.node?.text()).unwrap_or_default();
    let mut written = match draft.field(&at).and_then(|field| field.notation()?.names) {
        Some(names) => renamed(text, names, &key.catalog, [&key.id, other]),
        None => text.to_owned(),
    };
    // In reverse order, so that the bytes before stay in place.
    let words =
        script::words(draft).into_iter().rev().filter(|word| word.at == at && names(draft, word, &key.pointer()));
    let ranges: Vec<_> = words.map(|word| word.range).collect();
    ranges.into_iter().for_each(|range| written.replace_range(range, other));
    let value = if written == text { other.into() } else { written.into() };
    Change::Set { at, value }
}

/// Returns the references to a value from outside of it.
fn outside(draft: &Draft, at: &Pointer) -> Vec<Usage> {
    let mut usages = usages(draft, at);
    usages.retain(|usage| !usage.at.parts().starts_with(at.parts()));
    usages
}

/// Returns the value to delete with a reference: itself if optional, or else the item or entry that requires it.
fn droppable(draft: &Draft, usage: &Pointer) -> Option<Pointer> {
    let mut at = usage.clone();
    while at.parts().len() > 2 {
        let parent = at.parent()?;
        let around = draft.field(&parent)?;
        let field = draft.field(&at)?;
        if field.names_keys().is_some_and(|names| names.letters) {
            return None;
        }
        let own = matches!(around.kind(), FieldKind::Map | FieldKind::List { .. });
        if own || !is_needed(draft, around, &at) {
            return Some(at);
        }
        at = parent;
    }
    None
}

/// Returns whether a value is required by the object around it, depending on the object's variant if it has variants.
fn is_needed(draft: &Draft, around: Field, at: &Pointer) -> bool {
    let Some((name, parent)) = at.last().zip(at.parent()) else { return true };
    let kind = around.tag().and_then(|tag| draft.find(&parent.child(tag))?.node?.text());
    let fields = kind.map_or_else(|| around.fields(), |kind| around.fields_of(kind));
    fields.iter().any(|field| field.name() == name && field.required())
}

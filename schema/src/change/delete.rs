//! Taking something away that is used: what becomes of those that lead to it.

use super::Change;
use crate::draft::Draft;
use crate::field::{Field, FieldKind};
use crate::notation::renamed;
use crate::script;
use crate::text::{Pointer, RecordKey};
use crate::usages::{Usage, names, usages};

/// The changes that take a record or a key away together with everything that leads to it: a reference that can be
/// left out, or else the item or entry it stands in.
///
/// `None` where something needs it: a record would have to go too, or a map has cells that are drawn with it.
/// Whether the pack is as good afterwards is for [`harmless`](crate::fix::harmless) to tell.
pub fn with_references(draft: &Draft, at: &Pointer) -> Option<Vec<Change>> {
    let mut gone: Vec<(Usage, Pointer)> = Vec::new();
    for usage in outside(draft, at) {
        let whole = droppable(draft, &usage.at)?;
        gone.push((usage, whole));
    }
    // The last first, so that items before them keep their positions.
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

/// The changes that let everything that leads to a record lead to another one of its catalog, and take the record away.
pub fn replaced_by(draft: &Draft, key: &RecordKey, other: &str) -> Vec<Change> {
    let at = key.pointer();
    let mut leading: Vec<Pointer> = outside(draft, &at).into_iter().map(|usage| usage.at).collect();
    // A text may name the record more than once.
    leading.dedup();
    let lead = |at: Pointer| led_to(draft, at, key, other);
    leading.into_iter().map(lead).chain([Change::Remove { at: at.clone() }]).collect()
}

/// The change after which a reference to a record leads to another one: a value, a key, or words of a text.
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
    // The last word first, so that the bytes of those before it stay.
    let words =
        script::words(draft).into_iter().rev().filter(|word| word.at == at && names(draft, word, &key.pointer()));
    let ranges: Vec<_> = words.map(|word| word.range).collect();
    ranges.into_iter().for_each(|range| written.replace_range(range, other));
    let value = if written == text { other.into() } else { written.into() };
    Change::Set { at, value }
}

/// What leads to something from outside of it.
fn outside(draft: &Draft, at: &Pointer) -> Vec<Usage> {
    let mut usages = usages(draft, at);
    usages.retain(|usage| !usage.at.parts().starts_with(at.parts()));
    usages
}

/// The value that has to go with a reference: itself where it may be left out, else the item or entry it is needed in.
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

/// Whether the object around a value must have it, by the kind it is of where there are kinds.
fn is_needed(draft: &Draft, around: Field, at: &Pointer) -> bool {
    let Some((name, parent)) = at.last().zip(at.parent()) else { return true };
    let kind = around.tag().and_then(|tag| draft.find(&parent.child(tag))?.node?.text());
    let fields = kind.map_or_else(|| around.fields(), |kind| around.fields_of(kind));
    fields.iter().any(|field| field.name() == name && field.required())
}

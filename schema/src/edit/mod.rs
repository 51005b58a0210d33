//! Text edits: splices that touch as few bytes as possible, and files that are added, removed or renamed.
//!
//! Callers describe an intention by name as a [`Change`](crate::change::Change); this module writes it as text. Every
//! edit is tried out on a copy before it is returned: reading the new text must give exactly the requested change.
//! If the text is too unusual for that, the edit is refused.

mod insert;

mod paint;

mod remove;

mod reorder;

mod replace;

mod reword;

mod spot;

mod verify;

pub(crate) mod write;

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use crate::draft::{Draft, Found};
use crate::field::{Field, FieldKind};
use crate::read;
use crate::source::is_header_key;
use crate::text::{FileId, Pointer, RecordKey};

pub use crate::splice::{Edit, FileChange, Splice};
pub use paint::paint;
use reword::swap;
pub(crate) use reword::word;
use spot::walk;
pub(crate) use spot::{eol, line_end, line_start};
pub(crate) use verify::{Reading, keeps_values, reads};
use verify::{applied, others_same, root_of, sets, tried, tried_removal, value_at};

/// Why an edit cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditError {
    /// The record or value does not exist.
    Missing(Pointer),
    /// The record exists already.
    Exists(Pointer),
    /// The surrounding text cannot be read or is written in a way that cannot be edited safely.
    Broken(Pointer),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(pointer) => write!(f, "there is no value at `{pointer}`"),
            Self::Exists(pointer) => write!(f, "`{pointer}` already exists; choose another id"),
            Self::Broken(pointer) => {
                write!(f, "the text around `{pointer}` cannot be changed automatically; edit the file yourself")
            }
        }
    }
}

impl std::error::Error for EditError {}

/// Sets the value at `pointer`: replaces a written value, or else inserts key and value (with missing maps above it).
pub fn set_value(draft: &Draft, pointer: &Pointer, value: &Value) -> Result<Edit, EditError> {
    let value = &fitted(value, draft.field(pointer));
    if draft.start(pointer).is_none() {
        return set_new(draft, pointer, value);
    }
    let splice = setting(draft, pointer, value)?;
    tried(draft, pointer, splice, |record, steps| set_in(record, steps, value))
}

/// Like [`set_value`] for a value that is already written, but without trying out the edit.
pub(crate) fn offer_value(draft: &Draft, pointer: &Pointer, value: &Value) -> Result<Edit, EditError> {
    let splice = setting(draft, pointer, &fitted(value, draft.field(pointer)))?;
    Ok(Edit::from(vec![splice]))
}

/// Combines the edits of [`set_value`] for several values in existing records into one, tried out once.
///
/// Returns `None` if that is not possible, for example if two of them overlap.
pub(crate) fn set_values(draft: &Draft, values: &[(&Pointer, &Value)]) -> Option<Edit> {
    let mut edit = Edit::default();
    let mut wanted: BTreeMap<RecordKey, Vec<(&[String], Value)>> = BTreeMap::new();
    for (pointer, value) in values {
        let (record, steps) = pointer.record()?;
        draft.start(pointer)?;
        let value = fitted(value, draft.field(pointer));
        edit.splices.push(setting(draft, pointer, &value).ok()?);
        wanted.entry(record).or_default().push((steps, value));
    }
    edit.splices.sort_by_key(|splice| (splice.file, splice.span));
    let apart = |pair: &[Splice]| pair[0].file != pair[1].file || pair[0].span.end < pair[1].span.start;
    (edit.splices.windows(2).all(apart) && sets(draft, &edit, &wanted)).then_some(edit)
}

fn setting(draft: &Draft, pointer: &Pointer, value: &Value) -> Result<Splice, EditError> {
    let (start, steps) = draft.start(pointer).ok_or_else(|| EditError::Missing(pointer.clone()))?;
    let (spot, rest) = walk(draft, start, steps, pointer)?;
    let splice = match rest.split_first() {
        None => replace::value(&spot, value),
        Some((key, below)) => {
            let value = below.iter().rev().fold(value.clone(), |value, key| one_key(key, value));
            insert::child(&spot, key, &value)
        }
    };
    splice.ok_or_else(|| EditError::Missing(pointer.clone()))
}

/// Removes the entry at `pointer` (a key with its value, a sequence item or a whole record) with its lines.
pub fn remove(draft: &Draft, pointer: &Pointer) -> Result<Edit, EditError> {
    let splice = removal(draft, pointer)?;
    match draft.start(pointer) {
        Some((_, [])) => tried_removal(draft, pointer, splice),
        _ => tried(draft, pointer, splice, remove_in),
    }
}

/// Like [`remove`], but without trying out the edit.
pub(crate) fn offer_removal(draft: &Draft, pointer: &Pointer) -> Result<Edit, EditError> {
    Ok(Edit::from(vec![removal(draft, pointer)?]))
}

fn removal(draft: &Draft, pointer: &Pointer) -> Result<Splice, EditError> {
    let missing = || EditError::Missing(pointer.clone());
    let broken = || EditError::Broken(pointer.clone());
    let (start, steps) = draft.start(pointer).ok_or_else(missing)?;
    let Some((last, above)) = steps.split_last() else {
        let (spot, _) = walk(draft, start, steps, pointer)?;
        return remove::whole_entry(&spot).ok_or_else(broken);
    };
    let (spot, rest) = walk(draft, start, above, pointer)?;
    if !rest.is_empty() || spot.node.child(last).is_none() {
        return Err(missing());
    }
    remove::child(&spot, last).ok_or_else(broken)
}

/// Adds a record after the last one of its catalog, in the file that contains the catalog, or else in `pack.yaml`.
pub fn insert_record(draft: &Draft, key: &RecordKey, value: &Value) -> Result<Edit, EditError> {
    insert_record_into(draft, key, value, None)
}

/// Adds a record after the last one of its catalog in a file; without a file, in the last one that contains the
/// catalog.
pub(crate) fn insert_record_into(
    draft: &Draft,
    key: &RecordKey,
    value: &Value,
    file: Option<FileId>,
) -> Result<Edit, EditError> {
    if draft.own_ids(&key.catalog).any(|id| id == key.id) {
        return Err(EditError::Exists(key.pointer()));
    }
    if is_header_key(&key.catalog) {
        return Err(EditError::Broken(key.pointer()));
    }
    let value = fitted(value, draft.record_field(&key.catalog));
    let splice = insert::record(draft, key, &value, file).ok_or_else(|| EditError::Broken(key.pointer()))?;
    tried(draft, &key.pointer(), splice, |_, _| Some(value.clone()))
}

/// Inserts an item before position `at` of the sequence at `pointer`; appends it if `at` is the length.
pub fn insert_item(draft: &Draft, pointer: &Pointer, at: usize, value: &Value) -> Result<Edit, EditError> {
    let missing = || EditError::Missing(pointer.child(at.to_string()));
    let items = |found: Found<'_>| found.node.map_or(0, |node| node.items().len());
    let length = draft.find(pointer).map_or(0, items);
    if at >= length {
        return if at == length { push_item(draft, pointer, value) } else { Err(missing()) };
    }
    let value = fitted(value, draft.field(&pointer.child(at.to_string())));
    let (start, steps) = draft.start(pointer).ok_or_else(missing)?;
    let (spot, _) = walk(draft, start, steps, pointer)?;
    let splice = insert::item(&spot, at, &value).ok_or_else(|| EditError::Broken(pointer.clone()))?;
    tried(draft, pointer, splice, |mut root, steps| {
        list_in(&mut root, steps)?.insert(at, value.clone());
        Some(root)
    })
}

/// Moves the item at position `from` of the sequence at `pointer` to position `to`; text between items stays in place.
pub fn move_item(draft: &Draft, pointer: &Pointer, from: usize, to: usize) -> Result<Edit, EditError> {
    let missing = || EditError::Missing(pointer.child(from.max(to).to_string()));
    let (start, steps) = draft.start(pointer).ok_or_else(missing)?;
    let (spot, rest) = walk(draft, start, steps, pointer)?;
    if !rest.is_empty() || spot.node.items().len() <= from.max(to) {
        return Err(missing());
    }
    let splice = reorder::moved(&spot, from, to).ok_or_else(|| EditError::Broken(pointer.clone()))?;
    tried(draft, pointer, splice, |mut root, steps| {
        let list = list_in(&mut root, steps)?;
        let item = list.remove(from);
        list.insert(to, item);
        Some(root)
    })
}

/// Removes a duplicate key from its map: the `nth` one after the first, from 1.
pub(crate) fn remove_repeated(draft: &Draft, pointer: &Pointer, nth: usize) -> Result<Edit, EditError> {
    let edit = offer_repeated_removal(draft, pointer, nth)?;
    let (root, _) = root_of(pointer).ok_or_else(|| EditError::Broken(pointer.clone()))?;
    let after = applied(draft, &edit).filter(|after| others_same(draft, after, &|other| *other == root));
    let keys = |draft: &Draft| draft.find(&pointer.parent()?)?.node.map(|node| node.entries().len());
    let one_less = after.is_some_and(|after| keys(draft).zip(keys(&after)).is_some_and(|(old, new)| old == new + 1));
    if one_less { Ok(edit) } else { Err(EditError::Broken(pointer.clone())) }
}

/// Like [`remove_repeated`], but without trying out the edit.
pub(crate) fn offer_repeated_removal(draft: &Draft, pointer: &Pointer, nth: usize) -> Result<Edit, EditError> {
    let splice = remove::repeated(draft, pointer, nth).ok_or_else(|| EditError::Missing(pointer.clone()))?;
    Ok(Edit::from(vec![splice]))
}

/// Removes every key in a record, or below a key of the header, that repeats an earlier key of its map with the same
/// value.
pub(crate) fn remove_all_repeated(draft: &Draft, pointer: &Pointer) -> Result<Edit, EditError> {
    let edit = offer_removal_of_repeated(draft, pointer)?;
    let broken = || EditError::Broken(pointer.clone());
    let (root, _) = root_of(pointer).ok_or_else(broken)?;
    let after =
        applied(draft, &edit).filter(|after| others_same(draft, after, &|other| *other == root)).ok_or_else(broken)?;
    if value_at(draft, &root) == value_at(&after, &root) { Ok(edit) } else { Err(broken()) }
}

/// Returns the edit of [`remove_all_repeated`] without verifying it.
pub(crate) fn offer_removal_of_repeated(draft: &Draft, pointer: &Pointer) -> Result<Edit, EditError> {
    let splices = remove::all_repeated(draft, pointer).filter(|splices| !splices.is_empty());
    splices.map(Edit::from).ok_or_else(|| EditError::Missing(pointer.clone()))
}

/// Swaps the values at two pointers; words and numbers keep their spelling and quotes.
pub fn swap_values(draft: &Draft, one: &Pointer, other: &Pointer) -> Result<Edit, EditError> {
    let edit = offer_swap(draft, one, other)?;
    let broken = || EditError::Broken(one.clone());
    let after = applied(draft, &edit).ok_or_else(broken)?;
    let value = |draft: &Draft, pointer: &Pointer| draft.find(pointer)?.node.map(|node| read::value(node, None));
    let crossed = value(&after, one) == value(draft, other) && value(&after, other) == value(draft, one);
    let rest = |draft: &Draft| {
        let found = [one, other].map(|at| draft.find(at).map(|found| (found.file, found.span.start)));
        (found[0].is_some(), found[1].is_some(), draft.index().own_records().len())
    };
    if crossed && rest(draft) == rest(&after) { Ok(edit) } else { Err(broken()) }
}

/// Like [`swap_values`], but without trying out the edit.
pub(crate) fn offer_swap(draft: &Draft, one: &Pointer, other: &Pointer) -> Result<Edit, EditError> {
    let place = |pointer: &Pointer| {
        draft.place(pointer).filter(|_| draft.defined(pointer)).ok_or_else(|| EditError::Missing(pointer.clone()))
    };
    swap(draft, place(one)?, place(other)?).ok_or_else(|| EditError::Broken(one.clone()))
}

/// Formats a key with its value as written into a pack; `indent` is the column of the key. The text starts at the key
/// and ends without a line break.
pub fn written(key: &str, value: &Value, indent: usize) -> String {
    write::entry(key, value, indent, "\n")
}

/// Appends an item to the sequence at `pointer`; creates the sequence if it is missing.
pub fn push_item(draft: &Draft, pointer: &Pointer, value: &Value) -> Result<Edit, EditError> {
    let length = match draft.find(pointer).and_then(|found| found.node) {
        Some(node) if !node.is_null() => node.items().len(),
        _ => return set_value(draft, pointer, &Value::Array(vec![value.clone()])),
    };
    set_value(draft, &pointer.child(length.to_string()), value)
}

/// Appends items, one per line, to the sequence at `pointer`, so that the diff contains only the new lines. Creates the
/// sequence if it is missing.
pub fn append(draft: &Draft, pointer: &Pointer, items: &[Value]) -> Result<Edit, EditError> {
    let missing = || EditError::Missing(pointer.clone());
    if items.is_empty() {
        return Ok(Edit::default());
    }
    let field = draft.field(pointer).and_then(Field::value);
    let items: Vec<Value> = items.iter().map(|item| fitted(item, field)).collect();
    let (start, steps) = draft.start(pointer).ok_or_else(missing)?;
    let (spot, rest) = walk(draft, start, steps, pointer)?;
    let splice = match rest {
        [] => insert::items(&spot, &items),
        [key] => insert::list(&spot, key, &items),
        _ => None,
    };
    let splice = splice.ok_or_else(|| EditError::Broken(pointer.clone()))?;
    tried(draft, pointer, splice, |mut root, steps| {
        match list_in(&mut root, steps) {
            Some(list) => list.extend(items.iter().cloned()),
            None => root = set_in(root, steps, &Value::Array(items.clone()))?,
        }
        Some(root)
    })
}

/// Swaps the item at position `at` of the sequence at `pointer` with the next one.
pub fn swap_items(draft: &Draft, pointer: &Pointer, at: usize) -> Result<Edit, EditError> {
    let missing = || EditError::Missing(pointer.child((at + 1).to_string()));
    let (start, steps) = draft.start(pointer).ok_or_else(missing)?;
    let (spot, rest) = walk(draft, start, steps, pointer)?;
    if !rest.is_empty() || spot.node.items().len() < at + 2 {
        return Err(missing());
    }
    let splice = reorder::with_next(&spot, at).ok_or_else(|| EditError::Broken(pointer.clone()))?;
    let one = at.to_string();
    tried(draft, &pointer.child(&one), splice, |mut root, steps| {
        let (_, list) = steps.split_last()?;
        list_in(&mut root, list)?.swap(at, at + 1);
        Some(root)
    })
}

/// Returns the list at the end of a path of keys and positions.
fn list_in<'v>(root: &'v mut Value, steps: &[String]) -> Option<&'v mut Vec<Value>> {
    let list = steps.iter().try_fold(root, |value, step| match value {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        other => other.get_mut(step),
    });
    list?.as_array_mut()
}

/// Inserts a key of the header or a record that does not exist yet.
fn set_new(draft: &Draft, pointer: &Pointer, value: &Value) -> Result<Edit, EditError> {
    match pointer.parts() {
        [key] if is_header_key(key) => {
            let splice = insert::header_key(draft, key, value).ok_or_else(|| EditError::Broken(pointer.clone()))?;
            tried(draft, pointer, splice, |_, _| Some(value.clone()))
        }
        [catalog, id] => insert_record(draft, &RecordKey::new(catalog, id), value),
        _ => Err(EditError::Missing(pointer.clone())),
    }
}

/// Converts a value to the form that its field expects: numbers become text in text fields.
fn fitted(value: &Value, field: Option<Field>) -> Value {
    match value {
        Value::Number(number) if number.is_i64() && field.is_some_and(Field::is_number_or_text) => value.clone(),
        Value::Number(_) | Value::Bool(_) => match field.map(Field::kind) {
            Some(FieldKind::Text { .. } | FieldKind::Choice(_) | FieldKind::Reference { .. }) => {
                Value::from(value.to_string())
            }
            _ => value.clone(),
        },
        Value::Object(map) => {
            let fit = |(key, value): (&String, &Value)| {
                (key.clone(), fitted(value, field.and_then(|field| field.child(key))))
            };
            Value::Object(map.iter().map(fit).collect())
        }
        Value::Array(items) => {
            let field = field.and_then(Field::value);
            items.iter().map(|item| fitted(item, field)).collect()
        }
        other => other.clone(),
    }
}

fn one_key(key: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value)]))
}

/// Sets a nested value, creating missing maps above it.
fn set_in(mut root: Value, steps: &[String], value: &Value) -> Option<Value> {
    let Some((step, below)) = steps.split_first() else { return Some(value.clone()) };
    match &mut root {
        Value::Object(map) => {
            let inner = map.get_mut(step).map(Value::take).unwrap_or_default();
            map.insert(step.clone(), set_in(inner, below, value)?);
        }
        Value::Array(items) => {
            let position: usize = step.parse().ok()?;
            let inner = items.get_mut(position).map(Value::take).unwrap_or_default();
            let inner = set_in(inner, below, value)?;
            match items.get_mut(position) {
                Some(item) => *item = inner,
                None => items.push(inner),
            }
        }
        Value::Null => return Some(one_key(step, set_in(Value::Null, below, value)?)),
        _ => return None,
    }
    Some(root)
}

fn remove_in(mut root: Value, steps: &[String]) -> Option<Value> {
    let (step, below) = steps.split_first()?;
    if below.is_empty() {
        match &mut root {
            Value::Object(map) => drop(map.shift_remove(step)?),
            Value::Array(items) => drop(items.remove(step.parse().ok()?)),
            _ => return None,
        }
        return Some(root);
    }
    match &mut root {
        Value::Object(map) => {
            let inner = map.get_mut(step)?;
            *inner = remove_in(inner.take(), below)?;
        }
        Value::Array(items) => {
            let inner = items.get_mut(step.parse::<usize>().ok()?)?;
            *inner = remove_in(inner.take(), below)?;
        }
        _ => return None,
    }
    Some(root)
}

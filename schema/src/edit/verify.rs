//! Verifies edits: reading the new text must give exactly the requested change.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Edit, EditError, Splice, set_in};
use crate::draft::{Draft, Record, same_dialect};
use crate::field::Field;
use crate::read;
use crate::source::is_header_key;
use crate::source::tree::{Node, NodeKind, Pair, Style};
use crate::text::{Pointer, RecordKey};

/// Returns the edit of one splice if reading the new text gives the value that `change` makes of the record.
pub(super) fn tried(
    draft: &Draft,
    pointer: &Pointer,
    splice: Splice,
    change: impl Fn(Value, &[String]) -> Option<Value>,
) -> Result<Edit, EditError> {
    let broken = || EditError::Broken(pointer.clone());
    let (root, steps) = root_of(pointer).ok_or_else(broken)?;
    let edit = Edit::from(vec![splice]);
    let after = applied(draft, &edit).ok_or_else(broken)?;
    let has_value = || match value_at(&after, &root) {
        Some(new) => change(value_at(draft, &root).unwrap_or_default(), steps) == Some(new),
        None => false,
    };
    let same = (has_outline(draft, &after, &root, &|old| change(old, steps)) || has_value())
        && others_same(draft, &after, &|other| other == &root);
    if same { Ok(edit) } else { Err(broken()) }
}

/// Like [`tried`], for an entry that is removed as a whole.
pub(super) fn tried_removal(draft: &Draft, pointer: &Pointer, splice: Splice) -> Result<Edit, EditError> {
    let edit = Edit::from(vec![splice]);
    let gone = applied(draft, &edit).filter(|after| {
        others_same(draft, after, &|other| other == pointer)
            && after.index().own_records().len() <= draft.index().own_records().len()
    });
    if gone.is_some() { Ok(edit) } else { Err(EditError::Broken(pointer.clone())) }
}

/// Returns whether an edit sets values in some records, each given by the keys below its record, and nothing else.
pub(super) fn sets(draft: &Draft, edit: &Edit, wanted: &BTreeMap<RecordKey, Vec<(&[String], Value)>>) -> bool {
    let Some(after) = applied(draft, edit) else { return false };
    let is_set = |(key, sets): (&RecordKey, &Vec<(&[String], Value)>)| {
        let root = key.pointer();
        let change = |old: Value| sets.iter().try_fold(old, |value, (steps, set)| set_in(value, steps, set));
        let has_values = || match (draft.raw(key), after.raw(key)) {
            (Some(old), Some(new)) => change(old) == Some(new),
            _ => false,
        };
        has_outline(draft, &after, &root, &change) || has_values()
    };
    wanted.iter().all(is_set)
        && others_same(draft, &after, &|other| other.record().is_some_and(|(key, _)| wanted.contains_key(&key)))
}

/// Returns whether an edit changes no value, only comments and layout.
pub(crate) fn keeps_values(draft: &Draft, edit: &Edit) -> bool {
    applied(draft, edit).is_some_and(|after| {
        after.index().own_records().len() == draft.index().own_records().len() && others_same(draft, &after, &|_| false)
    })
}

pub(super) fn applied(draft: &Draft, edit: &Edit) -> Option<Draft> {
    let mut after = draft.clone();
    let back = after.apply(edit);
    (!back.splices.is_empty()).then_some(after)
}

/// The name and value of a record, read without a schema as far as possible.
#[derive(PartialEq, Debug)]
pub(crate) struct Reading {
    /// The name of the record.
    pub(crate) key: RecordKey,
    /// The value; `None` for a broken record.
    pub(crate) value: Option<Value>,
}

/// Returns whether each record reads after an edit as `expected` predicts from its position and its old name and value,
/// and whether the header is unchanged.
///
/// With `sections`, catalogs may be renamed and the header may gain a key.
pub(crate) fn reads(
    before: &Draft,
    edit: &Edit,
    expected: &dyn Fn(usize, &RecordKey, Option<Value>) -> Reading,
    sections: bool,
) -> bool {
    let Some(after) = applied(before, edit) else { return false };
    let value = |draft: &Draft, record: &Record| draft.node_of(record).map(|node| read::value(node, None));
    let (old, new) = (before.index().own_records(), after.index().own_records());
    let record_same = |(number, (a, b)): (usize, (&Record, &Record))| {
        let wanted = expected(number, &a.key, value(before, a));
        wanted.key == b.key && wanted.value == value(&after, b)
    };
    let header = |draft: &Draft| header(draft, &|_| false);
    let (old_header, new_header) = (header(before), header(&after));
    let header_same = old_header == new_header || sections && old_header.iter().all(|entry| new_header.contains(entry));
    old.len() == new.len() && old.iter().zip(new).enumerate().all(record_same) && header_same
}

/// Returns the record or header key that a pointer leads into, and the keys below it.
pub(super) fn root_of(pointer: &Pointer) -> Option<(Pointer, &[String])> {
    match pointer.parts() {
        [first, rest @ ..] if is_header_key(first) => Some((Pointer::root().child(first), rest)),
        [catalog, id, rest @ ..] => Some((RecordKey::new(catalog, id).pointer(), rest)),
        [_] | [] => None,
    }
}

pub(super) fn value_at(draft: &Draft, root: &Pointer) -> Option<Value> {
    match root.record() {
        Some((key, _)) => draft.raw(&key),
        None => draft.header(root.last()?),
    }
}

/// Returns the header as written, without the keys that satisfy a condition.
fn header(draft: &Draft, is_meant: &dyn Fn(&Pointer) -> bool) -> Vec<(String, Option<Value>)> {
    let keys = draft.sections(draft.header_file()).filter(|key| is_header_key(key));
    let others = keys.filter(|key| !is_meant(&Pointer::root().child(*key)));
    others.map(|key| (key.to_owned(), draft.header(key))).collect()
}

/// Returns whether all records and keys of the header except those that satisfy a condition have the same value as
/// before.
pub(super) fn others_same(before: &Draft, after: &Draft, is_meant: &dyn Fn(&Pointer) -> bool) -> bool {
    let alike = |a: &Record, b: &Record| match (before.node_of(a), after.node_of(b)) {
        (Some(a), Some(b)) => has_same_text(a, b) || read::value(a, None) == read::value(b, None),
        (a, b) => a.is_none() && b.is_none(),
    };
    let header = |draft: &Draft| header(draft, is_meant);
    if after.same_index(before) {
        let records = before.index().own_records();
        let same = |number: &usize| {
            let Some(record) = records.get(*number) else { return true };
            is_meant(&record.key.pointer()) || alike(record, record)
        };
        return after.rewritten(before).iter().all(same) && header(before) == header(after);
    }
    let others = |draft: &Draft| -> Vec<usize> {
        let all = draft.index().own_records().iter().enumerate();
        all.filter(|(_, record)| !is_meant(&record.key.pointer())).map(|(place, _)| place).collect()
    };
    let (old, new) = (others(before), others(after));
    let record_same = |(a, b): (&usize, &usize)| {
        let (a, b) = (&before.index().own_records()[*a], &after.index().own_records()[*b]);
        let (old, new) = (before.written(a).0, after.written(b).0);
        a.key == b.key && (std::sync::Arc::ptr_eq(&old.chunk, &new.chunk) || alike(a, b))
    };
    old.len() == new.len() && old.iter().zip(&new).all(record_same) && header(before) == header(after)
}

/// Returns whether a record has the value that `change` makes of its old one.
///
/// Only what the edit touches is read as values, so that a small edit of a large record costs little: in the old value,
/// parts with the same text as before are replaced by tokens. `false` if that is not enough to tell.
fn has_outline(before: &Draft, after: &Draft, root: &Pointer, change: &dyn Fn(Value) -> Option<Value>) -> bool {
    let Some((key, _)) = root.record() else { return false };
    // Names of other packs' records are replaced in whole values only.
    let is_alone = before.required().is_empty() && after.required().is_empty();
    if !is_alone || !same_dialect(before.dialect(), after.dialect()) {
        return false;
    }
    let (Some(old), Some(new)) = (before.record_node(&key), after.record_node(&key)) else { return false };
    let field = before.record_field(&key.catalog);
    let mut outline = Outline::default();
    let old = outline.of(old, new, field);
    change(old).is_some_and(|wanted| outline.fits(&wanted, new, field))
}

/// The unchanged parts of a new tree; a token is the text `\0` with the position of a part.
#[derive(Default)]
struct Outline<'a> {
    parts: Vec<&'a Node>,
}

impl<'a> Outline<'a> {
    fn token(&mut self, new: &'a Node) -> Value {
        self.parts.push(new);
        Value::from(format!("\0{}", self.parts.len() - 1))
    }

    /// Returns the value of the old tree, with tokens for the parts that have the same text in the new tree.
    fn of(&mut self, old: &Node, new: &'a Node, field: Option<Field>) -> Value {
        match (&old.kind, &new.kind) {
            (NodeKind::Map { entries, .. }, NodeKind::Map { .. }) => {
                let mut map = Map::new();
                for entry in entries.iter().filter(|entry| is_first(old, entry)) {
                    let field = field.and_then(|field| field.child(&entry.key));
                    let value = match new.entry(&entry.key) {
                        Some(other) => self.of(&entry.value, &other.value, field),
                        None => read::value(&entry.value, field),
                    };
                    map.insert(entry.key.to_string(), value);
                }
                Value::Object(map)
            }
            (NodeKind::Seq { items: a, .. }, NodeKind::Seq { items: b, .. }) => {
                let field = field.and_then(Field::value);
                let start = a.iter().zip(b).take_while(|(a, b)| has_same_text(a, b)).count();
                let rest = a.len().min(b.len()) - start;
                let ends = a.iter().rev().zip(b.iter().rev()).take(rest);
                let end = ends.take_while(|(a, b)| has_same_text(a, b)).count();
                let mut list: Vec<Value> = b[..start].iter().map(|item| self.token(item)).collect();
                let (old, new) = (&a[start..a.len() - end], &b[start..b.len() - end]);
                match old.len() == new.len() {
                    true => list.extend(old.iter().zip(new).map(|(old, new)| self.of(old, new, field))),
                    false => list.extend(old.iter().map(|item| read::value(item, field))),
                }
                list.extend(b[b.len() - end..].iter().map(|item| self.token(item)));
                Value::Array(list)
            }
            _ if has_same_text(old, new) => self.token(new),
            _ => read::value(old, field),
        }
    }

    /// Returns whether a tree has a value that may contain tokens of its parts.
    fn fits(&self, wanted: &Value, node: &Node, field: Option<Field>) -> bool {
        match (wanted, &node.kind) {
            (Value::Object(map), NodeKind::Map { entries, .. }) => {
                let fits = |(key, wanted): (&String, &Value)| {
                    let field = field.and_then(|field| field.child(key));
                    node.entry(key).is_some_and(|entry| self.fits(wanted, &entry.value, field))
                };
                entries.iter().all(|entry| map.contains_key(&*entry.key)) && map.iter().all(fits)
            }
            (Value::Array(list), NodeKind::Seq { items, .. }) => {
                let field = field.and_then(Field::value);
                list.len() == items.len() && list.iter().zip(items).all(|(wanted, item)| self.fits(wanted, item, field))
            }
            (Value::String(text), _) if let Some(token) = text.strip_prefix('\0') => {
                let part = token.parse().ok().and_then(|at: usize| self.parts.get(at));
                part.is_some_and(|part| std::ptr::eq(*part, node))
            }
            _ => read::value(node, field) == *wanted,
        }
    }
}

/// Returns whether an entry is the first one with its key, which counts.
fn is_first(map: &Node, entry: &Pair) -> bool {
    map.entry(&entry.key).is_some_and(|first| std::ptr::eq(first, entry))
}

/// Returns whether two trees are written with the same words in the same order, and so have the same value whatever
/// the schema is.
fn has_same_text(one: &Node, other: &Node) -> bool {
    match (&one.kind, &other.kind) {
        (NodeKind::Scalar { text: a, style: was }, NodeKind::Scalar { text: b, style: is }) => {
            a == b && (*was == Style::Plain) == (*is == Style::Plain)
        }
        (NodeKind::Map { entries: a, .. }, NodeKind::Map { entries: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key && has_same_text(&a.value, &b.value))
        }
        (NodeKind::Seq { items: a, .. }, NodeKind::Seq { items: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| has_same_text(a, b))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::{list_in, remove_in};
    use super::*;
    use crate::source::parse;

    /// An edit of a value: sets, removes or inserts at a path.
    #[derive(Clone, Debug)]
    struct Deed {
        kind: u8,
        path: Vec<String>,
        value: Value,
    }

    impl Deed {
        fn made(&self, root: Value) -> Option<Value> {
            match self.kind {
                0 => set_in(root, &self.path, &self.value),
                1 => {
                    root.pointer(&format!("/{}", self.path.join("/"))).is_some().then(|| remove_in(root, &self.path))?
                }
                _ => {
                    let (mut root, (last, list)) = (root, self.path.split_last()?);
                    let (list, at): (_, usize) = (list_in(&mut root, list)?, last.parse().ok()?);
                    (at <= list.len()).then(|| list.insert(at, self.value.clone()))?;
                    Some(root)
                }
            }
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(json!(null)), (0..3).prop_map(|n| json!(n)), "[ab]".prop_map(|text| json!(text))];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec(("[a-c]", inner), 0..4)
                    .prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    fn deeds() -> impl Strategy<Value = Deed> {
        let step = prop_oneof!["[a-c]", (0..4u8).prop_map(|at| at.to_string())];
        (0..3u8, prop::collection::vec(step, 1..4), values()).prop_map(|(kind, path, value)| Deed { kind, path, value })
    }

    /// Parses a value of any shape.
    fn tree(value: &Value) -> Node {
        parse(&format!("{}\n", value)).expect("JSON is YAML").expect("it is not empty")
    }

    proptest! {
        #[test]
        fn an_outline_accepts_an_edit_only_if_the_whole_value_does(
            old in values(),
            planned in deeds(),
            made in deeds(),
        ) {
            for new in made.made(old.clone()).into_iter().chain([old.clone()]) {
                let (before, after) = (tree(&old), tree(&new));
                let mut outline = Outline::default();
                let wanted = planned.made(outline.of(&before, &after, None));
                if wanted.is_some_and(|wanted| outline.fits(&wanted, &after, None)) {
                    prop_assert_eq!(planned.made(old.clone()), Some(new));
                }
            }
        }
    }
}

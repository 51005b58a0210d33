//! Find usages: all references to a record or key, of every kind that the types declare.
//!
//! There are three kinds: values and items of type [`Ref`](crate::dialect::Ref), including `extends`, which refer to
//! records; names declared with [`KeysOf`], which refer to keys of a map; and words of scripted commands ([`script`]),
//! which refer to either.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::draft::{Draft, Record};
use crate::field::{Field, FieldKind, KeysOf};
use crate::refs::{self, Name, Written};
use crate::script::{self, Meaning, ScriptWord};
use crate::source::tree::{Node, NodeKind};
use crate::text::{Location, Pointer, RecordKey, Span};

/// A reference to a record or key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The value, or the key that is itself the reference.
    pub at: Pointer,
    /// Its location; for map cells, the first cell of each row.
    pub place: Location,
    /// The number of references: the cells of a row, or 1.
    pub count: usize,
}

/// A map whose keys can be referred to: the record that contains it and the path in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct KeyScope {
    /// The record, which may inherit the map.
    pub record: RecordKey,
    /// The keys below the record.
    pub steps: Vec<String>,
}

impl KeyScope {
    /// Returns the pointer to the map, which may be inherited.
    pub fn pointer(&self) -> Pointer {
        self.record.pointer().join(&self.steps)
    }
}

/// A reference to a key that a map does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// The key or text with the name.
    pub at: Pointer,
    /// Its location.
    pub place: Location,
    /// The name.
    pub name: String,
    /// The map without the key.
    pub scope: KeyScope,
    /// The keys of the map, including inherited ones; shared by all unknown names of the map.
    pub known: Arc<Vec<String>>,
}

/// Returns all references to a record, or to a key chosen by the author.
pub fn usages(draft: &Draft, at: &Pointer) -> Vec<Usage> {
    let mut usages = match at.parts() {
        [_, _] => {
            at.record().map(|(key, _)| of_record(draft, draft.index().records().iter(), &key)).unwrap_or_default()
        }
        _ => of_key(draft, at),
    };
    usages.extend(in_commands(draft, at));
    usages
}

/// Returns the references in a pack's own text to a value of the required pack with the id `pack`.
///
/// If the pack has replaced the record, only references qualified with the id of the required pack count.
pub fn usages_of_required(draft: &Draft, pack: &str, at: &Pointer) -> Vec<Usage> {
    let Some((key, steps)) = at.record() else { return Vec::new() };
    let qualified = RecordKey::new(&key.catalog, format!("{pack}:{}", key.id));
    let names = [key, qualified];
    let is_its = |key: &&RecordKey| draft.origin(key).is_some_and(|origin| origin.id == pack);
    let Some(key) = names.iter().find(is_its) else { return Vec::new() };
    let mut usages = usages(draft, &key.pointer().join(steps));
    usages.retain(|usage| draft.owner(usage.place.file).is_none());
    usages
}

/// Returns the words of commands that refer to a record or key.
pub(crate) fn in_commands(draft: &Draft, at: &Pointer) -> Vec<Usage> {
    let words = script::words(draft).into_iter().filter(|word| names(draft, word, at));
    words.map(|word| Usage { at: word.at, place: word.place, count: 1 }).collect()
}

/// Returns whether a word of a command is the id of a record or key, written or inherited.
pub(crate) fn names(draft: &Draft, word: &ScriptWord, at: &Pointer) -> bool {
    let Meaning::Id(ids) = &word.meaning else { return false };
    let own = owned(draft, at);
    ids.iter().any(|id| id == at || id.last() == at.last() && owned(draft, id) == own)
}

/// Returns the pointer to a key in the record that defines it, given a pointer in a record that may inherit it; a
/// pointer to a record is returned unchanged.
pub(crate) fn owned(draft: &Draft, at: &Pointer) -> Pointer {
    match at.parts() {
        [] | [_] | [_, _] => at.clone(),
        _ => owner_at(draft, at).zip(at.last()).map_or_else(|| at.clone(), |(it, name)| it.pointer().child(name)),
    }
}

/// Returns the record or key that the word at a byte of a file refers to. Includes words of texts with several
/// references, such as conditions and commands. `at` is the pointer to the text.
pub fn named_at(draft: &Draft, at: &Pointer, offset: usize) -> Option<(Pointer, Span)> {
    let (key, _) = at.record()?;
    let record = draft.index().first(&key)?;
    let (node, field) = draft.node_of(record).zip(draft.record_field(&key.catalog))?;
    let base = base_of(draft, record);
    let mut named = None;
    refs::in_tree(node, field, &mut key.pointer(), &mut |found| {
        let span = found.span.shifted(base);
        if found.at == at && matches!(found.written, Written::Word(_)) && (span.start..=span.end).contains(&offset) {
            named = Some((draft.named(found.catalog, found.id).pointer(), span));
        }
    });
    named.or_else(|| {
        let words = script::words(draft).into_iter();
        let word = words.filter(|word| word.at == *at && word.place.file == record.file);
        let mut here = word.filter(|word| (word.place.span.start..=word.place.span.end).contains(&offset));
        here.find_map(|word| match word.meaning {
            Meaning::Id(ids) => Some((owned(draft, ids.first()?), word.place.span)),
            Meaning::Title(at) => Some((owned(draft, &at), word.place.span)),
            _ => None,
        })
    })
}

/// The keys of a map, in order and as a set.
type Known = (Arc<Vec<String>>, FxHashSet<String>);

/// Returns the keys and texts of a record that should be keys of a map but are not, for maps that can be found.
///
/// The characters of map rows are checked by `map-rows`, which knows the size of the map.
pub fn unknown_names(draft: &Draft, key: &RecordKey) -> Vec<UnknownName> {
    let mut unknown = Vec::new();
    let mut scopes = Scopes::default();
    let mut maps: BTreeMap<KeyScope, Option<Known>> = BTreeMap::new();
    let record = draft.index().first(key);
    let read = record.and_then(|record| Some((record, draft.node_of(record)?, draft.record_field(&key.catalog)?)));
    let Some((record, node, field)) = read else { return unknown };
    refs::names_in_tree(node, field, &mut key.pointer(), &mut |name| {
        let Some(scope) = scopes.of(draft, record, &name).filter(|_| !name.keys.letters) else { return };
        let map = maps.entry(scope.clone()).or_insert_with(|| {
            let known = is_there(draft, &scope).then(|| keys(draft, &scope))?;
            let set = known.iter().cloned().collect();
            Some((Arc::new(known), set))
        });
        if let Some((known, _)) = map.as_ref().filter(|(_, set)| !set.contains(name.text)) {
            let place = Location { file: record.file, span: name.span.shifted(base_of(draft, record)) };
            let known = Arc::clone(known);
            unknown.push(UnknownName { at: name.at.clone(), place, name: name.text.to_owned(), scope, known });
        }
    });
    unknown
}

/// Returns the record or key that the name at a pointer refers to; `None` if the value is not a name.
pub fn leads_to(draft: &Draft, at: &Pointer) -> Option<Pointer> {
    let (key, _) = at.record()?;
    let record = draft.index().first(&key)?;
    let (node, field) = draft.node_of(record).zip(draft.record_field(&key.catalog))?;
    let mut end = None;
    refs::in_tree(node, field, &mut key.pointer(), &mut |found| {
        if found.at == at {
            end = Some(draft.named(found.catalog, found.id).pointer());
        }
    });
    let mut scopes = Scopes::default();
    refs::names_in_tree(node, field, &mut key.pointer(), &mut |name| {
        if name.at == at && !name.keys.letters {
            let owner = scopes.of(draft, record, &name).and_then(|scope| key_owner(draft, &scope, name.text));
            end = owner.map(|owner| owner.pointer().child(name.text));
        }
    });
    end
}

/// Returns the record or key for a value: the target of a reference, or else the innermost key chosen by the author.
pub fn named_around(draft: &Draft, at: &Pointer) -> Option<Pointer> {
    let is_chosen = |at: &Pointer| {
        let around = at.parent().and_then(|map| draft.field(&map));
        around.is_some_and(|around| around.kind() == FieldKind::Map)
    };
    let mut at = at.clone();
    while at.parts().len() > 2 && !(is_chosen(&at) && draft.defined(&at)) {
        at = at.parent()?;
    }
    let is_key = at.parts().len() > 2;
    let end = leads_to(draft, &at).filter(|end| is_key && end.parts().len() > 2);
    (at.parts().len() >= 2).then(|| end.unwrap_or(at))
}

/// Returns the map whose keys are allowed at a pointer, whether or not a value is written there. `None` if no name is
/// expected, or if text on the path to the map cannot be read.
pub fn names_from(draft: &Draft, at: &Pointer) -> Option<KeyScope> {
    let keys = draft.field(at)?.names_keys().filter(|keys| !keys.letters)?;
    let (record, steps) = at.record()?;
    scope(draft, &record, steps.split_last()?.1, &keys)
}

/// Returns the map whose keys are allowed as keys of the map at a pointer, such as the figures of a roster in a
/// placement. `None` if the author chooses keys freely, or if text on the path to the map cannot be read.
pub fn key_names_from(draft: &Draft, map: &Pointer) -> Option<KeyScope> {
    let keys = draft.field(map)?.key_names()?;
    let (record, steps) = map.record()?;
    scope(draft, &record, steps.split_last()?.1, &keys)
}

/// Returns the keys of a map, written or inherited.
pub fn keys_at(draft: &Draft, at: &Pointer) -> Vec<String> {
    at.record().map_or_else(Vec::new, |(record, steps)| keys(draft, &KeyScope { record, steps: steps.to_vec() }))
}

/// Returns all references to a record in some records.
pub(crate) fn of_record<'d>(
    draft: &'d Draft,
    records: impl Iterator<Item = &'d Record>,
    key: &RecordKey,
) -> Vec<Usage> {
    let mut usages = Vec::new();
    for (record, node, field) in records.filter_map(|record| read(draft, record)) {
        let base = base_of(draft, record);
        refs::in_tree(node, field, &mut record.key.pointer(), &mut |found| {
            if found.catalog == key.catalog && draft.named(found.catalog, found.id) == *key {
                let place = Location { file: record.file, span: found.span.shifted(base) };
                usages.push(Usage { at: found.at.clone(), place, count: 1 });
            }
        });
    }
    usages
}

fn of_key(draft: &Draft, at: &Pointer) -> Vec<Usage> {
    let mut usages = Vec::new();
    let Some((owner, name)) = owner_at(draft, at).zip(at.last()) else { return usages };
    let mut scopes = Scopes::default();
    each_name(draft, &mut |record, found| {
        let named = if found.keys.letters { found.text.contains(name) } else { found.text == name };
        let mut leads = || scopes.of(draft, record, found).and_then(|scope| key_owner(draft, &scope, name));
        if !named || leads().as_ref() != Some(&owner) {
            return;
        }
        let place = Location { file: record.file, span: found.span.shifted(base_of(draft, record)) };
        if found.keys.letters {
            usages.extend(cells(draft, found.at, place, found.text, name));
        } else {
            usages.push(Usage { at: found.at.clone(), place, count: 1 });
        }
    });
    usages
}

/// Returns the number of names in a record that refer to a key of a map.
pub(crate) fn count_name(draft: &Draft, record: &RecordKey, map: &KeyScope, name: &str) -> usize {
    let mut scopes = Scopes::default();
    let mut count = 0;
    let read = draft.index().first(record).and_then(|record| read(draft, record));
    if let Some((record, node, field)) = read {
        refs::names_in_tree(node, field, &mut record.key.pointer(), &mut |found| {
            let same = found.text == name && !found.keys.letters;
            count += usize::from(same && scopes.of(draft, record, &found).as_ref() == Some(map));
        });
    }
    count
}

/// Returns the first cell of each row with a legend key; the whole text if its rows cannot be separated.
fn cells(draft: &Draft, at: &Pointer, whole: Location, text: &str, key: &str) -> Vec<Usage> {
    let lines = draft.line_places(at);
    let mut usages: Vec<Usage> = Vec::new();
    for (row, line) in text.lines().enumerate().filter(|(_, line)| line.contains(key)) {
        let count = line.matches(key).count();
        match (lines.get(row), line.find(key), usages.first_mut()) {
            (Some(place), Some(from), _) => {
                let span = Span::new(0, key.len()).shifted(place.span.start + from);
                usages.push(Usage { at: at.clone(), place: Location { span, ..*place }, count });
            }
            (_, _, Some(usage)) => usage.count += count,
            (_, _, None) => usages.push(Usage { at: at.clone(), place: whole, count }),
        }
    }
    usages
}

/// Returns the readable records, each with its tree and field.
pub(crate) fn readable(draft: &Draft) -> impl Iterator<Item = (&Record, &Node, Field)> {
    draft.index().records().iter().filter_map(|record| read(draft, record))
}

fn read<'d>(draft: &'d Draft, record: &'d Record) -> Option<(&'d Record, &'d Node, Field)> {
    Some((record, draft.node_of(record)?, draft.record_field(&record.key.catalog)?))
}

/// Returns the offset to add to spans in a record's tree.
pub(crate) fn base_of(draft: &Draft, record: &Record) -> usize {
    draft.written(record).0.span.start
}

/// Calls `visit` with every name in the pack that refers to the key of a map elsewhere.
pub(crate) fn each_name(draft: &Draft, visit: &mut dyn FnMut(&Record, &Name<'_>)) {
    let mut holds: BTreeMap<&str, bool> = BTreeMap::new();
    for (record, node, field) in readable(draft) {
        if *holds.entry(&record.key.catalog).or_insert_with(|| refs::has_names(field)) {
            refs::names_in_tree(node, field, &mut record.key.pointer(), &mut |name| visit(record, &name));
        }
    }
}

/// Cache of the maps that names refer to, shared by all names of an object.
#[derive(Default)]
pub(crate) struct Scopes {
    found: BTreeMap<(Pointer, Vec<&'static str>), Option<KeyScope>>,
}

impl Scopes {
    /// Returns the map that a name refers to.
    pub(crate) fn of(&mut self, draft: &Draft, record: &Record, name: &Name<'_>) -> Option<KeyScope> {
        let base = Pointer::root().join(&name.at.parts()[..name.base]);
        let scope = || scope(draft, &record.key, &base.parts()[2..], &name.keys);
        self.found.entry((base.clone(), name.keys.path.clone())).or_insert_with(scope).clone()
    }
}

fn scope(draft: &Draft, record: &RecordKey, base: &[String], keys: &KeysOf) -> Option<KeyScope> {
    let base = if keys.around { nearest(draft, record, base, keys.path.first()?)? } else { base };
    let mut at = KeyScope { record: record.clone(), steps: base.to_vec() };
    for step in &keys.path {
        at.steps.push((*step).to_owned());
        if let FieldKind::Reference { catalog } = draft.field(&at.pointer())?.kind() {
            let id = inherited(draft, &at.record, &at.steps)?.1.text()?;
            at = KeyScope { record: draft.named(catalog, id), steps: Vec::new() };
        }
    }
    draft.contains(&at.record).then_some(at)
}

/// Returns the path to the innermost object around a value, or the value itself, that has a key.
fn nearest<'s>(draft: &Draft, record: &RecordKey, base: &'s [String], key: &str) -> Option<&'s [String]> {
    let has = |around: &&[String]| {
        let steps: Vec<String> = around.iter().cloned().chain([key.to_owned()]).collect();
        inherited(draft, record, &steps).is_some()
    };
    (0..=base.len()).rev().map(|length| &base[..length]).find(has)
}

/// Returns whether a map is known: it is written, inherited or optional, and everything it consists of can be read.
fn is_there(draft: &Draft, scope: &KeyScope) -> bool {
    let written = inherited(draft, &scope.record, &scope.steps);
    let is_map = match written {
        Some((_, node)) => matches!(node.kind, NodeKind::Map { .. }),
        None => draft.field(&scope.pointer()).is_some_and(|field| !field.required()),
    };
    is_map && draft.lineage(&scope.record).iter().all(|key| draft.record_node(key).is_some())
}

/// Returns a nested value of a record, written or inherited, and the record that contains it.
fn inherited<'d>(draft: &'d Draft, record: &RecordKey, steps: &[String]) -> Option<(RecordKey, &'d Node)> {
    for ancestor in draft.lineage(record) {
        match below(draft.record_node(&ancestor)?, steps) {
            Below::Found(node) if node.is_null() => return None,
            Below::Found(node) => return Some((ancestor, node)),
            Below::Replaced => return None,
            Below::Open => {}
        }
    }
    None
}

/// The result of looking up a nested value.
enum Below<'d> {
    /// The value.
    Found(&'d Node),
    /// Absent, so that an inherited value applies.
    Open,
    /// Absent, and no value is inherited: lists and texts replace inherited ones as a whole.
    Replaced,
}

fn below<'d>(root: &'d Node, steps: &[String]) -> Below<'d> {
    let mut node = root;
    for step in steps {
        match (&node.kind, node.child(step)) {
            (_, Some(child)) => node = child,
            (NodeKind::Map { .. }, None) => return Below::Open,
            _ => return Below::Replaced,
        }
    }
    Below::Found(node)
}

/// Returns the keys of a map, including inherited ones.
pub(crate) fn keys(draft: &Draft, scope: &KeyScope) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for ancestor in draft.lineage(&scope.record) {
        let Some(node) = draft.record_node(&ancestor) else { break };
        match below(node, &scope.steps) {
            Below::Found(Node { kind: NodeKind::Map { entries, .. }, .. }) => {
                for entry in entries {
                    // The most derived record decides: a key without a value removes the inherited one.
                    if seen.insert(&entry.key) && !entry.value.is_null() {
                        keys.push(entry.key.to_string());
                    }
                }
            }
            Below::Open => {}
            Below::Found(_) | Below::Replaced => break,
        }
    }
    keys
}

/// Returns the record that defines a key of a map, the last one in the `extends` chain that has it; `None` if the key
/// does not exist.
pub(crate) fn key_owner(draft: &Draft, scope: &KeyScope, name: &str) -> Option<KeyScope> {
    let steps: Vec<String> = scope.steps.iter().cloned().chain([name.to_owned()]).collect();
    let mut owner = None;
    for ancestor in draft.lineage(&scope.record) {
        match below(draft.record_node(&ancestor)?, &steps) {
            Below::Found(node) if node.is_null() => break,
            Below::Found(_) => owner = Some(ancestor),
            Below::Open => {}
            Below::Replaced => break,
        }
        // Items of lists are never inherited.
        if owner.is_some() && in_list(draft, owner.as_ref().unwrap_or(&scope.record), &steps) {
            break;
        }
    }
    owner.map(|record| KeyScope { record, steps: scope.steps.clone() })
}

/// Returns the record that defines the key at a pointer, even if a derived record removes the key.
pub(crate) fn owner_at(draft: &Draft, at: &Pointer) -> Option<KeyScope> {
    let (record, steps) = at.record()?;
    let (name, map) = steps.split_last()?;
    first_owner(draft, &KeyScope { record, steps: map.to_vec() }, name)
}

/// Returns the record that defines a key of a map, even if a derived record removes the key.
pub(crate) fn first_owner(draft: &Draft, scope: &KeyScope, name: &str) -> Option<KeyScope> {
    let steps: Vec<String> = scope.steps.iter().cloned().chain([name.to_owned()]).collect();
    let is_removed = |key: &RecordKey| {
        let node = draft.record_node(key);
        node.is_some_and(|node| matches!(below(node, &steps), Below::Found(node) if node.is_null()))
    };
    let heir = draft.lineage(&scope.record).into_iter().find(|key| !is_removed(key))?;
    key_owner(draft, &KeyScope { record: heir, steps: scope.steps.clone() }, name)
}

fn in_list(draft: &Draft, record: &RecordKey, steps: &[String]) -> bool {
    let mut node = draft.record_node(record);
    for step in steps {
        let Some(at) = node else { return false };
        if matches!(at.kind, NodeKind::Seq { .. }) {
            return true;
        }
        node = at.child(step);
    }
    false
}

/// Returns the records that have the key of `owner`, written or inherited.
pub(crate) fn heirs(draft: &Draft, owner: &KeyScope) -> Vec<RecordKey> {
    let all = draft.ids(&owner.record.catalog).map(|id| RecordKey::new(&owner.record.catalog, id));
    let extends = |key: &RecordKey| draft.record_node(key).is_some_and(|node| node.entry("extends").is_some());
    let heir = |key: &RecordKey| *key == owner.record || extends(key) && draft.lineage(key).contains(&owner.record);
    all.filter(heir).collect()
}

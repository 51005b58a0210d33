//! Usages: who leads to a record or to a key, by every kind of reference that the types declare.
//!
//! There are three kinds: values and items of type [`Ref`](crate::dialect::Ref) with `extends`, which name records; names
//! declared with [`KeysOf`], which name the keys of a map; and words of scripted commands ([`script`]), which name either.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::draft::{Draft, Record};
use crate::field::{Field, FieldKind, KeysOf};
use crate::refs::{self, Name, Written};
use crate::script::{self, Meaning, ScriptWord};
use crate::source::tree::{Node, NodeKind};
use crate::text::{Location, Pointer, RecordKey, Span};

/// A place that leads to a record or a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The value, or the key that is a name itself.
    pub at: Pointer,
    /// Where it stands; of the cells of a map the first one of each row.
    pub place: Location,
    /// How often it leads there: the cells of a row, or once.
    pub count: usize,
}

/// A map whose keys are names, found from where they are used: the record it belongs to and the way in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct KeyScope {
    /// The record, which may inherit the map.
    pub record: RecordKey,
    /// The keys below the record.
    pub steps: Vec<String>,
}

impl KeyScope {
    /// The map as a pointer; it is there or inherited.
    pub fn pointer(&self) -> Pointer {
        self.record.pointer().join(&self.steps)
    }
}

/// A name that should be the key of a map, and is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// The key or text that is the name.
    pub at: Pointer,
    /// Where it stands.
    pub place: Location,
    /// The name.
    pub name: String,
    /// The map that has no such key.
    pub scope: KeyScope,
    /// The keys it has, those inherited too; one list for all names that miss it.
    pub known: Arc<Vec<String>>,
}

/// Everything that leads to what is at a pointer: to a record, or to a key chosen by the author.
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

/// What is written in a pack itself and leads to something that is at a pointer in a pack that it requires, the one with
/// the id `pack`.
///
/// Nothing if a record of the same name has taken its place, but what names it together with its pack.
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

/// The words of commands that lead to what is at a pointer.
pub(crate) fn in_commands(draft: &Draft, at: &Pointer) -> Vec<Usage> {
    let words = script::words(draft).into_iter().filter(|word| names(draft, word, at));
    words.map(|word| Usage { at: word.at, place: word.place, count: 1 }).collect()
}

/// Whether a word of a command is the id of a record or key, written there or inherited.
pub(crate) fn names(draft: &Draft, word: &ScriptWord, at: &Pointer) -> bool {
    let Meaning::Id(ids) = &word.meaning else { return false };
    let own = owned(draft, at);
    ids.iter().any(|id| id == at || id.last() == at.last() && owned(draft, id) == own)
}

/// The key where it comes from, of those that write it and extend each other; a record itself.
pub(crate) fn owned(draft: &Draft, at: &Pointer) -> Pointer {
    match at.parts() {
        [] | [_] | [_, _] => at.clone(),
        _ => owner_at(draft, at).zip(at.last()).map_or_else(|| at.clone(), |(it, name)| it.pointer().child(name)),
    }
}

/// The record or key that the word at a byte of a file names; also a word of a text that names several, such as a
/// condition or a command. `at` is the text.
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

/// The keys of a map in order, and as a set.
type Known = (Arc<Vec<String>>, FxHashSet<String>);

/// The keys and texts of a record that should be keys of a map which has no such key; of maps that can be found.
///
/// The characters of map rows are left to the check of maps, which knows the size of the map.
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

/// Where a name leads that is written at a pointer: to a record, or to the key of a map. `None` for what is no name.
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

/// The record or key that is meant by a value in it: the innermost key that an author has chosen, or what it leads to.
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

/// The map that has the keys which may be written at a pointer, whether something is written there already or not;
/// `None` where no such name is expected, and where what leads to the map cannot be read.
pub fn names_from(draft: &Draft, at: &Pointer) -> Option<KeyScope> {
    let keys = draft.field(at)?.names_keys().filter(|keys| !keys.letters)?;
    let (record, steps) = at.record()?;
    scope(draft, &record, steps.split_last()?.1, &keys)
}

/// The map whose keys may be the keys of the map at a pointer, as the figures of a roster are those of a placement;
/// `None` where an author chooses keys freely, and where what leads to the map cannot be read.
pub fn key_names_from(draft: &Draft, map: &Pointer) -> Option<KeyScope> {
    let keys = draft.field(map)?.key_names()?;
    let (record, steps) = map.record()?;
    scope(draft, &record, steps.split_last()?.1, &keys)
}

/// The keys of what is at a pointer, written there or inherited.
pub fn keys_at(draft: &Draft, at: &Pointer) -> Vec<String> {
    at.record().map_or_else(Vec::new, |(record, steps)| keys(draft, &KeyScope { record, steps: steps.to_vec() }))
}

/// Everything in some records that leads to one.
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

/// How many names in a record lead to a key of a map.
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

/// The first cell of each row that is drawn with a key; the whole text where its rows cannot be told apart.
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

/// The records that can be read, each with its value and what may stand there.
pub(crate) fn readable(draft: &Draft) -> impl Iterator<Item = (&Record, &Node, Field)> {
    draft.index().records().iter().filter_map(|record| read(draft, record))
}

fn read<'d>(draft: &'d Draft, record: &'d Record) -> Option<(&'d Record, &'d Node, Field)> {
    Some((record, draft.node_of(record)?, draft.record_field(&record.key.catalog)?))
}

/// What is added to the spans in a record's tree.
pub(crate) fn base_of(draft: &Draft, record: &Record) -> usize {
    draft.written(record).0.span.start
}

/// Calls `visit` with every name in the pack that is the key of a map elsewhere.
pub(crate) fn each_name(draft: &Draft, visit: &mut dyn FnMut(&Record, &Name<'_>)) {
    let mut holds: BTreeMap<&str, bool> = BTreeMap::new();
    for (record, node, field) in readable(draft) {
        if *holds.entry(&record.key.catalog).or_insert_with(|| refs::has_names(field)) {
            refs::names_in_tree(node, field, &mut record.key.pointer(), &mut |name| visit(record, &name));
        }
    }
}

/// The maps that names lead to, found once for all names of an object.
#[derive(Default)]
pub(crate) struct Scopes {
    found: BTreeMap<(Pointer, Vec<&'static str>), Option<KeyScope>>,
}

impl Scopes {
    /// The map that a name leads to.
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

/// The way to the innermost object around a value that has a key, the value itself included.
fn nearest<'s>(draft: &Draft, record: &RecordKey, base: &'s [String], key: &str) -> Option<&'s [String]> {
    let has = |around: &&[String]| {
        let steps: Vec<String> = around.iter().cloned().chain([key.to_owned()]).collect();
        inherited(draft, record, &steps).is_some()
    };
    (0..=base.len()).rev().map(|length| &base[..length]).find(has)
}

/// Whether a map can be read: it is written or inherited, or need not be there, and everything it is made of can be read.
fn is_there(draft: &Draft, scope: &KeyScope) -> bool {
    let written = inherited(draft, &scope.record, &scope.steps);
    let is_map = match written {
        Some((_, node)) => matches!(node.kind, NodeKind::Map { .. }),
        None => draft.field(&scope.pointer()).is_some_and(|field| !field.required()),
    };
    is_map && draft.lineage(&scope.record).iter().all(|key| draft.record_node(key).is_some())
}

/// The value some steps below a record, written there or inherited, and the record that it is written in.
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

/// What stands some steps below a value.
enum Below<'d> {
    /// The value.
    Found(&'d Node),
    /// Nothing, and what is inherited counts.
    Open,
    /// Nothing, and nothing is inherited: lists and texts replace what they inherit as a whole.
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

/// The keys of a map, those inherited too.
pub(crate) fn keys(draft: &Draft, scope: &KeyScope) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for ancestor in draft.lineage(&scope.record) {
        let Some(node) = draft.record_node(&ancestor) else { break };
        match below(node, &scope.steps) {
            Below::Found(Node { kind: NodeKind::Map { entries, .. }, .. }) => {
                for entry in entries {
                    // The record nearest to the heir decides: a key without a value removes what is inherited.
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

/// The record that a key of a map comes from: of those that write it and extend each other the last one; `None` where
/// there is no such key.
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
        // An item of a list is all its own.
        if owner.is_some() && in_list(draft, owner.as_ref().unwrap_or(&scope.record), &steps) {
            break;
        }
    }
    owner.map(|record| KeyScope { record, steps: scope.steps.clone() })
}

/// The record that the key at a pointer comes from, or would if it were not removed.
pub(crate) fn owner_at(draft: &Draft, at: &Pointer) -> Option<KeyScope> {
    let (record, steps) = at.record()?;
    let (name, map) = steps.split_last()?;
    first_owner(draft, &KeyScope { record, steps: map.to_vec() }, name)
}

/// The record that a key of a map comes from, or would if the map did not remove what it inherits.
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

/// The records that have a key that comes from `owner`, whether they write it or inherit it.
pub(crate) fn heirs(draft: &Draft, owner: &KeyScope) -> Vec<RecordKey> {
    let all = draft.ids(&owner.record.catalog).map(|id| RecordKey::new(&owner.record.catalog, id));
    let extends = |key: &RecordKey| draft.record_node(key).is_some_and(|node| node.entry("extends").is_some());
    let heir = |key: &RecordKey| *key == owner.record || extends(key) && draft.lineage(key).contains(&owner.record);
    all.filter(heir).collect()
}

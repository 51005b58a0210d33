//! The analysis of one record: reading it as written, then merging it with those it extends.

use std::collections::BTreeSet;

use ecow::EcoString;
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::Unreadable;
use super::bare::read_otherwise;
use super::flaw::place_of_flaw;
use super::keyboard::mistyped;
use crate::blocks::Blocks;
use crate::declared;
use crate::dialect::Dialect;
use crate::draft::{Draft, Record, merge_lineage};
use crate::field::Field;
use crate::json_schema::compiled;
use crate::referrers::Target;
use crate::refs::Reference;
use crate::source::limits;
use crate::source::tree::{Node, NodeKind, Pair};
use crate::survey::{Declared, Endless, MergeFlaws, Merged, RawFinding, RawFindingKind, Reading, Sound};
use crate::text::{Pointer, RecordKey, Span};
use crate::validate::{Violation, ViolationKind, accepts_record, flaws, lacks_nothing};
use crate::{read, refs};

/// Packs with at most this number of records keep merged values: they take little memory, and checks read most of them.
const KEEP_VALUES: usize = 1000;

/// Reads a record on its own.
pub(super) fn read(draft: &Draft, record: &Record, unreadable: &Unreadable) -> Reading {
    let (part, entry) = draft.written(record);
    let mut reading = Reading::default();
    let mut pointer = record.key.pointer();
    if is_in_conflict(draft, record) {
        // Its references count as uses whichever version is kept.
        let field = draft.record_field(&record.key.catalog);
        reading.targets = entry.zip(field).map(|(entry, field)| targets(&entry.value, field)).unwrap_or_default();
        reading.problems.push(RawFinding { span: part.key_span(), pointer, kind: RawFindingKind::Elsewhere });
        return reading;
    }
    let Some(entry) = entry else {
        let follows = draft.file(record.file).follows_from_another(part);
        reading.problems.extend(part.fault().map(|fault| {
            let kind = if follows { RawFindingKind::Elsewhere } else { RawFindingKind::SyntaxError(fault.clone()) };
            RawFinding { span: fault.span, pointer, kind }
        }));
        return reading;
    };
    let dialect = draft.dialect();
    let Some((dialect, field)) = dialect.and_then(|it| Some((it, Field::record(it, &record.key.catalog)?))) else {
        return reading;
    };
    let accepted = accepts_record(&entry.value, field);
    if !accepted {
        duplicate_keys(&entry.value, &mut pointer, &mut reading.problems);
    }
    reading.targets = targets(&entry.value, field);
    // Pointers lead to the first record with a name, so duplicates are not analysed.
    if !record.first {
        return reading;
    }
    let mut flawed = BTreeSet::new();
    if !accepted {
        let value = draft.read_record(record, &entry.value);
        let judge = |value: &Value| flaws_of(value, field, dialect, &record.key.catalog);
        let mut flaws = judge(&value);
        if let Some((fault, left)) = mistyped(draft, record, &flaws, judge) {
            let (span, pointer) = (fault.span, pointer.clone());
            reading.problems.push(RawFinding { span, pointer, kind: RawFindingKind::SyntaxError(fault) });
            flaws = left;
        }
        if let Some(other) = better_catalog(&value, &flaws, dialect, &record.key.catalog) {
            let span = entry.key_span();
            reading.problems.push(RawFinding { span, pointer, kind: RawFindingKind::WrongCatalog { other } });
            return reading;
        }
        flawed = flaws.iter().map(|flaw| pointer.join(&flaw.steps)).collect();
        reading.problems.extend(flaws.into_iter().filter_map(|flaw| placed(draft, &record.key, part.span.start, flaw)));
    }
    let is_sound = reading.problems.is_empty();
    if !accepted {
        read_otherwise(&entry.value, field, &mut pointer, &mut reading.problems);
        // An invalid value needs no second finding.
        reading.problems.retain(|problem| {
            !matches!(problem.kind, RawFindingKind::ReadOtherwise { .. }) || !flawed.contains(&problem.pointer)
        });
    }
    let is_there = |target: &Target| draft.index().number(target.catalog, &target.id).is_some();
    if reading.targets.iter().all(is_there) {
        reading.is_sound = is_sound;
        return reading;
    }
    refs::in_tree(&entry.value, field, &mut pointer, &mut |found| {
        let Reference { at, catalog, id, span, written } = found;
        let missing = draft.index().number(catalog, id).is_none();
        if missing && !unreadable.may_hold(catalog, id) && !flawed.contains(at) {
            let kind = RawFindingKind::UnknownReference { catalog, id: id.to_owned(), written };
            reading.problems.push(RawFinding { span, pointer: at.clone(), kind });
        }
    });
    reading
}

/// Returns whether a merge left a record, or a part of it, in two versions.
fn is_in_conflict(draft: &Draft, record: &Record) -> bool {
    let file = draft.file(record.file);
    if file.conflicts.is_empty() {
        return false;
    }
    let (part, entry) = draft.written(record);
    let Some(entry) = entry else { return file.is_in_conflict(part) };
    let end = entry.value.span().end.max(entry.key_span().end);
    file.has_conflict_in(Span::new(entry.key_span().start, end).shifted(part.span.start))
}

fn flaws_of(value: &Value, field: Field, dialect: &'static Dialect, catalog: &str) -> Vec<Violation> {
    let compiled = compiled(dialect);
    let extends = value.get("extends").is_some();
    let validator = if extends { compiled.partial(catalog) } else { compiled.complete(catalog) };
    validator.map(|validator| flaws(value, field, &validator)).unwrap_or_default()
}

/// Returns the only other catalog in which a record would be valid, if it has keys here that are foreign and not
/// misspelt.
fn better_catalog(value: &Value, flaws: &[Violation], dialect: &'static Dialect, own: &str) -> Option<&'static str> {
    // A record with `extends` may omit required fields, so it would be valid in many catalogs; it belongs to the
    // catalog of its parent.
    let foreign = |flaw: &Violation| matches!(&flaw.kind, ViolationKind::UnknownKey { near, .. } if near.is_empty() && flaw.steps.len() == 1);
    if !flaws.iter().any(foreign) || value.get("extends").is_some() {
        return None;
    }
    let others = dialect.catalogs.iter().map(|catalog| catalog.name).filter(|name| *name != own);
    let fits = |name: &&str| compiled(dialect).complete(name).is_some_and(|validator| validator.is_valid(value));
    let mut fitting = others.filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

/// Converts a violation to a problem with a span relative to the record.
fn placed(draft: &Draft, key: &RecordKey, base: usize, flaw: Violation) -> Option<RawFinding> {
    let pointer = key.pointer().join(&flaw.steps);
    let place = place_of_flaw(draft, &pointer, &flaw.kind)?;
    let span = Span::new(place.span.start.checked_sub(base)?, place.span.end.checked_sub(base)?);
    Some(RawFinding { span, pointer, kind: RawFindingKind::Violation(flaw.kind) })
}

/// Returns the records that a record refers to, each once.
fn targets(node: &Node, field: Field) -> Box<[Target]> {
    let mut targets = Vec::new();
    refs::in_tree(node, field, &mut Pointer::root(), &mut |found| {
        targets.push(Target { catalog: found.catalog, id: found.id.into() });
    });
    targets.sort();
    targets.dedup();
    // Copied, because allocators may keep the spare capacity of a list that shrinks.
    targets.as_slice().into()
}

/// Reports duplicate keys, with spans relative to the tree: at most [`limits::FLAWS`], and the number of further ones.
pub(super) fn duplicate_keys(node: &Node, pointer: &mut Pointer, problems: &mut Vec<RawFinding>) {
    let mut repeats = Repeats { problems, told: 0, more: 0 };
    repeats.find(node, pointer);
    let Repeats { told, more: unreported, .. } = repeats;
    let last = problems.last_mut().filter(|_| told > 0);
    if let Some(RawFinding { kind: RawFindingKind::DuplicateKey { more, .. }, .. }) = last {
        *more = unreported;
    }
}

/// Collects duplicate keys.
struct Repeats<'p> {
    problems: &'p mut Vec<RawFinding>,
    told: usize,
    more: usize,
}

impl Repeats<'_> {
    fn find(&mut self, node: &Node, pointer: &mut Pointer) {
        match &node.kind {
            NodeKind::Scalar { .. } => {}
            NodeKind::Map { entries, .. } => {
                let mut seen: FxHashMap<&str, (&Pair, usize)> = FxHashMap::default();
                for (position, entry) in entries.iter().enumerate() {
                    pointer.push(entry.key.as_str());
                    match seen.get_mut(entry.key.as_str()) {
                        Some((first, count)) => {
                            *count += 1;
                            self.repeat(first, entry, [*count, position], pointer);
                        }
                        None => drop(seen.insert(&entry.key, (entry, 0))),
                    }
                    self.find(&entry.value, pointer);
                    pointer.pop();
                }
            }
            NodeKind::Seq { items, .. } => {
                for (position, item) in items.iter().enumerate() {
                    pointer.push(position.to_string());
                    self.find(item, pointer);
                    pointer.pop();
                }
            }
        }
    }

    fn repeat(&mut self, first: &Pair, entry: &Pair, nth: [usize; 2], pointer: &Pointer) {
        if self.told >= limits::FLAWS {
            self.more += 1;
            return;
        }
        self.told += 1;
        let same = read::value(&first.value, None) == read::value(&entry.value, None);
        let (key, first) = (entry.key.to_string(), first.key_span());
        let kind = RawFindingKind::DuplicateKey { key, first, same, nth, more: 0 };
        self.problems.push(RawFinding { span: entry.key_span(), pointer: pointer.clone(), kind });
    }
}

/// Merges a valid record with those it extends, and reports required fields that are still missing.
pub(super) fn merge(draft: &Draft, number: usize, read: &Blocks<Reading>) -> Merged {
    let record = &draft.index().records()[number];
    let Some(node) = draft.node_of(record).filter(|_| read[number].is_sound) else { return Merged::default() };
    if node.entry("extends").is_none() {
        return complete(draft, number, without_nulls(draft.read_record(record, node)), Alone::Yes);
    }
    let lineage = draft.lineage(&record.key);
    if let Some(endless) = endless(draft, &lineage) {
        let flaws = MergeFlaws { endless: Some(endless), ..MergeFlaws::default() };
        return Merged { flaws: Some(Box::new(flaws)), ..Merged::default() };
    }
    let value_of = |key: &RecordKey| {
        let number = draft.index().number(&key.catalog, &key.id)?;
        draft.raw(key).filter(|_| read[number].is_sound)
    };
    match lineage.iter().map(value_of).collect::<Option<Vec<Value>>>() {
        Some(values) => complete(draft, number, merge_lineage(values), Alone::No),
        None => Merged::default(),
    }
}

/// Whether a record extends nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alone {
    Yes,
    No,
}

/// Reads a merged record as its type, if it is complete.
fn complete(draft: &Draft, number: usize, mut value: Value, alone: Alone) -> Merged {
    let record = &draft.index().records()[number];
    let key = &record.key;
    let mut merged = Merged::default();
    let Some((dialect, catalog)) = draft.dialect().and_then(|it| Some((it, it.catalog(&key.catalog)?))) else {
        return merged;
    };
    let mut found = Vec::new();
    // Invalid values are reported where they are written; merging only reveals missing fields.
    if let (Alone::No, Some(field)) = (alone, draft.record_field(catalog.name))
        && !lacks_nothing(&value, field)
        && let Some(complete) = compiled(dialect).complete(catalog.name)
    {
        found = flaws(&value, field, &complete);
        found.retain(|flaw| matches!(flaw.kind, ViolationKind::MissingField { .. }));
    }
    if found.is_empty() {
        let declared = take_declared(dialect, catalog.name, &mut value);
        match (catalog.read)(&value) {
            Ok(typed) => {
                let title = value.get("title").and_then(Value::as_str).unwrap_or_default().trim();
                let sound = Sound::new(declared, shared(draft.node_of(record), title), typed);
                let is_small = draft.index().records().len() <= KEEP_VALUES;
                debug_assert!(!is_small || draft.bare(key).as_ref() == Some(&value), "checks see the value as merged");
                merged.sound = Some(if is_small { sound.keeping(value) } else { sound });
            }
            Err(message) => found.push(Violation { steps: Vec::new(), kind: ViolationKind::Unreadable { message } }),
        }
    }
    let base = draft.written(record).0.span.start;
    let problems: Vec<_> = found.into_iter().filter_map(|flaw| placed(draft, key, base, flaw)).collect();
    if !problems.is_empty() {
        merged.flaws = Some(Box::new(MergeFlaws { problems, endless: None }));
    }
    merged
}

/// Returns a title, in the memory of the record's tree if it is written there.
fn shared(node: Option<&Node>, title: &str) -> EcoString {
    match node.and_then(|node| node.entry("title")).map(|entry| &entry.value.kind) {
        Some(NodeKind::Scalar { text, .. }) if text == title => text.clone(),
        _ => title.into(),
    }
}

/// Removes the declared fields from a complete record and returns them.
fn take_declared(dialect: &Dialect, catalog: &str, value: &mut Value) -> Option<Box<Declared>> {
    dialect.declared_in(catalog).next()?;
    let fields = declared::take(dialect, catalog, value);
    let counted = declared::counted(dialect, catalog, &fields);
    Some(Box::new(Declared { fields, counted }))
}

/// Returns the value without null entries.
fn without_nulls(value: Value) -> Value {
    fn has_nulls(value: &Value) -> bool {
        match value {
            Value::Object(map) => map.values().any(|value| value.is_null() || has_nulls(value)),
            Value::Array(items) => items.iter().any(has_nulls),
            _ => false,
        }
    }
    if has_nulls(&value) { merge_lineage(vec![value]) } else { value }
}

fn endless(draft: &Draft, lineage: &[RecordKey]) -> Option<Endless> {
    let last = lineage.last()?;
    let parent = draft.named(&last.catalog, draft.record_node(last)?.entry("extends")?.value.text()?);
    match lineage.iter().position(|key| *key == parent) {
        Some(0) => Some(Endless::Cycle),
        Some(_) => Some(Endless::Above),
        None => (lineage.len() > limits::ANCESTORS).then_some(Endless::TooLong),
    }
}

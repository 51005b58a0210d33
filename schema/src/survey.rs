//! What checks look at: a draft, and what was found out about its records once for all of them.

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use crate::declared::Counted;
use crate::dialect::Record as Type;
use crate::draft::{Draft, Record};
use crate::refs::Written;
use crate::resolve::Resolved;
use crate::source::SyntaxError;
use crate::text::{FileId, Location, Pointer, RecordKey, Span};
use crate::users::{Target, Users};
use crate::validate::ViolationKind;

/// The records of a draft as one check sees them.
///
/// It may be shown only some of them: [`records`](Self::records) and [`sound`](Self::sound) go through the records in
/// question, while [`record`](Self::record) and [`draft`](Self::draft) know all. Which ones are in question follows from
/// the check's [`Scope`](crate::check::Scope).
#[derive(Debug)]
pub struct Survey<'a> {
    /// The draft.
    pub draft: &'a Draft,
    readings: &'a Readings,
    users: &'a Users,
    /// The numbers of the records in question in their order; all without such a list.
    subjects: Option<&'a [usize]>,
}

/// What was found out about a draft, record by record and about the rest.
#[derive(Debug, Default)]
pub(crate) struct Readings {
    /// By record number.
    pub(crate) read: Vec<Arc<Reading>>,
    /// By record number.
    pub(crate) merged: Vec<Arc<Merged>>,
    /// What is wrong outside the records, with spans of the file.
    pub(crate) outside: Vec<(FileId, RawFinding)>,
    /// Records that extend themselves, or too many others: by record number.
    pub(crate) endless: Vec<(usize, RawFinding)>,
    /// The records with problems, by number and in order: mostly few.
    pub(crate) flawed: Vec<usize>,
}

/// A record as it is written, read alone: follows from its text and from whether the records it names exist.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// Its value, if nothing is wrong with it.
    pub(crate) value: Option<Arc<Value>>,
    /// What is wrong with it, with spans relative to its part of the file.
    pub(crate) problems: Vec<RawFinding>,
    /// The catalogs and ids of the records it names, each once.
    pub(crate) targets: Vec<Target>,
}

/// A record with what it extends: follows from its own reading and theirs.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    /// The complete record, if it can be relied on.
    pub(crate) sound: Option<Sound>,
    /// What shows only after merging, with spans relative to the record's part of the file.
    pub(crate) problems: Vec<RawFinding>,
    /// Why what it extends has no end.
    pub(crate) endless: Option<Endless>,
}

/// A record that is valid, and complete with what it extends.
#[derive(Debug)]
pub(crate) struct Sound {
    /// The merged value, without the fields that packs declare.
    pub(crate) value: Arc<Value>,
    /// What rules may calculate with of these fields.
    pub(crate) counted: Counted,
    /// Its title without blanks around it; empty where it has none.
    pub(crate) title: Box<str>,
    /// The same as a value of its catalog's type.
    pub(crate) typed: Box<dyn Any + Send + Sync>,
}

/// Why a lineage has no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Endless {
    /// It comes round to its first record.
    Cycle,
    /// It comes round to another of its records, where it is told.
    Above,
    /// It is longer than allowed.
    TooLong,
}

/// Something wrong at a value, to be reported by the check that is about this kind of problem.
#[derive(Debug)]
pub(crate) struct RawFinding {
    /// Where, relative to what it was found in.
    pub(crate) span: Span,
    /// At which value.
    pub(crate) pointer: Pointer,
    /// What.
    pub(crate) kind: RawFindingKind,
}

/// Kinds of problems that reading finds.
#[derive(Debug)]
pub(crate) enum RawFindingKind {
    /// Text that cannot be read.
    SyntaxError(SyntaxError),
    /// Text that cannot be used for a fault which is reported elsewhere: the conflict that it lies in, or the value that
    /// it repeats.
    Elsewhere,
    /// A key that stands twice in one map.
    DuplicateKey {
        /// The key.
        key: String,
        /// Where it stands first.
        first: Span,
        /// Whether it has the same value there.
        same: bool,
        /// Which of the entries with the key it is, from 0, and which of all entries of its map.
        nth: [usize; 2],
        /// How many repeated keys of the record are not reported.
        more: usize,
    },
    /// A value against its schema.
    Violation(ViolationKind),
    /// A bare value that other readers of YAML take for another; the value it is to us.
    ReadOtherwise { text: String, value: Value },
    /// A reference to a record that is not there, and as what it is written.
    UnknownReference { catalog: &'static str, id: String, written: Written },
    /// A record that does not fit its catalog, but another.
    WrongCatalog { other: &'static str },
    /// A record that extends itself, and by way of which others.
    ExtendsCycle { through: Vec<RecordKey> },
}

/// A problem at its place in the draft.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'a> {
    /// Where.
    pub(crate) place: Location,
    /// At which value.
    pub(crate) pointer: &'a Pointer,
    /// What.
    pub(crate) kind: &'a RawFindingKind,
    base: usize,
}

impl<'a> Survey<'a> {
    pub(crate) fn new(
        draft: &'a Draft,
        readings: &'a Readings,
        users: &'a Users,
        subjects: Option<&'a [usize]>,
    ) -> Self {
        Self { draft, readings, users, subjects }
    }

    /// The records of a catalog that can be relied on: read, valid, complete with what they extend, as merged values
    /// in file order, without the fields that packs declare. Other records are reported elsewhere; a check that only looks at these adds no second findings.
    pub fn sound(&self, catalog: &str) -> impl Iterator<Item = (&'a RecordKey, &'a Value)> {
        self.sound_in(catalog).map(|(key, sound)| (key, &*sound.value))
    }

    /// The records of [`Self::sound`] as values of their type.
    pub fn records<T: Type>(&self) -> impl Iterator<Item = (&'a RecordKey, &'a T)> {
        self.sound_in(T::CATALOG).filter_map(|(key, sound)| Some((key, sound.typed.downcast_ref()?)))
    }

    /// The sound record with this id as a value of its type, whether it is in question or not.
    pub fn record<T: Type>(&self, id: &str) -> Option<&'a T> {
        let number = self.draft.index().number(T::CATALOG, id)?;
        self.readings.merged[number].sound.as_ref()?.typed.downcast_ref()
    }

    /// The titles of the records of [`Self::sound`] that have one.
    pub(crate) fn titles(&self, catalog: &str) -> impl Iterator<Item = (&'a RecordKey, &'a str)> {
        self.sound_in(catalog).map(|(key, sound)| (key, &*sound.title)).filter(|(_, title)| !title.is_empty())
    }

    /// Whether every record of a catalog is sound.
    pub fn is_all_sound(&self, catalog: &str) -> bool {
        self.draft.index().numbers(catalog).iter().all(|&number| self.readings.merged[number].sound.is_some())
    }

    /// Whether some record refers to this one or extends it; unknown, and so granted, where its id is not written as ids are.
    pub fn is_used(&self, key: &RecordKey) -> bool {
        let is_misnamed = self.draft.index().misnamed().any(|(misnamed, _)| misnamed == key);
        is_misnamed
            || self.draft.files().any(|file| self.draft.file(file).mentions_in_conflict(&key.id))
            || self.draft.index().number(&key.catalog, &key.id).is_some_and(|number| !self.users.of(number).is_empty())
    }

    /// How many records refer to this one or extend it.
    pub(crate) fn users(&self, key: &RecordKey) -> usize {
        self.draft.index().number(&key.catalog, &key.id).map_or(0, |number| self.users.of(number).len())
    }

    /// The sound records that a record reaches through references, itself included.
    pub fn reached(&self, key: &RecordKey) -> Resolved {
        let index = self.draft.index();
        let mut resolved = Resolved::of(self.draft, key.clone());
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<usize> = index.number(&key.catalog, &key.id).into_iter().collect();
        while let Some(number) = waiting.pop() {
            if !seen.insert(number) {
                continue;
            }
            let RecordKey { catalog, id } = &index.records()[number].key;
            if let Some(sound) = &self.readings.merged[number].sound {
                resolved.add(RecordKey::new(catalog, id), (*sound.value).clone(), sound.counted.clone());
            }
            let targets = self.readings.read[number].targets.iter();
            waiting.extend(targets.filter_map(|target| index.number(target.catalog, &target.id)));
        }
        resolved
    }

    /// The records in question as they are written, also those that cannot be relied on.
    pub(crate) fn written(&self) -> impl Iterator<Item = &'a Record> {
        let records = self.draft.index().records();
        self.subjects().map(|number| &records[number])
    }

    /// What is wrong with the records in question, and with what stands outside records.
    pub(crate) fn problems(&self) -> impl Iterator<Item = Seen<'a>> + '_ {
        let (readings, draft) = (self.readings, self.draft);
        let outside = readings.outside.iter().map(|(file, problem)| Seen::at(*file, 0, problem));
        let among = |number: &usize| self.subjects.is_none_or(|subjects| subjects.binary_search(number).is_ok());
        let inside = readings.flawed.iter().copied().filter(among).flat_map(move |number| {
            let problems = readings.read[number].problems.iter().chain(&readings.merged[number].problems);
            problems.map(move |problem| Seen::in_record(draft, number, problem))
        });
        outside.chain(inside)
    }

    /// The records that extend themselves or too many others, of each circle the first.
    pub(crate) fn endless(&self) -> impl Iterator<Item = Seen<'a>> {
        self.readings.endless.iter().map(|(number, problem)| Seen::in_record(self.draft, *number, problem))
    }

    fn subjects(&self) -> impl Iterator<Item = usize> + use<'a> {
        let all = if self.subjects.is_none() { self.draft.index().records().len() } else { 0 };
        (0..all).chain(self.subjects.unwrap_or_default().iter().copied())
    }

    fn sound_in(&self, catalog: &str) -> impl Iterator<Item = (&'a RecordKey, &'a Sound)> + use<'a> {
        let index = self.draft.index();
        let numbers = index.numbers(catalog);
        let (all, some) = match self.subjects {
            None => (numbers, [].as_slice()),
            // Numbers stand in file order in both.
            Some(subjects) => ([].as_slice(), subjects),
        };
        let some = some.iter().filter(|number| numbers.binary_search(number).is_ok());
        let readings = self.readings;
        let sound = |&number: &usize| Some((&index.records()[number].key, readings.merged[number].sound.as_ref()?));
        all.iter().chain(some).filter_map(sound)
    }
}

impl<'a> Seen<'a> {
    fn in_record(draft: &Draft, number: usize, problem: &'a RawFinding) -> Self {
        let record = &draft.index().records()[number];
        Self::at(record.file, draft.written(record).0.span.start, problem)
    }

    fn at(file: FileId, base: usize, problem: &'a RawFinding) -> Self {
        let place = Location { file, span: problem.span.shifted(base) };
        Self { place, pointer: &problem.pointer, kind: &problem.kind, base }
    }

    /// The place of another span of the problem.
    pub(crate) fn place_of(&self, span: Span) -> Location {
        Location { file: self.place.file, span: span.shifted(self.base) }
    }
}

impl SyntaxError {
    /// Whether it is about size rather than form.
    pub(crate) fn is_limit(&self) -> bool {
        self.kind == crate::source::SyntaxErrorKind::Limit
    }
}

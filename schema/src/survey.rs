//! The input of checks: a draft, and the analysis of its records shared by all checks.

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use ecow::EcoString;
use serde_json::{Map, Value};

use crate::blocks::Blocks;
use crate::declared::Counted;
use crate::dialect::Record as Type;
use crate::draft::{Draft, Record};
use crate::heard;
use crate::json_schema::is_id;
use crate::referrers::{Referrers, Target};
use crate::refs::Written;
use crate::resolve::Resolved;
use crate::script::{self, ScriptWord};
use crate::source::SyntaxError;
use crate::text::{FileId, Location, Pointer, RecordKey, Span};
use crate::texts::{Problem, ProblemKind, problems};
use crate::validate::ViolationKind;

/// The records of a draft as seen by one check.
///
/// Checks may be limited to some records: [`records`](Self::records) and [`sound`](Self::sound) visit only those, while
/// [`record`](Self::record) and [`draft`](Self::draft) give access to all. The [`Scope`](crate::check::Scope) of the
/// check determines the limit.
///
/// The function of a check, here one that reports unarmed fighters, gets a survey:
///
/// ```
/// use foeman_schema::check::Check;
/// use foeman_schema::example::{Fighter, PACK, Weapon};
/// use foeman_schema::finding::Finding;
/// use foeman_schema::survey::Survey;
/// # use foeman_schema::{analysis, check::Scope, dialect::Dialect, draft::Draft, example::DUELS, finding::{Confidence, Severity}};
///
/// fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
///     for (key, fighter) in survey.records::<Fighter>() {
///         let weapon = fighter.weapon.as_ref().and_then(|weapon| survey.record::<Weapon>(weapon.id()));
///         if weapon.is_none() && let Some(place) = survey.draft.place(&key.pointer()) {
///             findings.push(check.finding(place, key.pointer(), format!("{} is unarmed", fighter.title)));
///         }
///     }
/// }
/// # static UNARMED: Check = Check {
/// #     name: "unarmed", severity: Severity::Warning, confidence: Confidence::Likely, scope: Scope::Record,
/// #     summary: "", doc: "", bad: "", fix: &[], run,
/// # };
/// # static DIALECT: Dialect = Dialect { checks: &[&UNARMED], ..DUELS };
/// # let check = |text| analysis::check(&Draft::from_texts([("pack.yaml".into(), text)], &[&DIALECT]));
///
/// let findings = check(PACK.replace(", weapon: sword", ""));
/// assert_eq!(findings[0].pointer.to_string(), "/fighters/brana");
/// ```
#[derive(Debug)]
pub struct Survey<'a> {
    /// The draft.
    pub draft: &'a Draft,
    readings: &'a Readings,
    users: &'a Referrers,
    /// The sorted numbers of the records to check; `None` means all.
    subjects: Option<&'a [usize]>,
}

/// A valid record, of which a check tells the group; see [`Scope::Group`](crate::check::Scope::Group) and
/// [`Scope::Leaders`](crate::check::Scope::Leaders).
#[derive(Debug)]
pub struct Subject<'a> {
    pub(crate) key: &'a RecordKey,
    pub(crate) sound: &'a Sound,
}

impl<'a> Subject<'a> {
    /// Returns the catalog.
    pub fn catalog(&self) -> &'a str {
        &self.key.catalog
    }

    /// Returns the trimmed title, or `None` without one.
    pub fn title(&self) -> Option<&'a str> {
        Some(&*self.sound.title).filter(|title| !title.is_empty())
    }

    /// Returns the record as a value of its type; `None` if it is of another one.
    pub fn record<T: Type>(&self) -> Option<&'a T> {
        self.sound.typed.downcast_ref()
    }
}

/// The analysis of a draft: of each record, and of everything else.
#[derive(Debug, Default)]
pub(crate) struct Readings {
    /// By record number.
    pub(crate) read: Blocks<Reading>,
    /// By record number.
    pub(crate) merged: Blocks<Merged>,
    /// Problems outside of records, with spans relative to the file.
    pub(crate) outside: Vec<(FileId, RawFinding)>,
    /// Records that extend themselves, or too many others, by record number.
    pub(crate) endless: Vec<(usize, RawFinding)>,
    /// The sorted numbers of records with problems, endless ones included; usually few.
    pub(crate) flawed: Vec<usize>,
    /// The sorted numbers of records that are not valid; usually few.
    pub(crate) unsound: Vec<usize>,
    /// Problems of translations, found by the first check that looks at them.
    pub(crate) translations: OnceLock<Vec<Problem>>,
    /// The words of the pack's commands, found in the same way.
    pub(crate) words: OnceLock<Vec<ScriptWord>>,
}

impl Readings {
    /// Returns whether all records of a catalog are valid, those with duplicate ids left out.
    pub(crate) fn is_all_sound(&self, draft: &Draft, catalog: &str) -> bool {
        let mut unsound = self.unsound.iter().map(|&number| &draft.index().records()[number]);
        !unsound.any(|record| record.first && record.key.catalog == catalog)
    }
}

/// The analysis of a record as written. Depends on its text and on which of the records it refers to exist.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// Whether it is valid on its own.
    pub(crate) is_sound: bool,
    /// Its problems, with spans relative to its part of the file.
    pub(crate) problems: Vec<RawFinding>,
    /// The records it refers to, each once.
    pub(crate) targets: Box<[Target]>,
}

impl Reading {
    /// Returns whether it is valid and refers to no other record.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_sound && self.problems.is_empty() && self.targets.is_empty()
    }
}

/// The analysis of a record merged with those it extends. Depends on their readings.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    /// The complete record, if it is valid.
    pub(crate) sound: Option<Sound>,
    /// Its flaws, if any; boxed, because most records have none.
    pub(crate) flaws: Option<Box<MergeFlaws>>,
}

/// What is wrong with a merged record.
#[derive(Debug, Default)]
pub(crate) struct MergeFlaws {
    /// Problems that appear only after merging, with spans relative to the record's part of the file.
    pub(crate) problems: Vec<RawFinding>,
    /// The reason why its `extends` chain does not end.
    pub(crate) endless: Option<Endless>,
}

impl Merged {
    pub(crate) fn problems(&self) -> &[RawFinding] {
        self.flaws.as_ref().map_or(&[], |flaws| &flaws.problems)
    }

    pub(crate) fn endless(&self) -> Option<Endless> {
        self.flaws.as_ref()?.endless
    }
}

/// A valid record, complete with all inherited values.
#[derive(Debug)]
pub(crate) struct Sound {
    /// The declared fields that it has, if any.
    pub(crate) declared: Option<Box<Declared>>,
    /// Its trimmed title, which shares the memory of the tree; empty if it has none.
    pub(crate) title: EcoString,
    /// The hash of the title as it is heard; computed once, because titles are compared often.
    pub(crate) heard: u64,
    /// The record as a value of its catalog's type.
    pub(crate) typed: Box<dyn Any + Send + Sync>,
    /// See [`Sound::value`].
    value: OnceLock<Box<Value>>,
}

/// The fields of a record that packs declare.
#[derive(Debug)]
pub(crate) struct Declared {
    /// All of them.
    pub(crate) fields: Map<String, Value>,
    /// Those that rules may calculate with.
    pub(crate) counted: Counted,
}

impl Sound {
    pub(crate) fn new(declared: Option<Box<Declared>>, title: EcoString, typed: Box<dyn Any + Send + Sync>) -> Self {
        let heard = heard::hash(&title);
        Self { declared, title, heard, typed, value: OnceLock::new() }
    }

    /// Keeps the merged value, without the fields that packs declare, so that no check has to make it again.
    pub(crate) fn keeping(self, value: Value) -> Self {
        Self { value: OnceLock::from(Box::new(value)), ..self }
    }

    /// Returns the merged value, without the fields that packs declare.
    ///
    /// Values take several times the memory of their text, so in large packs each is made for its first reader.
    pub(crate) fn value(&self, draft: &Draft, key: &RecordKey) -> &Value {
        self.value.get_or_init(|| Box::new(draft.bare(key).unwrap_or_default()))
    }

    /// Returns the declared fields that rules may calculate with.
    pub(crate) fn counted(&self) -> Counted {
        self.declared.as_ref().map_or_else(Counted::new, |declared| declared.counted.clone())
    }
}

/// Why an `extends` chain does not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Endless {
    /// It leads back to its first record.
    Cycle,
    /// It leads into a cycle of other records, which is reported there.
    Above,
    /// It exceeds the limit.
    TooLong,
}

/// A problem, to be reported by the check for this kind of problem.
#[derive(Debug)]
pub(crate) struct RawFinding {
    /// The location, relative to the parsed part.
    pub(crate) span: Span,
    /// The value.
    pub(crate) pointer: Pointer,
    /// The kind of problem.
    pub(crate) kind: RawFindingKind,
}

/// The kinds of problems found by the analysis.
#[derive(Debug)]
pub(crate) enum RawFindingKind {
    /// Text that cannot be parsed.
    SyntaxError(SyntaxError),
    /// Text that is unusable because of a problem reported elsewhere: it is in a merge conflict, or repeats an
    /// unreadable value.
    Elsewhere,
    /// A duplicate key in a map.
    DuplicateKey {
        /// The key.
        key: String,
        /// The span of its first occurrence.
        first: Span,
        /// Whether both occurrences have the same value.
        same: bool,
        /// Its position among the entries with the key, from 0, and among all entries of its map.
        nth: [usize; 2],
        /// The number of further duplicate keys in the record that are not reported.
        more: usize,
    },
    /// A value that violates its schema.
    Violation(ViolationKind),
    /// An unquoted value that other YAML readers interpret differently; `value` is ours.
    ReadOtherwise { text: String, value: Value },
    /// A reference to a missing record, and its syntax.
    UnknownReference { catalog: &'static str, id: String, written: Written },
    /// A record that does not fit its catalog but fits another.
    WrongCatalog { other: &'static str },
    /// A record that extends itself through these others.
    ExtendsCycle { through: Vec<RecordKey> },
}

/// A problem with its location in the draft.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'a> {
    /// The location.
    pub(crate) place: Location,
    /// The value.
    pub(crate) pointer: &'a Pointer,
    /// The kind of problem.
    pub(crate) kind: &'a RawFindingKind,
    base: usize,
}

impl<'a> Survey<'a> {
    pub(crate) fn new(
        draft: &'a Draft,
        readings: &'a Readings,
        users: &'a Referrers,
        subjects: Option<&'a [usize]>,
    ) -> Self {
        Self { draft, readings, users, subjects }
    }

    /// Returns the valid records of a catalog in file order, as merged values without the fields that packs declare.
    /// Other records have findings already, so checks that visit only these report no consequential errors.
    ///
    /// The values stay in memory, so checks of large catalogs should use [`Self::keys`] or [`Self::records`].
    pub fn sound(&self, catalog: &str) -> impl Iterator<Item = (&'a RecordKey, &'a Value)> {
        let draft = self.draft;
        self.sound_in(catalog).map(move |(key, sound)| (key, sound.value(draft, key)))
    }

    /// Returns the keys of the records of [`Self::sound`].
    pub fn keys(&self, catalog: &str) -> impl Iterator<Item = &'a RecordKey> {
        self.sound_in(catalog).map(|(key, _)| key)
    }

    /// Returns the value of a valid record, as in [`Self::sound`].
    pub fn value(&self, key: &RecordKey) -> Option<&'a Value> {
        let (key, sound) = self.found(&key.catalog, &key.id)?;
        Some(sound.value(self.draft, key))
    }

    /// Returns the records of [`Self::sound`] as values of their type.
    pub fn records<T: Type>(&self) -> impl Iterator<Item = (&'a RecordKey, &'a T)> {
        self.sound_in(T::CATALOG).filter_map(|(key, sound)| Some((key, sound.typed.downcast_ref()?)))
    }

    /// Returns the valid record with this id as a value of its type, even if it is not one of the records to check.
    pub fn record<T: Type>(&self, id: &str) -> Option<&'a T> {
        let number = self.draft.index().number(T::CATALOG, id)?;
        self.readings.merged[number].sound.as_ref()?.typed.downcast_ref()
    }

    /// Returns the valid record with this id, even if it is not one of the records to check.
    pub(crate) fn found(&self, catalog: &str, id: &str) -> Option<(&'a RecordKey, &'a Sound)> {
        let index = self.draft.index();
        let number = index.number(catalog, id)?;
        Some((&index.records()[number].key, self.readings.merged[number].sound.as_ref()?))
    }

    /// Returns the titles of the records of [`Self::sound`] that have one.
    pub(crate) fn titles(&self, catalog: &str) -> impl Iterator<Item = (&'a RecordKey, &'a str)> {
        self.sound_in(catalog).map(|(key, sound)| (key, &*sound.title)).filter(|(_, title)| !title.is_empty())
    }

    /// Returns whether all records of a catalog are valid.
    pub fn is_all_sound(&self, catalog: &str) -> bool {
        self.readings.is_all_sound(self.draft, catalog)
    }

    /// Returns whether another record refers to this one or extends it. Assumed for a record with a malformed id, since
    /// its references are unknown.
    pub fn is_used(&self, key: &RecordKey) -> bool {
        let index = self.draft.index();
        index.first(key).is_some_and(|record| record.pack.is_none() && !is_id(&record.key.id))
            || self.draft.files().any(|file| self.draft.file(file).mentions_in_conflict(&key.id))
            || index.number(&key.catalog, &key.id).is_some_and(|number| !self.users.of(number).is_empty())
    }

    /// Returns the number of records that refer to this one or extend it.
    pub(crate) fn users(&self, key: &RecordKey) -> usize {
        self.draft.index().number(&key.catalog, &key.id).map_or(0, |number| self.users.of(number).len())
    }

    /// Returns the valid records that a record reaches through references, itself included.
    pub fn reached(&self, key: &RecordKey) -> Resolved {
        let index = self.draft.index();
        let mut resolved = Resolved::of(self.draft, key.clone());
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<usize> = index.number(&key.catalog, &key.id).into_iter().collect();
        while let Some(number) = waiting.pop() {
            if !seen.insert(number) {
                continue;
            }
            let key = &index.records()[number].key;
            if let Some(sound) = &self.readings.merged[number].sound {
                resolved.add(key.clone(), sound.value(self.draft, key).clone(), sound.counted());
            }
            let targets = self.readings.read[number].targets.iter();
            waiting.extend(targets.filter_map(|target| index.number(target.catalog, &target.id)));
        }
        resolved
    }

    /// Returns the records to check as written, including invalid ones.
    pub(crate) fn written(&self) -> impl Iterator<Item = &'a Record> {
        let records = self.draft.index().records();
        self.subjects().map(|number| &records[number])
    }

    /// Returns the problems of the records to check, and those outside of records.
    pub(crate) fn problems(&self) -> impl Iterator<Item = Seen<'a>> + '_ {
        let (readings, draft) = (self.readings, self.draft);
        let outside = readings.outside.iter().map(|(file, problem)| Seen::at(*file, 0, problem));
        let among = |number: &usize| self.subjects.is_none_or(|subjects| subjects.binary_search(number).is_ok());
        let inside = readings.flawed.iter().copied().filter(among).flat_map(move |number| {
            let problems = readings.read[number].problems.iter().chain(readings.merged[number].problems());
            problems.map(move |problem| Seen::in_record(draft, number, problem))
        });
        outside.chain(inside)
    }

    /// Returns the problems of one kind in the pack's translations.
    pub(crate) fn translations(&self, kind: ProblemKind) -> impl Iterator<Item = &'a Problem> {
        let all = self.readings.translations.get_or_init(|| problems(self.draft));
        all.iter().filter(move |problem| problem.kind == kind)
    }

    /// Returns the words of the commands of the pack itself.
    pub(crate) fn words(&self) -> &'a [ScriptWord] {
        self.readings.words.get_or_init(|| script::own_words(self.draft))
    }

    /// Returns the records that extend themselves or too many others, one for each cycle.
    pub(crate) fn endless(&self) -> impl Iterator<Item = Seen<'a>> {
        self.readings.endless.iter().map(|(number, problem)| Seen::in_record(self.draft, *number, problem))
    }

    fn subjects(&self) -> impl Iterator<Item = usize> + use<'a> {
        let all = if self.subjects.is_none() { self.draft.index().records().len() } else { 0 };
        (0..all).chain(self.subjects.unwrap_or_default().iter().copied())
    }

    /// Returns the records of [`Self::sound`] with their declared fields.
    pub(crate) fn sound_in(&self, catalog: &str) -> impl Iterator<Item = (&'a RecordKey, &'a Sound)> + use<'a> {
        let index = self.draft.index();
        let numbers = index.numbers(catalog);
        let (all, some) = match self.subjects {
            None => (numbers, [].as_slice()),
            // Both lists are sorted in file order.
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

    /// Returns the location of another span of the problem.
    pub(crate) fn place_of(&self, span: Span) -> Location {
        Location { file: self.place.file, span: span.shifted(self.base) }
    }
}

impl SyntaxError {
    /// Returns whether the error is an exceeded limit.
    pub(crate) fn is_limit(&self) -> bool {
        self.kind == crate::source::SyntaxErrorKind::Limit
    }
}

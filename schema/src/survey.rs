//! A draft read once for all checks: every record validated, merged and followed to what it refers to.

use std::any::Any;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::dialect::{CatalogDef, Dialect, Record as Type};
use crate::draft::{Draft, Record, merge_lineage};
use crate::field::Field;
use crate::json_schema::compiled;
use crate::near::near;
use crate::source::tree::{Node, NodeKind};
use crate::source::{Body, Fault, FaultKind, Part, Section, is_header_key, limits};
use crate::text::{FileId, Place, Pointer, RecordKey, Span};
use crate::validate::{Flaw, FlawKind, accepts_header, accepts_record, flaws, found, lacks_nothing};
use crate::{read, refs};

/// What checks look at: the draft, and what was found out about it once for all of them.
#[derive(Debug)]
pub struct Survey<'a> {
    /// The draft.
    pub draft: &'a Draft,
    /// The merged records that are complete and valid, by catalog and in file order.
    sound: BTreeMap<&'a str, Vec<(RecordKey, Value)>>,
    /// By catalog the same as values of their type, once some check has asked for them.
    typed: BTreeMap<&'static str, OnceCell<Box<dyn Any>>>,
    problems: Vec<Problem>,
}

/// Records of one catalog as values of their type, in file order.
#[derive(Debug)]
struct Typed<T> {
    records: Vec<(RecordKey, T)>,
    positions: BTreeMap<String, usize>,
}

/// Something wrong at a place, to be reported by the check that is about this kind of problem.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Where.
    pub(crate) place: Place,
    /// At which value.
    pub(crate) pointer: Pointer,
    /// What.
    pub(crate) kind: ProblemKind,
}

/// Kinds of problems that reading finds.
#[derive(Debug)]
pub(crate) enum ProblemKind {
    /// Text that cannot be read.
    Fault(Fault),
    /// A key that stands twice in one map; where it stood first, and whether it had the same value there.
    DuplicateKey { key: String, first: Place, same: bool },
    /// A value against its schema.
    Flaw(FlawKind),
    /// A reference to a record that is not there.
    UnknownReference { catalog: &'static str, id: String },
    /// A record that extends itself, and by way of which others.
    ExtendsCycle { through: Vec<RecordKey> },
}

impl<'a> Survey<'a> {
    /// Reads the draft.
    pub fn of(draft: &'a Draft) -> Self {
        let mut survey = Self { draft, sound: BTreeMap::new(), typed: BTreeMap::new(), problems: Vec::new() };
        survey.files();
        if let Some(dialect) = draft.dialect() {
            survey.typed = dialect.catalogs.iter().map(|catalog| (catalog.name, OnceCell::new())).collect();
            survey.header(dialect);
            survey.read_records(dialect);
        }
        survey
    }

    /// The records of a catalog that can be relied on: read, valid, complete with what they extend, as merged values
    /// in file order. Other records are reported elsewhere; a check that only looks at these adds no second findings.
    pub fn sound(&self, catalog: &str) -> impl Iterator<Item = (&RecordKey, &Value)> + '_ {
        let records = self.sound.get(catalog).map(Vec::as_slice).unwrap_or_default();
        records.iter().map(|(key, value)| (key, value))
    }

    /// The records of [`Self::sound`] as values of their type; read once, however many checks ask.
    pub fn records<T: Type>(&self) -> &[(RecordKey, T)] {
        self.typed::<T>().map_or(&[], |typed| &typed.records)
    }

    /// The record of [`Self::sound`] with this id as a value of its type.
    pub fn record<T: Type>(&self, id: &str) -> Option<&T> {
        let typed = self.typed::<T>()?;
        Some(&typed.records[*typed.positions.get(id)?].1)
    }

    fn typed<T: Type>(&self) -> Option<&Typed<T>> {
        let read = || -> Box<dyn Any> {
            let read = |(key, value): (&RecordKey, &Value)| Some((key.clone(), T::deserialize(value).ok()?));
            let records: Vec<(RecordKey, T)> = self.sound(T::CATALOG).filter_map(read).collect();
            let positions = records.iter().enumerate().map(|(position, (key, _))| (key.id.clone(), position)).collect();
            Box::new(Typed { records, positions })
        };
        self.typed.get(T::CATALOG)?.get_or_init(read).downcast_ref()
    }

    pub(crate) fn problems(&self) -> &[Problem] {
        &self.problems
    }

    fn files(&mut self) {
        for id in self.draft.files() {
            let file = self.draft.file(id);
            if let Some(fault) = &file.fault {
                self.fault(id, 0, fault, Pointer::root());
            }
            let mut keys: BTreeMap<&str, &Section> = BTreeMap::new();
            for section in &file.sections {
                match keys.get(section.key.as_str()) {
                    Some(first) => {
                        let place = |section: &Section| Place { file: id, span: section.key_span };
                        let pointer = Pointer::root().child(&section.key);
                        let kind =
                            ProblemKind::DuplicateKey { key: section.key.clone(), first: place(first), same: false };
                        self.problems.push(Problem { place: place(section), pointer, kind });
                    }
                    None => drop(keys.insert(&section.key, section)),
                }
                for part in section.parts() {
                    let pointer = match section.body {
                        Body::Whole(_) => Pointer::root().child(&section.key),
                        Body::Cut(_) => RecordKey::new(&section.key, &part.chunk.key.0).pointer(),
                    };
                    if let Some(fault) = part.fault() {
                        self.fault(id, part.span.start, fault, pointer);
                    } else if let (Body::Whole(_), true, Some(node)) =
                        (&section.body, is_header_key(&section.key), part.value())
                    {
                        self.duplicate_keys(id, part.span.start, node, &mut pointer.clone());
                    }
                }
            }
        }
    }

    fn fault(&mut self, file: FileId, base: usize, fault: &Fault, pointer: Pointer) {
        let place = Place { file, span: fault.span.shifted(base) };
        self.problems.push(Problem { place, pointer, kind: ProblemKind::Fault(fault.clone()) });
    }

    /// Reports keys that stand twice; whether there were any.
    fn duplicate_keys(&mut self, file: FileId, base: usize, node: &Node, pointer: &mut Pointer) -> bool {
        let mut any = false;
        match &node.kind {
            NodeKind::Scalar { .. } => {}
            NodeKind::Map { entries, .. } => {
                let mut seen = BTreeMap::new();
                for entry in entries {
                    pointer.push(&entry.key);
                    let place = Place { file, span: entry.key_span.shifted(base) };
                    if let Some(&(first, value)) = seen.get(entry.key.as_str()) {
                        let same = read::value(value, None) == read::value(&entry.value, None);
                        let kind = ProblemKind::DuplicateKey { key: entry.key.clone(), first, same };
                        self.problems.push(Problem { place, pointer: pointer.clone(), kind });
                        any = true;
                    } else {
                        seen.insert(entry.key.as_str(), (place, &entry.value));
                    }
                    any |= self.duplicate_keys(file, base, &entry.value, pointer);
                    pointer.pop();
                }
            }
            NodeKind::Seq { items, .. } => {
                for (position, item) in items.iter().enumerate() {
                    pointer.push(position.to_string());
                    any |= self.duplicate_keys(file, base, item, pointer);
                    pointer.pop();
                }
            }
        }
        any
    }

    fn header(&mut self, dialect: &'static Dialect) {
        let file = self.draft.header_file();
        let field = Field::header(dialect);
        // Most headers have no flaw, and then no validator need be made.
        let written = |section: &Section| match (field.child(&section.key), section.whole().and_then(Part::value)) {
            (Some(field), Some(node)) => accepts_header(node, field),
            _ => false,
        };
        if self.draft.file(file).sections.iter().filter(|section| is_header_key(&section.key)).all(written) {
            return;
        }
        let mut header = Map::new();
        for section in self.draft.sections(file).filter(|key| is_header_key(key)) {
            if let Some(value) = self.draft.header(section) {
                header.insert(section.to_owned(), value);
            }
        }
        for flaw in flaws(&Value::Object(header), field, compiled(dialect).header()) {
            // A missing header key is the business of the check of the header.
            if !flaw.steps.is_empty() {
                self.flaw(flaw, Pointer::root());
            }
        }
    }

    fn flaw(&mut self, flaw: Flaw, base: Pointer) {
        let pointer = base.join(&flaw.steps);
        let at_key = matches!(
            flaw.kind,
            FlawKind::UnknownKey { .. }
                | FlawKind::InvalidKey { .. }
                | FlawKind::MissingField { .. }
                | FlawKind::Unreadable { .. }
        );
        let place = if at_key { self.draft.key_place(&pointer) } else { self.draft.place(&pointer) };
        if let Some(place) = place {
            self.problems.push(Problem { place, pointer, kind: ProblemKind::Flaw(flaw.kind) });
        }
    }

    fn read_records(&mut self, dialect: &'static Dialect) {
        let draft = self.draft;
        self.sections(dialect);
        let unreadable = unreadable_catalogs(draft, dialect);
        let mut valid: BTreeMap<&RecordKey, Value> = BTreeMap::new();
        for record in draft.index().records() {
            let Some(field) = Field::record(dialect, &record.key.catalog) else { continue };
            if let Some(value) = self.read_record(record, field, dialect, &unreadable) {
                valid.insert(&record.key, value);
            }
        }
        self.inheritance(dialect, &valid);
    }

    /// Sections of known catalogs that hold no records.
    fn sections(&mut self, dialect: &'static Dialect) {
        for file in self.draft.files() {
            for section in &self.draft.file(file).sections {
                let Some(catalog) = dialect.catalog(&section.key) else { continue };
                let Some((part, node)) = section.whole().and_then(|part| Some((part, part.value()?))) else { continue };
                if matches!(node.kind, NodeKind::Map { .. }) || node.is_null() {
                    continue;
                }
                let expected = format!("records of {} by their ids", catalog.name);
                let kind = ProblemKind::Flaw(FlawKind::WrongType { expected, found: found(&read::value(node, None)) });
                let place = Place { file, span: node.span.shifted(part.span.start) };
                self.problems.push(Problem { place, pointer: Pointer::root().child(&section.key), kind });
            }
        }
    }

    /// Validates one record as it is written; its value, if it has no problem.
    fn read_record(
        &mut self,
        record: &Record,
        field: Field,
        dialect: &'static Dialect,
        unreadable: &BTreeSet<&'static str>,
    ) -> Option<Value> {
        let draft = self.draft;
        let (part, Some(entry)) = draft.written(record) else { return None };
        let (base, node) = (part.span.start, &entry.value);
        let before = self.problems.len();
        let mut pointer = record.key.pointer();
        let clean = accepts_record(node, field);
        if !clean {
            self.duplicate_keys(record.file, base, node, &mut pointer);
        }
        if !record.first {
            // Pointers lead to the first record of a name, so the others are not looked into.
            return None;
        }
        let value = read::value(node, Some(field));
        let found = if clean { Vec::new() } else { flaws_of(&value, field, dialect, &record.key.catalog) };
        let flawed: BTreeSet<Pointer> = found.iter().map(|flaw| pointer.join(&flaw.steps)).collect();
        for flaw in found {
            self.flaw(flaw, pointer.clone());
        }
        let mut dangling = false;
        refs::in_tree(node, field, &mut pointer, &mut |pointer, catalog, id, span| {
            if draft.contains(&RecordKey::new(catalog, id)) {
                return;
            }
            dangling = true;
            if !unreadable.contains(catalog) && !flawed.contains(pointer) {
                let place = Place { file: record.file, span: span.shifted(base) };
                let kind = ProblemKind::UnknownReference { catalog, id: id.to_owned() };
                self.problems.push(Problem { place, pointer: pointer.clone(), kind });
            }
        });
        (self.problems.len() == before && !dangling).then_some(value)
    }

    /// Merges valid records with what they extend; what is still missing then is a problem.
    fn inheritance(&mut self, dialect: &'static Dialect, valid: &BTreeMap<&RecordKey, Value>) {
        let draft = self.draft;
        let mut told: BTreeSet<RecordKey> = BTreeSet::new();
        for record in draft.index().records().iter().filter(|record| record.first) {
            let key = &record.key;
            let Some(catalog) = dialect.catalog(&key.catalog).filter(|_| valid.contains_key(key)) else { continue };
            let lineage = draft.lineage(key);
            if let Some(endless) = endless(draft, &lineage) {
                let kind = match endless {
                    Endless::Above => continue,
                    Endless::Cycle => ProblemKind::ExtendsCycle { through: lineage[1..].to_vec() },
                    Endless::TooLong => ProblemKind::Fault(too_many_ancestors()),
                };
                if !lineage.iter().any(|key| told.contains(key)) {
                    self.extends_problem(key, kind);
                }
                told.extend(lineage);
                continue;
            }
            let raws: Option<Vec<Value>> = lineage.iter().map(|ancestor| valid.get(ancestor).cloned()).collect();
            let Some(raws) = raws else { continue };
            self.merged(catalog, key, merge_lineage(raws), lineage.len() > 1);
        }
    }

    fn extends_problem(&mut self, key: &RecordKey, kind: ProblemKind) {
        let pointer = key.pointer().child("extends");
        if let Some(place) = self.draft.place(&pointer) {
            self.problems.push(Problem { place, pointer, kind });
        }
    }

    /// Keeps a merged record, if it is complete.
    fn merged(&mut self, catalog: &'static CatalogDef, key: &RecordKey, merged: Value, extends: bool) {
        let mut found = Vec::new();
        let field = self.draft.record_field(catalog.name);
        // What is wrong with a value is told where it is written; only what is missing shows after merging.
        if let Some((field, dialect)) = field.zip(self.draft.dialect())
            && extends
            && !lacks_nothing(&merged, field)
            && let Some(complete) = compiled(dialect).complete(catalog.name)
        {
            found = flaws(&merged, field, complete);
            found.retain(|flaw| matches!(flaw.kind, FlawKind::MissingField { .. }));
        }
        if found.is_empty() {
            match (catalog.read)(&merged) {
                Ok(()) => self.sound.entry(catalog.name).or_default().push((key.clone(), merged)),
                Err(message) => found.push(Flaw { steps: Vec::new(), kind: FlawKind::Unreadable { message } }),
            }
        }
        for flaw in found {
            self.flaw(flaw, key.pointer());
        }
    }
}

fn flaws_of(value: &Value, field: Field, dialect: &'static Dialect, catalog: &str) -> Vec<Flaw> {
    let compiled = compiled(dialect);
    let extends = value.get("extends").is_some();
    let validator = if extends { compiled.partial(catalog) } else { compiled.complete(catalog) };
    validator.map(|validator| flaws(value, field, validator)).unwrap_or_default()
}

/// Why a lineage has no end.
enum Endless {
    /// It comes round to its first record.
    Cycle,
    /// It comes round to another of its records, where it is told.
    Above,
    /// It is longer than allowed.
    TooLong,
}

fn endless(draft: &Draft, lineage: &[RecordKey]) -> Option<Endless> {
    let parent = draft.record_node(lineage.last()?)?.entry("extends")?.value.text()?;
    match lineage.iter().position(|key| key.id == parent) {
        Some(0) => Some(Endless::Cycle),
        Some(_) => Some(Endless::Above),
        None => (lineage.len() > limits::ANCESTORS).then_some(Endless::TooLong),
    }
}

fn too_many_ancestors() -> Fault {
    let message = format!("expected at most {} records that extend each other, but found more", limits::ANCESTORS);
    Fault { span: Span::at(0), message, kind: FaultKind::Limit }
}

/// The catalogs of which records may be missing only because what holds them cannot be read or has a misspelt key:
/// that is reported, so references into them are not.
fn unreadable_catalogs(draft: &Draft, dialect: &'static Dialect) -> BTreeSet<&'static str> {
    let names = || dialect.catalogs.iter().map(|catalog| catalog.name);
    if draft.files().any(|file| draft.file(file).fault.is_some()) {
        return names().collect();
    }
    let mut unreadable = BTreeSet::new();
    for section in draft.files().flat_map(|file| &draft.file(file).sections) {
        if let Some(catalog) = dialect.catalog(&section.key) {
            let value = section.whole().map(|part| part.value());
            let readable = |node: &Node| node.is_null() || matches!(node.kind, NodeKind::Map { .. });
            if value.is_some_and(|value| !value.is_some_and(readable)) {
                unreadable.insert(catalog.name);
            }
        } else if !is_header_key(&section.key) {
            unreadable.extend(near(&section.key, names()));
        }
    }
    unreadable
}

impl Fault {
    /// Whether it is about size rather than form.
    pub(crate) fn is_limit(&self) -> bool {
        self.kind == FaultKind::Limit
    }
}

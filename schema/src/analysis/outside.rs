//! Problems outside of records: files, top-level keys and the header; and endless `extends`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::Unreadable;
use super::bare::read_otherwise;
use super::flaw::place_of_flaw;
use super::record::duplicate_keys;
use crate::blocks::Blocks;
use crate::dialect::Dialect;
use crate::did_you_mean::near;
use crate::draft::Draft;
use crate::field::Field;
use crate::json_schema::{compiled, is_id};
use crate::migrate::older;
use crate::read;
use crate::source::lookalike::is_odd_blank;
use crate::source::tree::{Node, NodeKind};
use crate::source::{Body, Part, Section, SourceFile, SyntaxError, SyntaxErrorKind, is_header_key, limits};
use crate::survey::{Endless, Merged, RawFinding, RawFindingKind};
use crate::text::{FileId, Pointer, RecordKey, Span};
use crate::validate::{ViolationKind, accepts_header, flaws, found};

/// Returns the catalogs that cannot be read as a whole, and the records whose names cannot be read as intended.
pub(super) fn unreadable(draft: &Draft) -> Unreadable {
    let entangled = entangled(draft);
    let Some(dialect) = draft.dialect() else { return Unreadable { entangled, ..Unreadable::default() } };
    let (catalogs, records) = (unreadable_catalogs(draft, dialect), unreadable_records(draft, dialect));
    Unreadable { catalogs, records, entangled }
}

/// Returns the texts whose parts can only be judged together.
fn entangled(draft: &Draft) -> Vec<String> {
    let anchor = |part: &Part| part.fault().is_some_and(|fault| fault.kind == SyntaxErrorKind::Anchor);
    let depends =
        |file: &&SourceFile| !file.conflicts.is_empty() || file.sections.iter().flat_map(Section::parts).any(anchor);
    draft.files().map(|id| draft.file(id)).filter(depends).map(|file| file.text.to_string()).collect()
}

/// Returns the names that records would have if other errors were fixed.
fn unreadable_records(draft: &Draft, dialect: &'static Dialect) -> BTreeSet<(&'static str, String)> {
    let mut records = BTreeSet::new();
    let misnamed =
        draft.index().misnamed().filter_map(|(key, meant)| Some((dialect.catalog(&key.catalog)?.name, meant)));
    records.extend(misnamed.map(|(catalog, meant)| (catalog, meant.to_owned())));
    for file in draft.files() {
        let theirs = draft.file(file).theirs.iter();
        records.extend(theirs.filter_map(|(catalog, id)| Some((dialect.catalog(catalog)?.name, id.clone()))));
        for section in &draft.file(file).sections {
            let Some(catalog) = dialect.catalog(&section.key) else { continue };
            for part in section.parts().iter().filter(|part| part.fault().is_some()) {
                let text = &draft.text(file)[part.span.range()];
                records.extend(text.lines().filter_map(behind_tab).map(|id| (catalog.name, id.to_owned())));
            }
        }
    }
    records
}

/// Returns the key of a line indented by a tab or another unusual space. The key starts no record, so its content
/// becomes part of the record above.
fn behind_tab(line: &str) -> Option<&str> {
    let is_odd = |c: char| c == '\t' || is_odd_blank(c);
    let content = line.trim_start_matches(' ').strip_prefix(is_odd)?;
    let (key, _) = content.trim_start().split_once(':')?;
    is_id(key).then_some(key)
}

fn unreadable_catalogs(draft: &Draft, dialect: &'static Dialect) -> BTreeSet<&'static str> {
    let names = || dialect.catalogs.iter().map(|catalog| catalog.name);
    let torn = draft.files().any(|file| draft.file(file).fault.is_some());
    // If `requires` cannot be read, the required packs are unknown too.
    let header = draft.file(draft.header_file());
    let is_torn = |section: &Section| {
        let part = section.whole().filter(|_| section.key == "requires");
        part.is_some_and(|part| part.fault().is_some() || header.is_in_conflict(part))
    };
    let torn = torn || header.sections.iter().any(is_torn);
    if torn || !draft.required_problems().is_empty() {
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

/// Returns the problems outside of records, with spans relative to the files.
pub(super) fn problems(draft: &Draft) -> Vec<(FileId, RawFinding)> {
    let mut problems = Vec::new();
    for file in draft.files() {
        let mut found = file_problems(draft, file);
        if let Some(dialect) = draft.dialect() {
            let source = draft.file(file);
            found.extend(source.sections.iter().filter_map(|section| not_records(dialect, source, section)));
        }
        problems.extend(found.into_iter().map(|problem| (file, problem)));
    }
    if let Some(dialect) = draft.dialect() {
        problems.extend(header(draft, dialect));
    }
    problems
}

fn file_problems(draft: &Draft, id: FileId) -> Vec<RawFinding> {
    let file = draft.file(id);
    let mut problems = Vec::new();
    // Text that a conflict makes unreadable is reported as the conflict.
    let fault = file.fault.iter().filter(|_| file.conflicts.is_empty());
    problems.extend(fault.map(|fault| of_fault(fault, 0, Pointer::root())));
    let mut first_spans: BTreeMap<&str, Span> = BTreeMap::new();
    for section in &file.sections {
        let pointer = || Pointer::root().child(&section.key);
        match first_spans.get(section.key.as_str()) {
            Some(&first) => {
                let kind =
                    RawFindingKind::DuplicateKey { key: section.key.clone(), first, same: false, nth: [0; 2], more: 0 };
                problems.push(RawFinding { span: section.key_span, pointer: pointer(), kind });
            }
            None => drop(first_spans.insert(&section.key, section.key_span)),
        }
        let Body::Whole(part) = &section.body else { continue };
        if file.is_in_conflict(part) || file.follows_from_another(part) {
            continue;
        }
        let base = part.span.start;
        problems.extend(part.fault().map(|fault| of_fault(fault, base, pointer())));
        if let (true, Some(node)) = (is_header_key(&section.key), part.value()) {
            let mut found = Vec::new();
            duplicate_keys(node, &mut pointer(), &mut found);
            problems.extend(found.into_iter().map(|problem| shifted(problem, base)));
        }
    }
    problems
}

fn of_fault(fault: &SyntaxError, base: usize, pointer: Pointer) -> RawFinding {
    let instead = fault.instead.iter().map(|(span, new)| (span.shifted(base), new.clone())).collect();
    let fault = SyntaxError { span: fault.span.shifted(base), instead, ..fault.clone() };
    RawFinding { span: fault.span, pointer, kind: RawFindingKind::SyntaxError(fault) }
}

fn shifted(problem: RawFinding, base: usize) -> RawFinding {
    let kind = match problem.kind {
        RawFindingKind::DuplicateKey { key, first, same, nth, more } => {
            RawFindingKind::DuplicateKey { key, first: first.shifted(base), same, nth, more }
        }
        kind => kind,
    };
    RawFinding { span: problem.span.shifted(base), kind, ..problem }
}

/// Reports a section of a known catalog that contains no records.
fn not_records(dialect: &'static Dialect, file: &SourceFile, section: &Section) -> Option<RawFinding> {
    let catalog = dialect.catalog(&section.key)?;
    let part = section.whole().filter(|part| !file.is_in_conflict(part))?;
    let node = part.value().filter(|node| !matches!(node.kind, NodeKind::Map { .. }) && !node.is_null())?;
    let expected = format!("records of {} by their ids", catalog.name);
    let kind = RawFindingKind::Violation(ViolationKind::WrongType {
        expected,
        found: found(&read::value(node, None)),
        meant: None,
    });
    Some(RawFinding { span: node.span().shifted(part.span.start), pointer: Pointer::root().child(&section.key), kind })
}

fn header(draft: &Draft, dialect: &'static Dialect) -> Vec<(FileId, RawFinding)> {
    let field = Field::header(dialect);
    // Most headers are valid and need no validator.
    let accepted = |section: &Section| match (field.child(&section.key), section.whole().and_then(Part::value)) {
        (Some(field), Some(node)) => accepts_header(node, field),
        _ => false,
    };
    if draft.file(draft.header_file()).sections.iter().filter(|section| is_header_key(&section.key)).all(accepted) {
        return Vec::new();
    }
    let mut header = Map::new();
    for section in draft.sections(draft.header_file()).filter(|key| is_header_key(key)) {
        if let Some(value) = draft.header(section) {
            header.insert(section.to_owned(), value);
        }
    }
    // Differences from older formats are reported by one finding, with the fix.
    if older(draft).is_some() {
        header.shift_remove("requires");
    }
    let flaws = flaws(&Value::Object(header), field, compiled(dialect).header());
    // Missing header keys are reported by the check of the header.
    let placed = flaws.into_iter().filter(|flaw| !flaw.steps.is_empty()).filter_map(|flaw| {
        let pointer = Pointer::root().join(&flaw.steps);
        let place = place_of_flaw(draft, &pointer, &flaw.kind)?;
        Some((place.file, RawFinding { span: place.span, pointer, kind: RawFindingKind::Violation(flaw.kind) }))
    });
    let mut found: Vec<(FileId, RawFinding)> = placed.collect();
    let file = draft.header_file();
    for section in draft.file(file).sections.iter().filter(|section| is_header_key(&section.key)) {
        let (Some(field), Some(part)) = (field.child(&section.key), section.whole()) else { continue };
        let Some(node) = part.value() else { continue };
        let mut odd = Vec::new();
        read_otherwise(node, field, &mut Pointer::root().child(&section.key), &mut odd);
        odd.retain(|odd| !found.iter().any(|(_, flaw)| flaw.pointer == odd.pointer));
        found.extend(odd.into_iter().map(|odd| (file, shifted(odd, part.span.start))));
    }
    found
}

/// Reports one problem for each cycle of records that extend each other, and for each chain that is too long.
pub(super) fn endless(draft: &Draft, merged: &Blocks<Merged>, flawed: &[usize]) -> Vec<(usize, RawFinding)> {
    let mut told: BTreeSet<RecordKey> = BTreeSet::new();
    let mut problems = Vec::new();
    for (number, endless) in flawed.iter().filter_map(|&number| Some((number, merged[number].endless()?))) {
        let record = &draft.index().records()[number];
        let lineage = draft.lineage(&record.key);
        let kind = match endless {
            Endless::Above => continue,
            Endless::Cycle => RawFindingKind::ExtendsCycle { through: lineage[1..].to_vec() },
            Endless::TooLong => RawFindingKind::SyntaxError(too_many_ancestors()),
        };
        if !lineage.iter().any(|key| told.contains(key)) {
            let pointer = record.key.pointer().child("extends");
            let base = draft.written(record).0.span.start;
            problems.extend(draft.place(&pointer).map(|place| {
                let span = Span::new(place.span.start - base, place.span.end - base);
                (number, RawFinding { span, pointer, kind })
            }));
        }
        told.extend(lineage);
    }
    problems
}

fn too_many_ancestors() -> SyntaxError {
    let message = format!("expected at most {} records that extend each other, found more", limits::ANCESTORS);
    SyntaxError { span: Span::at(0), message, kind: SyntaxErrorKind::Limit, instead: Vec::new() }
}

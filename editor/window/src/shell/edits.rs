//! Edits of the pack as named undo steps.

use std::sync::Arc;
use std::time::{Duration, Instant};

use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, Plan, plan};
use foeman_schema::field::Field;
use foeman_schema::finding::Severity;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::action::Focus;
use super::session::{Session, Tone};
use super::view::{Pane, Selection};
use crate::map::resized;
use crate::pack::index::{Listed, sentence};
use crate::pack::{Pack, new_record, slots};
use crate::scenario::deployed;

/// The time limit for finding a value that causes no problems.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) fn set_together(session: &mut Session, pointer: Pointer, values: Vec<(Pointer, Value)>) {
    let name = format!("Set {}", field_of(session, &pointer));
    let changes: Vec<Change> = values.into_iter().map(|(at, value)| Change::Set { at, value }).collect();
    session.change_once(name, pointer, &changes);
}

pub(crate) fn set(session: &mut Session, pointer: Pointer, value: Value) {
    let name = format!("Set {}", field_of(session, &pointer));
    let Some(pack) = &mut session.pack else { return };
    let like = [Change::Set { at: pointer.clone(), value }];
    // Changing the size of a map also moves its terrain and placements.
    let done = pack.set_with(name, pointer, &like, |draft| resized(draft, &like[0]).unwrap_or_else(|| like.to_vec()));
    session.after_edit(done);
}

pub(crate) fn remove(session: &mut Session, pointer: Pointer) {
    let name = format!("Reset {}", field_of(session, &pointer));
    session.change_once(name, pointer.clone(), &[Change::Remove { at: pointer }]);
}

pub(crate) fn retract(session: &mut Session, pointer: &Pointer) {
    if let Some(pack) = &mut session.pack {
        pack.retract(pointer);
        session.after_change();
    }
}

pub(crate) fn push(session: &mut Session, list: Pointer, value: Value) {
    let name = format!("Add to {}", field_of(session, &list));
    let at = list.child("-");
    session.change_once(name, list, &[Change::Insert { at, value }]);
}

pub(crate) fn swap(session: &mut Session, list: Pointer, at: usize) {
    let name = format!("Reorder {}", field_of(session, &list));
    let [one, other] = [at, at + 1].map(|at| list.child(at.to_string()));
    session.change_once(name, list, &[Change::Swap { one, other }]);
}

pub(crate) fn duplicate(session: &mut Session, key: &RecordKey) {
    let Some(pack) = &session.pack else { return };
    let Some((copy, record)) = new_record::copy(pack, key) else { return };
    // Put the copy next to the original.
    let file = new_record::home(pack, &key.catalog, Some(key));
    insert(session, "Duplicate", vec![(copy, record)], &file);
}

/// Adds a record that extends and overrides one of a required pack.
pub(crate) fn replace_borrowed(session: &mut Session, key: &RecordKey) {
    let Some(pack) = &session.pack else { return };
    let Some(origin) = pack.draft().origin(key) else { return };
    let id = key.id.rsplit(':').next().unwrap_or(&key.id);
    let (own, value) = (RecordKey::new(&key.catalog, id), json!({ "extends": format!("{}:{id}", origin.id) }));
    let file = new_record::home(pack, &key.catalog, None);
    let name = format!("Override {}", pack.index().title(key));
    let add = Change::AddRecord { record: own.clone(), value, file };
    if session.change_once(name, own.pointer(), &[add]) {
        session.reveal(&own);
        session.select(Selection::record(own));
        session.focus = Some(Focus::Title);
    }
}

/// Adds records. The last one is the requested one and goes into this file; the others go into their default files.
pub(crate) fn insert(session: &mut Session, verb: &str, records: Vec<(RecordKey, Value)>, file: &str) {
    let Some(pack) = &session.pack else { return };
    let Some((key, record)) = records.last().cloned() else { return };
    let name = format!("{verb} {}", record.get("title").and_then(Value::as_str).unwrap_or(&key.id));
    let place = |other: &RecordKey| {
        if *other == key { file.to_owned() } else { new_record::home(pack, &other.catalog, None) }
    };
    let add = |record: RecordKey, value: Value| Change::AddRecord { file: place(&record), record, value };
    let mut changes: Vec<Change> = records.into_iter().map(|(record, value)| add(record, value)).collect();
    let field = pack.draft().dialect().and_then(|dialect| Field::record(dialect, &key.catalog));
    if let Some(field) = field {
        changes.pop();
        let all = |value: &Value| changes.iter().cloned().chain([add(key.clone(), value.clone())]).collect();
        let value = least_harm(session, field, record, all);
        let value = deployed(session, &key, value, all);
        changes.push(add(key.clone(), value));
    }
    if session.change_once(name, key.pointer(), &changes) {
        session.reveal(&key);
        session.view.show(Pane::Catalog(key.catalog.clone()));
        session.select(Selection::record(key));
        session.focus = Some(Focus::Title);
    }
}

/// Returns the value, or a variant with other references or choices that causes no problems.
pub(crate) fn fitting(session: &Session, list: &Pointer, value: Value) -> Value {
    let Some(pack) = &session.pack else { return value };
    let Some(field) = pack.draft().field(list).and_then(Field::value) else { return value };
    let at = list.child("-");
    let insert = |value: &Value| vec![Change::Insert { at: at.clone(), value: value.clone() }];
    least_harm(session, field, value, insert)
}

/// Returns the value with other words in its [slots](slots::slots), if the changes for it would cause errors
/// or warnings.
///
/// The slots are optimised one after the other, within a time limit.
pub(crate) fn least_harm(
    session: &Session,
    field: Field,
    value: Value,
    changes: impl Fn(&Value) -> Vec<Change>,
) -> Value {
    let Some(pack) = &session.pack else { return value };
    let before = pack.analysis();
    let harm = |value: &Value| -> Option<[usize; 2]> {
        let mut draft = pack.draft().clone();
        plan(&draft, &changes(value)).ok()?.apply(&mut draft).ok()?;
        let after = Analysis::of(Arc::new(draft), Some(&before));
        let count = |analysis: &Analysis, severity| {
            analysis.findings().iter().filter(|finding| finding.severity == severity).count()
        };
        let more = |severity| count(&after, severity).saturating_sub(count(&before, severity));
        Some([more(Severity::Error), more(Severity::Warning)])
    };
    let Some(own) = harm(&value).filter(|own| *own != [0, 0]) else { return value };
    let since = Instant::now();
    let mut best = (own, value);
    for (path, words) in slots::slots(pack, field, &best.1) {
        let base = best.1.clone();
        for word in words {
            if since.elapsed() > PATIENCE || best.0 == [0, 0] {
                return best.1;
            }
            let other = slots::with(&base, &path, &word);
            if let Some(less) = harm(&other).filter(|harm| *harm < best.0) {
                best = (less, other);
            }
        }
    }
    best.1
}

/// Deletes records even if they are in use.
pub(crate) fn delete_now(session: &mut Session, keys: &[RecordKey]) {
    let Some(pack) = &session.pack else { return };
    let changes: Vec<Change> = keys.iter().map(|key| Change::Remove { at: key.pointer() }).collect();
    match plan(pack.draft(), &changes) {
        Ok(plan) => delete_by(session, keys, &changes, &plan),
        Err(error) => session.tell(Tone::Bad, format!("Cannot change this: {error}")),
    }
}

/// Makes the changes that delete records.
pub(crate) fn delete_by(session: &mut Session, keys: &[RecordKey], changes: &[Change], plan: &Plan) {
    let (Some(pack), Some(first)) = (&session.pack, keys.first()) else { return };
    let name = format!("Delete {}", called(session, keys));
    // Select the neighbour, so that keyboard navigation continues from there.
    let neighbour = pack.index().catalog(&first.catalog).and_then(|catalog| {
        let at = keys.iter().filter_map(|key| catalog.position(key));
        let (from, to) = (at.clone().min()?, at.max()?);
        let others = |entry: &&Listed| !keys.contains(&entry.key);
        let next = catalog.records[to..].iter().find(others);
        Some(next.or_else(|| catalog.records[..from].iter().rfind(others))?.key.clone())
    });
    if session.carry_out(name, first.pointer(), changes, plan) {
        match neighbour {
            Some(neighbour) => session.select(Selection::record(neighbour)),
            None => session.view.deselect(),
        }
    }
}

/// Returns a name for several records: the title of a single one, or their number and catalog.
pub(crate) fn called(session: &Session, keys: &[RecordKey]) -> String {
    match (session.pack(), keys) {
        (Some(pack), [only]) => pack.index().title(only).to_owned(),
        (Some(pack), [first, ..]) => {
            let catalog = pack.index().catalog(&first.catalog);
            format!("{} {}", keys.len(), catalog.map_or("records".to_owned(), |catalog| catalog.title.to_lowercase()))
        }
        _ => "nothing".to_owned(),
    }
}

pub(crate) fn travel(session: &mut Session, way: fn(&mut Pack) -> Option<Pointer>) {
    let Some(pointer) = session.pack.as_mut().and_then(way) else { return };
    session.after_change();
    let exists = |key: &RecordKey| session.pack.as_ref().is_some_and(|pack| pack.draft().contains(key));
    if let Some((record, field)) = pointer.record().filter(|(record, _)| exists(record)) {
        let selection = Selection { record, field: field.to_vec(), hex: None };
        session.view.select(selection);
    } else if session.view.selection().is_none() {
        // The step removed the selected record.
        session.view.back();
    }
}

/// Undoes or redoes until this number of steps is applied.
pub(crate) fn step_to(session: &mut Session, steps: usize) {
    loop {
        let Some(pack) = &session.pack else { return };
        let (done, undone) = (pack.history().done().len(), pack.history().undone().len());
        match done.cmp(&steps) {
            std::cmp::Ordering::Greater => travel(session, Pack::undo),
            std::cmp::Ordering::Less if undone > 0 => travel(session, Pack::redo),
            _ => return,
        }
    }
}

/// Returns a display name of a value: `damage of Broadsword`.
pub(crate) fn field_of(session: &Session, pointer: &Pointer) -> String {
    let Some((record, field)) = pointer.record() else { return pointer.to_string() };
    let title = session.pack.as_ref().map_or(record.id.as_str(), |pack| pack.index().title(&record)).to_owned();
    match field.iter().rev().find(|part| !part.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(field) => format!("{} of {title}", sentence(field).to_lowercase()),
        None => title,
    }
}

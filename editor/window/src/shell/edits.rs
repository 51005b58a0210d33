//! Edits of the pack as named undo steps.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, ChangeError, Plan, plan};
use foeman_schema::field::Field;
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::fix::prove;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::action::Focus;
use super::view::{Pane, Selection};
use super::workspace::{Tone, Workspace};
use crate::map::reshape::resized;
use crate::pack::Pack;
use crate::pack::index::{Listed, capitalised, sentence};
use crate::pack::new_record;

/// The time limit for finding a value that causes no problems.
const PATIENCE: Duration = Duration::from_secs(1);

impl Workspace {
    /// Makes changes as an undo step with this name for the value at `pointer`.
    pub(crate) fn change(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> bool {
        let Some(pack) = &mut self.pack else { return false };
        let done = pack.change(name, pointer, changes);
        self.after_edit(done)
    }

    /// Makes changes as a separate undo step that later edits do not extend.
    pub(crate) fn change_once(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> bool {
        self.settle();
        let done = self.change(name, pointer, changes);
        self.settle();
        done
    }

    pub(crate) fn after_edit(&mut self, done: Result<(), ChangeError>) -> bool {
        self.after_change();
        match done {
            Ok(()) => true,
            Err(error) => {
                self.tell(Tone::Bad, format!("Cannot change this: {error}"));
                false
            }
        }
    }

    pub(crate) fn after_change(&mut self) {
        let Some(pack) = &self.pack else { return };
        let draft = pack.draft();
        // Records in an unreadable file still exist, so keep their tabs.
        if !draft.files().any(|file| draft.is_unreadable(file)) {
            self.view.keep(|key| draft.contains(key));
        }
        self.mind_content();
    }

    /// Passes the pack's current content to the battle; a running analysis does so when it finishes.
    pub(crate) fn mind_content(&mut self) {
        if let Some(analysis) = self.pack.as_ref().and_then(Pack::current) {
            self.play.content_changed(analysis);
        }
    }

    pub(crate) fn settle(&mut self) {
        if let Some(pack) = &mut self.pack {
            pack.settle();
        }
    }

    pub(crate) fn set_together(&mut self, pointer: Pointer, values: Vec<(Pointer, Value)>) {
        let name = format!("Set {}", self.field_of(&pointer));
        let changes: Vec<Change> = values.into_iter().map(|(at, value)| Change::Set { at, value }).collect();
        self.change_once(name, pointer, &changes);
    }

    pub(crate) fn set(&mut self, pointer: Pointer, value: Value) {
        let name = format!("Set {}", self.field_of(&pointer));
        let Some(pack) = &mut self.pack else { return };
        let like = [Change::Set { at: pointer.clone(), value }];
        // Changing the size of a map also moves its terrain and placements.
        let done =
            pack.set_with(name, pointer, &like, |draft| resized(draft, &like[0]).unwrap_or_else(|| like.to_vec()));
        self.after_edit(done);
    }

    pub(crate) fn remove(&mut self, pointer: Pointer) {
        let name = format!("Reset {}", self.field_of(&pointer));
        self.change_once(name, pointer.clone(), &[Change::Remove { at: pointer }]);
    }

    pub(crate) fn retract(&mut self, pointer: &Pointer) {
        if let Some(pack) = &mut self.pack {
            pack.retract(pointer);
            self.after_change();
        }
    }

    pub(crate) fn push(&mut self, list: Pointer, value: Value) {
        let name = format!("Add to {}", self.field_of(&list));
        let at = list.child("-");
        self.change_once(name, list, &[Change::Insert { at, value }]);
    }

    pub(crate) fn swap(&mut self, list: Pointer, at: usize) {
        let name = format!("Reorder {}", self.field_of(&list));
        let [one, other] = [at, at + 1].map(|at| list.child(at.to_string()));
        self.change_once(name, list, &[Change::Swap { one, other }]);
    }

    /// Returns the next finding to fix: those of the selected record come first, then by severity.
    pub fn fixable(&self) -> Option<&Finding> {
        let elsewhere = |finding: &Finding| match finding.pointer.record() {
            Some((record, _)) => self.selected() != Some(&record),
            None => true,
        };
        let fixable = self.pack.iter().flat_map(Pack::findings).filter(|finding| !finding.fixes.is_empty());
        fixable.min_by_key(|finding| (elsewhere(finding), Reverse(finding.severity)))
    }

    pub(crate) fn fix(&mut self, finding: &Finding) {
        let (Some(pack), Some(fix)) = (&self.pack, finding.fixes.first()) else { return };
        match prove(&pack.analysis(), finding, fix) {
            Ok(plan) => {
                self.carry_out(capitalised(&fix.title), finding.pointer.clone(), &fix.changes, &plan);
            }
            Err(refusal) => self.tell(Tone::Bad, format!("Cannot fix this: {refusal}")),
        }
    }

    /// Makes planned changes as a separate undo step.
    pub(crate) fn carry_out(&mut self, name: String, pointer: Pointer, changes: &[Change], plan: &Plan) -> bool {
        self.settle();
        let Some(pack) = &mut self.pack else { return false };
        let done = pack.carry_out(name, pointer, changes, plan);
        let done = self.after_edit(done);
        self.settle();
        done
    }

    pub(crate) fn duplicate(&mut self, key: &RecordKey) {
        let Some(pack) = &self.pack else { return };
        let Some((copy, record)) = new_record::copy(pack, key) else { return };
        // Put the copy next to the original.
        let file = new_record::home(pack, &key.catalog, Some(key));
        self.insert("Duplicate", vec![(copy, record)], &file);
    }

    /// Adds a record that extends and overrides one of a required pack.
    pub(crate) fn replace_borrowed(&mut self, key: &RecordKey) {
        let Some(pack) = &self.pack else { return };
        let Some(origin) = pack.draft().origin(key) else { return };
        let id = key.id.rsplit(':').next().unwrap_or(&key.id);
        let (own, value) = (RecordKey::new(&key.catalog, id), json!({ "extends": format!("{}:{id}", origin.id) }));
        let file = new_record::home(pack, &key.catalog, None);
        let name = format!("Override {}", pack.index().title(key));
        let add = Change::AddRecord { record: own.clone(), value, file };
        if self.change_once(name, own.pointer(), &[add]) {
            self.reveal(&own);
            self.select(Selection::record(own));
            self.focus = Some(Focus::Title);
        }
    }

    /// Adds records. The last one is the requested one and goes into this file; the others go into their default files.
    pub(crate) fn insert(&mut self, verb: &str, records: Vec<(RecordKey, Value)>, file: &str) {
        let Some(pack) = &self.pack else { return };
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
            let value = self.least_harm(field, record, all);
            changes.push(add(key.clone(), value));
        }
        if self.change_once(name, key.pointer(), &changes) {
            self.reveal(&key);
            self.view.layout.show(Pane::Catalog(key.catalog.clone()));
            self.select(Selection::record(key));
            self.focus = Some(Focus::Title);
        }
    }

    /// Clears the filter if it hides a newly added record.
    pub(crate) fn reveal(&mut self, key: &RecordKey) {
        let needle = self.view.filter().trim().to_lowercase();
        let entry = self.pack.as_ref().and_then(|pack| pack.index().entry(key));
        if entry.is_some_and(|entry| !entry.matches(&needle)) {
            self.view.set_filter(String::new());
            self.tell(Tone::Good, "The filter was cleared, since it would have hidden what was added".to_owned());
        }
    }

    /// Returns the value, or a variant with other references or choices that causes no problems.
    pub(crate) fn fitting(&self, list: &Pointer, value: Value) -> Value {
        let Some(pack) = &self.pack else { return value };
        let Some(field) = pack.draft().field(list).and_then(Field::value) else { return value };
        let at = list.child("-");
        let insert = |value: &Value| vec![Change::Insert { at: at.clone(), value: value.clone() }];
        self.least_harm(field, value, insert)
    }

    /// Returns the value with other words in its [slots](new_record::slots), if the changes for it would cause errors
    /// or warnings.
    ///
    /// The slots are optimised one after the other, within a time limit.
    pub(crate) fn least_harm(&self, field: Field, value: Value, changes: impl Fn(&Value) -> Vec<Change>) -> Value {
        let Some(pack) = &self.pack else { return value };
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
        for (path, words) in new_record::slots(pack, field, &best.1) {
            let base = best.1.clone();
            for word in words {
                if since.elapsed() > PATIENCE || best.0 == [0, 0] {
                    return best.1;
                }
                let other = new_record::with(&base, &path, &word);
                if let Some(less) = harm(&other).filter(|harm| *harm < best.0) {
                    best = (less, other);
                }
            }
        }
        best.1
    }

    /// Deletes records even if they are in use.
    pub(crate) fn delete_now(&mut self, keys: &[RecordKey]) {
        let Some(pack) = &self.pack else { return };
        let changes: Vec<Change> = keys.iter().map(|key| Change::Remove { at: key.pointer() }).collect();
        match plan(pack.draft(), &changes) {
            Ok(plan) => self.delete_by(keys, &changes, &plan),
            Err(error) => self.tell(Tone::Bad, format!("Cannot change this: {error}")),
        }
    }

    /// Makes the changes that delete records.
    pub(crate) fn delete_by(&mut self, keys: &[RecordKey], changes: &[Change], plan: &Plan) {
        let (Some(pack), Some(first)) = (&self.pack, keys.first()) else { return };
        let name = format!("Delete {}", self.called(keys));
        // Select the neighbour, so that keyboard navigation continues from there.
        let neighbour = pack.index().catalog(&first.catalog).and_then(|catalog| {
            let at = keys.iter().filter_map(|key| catalog.position(key));
            let (from, to) = (at.clone().min()?, at.max()?);
            let others = |entry: &&Listed| !keys.contains(&entry.key);
            let next = catalog.records[to..].iter().find(others);
            Some(next.or_else(|| catalog.records[..from].iter().rfind(others))?.key.clone())
        });
        if self.carry_out(name, first.pointer(), changes, plan) {
            match neighbour {
                Some(neighbour) => self.select(Selection::record(neighbour)),
                None => self.view.deselect(),
            }
        }
    }

    /// Returns a name for several records: the title of a single one, or their number and catalog.
    pub(crate) fn called(&self, keys: &[RecordKey]) -> String {
        match (self.pack(), keys) {
            (Some(pack), [only]) => pack.index().title(only).to_owned(),
            (Some(pack), [first, ..]) => {
                let catalog = pack.index().catalog(&first.catalog);
                format!(
                    "{} {}",
                    keys.len(),
                    catalog.map_or("records".to_owned(), |catalog| catalog.title.to_lowercase())
                )
            }
            _ => "nothing".to_owned(),
        }
    }

    pub(crate) fn travel(&mut self, way: fn(&mut Pack) -> Option<Pointer>) {
        let Some(pointer) = self.pack.as_mut().and_then(way) else { return };
        self.after_change();
        let exists = |key: &RecordKey| self.pack.as_ref().is_some_and(|pack| pack.draft().contains(key));
        if let Some((record, field)) = pointer.record().filter(|(record, _)| exists(record)) {
            let selection = Selection { record, field: field.to_vec(), hex: None };
            self.view.select(selection);
        }
    }

    /// Undoes or redoes until this number of steps is applied.
    pub(crate) fn step_to(&mut self, steps: usize) {
        loop {
            let Some(pack) = &self.pack else { return };
            let (done, undone) = (pack.history().done().len(), pack.history().undone().len());
            match done.cmp(&steps) {
                std::cmp::Ordering::Greater => self.travel(Pack::undo),
                std::cmp::Ordering::Less if undone > 0 => self.travel(Pack::redo),
                _ => return,
            }
        }
    }

    /// Returns a display name of a value: `damage of Broadsword`.
    pub(crate) fn field_of(&self, pointer: &Pointer) -> String {
        let Some((record, field)) = pointer.record() else { return pointer.to_string() };
        let title = self.pack.as_ref().map_or(record.id.as_str(), |pack| pack.index().title(&record)).to_owned();
        match field.iter().rev().find(|part| !part.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(field) => format!("{} of {title}", sentence(field).to_lowercase()),
            None => title,
        }
    }
}

//! Changing the pack, each change by a name.

use std::cmp::Reverse;

use foeman_schema::draft::Draft;
use foeman_schema::edit::{self, EditError};
use foeman_schema::finding::Finding;
use foeman_schema::fix::prove;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use super::super::action::Focus;
use super::super::index::{capitalised, sentence};
use super::super::newborn;
use super::super::pack::Pack;
use super::super::view::{Pane, Selection};
use super::{Tone, Workspace};

impl Workspace {
    pub(super) fn edit(
        &mut self,
        name: String,
        pointer: Pointer,
        make: impl FnOnce(&Draft) -> Result<edit::Edit, EditError>,
    ) -> bool {
        let Some(pack) = &mut self.pack else { return false };
        let done = pack.edit(name, pointer, make);
        self.after_edit(done)
    }

    pub(super) fn after_edit(&mut self, done: Result<(), EditError>) -> bool {
        self.after_change();
        match done {
            Ok(()) => true,
            Err(error) => {
                self.tell(Tone::Bad, format!("Cannot change this: {error}"));
                false
            }
        }
    }

    pub(super) fn after_change(&mut self) {
        let Some(pack) = &self.pack else { return };
        self.view.keep(|key| pack.draft().contains(key));
        if self.play.battle().is_some() {
            self.play.content_changed(&pack.analysis());
        }
    }

    pub(super) fn settle(&mut self) {
        if let Some(pack) = &mut self.pack {
            pack.settle();
        }
    }

    pub(super) fn set(&mut self, pointer: Pointer, value: &Value) {
        let name = format!("Set {}", self.field_of(&pointer));
        let Some(pack) = &mut self.pack else { return };
        let done = pack.set(name, pointer.clone(), |draft| edit::set_value(draft, &pointer, value));
        self.after_edit(done);
    }

    pub(super) fn remove(&mut self, pointer: Pointer) {
        self.settle();
        let name = format!("Reset {}", self.field_of(&pointer));
        self.edit(name, pointer.clone(), |draft| edit::remove(draft, &pointer));
        self.settle();
    }

    pub(super) fn swap(&mut self, list: &Pointer, at: usize) {
        self.settle();
        let name = format!("Reorder {}", self.field_of(list));
        self.edit(name, list.clone(), |draft| edit::swap_items(draft, list, at));
        self.settle();
    }

    /// The finding to be mended next: one of the selected record before others, the worst before the rest.
    pub fn fixable(&self) -> Option<&Finding> {
        let elsewhere = |finding: &Finding| match finding.pointer.record() {
            Some((record, _)) => self.selected() != Some(&record),
            None => true,
        };
        let fixable = self.pack.iter().flat_map(Pack::findings).filter(|finding| !finding.fixes.is_empty());
        fixable.min_by_key(|finding| (elsewhere(finding), Reverse(finding.severity)))
    }

    pub(super) fn fix(&mut self, finding: &Finding) {
        let (Some(pack), Some(fix)) = (&self.pack, finding.fixes.first()) else { return };
        if let Err(refusal) = prove(pack.draft(), finding, fix) {
            return self.tell(Tone::Bad, format!("Cannot fix this: {refusal}"));
        }
        self.settle();
        self.edit(capitalised(&fix.title), finding.pointer.clone(), |_| Ok(fix.edit.clone()));
        self.settle();
    }

    pub(super) fn add_record(&mut self, catalog: &str) {
        let Some((key, record)) = self.pack.as_ref().and_then(|pack| newborn::record(pack, catalog)) else { return };
        self.insert("Add", key, record);
    }

    pub(super) fn duplicate(&mut self, key: &RecordKey) {
        let Some(pack) = &self.pack else { return };
        let Some((copy, record)) = newborn::copy(pack, key) else { return };
        self.insert("Duplicate", copy, record);
    }

    pub(super) fn insert(&mut self, verb: &str, key: RecordKey, record: Value) {
        self.settle();
        let title = record.get("title").and_then(Value::as_str).unwrap_or(&key.id);
        let name = format!("{verb} {title}");
        if self.edit(name, key.pointer(), |draft| edit::insert_record(draft, &key, &record)) {
            self.settle();
            self.view.layout.show(Pane::Catalog(key.catalog.clone()));
            self.select(Selection::record(key));
            self.focus = Some(Focus::Title);
        }
    }

    pub(super) fn delete(&mut self, key: &RecordKey) {
        self.settle();
        let Some(pack) = &self.pack else { return };
        let name = format!("Delete {}", pack.index().title(key));
        // The neighbour is selected, so that the next key goes on from there.
        let neighbour = pack.index().catalog(&key.catalog).and_then(|catalog| {
            let at = catalog.records.iter().position(|entry| entry.key == *key)?;
            let next = catalog.records.get(at + 1).or_else(|| catalog.records.get(at.checked_sub(1)?))?;
            Some(next.key.clone())
        });
        let pointer = key.pointer();
        if self.edit(name, pointer.clone(), |draft| edit::remove(draft, &pointer)) {
            self.settle();
            match neighbour {
                Some(neighbour) => self.select(Selection::record(neighbour)),
                None => self.view.deselect(),
            }
        }
    }

    pub(super) fn paint(&mut self, map: &RecordKey, cells: &[[u32; 2]], key: char) {
        let Some(pack) = &self.pack else { return };
        let name = format!("Paint {}", pack.index().title(map));
        let rows = map.pointer().child("rows");
        let cells: Vec<_> = cells.iter().map(|&[col, row]| (col, row, key)).collect();
        self.edit(name, rows.clone(), |draft| edit::paint(draft, &rows, &cells));
    }

    pub(super) fn travel(&mut self, way: fn(&mut Pack) -> Option<Pointer>) {
        let Some(pointer) = self.pack.as_mut().and_then(way) else { return };
        self.after_change();
        let exists = |key: &RecordKey| self.pack.as_ref().is_some_and(|pack| pack.draft().contains(key));
        if let Some((record, field)) = pointer.record().filter(|(record, _)| exists(record)) {
            let selection = Selection { record, field: field.to_vec(), hex: None };
            self.view.select(selection);
        }
    }

    /// Names a value for people: `damage of Broadsword`.
    pub(super) fn field_of(&self, pointer: &Pointer) -> String {
        let Some((record, field)) = pointer.record() else { return pointer.to_string() };
        let title = self.pack.as_ref().map_or(record.id.as_str(), |pack| pack.index().title(&record)).to_owned();
        match field.iter().rev().find(|part| !part.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(field) => format!("{} of {title}", sentence(field).to_lowercase()),
            None => title,
        }
    }
}

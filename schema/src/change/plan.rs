//! From changes to the bytes they are in a draft.

use std::collections::BTreeMap;

use super::error::with_near;
use super::pieces::Pieces;
use super::rename::{self, Waiting};
use super::{Change, ChangeError, comments, files, items, records, text};
use crate::draft::Draft;
use crate::edit::{self, Edit, EditError, FileChange, Reading, Splice};
use crate::migrate;
use crate::source::is_header_key;
use crate::text::{FileId, Pointer, RecordKey, Span};

/// Changes as the edit that makes them, and the draft it was made for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    edit: Edit,
    revision: u64,
}

impl Plan {
    /// The edit; empty when all is already as it is meant to be.
    pub fn edit(&self) -> &Edit {
        &self.edit
    }

    /// The revision of the draft that it was made for.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Makes the changes and returns the edit that takes them back, byte for byte.
    ///
    /// Refused for another revision than the one it was planned for.
    pub fn apply(&self, draft: &mut Draft) -> Result<Edit, ChangeError> {
        if self.revision != draft.revision() {
            return Err(ChangeError::Stale);
        }
        if self.edit.is_empty() {
            return Ok(Edit::default());
        }
        let back = draft.apply(&self.edit);
        if back.is_empty() { Err(ChangeError::Stale) } else { Ok(back) }
    }
}

/// What a pack has to change after a pack that it requires has given the record or key at `at` another name; an empty plan
/// if nothing in it leads there.
///
/// The draft shows the required pack as it was before. `others` are the ids of the packs that make the same rename in
/// their own files, the one that has the name among them. The error says why the pack cannot follow.
pub fn follow(draft: &Draft, at: &Pointer, to: &str, others: &[&str]) -> Result<Plan, ChangeError> {
    let edit = rename::follow(draft, at, to, others)?;
    Ok(Plan { edit, revision: draft.revision() })
}

/// Works out what changes are in a draft. Each sees those before it; the draft stays as it is.
pub fn plan(draft: &Draft, changes: &[Change]) -> Result<Plan, ChangeError> {
    Ok(Plan { edit: edit_of(draft, changes, Proof::Tried)?, revision: draft.revision() })
}

/// The same without trying it out, where that is possible: for many small changes that are tried out together.
pub(crate) fn sketch(draft: &Draft, changes: &[Change]) -> Result<Edit, ChangeError> {
    edit_of(draft, changes, Proof::Owed)
}

/// Whether an edit has been tried out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// It does what it should, and nothing else.
    Tried,
    /// Whoever uses it will see.
    Owed,
}

fn edit_of(draft: &Draft, changes: &[Change], proof: Proof) -> Result<Edit, ChangeError> {
    let edit = match changes {
        [one] => of_one(draft, one, proof)?,
        several if let Some(edit) = at_once(draft, several) => edit,
        several => {
            let mut work = Work::on(draft);
            for change in several {
                let edit = of_one(&work.draft, change, Proof::Tried)?;
                work.make(&edit)?;
            }
            work.edit(draft)
        }
    };
    Ok(without_idle(draft, edit))
}

/// Values that are set in several records, where all of it can be tried out at once.
fn at_once(draft: &Draft, changes: &[Change]) -> Option<Edit> {
    let mut sets = Vec::new();
    for change in changes {
        let Change::Set { at, value } = change else { return None };
        let free = locked(draft, change).is_none() && borrowed(draft, change).is_none();
        sets.push(free.then_some((at, value))?);
    }
    edit::set_values(draft, &sets).filter(|edit| text::keeps_off_conflicts(draft, edit.clone()).is_ok())
}

fn of_one(draft: &Draft, change: &Change, proof: Proof) -> Result<Edit, ChangeError> {
    let edit = of_any(draft, change, proof)?;
    // Text is replaced to resolve conflicts.
    if matches!(change, Change::Text { .. }) { Ok(edit) } else { text::keeps_off_conflicts(draft, edit) }
}

fn of_any(draft: &Draft, change: &Change, proof: Proof) -> Result<Edit, ChangeError> {
    if let Some(pack) = borrowed(draft, change) {
        return Err(ChangeError::Borrowed { at: change.target(), pack });
    }
    if let Some(path) = locked(draft, change) {
        return Err(ChangeError::Needed(path));
    }
    let edit = match change {
        Change::Set { at, value } if proof == Proof::Owed && draft.start(at).is_some() => {
            edit::offer_value(draft, at, value)
        }
        Change::Set { at, value } => edit::set_value(draft, at, value),
        Change::Remove { at } if proof == Proof::Owed => edit::offer_removal(draft, at),
        Change::Remove { at } => edit::remove(draft, at),
        Change::RemoveRepeated { at, nth } if proof == Proof::Owed => edit::offer_repeated_removal(draft, at, *nth),
        Change::RemoveRepeated { at, nth } => edit::remove_repeated(draft, at, *nth),
        Change::RemoveAllRepeated { at } if proof == Proof::Owed => edit::offer_removal_of_repeated(draft, at),
        Change::RemoveAllRepeated { at } => edit::remove_all_repeated(draft, at),
        Change::Insert { at, value } => return insert(draft, at, value),
        Change::Append { list, items } => edit::append(draft, list, items),
        Change::AddRecord { record, value, file } => {
            let file = draft.file_at(file).ok_or_else(|| ChangeError::NoFile(file.clone()))?;
            edit::insert_record_into(draft, record, value, Some(file))
        }
        Change::Swap { one, other } if proof == Proof::Owed => edit::offer_swap(draft, one, other),
        Change::Swap { one, other } => return items::swap(draft, one, other),
        Change::MoveItem { item, to } => items::shift(draft, item, *to),
        Change::MoveRecord { record, to } => return records::shift(draft, record, to),
        Change::Rename { at, to } if proof == Proof::Owed => return rename::sketch(draft, at, to, Waiting::Refused),
        Change::Rename { at, to } => return rename::rename(draft, at, to, Waiting::Refused),
        Change::Correct { at, to } if proof == Proof::Owed => return rename::sketch(draft, at, to, Waiting::Welcome),
        Change::Correct { at, to } => return rename::rename(draft, at, to, Waiting::Welcome),
        Change::Paint { rows, cells } => {
            let cells: Vec<_> = cells.iter().map(|cell| (cell.col, cell.row, cell.key)).collect();
            edit::paint(draft, rows, &cells)
        }
        Change::Comment { file, at, old, new } => return comments::reword(draft, file, *at, old, new),
        Change::AddComment { file, at, side, text } => {
            let edit = comments::add(draft, file, *at, *side, text)?;
            let unchanged = |_: usize, key: &RecordKey, value| Reading { key: key.clone(), value };
            let harmless = proof == Proof::Owed || edit::reads(draft, &edit, &unchanged, false);
            return if harmless { Ok(edit) } else { Err(ChangeError::Broken(change.target())) };
        }
        Change::Text { file, at, old, new } => return text::replace(draft, file, *at, old, new),
        Change::CreateFile { path, text } => return files::create(draft, path, text),
        Change::Migrate => return Ok(migrate::edit(draft)),
        Change::DeleteFile { path } => return files::delete(draft, path),
        Change::RenameFile { from, to } => return files::rename(draft, from, to),
    };
    edit.map_err(|error| with_near(draft, error))
}

/// The required pack that a change would touch. A record may take the place of one there.
fn borrowed(draft: &Draft, change: &Change) -> Option<String> {
    let at = change.target();
    let adds = match change {
        Change::AddRecord { .. } => true,
        Change::Insert { .. } => matches!(at.parts(), [_, _]),
        _ => false,
    };
    let place = draft.place(&at).filter(|_| !adds)?;
    draft.owner(place.file).map(|pack| pack.id.clone())
}

/// The file a change would touch though its bytes are not known.
fn locked(draft: &Draft, change: &Change) -> Option<String> {
    let place = draft.place(&change.target()).filter(|place| draft.owner(place.file).is_none())?;
    draft.file(place.file).locked.then(|| draft.path(place.file).to_owned())
}

/// Adds a record, a key or an item that is not there yet.
fn insert(draft: &Draft, at: &Pointer, value: &serde_json::Value) -> Result<Edit, ChangeError> {
    let edit = match at.parts() {
        [catalog, id] if !is_header_key(catalog) => edit::insert_record(draft, &RecordKey::new(catalog, id), value),
        _ => match at.parent().and_then(|list| items::position(draft, &list, at.last()?)) {
            Some((list, position)) => edit::insert_item(draft, &list, position, value),
            None if draft.defined(at) => Err(EditError::Exists(at.clone())),
            None => edit::set_value(draft, at, value),
        },
    };
    edit.map_err(|error| with_near(draft, error))
}

/// Leaves out splices that write what stands there.
fn without_idle(draft: &Draft, mut edit: Edit) -> Edit {
    edit.splices.retain(|splice| draft.text(splice.file).get(splice.span.range()) != Some(&*splice.text));
    edit
}

/// A draft on which changes are made one after the other, and what has become of the files it had.
struct Work {
    draft: Draft,
    /// By the path a file has now.
    files: BTreeMap<String, File>,
}

/// Where a file comes from; new files are known by what stands in them in the end.
#[derive(Clone)]
enum File {
    Old(FileId, Pieces),
    New,
}

impl Work {
    fn on(draft: &Draft) -> Self {
        let old = |file| (draft.path(file).to_owned(), File::Old(file, Pieces::whole(draft.text(file).len())));
        Self { draft: draft.clone(), files: draft.files().map(old).collect() }
    }

    fn make(&mut self, edit: &Edit) -> Result<(), ChangeError> {
        for group in edit.splices.chunk_by(|a, b| a.file == b.file) {
            if let Some(File::Old(_, pieces)) = self.files.get_mut(self.draft.path(group[0].file)) {
                pieces.splice(group);
            }
        }
        let mut moved = Vec::new();
        for change in &edit.files {
            match change {
                FileChange::Create { path, .. } => moved.push((path.clone(), File::New)),
                FileChange::Delete { path } => drop(self.files.remove(path)),
                FileChange::Rename { from, to } => {
                    moved.extend(self.files.remove(from).map(|file| (to.clone(), file)));
                }
            }
        }
        self.files.extend(moved);
        let back = self.draft.apply(edit);
        if back.is_empty() && !edit.is_empty() { Err(ChangeError::Stale) } else { Ok(()) }
    }

    /// All that was done as one edit of the draft as it was.
    fn edit(&self, before: &Draft) -> Edit {
        let mut edit = Edit::default();
        let mut gone: BTreeMap<&str, FileId> = before.files().map(|file| (before.path(file), file)).collect();
        for (path, file) in &self.files {
            if let File::Old(id, pieces) = file {
                gone.remove(before.path(*id));
                edit.splices.extend(pieces.splices(*id));
                if path != before.path(*id) {
                    edit.files.push(FileChange::Rename { from: before.path(*id).to_owned(), to: path.clone() });
                }
            }
        }
        let text = |path: &str| self.draft.file_at(path).map_or("", |file| self.draft.text(file));
        for path in self.files.iter().filter(|(_, file)| matches!(file, File::New)).map(|(path, _)| path) {
            match gone.remove(path.as_str()) {
                // Taken away and made again: another text of the same file.
                Some(file) => {
                    let span = Span::new(0, before.text(file).len());
                    edit.splices.push(Splice { file, span, text: text(path).to_owned() });
                }
                None => edit.files.push(FileChange::Create { path: path.clone(), text: text(path).to_owned() }),
            }
        }
        edit.files.extend(gone.into_keys().map(|path| FileChange::Delete { path: path.to_owned() }));
        edit.files.sort();
        edit.splices.sort_by_key(|splice| (splice.file, splice.span));
        edit
    }
}

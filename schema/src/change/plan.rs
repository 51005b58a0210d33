//! Planning: turns changes into a text edit of a draft.

use std::collections::BTreeMap;

use super::error::with_near;
use super::pieces::Pieces;
use super::rename::{self, Waiting};
use super::{Change, ChangeError, comments, files, items, layout, records, text};
use crate::draft::Draft;
use crate::edit::{self, Edit, EditError, FileChange, Splice};
use crate::migrate;
use crate::source::is_header_key;
use crate::text::{FileId, Pointer, RecordKey, Span};
use crate::texts;

/// A planned edit and the revision of the draft it was made for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    edit: Edit,
    revision: u64,
}

impl Plan {
    /// Returns the edit; empty if the changes have no effect.
    pub fn edit(&self) -> &Edit {
        &self.edit
    }

    /// Returns the revision of the draft that it was made for.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Applies the edit and returns its inverse, which restores the text byte for byte.
    ///
    /// Fails if the draft has another revision than the one planned for.
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

/// Plans the changes of a pack after a required pack has renamed the record or key at `at`; the plan is empty if the
/// pack does not refer to it.
///
/// The draft shows the required pack before the rename. `others` are the ids of the packs that make the same rename in
/// their files, including the pack that defines the name. The error says why the pack cannot follow.
pub fn follow(draft: &Draft, at: &Pointer, to: &str, others: &[&str]) -> Result<Plan, ChangeError> {
    let edit = rename::follow(draft, at, to, others)?;
    Ok(Plan { edit, revision: draft.revision() })
}

/// Plans changes without applying them to the draft. Each change sees the result of those before it.
///
/// The plan is valid for the current [revision](Draft::revision) of the draft only.
///
/// # Errors
///
/// Returns the reason why one of the changes cannot be made. In that case nothing is planned.
///
/// # Example
///
/// ```
/// use foeman_schema::change::{Change, ChangeError, plan};
/// use foeman_schema::example::{self, PACK};
/// use foeman_schema::text::Pointer;
///
/// let mut draft = example::draft();
/// let heavier = Change::Set { at: Pointer::parse("/weapons/sword/weight").unwrap(), value: 4.into() };
/// let heavier = plan(&draft, &[heavier]).unwrap();
///
/// let undo = heavier.apply(&mut draft).unwrap();
/// assert!(draft.text(draft.header_file()).contains("sword: {title: Sword, damage: 6, weight: 4}"));
/// assert_eq!(heavier.apply(&mut draft), Err(ChangeError::Stale)); // planned for the text before
/// draft.apply(&undo);
/// assert_eq!(draft.text(draft.header_file()), PACK);
/// ```
pub fn plan(draft: &Draft, changes: &[Change]) -> Result<Plan, ChangeError> {
    let edit = edit_of(draft, changes, Proof::Tried)?;
    // Painted rows keep their layout, and a map can be large.
    let paints = changes.iter().all(|change| matches!(change, Change::Paint { .. }));
    let edit = if paints { edit } else { layout::settled(draft, edit) };
    Ok(Plan { edit: without_idle(draft, edit), revision: draft.revision() })
}

/// Like [`plan`], but without trying out the edit if possible: for many small changes that are tried out together.
pub(crate) fn sketch(draft: &Draft, changes: &[Change]) -> Result<Edit, ChangeError> {
    edit_of(draft, changes, Proof::Owed)
}

/// Whether an edit has been tried out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// Tried out: the edit has exactly the intended effect.
    Tried,
    /// Not tried out: the caller verifies the edit.
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

/// Plans values in several records as one edit, if all of them can be tried out together.
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
    // Text changes resolve conflicts, so they may touch conflicts.
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
        Change::Rename { at, to } => return renamed(draft, at, to, (Waiting::Refused, proof)),
        Change::Correct { at, to } => return renamed(draft, at, to, (Waiting::Welcome, proof)),
        Change::Paint { rows, cells } => {
            let cells: Vec<_> = cells.iter().map(|cell| (cell.col, cell.row, cell.key)).collect();
            edit::paint(draft, rows, &cells)
        }
        Change::Comment { file, at, old, new } => return comments::reword(draft, file, *at, old, new),
        Change::AddComment { file, at, side, text } => {
            let edit = comments::add(draft, file, *at, *side, text)?;
            let harmless = proof == Proof::Owed || edit::keeps_values(draft, &edit);
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

/// Renames a record or a key, also in translations.
fn renamed(draft: &Draft, at: &Pointer, to: &str, (waiting, proof): (Waiting, Proof)) -> Result<Edit, ChangeError> {
    let mut edit = match proof {
        Proof::Owed => rename::sketch(draft, at, to, waiting)?,
        Proof::Tried => rename::rename(draft, at, to, waiting)?,
    };
    edit.splices.extend(texts::renamed(draft, at, to));
    edit.splices.sort_by_key(|splice| (splice.file, splice.span));
    Ok(edit)
}

/// Returns the required pack that a change would modify, if any. Adding a record that replaces one there is allowed.
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

/// Returns the file that a change would modify although its bytes are unknown, if any.
fn locked(draft: &Draft, change: &Change) -> Option<String> {
    let place = draft.place(&change.target()).filter(|place| draft.owner(place.file).is_none())?;
    draft.file(place.file).locked.then(|| draft.path(place.file).to_owned())
}

/// Inserts a new record, key or item.
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

/// Drops splices that do not change the text.
fn without_idle(draft: &Draft, mut edit: Edit) -> Edit {
    edit.splices.retain(|splice| draft.text(splice.file).get(splice.span.range()) != Some(&*splice.text));
    edit
}

/// A draft to which changes are applied in order, and the history of its files.
struct Work {
    draft: Draft,
    /// By current path.
    files: BTreeMap<String, File>,
}

/// The origin of a file; the content of new files is read from the draft at the end.
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

    /// Returns all changes as one edit of the original draft.
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
                // Deleted and created again: the same file with another text.
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

//! The open pack: its draft, undo history, saved state and derived data.

pub mod cache;
pub mod checker;
pub mod crash_journal;
pub mod diff;
pub mod disk;
pub mod elsewhere;
pub mod index;
pub mod merge;
pub mod new_record;
pub mod outside;
pub mod records;
pub mod slots;
pub mod undo;
pub mod unsaved;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, ChangeError, Plan, plan};
use foeman_schema::dialect::Dialect;
use foeman_schema::digest::digest;
use foeman_schema::draft::{Draft, LoadError, UnfinishedSaves};
use foeman_schema::edit::Edit;
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::text::{FileId, Pointer, RecordKey};
use foeman_schema::usages::Usage;

use records::Records;

use checker::Checker;
use elsewhere::Elsewhere;
use foeman_base::across::{self, Follower, NotSaved};
use foeman_base::save::together::{Before, Fate, Part, SaveFailure, Writer, unfinished};
use foeman_base::save::{Home, Reading, folder_of};
use foeman_base::template;
use foeman_base::template::{NewError, write_new};
use index::Index;
use undo::History;

/// The number of packs created by this process.
static MADE: AtomicU64 = AtomicU64::new(0);

/// The number of recent changes whose affected records are remembered.
const RECENT: usize = 64;

/// The maximum wait for another process that writes to the pack; the window does not draw meanwhile.
const PATIENCE: Duration = Duration::from_secs(1);

/// A pack open in the window.
#[derive(Debug)]
pub struct Pack {
    generation: u64,
    draft: Arc<Draft>,
    history: History,
    /// The folder that file names are relative to; determined when the pack is read, because the folder may be deleted
    /// later.
    folder: Option<PathBuf>,
    /// The text of each file on disk when it was last read or written, by its path in the pack.
    known: BTreeMap<String, String>,
    /// The pack on disk, as far as known.
    on_disk: Arc<Draft>,
    /// The draft for which the index was last updated.
    listed: Arc<Draft>,
    /// The records affected by the latest changes, with the resulting revisions; `None` if any record may be affected.
    recent: VecDeque<(u64, Option<BTreeSet<RecordKey>>)>,
    /// The paths of files with unsaved changes, including deleted files.
    unsaved: Vec<String>,
    index: Index,
    checker: Checker,
    worst: BTreeMap<RecordKey, Severity>,
    changed: BTreeSet<RecordKey>,
    revision: u64,
    records: Records,
    elsewhere: Elsewhere,
}

/// The reason why saving failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveError {
    /// Files that another program has changed or deleted since they were read, by their paths in the pack.
    ChangedOnDisk(Vec<String>),
    /// The pack has never been saved to disk.
    NoFolder,
    /// Writing failed; no file was changed.
    Failed(SaveFailure),
    /// A dependent pack could not be saved: its name and the reason. No file was changed.
    Follower(String),
}

/// Whether saving may overwrite changes by other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overwrite {
    /// Only overwrite files that are unchanged since they were read.
    Never,
    /// Overwrite anything: the user has confirmed it.
    Agreed,
}

impl Pack {
    /// Opens a pack; required packs are searched for next to it.
    pub fn open(path: &Path, dialects: &[&'static Dialect]) -> Result<Self, LoadError> {
        Self::open_with(path, dialects, &[])
    }

    /// Opens a pack; required packs are searched for next to it, then in `folders`.
    pub fn open_with(path: &Path, dialects: &[&'static Dialect], folders: &[PathBuf]) -> Result<Self, LoadError> {
        let _steady = Home::of(path).ok().map(|home| Reading::of(home.folder()));
        let mut draft = Draft::open_with(path, dialects, template::shelf(folders))?;
        let saves = UnfinishedSaves { own: unfinished(path), ..draft.find_unfinished_saves(unfinished) };
        draft.set_unfinished_saves(saves);
        Ok(Self::of(draft))
    }

    /// Creates a pack whose saved state is the draft.
    pub fn of(draft: Draft) -> Self {
        let known = draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).to_owned())).collect();
        let folder = draft.root().map(folder_of);
        let draft = Arc::new(draft);
        let mut pack = Self {
            generation: MADE.fetch_add(1, Ordering::Relaxed) + 1,
            on_disk: Arc::clone(&draft),
            listed: Arc::clone(&draft),
            recent: VecDeque::new(),
            unsaved: Vec::new(),
            draft,
            folder,
            history: History::saved(),
            known,
            index: Index::default(),
            checker: Checker::default(),
            worst: BTreeMap::new(),
            changed: BTreeSet::new(),
            revision: 0,
            records: Records::default(),
            elsewhere: Elsewhere::default(),
        };
        pack.index = Index::of(&pack.draft);
        pack.derive();
        pack.read_elsewhere();
        pack
    }

    /// Returns the draft, including unsaved changes.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Returns the draft as an `Arc`, for other threads.
    pub fn shared_draft(&self) -> &Arc<Draft> {
        &self.draft
    }

    /// Returns the text of a file on disk when it was last read or written.
    pub fn saved_text(&self, path: &str) -> Option<&str> {
        self.known.get(path).map(String::as_str)
    }

    /// Returns the undo history.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the index of catalogs and records.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the findings of the last finished analysis.
    pub fn findings(&self) -> &[Finding] {
        self.checker.analysis().map_or(&[], Analysis::findings)
    }

    /// Returns all values that refer to a record.
    pub fn usages(&self, key: &RecordKey) -> Vec<Usage> {
        self.checker.analysis().map(|analysis| analysis.usages(&key.pointer())).unwrap_or_default()
    }

    /// Returns the usages of a record in dependent packs.
    pub fn usages_elsewhere(&self, key: &RecordKey) -> Arc<[elsewhere::Usage]> {
        self.elsewhere.usages(&self.draft, &key.pointer())
    }

    /// Returns the dependent packs.
    pub fn elsewhere(&self) -> &Elsewhere {
        &self.elsewhere
    }

    /// Reads the dependent packs again.
    pub fn read_elsewhere(&mut self) {
        if self.draft.root().is_some() {
            self.elsewhere.read(&self.draft);
        }
    }

    /// Returns the analysis of the current draft, unless it is still running.
    pub fn current(&self) -> Option<&Analysis> {
        self.checker.analysis().filter(|analysis| Arc::ptr_eq(analysis.draft(), &self.draft))
    }

    /// Returns the analysis of the current draft; blocks if it is not available yet.
    pub fn analysis(&self) -> Analysis {
        Analysis::of(Arc::clone(&self.draft), self.checker.analysis())
    }

    /// Whether an analysis is running.
    pub fn checking(&self) -> bool {
        self.checker.busy()
    }

    /// Whether any analysis has finished.
    pub fn checked(&self) -> bool {
        self.checker.analysis().is_some()
    }

    /// Returns a number that is unique among all packs of this process, even if the same files are opened again.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the revision, which increases with every change; use it as a cache key. Each pack counts from 0.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the highest severity among the findings of a record. Notes that many records have are ignored.
    pub fn worst(&self, key: &RecordKey) -> Option<Severity> {
        self.worst.get(key).copied()
    }

    /// Whether a record has unsaved changes.
    pub fn is_changed(&self, key: &RecordKey) -> bool {
        self.changed.contains(key)
    }

    /// Returns the paths of files with unsaved changes: modified, new or deleted files.
    pub fn unsaved(&self) -> impl Iterator<Item = &str> + '_ {
        self.unsaved.iter().map(String::as_str)
    }

    /// Whether a file has unsaved changes.
    pub fn is_unsaved(&self, path: &str) -> bool {
        self.unsaved.iter().any(|unsaved| unsaved == path)
    }

    /// Whether there are no unsaved changes.
    pub fn is_saved(&self) -> bool {
        self.unsaved.is_empty()
    }

    /// Makes changes as a named undo step for the value at `pointer`; changes without effect are not recorded.
    ///
    /// Changes of the same kinds and values are merged into one growing step until [`settle`](Self::settle).
    pub fn change(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> Result<(), ChangeError> {
        self.change_as(name, pointer, changes, changes)
    }

    /// Makes changes that are merged into the growing step if it has the same `like`, even if the rest of the changes
    /// differ.
    pub fn change_as(
        &mut self,
        name: String,
        pointer: Pointer,
        like: &[Change],
        changes: &[Change],
    ) -> Result<(), ChangeError> {
        let plan = plan(&self.draft, changes)?;
        self.carry_out(name, pointer, like, &plan)
    }

    /// Makes changes that are already planned.
    pub fn carry_out(
        &mut self,
        name: String,
        pointer: Pointer,
        changes: &[Change],
        plan: &Plan,
    ) -> Result<(), ChangeError> {
        let made = self.make(name, pointer, changes, plan);
        self.derive();
        made
    }

    /// Like [`change`](Self::change), but replaces the effect of the growing step instead of adding to it.
    pub fn set(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> Result<(), ChangeError> {
        self.set_with(name, pointer, changes, |_| changes.to_vec())
    }

    /// Whether these changes would extend the growing step.
    pub fn grows(&self, like: &[Change]) -> bool {
        self.history.would_grow(like)
    }

    /// Like [`set`](Self::set), for changes computed from the draft before the growing step. The step is replaced if it
    /// has the same `like`.
    pub fn set_with(
        &mut self,
        name: String,
        pointer: Pointer,
        like: &[Change],
        changes: impl FnOnce(&Draft) -> Vec<Change>,
    ) -> Result<(), ChangeError> {
        let name = self.history.retract(like, Arc::make_mut(&mut self.draft)).unwrap_or(name);
        let changes = changes(&self.draft);
        let made = plan(&self.draft, &changes).and_then(|plan| self.make(name, pointer, like, &plan));
        self.derive();
        made
    }

    /// Undoes the growing step without redo if it concerns this value.
    pub fn retract(&mut self, typed: &Pointer) {
        self.history.retract_about(typed, Arc::make_mut(&mut self.draft));
        self.derive();
    }

    /// Like [`change`](Self::change), but replaces text being typed at `typed`, one of the changed values.
    pub fn fill(&mut self, name: String, typed: &Pointer, changes: &[Change]) -> Result<(), ChangeError> {
        self.history.retract_about(typed, Arc::make_mut(&mut self.draft));
        let made = plan(&self.draft, changes).and_then(|plan| self.make(name, typed.clone(), changes, &plan));
        self.history.settle();
        self.derive();
        made
    }

    fn make(&mut self, name: String, pointer: Pointer, changes: &[Change], plan: &Plan) -> Result<(), ChangeError> {
        let back: Edit = plan.apply(Arc::make_mut(&mut self.draft))?;
        if !back.is_empty() {
            self.history.push(name, pointer, changes, back);
        }
        Ok(())
    }

    /// Applies an edit of text typed at a value; returns whether it changed anything.
    pub fn retype(&mut self, name: String, pointer: Pointer, edit: &Edit) -> bool {
        let back = Arc::make_mut(&mut self.draft).apply(edit);
        let changed = !back.is_empty();
        if changed {
            self.history.push_typed(name, pointer, back);
            self.derive();
        }
        changed
    }

    /// Ends the growing step of typing or a stroke.
    pub fn settle(&mut self) {
        self.history.settle();
    }

    /// Undoes the last step; returns its pointer.
    pub fn undo(&mut self) -> Option<Pointer> {
        let pointer = self.history.undo(Arc::make_mut(&mut self.draft))?;
        self.derive();
        Some(pointer)
    }

    /// Redoes the last undone step; returns its pointer.
    pub fn redo(&mut self) -> Option<Pointer> {
        let pointer = self.history.redo(Arc::make_mut(&mut self.draft))?;
        self.derive();
        Some(pointer)
    }

    /// Writes changed and new files and deletes removed ones; returns the number of files.
    ///
    /// First completes an interrupted save. Fails without writing if another program has changed or created a file,
    /// unless `overwrite` allows it. The save is atomic: either all files are written or none. The old texts are kept
    /// in `.foeman/backup`.
    pub fn save(&mut self, overwrite: Overwrite) -> Result<usize, SaveError> {
        self.save_with(overwrite, &[])
    }

    /// Like `save`, together with the changes of dependent packs.
    pub(crate) fn save_with(&mut self, overwrite: Overwrite, followers: &[Follower]) -> Result<usize, SaveError> {
        let folder = self.folder.clone().ok_or(SaveError::NoFolder)?;
        // A pack of a single file may be deleted; its folder is still the place to write to.
        let root = self.draft.root().filter(|root| root.exists()).unwrap_or(&folder);
        let files: Vec<FileId> = self.unwritten().collect();
        let leftover: Vec<String> = self.leftover().map(str::to_owned).collect();
        let first = || files.first().map(|&file| self.draft.path(file)).or(leftover.first().map(String::as_str));
        if overwrite == Overwrite::Never && !folder.exists() && first().is_some() {
            // The folder may have been removed on purpose.
            let paths = files.iter().map(|&file| self.draft.path(file));
            return Err(SaveError::ChangedOnDisk(
                paths.filter(|path| self.known.contains_key(*path)).map(str::to_owned).collect(),
            ));
        }
        let writer = Writer::begin(root, PATIENCE).map_err(|failure| match first().filter(|_| !folder.exists()) {
            Some(path) => SaveError::Failed(SaveFailure { path: path.to_owned(), ..failure }),
            None => SaveError::Failed(failure),
        })?;
        let before = |path: &str| match (overwrite, self.known.get(path)) {
            (Overwrite::Agreed, _) => Before::Any,
            (Overwrite::Never, Some(text)) => Before::Text(text.as_bytes()),
            (Overwrite::Never, None) => Before::Missing,
        };
        let written = files.iter().map(|&file| (self.draft.path(file), Some(self.draft.text(file).as_bytes())));
        let all = written.chain(leftover.iter().map(|path| (path.as_str(), None)));
        let fates: Vec<Fate<'_>> = all.map(|(path, after)| Fate { path, before: before(path), after }).collect();
        let own = Part { writer: &writer, fates: &fates };
        across::save(own, followers).map_err(|failure| match failure {
            NotSaved::Own(failure) if failure.stale.is_empty() => SaveError::Failed(failure),
            NotSaved::Own(failure) => SaveError::ChangedOnDisk(failure.stale),
            NotSaved::Follower(why) => SaveError::Follower(why),
        })?;
        drop(writer);
        for &file in &files {
            self.known.insert(self.draft.path(file).to_owned(), self.draft.text(file).to_owned());
        }
        for path in &leftover {
            self.known.remove(path);
        }
        self.history.mark_saved();
        self.on_disk = Arc::clone(&self.draft);
        self.compare();
        if self.draft.unfinished_save().is_some() && Arc::make_mut(&mut self.draft).set_unfinished_save(None) {
            self.derive();
        }
        Ok(files.len() + leftover.len())
    }

    /// Saves all files to a new or empty folder and continues there.
    ///
    /// Other files of the old folder are copied, except hidden ones.
    pub fn save_as(&mut self, to: &Path) -> Result<usize, NewError> {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        if let Some(old) =
            self.folder.as_ref().filter(|folder| self.draft.root() == Some(folder.as_path()) && folder.is_dir())
        {
            disk::others(old, &mut files).map_err(|error| NewError::Failed(old.clone(), error))?;
        }
        let texts = self.draft.files().map(|file| (self.draft.path(file), self.draft.text(file)));
        let texts: Vec<(String, Vec<u8>)> = texts.map(|(path, text)| (path.to_owned(), text.into())).collect();
        files.retain(|(path, _)| texts.iter().all(|(text, _)| text != path) && !self.known.contains_key(path));
        files.extend(texts);
        write_new(to, &files)?;
        self.move_to(to);
        Ok(files.len())
    }

    /// Continues in another folder, which must hold the current state.
    fn move_to(&mut self, root: &Path) {
        Arc::make_mut(&mut self.draft).rehome(root.to_owned());
        self.folder = Some(folder_of(root));
        let texts = self.draft.files().map(|file| (self.draft.path(file), self.draft.text(file)));
        self.known = texts.map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
        self.on_disk = Arc::clone(&self.draft);
        self.history.mark_saved();
        self.derive();
        self.read_elsewhere();
    }

    /// Collects a finished analysis; returns whether there was one.
    pub fn poll(&mut self) -> bool {
        self.elsewhere.poll();
        let news = self.checker.poll();
        if news {
            self.rate();
        }
        news
    }

    /// Returns the folder or file that the pack was read from.
    pub fn root(&self) -> Option<PathBuf> {
        self.draft.root().map(Path::to_owned)
    }

    /// Returns the new and modified files.
    fn unwritten(&self) -> impl Iterator<Item = FileId> + '_ {
        let known = |file: FileId| self.known.get(self.draft.path(file)).map(String::as_str);
        self.draft.files().filter(move |file| known(*file) != Some(self.draft.text(*file)))
    }

    /// Returns the paths of files that exist on disk but were deleted here.
    fn leftover(&self) -> impl Iterator<Item = &str> + '_ {
        self.known.keys().map(String::as_str).filter(|path| self.draft.file_at(path).is_none())
    }

    fn derive(&mut self) {
        self.revision += 1;
        let changed = self.index.update(&self.draft, &self.listed);
        self.listed = Arc::clone(&self.draft);
        self.recent.push_back((self.revision, changed));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        self.compare();
        self.checker.changed(&self.draft);
        self.rate();
    }

    /// Updates the lists of unsaved files and changed records.
    fn compare(&mut self) {
        let paths = self.unwritten().map(|file| self.draft.path(file)).chain(self.leftover());
        self.unsaved = paths.map(str::to_owned).collect();
        self.changed = unsaved::records(&self.draft, &self.on_disk, &self.unsaved);
    }

    /// Returns the records changed since a revision and those that extend them; `None` if any record may have changed.
    pub fn changed_since(&self, revision: u64) -> Option<BTreeSet<&RecordKey>> {
        let since = self.recent.iter().filter(|(at, _)| *at > revision);
        if self.revision - revision.min(self.revision) > since.clone().count() as u64 {
            return None;
        }
        let sets: Option<Vec<_>> = since.map(|(_, changed)| changed.as_ref()).collect();
        Some(sets?.into_iter().flatten().collect())
    }

    fn rate(&mut self) {
        self.worst.clear();
        let findings = self.checker.analysis().map_or(&[][..], Analysis::findings);
        for finding in digest(findings).single.into_iter().map(|at| &findings[at]) {
            if let Some((key, _)) = finding.pointer.record() {
                let worst = self.worst.entry(key).or_insert(finding.severity);
                *worst = (*worst).max(finding.severity);
            }
        }
    }
}

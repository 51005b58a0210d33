//! The open pack: its draft, its history, what is on disk, and what is derived from it.

mod outside;
mod records;
mod unsaved;

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

use super::checker::Checker;
use super::disk;
use super::elsewhere::{self, Elsewhere};
use super::history::History;
use super::index::Index;
use crate::across::{self, Follower, NotSaved};
use crate::save::together::{Before, Fate, Part, SaveFailure, Writer, unfinished};
use crate::save::{Home, Reading, folder_of};
use crate::template;
use crate::template::{NewError, write_new};

/// Packs made by this process so far.
static MADE: AtomicU64 = AtomicU64::new(0);

/// Changes of which it is remembered what they concerned.
const RECENT: usize = 64;

/// As long as the window waits for another process that writes to the pack: it does not draw meanwhile.
const PATIENCE: Duration = Duration::from_secs(1);

/// A pack that is open in the window.
#[derive(Debug)]
pub struct Pack {
    generation: u64,
    draft: Arc<Draft>,
    history: History,
    /// The folder that file names are relative to; told when it was read, since it may vanish later.
    folder: Option<PathBuf>,
    /// What each file on disk held when it was read or written last, by its path in the pack.
    known: BTreeMap<String, String>,
    /// The pack as it is on disk, as far as known.
    on_disk: Arc<Draft>,
    /// The draft as it was listed last.
    listed: Arc<Draft>,
    /// The records that the last changes concerned, by the revision they led to; nothing for all.
    recent: VecDeque<(u64, Option<BTreeSet<RecordKey>>)>,
    /// The paths of the files that are not on disk as they are here, and of those that are here no more.
    unsaved: Vec<String>,
    index: Index,
    checker: Checker,
    worst: BTreeMap<RecordKey, Severity>,
    changed: BTreeSet<RecordKey>,
    revision: u64,
    records: Records,
    elsewhere: Elsewhere,
}

/// What kept a file from being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveError {
    /// Files that somebody else has changed or removed since they were read, by their paths in the pack.
    ChangedOnDisk(Vec<String>),
    /// The pack was never on disk.
    NoFolder,
    /// Writing failed; no file was changed.
    Failed(SaveFailure),
    /// Another pack could not be changed with this one: which, and why. No file was changed.
    Follower(String),
}

/// Whether saving may replace what somebody else wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overwrite {
    /// Only files that are as they were read.
    Never,
    /// Whatever is there: the user has been asked.
    Agreed,
}

impl Pack {
    /// Reads a pack from disk; packs that it requires are looked for beside it.
    pub fn open(path: &Path, dialects: &[&'static Dialect]) -> Result<Self, LoadError> {
        Self::open_with(path, dialects, &[])
    }

    /// The same; packs that it requires are looked for beside it, then in these folders.
    pub fn open_with(path: &Path, dialects: &[&'static Dialect], folders: &[PathBuf]) -> Result<Self, LoadError> {
        let _steady = Home::of(path).ok().map(|home| Reading::of(home.folder()));
        let mut draft = Draft::open_with(path, dialects, template::shelf(folders))?;
        let saves = UnfinishedSaves { own: unfinished(path), ..draft.find_unfinished_saves(unfinished) };
        draft.set_unfinished_saves(saves);
        Ok(Self::of(draft))
    }

    /// A pack whose files are as the draft has them.
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

    /// The pack as it is written, unsaved edits included.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The same, to be handed to another thread.
    pub fn shared_draft(&self) -> &Arc<Draft> {
        &self.draft
    }

    /// What a file on disk held when it was read or written last.
    pub fn saved_text(&self, path: &str) -> Option<&str> {
        self.known.get(path).map(String::as_str)
    }

    /// What has been done and taken back.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Its catalogs and records, ready to be listed.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What the checks say about it.
    pub fn findings(&self) -> &[Finding] {
        self.checker.analysis().map_or(&[], Analysis::findings)
    }

    /// Every value that names a record.
    pub fn usages(&self, key: &RecordKey) -> Vec<Usage> {
        self.checker.analysis().map(|analysis| analysis.usages(&key.pointer())).unwrap_or_default()
    }

    /// Where packs use a record that require this one.
    pub fn usages_elsewhere(&self, key: &RecordKey) -> Arc<[elsewhere::Usage]> {
        self.elsewhere.usages(&self.draft, &key.pointer())
    }

    /// The packs that require this one.
    pub fn elsewhere(&self) -> &Elsewhere {
        &self.elsewhere
    }

    /// Reads the packs again that require this one.
    pub fn read_elsewhere(&mut self) {
        if self.draft.root().is_some() {
            self.elsewhere.read(&self.draft);
        }
    }

    /// Everything derived from it as it now stands, unless it is still being made.
    pub fn current(&self) -> Option<&Analysis> {
        self.checker.analysis().filter(|analysis| Arc::ptr_eq(analysis.draft(), &self.draft))
    }

    /// Everything derived from it as it now stands; waited for if it is still being made.
    pub fn analysis(&self) -> Analysis {
        Analysis::of(Arc::clone(&self.draft), self.checker.analysis())
    }

    /// Whether the checks are still running.
    pub fn checking(&self) -> bool {
        self.checker.busy()
    }

    /// Whether the checks have come to an end at least once.
    pub fn checked(&self) -> bool {
        self.checker.analysis().is_some()
    }

    /// A number that no other pack of this process has, not even the same files opened again.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Grows with every change: what is derived from the draft can be kept until then. Other packs count from 0 too.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The worst finding in a record; notes that many records have do not mark any of them.
    pub fn worst(&self, key: &RecordKey) -> Option<Severity> {
        self.worst.get(key).copied()
    }

    /// Whether a record has unsaved changes.
    pub fn is_changed(&self, key: &RecordKey) -> bool {
        self.changed.contains(key)
    }

    /// The paths of the files with unsaved changes: written, not yet made, or not yet taken away.
    pub fn unsaved(&self) -> impl Iterator<Item = &str> + '_ {
        self.unsaved.iter().map(String::as_str)
    }

    /// Whether a file has unsaved changes.
    pub fn is_unsaved(&self, path: &str) -> bool {
        self.unsaved.iter().any(|unsaved| unsaved == path)
    }

    /// Whether every file is as it was read or written last.
    pub fn is_saved(&self) -> bool {
        self.unsaved.is_empty()
    }

    /// Makes changes and records them under a name, as a step about the value at `pointer`; changes that change nothing
    /// are not recorded.
    ///
    /// Changes of the same sorts and values join into one step until [`settle`](Self::settle).
    pub fn change(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> Result<(), ChangeError> {
        self.change_as(name, pointer, changes, changes)
    }

    /// The same for changes that join the growing step when `like` are alike, whatever else belongs to them.
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

    /// Makes changes that are planned already.
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

    /// Like [`change`](Self::change), but takes back what the growing step has done so far: the new value replaces it.
    pub fn set(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> Result<(), ChangeError> {
        self.set_with(name, pointer, changes, |_| changes.to_vec())
    }

    /// Whether such changes would join the growing step.
    pub fn grows(&self, like: &[Change]) -> bool {
        self.history.would_grow(like)
    }

    /// The same for changes that depend on what was there before the growing step, which it joins when `like` are alike.
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

    /// Takes the growing step back for good if it is about this value.
    pub fn retract(&mut self, typed: &Pointer) {
        self.history.retract_about(typed, Arc::make_mut(&mut self.draft));
        self.derive();
    }

    /// Like [`change`](Self::change), in the place of what was typed about the value at `typed`, which is one of those.
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

    /// Makes an edit of text that was typed about a value; whether it changed anything.
    pub fn retype(&mut self, name: String, pointer: Pointer, edit: &Edit) -> bool {
        let back = Arc::make_mut(&mut self.draft).apply(edit);
        let changed = !back.is_empty();
        if changed {
            self.history.push_typed(name, pointer, back);
            self.derive();
        }
        changed
    }

    /// Ends the step that typing or a stroke is part of.
    pub fn settle(&mut self) {
        self.history.settle();
    }

    /// Takes the last step back; returns the value it was about.
    pub fn undo(&mut self) -> Option<Pointer> {
        let pointer = self.history.undo(Arc::make_mut(&mut self.draft))?;
        self.derive();
        Some(pointer)
    }

    /// Does again what was taken back last; returns the value it is about.
    pub fn redo(&mut self) -> Option<Pointer> {
        let pointer = self.history.redo(Arc::make_mut(&mut self.draft))?;
        self.derive();
        Some(pointer)
    }

    /// Writes the files that have changed and those that are new, and removes those that are gone; returns how many.
    ///
    /// Finishes a save that was cut short first. Nothing is written if another program has changed or made a file, unless
    /// that was agreed to. All files are written or, if one cannot be, none is; their old texts stay in
    /// `.foeman/backup`.
    pub fn save(&mut self, overwrite: Overwrite) -> Result<usize, SaveError> {
        self.save_with(overwrite, &[])
    }

    /// The same, together with what other packs change that require this one.
    pub(crate) fn save_with(&mut self, overwrite: Overwrite, followers: &[Follower]) -> Result<usize, SaveError> {
        let folder = self.folder.clone().ok_or(SaveError::NoFolder)?;
        // A single file may be gone; its folder is still where it is written.
        let root = self.draft.root().filter(|root| root.exists()).unwrap_or(&folder);
        let files: Vec<FileId> = self.unwritten().collect();
        let leftover: Vec<String> = self.leftover().map(str::to_owned).collect();
        let first = || files.first().map(|&file| self.draft.path(file)).or(leftover.first().map(String::as_str));
        if overwrite == Overwrite::Never && !folder.exists() && first().is_some() {
            // Whoever removed the folder may have had a reason.
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

    /// Writes everything to another place, a folder that is new or empty, and goes on there.
    ///
    /// What else stands in the old folder goes along, but for what is hidden.
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

    /// Goes on in another folder, which holds everything as it is here.
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

    /// Fetches what the checks found meanwhile; whether there was anything new.
    pub fn poll(&mut self) -> bool {
        self.elsewhere.poll();
        let news = self.checker.poll();
        if news {
            self.rate();
        }
        news
    }

    /// The folder or file it was read from.
    pub fn root(&self) -> Option<PathBuf> {
        self.draft.root().map(Path::to_owned)
    }

    /// The files that are not on disk as they are here.
    fn unwritten(&self) -> impl Iterator<Item = FileId> + '_ {
        let known = |file: FileId| self.known.get(self.draft.path(file)).map(String::as_str);
        self.draft.files().filter(move |file| known(*file) != Some(self.draft.text(*file)))
    }

    /// The files on disk that are here no more.
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

    /// Finds the files and records that are not on disk as they are here.
    fn compare(&mut self) {
        let paths = self.unwritten().map(|file| self.draft.path(file)).chain(self.leftover());
        self.unsaved = paths.map(str::to_owned).collect();
        self.changed = unsaved::records(&self.draft, &self.on_disk, &self.unsaved);
    }

    /// The records that have changed since a revision, with those that extend them; nothing where it may be all.
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

//! Transactional saves: all files of a pack are written or none, even if the program or the machine crashes.
//!
//! A [`Writer`] locks the pack and completes the interrupted save of a killed process. A save has four steps:
//! 1. Check that the files still have the text that the caller has read.
//! 2. Back up their old texts in the pack's `.foeman/backup`, one version per file.
//! 3. Write the journal of new texts to the user's own folder, which commits the save.
//! 4. Replace the files one by one, and remove the journal.
//!
//! [`save_several`] saves files of several packs as one. A decision file, written after all of their journals, commits
//! them together.
//!
//! Readers change nothing: [`unfinished`] reports an interrupted save.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foeman_schema::draft::Unfinished;

use super::decision::Decision;
use super::list::{self, LIST, Progress};
use super::lock::{self, Lock, Reading, Unlocked};
use super::place::{self, Home};
use super::{OWN_FOLDER, remove_with_folders, replace, state, sweep, sync_folder};

/// The folder of the texts before the last save.
pub const BACKUP: &str = "backup";

/// The change of a file.
#[derive(Clone, Copy, Debug)]
pub struct Fate<'a> {
    /// Its path in the pack, with `/`.
    pub path: &'a str,
    /// Its expected current content.
    pub before: Before<'a>,
    /// Its new text; `None` to remove it.
    pub after: Option<&'a [u8]>,
}

/// The content that a file must have before it is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before<'a> {
    /// This text, which the caller has read.
    Text(&'a [u8]),
    /// The file must not exist.
    Missing,
    /// Any content: the user has agreed to lose it.
    Any,
}

/// Why a save failed: the file's path in the pack, and the reason with a remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveFailure {
    /// The file, or the folder of the pack if all files are concerned.
    pub path: String,
    /// The error message.
    pub message: String,
    /// Files that another program has changed since they were read.
    pub stale: Vec<String>,
    /// Files whose old text could not be restored.
    pub left: Vec<String>,
}

impl SaveFailure {
    fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), stale: Vec::new(), left: Vec::new() }
    }
}

impl fmt::Display for SaveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)?;
        if self.left.is_empty() {
            return f.write_str("; no file was changed");
        }
        write!(f, "; these files have the new text, and their old text is in `{OWN_FOLDER}/{BACKUP}`: ")?;
        f.write_str(&self.left.join(", "))
    }
}

impl std::error::Error for SaveFailure {}

/// The result of completing an interrupted save.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Finished {
    /// The files that got their new text.
    pub files: Vec<String>,
    /// The files that another program has changed since; they are left unchanged.
    pub left: Vec<String>,
}

/// The exclusive writer of a pack; other processes wait or are refused until it is dropped.
#[derive(Debug)]
pub struct Writer {
    home: Home,
    lock: Lock,
    patience: Duration,
    finished: Finished,
}

impl Writer {
    /// Locks a pack, given its folder or its single file, and completes an interrupted save.
    ///
    /// Read the pack only after this call, because it may change the pack's files.
    ///
    /// # Errors
    /// If another process holds the lock for longer than `patience`, if the save cannot be completed, or if there is no
    /// folder for the journal.
    pub fn begin(root: &Path, patience: Duration) -> Result<Self, SaveFailure> {
        Self::begin_in(&state::roots(), root, patience)
    }

    fn begin_in(roots: &[PathBuf], root: &Path, patience: Duration) -> Result<Self, SaveFailure> {
        let name = root.display().to_string();
        let home = Home::of(root).map_err(|error| SaveFailure::new(&name, told(root, &error)))?;
        let mut failure = None;
        for state in roots {
            match Lock::take(&state::of_pack(state, home.folder()), patience) {
                Ok(lock) => {
                    let mut writer = Self { home, lock, patience, finished: Finished::default() };
                    if let Err(message) = writer.finish() {
                        let left = writer.finished.files;
                        return Err(SaveFailure { left, ..SaveFailure::new(name, message) });
                    }
                    return Ok(writer);
                }
                Err(Unlocked::Held(holder)) => {
                    let who = holder.map_or_else(|| "another process".to_owned(), |id| format!("process {id}"));
                    let message = format!("{who} is writing to this pack; try again when it is done");
                    return Err(SaveFailure::new(name, message));
                }
                Err(Unlocked::Failed(error)) => failure = Some((state, error)),
            }
        }
        let why = failure.map_or_else(String::new, |(state, error)| format!(" (`{}`: {error})", state.display()));
        let message = format!("there is no folder for the list of files to save{why}; set HOME to a writable folder");
        Err(SaveFailure::new(name, message))
    }

    /// Returns the result of completing an interrupted save.
    pub fn finished(&self) -> &Finished {
        &self.finished
    }

    /// Writes and removes files of the pack in one transaction.
    ///
    /// # Errors
    /// If a file does not have the expected content, or cannot be written. All files then have their old text, except
    /// those in [`left`](SaveFailure::left).
    pub fn save(&self, fates: &[Fate<'_>]) -> Result<(), SaveFailure> {
        save_several(&[Part { writer: self, fates }]).map_err(|(_, failure)| failure)
    }

    /// The same; `fault` is asked before each step, by its name, whether the disk fails there.
    #[cfg(test)]
    fn save_with(&self, fates: &[Fate<'_>], fault: &mut Fault<'_>) -> Result<(), SaveFailure> {
        save_several_with(&[Part { writer: self, fates }], fault).map_err(|(_, failure)| failure)
    }

    /// Compares the files with their expected content. Readers and other writers wait until the plan is dropped.
    fn plan<'a>(&'a self, fates: &[Fate<'a>]) -> Result<Planned<'a>, SaveFailure> {
        let folder = self.home.folder();
        let alone = self.alone().map_err(|message| SaveFailure::new(folder.display().to_string(), message))?;
        let mut changes = Vec::new();
        let mut stale = Vec::new();
        for fate in fates {
            let path = self.home.path(fate.path);
            let old = old_text(folder, &path).map_err(|error| fail(folder, fate.path, &error))?;
            let expected = match fate.before {
                Before::Text(text) => old.as_deref() == Some(text) || old.is_none() && fate.after.is_none(),
                Before::Missing => old.is_none(),
                Before::Any => true,
            };
            if !expected {
                stale.push(fate.path.to_owned());
            }
            if old.as_deref() != fate.after {
                changes.push(Change { path, old, new: fate.after });
            }
        }
        if let Some(first) = stale.first() {
            let message = "another program has changed the file since it was read; try again";
            return Err(SaveFailure { stale: stale.clone(), ..SaveFailure::new(first, message) });
        }
        Ok(Planned { writer: self, changes, _alone: alone })
    }

    /// Backs up the old texts, then writes the journal.
    fn prepare(
        &self,
        changes: &[Change<'_>],
        decision: Option<&str>,
        fault: &mut Fault<'_>,
    ) -> Result<(), (String, io::Error)> {
        let folder = self.home.folder();
        let at = |path: &str| {
            let path = path.to_owned();
            move |error: io::Error| (path, error)
        };
        keep_out_of_git(folder).map_err(at(OWN_FOLDER))?;
        for Change { path, old, .. } in changes {
            if let Some(old) = old {
                fault(&format!("back up {path}")).and_then(|()| back_up(folder, path, old)).map_err(at(path))?;
            }
        }
        let files = changes.iter().map(|change| (change.path.as_str(), change.old.as_deref(), change.new));
        fault("list").and_then(|()| list::write(self.lock.folder(), files, decision)).map_err(|error| {
            let place = self.lock.folder().join(LIST);
            (place.display().to_string(), error)
        })
    }

    /// Completes an interrupted save, and removes temporary files of killed processes.
    fn finish(&mut self) -> Result<(), String> {
        let folder = self.home.folder().to_owned();
        sweep::sweep(self.lock.folder());
        let list = list::read(self.lock.folder()).map_err(|error| error.to_string())?;
        if list.as_ref().is_some_and(|list| !Decision::lets(list, self.lock.folder())) {
            // The process died before the decision.
            list::clear(self.lock.folder()).map_err(|error| told(&folder, &error))?;
        } else if let Some(list) = list {
            let _alone = self.alone()?;
            for (entry, text) in list.each() {
                match entry.progress(&folder) {
                    Progress::Done => {}
                    Progress::Foreign => self.finished.left.push(entry.path.clone()),
                    Progress::Pending => {
                        put(&folder, &entry.path, text).map_err(|error| {
                            let message = told(&folder, &error);
                            format!("an interrupted save cannot be completed: `{}`: {message}", entry.path)
                        })?;
                        self.finished.files.push(entry.path.clone());
                    }
                }
            }
            sync_folders(&folder, self.finished.files.iter().map(String::as_str));
            list::clear(self.lock.folder()).map_err(|error| told(&folder, &error))?;
            if let Some(name) = &list.decision {
                Decision::end_if_done(self.lock.folder(), name);
            }
        }
        sweep::sweep(&folder);
        Ok(())
    }

    /// Keeps readers out while files are replaced.
    fn alone(&self) -> Result<Option<fs::File>, String> {
        lock::exclusively(self.home.folder(), self.patience)
            .map_err(|()| "another process has locked the folder of this pack; try again when it is done".to_owned())
    }
}

/// Returns the interrupted save of a pack, if there is one, without changing anything. A save that another process is
/// making does not count.
///
/// Only journals from the user's own folder count: the pack itself is untrusted.
pub fn unfinished(root: &Path) -> Option<Unfinished> {
    unfinished_in(&state::existing_roots(), root)
}

fn unfinished_in(roots: &[PathBuf], root: &Path) -> Option<Unfinished> {
    let home = Home::of(root).ok()?;
    let states = roots.iter().map(|state| state::of_pack(state, home.folder()));
    let state = states.into_iter().find(|state| state.join(LIST).exists())?;
    // While a process applies its journal it locks the folder, if the system can lock folders. That takes little time
    // unless the process hangs.
    let steady = Reading::of(home.folder());
    if steady.is_in_doubt() && !lock::is_free(&state) {
        return None;
    }
    let list = list::read(&state).ok()?.filter(|list| Decision::lets(list, &state))?;
    let pending = list.entries.iter().filter(|entry| entry.progress(home.folder()) == Progress::Pending);
    let pending: Vec<String> = pending.map(|entry| entry.path.clone()).collect();
    (!pending.is_empty()).then_some(Unfinished { files: list.entries.len(), pending })
}

/// Called with the name of each step of a save; tests let it fail.
type Fault<'f> = dyn FnMut(&str) -> io::Result<()> + 'f;

/// The files of one pack in a save of several.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The writer that has locked the pack.
    pub writer: &'a Writer,
    /// The changes of its files.
    pub fates: &'a [Fate<'a>],
}

/// Writes and removes files of several packs together: all of them or, if one cannot be written, none.
///
/// If the process dies, the next writer of each pack completes its part, or discards it if there is no decision yet.
///
/// # Errors
/// As [`Writer::save`], with the position of the pack. [`left`](SaveFailure::left) may name files of other packs, by
/// absolute path.
pub fn save_several(parts: &[Part<'_>]) -> Result<(), (usize, SaveFailure)> {
    save_several_with(parts, &mut |_| Ok(()))
}

fn save_several_with(parts: &[Part<'_>], fault: &mut Fault<'_>) -> Result<(), (usize, SaveFailure)> {
    let mut planned = Vec::new();
    for (nth, part) in parts.iter().enumerate() {
        let plan = part.writer.plan(part.fates).map_err(|failure| (nth, failure))?;
        planned.extend(Some((nth, plan)).filter(|(_, plan)| !plan.changes.is_empty()));
    }
    let Some(&(first, _)) = planned.first() else { return Ok(()) };
    let decision = match planned.len() {
        1 => None,
        _ => {
            let decision = Decision::about(planned.iter().map(|(_, plan)| plan.writer.lock.folder()));
            let message = "the lists of files to save of these packs are in different folders; save them one by one";
            Some(
                decision
                    .ok_or_else(|| (first, SaveFailure::new(planned[0].1.folder().display().to_string(), message)))?,
            )
        }
    };
    let name = decision.as_ref().map(|decision| decision.name.as_str());
    let mut prepared = Ok(());
    for (nth, plan) in &planned {
        let done = plan.writer.prepare(&plan.changes, name, fault);
        prepared = done.map_err(|(path, error)| (*nth, fail(plan.folder(), &path, &error)));
        if prepared.is_err() {
            break;
        }
    }
    if let (Ok(()), Some(decision)) = (&prepared, &decision) {
        let made = fault("decide").and_then(|()| decision.make());
        prepared = made.map_err(|error| (first, fail(planned[0].1.folder(), &decision.name, &error)));
    }
    let done = prepared.and_then(|()| carry_out(&planned, fault));
    // All files now have their old or all their new text. If a journal remains, the next writer finds nothing to do.
    if let Some(decision) = &decision {
        let _ = decision.end();
    }
    for (_, plan) in &planned {
        let _ = list::clear(plan.writer.lock.folder());
    }
    done
}

/// Replaces the files of several packs; if one cannot be replaced, restores all of them.
fn carry_out(planned: &[(usize, Planned<'_>)], fault: &mut Fault<'_>) -> Result<(), (usize, SaveFailure)> {
    for (at, (nth, plan)) in planned.iter().enumerate() {
        for (count, change) in plan.changes.iter().enumerate() {
            let put =
                fault(&format!("put {}", change.path)).and_then(|()| put(plan.folder(), &change.path, change.new));
            let Err(error) = put else { continue };
            let mut failure = fail(plan.folder(), &change.path, &error);
            failure.left = roll_back(plan.folder(), &plan.changes[..=count]);
            for (_, other) in &planned[..at] {
                let whole = |path: String| other.folder().join(path).display().to_string();
                failure.left.extend(roll_back(other.folder(), &other.changes).into_iter().map(whole));
            }
            return Err((*nth, failure));
        }
    }
    for (_, plan) in planned {
        sync_folders(plan.folder(), plan.changes.iter().map(|change| change.path.as_str()));
    }
    Ok(())
}

/// The changes of one pack in a save.
struct Planned<'a> {
    writer: &'a Writer,
    changes: Vec<Change<'a>>,
    /// Keeps readers out while files are replaced.
    _alone: Option<fs::File>,
}

impl Planned<'_> {
    fn folder(&self) -> &Path {
        self.writer.home.folder()
    }
}

fn fail(folder: &Path, path: &str, error: &io::Error) -> SaveFailure {
    SaveFailure::new(path, told(folder, error))
}

/// A file with its old and its new text.
struct Change<'a> {
    /// Its path in the home folder.
    path: String,
    old: Option<Vec<u8>>,
    new: Option<&'a [u8]>,
}

/// Keeps backups out of the pack's version control; they are useful only on this machine.
fn keep_out_of_git(folder: &Path) -> io::Result<()> {
    let path = place::make_folders_of(folder, &format!("{OWN_FOLDER}/.gitignore"))?;
    if path.exists() { Ok(()) } else { replace(&path, format!(".gitignore\n{BACKUP}/\n").as_bytes(), None) }
}

/// Writes the text of a file, or removes the file.
fn put(folder: &Path, path: &str, text: Option<&[u8]>) -> io::Result<()> {
    let Some(text) = text else { return remove_with_folders(folder, path) };
    let place = place::make_folders_of(folder, path)?;
    replace(&place, text, fs::metadata(&place).ok().as_ref())
}

/// Waits until the names of files are on disk. Errors are ignored: only a power failure could undo the renames.
fn sync_folders<'a>(folder: &Path, paths: impl Iterator<Item = &'a str>) {
    let mut folders: Vec<&str> = paths.map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder)).collect();
    folders.sort_unstable();
    folders.dedup();
    for below in folders {
        let _ = sync_folder(&folder.join(below));
    }
}

/// Restores the old texts of files, and returns the paths for which that failed.
fn roll_back(folder: &Path, changes: &[Change<'_>]) -> Vec<String> {
    let mut left = Vec::new();
    for Change { path, old, .. } in changes {
        let is_old = old_text(folder, path).is_ok_and(|now| now == *old);
        if !is_old && put(folder, path, old.as_deref()).is_err() {
            left.push(path.clone());
        }
    }
    left
}

/// Returns the text of a file, `None` if it does not exist, or an error if it is read-only.
fn old_text(folder: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    let place = place::file_in(folder, path)?;
    match fs::metadata(&place) {
        Ok(data) if data.permissions().readonly() => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
        Ok(_) => fs::read(place).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn back_up(folder: &Path, path: &str, old: &[u8]) -> io::Result<()> {
    let place = place::make_folders_of(folder, &format!("{OWN_FOLDER}/{BACKUP}/{path}"))?;
    // The backup has the permissions of the file.
    replace(&place, old, fs::metadata(folder.join(path)).ok().as_ref())
}

/// Describes an error and its remedy.
fn told(root: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ReadOnlyFilesystem => {
            "the file is read-only; allow writing to it, or use Save as to save elsewhere".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "writing is not allowed; change the permissions of the folder, or use Save as to save elsewhere".to_owned()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the disk is full; free some space and save again, or use Save as to save elsewhere".to_owned()
        }
        io::ErrorKind::NotFound if !root.exists() => {
            "the folder of the pack no longer exists; restore it and save again, or use Save as to save elsewhere"
                .to_owned()
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;

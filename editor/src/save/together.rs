//! Writing several files as one: all of them are written or none is, also when the program or the machine dies.
//!
//! The new texts are first laid in `.foeman/saving` and brought to the disk; then a list of what is to be done is written
//! there, and only then is anything touched. Whoever opens the pack next finds the list and finishes, or finds none and
//! clears up. The versions before are kept in `.foeman/backup`, one of each file.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{atomically, make_folder_of, remove_with_folders, sync_folder};
use crate::template::OWN_FOLDER;

/// Where new texts lie until all of them are there.
const SAVING: &str = "saving";
/// The list of what is to be done with them.
const LIST: &str = "list.json";
/// Where the versions before are kept.
pub const BACKUP: &str = "backup";

/// What becomes of a file: its path in the pack, with `/`, and its new text, or nothing when it goes.
pub type Fate<'a> = (&'a str, Option<&'a [u8]>);

/// Why nothing was written: the file's path in the pack and the reason with a remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveFailure {
    /// The file, or nothing when it is about all of them.
    pub path: String,
    /// What was expected and found, and what to do.
    pub message: String,
    /// Files that could not be brought back to what they were, if the worst came to the worst.
    pub left: Vec<String>,
}

impl fmt::Display for SaveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)?;
        if self.left.is_empty() {
            return f.write_str("; no file was changed");
        }
        write!(f, "; these could not be brought back, but their old texts are in `{OWN_FOLDER}/{BACKUP}`: ")?;
        f.write_str(&self.left.join(", "))
    }
}

impl std::error::Error for SaveFailure {}

/// The list of what is to be done, as it lies on the disk.
#[derive(Serialize, Deserialize)]
struct List {
    writes: Vec<Entry>,
    removals: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    /// The name its new text lies under.
    number: usize,
    path: String,
    /// What the file held before, by its digest; nothing when it was not there.
    before: Option<String>,
}

/// Writes and removes files of a pack together.
pub fn together(root: &Path, fates: &[Fate<'_>]) -> Result<(), SaveFailure> {
    together_with(root, fates, &mut |_| Ok(()))
}

/// The same; `fault` is asked before each step, by its name, whether the disk fails there.
fn together_with(
    root: &Path,
    fates: &[Fate<'_>],
    fault: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), SaveFailure> {
    if fates.is_empty() {
        return Ok(());
    }
    let fail = |path: &str, error: &io::Error| SaveFailure {
        path: path.to_owned(),
        message: told(root, error),
        left: Vec::new(),
    };
    let saving = root.join(OWN_FOLDER).join(SAVING);
    let mut old = Vec::new();
    for (path, _) in fates {
        old.push(old_text(&root.join(path)).map_err(|error| fail(path, &error))?);
    }
    let prepared = prepare(root, &saving, fates, &old, fault);
    if let Err((path, error)) = prepared {
        let _ = fs::remove_dir_all(&saving);
        return Err(fail(&path, &error));
    }
    for (at, (path, text)) in fates.iter().enumerate() {
        let done = fault(&format!("put {path}")).and_then(|()| put(root, &saving, at, path, text.is_some()));
        if let Err(error) = done {
            let mut failure = fail(path, &error);
            failure.left = roll_back(root, &fates[..=at], &old);
            let _ = fs::remove_dir_all(&saving);
            return Err(failure);
        }
    }
    // All is in place; whatever is left of the preparations is cleared away by the next save too.
    let _ = fs::remove_dir_all(&saving);
    Ok(())
}

/// Finishes or clears away a save that was cut short; the paths that were brought to their new text.
///
/// A file that somebody else has changed since is left as it is.
pub fn finish(root: &Path) -> io::Result<Vec<String>> {
    let saving = root.join(OWN_FOLDER).join(SAVING);
    if !saving.is_dir() {
        return Ok(Vec::new());
    }
    let list: Option<List> = fs::read(saving.join(LIST)).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let mut done = Vec::new();
    if let Some(list) = list {
        let writes = list.writes.iter().map(|entry| (entry, true));
        for (entry, writes) in writes.chain(list.removals.iter().map(|entry| (entry, false))) {
            let ours = digest_of(&root.join(&entry.path)) == entry.before;
            if ours && (!writes || saving.join(entry.number.to_string()).is_file()) {
                put(root, &saving, entry.number, &entry.path, writes)?;
                done.push(entry.path.clone());
            }
        }
    }
    fs::remove_dir_all(&saving)?;
    Ok(done)
}

/// Lays everything ready, and the list last: from then on the save counts as made.
fn prepare(
    root: &Path,
    saving: &Path,
    fates: &[Fate<'_>],
    old: &[Option<Vec<u8>>],
    fault: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), (String, io::Error)> {
    let at = |path: &str| {
        let path = path.to_owned();
        move |error: io::Error| (path, error)
    };
    let own = format!("{OWN_FOLDER}/{SAVING}/{LIST}");
    if !root.is_dir() {
        let gone = io::Error::new(io::ErrorKind::NotFound, "gone");
        return Err((fates[0].0.to_owned(), gone));
    }
    let _ = fs::remove_dir_all(saving);
    fs::create_dir_all(saving).map_err(at(&own))?;
    keep_out_of_git(root).map_err(at(&own))?;
    for (number, ((path, text), old)) in fates.iter().zip(old).enumerate() {
        if let Some(old) = old {
            fault(&format!("back up {path}")).and_then(|()| back_up(root, path, old)).map_err(at(path))?;
        }
        let Some(text) = text else { continue };
        fault(&format!("write {path}")).map_err(at(path))?;
        make_folder_of(root, path).map_err(at(path))?;
        let write = || {
            let mut file = File::create(saving.join(number.to_string()))?;
            file.write_all(text)?;
            if let Ok(data) = fs::metadata(root.join(path)) {
                file.set_permissions(data.permissions())?;
            }
            file.sync_all()
        };
        write().map_err(at(path))?;
    }
    let entries = |wanted: bool| -> Vec<Entry> {
        let all = fates.iter().zip(old).enumerate().filter(|(_, ((_, text), _))| text.is_some() == wanted);
        all.map(|(number, ((path, _), old))| Entry {
            number,
            path: (*path).to_owned(),
            before: old.as_deref().map(digest),
        })
        .collect()
    };
    let (writes, removals) = (entries(true), entries(false));
    let list = serde_json::to_vec(&List { writes, removals }).map_err(|error| (own.clone(), error.into()))?;
    fault("list").and_then(|()| atomically(&saving.join(LIST), &list)).map_err(at(&own))?;
    sync_folder(saving).map_err(at(&own))
}

/// Keeps what is only of use on this disk out of the pack's version control.
fn keep_out_of_git(root: &Path) -> io::Result<()> {
    let path = root.join(OWN_FOLDER).join(".gitignore");
    if path.exists() { Ok(()) } else { atomically(&path, format!(".gitignore\n{BACKUP}/\n{SAVING}/\n").as_bytes()) }
}

/// Puts one text in its place, or takes the file away.
fn put(root: &Path, saving: &Path, at: usize, path: &str, writes: bool) -> io::Result<()> {
    if !writes {
        return remove_with_folders(root, path);
    }
    let (from, to) = (saving.join(at.to_string()), root.join(path));
    let to = fs::canonicalize(&to).unwrap_or(to);
    if fs::rename(&from, &to).is_err() {
        // A link may lead to another disk.
        atomically(&to, &fs::read(&from)?)?;
    }
    to.parent().map_or(Ok(()), sync_folder)
}

/// Brings files back to their old texts; the paths of those where that did not work.
fn roll_back(root: &Path, fates: &[Fate<'_>], old: &[Option<Vec<u8>>]) -> Vec<String> {
    let mut left = Vec::new();
    for ((path, _), old) in fates.iter().zip(old) {
        let at = root.join(path);
        let is_old = fs::read(&at).ok() == *old;
        let back = match old {
            _ if is_old => Ok(()),
            Some(text) => make_folder_of(root, path).and_then(|()| atomically(&at, text)),
            None => remove_with_folders(root, path),
        };
        if back.is_err() {
            left.push((*path).to_owned());
        }
    }
    left
}

/// The text a file has, nothing when there is none; an error when it may not be written.
fn old_text(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::metadata(path) {
        Ok(data) if data.permissions().readonly() => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
        Ok(_) => fs::read(path).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn back_up(root: &Path, path: &str, old: &[u8]) -> io::Result<()> {
    let backup = root.join(OWN_FOLDER).join(BACKUP);
    fs::create_dir_all(&backup)?;
    make_folder_of(&backup, path)?;
    atomically(&backup.join(path), old)
}

fn digest_of(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| digest(&bytes))
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What went wrong and what to do about it.
fn told(root: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ReadOnlyFilesystem => {
            "the file is read-only; allow writing to it, or use Save as to write elsewhere".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "writing there is not allowed; change the rights of the folder, or use Save as to write elsewhere"
                .to_owned()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the disk is full; make room and save again, or use Save as to write elsewhere".to_owned()
        }
        io::ErrorKind::NotFound if !root.is_dir() => {
            "the folder of the pack is gone; put it back and save again, or use Save as to write elsewhere".to_owned()
        }
        _ => error.to_string(),
    }
}

/// The folder in which the versions before the last save are kept.
pub fn backups(root: &Path) -> PathBuf {
    root.join(OWN_FOLDER).join(BACKUP)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const OLD: [(&str, &str); 3] = [("a.yaml", "old a"), ("b/b.yaml", "old b"), ("c.yaml", "old c")];
    const NEW: [(&str, Option<&[u8]>); 4] =
        [("a.yaml", Some(b"new a")), ("b/b.yaml", None), ("c.yaml", Some(b"new c")), ("d/d.yaml", Some(b"new d"))];

    fn pack() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        OLD.iter().for_each(|(path, text)| fs::write(folder.path().join(path), text).unwrap());
        folder
    }

    fn files(root: &Path) -> BTreeMap<String, String> {
        let paths = ["a.yaml", "b/b.yaml", "c.yaml", "d/d.yaml"];
        paths.iter().filter_map(|path| Some(((*path).to_owned(), fs::read_to_string(root.join(path)).ok()?))).collect()
    }

    fn old() -> BTreeMap<String, String> {
        OLD.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    fn new() -> BTreeMap<String, String> {
        let text = |(path, text): &(&str, Option<&[u8]>)| {
            Some(((*path).to_owned(), String::from_utf8(text.as_ref()?.to_vec()).ok()?))
        };
        NEW.iter().filter_map(text).collect()
    }

    /// All steps of a save, by name.
    fn steps() -> Vec<String> {
        let (folder, mut steps) = (pack(), Vec::new());
        together_with(folder.path(), &NEW, &mut |step| {
            steps.push(step.to_owned());
            Ok(())
        })
        .unwrap();
        assert_eq!(files(folder.path()), new());
        assert_eq!(fs::read_to_string(backups(folder.path()).join("b/b.yaml")).unwrap(), "old b");
        assert!(!folder.path().join("b").exists(), "a folder that is empty goes along");
        steps
    }

    #[test]
    fn wherever_the_disk_fails_all_files_are_as_before() {
        let steps = steps();
        assert!(steps.len() >= 11, "{steps:?}");
        for failing in &steps {
            let folder = pack();
            let full = || io::Error::from(io::ErrorKind::StorageFull);
            let failure = together_with(folder.path(), &NEW, &mut |step| {
                if step == failing { Err(full()) } else { Ok(()) }
            });
            let told = failure.unwrap_err().to_string();
            assert!(told.contains("the disk is full; make room") && told.contains("no file was changed"), "{told}");
            assert_eq!(files(folder.path()), old(), "{failing}");
            together(folder.path(), &NEW).unwrap();
            assert_eq!(files(folder.path()), new(), "and it can be saved again after {failing}");
        }
    }

    #[test]
    fn wherever_the_program_dies_the_next_opening_finds_all_old_or_all_new() {
        for dying in steps() {
            let folder = pack();
            let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                together_with(folder.path(), &NEW, &mut |step| {
                    if step == dying { std::panic::resume_unwind(Box::new(())) } else { Ok(()) }
                })
            }));
            assert!(died.is_err());
            finish(folder.path()).unwrap();
            let expected = if dying.starts_with("put") { new() } else { old() };
            assert_eq!(files(folder.path()), expected, "{dying}");
            assert!(!folder.path().join(OWN_FOLDER).join(SAVING).exists());
        }
    }

    #[test]
    fn what_somebody_else_wrote_since_is_not_written_over_when_a_save_is_finished() {
        let folder = pack();
        let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            together_with(folder.path(), &NEW, &mut |step| {
                if step == "put a.yaml" { std::panic::resume_unwind(Box::new(())) } else { Ok(()) }
            })
        }));
        assert!(died.is_err());
        fs::write(folder.path().join("c.yaml"), "theirs").unwrap();
        finish(folder.path()).unwrap();
        assert_eq!(files(folder.path())["c.yaml"], "theirs");
        assert_eq!(files(folder.path())["a.yaml"], "new a");
    }

    #[test]
    fn a_read_only_file_is_refused_with_the_remedy_and_nothing_is_written() {
        let folder = pack();
        let path = folder.path().join("c.yaml");
        let mut rights = fs::metadata(&path).unwrap().permissions();
        rights.set_readonly(true);
        fs::set_permissions(&path, rights).unwrap();
        let failure = together(folder.path(), &NEW).unwrap_err();
        assert!(failure.to_string().starts_with("c.yaml: the file is read-only; allow writing"), "{failure}");
        assert_eq!(files(folder.path()), old());
    }

    #[test]
    fn a_folder_that_is_gone_is_told_and_not_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("pack");
        let failure = together(&root, &NEW).unwrap_err();
        assert!(failure.to_string().starts_with("a.yaml: the folder of the pack is gone"), "{failure}");
        assert!(!root.exists());
    }
}

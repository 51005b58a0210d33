//! Creating, deleting and renaming files of a pack.

use super::ChangeError;
use crate::draft::{Draft, PACK_FILE};
use crate::edit::{Edit, FileChange};
use crate::file_name::{Fault, fault_of_path, folded};
use crate::source::limits;

/// Checks that a file of a pack can have this path: relative, inside the pack, and read when the pack is reopened.
pub(super) fn check_path(path: &str) -> Result<(), ChangeError> {
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.trim() == part
            && !part.chars().any(|c| c.is_control() || "\\:*?\"<>|".contains(c))
    };
    let ending = [".yaml", ".yml"].iter().any(|ending| path.len() > ending.len() && path.ends_with(ending));
    let named = path.rsplit('/').next().is_some_and(|name| name != ".yaml" && name != ".yml");
    if !ending || !named || !path.split('/').all(part) {
        return Err(ChangeError::Path(path.to_owned()));
    }
    match fault_of_path(path) {
        Some(Fault { why, instead }) => {
            Err(ChangeError::FileName(format!("`{path}` {why}; choose another name, for example `{instead}`")))
        }
        None => Ok(()),
    }
}

pub(super) fn create(draft: &Draft, path: &str, text: &str) -> Result<Edit, ChangeError> {
    in_folder(draft)?;
    check_path(path)?;
    is_read(draft, path)?;
    is_new(draft, path)?;
    if draft.files().count() >= limits::FILES {
        return Err(ChangeError::Path(path.to_owned()));
    }
    Ok(only(FileChange::Create { path: path.to_owned(), text: text.to_owned() }))
}

/// Deletes a file with everything in it.
pub(super) fn delete(draft: &Draft, path: &str) -> Result<Edit, ChangeError> {
    in_folder(draft)?;
    can_go(draft, path)?;
    Ok(only(FileChange::Delete { path: path.to_owned() }))
}

pub(super) fn rename(draft: &Draft, from: &str, to: &str) -> Result<Edit, ChangeError> {
    in_folder(draft)?;
    can_go(draft, from)?;
    check_path(to)?;
    is_read(draft, to)?;
    is_new(draft, to)?;
    Ok(only(FileChange::Rename { from: from.to_owned(), to: to.to_owned() }))
}

fn only(change: FileChange) -> Edit {
    Edit { splices: Vec::new(), files: vec![change] }
}

/// Fails for a single-file pack, which has no folder for other files.
fn in_folder(draft: &Draft) -> Result<(), ChangeError> {
    let path = draft.path(draft.header_file());
    let single = path != PACK_FILE && draft.root().is_some_and(|root| root.ends_with(path));
    if single { Err(ChangeError::Needed(path.to_owned())) } else { Ok(()) }
}

fn can_go(draft: &Draft, path: &str) -> Result<(), ChangeError> {
    let file = draft.file_at(path).ok_or_else(|| ChangeError::NoFile(path.to_owned()))?;
    let needed = file == draft.header_file() || draft.file(file).locked;
    if needed { Err(ChangeError::Needed(path.to_owned())) } else { Ok(()) }
}

/// Fails if the header excludes the path.
fn is_read(draft: &Draft, path: &str) -> Result<(), ChangeError> {
    if draft.excludes(path) {
        let message =
            format!("`exclude` in the header matches `{path}`, so the file would not be read; choose another path");
        return Err(ChangeError::FileName(message));
    }
    Ok(())
}

/// Fails if a file or folder has the same path apart from upper and lower case, which some file systems ignore.
fn is_new(draft: &Draft, path: &str) -> Result<(), ChangeError> {
    let paths = || draft.files().map(|file| draft.path(file)).chain(draft.around().others.iter().map(String::as_str));
    if let Some(same) = paths().find(|other| folded(other) == folded(path)) {
        return Err(ChangeError::FileExists(same.to_owned()));
    }
    for (end, _) in path.match_indices('/') {
        let folder = &path[..end];
        let starts = |other: &&str| {
            let front = other.match_indices('/').nth(folder.matches('/').count()).map(|(end, _)| &other[..end]);
            front.unwrap_or(other) != folder && folded(front.unwrap_or(other)) == folded(folder)
        };
        if let Some(other) = paths().find(starts) {
            let there = other.split('/').take(folder.split('/').count()).collect::<Vec<_>>().join("/");
            return Err(ChangeError::FileName(format!(
                "`{folder}` and `{there}` are the same folder on Windows and macOS; write `{there}{}`",
                &path[end..]
            )));
        }
    }
    Ok(())
}

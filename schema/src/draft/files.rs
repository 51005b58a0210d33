//! Adding, removing and renaming files of a draft.

use std::collections::{BTreeMap, BTreeSet};

use super::Draft;
use crate::source::{SourceFile, limits};
use crate::splice::{Edit, FileChange};
use crate::text::FileId;

impl Draft {
    /// Returns the file at a path, if there is one.
    pub fn file_at(&self, path: &str) -> Option<FileId> {
        self.files().find(|file| self.path(*file) == path)
    }

    /// Returns whether the file changes of an edit can be applied together with its splices: each path exists at most
    /// once before and after, and no bytes are lost that undo could not restore.
    pub(super) fn fits_files(&self, edit: &Edit) -> bool {
        let mut paths: BTreeSet<&str> = self.files().map(|file| self.path(file)).collect();
        let mut leave = |path: &str| {
            let file = self.file_at(path).filter(|file| !self.file(*file).locked);
            paths.remove(path).then_some(file).flatten()
        };
        for change in &edit.files {
            let left = match change {
                FileChange::Create { .. } => continue,
                FileChange::Delete { path } => {
                    leave(path).filter(|file| edit.splices.iter().all(|splice| splice.file != *file))
                }
                FileChange::Rename { from, .. } => leave(from),
            };
            if left.is_none() {
                return false;
            }
        }
        let comes = |change: &FileChange| match change {
            FileChange::Create { path, .. } => Some(path.clone()),
            FileChange::Delete { .. } => None,
            FileChange::Rename { to, .. } => Some(to.clone()),
        };
        let mut paths: BTreeSet<String> = paths.into_iter().map(str::to_owned).collect();
        let new = edit.files.iter().filter_map(comes).all(|path| paths.insert(path));
        new && (1..=limits::FILES).contains(&paths.len())
    }

    /// Applies valid file changes. Adds the inverse changes to `back` and updates the file numbers of its splices.
    pub(super) fn change_files(&mut self, changes: &[FileChange], back: &mut Edit) {
        let before: Vec<String> = self.files().map(|file| self.path(file).to_owned()).collect();
        let mut moved: BTreeMap<&str, &str> = BTreeMap::new();
        let mut created = Vec::new();
        for change in changes {
            match change {
                FileChange::Create { path, text } => {
                    created.push(SourceFile::created(path.clone(), text.clone()));
                    back.files.push(FileChange::Delete { path: path.clone() });
                }
                FileChange::Delete { path } => {
                    let Some(at) = self.files.iter().position(|file| file.path == *path) else { continue };
                    let text = self.files.remove(at).text.to_string();
                    back.files.push(FileChange::Create { path: path.clone(), text });
                }
                FileChange::Rename { from, to } => {
                    moved.insert(from, to);
                    back.files.push(FileChange::Rename { from: to.clone(), to: from.clone() });
                }
            }
        }
        for file in &mut self.files {
            if let Some(to) = moved.get(file.path.as_str()) {
                file.move_to(to);
            }
        }
        self.files.extend(created);
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        for splice in &mut back.splices {
            let old = before[splice.file.0 as usize].as_str();
            let path = moved.get(old).copied().unwrap_or(old);
            let at = self.files.iter().position(|file| file.path == path);
            splice.file = FileId(at.expect("a file with splices is not deleted") as u32);
        }
        back.splices.sort_by_key(|splice| (splice.file, splice.span));
    }
}

//! Files that the header excludes, and following a change of `exclude`.

use std::sync::Arc;

use super::{Around, Draft, open};
use crate::exclude::Exclude;

impl Draft {
    /// Returns whether the header excludes a file or folder, by its path relative to the pack's folder, with `/`.
    pub fn excludes(&self, path: &str) -> bool {
        self.exclude().has(path)
    }

    /// Returns whether `exclude` in the header has changed since the files were listed.
    pub fn excludes_others_now(&self) -> bool {
        self.exclude() != self.around.exclude
    }

    /// Brings the files in line with `exclude` in the header as it is now: removes those that it excludes and reads from
    /// disk those that it no longer excludes. Returns whether `exclude` has changed since the files were listed.
    ///
    /// Keeps all files as they are if the folder cannot be read.
    pub fn follow_exclude(&mut self) -> bool {
        if !self.excludes_others_now() {
            return false;
        }
        let exclude = self.exclude();
        let around = match self.root.clone() {
            Some(root) => {
                let Ok((added, around)) = open::read_missing(&root, exclude, &self.files) else { return false };
                self.files.extend(added);
                around
            }
            None => Around { exclude, ..(*self.around).clone() },
        };
        self.files.retain(|file| !around.exclude.has(&file.path));
        self.around = Arc::new(around);
        self.files_changed();
        true
    }

    /// Returns the patterns of `exclude` in the header.
    pub(crate) fn exclude(&self) -> Exclude {
        Exclude::of(self.header_node("exclude"))
    }
}

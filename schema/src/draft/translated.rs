//! Drafts with translated values; `texts` translates them.

use std::sync::Arc;

use super::Draft;
use super::required::RequiredPack;
use crate::source::SourceFile;
use crate::text::FileId;

impl Draft {
    /// Returns the language of the values, if [`in_language`](Self::in_language) has translated them.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }

    /// Returns whether a file contains translations instead of records.
    pub fn is_translation(&self, file: FileId) -> bool {
        self.file(file).po.is_some()
    }

    /// Returns a copy whose values are said to be in a language.
    pub(crate) fn with_language(&self, tag: &str) -> Self {
        Self { language: Some(tag.into()), ..self.clone() }
    }

    /// Returns a file of the pack itself, to replace values. Its text and the names of its records must stay.
    pub(crate) fn file_mut(&mut self, file: FileId) -> &mut SourceFile {
        &mut self.files[file.0 as usize]
    }

    /// Replaces values in the files of the required packs, pack by pack.
    pub(crate) fn change_required(&mut self, change: &dyn Fn(&mut [SourceFile])) {
        if !self.required.packs.is_empty() {
            let required = Arc::make_mut(&mut self.required);
            required.packs.iter_mut().for_each(|pack| change(&mut pack.files));
        }
    }
}

impl RequiredPack {
    /// Returns its files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }
}

//! A pack as it is written: files, records and their span trees. Never typed; never fails.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::dialect::Dialect;
use crate::edit::Edit;
use crate::text::{FileId, Place, Pointer, RecordKey};

/// A pack as it is written, right or wrong.
///
/// Loading gives a draft whatever the files hold; what is wrong with them is said by [`check`](crate::check::check).
#[derive(Clone, Debug)]
pub struct Draft {}

/// Why a pack could not be read at all.
#[derive(Debug)]
pub struct LoadError {
    /// The file or folder concerned.
    pub path: PathBuf,
    /// What was expected and what was found.
    pub message: String,
}

impl Draft {
    /// Reads a pack from a folder with `pack.yaml`, or from a single YAML file.
    pub fn open(path: &Path, dialects: &[&'static Dialect]) -> Result<Self, LoadError> {
        let _ = (path, dialects);
        todo!()
    }

    /// A pack from texts in memory; the names are paths relative to the pack's folder, with `/`.
    pub fn from_texts(files: impl IntoIterator<Item = (String, String)>, dialects: &[&'static Dialect]) -> Self {
        let _ = (files.into_iter().count(), dialects);
        todo!()
    }

    /// The folder (or single file) it was read from, if any.
    pub fn root(&self) -> Option<&Path> {
        todo!()
    }

    /// The dialect named by `ruleset:`, when that is a known one.
    pub fn dialect(&self) -> Option<&'static Dialect> {
        todo!()
    }

    /// The pack's title, or its name, or its folder's name.
    pub fn title(&self) -> &str {
        todo!()
    }

    /// The files in path order.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        [].into_iter()
    }

    /// A file's path relative to the pack's folder, with `/`.
    pub fn path(&self, file: FileId) -> &str {
        let _ = file;
        todo!()
    }

    /// A file's text as it now stands, unsaved edits included.
    pub fn text(&self, file: FileId) -> &str {
        let _ = file;
        todo!()
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    pub fn line_col(&self, file: FileId, offset: usize) -> (u32, u32) {
        let _ = (file, offset);
        todo!()
    }

    /// The ids of a catalog in file order; an id that stands twice is listed once.
    pub fn ids(&self, catalog: &str) -> impl Iterator<Item = &str> + '_ {
        let _ = catalog;
        [].into_iter()
    }

    /// Whether the record exists.
    pub fn contains(&self, key: &RecordKey) -> bool {
        let _ = key;
        todo!()
    }

    /// The record as it is written, read through its catalog's schema (so that text stays text).
    pub fn raw(&self, key: &RecordKey) -> Option<Value> {
        let _ = key;
        todo!()
    }

    /// The record with everything it inherits through `extends`, without the key `extends` itself.
    /// Follows a cycle no further than once round.
    pub fn merged(&self, key: &RecordKey) -> Option<Value> {
        let _ = key;
        todo!()
    }

    /// The place of the value at `pointer` as written; for a key that is not written, the nearest one above it.
    pub fn place(&self, pointer: &Pointer) -> Option<Place> {
        let _ = pointer;
        todo!()
    }

    /// The place of the key (not the value) at `pointer`.
    pub fn key_place(&self, pointer: &Pointer) -> Option<Place> {
        let _ = pointer;
        todo!()
    }

    /// The record and pointer that a byte offset lies in: for jumping from text to form.
    pub fn pointer_at(&self, file: FileId, offset: usize) -> Option<Pointer> {
        let _ = (file, offset);
        todo!()
    }

    /// Every reference to the record, as the pointers of the values that name it.
    pub fn usages(&self, key: &RecordKey) -> Vec<Pointer> {
        let _ = key;
        todo!()
    }

    /// Applies a text edit and returns the edit that takes it back, byte for byte.
    pub fn apply(&mut self, edit: &Edit) -> Edit {
        let _ = edit;
        todo!()
    }
}

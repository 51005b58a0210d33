//! A pack with files open in a client: its draft with unsaved buffers, and its analysis.

use std::collections::BTreeMap;
use std::sync::Arc;

use foeman_engine::game::Registry;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::{Draft, PACK_FILE, UnfinishedSaves, Unsaved};
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::text::FileId;
use lsp_types::{Diagnostic, TextDocumentContentChangeEvent};

use super::home::{Buffer, Home};
use super::position::{Encoding, Lines};
use super::snapshot::Snapshot;
use foeman_base::save::Reading;
use foeman_base::save::together::unfinished;
use foeman_base::template;

/// An open pack.
#[derive(Debug)]
pub struct Pack {
    /// The location of the pack.
    pub home: Home,
    draft: Arc<Draft>,
    /// The last analysis; it may be of an earlier draft.
    pub analysis: Option<Analysis>,
    lines: BTreeMap<String, Arc<Lines>>,
    /// The open buffers by path.
    pub buffers: BTreeMap<String, Buffer>,
    /// The diagnostics per file from the last check.
    pub found: BTreeMap<String, Vec<Diagnostic>>,
    /// For each file, the result id of the last pulled diagnostics and the buffer version.
    pub pulled: BTreeMap<String, (String, Option<i32>)>,
    /// For each file, the last pushed diagnostics and the buffer version.
    pub told: BTreeMap<String, (Vec<Diagnostic>, Option<i32>)>,
    /// The error from reading its folder.
    pub unreadable: Option<String>,
    /// A draft whose analysis panicked.
    pub failed: Option<Arc<Draft>>,
}

impl Pack {
    /// Opens a pack. If it cannot be read, it starts empty, and buffers fill it.
    pub fn open(home: Home, registry: Registry) -> Self {
        let dialects = registry.dialects();
        let path = match &home {
            Home::Folder(path) | Home::File(path) => Some(path.as_path()),
            Home::Buffer(_) => None,
        };
        let _steady =
            path.and_then(|path| foeman_base::save::Home::of(path).ok()).map(|home| Reading::of(home.folder()));
        let (draft, unreadable) = match &home {
            Home::Folder(path) => match Draft::open_with(path, &dialects, template::shelf(&[])) {
                Ok(draft) => (draft, None),
                Err(error) if path.join(PACK_FILE).exists() => {
                    (Draft::from_texts([], &dialects), Some(error.to_string()))
                }
                Err(_) => (Draft::from_texts([], &dialects), None),
            },
            Home::File(path) => match Draft::open_with(path, &dialects, template::shelf(&[])) {
                Ok(draft) => (draft, None),
                Err(_) => (Draft::from_texts([(home.path_of(path), String::new())], &dialects), None),
            },
            Home::Buffer(uri) => (Draft::from_texts([(uri.clone(), String::new())], &dialects), None),
        };
        let draft = Arc::new(draft);
        let mut pack = Self {
            home,
            draft,
            analysis: None,
            lines: BTreeMap::new(),
            buffers: BTreeMap::new(),
            found: BTreeMap::new(),
            pulled: BTreeMap::new(),
            told: BTreeMap::new(),
            unreadable,
            failed: None,
        };
        pack.look_for_unfinished_saves();
        pack
    }

    /// Checks for interrupted saves of the pack and of its required packs, and whether they have been completed.
    pub fn look_for_unfinished_saves(&mut self) {
        if let Home::Folder(path) | Home::File(path) = &self.home {
            let found = UnfinishedSaves { own: unfinished(path), ..self.draft.find_unfinished_saves(unfinished) };
            if found != *self.draft.unfinished_saves() {
                Arc::make_mut(&mut self.draft).set_unfinished_saves(found);
            }
        }
    }

    /// Returns the current draft.
    pub fn draft(&self) -> &Arc<Draft> {
        &self.draft
    }

    /// Whether the analysis is of the current draft.
    pub fn is_current(&self) -> bool {
        self.analysis.as_ref().is_some_and(|analysis| Arc::ptr_eq(analysis.draft(), &self.draft))
    }

    /// Whether the current draft has been checked, or its check has failed.
    pub fn is_checked(&self) -> bool {
        self.is_current() || self.failed.as_ref().is_some_and(|failed| Arc::ptr_eq(failed, &self.draft))
    }

    /// Opens a buffer, which replaces the file on disk.
    pub fn show(&mut self, path: &str, buffer: Buffer, text: &str) {
        self.buffers.insert(path.to_owned(), buffer);
        self.put(path, text);
    }

    /// Replaces the text of a file.
    pub fn put(&mut self, path: &str, text: &str) {
        Arc::make_mut(&mut self.draft).put_text(path, text);
        self.lines.remove(path);
    }

    /// Removes a file.
    pub fn take_out(&mut self, path: &str) {
        Arc::make_mut(&mut self.draft).take_out(path);
        self.lines.remove(path);
    }

    /// Adds and drops files after a change of `exclude` in the header.
    pub fn follow_exclude(&mut self) {
        if self.draft.excludes_others_now() && Arc::make_mut(&mut self.draft).follow_exclude() {
            self.begin_anew();
        }
    }

    /// Reloads bitmaps and required packs, and discards the analysis if any have changed.
    pub fn refresh(&mut self) {
        let draft = Arc::make_mut(&mut self.draft);
        let (bitmaps, packs) = (draft.refresh_bitmaps(), draft.refresh_required());
        if bitmaps || packs {
            self.begin_anew();
        }
    }

    /// Applies unsaved texts of required packs, by absolute path.
    pub fn lay_over(&mut self, unsaved: Unsaved) {
        if Arc::make_mut(&mut self.draft).lay_over(unsaved) {
            self.begin_anew();
        }
    }

    /// Discards everything derived from files outside the pack.
    fn begin_anew(&mut self) {
        self.analysis = None;
        let draft = &self.draft;
        self.lines.retain(|path, _| draft.file_at(path).is_some());
    }

    /// Applies a client's changes of a buffer, in order.
    pub fn change(
        &mut self,
        path: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        let Some(buffer) = self.buffers.get_mut(path) else { return };
        buffer.version = version;
        for change in changes {
            let Some((range, file)) = change.range.zip(self.draft.file_at(path)) else {
                self.put(path, &change.text);
                continue;
            };
            let mut lines = self.lines_of(path, file);
            let span = lines.span(self.draft.text(file), range, encoding);
            let splice = Splice { file, span, text: change.text };
            let length = splice.text.len();
            let draft = Arc::make_mut(&mut self.draft);
            draft.apply(&Edit::from(vec![splice]));
            self.lines.remove(path);
            Arc::make_mut(&mut lines).splice(draft.text(file), span, length);
            self.lines.insert(path.to_owned(), lines);
        }
    }

    /// Returns the line index of a file; it is cached until the file changes.
    pub fn lines_of(&mut self, path: &str, file: FileId) -> Arc<Lines> {
        let open = self.buffers.contains_key(path);
        let (draft, of) = (&self.draft, if open { Lines::of } else { Lines::of_file });
        Arc::clone(self.lines.entry(path.to_owned()).or_insert_with(|| Arc::new(of(draft.text(file)))))
    }

    /// Returns the URI of a file, as spelled by the client if the file is open.
    pub fn uri_of(&self, path: &str) -> String {
        self.buffers.get(path).map_or_else(|| self.home.uri_of(path), |buffer| buffer.uri.clone())
    }

    /// Returns the state that requests read.
    pub fn snapshot(&self, encoding: Encoding) -> Snapshot {
        Snapshot {
            home: self.home.clone(),
            draft: Arc::clone(&self.draft),
            analysis: self.analysis.clone(),
            lines: self.lines.clone(),
            buffers: self.buffers.clone(),
            encoding,
            others: Vec::new(),
        }
    }

    /// Whether this is a pack. A single file is one only if it has a `pack` or `ruleset` key.
    pub fn is_pack(&self) -> bool {
        let says = |key: &str| matches!(key, "pack" | "ruleset");
        match self.home {
            Home::Folder(_) => true,
            _ => self.draft.files().any(|file| self.draft.sections(file).any(says)),
        }
    }
}

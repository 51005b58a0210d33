//! A pack whose files are open in a client: its draft with unsaved buffers, and what is derived from it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foeman_rules::game::Registry;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::{Draft, PACK_FILE};
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::text::FileId;
use lsp_types::{Diagnostic, TextDocumentContentChangeEvent};

use super::position::{Encoding, Lines};
use super::snapshot::Snapshot;
use super::uri;

/// Where a pack stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Home {
    /// A folder with `pack.yaml`.
    Folder(PathBuf),
    /// A file on its own.
    File(PathBuf),
    /// A buffer that is no file, by its URI.
    Buffer(String),
}

/// A buffer of the client.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its URI as the client writes it.
    pub uri: String,
    /// The number of the client's last change.
    pub version: i32,
}

/// A pack that is open.
#[derive(Debug)]
pub struct Pack {
    /// Where it stands.
    pub home: Home,
    draft: Arc<Draft>,
    /// What was derived last; perhaps of an earlier state.
    pub analysis: Option<Analysis>,
    lines: BTreeMap<String, Arc<Lines>>,
    /// The buffers by path.
    pub buffers: BTreeMap<String, Buffer>,
    /// What was told of each file last, with the version of its buffer.
    pub told: BTreeMap<String, (Vec<Diagnostic>, Option<i32>)>,
    /// Why its folder could not be read.
    pub unreadable: Option<String>,
}

impl Pack {
    /// Reads a pack; one that cannot be read is empty, and filled by buffers.
    pub fn open(home: Home, registry: Registry) -> Self {
        let dialects = registry.dialects();
        let (draft, unreadable) = match &home {
            Home::Folder(path) => match Draft::open(path, &dialects) {
                Ok(draft) => (draft, None),
                Err(error) if path.join(PACK_FILE).exists() => {
                    (Draft::from_texts([], &dialects), Some(error.to_string()))
                }
                Err(_) => (Draft::from_texts([], &dialects), None),
            },
            Home::File(path) => match Draft::open(path, &dialects) {
                Ok(draft) => (draft, None),
                Err(_) => (Draft::from_texts([(home.path_of(path), String::new())], &dialects), None),
            },
            Home::Buffer(uri) => (Draft::from_texts([(uri.clone(), String::new())], &dialects), None),
        };
        let draft = Arc::new(draft);
        let (lines, buffers, told) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { home, draft, analysis: None, lines, buffers, told, unreadable }
    }

    /// The draft as it now stands.
    pub fn draft(&self) -> &Arc<Draft> {
        &self.draft
    }

    /// Whether what was derived is of the draft as it now stands.
    pub fn is_current(&self) -> bool {
        self.analysis.as_ref().is_some_and(|analysis| Arc::ptr_eq(analysis.draft(), &self.draft))
    }

    /// Shows a buffer in the place of a file.
    pub fn show(&mut self, path: &str, buffer: Buffer, text: &str) {
        self.buffers.insert(path.to_owned(), buffer);
        self.put(path, text);
    }

    /// Puts a text in the place of a file's.
    pub fn put(&mut self, path: &str, text: &str) {
        Arc::make_mut(&mut self.draft).put_text(path, text);
        self.lines.remove(path);
    }

    /// Takes a file out.
    pub fn take_out(&mut self, path: &str) {
        Arc::make_mut(&mut self.draft).take_out(path);
        self.lines.remove(path);
    }

    /// Looks at bitmaps again, and at everything that follows from them.
    pub fn refresh_bitmaps(&mut self) {
        if Arc::make_mut(&mut self.draft).refresh_bitmaps() {
            self.analysis = None;
        }
    }

    /// Makes a client's changes of a buffer, one after the other.
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

    /// The lines of a file, which are kept until it changes.
    pub fn lines_of(&mut self, path: &str, file: FileId) -> Arc<Lines> {
        let open = self.buffers.contains_key(path);
        let (draft, of) = (&self.draft, if open { Lines::of } else { Lines::of_file });
        Arc::clone(self.lines.entry(path.to_owned()).or_insert_with(|| Arc::new(of(draft.text(file)))))
    }

    /// The URI of a file: as the client writes it, where it is open.
    pub fn uri_of(&self, path: &str) -> String {
        self.buffers.get(path).map_or_else(|| self.home.uri_of(path), |buffer| buffer.uri.clone())
    }

    /// What requests look at.
    pub fn snapshot(&self, encoding: Encoding) -> Snapshot {
        Snapshot {
            home: self.home.clone(),
            draft: Arc::clone(&self.draft),
            analysis: self.analysis.clone(),
            lines: self.lines.clone(),
            buffers: self.buffers.clone(),
            encoding,
        }
    }

    /// Whether it is a pack: a file that says nothing of itself is none.
    pub fn is_pack(&self) -> bool {
        let says = |key: &str| matches!(key, "pack" | "ruleset");
        match self.home {
            Home::Folder(_) => true,
            _ => self.draft.files().any(|file| self.draft.sections(file).any(says)),
        }
    }
}

impl Home {
    /// The URI of a file of the pack.
    pub fn uri_of(&self, path: &str) -> String {
        match self {
            Self::Folder(folder) => uri::of(&folder.join(path)),
            Self::File(file) => uri::of(file),
            Self::Buffer(uri) => uri.clone(),
        }
    }

    /// The path of a file in the pack, with `/`.
    pub fn path_of(&self, file: &Path) -> String {
        match self {
            Self::Folder(folder) => {
                let parts = file.strip_prefix(folder).unwrap_or(file).iter();
                parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
            }
            _ => file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        }
    }

    /// The pack of a file: the nearest folder above with `pack.yaml`, else the file itself. Files that packs do not
    /// read, by their names or as they lie in a folder that begins with a dot, stand alone. `is_pack` says which folders
    /// are packs.
    pub fn of(file: &Path, is_pack: impl Fn(&Path) -> bool) -> Self {
        let readable = file.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
        let mut folder = file.parent();
        while let Some(path) = folder.filter(|_| readable) {
            if is_pack(path) {
                return Self::Folder(path.to_owned());
            }
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                break;
            }
            folder = path.parent();
        }
        Self::File(file.to_owned())
    }
}

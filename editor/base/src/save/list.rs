//! The journal of a save: the new text of each file, written before any file is changed.
//!
//! It is one file with a line of JSON followed by the texts. It appears atomically, by a rename. From then on the save
//! is committed: if this process dies, the next writer completes it.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{place, replace, sync_folder};

/// The name of the journal in the folder of a pack's state.
pub(super) const LIST: &str = "list";
/// The format version.
const FORMAT: u32 = 1;
/// The format of a journal that needs a decision file; older programs refuse it.
const FORMAT_WITH_DECISION: u32 = 2;

/// The planned change of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ListedFile {
    /// Its path in the pack's folder, with `/`.
    pub(super) path: String,
    /// The digest of its old text; `None` if it did not exist.
    pub(super) before: Option<String>,
    /// The length and digest of its new text; `None` if it is removed.
    pub(super) after: Option<(usize, String)>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    foeman_save: u32,
    files: Vec<ListedFile>,
    /// The name of the decision file that commits a save of several packs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decision: Option<String>,
}

/// A journal read from disk, with the new texts in the order of the entries.
#[derive(Debug)]
pub(super) struct List {
    pub(super) entries: Vec<ListedFile>,
    /// The name of the decision file that commits it.
    pub(super) decision: Option<String>,
    texts: Vec<u8>,
}

/// The progress of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// The file has its old text.
    Pending,
    /// The file has its new text.
    Done,
    /// Another program has changed the file since, or the path is not a file.
    Foreign,
}

/// Writes the journal of a save to the folder of a pack's state.
pub(super) fn write<'a>(
    folder: &Path,
    files: impl Iterator<Item = (&'a str, Option<&'a [u8]>, Option<&'a [u8]>)>,
    decision: Option<&str>,
) -> io::Result<()> {
    let mut texts = Vec::new();
    let mut entries = Vec::new();
    for (path, before, after) in files {
        texts.extend_from_slice(after.unwrap_or_default());
        let after = after.map(|text| (text.len(), digest(text)));
        entries.push(ListedFile { path: path.to_owned(), before: before.map(digest), after });
    }
    let mut bytes = serde_json::to_vec(&Head {
        foeman_save: if decision.is_some() { FORMAT_WITH_DECISION } else { FORMAT },
        files: entries,
        decision: decision.map(str::to_owned),
    })?;
    bytes.push(b'\n');
    bytes.append(&mut texts);
    replace(&folder.join(LIST), &bytes, None)?;
    sync_folder(folder)
}

/// Reads the journal of an unfinished save; `None` if there is none.
///
/// # Errors
/// If this program did not write it.
pub(super) fn read(folder: &Path) -> io::Result<Option<List>> {
    let bytes = match fs::read(folder.join(LIST)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let head: Option<Head> = serde_json::from_slice(&bytes[..end]).ok();
    let texts = bytes.get(end + 1..).unwrap_or_default().to_vec();
    let whole = |head: &Head| {
        let length =
            head.files.iter().filter_map(|entry| Some(entry.after.as_ref()?.0)).try_fold(0, usize::checked_add);
        let format = if head.decision.is_some() { FORMAT_WITH_DECISION } else { FORMAT };
        head.foeman_save == format && length == Some(texts.len())
    };
    match head.filter(whole) {
        Some(head) => Ok(Some(List { entries: head.files, decision: head.decision, texts })),
        None => {
            let list = folder.join(LIST);
            Err(place::refused(format!(
                "the list of an interrupted save, `{}`, cannot be read; use the program that began the save, or remove \
                 the list",
                list.display()
            )))
        }
    }
}

/// Removes the journal after a completed save.
pub(super) fn clear(folder: &Path) -> io::Result<()> {
    super::remove(&folder.join(LIST))
}

impl List {
    /// Iterates over the entries with their new text; `None` if the file is removed.
    pub(super) fn each(&self) -> impl Iterator<Item = (&ListedFile, Option<&[u8]>)> {
        let mut at = 0;
        self.entries.iter().map(move |entry| {
            let text = entry.after.as_ref().map(|(length, _)| {
                let from = at;
                at += length;
                &self.texts[from..at]
            });
            (entry, text)
        })
    }
}

impl ListedFile {
    /// Returns the progress of the entry in a pack's folder.
    pub(super) fn progress(&self, folder: &Path) -> Progress {
        let now = match place::file_in(folder, &self.path).and_then(fs::read) {
            Ok(bytes) => Some(digest(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(_) => return Progress::Foreign,
        };
        if now == self.after.as_ref().map(|(_, digest)| digest.clone()) {
            Progress::Done
        } else if now == self.before {
            Progress::Pending
        } else {
            Progress::Foreign
        }
    }
}

pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

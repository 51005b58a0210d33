//! The packs that require a pack: found in the folder it lies in and on its shelf of packs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::required::{Unsaved, beside, wished};
use super::{Draft, PACK_FILE};
use crate::source::{SourceFile, limits};

/// The packs that require another one, directly or by way of others.
#[derive(Clone, Debug, Default)]
pub struct Dependents {
    /// Those that can be read, in the order of their folders.
    pub packs: Vec<Draft>,
    /// Those that cannot be read, and why.
    pub unreadable: Vec<Unreadable>,
}

/// A pack that requires another one, as far as its text can be made out, and that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Its folder or file.
    pub path: PathBuf,
    /// Why not: lower case, no final stop.
    pub why: String,
}

/// A pack that may require another one.
struct Candidate {
    path: PathBuf,
    id: String,
    requires: Vec<String>,
}

impl Draft {
    /// The packs that require this one, directly or not, of those that lie in the same folder or on the shelf; they show
    /// this pack as it is on the disk.
    ///
    /// A pack that requires another pack of the same name, because that one is nearer, is not among them.
    pub fn dependents(&self) -> Dependents {
        let mut found = Dependents::default();
        let id = self.header_node("pack").and_then(|node| node.text()).filter(|id| !id.is_empty());
        let Some((id, root)) = id.zip(self.root().and_then(|root| root.canonicalize().ok())) else { return found };
        let folders = self.shelf.folders().iter().filter_map(|folder| folder.canonicalize().ok());
        let mut seen = BTreeSet::from([root.clone()]);
        let mut candidates = Vec::new();
        for folder in beside(&root).into_iter().chain(folders) {
            for path in entries(&folder).into_iter().filter(|path| seen.insert(path.clone())) {
                match candidate(&path, id) {
                    Ok(candidate) => candidates.extend(candidate),
                    Err(why) => found.unreadable.push(Unreadable { path, why }),
                }
            }
        }
        let mut reached = BTreeSet::from([id.to_owned()]);
        loop {
            let before = reached.len();
            for candidate in &candidates {
                if candidate.requires.iter().any(|required| reached.contains(required)) {
                    reached.insert(candidate.id.clone());
                }
            }
            if reached.len() == before {
                break;
            }
        }
        for candidate in candidates.iter().filter(|it| it.requires.iter().any(|required| reached.contains(required))) {
            if candidate.path.is_symlink() {
                // A link may lead anywhere; nothing is written there.
                let why = "it is a link; make the change where the link leads".to_owned();
                found.unreadable.push(Unreadable { path: candidate.path.clone(), why });
                continue;
            }
            match Self::open_with(&candidate.path, &self.dialects, self.shelf.clone()) {
                Ok(draft) if draft.requires_root(&root) => found.packs.push(draft),
                Ok(_) => {}
                Err(error) => {
                    found.unreadable.push(Unreadable { path: candidate.path.clone(), why: error.message });
                }
            }
        }
        found
    }

    /// Whether one of the packs that it requires, directly or not, was read from there.
    pub fn requires_root(&self, root: &Path) -> bool {
        let same = |other: &Path| other == root || other.canonicalize().is_ok_and(|other| other == root);
        self.required.packs.iter().any(|pack| pack.root.as_deref().is_some_and(same))
    }

    /// The pack as it would be if packs that it requires were as these drafts are.
    #[must_use]
    pub fn built_on(&self, packs: &[&Draft]) -> Self {
        let mut unsaved: Unsaved = (*self.shelf.unsaved).clone();
        for pack in packs {
            let Some(root) = pack.root().and_then(|root| root.canonicalize().ok()) else { continue };
            let is_it = |other: &&PathBuf| other.canonicalize().is_ok_and(|other| other == root);
            let Some(known) = self.required.packs.iter().filter_map(|pack| pack.root.as_ref()).find(is_it) else {
                continue;
            };
            // What was shown of the pack before does not count any more.
            unsaved.retain(|path, _| !path.starts_with(known));
            let is_file = known.is_file();
            let place = |path: &str| if is_file { known.clone() } else { known.join(path) };
            for file in pack.files() {
                unsaved.insert(place(pack.path(file)), pack.text(file).to_owned());
            }
            // What is on the disk and not in the draft is gone.
            for path in if is_file { Vec::new() } else { super::open::names(known) } {
                unsaved.entry(place(&path)).or_default();
            }
        }
        let mut built = self.clone();
        built.lay_over(unsaved);
        built
    }
}

/// The entries of a folder in the order of their names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.take(limits::SHELF).map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// What requires something at a path; the error says why it cannot be known whether it requires the pack `id`.
fn candidate(path: &Path, id: &str) -> Result<Option<Candidate>, String> {
    let file = if path.is_dir() { path.join(PACK_FILE) } else { path.to_owned() };
    let is_yaml = file.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    let small = |data: &fs::Metadata| data.is_file() && data.len() <= limits::FILE_BYTES as u64;
    if !is_yaml || !file.metadata().is_ok_and(|data| small(&data)) {
        return Ok(None);
    }
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        // Of a pack in a folder of its own the name says that it is one.
        Err(error) if path.is_dir() => return Err(format!("`{PACK_FILE}` cannot be read: {error}")),
        Err(_) => return Ok(None),
    };
    let text = String::from_utf8_lossy(&bytes);
    let begins = |key: &str| text.lines().any(|line| line.starts_with(key));
    if !begins("pack:") || !begins("requires:") {
        return Ok(None);
    }
    let read = [SourceFile::new(PACK_FILE.to_owned(), text.clone().into_owned())];
    match wished(&read) {
        Some((own, requires)) => Ok(Some(Candidate { path: path.to_owned(), id: own, requires })),
        None if text.contains(id) => Err(format!("the header of `{PACK_FILE}` cannot be read; mend it first")),
        None => Ok(None),
    }
}

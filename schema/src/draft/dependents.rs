//! Dependents: the packs that require a pack, found in the same folder and on its shelf.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::required::{Unsaved, beside, wished};
use super::{Draft, PACK_FILE};
use crate::source::{SourceFile, limits};

/// The packs that require another one, directly or transitively.
#[derive(Clone, Debug, Default)]
pub struct Dependents {
    /// Readable packs, ordered by folder.
    pub packs: Vec<Draft>,
    /// Unreadable packs, with the reasons.
    pub unreadable: Vec<Unreadable>,
}

/// A pack that cannot be read but, as far as its text shows, requires another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Its folder or file.
    pub path: PathBuf,
    /// The reason: lower case, no final stop.
    pub why: String,
}

/// A pack that may require another one.
struct Candidate {
    path: PathBuf,
    id: String,
    requires: Vec<String>,
}

impl Draft {
    /// Returns the packs in the same folder or on the shelf that require this one, directly or transitively. They see
    /// this pack as it is on disk.
    ///
    /// Excludes packs for which a nearer pack of the same name satisfies the requirement.
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
                // Files behind a symbolic link may be anywhere and are never written.
                let why = "it is a link; make the change in its target".to_owned();
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

    /// Returns whether one of the packs required, directly or transitively, was read from `root`.
    pub fn requires_root(&self, root: &Path) -> bool {
        let same = |other: &Path| other == root || other.canonicalize().is_ok_and(|other| other == root);
        self.required.packs.iter().any(|pack| pack.root.as_deref().is_some_and(same))
    }

    /// Returns the pack as it would be with these drafts in place of the packs that it requires.
    #[must_use]
    pub fn built_on(&self, packs: &[&Draft]) -> Self {
        let mut unsaved: Unsaved = (*self.shelf.unsaved).clone();
        for pack in packs {
            let Some(root) = pack.root().and_then(|root| root.canonicalize().ok()) else { continue };
            let is_it = |other: &&PathBuf| other.canonicalize().is_ok_and(|other| other == root);
            let Some(known) = self.required.packs.iter().filter_map(|pack| pack.root.as_ref()).find(is_it) else {
                continue;
            };
            // Earlier overlays of the pack are obsolete.
            unsaved.retain(|path, _| !path.starts_with(known));
            let is_file = known.is_file();
            let place = |path: &str| if is_file { known.clone() } else { known.join(path) };
            for file in pack.files() {
                unsaved.insert(place(pack.path(file)), pack.text(file).to_owned());
            }
            // Files on disk that are missing from the draft have been deleted.
            for path in if is_file { Vec::new() } else { super::open::names(known) } {
                unsaved.entry(place(&path)).or_default();
            }
        }
        let mut built = self.clone();
        built.lay_over(unsaved);
        built
    }
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.take(limits::SHELF).map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Reads which packs the pack at a path requires. The error says why it is unknown whether the pack requires `id`.
fn candidate(path: &Path, id: &str) -> Result<Option<Candidate>, String> {
    let file = if path.is_dir() { path.join(PACK_FILE) } else { path.to_owned() };
    let is_yaml = file.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    let small = |data: &fs::Metadata| data.is_file() && data.len() <= limits::FILE_BYTES as u64;
    if !is_yaml || !file.metadata().is_ok_and(|data| small(&data)) {
        return Ok(None);
    }
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        // The file name shows that a folder contains a pack; any other YAML file may be something else.
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
        None if text.contains(id) => Err(format!("the header of `{PACK_FILE}` cannot be read; fix it first")),
        None => Ok(None),
    }
}

//! What tells that the files of a pack have been written by another program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The endings of files that a pack is made of.
const WATCHED: [&str; 9] = [".yaml", ".yml", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff"];

/// Of each file of a pack, when it was last written and how long it is: another look differs once something has changed.
pub type Look = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Looks at folders and single files; what is not there may come.
pub fn look(roots: &[PathBuf]) -> Look {
    let mut seen = Look::new();
    let mut folders = roots.to_vec();
    while let Some(folder) = folders.pop() {
        if folder.is_file() {
            note(&mut seen, &folder);
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if name.starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                folders.push(entry.path());
            } else if WATCHED.iter().any(|ending| name.ends_with(ending)) {
                note(&mut seen, &entry.path());
            }
        }
    }
    seen
}

fn note(seen: &mut Look, path: &Path) {
    if let Ok(data) = fs::metadata(path) {
        seen.insert(path.to_owned(), (data.modified().ok(), data.len()));
    }
}

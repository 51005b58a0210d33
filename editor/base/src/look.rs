//! Snapshots of a pack's files, to detect changes by other programs.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The extensions of the files that belong to packs.
const WATCHED: [&str; 9] = [".yaml", ".yml", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff"];
/// Files up to this size are also compared by content.
const SMALL: u64 = 256 << 10;
/// The maximum number of bytes to read per snapshot.
const MOST: u64 = 16 << 20;

/// The state of each file of a pack; it differs from an earlier snapshot if a file has changed.
pub type Look = BTreeMap<PathBuf, State>;

/// The state of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    modified: Option<SystemTime>,
    length: u64,
    /// The inode number and change time, which programs cannot set.
    changed: Option<(u64, i64, i64)>,
    /// A digest of the content of small files: a write may preserve length and modification time.
    contents: Option<u64>,
}

/// Takes a snapshot of folders and single files, which need not exist.
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
    // In path order, so that two snapshots read the same files.
    let mut left = MOST;
    for (path, state) in &mut seen {
        if state.length <= SMALL.min(left) {
            left -= state.length;
            state.contents = fs::read(path).ok().map(|bytes| digest(&bytes));
        }
    }
    seen
}

fn note(seen: &mut Look, path: &Path) {
    // Reading a pipe would block.
    if let Some(data) = fs::metadata(path).ok().filter(Metadata::is_file) {
        let (modified, length, changed) = (data.modified().ok(), data.len(), changed(&data));
        seen.insert(path.to_owned(), State { modified, length, changed, contents: None });
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "returns `None` on other systems")]
fn changed(data: &Metadata) -> Option<(u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((data.ino(), data.ctime(), data.ctime_nsec()))
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> Option<(u64, i64, i64)> {
    None
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn a_change_that_keeps_length_and_time_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pack.yaml");
        fs::write(&file, "pack: duck").unwrap();
        let roots = [folder.path().to_owned()];
        let before = look(&roots);
        assert_eq!(look(&roots), before);
        let modified = fs::metadata(&file).unwrap().modified().unwrap();
        fs::write(&file, "pack: dukc").unwrap();
        File::options().write(true).open(&file).unwrap().set_modified(modified).unwrap();
        let mut after = look(&roots);
        assert_eq!(after[&file].modified, before[&file].modified);
        assert_ne!(after, before);
        // Systems without a change time detect the change by content.
        after.get_mut(&file).unwrap().changed = before[&file].changed;
        assert_ne!(after, before);
    }
}

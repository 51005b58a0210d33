//! Removing temporary files of processes that were killed.

use std::fs::{self, OpenOptions};
use std::path::Path;

use super::{OWN_FOLDER, TEMPORARY};

/// Letters after [`TEMPORARY`] in the names of temporary files.
const LETTERS: usize = 6;

/// Removes temporary files from a folder and the folders below it, but none that a live process is writing.
///
/// Follows no links, and passes over folders with a dot other than the program's own.
pub(super) fn sweep(folder: &Path) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        // What cannot be listed cannot be swept, and keeps nobody from saving.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (name, Ok(kind)) = (entry.file_name(), entry.file_type()) else { continue };
            let Some(name) = name.to_str() else { continue };
            if kind.is_dir() && (!name.starts_with('.') || name == OWN_FOLDER) {
                folders.push(entry.path());
            } else if kind.is_file() && is_temporary(name) {
                remove(&entry.path());
            }
        }
    }
}

fn is_temporary(name: &str) -> bool {
    let letters = name.strip_prefix(TEMPORARY);
    letters.is_some_and(|rest| rest.len() == LETTERS && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes a temporary file unless its process lives: it holds a lock on it.
fn remove(path: &Path) {
    let file = OpenOptions::new().read(true).write(true).open(path);
    if file.is_ok_and(|file| file.try_lock().is_ok()) {
        let _ = fs::remove_file(path);
    }
}

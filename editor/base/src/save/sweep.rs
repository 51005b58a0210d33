//! Removes temporary files of killed processes.

use std::fs::{self, OpenOptions};
use std::path::Path;

use super::{OWN_FOLDER, TEMPORARY};

/// The number of characters after [`TEMPORARY`] in the names of temporary files.
const LETTERS: usize = 6;

/// Removes temporary files from a folder and its subfolders, except those that a running process is writing.
///
/// Follows no links, and skips hidden folders other than the program's own.
pub(super) fn sweep(folder: &Path) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        // A folder that cannot be listed is skipped; that must not prevent a save.
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

/// Removes a temporary file unless a running process holds its lock.
fn remove(path: &Path) {
    let file = OpenOptions::new().read(true).write(true).open(path);
    if file.is_ok_and(|file| file.try_lock().is_ok()) {
        let _ = fs::remove_file(path);
    }
}

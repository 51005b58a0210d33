//! The user's own folder: settings, lists of saves, and keys.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Returns the user's own folder for this program; none for users without a home folder.
pub fn folder() -> Option<PathBuf> {
    let folder = eframe::storage_dir(crate::PROGRAM)?;
    // `HOME=` gives a path relative to the working folder, which may be a pack.
    folder.is_absolute().then_some(folder)
}

/// Reads a file of at most `most` bytes; `None` if it does not exist.
pub fn read(path: &Path, most: u64) -> io::Result<Option<String>> {
    let file = match fs::File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let mut text = String::new();
    file.take(most + 1).read_to_string(&mut text)?;
    match text.len() as u64 > most {
        true => Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("expected at most {most} bytes, found more"))),
        false => Ok(Some(text)),
    }
}

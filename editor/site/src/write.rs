//! Writes a site to a folder.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use foeman_base::save;

use crate::Files;

/// The file that lists all files of a site. A folder that has it was written by this program.
pub const LIST: &str = "foeman-site.txt";
/// The first line of the list.
const HEADING: &str = "Files of a site made by foeman. They are replaced or deleted when it is made again.";

/// Writes the files of a site, each atomically, and deletes those of an earlier one. Returns the number of files that
/// have changed.
///
/// # Errors
/// If the folder is not empty and has no list of files, if a link is in the way or leads out of a pack, or if writing
/// fails.
pub fn write(folder: &Path, files: &Files) -> io::Result<usize> {
    // The folder may be inside a pack of strangers, whose links are not followed.
    save::stays_in_pack(folder)?;
    let old = listed(folder)?;
    fs::create_dir_all(folder)?;
    // With this list, a run that is interrupted can be repeated.
    let all: BTreeSet<&str> = files.keys().map(String::as_str).chain(old.iter().map(String::as_str)).collect();
    list(folder, all)?;
    let mut changed = 0;
    for (path, bytes) in files {
        let place = save::file_in(folder, path)?;
        if fs::read(&place).is_ok_and(|old| old == *bytes) {
            continue;
        }
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        put(&place, bytes)?;
        changed += 1;
    }
    for path in old.iter().filter(|path| !files.contains_key(*path)) {
        // Only plain files inside the folder; anything else was not written by this program.
        if let Ok(place) = save::file_in(folder, path)
            && place.is_file()
        {
            fs::remove_file(place)?;
        }
    }
    list(folder, files.keys().map(String::as_str))?;
    Ok(changed)
}

/// Replaces a file atomically. Unlike a save of a pack, it does not wait for the disk: a site can be made again.
fn put(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = place.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let mut builder = tempfile::Builder::new();
    // Temporary files are private by default; a web server must be able to read these.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".foeman-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(place)?;
    Ok(())
}

fn list<'a>(folder: &Path, paths: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    let lines: Vec<&str> = std::iter::once(HEADING).chain(paths).collect();
    put(&save::file_in(folder, LIST)?, (lines.join("\n") + "\n").as_bytes())
}

/// Returns the files of the site in a folder; none if the folder is empty or does not exist.
fn listed(folder: &Path) -> io::Result<Vec<String>> {
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    if entries.next().is_none() {
        return Ok(Vec::new());
    }
    let text = save::file_in(folder, LIST).and_then(fs::read_to_string).unwrap_or_default();
    let mut lines = text.lines();
    if lines.next() != Some(HEADING) {
        let message = "expected an empty folder or one written by `foeman site`; choose another folder";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    Ok(lines.map(str::to_owned).collect())
}

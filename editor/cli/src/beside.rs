//! Finds the files that an imported file refers to, in the folders where the program that wrote it keeps them.

use std::collections::VecDeque;
use std::fs::{self, DirEntry, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use foeman_engine::exchange::Unopened;

/// The maximum number of files and folders to look at in a search.
const MOST_ENTRIES: usize = 10_000;

/// The folders to search, derived from the location of the imported file.
pub(super) struct Beside {
    roots: Vec<PathBuf>,
}

impl Beside {
    /// Searches `named` if given, then the parent of the nearest folder `Scenario`, then the file's own folder.
    pub(super) fn of(file: &Path, named: Option<&Path>) -> Self {
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let roots = named.into_iter().chain(program_folder(&file)).chain(file.parent()).map(Path::to_owned).collect();
        Self { roots }
    }

    /// Reads a file by its relative path.
    pub(super) fn open(&self, path: &str, most: usize) -> Result<Vec<u8>, Unopened> {
        let mut why = Unopened::Missing;
        for root in &self.roots {
            match open_below(root, path, most) {
                Err(Unopened::Missing) => {}
                Err(other) => why = other,
                Ok(bytes) => return Ok(bytes),
            }
        }
        Err(why)
    }

    /// Returns the path of the first file with a name in a folder or its subfolders.
    pub(super) fn find(&self, folder: &str, name: &str) -> Option<String> {
        self.roots.iter().find_map(|root| find_below(root, folder, name))
    }
}

/// Returns the parent of the nearest folder `Scenario` that contains a file.
pub(super) fn program_folder(file: &Path) -> Option<&Path> {
    let is_scenario = |folder: &&Path| folder.file_name().is_some_and(|name| name.eq_ignore_ascii_case("scenario"));
    file.ancestors().skip(1).find(is_scenario)?.parent()
}

/// Opens a file below a folder, ignoring case, unless a link leads out of the folder.
fn open_below(root: &Path, path: &str, most: usize) -> Result<Vec<u8>, Unopened> {
    let root = fs::canonicalize(root).map_err(|_| Unopened::Missing)?;
    let mut found = root.clone();
    for step in path.split('/').filter(|step| !step.is_empty() && *step != ".") {
        if step == ".." || Path::new(step).is_absolute() || step.contains([':', '\\']) {
            return Err(Unopened::Outside);
        }
        let next = found.join(step);
        found = if next.exists() { next } else { alike(&found, step).ok_or(Unopened::Missing)? };
    }
    let found = fs::canonicalize(found).map_err(|_| Unopened::Missing)?;
    if !found.starts_with(&root) {
        return Err(Unopened::Outside);
    }
    if !found.is_file() {
        return Err(Unopened::Unreadable);
    }
    let mut bytes = Vec::new();
    let read = File::open(&found).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes));
    match read {
        Ok(_) if bytes.len() > most => Err(Unopened::TooLarge),
        Ok(_) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Unopened::Missing),
        Err(_) => Err(Unopened::Unreadable),
    }
}

/// Searches for a file breadth-first, each folder in name order. Does not follow links, and looks at no more than
/// [`MOST_ENTRIES`] entries.
fn find_below(root: &Path, folder: &str, name: &str) -> Option<String> {
    let start = root.join(folder);
    let start = if start.exists() { start } else { alike(root, folder)? };
    let mut folders = VecDeque::from([start]);
    let mut left = MOST_ENTRIES;
    while let Some(folder) = folders.pop_front() {
        let mut entries: Vec<DirEntry> = fs::read_dir(&folder).into_iter().flatten().flatten().take(left).collect();
        left -= entries.len();
        entries.sort_by_key(DirEntry::file_name);
        let kind = |entry: &DirEntry| entry.file_type().ok();
        let is_it = |entry: &&DirEntry| {
            entry.file_name().eq_ignore_ascii_case(name) && kind(entry).is_some_and(|kind| kind.is_file())
        };
        if let Some(found) = entries.iter().find(is_it) {
            let path = found.path();
            let steps = path.strip_prefix(root).ok()?.components();
            let steps: Option<Vec<&str>> = steps.map(|step| step.as_os_str().to_str()).collect();
            return Some(steps?.join("/"));
        }
        let within = entries.iter().filter(|entry| kind(entry).is_some_and(|kind| kind.is_dir()));
        folders.extend(within.map(DirEntry::path));
    }
    None
}

/// Returns the first entry of a folder whose name matches when case is ignored, as on other systems.
fn alike(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut found: Vec<PathBuf> =
        entries.filter(|entry| entry.file_name().eq_ignore_ascii_case(name)).map(|entry| entry.path()).collect();
    found.sort();
    found.into_iter().next()
}

//! Opens the files that a map refers to, inside allowed folders only.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::limits::MOST_BYTES;

/// The folders from which files may be read.
#[derive(Clone, Debug)]
pub struct Folders {
    /// The folder of the map, to which paths are relative.
    own: PathBuf,
    /// A folder that the user allows.
    allowed: Option<PathBuf>,
}

/// Why a file was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    /// The file does not exist.
    Missing,
    /// The path leaves the folders.
    Outside,
    /// The file exceeds the size limit.
    TooLarge,
    /// It is not a file, or cannot be read.
    Unreadable,
}

impl Folders {
    /// Allows the folder of a map, and another folder if the user names one.
    pub fn of(map: &Path, allowed: Option<&Path>) -> Self {
        let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Self { own: whole(folder), allowed: allowed.map(whole) }
    }

    /// Reads a file. A relative path begins at the folder of the map; if it is not there, at the allowed folder.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        if path.is_empty() || path.contains('\0') {
            return Err(Unread::Missing);
        }
        let path = path.replace('\\', "/");
        match self.read_at(&plain(&self.own.join(&path))) {
            Err(first @ (Unread::Missing | Unread::Outside)) => match &self.allowed {
                Some(allowed) => self.read_at(&plain(&allowed.join(&path))).map_err(|_| first),
                None => Err(first),
            },
            other => other,
        }
    }

    fn read_at(&self, path: &Path) -> Result<Vec<u8>, Unread> {
        // Checked before anything outside is touched, and again after links are followed.
        if !self.allows(path) {
            return Err(Unread::Outside);
        }
        let path = fs::canonicalize(path).map_err(|_| Unread::Missing)?;
        if !self.allows(&path) {
            return Err(Unread::Outside);
        }
        if !path.is_file() {
            return Err(Unread::Unreadable);
        }
        let mut bytes = Vec::new();
        let file = File::open(&path).map_err(|_| Unread::Unreadable)?;
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|_| Unread::Unreadable)?;
        if bytes.len() > MOST_BYTES { Err(Unread::TooLarge) } else { Ok(bytes) }
    }

    fn allows(&self, path: &Path) -> bool {
        path.starts_with(&self.own) || self.allowed.as_ref().is_some_and(|folder| path.starts_with(folder))
    }
}

/// Returns the path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut done = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(done.pop()),
            Component::CurDir => {}
            other => done.push(other),
        }
    }
    done
}

//! The location of a pack, and the client's buffers in it.

use std::path::{Path, PathBuf};

use foeman_schema::draft::PACK_FILE;
use foeman_schema::po::is_po;

use super::uri;

/// The location of a pack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Home {
    /// A folder with `pack.yaml`.
    Folder(PathBuf),
    /// A single file.
    File(PathBuf),
    /// A buffer without a file, by its URI.
    Buffer(String),
}

/// An open buffer of the client.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its URI as spelled by the client.
    pub uri: String,
    /// The client's version number of the buffer.
    pub version: i32,
}

impl Home {
    /// Returns the URI of a file of the pack.
    pub fn uri_of(&self, path: &str) -> String {
        match self {
            Self::Folder(folder) => {
                // `..` leads to other packs.
                let mut file = folder.clone();
                for part in path.split('/') {
                    match part {
                        ".." => _ = file.pop(),
                        part => file.push(part),
                    }
                }
                uri::of(&file)
            }
            Self::File(file) => uri::of(file),
            Self::Buffer(uri) => uri.clone(),
        }
    }

    /// Returns the path of a file relative to the pack, with `/` as separator.
    pub fn path_of(&self, file: &Path) -> String {
        match self {
            Self::Folder(folder) => {
                let parts = file.strip_prefix(folder).unwrap_or(file).iter();
                parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
            }
            _ => file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        }
    }

    /// Returns the pack of a file: the nearest parent folder with `pack.yaml`, else the file itself. Files that packs
    /// ignore because of their name, because they are in a hidden folder, or because the pack excludes them, are on
    /// their own. `is_pack` decides which folders are packs, and `leaves_out` whether a pack excludes a path.
    pub fn of(file: &Path, is_pack: impl Fn(&Path) -> bool, leaves_out: impl Fn(&Self, &str) -> bool) -> Self {
        let is_hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let readable = !is_hidden
            && file.extension().is_some_and(|ending| ["yaml", "yml", "po"].iter().any(|known| ending == *known));
        let mut folder = file.parent();
        while let Some(path) = folder.filter(|_| readable) {
            if is_pack(path) {
                let home = Self::Folder(path.to_owned());
                let within = home.path_of(file);
                let is_stray = within.ends_with(".po") && !is_po(&within);
                let left_out = is_stray || leaves_out(&home, &within);
                return if left_out { Self::File(file.to_owned()) } else { home };
            }
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                break;
            }
            folder = path.parent();
        }
        Self::File(file.to_owned())
    }

    /// Whether the file belongs to another program: its name begins with a dot, or the pack around it excludes it.
    pub fn is_foreign(&self) -> bool {
        let Self::File(file) = self else { return false };
        let is_hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        is_hidden || file.ancestors().skip(1).any(|folder| folder.join(PACK_FILE).is_file())
    }
}

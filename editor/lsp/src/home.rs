//! Where packs stand, and the buffers of a client in them.

use std::path::{Path, PathBuf};

use foeman_schema::draft::PACK_FILE;

use super::uri;

/// Where a pack stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Home {
    /// A folder with `pack.yaml`.
    Folder(PathBuf),
    /// A file on its own.
    File(PathBuf),
    /// A buffer that is no file, by its URI.
    Buffer(String),
}

/// A buffer of the client.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Its URI as the client writes it.
    pub uri: String,
    /// The number of the client's last change.
    pub version: i32,
}

impl Home {
    /// The URI of a file of the pack.
    pub fn uri_of(&self, path: &str) -> String {
        match self {
            Self::Folder(folder) => {
                // Other packs lie beside it.
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

    /// The path of a file in the pack, with `/`.
    pub fn path_of(&self, file: &Path) -> String {
        match self {
            Self::Folder(folder) => {
                let parts = file.strip_prefix(folder).unwrap_or(file).iter();
                parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
            }
            _ => file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        }
    }

    /// The pack of a file: the nearest folder above with `pack.yaml`, else the file itself. Files that packs do not
    /// read, by their names or as they lie in a folder that begins with a dot, stand alone, and so do those that the pack
    /// leaves out. `is_pack` says which folders are packs, and `leaves_out` what a pack leaves out by its path.
    pub fn of(file: &Path, is_pack: impl Fn(&Path) -> bool, leaves_out: impl Fn(&Self, &str) -> bool) -> Self {
        let is_hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let readable = !is_hidden && file.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
        let mut folder = file.parent();
        while let Some(path) = folder.filter(|_| readable) {
            if is_pack(path) {
                let home = Self::Folder(path.to_owned());
                let left_out = leaves_out(&home, &home.path_of(file));
                return if left_out { Self::File(file.to_owned()) } else { home };
            }
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                break;
            }
            folder = path.parent();
        }
        Self::File(file.to_owned())
    }

    /// Whether it is a file that belongs to other programs: its name begins with a dot, or the pack around it leaves it out.
    pub fn is_foreign(&self) -> bool {
        let Self::File(file) = self else { return false };
        let is_hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        is_hidden || file.ancestors().skip(1).any(|folder| folder.join(PACK_FILE).is_file())
    }
}

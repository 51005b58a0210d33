//! Where packs stand, and the buffers of a client in them.

use std::path::{Path, PathBuf};

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
    /// read, by their names or as they lie in a folder that begins with a dot, stand alone. `is_pack` says which folders
    /// are packs.
    pub fn of(file: &Path, is_pack: impl Fn(&Path) -> bool) -> Self {
        let readable = file.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
        let mut folder = file.parent();
        while let Some(path) = folder.filter(|_| readable) {
            if is_pack(path) {
                return Self::Folder(path.to_owned());
            }
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                break;
            }
            folder = path.parent();
        }
        Self::File(file.to_owned())
    }
}

//! The decision file of a save of several packs: their lists count only once it exists.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::list::{self, List};
use super::{replace, sync_folder};

/// The prefix of the names of decision files. They are in the parent of the packs' folders.
const PREFIX: &str = "together-";

/// The decision of a running save.
#[derive(Debug)]
pub(super) struct Decision {
    /// The parent of the packs' folders.
    root: PathBuf,
    /// The name of its file.
    pub(super) name: String,
    /// The names of the packs' folders.
    lists: Vec<String>,
}

impl Decision {
    /// Prepares a decision about the lists in some folders; `None` if the folders are not next to each other.
    pub(super) fn about<'a>(folders: impl Iterator<Item = &'a Path>) -> Option<Self> {
        let (mut root, mut lists) = (None, Vec::new());
        for folder in folders {
            let above = folder.parent()?;
            if *root.get_or_insert(above) != above {
                return None;
            }
            lists.push(folder.file_name()?.to_str()?.to_owned());
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let name = format!("{PREFIX}{}-{now}", std::process::id());
        Some(Self { root: root?.to_owned(), name, lists })
    }

    /// Writes the decision file, which commits the save.
    pub(super) fn make(&self) -> io::Result<()> {
        replace(&self.root.join(&self.name), self.lists.join("\n").as_bytes(), None)?;
        sync_folder(&self.root)
    }

    /// Removes the decision file, after a failure or when everything is done. Lists that remain no longer count.
    pub(super) fn end(&self) -> io::Result<()> {
        super::remove(&self.root.join(&self.name))
    }

    /// Returns whether a list counts: its decision was made, or it has none. `folder` is the folder of the list.
    pub(super) fn lets(list: &List, folder: &Path) -> bool {
        let is_made = |name| path(folder, name).is_some_and(|path| path.is_file());
        list.decision.as_deref().is_none_or(is_made)
    }

    /// Removes a decision file if none of its lists is left; `folder` had one of them.
    pub(super) fn end_if_done(folder: &Path, name: &str) {
        let Some((path, root)) = path(folder, name).zip(folder.parent()) else { return };
        let Ok(lists) = fs::read_to_string(&path) else { return };
        let is_left = |folder: &str| {
            let list = list::read(&root.join(folder));
            // An unreadable list may be one of them.
            list.map_or(true, |list| list.is_some_and(|list| list.decision.as_deref() == Some(name)))
        };
        if !lists.lines().any(is_left) {
            let _ = super::remove(&path);
        }
    }
}

/// Returns the path of a decision file; `None` if `name` is not the name of one.
fn path(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_name = name.starts_with(PREFIX) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    Some(folder.parent()?.join(name)).filter(|_| is_name)
}

//! The decision of a save of several packs: one file by whose appearance all of their lists count.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{list, replace, sync_folder};

/// How the names of decisions begin, in the folder of all packs' states.
const PREFIX: &str = "together-";

/// The decision of a save that is being made.
#[derive(Debug)]
pub(super) struct Decision {
    /// The folder of all packs' states.
    root: PathBuf,
    /// Its name there.
    pub(super) name: String,
    /// The names of the folders with the lists.
    lists: Vec<String>,
}

impl Decision {
    /// A decision about lists in some folders, which are next to each other; not made yet.
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

    /// Makes it: from then on all lists count.
    pub(super) fn make(&self) -> io::Result<()> {
        replace(&self.root.join(&self.name), self.lists.join("\n").as_bytes(), None)?;
        sync_folder(&self.root)
    }

    /// Takes it back, or ends it when everything is done: lists that are still there do not count any more.
    pub(super) fn end(&self) -> io::Result<()> {
        super::remove(&self.root.join(&self.name))
    }

    /// Whether a decision was made; `folder` has one of its lists.
    pub(super) fn is_made(folder: &Path, name: &str) -> bool {
        path(folder, name).is_some_and(|path| path.is_file())
    }

    /// Ends a decision that was made if none of its lists is left; `folder` had one of them.
    pub(super) fn end_if_done(folder: &Path, name: &str) {
        let Some((path, root)) = path(folder, name).zip(folder.parent()) else { return };
        let Ok(lists) = fs::read_to_string(&path) else { return };
        let is_left = |folder: &str| {
            let list = list::read(&root.join(folder));
            // What cannot be read may be one of them.
            list.map_or(true, |list| list.is_some_and(|list| list.decision.as_deref() == Some(name)))
        };
        if !lists.lines().any(is_left) {
            let _ = super::remove(&path);
        }
    }
}

/// The path of a decision; `None` if `name` is not the name of one.
fn path(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_name = name.starts_with(PREFIX) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    Some(folder.parent()?.join(name)).filter(|_| is_name)
}

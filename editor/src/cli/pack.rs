//! Opening packs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foeman_rules::game::Registry;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

use crate::console::Failure;
use crate::save::together;
use crate::template::{self, is_free};

/// A pack with the path it was asked for by.
#[derive(Clone)]
pub(super) struct Pack {
    /// The pack as it is written.
    pub(super) draft: Arc<Draft>,
    /// Its folder or its single file, as the user named it.
    pub(super) root: PathBuf,
}

/// Where the packs are that a pack requires.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct Shelves {
    /// Look for the packs it requires in this folder too, after the one it lies in itself
    #[arg(long = "packs", value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,
}

/// Reads a pack; its `pack.yaml` stands for its folder.
pub(super) fn open(path: &Path, shelves: &Shelves, registry: Registry) -> Result<Pack, Failure> {
    let root = if path.file_name().is_some_and(|name| name == "pack.yaml") {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    } else {
        path.to_owned()
    };
    // A save that was cut short is finished first.
    let folder = if root.is_dir() { root.as_path() } else { root.parent().unwrap_or(Path::new("")) };
    let _ = together::finish(folder);
    let draft = Draft::open_with(&root, &registry.dialects(), template::shelf(&shelves.folders)).map_err(|error| {
        let help = if is_free(&root) {
            format!("; `foeman new {}` makes a pack there", root.display())
        } else {
            String::new()
        };
        Failure::Io(format!("could not read `{}`: {}{help}", error.path.display(), error.message))
    })?;
    Ok(Pack { draft: Arc::new(draft), root })
}

impl Pack {
    /// Everything derived from it.
    pub(super) fn analysis(&self) -> Analysis {
        Analysis::of(Arc::clone(&self.draft), None)
    }
}

//! Where the list of a save and the lock of a pack are kept: in the user's own folder, never in the pack.
//!
//! What lies in a pack may come from a stranger. Each pack has a folder here, named after a digest of the pack's path.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The folders for packs, the preferred one first: next to the settings, then one for temporary files.
pub(super) fn roots() -> Vec<PathBuf> {
    // One that is there already will do.
    let make = |folder: &Path| drop(private().create(folder));
    own().into_iter().chain(temporary(make)).collect()
}

/// The same folders, of which only those that are there; makes none.
pub(super) fn existing_roots() -> Vec<PathBuf> {
    match own().filter(|folder| folder.is_dir()) {
        Some(own) => vec![own],
        None => temporary(|_| ()).into_iter().filter(|folder| folder.is_dir()).collect(),
    }
}

/// The folder of a pack in one of the roots.
pub(super) fn of_pack(root: &Path, pack: &Path) -> PathBuf {
    let digest = Sha256::digest(pack.as_os_str().as_encoded_bytes());
    root.join(digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// Makes a folder that only this user can look into; what is above it is made as usual.
pub(super) fn make(folder: &Path) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    match private().create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made,
    }
}

fn own() -> Option<PathBuf> {
    let folder = eframe::storage_dir(crate::PROGRAM)?;
    // `HOME=` gives a path relative to the working folder, which may be a pack.
    folder.is_absolute().then(|| folder.join("saves"))
}

#[cfg(unix)]
fn private() -> fs::DirBuilder {
    use std::os::unix::fs::DirBuilderExt as _;
    let mut builder = fs::DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private() -> fs::DirBuilder {
    fs::DirBuilder::new()
}

/// For users without a home folder. Others may write to the folder of temporary files as well, so that this one is used
/// only if it belongs to this user and nobody else can enter it.
#[cfg(unix)]
fn temporary(make: impl FnOnce(&Path)) -> Option<PathBuf> {
    use std::os::unix::fs::MetadataExt as _;
    let user = tempfile::tempfile().ok()?.metadata().ok()?.uid();
    let folder = std::env::temp_dir().join(format!("foeman-{user}"));
    make(&folder);
    let data = fs::symlink_metadata(&folder).ok()?;
    (folder.is_absolute() && data.is_dir() && data.uid() == user && data.mode() & 0o077 == 0).then_some(folder)
}

/// Other systems give each user a folder of their own for temporary files.
#[cfg(not(unix))]
fn temporary(_: impl FnOnce(&Path)) -> Option<PathBuf> {
    Some(std::env::temp_dir().join("foeman-saves"))
}

//! The location of save journals and locks: the user's own folder, never the untrusted pack.
//!
//! Each pack has a subfolder, named after a digest of the pack's path.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Returns the candidate folders, best first: next to the settings, then one for temporary files.
pub(super) fn roots() -> Vec<PathBuf> {
    // An existing folder is fine.
    let make = |folder: &Path| drop(private().create(folder));
    own().into_iter().chain(temporary(make)).collect()
}

/// Returns the candidate folders that exist, without creating any.
pub(super) fn existing_roots() -> Vec<PathBuf> {
    match own().filter(|folder| folder.is_dir()) {
        Some(own) => vec![own],
        None => temporary(|_| ()).into_iter().filter(|folder| folder.is_dir()).collect(),
    }
}

/// Returns the folder of a pack below `root`.
pub(super) fn of_pack(root: &Path, pack: &Path) -> PathBuf {
    let digest = Sha256::digest(pack.as_os_str().as_encoded_bytes());
    root.join(digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// Creates a folder that only this user can access; parents get default permissions.
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
    Some(crate::profile::folder()?.join("saves"))
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

/// The fallback for users without a home folder. The folder for temporary files is shared, so ours must belong to this
/// user and be closed to all others.
#[cfg(unix)]
fn temporary(make: impl FnOnce(&Path)) -> Option<PathBuf> {
    use std::os::unix::fs::MetadataExt as _;
    let user = tempfile::tempfile().ok()?.metadata().ok()?.uid();
    let folder = std::env::temp_dir().join(format!("foeman-{user}"));
    make(&folder);
    let data = fs::symlink_metadata(&folder).ok()?;
    (folder.is_absolute() && data.is_dir() && data.uid() == user && data.mode() & 0o077 == 0).then_some(folder)
}

/// Other systems have a temporary folder per user.
#[cfg(not(unix))]
fn temporary(_: impl FnOnce(&Path)) -> Option<PathBuf> {
    Some(std::env::temp_dir().join("foeman-saves"))
}

//! Writing files so that there is always either the old one or the new one.
//!
//! [`together`](mod@together) does that for several files at once.

pub mod together;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside the old one, waits until it is on the disk, and puts it in the old one's place.
///
/// An existing file keeps its permissions, and a link stays a link.
pub fn atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    let mut builder = tempfile::Builder::new();
    let permissions = fs::metadata(&target).ok().map(|old| old.permissions()).or_else(usual_permissions);
    if let Some(permissions) = permissions.clone() {
        builder.permissions(permissions);
    }
    let mut file = builder.prefix(".foeman-").tempfile_in(&folder).map_err(|error| match error.kind() {
        // The error as it comes names a file that nobody asked for.
        io::ErrorKind::NotFound => io::Error::new(error.kind(), format!("there is no folder `{}`", folder.display())),
        _ => error,
    })?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Takes a file away for good; one that is gone already is no error.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => path.parent().filter(|folder| folder.is_dir()).map_or(Ok(()), sync_folder),
    }
}

/// Takes a file of a pack away, and the folders inside the pack that are empty without it.
pub fn remove_with_folders(root: &Path, path: &str) -> io::Result<()> {
    remove(&root.join(path))?;
    let folders = Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    for folder in folders {
        // One that still holds something stays, and so do those above it.
        if fs::remove_dir(root.join(folder)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Makes the folders that a new file of a pack needs, inside the pack's folder: no link leads out of it.
pub fn make_folder_of(root: &Path, path: &str) -> io::Result<()> {
    let outside = || io::Error::new(io::ErrorKind::InvalidInput, "a link leads out of the pack's folder");
    let root = fs::canonicalize(root)?;
    let mut folder = root.clone();
    let parts: Vec<&str> = path.split('/').collect();
    for part in &parts[..parts.len().saturating_sub(1)] {
        folder.push(part);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => folder = fs::canonicalize(&folder)?,
        }
        if !folder.starts_with(&root) {
            return Err(outside());
        }
    }
    Ok(())
}

/// Waits until the names in a folder are on the disk.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Without this the rename itself may not survive a power cut.
    fs::File::open(folder)?.sync_all()
}

/// Other systems see to that themselves.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// What any program gives a new file; the user's mask is taken off by the system.
#[cfg(unix)]
fn usual_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

/// Other systems decide for themselves.
#[cfg(not(unix))]
fn usual_permissions() -> Option<fs::Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_a_file_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        atomically(&path, b"old").unwrap();
        atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error_and_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let error = atomically(&folder.path().join("none/journal"), b"new").unwrap_err();
        assert_eq!(error.to_string(), format!("there is no folder `{}`", folder.path().join("none").display()));
        assert!(!folder.path().join("none").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_gets_its_folders_but_never_through_a_link_out_of_the_pack() {
        let (pack, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        make_folder_of(pack.path(), "items/more/all.yaml").unwrap();
        assert!(pack.path().join("items/more").is_dir());
        std::os::unix::fs::symlink(outside.path(), pack.path().join("link")).unwrap();
        assert!(make_folder_of(pack.path(), "link/deep/all.yaml").is_err());
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }
}

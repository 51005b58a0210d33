//! Atomic saves that never write outside a pack.
//!
//! [`together`] saves several files of a pack as one transaction; `place` decides which files may be written; `lock`
//! allows one writer per pack; `list` is the journal from which the next writer completes an interrupted save.

mod decision;

mod list;

mod lock;

mod place;

mod state;

mod sweep;

pub mod together;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use lock::Reading;
pub use place::{Home, file_in, folder_of, is_inside, stays_in_pack};

/// The folder in a pack for files of this program: the schema for text editors, and backups.
pub const OWN_FOLDER: &str = ".foeman";

/// The prefix of the names of temporary files.
const TEMPORARY: &str = ".foeman-";

/// Writes a file atomically: to a temporary file in the same folder, synced and renamed.
///
/// An existing file keeps its permissions and, if possible, its owner; a symlink stays a symlink. Pipes are written to
/// directly. Folders, devices, read-only files, and links out of a pack are refused.
pub fn atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    stays_in_pack(path)?;
    if is_pipe(path) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&target).ok();
    before.as_ref().map_or(Ok(()), may_be_replaced)?;
    replace(&target, bytes, before.as_ref())
}

/// Writes a file that only this user can read, in a folder that only this user can open.
pub fn privately(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    state::make(folder)?;
    let path = folder.join(name);
    if !path.exists() {
        // The text comes later: an existing file keeps its permissions.
        restrict(&fs::File::create(&path)?)?;
    }
    atomically(&path, bytes)
}

#[cfg(unix)]
fn restrict(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o600))
}

/// On other systems the user's own folder is private already.
#[cfg(not(unix))]
fn restrict(_: &fs::File) -> io::Result<()> {
    Ok(())
}

/// Replaces the file or link at `target`, with the permissions and owner of `before`.
fn replace(target: &Path, bytes: &[u8], before: Option<&fs::Metadata>) -> io::Result<()> {
    let folder = folder_above(target);
    let mut builder = tempfile::Builder::new();
    if let Some(permissions) = before.map(fs::Metadata::permissions).or_else(usual_permissions) {
        builder.permissions(permissions);
    }
    let mut file = builder.prefix(TEMPORARY).tempfile_in(&folder).map_err(|error| match error.kind() {
        // The original error names the temporary file, which would confuse the user.
        io::ErrorKind::NotFound => io::Error::new(error.kind(), format!("there is no folder `{}`", folder.display())),
        _ => error,
    })?;
    // The lock shows other processes that this file is in use. Not all file systems have locks.
    let _ = file.as_file().try_lock();
    file.write_all(bytes)?;
    if let Some(before) = before {
        keep_owner(file.as_file(), before);
    }
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
    Ok(())
}

fn folder_above(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// Checks that the existing file may be replaced.
fn may_be_replaced(before: &fs::Metadata) -> io::Result<()> {
    let refused = |kind, message: &str| Err(io::Error::new(kind, message));
    if before.is_dir() {
        return refused(io::ErrorKind::IsADirectory, "expected a file, found a folder; name a file in it");
    }
    if !before.is_file() {
        return refused(io::ErrorKind::InvalidInput, "expected a file, found a device; name a file");
    }
    if before.permissions().readonly() {
        let message = "the file is read-only; allow writing to it, or name another file";
        return refused(io::ErrorKind::PermissionDenied, message);
    }
    Ok(())
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

/// Other systems have no named pipes in the file system.
#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Gives a file the owner of the previous one, if permitted.
#[cfg(unix)]
fn keep_owner(file: &fs::File, before: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let own = file.metadata().map(|data| (data.uid(), data.gid()));
    if own.is_ok_and(|own| own != (before.uid(), before.gid())) {
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        // Changing the owner clears the set-user-ID bits.
        let _ = file.set_permissions(before.permissions());
    }
}

/// Other systems handle ownership themselves.
#[cfg(not(unix))]
fn keep_owner(_: &fs::File, _: &fs::Metadata) {}

/// Deletes a file; a missing file is not an error.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => path.parent().filter(|folder| folder.is_dir()).map_or(Ok(()), sync_folder),
    }
}

/// Deletes a file of a pack, and the pack's folders that become empty.
fn remove_with_folders(root: &Path, path: &str) -> io::Result<()> {
    remove(&place::file_in(root, path)?)?;
    let folders = Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    for folder in folders {
        // Stop at the first folder that is not empty.
        if fs::remove_dir(root.join(folder)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Waits until the entries of a folder are on disk.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Without this the rename may not survive a power failure.
    fs::File::open(folder)?.sync_all()
}

/// Other systems handle this themselves.
#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The default permissions of a new file; the system applies the user's umask.
#[cfg(unix)]
fn usual_permissions() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

/// Other systems choose the permissions themselves.
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

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_and_what_is_read_only_stays_as_it_is_and_a_pipe_is_written_to() {
        use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _};
        let folder = tempfile::tempdir().unwrap();
        // Only the metadata is checked: writing to the device in case of a bug would be harmful.
        let device = fs::metadata("/dev/null").unwrap();
        assert!(may_be_replaced(&device).unwrap_err().to_string().contains("found a device"));
        let refused = atomically(folder.path(), b"new").unwrap_err().to_string();
        assert!(refused.contains("found a folder"), "{refused}");
        let locked = folder.path().join("locked");
        fs::write(&locked, "old").unwrap();
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o444)).unwrap();
        let refused = atomically(&locked, b"new").unwrap_err().to_string();
        assert!(refused.contains("read-only"), "{refused}");
        assert_eq!(fs::read(&locked).unwrap(), b"old");
        let odd = folder.path().join("odd");
        fs::write(&odd, "old").unwrap();
        fs::set_permissions(&odd, fs::Permissions::from_mode(0o640)).unwrap();
        atomically(&odd, b"new").unwrap();
        assert_eq!(fs::metadata(&odd).unwrap().mode() & 0o777, 0o640);
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        atomically(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[test]
    fn a_folder_that_does_not_exist_is_an_error_and_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let error = atomically(&folder.path().join("none/journal"), b"new").unwrap_err();
        assert_eq!(error.to_string(), format!("there is no folder `{}`", folder.path().join("none").display()));
        assert!(!folder.path().join("none").exists());
    }
}

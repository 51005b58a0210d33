//! Writing files so that there is always either the old one or the new one, and never outside a pack that asks for it.
//!
//! [`together`] saves several files of a pack at once; `place` says which files may be written at all; `lock` lets
//! one process write to a pack at a time; `list` is what the next writer needs to finish a save that was cut short.

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

/// The folder of a pack for what this program writes there: the schema for text editors, and backups.
pub const OWN_FOLDER: &str = ".foeman";

/// How the names of temporary files begin.
const TEMPORARY: &str = ".foeman-";

/// Writes a file beside the old one, waits until it is on the disk, and puts it in the old one's place.
///
/// An existing file keeps its permissions and, as far as the system lets, its owner; a link stays a link. Pipes are
/// written to directly. Other things than files, read-only files, and links that lead out of a pack are refused.
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

/// Puts a new file in the place of whatever file or link is there, with the rights and the owner of the one `before`.
fn replace(target: &Path, bytes: &[u8], before: Option<&fs::Metadata>) -> io::Result<()> {
    let folder = folder_above(target);
    let mut builder = tempfile::Builder::new();
    if let Some(permissions) = before.map(fs::Metadata::permissions).or_else(usual_permissions) {
        builder.permissions(permissions);
    }
    let mut file = builder.prefix(TEMPORARY).tempfile_in(&folder).map_err(|error| match error.kind() {
        // The error as it comes names a file that nobody asked for.
        io::ErrorKind::NotFound => io::Error::new(error.kind(), format!("there is no folder `{}`", folder.display())),
        _ => error,
    })?;
    // Tells others that this process lives and the file is no leftover; not all file systems have locks.
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

/// Whether a file may be put in the place of what is there.
fn may_be_replaced(before: &fs::Metadata) -> io::Result<()> {
    let refused = |kind, message: &str| Err(io::Error::new(kind, message));
    if before.is_dir() {
        return refused(io::ErrorKind::IsADirectory, "expected a file, but found a folder; name a file in it");
    }
    if !before.is_file() {
        return refused(io::ErrorKind::InvalidInput, "expected a file, but found a device; name a file");
    }
    if before.permissions().readonly() {
        let message = "the file is read-only; allow writing to it, or name another";
        return refused(io::ErrorKind::PermissionDenied, message);
    }
    Ok(())
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

/// Other systems have none that are named like files.
#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Gives a file to the owner of the one before; who may not do that keeps it.
#[cfg(unix)]
fn keep_owner(file: &fs::File, before: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let own = file.metadata().map(|data| (data.uid(), data.gid()));
    if own.is_ok_and(|own| own != (before.uid(), before.gid())) {
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        // Giving away takes special rights off.
        let _ = file.set_permissions(before.permissions());
    }
}

/// Other systems see to that themselves.
#[cfg(not(unix))]
fn keep_owner(_: &fs::File, _: &fs::Metadata) {}

/// Removes a file for good; one that is gone already is no error.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => path.parent().filter(|folder| folder.is_dir()).map_or(Ok(()), sync_folder),
    }
}

/// Removes a file of a pack, and the folders inside the pack that are empty without it.
fn remove_with_folders(root: &Path, path: &str) -> io::Result<()> {
    remove(&place::file_in(root, path)?)?;
    let folders = Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    for folder in folders {
        // One that still holds something stays, and so do those above it.
        if fs::remove_dir(root.join(folder)).is_err() {
            break;
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

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_and_what_is_read_only_stays_as_it_is_and_a_pipe_is_written_to() {
        use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _};
        let folder = tempfile::tempdir().unwrap();
        // Not by writing to it: a mistake here would cost a device.
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

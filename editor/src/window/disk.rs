//! Reading and writing the files of a pack, so that nothing is ever lost.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::save;

/// What stands on disk, compared with what was read or written last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disk {
    /// The same bytes.
    Same,
    /// Other bytes: somebody else wrote it.
    Changed,
    /// It is gone.
    Missing,
}

/// Compares a file with the text that was read or written last.
pub fn compare(path: &Path, known: &str) -> io::Result<Disk> {
    match fs::read(path) {
        Ok(bytes) if bytes == known.as_bytes() => Ok(Disk::Same),
        Ok(_) => Ok(Disk::Changed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Disk::Missing),
        Err(error) => Err(error),
    }
}

/// Replaces a file as a whole: another program sees the old text or the new one, never half of it.
///
/// The new name is on the disk when it returns, so that not even a power cut brings half a save about.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    save::atomically(path, text.as_bytes())?;
    let target = fs::canonicalize(path)?;
    target.parent().map_or(Ok(()), sync_folder)
}

/// Takes a file away for good; one that is gone already is no error.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => path.parent().filter(|folder| folder.is_dir()).map_or(Ok(()), sync_folder),
    }
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

/// The folder that the file names of a pack are relative to.
pub fn folder_of(root: &Path) -> PathBuf {
    if root.is_dir() { root.to_owned() } else { root.parent().unwrap_or(Path::new("")).to_owned() }
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    // Without this the rename itself may not survive a power cut.
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_file_holds_the_text_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("items.yaml");
        write(&path, "items: {}\n").expect("written");
        assert_eq!(compare(&path, "items: {}\n").expect("read"), Disk::Same);
        assert_eq!(compare(&path, "items:\n").expect("read"), Disk::Changed);
        assert_eq!(compare(&folder.path().join("maps.yaml"), "").expect("read"), Disk::Missing);
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_gets_its_folders_but_never_through_a_link_out_of_the_pack() {
        let (pack, outside) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        make_folder_of(pack.path(), "items/more/all.yaml").expect("made");
        assert!(pack.path().join("items/more").is_dir());
        std::os::unix::fs::symlink(outside.path(), pack.path().join("link")).expect("linked");
        assert!(make_folder_of(pack.path(), "link/deep/all.yaml").is_err());
        assert_eq!(fs::read_dir(outside.path()).expect("listed").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (path, link) = (folder.path().join("a.yaml"), folder.path().join("b.yaml"));
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("set");
        std::os::unix::fs::symlink(&path, &link).expect("linked");
        write(&link, "new").expect("written");
        assert!(fs::symlink_metadata(&link).expect("read").file_type().is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::metadata(&path).expect("read").permissions().mode() & 0o777, 0o600);
    }
}

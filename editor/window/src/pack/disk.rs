//! Writes pack files atomically, and lists the files of a folder.

use std::fs;
use std::io;
use std::path::Path;

use foeman_base::save;

/// Writes a file atomically: other programs see the old text or the new one, never a partial write.
///
/// The folder is synced too, so a power failure after the return cannot undo the save.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    save::atomically(path, text.as_bytes())?;
    let target = fs::canonicalize(path)?;
    target.parent().map_or(Ok(()), save::sync_folder)
}

/// Collects the files of a folder and its subfolders as (relative path, bytes), without links and hidden entries.
pub fn others(folder: &Path, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let mut folders = vec![String::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below))? {
            let entry = entry?;
            let (name, kind) = (entry.file_name().to_string_lossy().into_owned(), entry.file_type()?);
            let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
            if name.starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                files.push((path, fs::read(entry.path())?));
            }
        }
    }
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
        assert_eq!(fs::read_to_string(&path).expect("read"), "items: {}\n");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
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

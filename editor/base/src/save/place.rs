//! Path safety: files are written only inside a pack's folder, and never through links.
//!
//! Packs are untrusted. Every path that is written or deleted in a pack is checked by [`file_in`], and every file that
//! the user names by [`stays_in_pack`].

use std::fs::{self, FileType};
use std::io;
use std::path::{Component, Path, PathBuf};

use foeman_schema::draft::PACK_FILE;

/// The folder of a pack, including a pack that is a single file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Home {
    folder: PathBuf,
    /// The path of a single file's folder inside `folder`, with `/` after each component.
    below: String,
    /// The name of a single file in its draft, and its real name if it was opened through a link.
    single: Option<(String, String)>,
}

impl Home {
    /// Returns the home of a pack, given its folder or its single file.
    ///
    /// A single file in the folder of another pack has the home of that pack, so that both share a lock.
    ///
    /// # Errors
    /// If the folder or file does not exist, or if the file is a link out of its pack.
    pub fn of(root: &Path) -> io::Result<Self> {
        if !root.exists() {
            return Err(io::ErrorKind::NotFound.into());
        }
        stays_in_pack(root)?;
        if root.is_dir() {
            return Ok(Self { folder: fs::canonicalize(root)?, below: String::new(), single: None });
        }
        let target = fs::canonicalize(root)?;
        let (Some(name), Some(folder)) = (root.file_name(), target.parent()) else {
            return Err(refused("expected the path of a file, found none".to_owned()));
        };
        let within = pack_above(folder).and_then(|pack| Some((pack, folder.strip_prefix(pack).ok()?.to_str()?)));
        let (folder, steps) = within.unwrap_or((folder, ""));
        let below = Path::new(steps).iter().map(|step| format!("{}/", step.to_string_lossy())).collect();
        let real = target.file_name().unwrap_or(name);
        let single = Some((name.to_string_lossy().into_owned(), real.to_string_lossy().into_owned()));
        Ok(Self { folder: folder.to_owned(), below, single })
    }

    /// Returns the folder, with links resolved.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Converts a path of the draft to a path in the folder.
    pub fn path(&self, path: &str) -> String {
        match &self.single {
            Some((name, real)) if name == path => format!("{}{real}", self.below),
            _ => format!("{}{path}", self.below),
        }
    }
}

const REMEDY: &str = "name the target of the link";

/// Returns the folder that the paths of a pack's files are relative to: a file's parent, or `.` for a bare file name.
pub fn folder_of(root: &Path) -> PathBuf {
    if root.is_dir() {
        return root.to_owned();
    }
    let parent = root.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// Returns the nearest folder with a `pack.yaml`: this one or a parent.
fn pack_above(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| folder.join(PACK_FILE).is_file())
}

/// Whether a path with `/` stays inside its base folder, on every system.
pub fn is_inside(path: &str) -> bool {
    let parts = || path.split('/');
    let plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']);
    let drive = cfg!(windows) && path.contains(':');
    parts().all(plain) && !drive && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

/// Returns the path of a file in a folder, whether or not it exists, after checking that no link is on the way.
///
/// # Errors
/// If the path leads out of the folder, if a component is not a plain folder, or if the path exists and is not a plain
/// file.
pub fn file_in(folder: &Path, path: &str) -> io::Result<PathBuf> {
    if !is_inside(path) {
        return Err(refused(format!("`{}` is outside the pack; choose a path inside it", path.escape_debug())));
    }
    let place = folder.join(path);
    let mut at = folder.to_owned();
    let parts: Vec<&str> = path.split('/').collect();
    for (number, part) in parts.iter().enumerate() {
        at.push(part);
        let kind = match fs::symlink_metadata(&at) {
            Ok(data) => data.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(place),
            Err(error) => return Err(error),
        };
        let is_last = number + 1 == parts.len();
        if if is_last { kind.is_file() } else { kind.is_dir() } {
            continue;
        }
        let expected = if is_last { "a file" } else { "a folder" };
        let shown = parts[..=number].join("/");
        return Err(refused(format!("expected {expected} at `{shown}`, found {}; move it away", what(kind))));
    }
    Ok(place)
}

/// Like [`file_in`], but also creates the parent folders.
pub(super) fn make_folders_of(folder: &Path, path: &str) -> io::Result<PathBuf> {
    let place = file_in(folder, path)?;
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(place)
}

/// Checks that a file named by the user may be written. A file inside a pack must be a plain file of that pack: links
/// and pipes in a pack are untrusted.
pub fn stays_in_pack(path: &Path) -> io::Result<()> {
    let named = without_parents(path)?;
    let folders = || named.ancestors().skip(1);
    let packs = folders().filter(|folder| folder.join(PACK_FILE).is_file());
    let mut real = None;
    for pack in packs {
        let real = match &real {
            Some(real) => real,
            None => real.insert(resolved(&named)?),
        };
        if !real.starts_with(fs::canonicalize(pack)?) {
            return Err(refused(format!("a link leads out of the pack `{}`; {REMEDY}", pack.display())));
        }
        let kind = fs::symlink_metadata(real).map(|data| data.file_type());
        if let Ok(kind) = kind
            && !kind.is_file()
            && !kind.is_dir()
        {
            return Err(refused(format!("expected a file, found {}; name a file", what(kind))));
        }
    }
    Ok(())
}

/// Makes a path absolute and removes `..`; links after the last `..` are kept.
fn without_parents(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let parts: Vec<Component<'_>> = path.components().collect();
    let Some(last) = parts.iter().rposition(|part| *part == Component::ParentDir) else { return Ok(path) };
    let front: PathBuf = parts[..=last].iter().collect();
    Ok(parts[last + 1..].iter().fold(fs::canonicalize(front)?, |path, part| path.join(part)))
}

/// Resolves links; components that do not exist are kept.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    for folder in path.ancestors() {
        if let Ok(real) = fs::canonicalize(folder) {
            let rest = path.strip_prefix(folder).unwrap_or(Path::new(""));
            return Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) });
        }
        if fs::symlink_metadata(folder).is_ok_and(|data| data.is_symlink()) {
            return Err(refused(format!("`{}` is a broken link; remove it", folder.display())));
        }
    }
    Ok(path.to_owned())
}

fn what(kind: FileType) -> &'static str {
    if kind.is_symlink() {
        "a link"
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_file() {
        "a file"
    } else {
        "a device or pipe"
    }
}

pub(super) fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_a_folder_are_inside_it() {
        for path in ["a.yaml", "items/a.yaml", "items/more/ä b.yaml"] {
            assert!(is_inside(path), "{path}");
        }
        for path in ["", "/a", "../a", "a/../../b", "a//b", "a/", "./a", "a/./b", "..\\a", "a\0b", "\\\\host\\a"] {
            assert!(!is_inside(path), "{path:?}");
        }
    }

    #[test]
    fn a_bare_file_name_is_in_the_folder_here() {
        assert_eq!(folder_of(Path::new("k.yaml")), Path::new("."));
        assert_eq!(folder_of(Path::new("packs/k.yaml")), Path::new("packs"));
    }

    #[test]
    fn a_single_file_of_a_pack_is_at_home_in_that_pack() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("items/more")).unwrap();
        fs::write(folder.path().join(PACK_FILE), "").unwrap();
        fs::write(folder.path().join("items/more/a.yaml"), "").unwrap();
        let (whole, single) = (Home::of(folder.path()), Home::of(&folder.path().join("items/more/a.yaml")));
        let single = single.unwrap();
        assert_eq!(whole.unwrap().folder(), single.folder());
        assert_eq!(single.path("a.yaml"), "items/more/a.yaml");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link() {
        use std::os::unix::fs::symlink;
        let (pack, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (root, outside) = (pack.path(), outside.path());
        fs::write(root.join(PACK_FILE), "").unwrap();
        fs::create_dir(root.join("maps")).unwrap();
        symlink(outside, root.join("items")).unwrap();
        symlink(outside.join("a.yaml"), root.join("maps/a.yaml")).unwrap();
        for path in ["items/a.yaml", "items/new/a.yaml", "maps/a.yaml"] {
            let refused = make_folders_of(root, path).unwrap_err().to_string();
            assert!(refused.contains("found a link"), "{path}: {refused}");
            assert!(stays_in_pack(&root.join(path)).is_err(), "{path}");
        }
        assert!(stays_in_pack(&root.join("maps/../items/a.yaml")).is_err());
        assert!(stays_in_pack(&root.join("maps/new/b.yaml")).is_ok());
        assert!(stays_in_pack(&outside.join("b.yaml")).is_ok());
        assert!(Home::of(&root.join("maps/a.yaml")).is_err(), "the target of the link does not exist");
        fs::write(outside.join("a.yaml"), "").unwrap();
        assert!(Home::of(&root.join("maps/a.yaml")).is_err());
        assert_eq!(fs::read_dir(outside).unwrap().count(), 1);
    }
}

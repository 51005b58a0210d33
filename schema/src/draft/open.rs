//! Reading a pack's files from disk.

use std::fmt;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::PACK_FILE;
use crate::exclude::Exclude;
use crate::po::{self, is_po};
use crate::source::{SourceFile, SyntaxError, SyntaxErrorKind, limits, too_large};
use crate::text::Span;

/// Why a pack could not be opened.
#[derive(Debug)]
pub struct LoadError {
    /// The file or folder.
    pub path: PathBuf,
    /// An `expected ..., found ...` message.
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path.display(), self.message)
    }
}

impl std::error::Error for LoadError {}

/// A file or folder in the pack's folder that is not read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Skipped {
    /// The path relative to the pack's folder, with `/`.
    pub(crate) path: String,
    /// The reason.
    pub(crate) why: Unread,
}

/// Why a file or folder is not read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Unread {
    /// The extension has the wrong case, as in `items.YAML`.
    Ending,
    /// It is a symbolic link.
    Link,
    /// It is neither a file nor a folder: a pipe or a device.
    Special,
    /// Its name is not valid UTF-8.
    Name,
    /// It is a file of translations outside of the folder `lang`.
    Translation,
}

/// The files and folders in a pack's folder that are not read, as they were when the pack was opened.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    /// Entries that look like files or folders of the pack but are not read.
    pub(crate) skipped: Vec<Skipped>,
    /// Paths excluded by `exclude`.
    pub(crate) left_out: Vec<String>,
    /// Paths of folders and of files of other kinds.
    pub(crate) others: Vec<String>,
    /// The exclusions in effect.
    pub(crate) exclude: Exclude,
}

/// A pack as read from disk.
pub(super) struct Read {
    pub(super) root: PathBuf,
    pub(super) files: Vec<SourceFile>,
    pub(super) around: Around,
}

/// Reads the files of a pack. The path of `pack.yaml` stands for its folder. If it is a folder, `meanwhile` runs on
/// another thread with its header.
pub(super) fn read_pack(path: &Path, meanwhile: &(dyn Fn(&SourceFile) + Sync)) -> Result<Read, LoadError> {
    let data = fs::metadata(path).map_err(|error| fail(path, &cannot_read(&error)))?;
    if data.is_file() {
        if path.file_name().is_some_and(|name| name == PACK_FILE) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            return read_pack(folder, meanwhile);
        }
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let (root, files) = (path.to_owned(), vec![read_file(path, name)?]);
        return Ok(Read { root, files, around: Around::default() });
    }
    if !path.join(PACK_FILE).is_file() {
        let message = "expected a folder with a file `pack.yaml`, found none; \
                       name a pack's folder or a single YAML file, or create `pack.yaml` there";
        return Err(fail(path, message));
    }
    // Excluded folders are not even listed.
    let header = read_file(&path.join(PACK_FILE), PACK_FILE.to_owned())?;
    let mut around = Around { exclude: Exclude::of_header(&header), ..Around::default() };
    let mut names = Vec::new();
    list(path, &mut names, &mut around)?;
    if names.len() > limits::FILES {
        let message = format!("expected at most {} files, found more", limits::FILES);
        return Err(fail(path, &message));
    }
    let read = |name: String| read_file(&path.join(&name), name);
    // Collect all results first, so that the reported error does not depend on the order of the threads.
    let files = || -> Vec<Result<SourceFile, LoadError>> { names.into_par_iter().map(read).collect() };
    let (files, ()) = rayon::join(files, || meanwhile(&header));
    Ok(Read { root: path.to_owned(), files: files.into_iter().collect::<Result<_, _>>()?, around })
}

/// Returns the paths of the YAML files in a pack's folder on disk; empty if it cannot be read.
pub(super) fn names(root: &Path) -> Vec<String> {
    let header = read_file(&root.join(PACK_FILE), PACK_FILE.to_owned());
    let exclude = header.map(|header| Exclude::of_header(&header)).unwrap_or_default();
    let (mut names, mut around) = (Vec::new(), Around { exclude, ..Around::default() });
    match list(root, &mut names, &mut around) {
        Ok(()) => names,
        Err(_) => Vec::new(),
    }
}

/// Lists a pack's folder with a changed `exclude`, and reads the files that are not `known` yet.
pub(super) fn read_missing(
    root: &Path,
    exclude: Exclude,
    known: &[SourceFile],
) -> Result<(Vec<SourceFile>, Around), LoadError> {
    let (mut names, mut around) = (Vec::new(), Around { exclude, ..Around::default() });
    list(root, &mut names, &mut around)?;
    names.retain(|name| known.iter().all(|file| file.path != *name));
    let added = names.into_iter().map(|name| read_file(&root.join(&name), name)).collect::<Result<_, _>>()?;
    Ok((added, around))
}

/// Returns whether a file with this name is read.
fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}

/// Returns whether a file with this name is not read but looks as if it should be.
pub(super) fn ends_otherwise(name: &str) -> bool {
    !is_yaml(name) && is_yaml(&name.to_lowercase())
}

/// Returns whether a file of translations is not read because of its folder or the case of its extension.
pub(super) fn is_stray_po(path: &str) -> bool {
    path.to_lowercase().ends_with(".po") && !is_po(path)
}

/// Returns whether a component of the path begins with a dot, which marks files of other programs.
pub(super) fn is_hidden(path: &str) -> bool {
    path.split('/').any(|name| name.starts_with('.'))
}

/// Lists the YAML files below `root` as relative paths, and the entries that are not read. Symbolic links, names that
/// begin with a dot and excluded folders are not followed, so no path leaves the pack and there are no loops.
fn list(root: &Path, names: &mut Vec<String>, around: &mut Around) -> Result<(), LoadError> {
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        let entries = fs::read_dir(&path).map_err(|error| fail(&path, &cannot_read(&error)))?;
        for entry in entries {
            let entry = entry.map_err(|error| fail(&path, &cannot_read(&error)))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(|error| fail(&entry.path(), &cannot_read(&error)))?;
            let relative = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if name.starts_with('.') {
                continue;
            }
            if around.exclude.has(&relative) {
                around.left_out.push(relative);
            } else if entry.file_name().to_str().is_none() {
                around.skip(relative, Unread::Name);
            } else if kind.is_file() && (is_yaml(&name) || is_po(&relative)) {
                if names.len() <= limits::FILES {
                    names.push(relative);
                }
            } else {
                if let Some(why) = unread(&relative, kind, &entry.path()) {
                    around.skip(relative.clone(), why);
                }
                if around.others.len() <= limits::FILES {
                    around.others.push(relative.clone());
                }
                if kind.is_dir() {
                    folders.push(relative);
                }
            }
        }
    }
    names.sort();
    around.skipped.sort();
    around.left_out.sort();
    around.others.sort();
    Ok(())
}

impl Around {
    /// Removes the files that the header among them excludes.
    pub(super) fn leave_out(&mut self, files: &mut Vec<SourceFile>) {
        let Some(header) = files.iter().find(|file| file.path == PACK_FILE) else { return };
        self.exclude = Exclude::of_header(header);
        files.retain(|file| {
            let out = self.exclude.has(&file.path);
            if out {
                self.left_out.push(file.path.clone());
            }
            !out
        });
    }

    pub(super) fn skip(&mut self, path: String, why: Unread) {
        if self.skipped.len() < limits::SKIPPED {
            self.skipped.push(Skipped { path, why });
        }
    }
}

/// Returns why an entry that looks like a file or folder of the pack is not read.
fn unread(relative: &str, kind: FileType, path: &Path) -> Option<Unread> {
    let name = relative.rsplit('/').next().unwrap_or(relative);
    let looks_read = is_yaml(name) || ends_otherwise(name) || is_po(relative);
    if kind.is_symlink() {
        (looks_read || path.is_dir()).then_some(Unread::Link)
    } else if kind.is_file() {
        let stray = is_stray_po(relative).then_some(Unread::Translation);
        ends_otherwise(name).then_some(Unread::Ending).or(stray)
    } else {
        (!kind.is_dir()).then_some(Unread::Special)
    }
}

fn read_file(path: &Path, name: String) -> Result<SourceFile, LoadError> {
    let failed = |error: io::Error| fail(path, &cannot_read(&error));
    let bytes = fs::metadata(path).map_err(failed)?.len();
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    if bytes > most_bytes(&name) {
        return Ok(SourceFile::unreadable(name, String::new(), too_large(bytes)));
    }
    Ok(match String::from_utf8(fs::read(path).map_err(failed)?) {
        Ok(text) => SourceFile::new(name, text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let shown = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let message = "the file is not UTF-8 text; save it as UTF-8".to_owned();
            SourceFile::unreadable(
                name,
                shown,
                SyntaxError { span: Span::at(at), message, kind: SyntaxErrorKind::Syntax, instead: Vec::new() },
            )
        }
    })
}

/// Returns the maximum size of a file.
fn most_bytes(name: &str) -> usize {
    if is_po(name) { po::MOST_BYTES } else { limits::FILE_BYTES }
}

fn cannot_read(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "expected a pack's folder or a YAML file, found nothing".to_owned(),
        io::ErrorKind::PermissionDenied => "access to the file is denied".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}

fn fail(path: &Path, message: &str) -> LoadError {
    LoadError { path: path.to_owned(), message: message.to_owned() }
}

//! Packs in a single file, to be sent to others: `.foeman.zip` archives.
//!
//! An archive holds the files of the pack alone: its YAML files, its translations, the images that its records name, and its licence and
//! read-me. Archives are untrusted: [`read`] refuses entries outside the folder, links, duplicates
//! and sizes beyond [`MOST_BYTES`] before anything is written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Cursor, Read as _, Write as _};
use std::path::Path;

use foeman_schema::dialect::Dialect;
use foeman_schema::draft::{Draft, PACK_FILE};
use foeman_schema::file_name::{fault, folded};
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::RecordKey;
use zip::read::ZipArchive;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use crate::save::{OWN_FOLDER, file_in, is_inside};
use crate::template::{NewError, write_new};

/// The extension of an archive.
pub const EXTENSION: &str = "foeman.zip";
/// Maximum size of an archive in bytes.
pub const MOST_PACKED: u64 = 64 << 20;
/// Maximum total size of the files in an archive in bytes.
pub const MOST_BYTES: u64 = 256 << 20;
/// Maximum number of entries of an archive.
pub const MOST_ENTRIES: usize = 10_000;

/// The catalog of image files.
const IMAGES: &str = "images";
/// Files in the pack's folder that belong to it though no record names them, without extension.
const PAPERS: [&str; 4] = ["LICENSE", "LICENCE", "COPYING", "README"];
/// The extensions of the files of a pack.
const KNOWN: [&str; 12] = ["yaml", "yml", "po", "md", "txt", "png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff"];

/// A packed pack.
#[derive(Debug)]
pub struct Packed {
    /// The bytes of the archive; the same for the same files.
    pub bytes: Vec<u8>,
    /// The paths of its files.
    pub files: Vec<String>,
    /// The images that records name but that cannot be read, with the reason.
    pub missing: Vec<(String, String)>,
}

/// The contents of an archive.
#[derive(Debug)]
pub struct Contents {
    /// The files by path with `/`, in path order.
    pub files: Vec<(String, Vec<u8>)>,
    /// The entries that are not files of a pack.
    pub left_out: Vec<String>,
}

/// Why an archive is refused.
#[derive(Debug)]
pub enum ArchiveError {
    /// It cannot be read: the path and the error.
    Unreadable(io::Error),
    /// It is not an archive, or a damaged one.
    Damaged(String),
    /// It is too large, with what and the limit.
    TooLarge(String),
    /// An entry is not acceptable: its name and why.
    Entry(String, &'static str),
    /// It has no `pack.yaml`.
    NoPack,
    /// The folder cannot be written.
    Folder(NewError),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "it cannot be read: {error}"),
            Self::Damaged(why) => write!(f, "it is not a complete zip archive: {why}"),
            Self::TooLarge(what) => write!(f, "it is too large: {what}"),
            Self::Entry(name, why) => write!(f, "its entry `{}` {why}", name.escape_debug()),
            Self::NoPack => write!(f, "it contains no `{PACK_FILE}`, so it is no pack"),
            Self::Folder(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArchiveError {}

/// Returns the name of the folder of an archive: its file name without extensions.
pub fn folder_name(archive: &Path) -> String {
    let name = archive.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = name.strip_suffix(&format!(".{EXTENSION}")).or(name.strip_suffix(".zip")).unwrap_or(&name);
    if stem == name { format!("{name}-pack") } else { stem.to_owned() }
}

/// Packs the current text of a pack, with the images in its folder.
///
/// # Errors
/// If the archive would be one that [`read`] refuses.
pub fn pack(draft: &Draft, folder: &Path) -> Result<Packed, ArchiveError> {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut missing = Vec::new();
    for path in images(draft) {
        match file_in(folder, &path).and_then(fs::read) {
            Ok(bytes) => drop(files.insert(path, bytes)),
            Err(error) => missing.push((path, error.to_string())),
        }
    }
    for name in papers(folder) {
        if let Ok(bytes) = file_in(folder, &name).and_then(fs::read) {
            files.insert(name, bytes);
        }
    }
    for file in draft.files() {
        files.insert(draft.path(file).to_owned(), draft.text(file).as_bytes().to_vec());
    }
    if files.len() > MOST_ENTRIES {
        return Err(ArchiveError::TooLarge(format!("{} files; at most {MOST_ENTRIES} are possible", files.len())));
    }
    let size: u64 = files.values().map(|bytes| bytes.len() as u64).sum();
    if size > MOST_BYTES {
        return Err(ArchiveError::TooLarge(format!("{size} bytes; at most {MOST_BYTES} are possible")));
    }
    let bytes = zipped(&files).map_err(|error| ArchiveError::Damaged(error.to_string()))?;
    if bytes.len() as u64 > MOST_PACKED {
        return Err(ArchiveError::TooLarge(format!(
            "{} bytes packed; at most {MOST_PACKED} are possible",
            bytes.len()
        )));
    }
    Ok(Packed { bytes, files: files.into_keys().collect(), missing })
}

/// The paths of the images that the pack's own records name.
fn images(draft: &Draft) -> BTreeSet<String> {
    let file = |id: &str| draft.merged(&RecordKey::new(IMAGES, id))?.get("file")?.as_str().map(str::to_owned);
    draft.own_ids(IMAGES).filter_map(file).collect()
}

/// The names of the licence and the read-me in a folder.
fn papers(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_paper = |name: &String| {
        let (stem, extension) = name.split_once('.').unwrap_or((name, "txt"));
        PAPERS.contains(&stem) && matches!(extension, "txt" | "md")
    };
    names.filter(is_paper).collect()
}

fn zipped(files: &BTreeMap<String, Vec<u8>>) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    // The time of a file would make two archives of the same files different.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (path, bytes) in files {
        writer.start_file(path.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

/// Reads an archive of at most [`MOST_PACKED`] bytes from a file.
///
/// # Errors
/// If the file cannot be read, or for the reasons of [`read`].
pub fn open(path: &Path) -> Result<Contents, ArchiveError> {
    if path.is_dir() {
        return Err(ArchiveError::Unreadable(io::Error::other("expected a zip file, found a folder")));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).and_then(|file| file.take(MOST_PACKED + 1).read_to_end(&mut bytes));
    file.map_err(ArchiveError::Unreadable)?;
    if bytes.len() as u64 > MOST_PACKED {
        return Err(ArchiveError::TooLarge(format!("more than {MOST_PACKED} bytes")));
    }
    read(&bytes)
}

/// Reads an archive without writing anything.
///
/// If all entries are in one folder, that folder is left away.
///
/// # Errors
/// If it is damaged, too large once unpacked or without `pack.yaml`, or if an entry is outside the folder, a link,
/// encrypted, a duplicate, or has a name that some systems do not allow.
pub fn read(bytes: &[u8]) -> Result<Contents, ArchiveError> {
    let damaged = |error: zip::result::ZipError| ArchiveError::Damaged(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if archive.len() > MOST_ENTRIES {
        return Err(ArchiveError::TooLarge(format!("{} entries; at most {MOST_ENTRIES} are possible", archive.len())));
    }
    if archive.has_duplicate_names() {
        return Err(ArchiveError::Damaged("two entries have the same name".to_owned()));
    }
    if archive.has_overlapping_entries().map_err(damaged)? {
        return Err(ArchiveError::Damaged("entries overlap".to_owned()));
    }
    let too_large = || ArchiveError::TooLarge(format!("more than {MOST_BYTES} bytes once unpacked"));
    // Sizes that the archive admits are refused before memory is taken for them.
    let mut whole: u64 = 0;
    for at in 0..archive.len() {
        whole = whole.saturating_add(archive.by_index_raw(at).map_err(damaged)?.size());
    }
    if whole > MOST_BYTES {
        return Err(too_large());
    }
    let (mut entries, mut seen) = (Vec::new(), BTreeSet::new());
    for at in 0..archive.len() {
        let entry = archive.by_index(at).map_err(damaged)?;
        let name = entry.name().map_err(damaged)?.into_owned();
        let plain = name.strip_suffix('/').unwrap_or(&name);
        check_name(plain)?;
        if entry.is_symlink() {
            return Err(ArchiveError::Entry(name, "is a link; a pack has files and folders alone"));
        }
        if entry.is_dir() {
            continue;
        }
        if !seen.insert(folded(plain)) {
            return Err(ArchiveError::Entry(name, "has the same name as another one on some systems"));
        }
        let mut content = Vec::new();
        let size = entry.size();
        entry.take(size + 1).read_to_end(&mut content).map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        if content.len() as u64 != size {
            return Err(ArchiveError::Entry(name, "has another size than the archive says"));
        }
        entries.push((name, content));
    }
    let top = if entries.iter().any(|(name, _)| name == PACK_FILE) { String::new() } else { top(&entries) };
    let mut contents = Contents { files: Vec::new(), left_out: Vec::new() };
    for (name, content) in entries {
        match name.strip_prefix(&top).filter(|path| is_of_pack(path)) {
            Some(path) => contents.files.push((path.to_owned(), content)),
            None => contents.left_out.push(name),
        }
    }
    contents.files.sort();
    match contents.files.iter().any(|(path, _)| path == PACK_FILE) {
        true => Ok(contents),
        false => Err(ArchiveError::NoPack),
    }
}

fn check_name(name: &str) -> Result<(), ArchiveError> {
    if !is_inside(name) {
        return Err(ArchiveError::Entry(name.to_owned(), "is outside the pack"));
    }
    match name.split('/').any(|part| fault(part).is_some()) {
        true => Err(ArchiveError::Entry(name.to_owned(), "has a name that some systems do not allow")),
        false => Ok(()),
    }
}

/// The folder of the first `pack.yaml`, with `/`; empty if there is none one step below.
fn top(entries: &[(String, Vec<u8>)]) -> String {
    let header = entries.iter().find_map(|(name, _)| name.strip_suffix(PACK_FILE));
    header.filter(|top| top.matches('/').count() == 1).unwrap_or_default().to_owned()
}

/// Whether a path belongs to a pack: it is not hidden, and its extension is known.
fn is_of_pack(path: &str) -> bool {
    let is_hidden = path.split('/').any(|part| part.starts_with('.'));
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_known = match name.rsplit_once('.') {
        Some((_, extension)) => KNOWN.contains(&extension.to_ascii_lowercase().as_str()),
        None => PAPERS.contains(&name),
    };
    !is_hidden && is_known
}

/// Writes the contents of an archive to a new or empty folder, with the JSON Schema for text editors; leaves nothing
/// behind on failure.
///
/// # Errors
/// If the folder is not empty or cannot be written.
pub fn unpack(contents: Contents, folder: &Path, dialects: &[&'static Dialect]) -> Result<usize, ArchiveError> {
    let Contents { mut files, .. } = contents;
    let count = files.len();
    let texts = files.iter().filter(|(path, _)| path.ends_with(".yaml"));
    let texts = texts.filter_map(|(path, bytes)| Some((path.clone(), String::from_utf8(bytes.clone()).ok()?)));
    if let Some(dialect) = Draft::from_texts(texts, dialects).dialect() {
        files.push((format!("{OWN_FOLDER}/schema.json"), format!("{:#}\n", json_schema(dialect)).into_bytes()));
    }
    write_new(folder, &files).map_err(ArchiveError::Folder)?;
    Ok(count)
}

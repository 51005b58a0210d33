//! The bitmaps of a pack, loaded on demand and cached.
//!
//! The header of a file decides whether it is unpacked: bytes and pixels are limited, and all bitmaps of a pack share one
//! allowance of pixels. Links, paths out of the folder and irregular files are refused.
//! A failure is a value with a remedy, not an error: a pack can be drawn and played without its bitmaps.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use image::{ImageError, ImageReader, Limits};

use super::Draft;
use crate::catalogs::images::Image;
use crate::dialect::Record;
use crate::did_you_mean::near;
use crate::file_name::{composed, folded};
use crate::source::limits;
use crate::text::RecordKey;

/// The pixels of a bitmap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bitmap {
    /// Width and height.
    pub size: [u32; 2],
    /// Red, green, blue and alpha of each pixel, row by row.
    pub pixels: Vec<u8>,
}

/// Why a bitmap cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitmapError {
    /// An `expected ..., found ...` message.
    pub message: String,
    /// The help: how to fix it.
    pub help: &'static str,
    /// Paths of existing files with similar names.
    pub near: Vec<String>,
}

/// Cache of the pack's bitmaps, by path.
#[derive(Clone, Debug, Default)]
pub(super) struct Bitmaps {
    kept: Arc<Mutex<BTreeMap<String, Kept>>>,
    /// Locked while a bitmap is loaded, so that none is loaded twice and the total stays within the limit.
    reading: Arc<Mutex<()>>,
}

#[derive(Clone, Debug)]
struct Kept {
    stamp: Stamp,
    bitmap: Arc<Result<Bitmap, BitmapError>>,
}

impl Bitmap {
    /// Reads a PNG, JPEG, GIF, BMP or TIFF file from any path. Bitmaps over the size limit are not decoded.
    pub fn read(file: &Path) -> Result<Self, BitmapError> {
        read_file(file, &file.display().to_string(), limits::PIXELS)
    }
}

impl Bitmaps {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the total number of pixels loaded.
    fn pixels(&self) -> usize {
        let kept = self.lock();
        let read = kept.values().filter_map(|kept| kept.bitmap.as_ref().as_ref().ok());
        read.map(|bitmap| bitmap.pixels.len() / 4).sum()
    }
}

/// Size and modification time of an existing file.
type Stamp = Option<(u64, Option<SystemTime>)>;

impl Draft {
    /// Returns a bitmap of the pack, by its path relative to the pack's folder. The first call loads the file, which
    /// can take a while; it is loaded again if [`refresh_bitmaps`](Self::refresh_bitmaps) finds it changed.
    pub fn bitmap(&self, path: &str) -> Arc<Result<Bitmap, BitmapError>> {
        if let Some(read) = self.read_bitmap(path) {
            return read;
        }
        // Other loads wait for this lock; look-ups in the cache do not.
        let _reading = self.bitmaps.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(read) = self.read_bitmap(path) {
            return read;
        }
        let file = self.bitmap_file(path);
        let stamp = file.as_ref().ok().and_then(|file| stamp(file));
        let room = limits::PIXELS.saturating_sub(self.bitmaps.pixels());
        let bitmap = Arc::new(file.and_then(|file| read_file(&file, path, room)));
        self.bitmaps.lock().insert(path.to_owned(), Kept { stamp, bitmap: Arc::clone(&bitmap) });
        bitmap
    }

    /// Returns a bitmap if it has been loaded. Never waits for a load in progress.
    pub fn read_bitmap(&self, path: &str) -> Option<Arc<Result<Bitmap, BitmapError>>> {
        Some(Arc::clone(&self.bitmaps.lock().get(path)?.bitmap))
    }

    /// Returns the number of bitmaps loaded, failed ones included. Together with the revision, this detects new
    /// bitmaps.
    pub fn bitmaps_read(&self) -> usize {
        self.bitmaps.lock().len()
    }

    /// Returns whether an image refers to a bitmap that is not loaded yet, so that the next check will take longer.
    pub fn has_unread_bitmaps(&self) -> bool {
        let read = self.bitmaps.lock();
        self.ids(Image::CATALOG).any(|id| {
            let node = self.record_node(&RecordKey::new(Image::CATALOG, id));
            let file = node.and_then(|node| node.entry("file")?.value.text());
            file.is_some_and(|file| !read.contains_key(file))
        })
    }

    /// Drops cached bitmaps whose files were changed, added or removed. Returns whether there were any.
    pub fn refresh_bitmaps(&mut self) -> bool {
        let mut kept = self.bitmaps.lock();
        let before = kept.len();
        kept.retain(|path, kept| {
            let now = self.bitmap_file(path).ok().and_then(|file| stamp(&file));
            // If any bitmap is dropped, failed bitmaps are dropped too, since bitmaps over the total limit may fit now.
            now == kept.stamp
        });
        let changed = kept.len() < before;
        if changed {
            kept.retain(|_, kept| kept.bitmap.is_ok());
        }
        drop(kept);
        self.revision += u64::from(changed);
        changed
    }

    /// Returns the path of a bitmap's file: in the pack's folder, or in the folder of the required pack named before a
    /// colon. Symbolic links are not followed.
    fn bitmap_file(&self, path: &str) -> Result<PathBuf, BitmapError> {
        let named = path;
        let (pack, path) = path.split_once(':').map_or((None, path), |(pack, path)| (Some(pack), path));
        let required = pack.map(|id| self.required().iter().find(|pack| pack.id == id));
        let inside = "write the path of the file relative to the pack's folder, such as `pictures/grass.png`";
        let parts: Vec<&str> = path.split('/').collect();
        let is_plain = |part: &&str| !matches!(*part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
        if path.contains('\\') {
            let message = format!("expected `/` between folders, found `\\` in `{path}`");
            return Err(BitmapError { near: vec![named.replace('\\', "/")], ..fail(message, inside) });
        }
        if !parts.iter().all(is_plain) {
            return Err(fail(format!("expected a path inside the pack, found `{path}`"), inside));
        }
        if let Some(None) = required {
            let message =
                format!("expected a file of this pack or a required pack, found the pack `{}`", pack.unwrap_or(""));
            return Err(fail(message, inside));
        }
        let root = match required.flatten() {
            Some(pack) => pack.root.as_deref(),
            None => self.root(),
        };
        let Some(root) = root else {
            return Err(fail(
                format!("`{path}` cannot be found, because the pack is not saved in a folder yet"),
                "save the pack, and copy the file to its folder",
            ));
        };
        let mut file = if root.is_file() { root.parent().unwrap_or(root).to_owned() } else { root.to_owned() };
        let missing = |near: Vec<String>| {
            let front = pack.map_or_else(String::new, |pack| format!("{pack}:"));
            let near = near.into_iter().map(|path| format!("{front}{path}")).collect();
            BitmapError { near, ..fail(format!("the pack has no file `{path}`"), inside) }
        };
        for (number, part) in parts.iter().enumerate() {
            let folder = file.clone();
            file.push(part);
            let found = fs::symlink_metadata(&file).ok().filter(|_| is_called(&file, part));
            let kind = found.ok_or_else(|| missing(near_paths(&folder, &parts, number)))?;
            if kind.is_symlink() {
                let help = "copy the file to the pack, so that it is part of every copy of the pack";
                return Err(fail(
                    format!("expected a file in the pack's folder, but the path `{path}` contains a link"),
                    help,
                ));
            }
        }
        Ok(file)
    }
}

/// Returns whether the name of a file on disk is exactly `name`; some file systems ignore case.
fn is_called(file: &Path, name: &str) -> bool {
    if cfg!(target_os = "linux") {
        return true;
    }
    let real = fs::canonicalize(file).ok();
    let real = real.as_deref().and_then(Path::file_name).and_then(|real| real.to_str());
    // The target of a link has another name; links are reported separately.
    real.is_none_or(|real| composed(real) == composed(name) || folded(real) != folded(name))
}

/// Returns existing paths similar to one whose component at this position does not exist.
fn near_paths(folder: &Path, parts: &[&str], number: usize) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(limits::FILES);
    let names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let wanted = parts[number];
    let is_last = number + 1 == parts.len();
    let exact: Vec<&str> = names.iter().map(String::as_str).filter(|name| folded(name) == folded(wanted)).collect();
    let close = if exact.is_empty() { near(wanted, names.iter().map(String::as_str)) } else { exact };
    let path = |name: &str| {
        let mut path: Vec<&str> = parts.to_vec();
        path[number] = name;
        path.join("/")
    };
    let is_there = |name: &&str| folder.join(name).is_dir() != is_last;
    let mut paths: Vec<String> = close.into_iter().filter(is_there).map(path).collect();
    paths.sort();
    paths
}

fn stamp(file: &Path) -> Stamp {
    let data = fs::metadata(file).ok()?;
    Some((data.len(), data.modified().ok()))
}

fn read_file(file: &Path, path: &str, room: usize) -> Result<Bitmap, BitmapError> {
    let unreadable =
        |error: std::io::Error| fail(format!("`{path}` cannot be read: {error}"), "check the permissions of the file");
    if !fs::metadata(file).map_err(unreadable)?.is_file() {
        return Err(fail(format!("`{path}` is not a file"), "name a PNG, JPEG, GIF, BMP or TIFF file"));
    }
    let mut bytes = Vec::new();
    let most = limits::BITMAP_BYTES as u64;
    fs::File::open(file).map_err(unreadable)?.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        let message = format!("the limit is {} MiB, but `{path}` is larger", most >> 20);
        return Err(fail(message, "reduce it, or divide it into several files"));
    }
    decode(&bytes, path, room)
}

fn decode(bytes: &[u8], path: &str, room: usize) -> Result<Bitmap, BitmapError> {
    let reader = |limits: Limits| {
        let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
        reader.limits(limits);
        reader.format().is_some_and(|format| format.reading_enabled()).then_some(reader)
    };
    let most = || {
        let mut limits = Limits::default();
        limits.max_image_width = Some(limits::BITMAP_SIDE);
        limits.max_image_height = Some(limits::BITMAP_SIDE);
        limits.max_alloc = Some(8 * u64::from(limits::BITMAP_SIDE).pow(2));
        limits
    };
    let other = || {
        let found = image::guess_format(bytes).ok().and_then(|format| format.extensions_str().first());
        let found = found.map_or_else(|| "is none".to_owned(), |ending| format!("is {}", ending.to_uppercase()));
        let message = format!("expected a PNG, JPEG, GIF, BMP or TIFF file, but `{path}` {found}");
        fail(message, "open it in an image editor and save it as PNG")
    };
    // Check the size in the header first, so that nothing too large is decoded.
    let size =
        reader(Limits::no_limits()).ok_or_else(other)?.into_dimensions().map_err(|error| broken(path, &error))?;
    let (width, height) = size;
    let side = limits::BITMAP_SIDE;
    if width > side || height > side || width == 0 || height == 0 {
        let message = format!("expected 1 to {side} pixels in each direction, but `{path}` has {width} x {height}");
        return Err(fail(message, "scale it down; a cell is rarely drawn larger than 128 pixels"));
    }
    if width as usize * height as usize > room {
        let most = limits::PIXELS / 1_000_000;
        let message =
            format!("the images of a pack can have {most} million pixels in total, but `{path}` exceeds that");
        return Err(fail(message, "scale some of them down"));
    }
    let decoded = reader(most()).ok_or_else(other)?.decode().map_err(|error| broken(path, &error))?;
    Ok(Bitmap { size: [width, height], pixels: decoded.into_rgba8().into_raw() })
}

fn broken(path: &str, error: &ImageError) -> BitmapError {
    // The messages of the library are for programmers.
    let why = match error {
        ImageError::Limits(_) => "it needs too much memory",
        ImageError::Unsupported(_) => "its encoding is not supported",
        ImageError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => "the end of the file is missing",
        _ => "its data is damaged",
    };
    let message = format!("the image `{path}` cannot be read: {why}");
    fail(message, "open it in an image editor and save it again, or get a new copy")
}

fn fail(message: String, help: &'static str) -> BitmapError {
    BitmapError { message, help, near: Vec::new() }
}

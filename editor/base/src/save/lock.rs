//! One writer per pack: an operating system file lock, which disappears with the process that holds it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::state;

/// How often to retry a lock that is held.
const EACH: Duration = Duration::from_millis(5);
/// How long a reader waits for files that are being replaced.
const READER_WAITS: Duration = Duration::from_secs(5);

const LOCK: &str = "lock";
/// Contains the id of the process that holds the lock. A separate file, because Windows does not let other processes
/// read a locked file.
const HOLDER: &str = "holder";

/// The lock of a pack's writer.
#[derive(Debug)]
pub(super) struct Lock {
    folder: PathBuf,
    _file: File,
}

/// Why a pack could not be locked.
#[derive(Debug)]
pub(super) enum Unlocked {
    /// Another process holds the lock; its id, if known.
    Held(Option<u32>),
    /// The lock file cannot be opened or locked.
    Failed(io::Error),
}

impl Lock {
    /// Locks a pack whose state is in `folder`; waits at most for `patience`.
    pub(super) fn take(folder: &Path, patience: Duration) -> Result<Self, Unlocked> {
        let until = Instant::now() + patience;
        let path = folder.join(LOCK);
        loop {
            state::make(folder).map_err(Unlocked::Failed)?;
            let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
            let locked = match file {
                Ok(file) => match file.try_lock() {
                    Ok(()) => Some(file),
                    Err(TryLockError::WouldBlock) => None,
                    Err(TryLockError::Error(error)) => return Err(Unlocked::Failed(error)),
                },
                // The previous holder has just removed the folder.
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => return Err(Unlocked::Failed(error)),
            };
            if let Some(file) = locked.filter(|file| is_at(file, &path)) {
                fs::write(folder.join(HOLDER), std::process::id().to_string()).map_err(Unlocked::Failed)?;
                return Ok(Self { folder: folder.to_owned(), _file: file });
            }
            if Instant::now() >= until {
                let holder = fs::read_to_string(folder.join(HOLDER)).ok();
                return Err(Unlocked::Held(holder.and_then(|text| text.trim().parse().ok())));
            }
            thread::sleep(EACH);
        }
    }

    /// Returns the folder with the pack's state.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Clean up after a completed save. After a failed one, the folder still contains the journal and stays.
        let _ = fs::remove_file(self.folder.join(HOLDER));
        if cfg!(unix) && !self.folder.join(super::list::LIST).exists() {
            let _ = fs::remove_file(self.folder.join(LOCK));
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Whether the lock of a pack is free.
pub(super) fn is_free(folder: &Path) -> bool {
    match File::open(folder.join(LOCK)) {
        Ok(file) => file.try_lock_shared().is_ok(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Whether an open file is still the one at a path; its last holder may have removed it.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let [open, there] = [file.metadata(), fs::metadata(path)].map(|data| data.map(|data| (data.dev(), data.ino())));
    open.is_ok_and(|open| there.is_ok_and(|there| open == there))
}

/// On other systems the lock file is never removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Blocks the replacement of a pack's files while it is held, if the system can lock folders.
#[derive(Debug)]
pub struct Reading {
    locked: Result<Option<File>, ()>,
}

impl Reading {
    /// Waits until the files of a running save are in place, with a time limit.
    pub fn of(folder: &Path) -> Self {
        let locked = |file: &File| file.try_lock_shared();
        Self { locked: hold(folder, READER_WAITS, locked) }
    }

    /// Whether another process may still be replacing files, because the system cannot lock the folder.
    pub(super) fn is_in_doubt(&self) -> bool {
        matches!(self.locked, Ok(None))
    }
}

/// Excludes readers, and writers with another home folder, while a pack's files are replaced. An error if another
/// process keeps the folder locked.
pub(super) fn exclusively(folder: &Path, patience: Duration) -> Result<Option<File>, ()> {
    hold(folder, patience, File::try_lock)
}

fn hold(
    folder: &Path,
    patience: Duration,
    lock: impl Fn(&File) -> Result<(), TryLockError>,
) -> Result<Option<File>, ()> {
    // Windows cannot open folders as files, and some file systems cannot lock them.
    let Ok(file) = File::open(folder) else { return Ok(None) };
    let until = Instant::now() + patience;
    loop {
        match lock(&file) {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if Instant::now() >= until => return Err(()),
            Err(TryLockError::WouldBlock) => thread::sleep(EACH),
        }
    }
}

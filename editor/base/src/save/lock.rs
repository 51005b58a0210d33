//! One writer for each pack: a file lock of the system, which vanishes with the process that holds it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::state;

/// How often a lock that is held is tried again.
const EACH: Duration = Duration::from_millis(5);
/// As long as a reader waits for files that are just being replaced.
const READER_WAITS: Duration = Duration::from_secs(5);

const LOCK: &str = "lock";
/// Holds the id of the process with the lock. On Windows nobody else can read a locked file, so it is another one.
const HOLDER: &str = "holder";

/// The lock of a pack's writer.
#[derive(Debug)]
pub(super) struct Lock {
    folder: PathBuf,
    _file: File,
}

/// Why there is no lock.
#[derive(Debug)]
pub(super) enum Unlocked {
    /// Another process has it: its id, where that is known.
    Held(Option<u32>),
    /// It cannot be locked.
    Failed(io::Error),
}

impl Lock {
    /// Locks a pack, whose state is in a folder; waits for others, but no longer than told.
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
                // The holder has just removed the folder.
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

    /// The folder with the pack's state.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Nothing is left of a save that is over. A folder with the list of one that failed is not empty, and stays.
        let _ = fs::remove_file(self.folder.join(HOLDER));
        if cfg!(unix) && !self.folder.join(super::list::LIST).exists() {
            let _ = fs::remove_file(self.folder.join(LOCK));
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Whether nobody holds the lock of a pack.
pub(super) fn is_free(folder: &Path) -> bool {
    match File::open(folder.join(LOCK)) {
        Ok(file) => file.try_lock_shared().is_ok(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Whether an open file is the one at a path: its last holder may have removed it.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let [open, there] = [file.metadata(), fs::metadata(path)].map(|data| data.map(|data| (data.dev(), data.ino())));
    open.is_ok_and(|open| there.is_ok_and(|there| open == there))
}

/// Other systems keep the file.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// While it is held, no file of a pack is replaced, as far as the system can lock folders.
#[derive(Debug)]
pub struct Reading {
    locked: Result<Option<File>, ()>,
}

impl Reading {
    /// Waits until all files of a save are in place, but not for ever.
    pub fn of(folder: &Path) -> Self {
        let locked = |file: &File| file.try_lock_shared();
        Self { locked: hold(folder, READER_WAITS, locked) }
    }

    /// Whether a process may be replacing files all the same, since the system cannot lock the folder.
    pub(super) fn is_in_doubt(&self) -> bool {
        matches!(self.locked, Ok(None))
    }
}

/// Keeps readers, and writers with another home folder, out of a pack while its files are replaced. An error if another
/// process has locked the folder all the time.
pub(super) fn exclusively(folder: &Path, patience: Duration) -> Result<Option<File>, ()> {
    hold(folder, patience, File::try_lock)
}

fn hold(
    folder: &Path,
    patience: Duration,
    lock: impl Fn(&File) -> Result<(), TryLockError>,
) -> Result<Option<File>, ()> {
    // Windows opens no folders, and some file systems lock none.
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

//! Notices that other programs write to a pack: looks about once a second, on a thread of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};

/// How often it is looked.
const EACH: Duration = Duration::from_secs(1);

/// The endings of files that a pack is made of.
const WATCHED: [&str; 6] = [".yaml", ".yml", ".png", ".jpg", ".jpeg", ".bmp"];

/// What tells that a file has been written: when it was last, and how long it is.
type Look = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// A watch over a pack's folder; it ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    root: PathBuf,
    /// Ends the watch by being dropped.
    _end: Sender<()>,
}

impl Watch {
    /// Watches a folder or a file. `tell` is called when something has changed there, and only then; the watch ends
    /// when it says that nobody listens.
    pub fn new(root: &Path, tell: impl Fn() -> bool + Send + 'static) -> Self {
        let (end, ended) = mpsc::channel::<()>();
        let watched = root.to_owned();
        std::thread::spawn(move || {
            let mut before = look(&watched);
            while ended.recv_timeout(EACH) == Err(RecvTimeoutError::Timeout) {
                let now = look(&watched);
                if now != before {
                    before = now;
                    if !tell() {
                        break;
                    }
                }
            }
        });
        Self { root: root.to_owned(), _end: end }
    }

    /// What is watched.
    pub fn root(&self) -> &Path {
        &self.root
    }
}

fn look(root: &Path) -> Look {
    let mut seen = Look::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        if folder.is_file() {
            note(&mut seen, &folder);
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if name.starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                folders.push(entry.path());
            } else if WATCHED.iter().any(|ending| name.ends_with(ending)) {
                note(&mut seen, &entry.path());
            }
        }
    }
    seen
}

fn note(seen: &mut Look, path: &Path) {
    if let Ok(data) = fs::metadata(path) {
        seen.insert(path.to_owned(), (data.modified().ok(), data.len()));
    }
}

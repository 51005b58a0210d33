//! Notices that other programs write to a pack: looks about once a second, on a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use crate::look::look;

/// How often it is looked.
const EACH: Duration = Duration::from_secs(1);

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

//! Notices that other programs write to packs: looks about once a second, on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use crate::look::look;

/// How often it is looked.
const EACH: Duration = Duration::from_secs(1);

/// A watch over folders and files; it ends when it is dropped.
#[derive(Debug)]
pub struct Watch {
    roots: Vec<PathBuf>,
    /// Ends the watch by being dropped.
    _end: Sender<()>,
}

impl Watch {
    /// Watches folders and files. `tell` is called when something has changed there, and only then; the watch ends
    /// when it says that nobody listens.
    pub fn new(roots: Vec<PathBuf>, tell: impl Fn() -> bool + Send + 'static) -> Self {
        let (end, ended) = mpsc::channel::<()>();
        let watched = roots.clone();
        // Looked at here and not by the thread, which may begin late: whatever is written from now on is noticed.
        let mut before = look(&watched);
        std::thread::spawn(move || {
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
        Self { roots, _end: end }
    }

    /// What is watched.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }
}

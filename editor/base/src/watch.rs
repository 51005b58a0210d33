//! Detects changes of packs by other programs, by polling on a separate thread.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use crate::look::look;

/// The polling interval.
const EACH: Duration = Duration::from_secs(1);

/// Watches folders and files until it is dropped.
#[derive(Debug)]
pub struct Watch {
    roots: Vec<PathBuf>,
    /// Dropping this ends the thread.
    _end: Sender<()>,
}

impl Watch {
    /// Watches folders and files and calls `tell` after each change. The watch ends when `tell` returns false.
    pub fn new(roots: Vec<PathBuf>, tell: impl Fn() -> bool + Send + 'static) -> Self {
        let (end, ended) = mpsc::channel::<()>();
        let watched = roots.clone();
        // The first snapshot is taken on this thread, so that no write after this call is missed.
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

    /// Returns the watched folders and files.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }
}

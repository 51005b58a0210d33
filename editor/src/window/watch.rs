//! Notices that other programs write to a pack: looks about once a second, off the window's thread.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use egui::Context;

use crate::look::look;

/// How often it is looked.
const EACH: Duration = Duration::from_secs(1);

/// A watch over a pack's folder; it ends when it is dropped.
pub struct Watch {
    root: PathBuf,
    news: Receiver<()>,
    /// Ends the watch by being dropped.
    _end: Sender<()>,
}

impl Watch {
    /// Watches a folder or a file; a window is drawn anew when something has changed there, and only then.
    pub fn new(root: &Path, ctx: Context) -> Self {
        let (sender, news) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let watched = root.to_owned();
        std::thread::spawn(move || {
            let mut before = look(&watched);
            while ended.recv_timeout(EACH) == Err(RecvTimeoutError::Timeout) {
                let now = look(&watched);
                if now != before {
                    before = now;
                    if sender.send(()).is_err() {
                        break;
                    }
                    ctx.request_repaint();
                }
            }
        });
        Self { root: root.to_owned(), news, _end: end }
    }

    /// What is watched.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether something has changed since it was asked last.
    pub fn has_news(&self) -> bool {
        self.news.try_iter().count() > 0
    }
}

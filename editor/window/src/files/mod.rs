//! Opening, creating, saving and closing packs, and the dialogs that choose a file or folder.

mod action;
mod archive;
mod begin;
mod browser;
pub mod browser_dialog;
pub mod commands;
mod folders;
mod new;
pub mod new_pack;
mod perform;
pub mod welcome;

pub(crate) use archive::{is_archive, is_journal, is_turn, unpack};
pub(crate) use begin::{choose, create, hear_dialog, perform, save_as};
pub(crate) use perform::{fail_to_open, home_of, keep_view, save, view_of};

pub use action::BeginAction;
pub use browser::{Browser, Purpose};
pub use new::NewPack;

use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::Instant;

/// The file dialogs, and the state of opening packs.
#[derive(Default)]
pub struct State {
    /// The path of the pack that could not be opened, and the error.
    pub(crate) failure: Option<Failure>,
    /// The desktop's file dialog, while open.
    dialog: Option<Dialog>,
    /// The built-in file browser, while open.
    pub(crate) browser: Option<Browser>,
    /// Whether to use the desktop's file dialogs.
    pub(crate) desktop: bool,
    /// Whether the window is to be closed.
    pub(crate) quitting: bool,
}

/// An open desktop file dialog.
struct Dialog {
    purpose: Purpose,
    since: Instant,
    answer: Receiver<Option<PathBuf>>,
}

/// An error from opening a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The folder or file of the pack.
    pub path: PathBuf,
    /// The error message: expected and found.
    pub message: String,
}

impl State {
    /// Uses the desktop's file dialogs; if there are none, the built-in file browser is used.
    pub fn ask_desktop(&mut self) {
        self.desktop = true;
    }

    /// Whether a desktop file dialog is open.
    pub fn in_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// Returns the built-in file browser, while open.
    pub fn browser(&self) -> Option<&Browser> {
        self.browser.as_ref()
    }

    /// Returns the error from opening the last pack.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Whether the window is to be closed.
    pub fn is_quitting(&self) -> bool {
        self.quitting
    }
}

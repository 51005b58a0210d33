//! The window and the language server as the command line starts them, so that it need not be built with either.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use foeman_engine::game::Registry;

/// The functions that start the window and the language server.
#[derive(Clone, Copy)]
pub struct Frontends {
    /// Opens the window and returns when it is closed. The error says why it could not be opened.
    pub window: fn(WindowOptions, Registry) -> Result<(), String>,
    /// Everything that a screenshot can show.
    pub panels: fn() -> Vec<Panel>,
    /// Serves a text editor until it disconnects. Returns whether it asked to shut down before.
    pub language_server: fn(Registry, Box<dyn BufRead + Send>, &mut dyn Write) -> io::Result<bool>,
}

/// How to open the window.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WindowOptions {
    /// The pack to open.
    pub pack: Option<PathBuf>,
    /// Folders in which required packs are looked for.
    pub packs: Vec<PathBuf>,
    /// The language of texts in battles; as written if there is none.
    pub language: Option<String>,
    /// The folder for settings; the user's own if there is none.
    pub profile: Option<PathBuf>,
    /// The screenshot to take instead of staying open.
    pub screenshot: Option<Screenshot>,
}

/// A screenshot to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screenshot {
    /// The PNG file to write.
    pub file: PathBuf,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Whether to use the dark theme.
    pub dark: bool,
    /// The name of the [`Panel`] to show; if there is none, the window as it opens.
    pub panel: Option<String>,
}

/// A part of the window that a screenshot can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Panel {
    /// Its name on the command line, such as `map:ID`.
    pub name: &'static str,
    /// A description with an example.
    pub about: &'static str,
}

//! Displays without a screen.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// A running Xvfb, which ends with this value.
pub(crate) struct Display {
    server: Child,
    /// Its name, such as `:1`.
    pub(crate) name: String,
}

impl Display {
    /// Starts a display with one screen of this size.
    pub(crate) fn start([width, height]: [u32; 2]) -> Result<Self, String> {
        let screen = format!("{width}x{height}x24");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", &screen])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start Xvfb: {error}"))?;
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number).map_err(|error| format!("cannot read from Xvfb: {error}"))?;
        }
        let display = Self { server, name: format!(":{}", number.trim()) };
        if number.trim().is_empty() { Err("Xvfb ended without opening a display".to_owned()) } else { Ok(display) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// Whether a program is installed.
pub(crate) fn has_program(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

//! Checking again whenever a file changes.

use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::console::{Console, Exit, Failure};
use crate::look::{Look, look};

/// How often it is looked whether something has changed.
const EACH: Duration = Duration::from_millis(300);

/// Files that have not changed for so long are checked.
const SETTLED: Duration = Duration::from_millis(100);

/// Checks, and again after each change of a file, without end: Ctrl+C ends the program, as every other.
pub(super) fn each_time(
    packs: &[PathBuf],
    console: &mut Console<'_>,
    check: &mut dyn FnMut(&mut Console<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    loop {
        // What changes while it is checked is checked next.
        let before = all(packs);
        match check(console) {
            // A file may be gone for a moment while it is saved.
            Err(Failure::Io(message)) => writeln!(console.err, "{message}")?,
            result => drop(result?),
        }
        writeln!(console.err, "watching; Ctrl+C ends it")?;
        console.out.flush()?;
        console.err.flush()?;
        let mut now = before.clone();
        while now == before {
            thread::sleep(EACH);
            now = all(packs);
        }
        settle(packs, now);
        writeln!(console.err)?;
    }
}

/// Waits until nothing more changes: whoever writes a file may do so in steps.
fn settle(packs: &[PathBuf], mut seen: Vec<Look>) {
    loop {
        thread::sleep(SETTLED);
        let now = all(packs);
        if now == seen {
            return;
        }
        seen = now;
    }
}

fn all(packs: &[PathBuf]) -> Vec<Look> {
    packs.iter().map(|path| look(path)).collect()
}

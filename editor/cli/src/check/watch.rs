//! Checks again whenever a file changes.

use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use foeman_base::console::{Console, Exit, Failure};
use foeman_base::look::{Look, look};

/// The polling interval.
const EACH: Duration = Duration::from_millis(300);

/// How long files must be unchanged before they are checked.
const SETTLED: Duration = Duration::from_millis(100);

/// Checks once, and adds the paths it has read to a list.
pub(super) type CheckOnce<'a> = dyn FnMut(&mut Console<'_>, &mut Vec<PathBuf>) -> Result<Exit, Failure> + 'a;

/// Checks after each change of a file, until Ctrl+C ends the program. Watches the given packs and all paths that the
/// last check has read.
pub(super) fn each_time(
    packs: &[PathBuf],
    console: &mut Console<'_>,
    check: &mut CheckOnce<'_>,
) -> Result<Exit, Failure> {
    let mut roots = packs.to_vec();
    loop {
        let before = look(&roots);
        let mut read = packs.to_vec();
        match check(console, &mut read) {
            // A file may be missing for a moment while it is saved.
            Err(Failure::Io(message)) => writeln!(console.err, "{message}")?,
            result => drop(result?),
        }
        // Changes during a check trigger the next one; paths seen for the first time count as unchanged.
        let added: Vec<PathBuf> = read.iter().filter(|root| !roots.contains(root)).cloned().collect();
        roots = read;
        let mut seen = before;
        seen.retain(|path, _| roots.iter().any(|root| path.starts_with(root)));
        seen.extend(look(&added));
        writeln!(console.err, "watching for changes; press Ctrl+C to stop")?;
        console.out.flush()?;
        console.err.flush()?;
        let mut now = seen.clone();
        while now == seen {
            thread::sleep(EACH);
            now = look(&roots);
        }
        settle(&roots, now);
        writeln!(console.err)?;
    }
}

/// Waits until files stop changing, because a program may write a file in several steps.
fn settle(roots: &[PathBuf], mut seen: Look) {
    loop {
        thread::sleep(SETTLED);
        let now = look(roots);
        if now == seen {
            return;
        }
        seen = now;
    }
}

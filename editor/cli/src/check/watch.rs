//! Checking again whenever a file changes.

use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use foeman_base::console::{Console, Exit, Failure};
use foeman_base::look::{Look, look};

/// How often it is looked whether something has changed.
const EACH: Duration = Duration::from_millis(300);

/// Files that have not changed for so long are checked.
const SETTLED: Duration = Duration::from_millis(100);

/// Checks once, and adds the folders and files that it has read to a list.
pub(super) type CheckOnce<'a> = dyn FnMut(&mut Console<'_>, &mut Vec<PathBuf>) -> Result<Exit, Failure> + 'a;

/// Checks, and again after each change of a file, without end: Ctrl+C ends the program, as every other. Each check says
/// which folders and files it has read, which are looked at with those that were asked for.
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
            // A file may be gone for a moment while it is saved.
            Err(Failure::Io(message)) => writeln!(console.err, "{message}")?,
            result => drop(result?),
        }
        // What changes while it is checked is checked next; what is looked at for the first time has not changed.
        let added: Vec<PathBuf> = read.iter().filter(|root| !roots.contains(root)).cloned().collect();
        roots = read;
        let mut seen = before;
        seen.retain(|path, _| roots.iter().any(|root| path.starts_with(root)));
        seen.extend(look(&added));
        writeln!(console.err, "watching; Ctrl+C ends it")?;
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

/// Waits until nothing more changes: whoever writes a file may do so in steps.
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

//! Writes a changed pack, or shows its changes as a unified diff.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use foeman_schema::diff;
use foeman_schema::draft::Draft;

use super::pack::{self, Pack};
use super::report::position_path;
use foeman_base::console::{Failure, Paint, Stream, printable};
use foeman_base::save::together::{Before, Fate};

/// The change of a file: its old and new path, and its old and new text.
type Change<'a> = (Option<&'a str>, Option<&'a str>, &'a str, &'a str);

/// Writes changed files, creates new ones and removes deleted ones in one transaction; returns their number.
///
/// Writes nothing if another program has changed one of the files since it was read.
pub(super) fn files(pack: &Pack, after: &Draft) -> Result<usize, Failure> {
    let all = fates_of(pack, after);
    if all.is_empty() {
        return Ok(0);
    }
    let writer = match &pack.writer {
        Some(writer) => Arc::clone(writer),
        None => Arc::new(pack::begin(&pack.root)?),
    };
    writer.save(&all).map_err(|failure| Failure::Io(format!("could not write {failure}")))?;
    Ok(all.len())
}

/// Returns the changes of a pack's files for a save. The files must still have the text that was read.
pub(super) fn fates_of<'a>(pack: &'a Pack, after: &'a Draft) -> Vec<Fate<'a>> {
    fates(&pack.draft, after).iter().filter_map(fate).collect()
}

fn fate<'a>((old, new, before, after): &Change<'a>) -> Option<Fate<'a>> {
    let before = if old.is_some() { Before::Text(before.as_bytes()) } else { Before::Missing };
    match (*old, *new) {
        (_, Some(path)) => Some(Fate { path, before, after: Some(after.as_bytes()) }),
        (Some(path), None) => Some(Fate { path, before, after: None }),
        (None, None) => None,
    }
}

/// Prints the differences; exact bytes if the output is not a terminal, so that the diff works as a patch.
pub(super) fn diff(pack: &Pack, after: &Draft, out: &mut Stream<'_>) -> io::Result<()> {
    for (old, new, before, text) in fates(&pack.draft, after) {
        let name = |name: Option<&str>| {
            name.map_or_else(|| "/dev/null".to_owned(), |name| path(pack, name).display().to_string())
        };
        let diff = diff::unified([&name(old), before], [&name(new), text]);
        if !out.is_terminal() {
            out.exactly(diff.as_bytes())?;
            continue;
        }
        for line in diff.lines() {
            let text = printable(line);
            match line.as_bytes().first() {
                Some(b'+') => writeln!(out, "{}", out.painted(Paint::Good, text))?,
                Some(b'-') => writeln!(out, "{}", out.painted(Paint::Bad, text))?,
                _ => writeln!(out, "{text}")?,
            }
        }
    }
    Ok(())
}

fn path(pack: &Pack, name: &str) -> PathBuf {
    match pack.draft.file_at(name) {
        Some(file) => PathBuf::from(position_path(pack, file)),
        None => pack.root.join(name),
    }
}

/// Returns the files that are added, removed or changed.
fn fates<'a>(before: &'a Draft, after: &'a Draft) -> Vec<Change<'a>> {
    let mut fates = Vec::new();
    for file in before.files() {
        let (path, text) = (before.path(file), before.text(file));
        match after.file_at(path) {
            Some(other) if after.text(other) == text => {}
            Some(other) => fates.push((Some(path), Some(path), text, after.text(other))),
            None => fates.push((Some(path), None, text, "")),
        }
    }
    let is_new = |path: &str| before.file_at(path).is_none();
    let new = after.files().filter(|file| is_new(after.path(*file)));
    fates.extend(new.map(|file| (None, Some(after.path(file)), "", after.text(file))));
    fates
}

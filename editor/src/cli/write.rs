//! Writing a pack that was changed, or showing as a unified diff what would be written.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foeman_schema::draft::Draft;
use similar::TextDiff;

use super::pack::Pack;
use super::report::position_path;
use crate::console::{Failure, Paint, Stream, printable};
use crate::save::together::{self, Fate};

/// What becomes of a file: its path before and afterwards, and its text before and afterwards.
type Change<'a> = (Option<&'a str>, Option<&'a str>, &'a str, &'a str);

/// Writes the files that changed, makes the new ones and takes away those that are gone, all or none; returns how many.
///
/// Nothing is written when somebody else has changed one of them since it was read.
pub(super) fn files(pack: &Pack, after: &Draft) -> Result<usize, Failure> {
    let fates = fates(&pack.draft, after);
    for (old, new, text, _) in &fates {
        let path = path(pack, new.or(*old).unwrap_or_default());
        let now = fs::read(&path);
        let same = match old {
            Some(_) if old == new || new.is_none() => now.is_ok_and(|now| now == text.as_bytes()),
            _ => now.is_err_and(|error| error.kind() == io::ErrorKind::NotFound),
        };
        if !same {
            let message = format!("`{}` has been changed by another program meanwhile; try again", path.display());
            return Err(Failure::Io(message));
        }
    }
    let all: Vec<Fate<'_>> = fates
        .iter()
        .filter_map(|(old, new, _, text)| match new {
            Some(new) => Some((*new, Some(text.as_bytes()))),
            None => old.map(|old| (old, None)),
        })
        .collect();
    let folder =
        if pack.root.is_dir() { pack.root.clone() } else { pack.root.parent().unwrap_or(Path::new("")).to_owned() };
    together::together(&folder, &all).map_err(|failure| Failure::Io(format!("could not write {failure}")))?;
    Ok(fates.len())
}

/// Shows what is different; byte for byte where no person reads it, so that it can be applied as a patch.
pub(super) fn diff(pack: &Pack, after: &Draft, out: &mut Stream<'_>) -> io::Result<()> {
    for (old, new, before, text) in fates(&pack.draft, after) {
        let name = |name: Option<&str>| {
            name.map_or_else(|| "/dev/null".to_owned(), |name| path(pack, name).display().to_string())
        };
        let diff = TextDiff::from_lines(before, text).unified_diff().header(&name(old), &name(new)).to_string();
        if !out.is_terminal() {
            write!(out, "{diff}")?;
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

/// The files that come, go or hold another text afterwards.
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

//! Writing a pack that was changed, or showing as a unified diff what would be written.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use foeman_schema::draft::Draft;
use similar::TextDiff;

use super::pack::Pack;
use super::report::position_path;
use crate::console::{Failure, Paint, Stream, printable};
use crate::save;

/// What becomes of a file: its path before and afterwards, and its text before and afterwards.
type Fate<'a> = (Option<&'a str>, Option<&'a str>, &'a str, &'a str);

/// Writes the files that changed, makes the new ones and then takes away those that are gone; returns how many.
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
    for (old, new, _, text) in &fates {
        let Some(new) = new else { continue };
        let path = path(pack, new);
        let failed = |error: io::Error| Failure::Io(format!("could not write `{}`: {error}", path.display()));
        if old.is_none() {
            save::make_folder_of(&pack.root, new).map_err(failed)?;
        }
        save::atomically(&path, text.as_bytes()).map_err(failed)?;
    }
    for (old, ..) in fates.iter().filter(|(_, new, ..)| new.is_none()) {
        let old = old.unwrap_or_default();
        let failed =
            |error: io::Error| Failure::Io(format!("could not remove `{}`: {error}", path(pack, old).display()));
        save::remove_with_folders(&pack.root, old).map_err(failed)?;
    }
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
fn fates<'a>(before: &'a Draft, after: &'a Draft) -> Vec<Fate<'a>> {
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

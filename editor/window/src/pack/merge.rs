//! Merges unsaved changes with changes by other programs; conflicts are reported.

use std::collections::BTreeMap;

use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, FileChange, Splice};
use foeman_schema::merge::{self, Clash};
use foeman_schema::text::Span;

use super::crash_journal::difference;

/// Three versions of a file, each of which may be missing.
#[derive(Clone, Copy)]
pub struct Versions<'a> {
    /// The common ancestor.
    pub base: Option<&'a str>,
    /// The version in this window.
    pub mine: Option<&'a str>,
    /// The version written by another program.
    pub theirs: Option<&'a str>,
    /// The pack's dialect, if it is known.
    pub dialect: Option<&'static Dialect>,
}

/// Merges three versions of a file; `None` if they conflict, `Some(None)` if the file is to be deleted.
#[allow(clippy::option_option, reason = "the inner `None` means that the merge deletes the file")]
pub fn merge(Versions { base, mine, theirs, dialect }: Versions<'_>) -> Option<Option<String>> {
    let own = |text: Option<&str>| text.map(str::to_owned);
    match (base, mine, theirs) {
        _ if mine == theirs || mine == base => Some(own(theirs)),
        _ if theirs == base => Some(own(mine)),
        // If both sides created the file, its base is empty.
        (base, Some(mine), Some(theirs)) => {
            let merged = merge::merge_in(dialect, base.unwrap_or_default(), mine, theirs, Clash::Mark);
            (merged.clashes == 0).then_some(Some(merged.text))
        }
        _ => None,
    }
}

/// Merges three versions of a file, taking one side's version of conflicts; `None` if the file is to be deleted.
pub fn merge_by(versions: Versions<'_>, side: Side) -> Option<String> {
    let Versions { base, mine, theirs, dialect } = versions;
    let clash = match side {
        Side::Mine => Clash::Ours,
        Side::Theirs => Clash::Theirs,
    };
    merge(versions).unwrap_or_else(|| match (mine, theirs, side) {
        (Some(mine), Some(theirs), _) => {
            Some(merge::merge_in(dialect, base.unwrap_or_default(), mine, theirs, clash).text)
        }
        (mine, _, Side::Mine) => mine.map(str::to_owned),
        (_, theirs, Side::Theirs) => theirs.map(str::to_owned),
    })
}

/// Returns the edit that gives files the wanted texts; `None` deletes a file.
pub fn edit_to(draft: &Draft, wanted: &BTreeMap<String, Option<String>>) -> Edit {
    let mut edit = Edit::default();
    for (path, text) in wanted {
        match (draft.file_at(path), text) {
            (Some(file), Some(text)) if draft.text(file) == text => {}
            (Some(file), Some(text)) => {
                let (start, end, text) = difference(draft.text(file), text);
                edit.splices.push(Splice { file, span: Span::new(start, end), text });
            }
            (Some(_), None) => edit.files.push(FileChange::Delete { path: path.clone() }),
            (None, Some(text)) => edit.files.push(FileChange::Create { path: path.clone(), text: text.clone() }),
            (None, None) => {}
        }
    }
    edit.splices.sort_by_key(|splice| (splice.file, splice.span));
    edit.files.sort();
    edit
}

/// One side of a merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The user at this window.
    Mine,
    /// The other program.
    Theirs,
}

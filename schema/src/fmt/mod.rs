//! The formatter: indentation, spaces, quotes and empty lines. Never changes words, order or meaning.
//!
//! `docs/formatting.md` documents the style. A text is formatted from its tree and the text between its values. The
//! result is parsed again as a whole file before it is returned, and must have the same values and comments.

pub(crate) mod gap;

mod inline;

mod print;

mod unit;

use std::fmt;

use rayon::prelude::*;

use crate::draft::Draft;
use crate::read::looks_typed;
use crate::source::{SourceFile, same_content};
use crate::splice::{Edit, Splice, by_lines};
use crate::text::{FileId, Span};

pub(crate) use unit::{unit, units_near};

/// Why a text cannot be formatted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The location in the text.
    pub at: Span,
    /// An `expected ..., found ...` message.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// Formats a text; returns the same text if it is formatted already.
///
/// # Errors
///
/// Returns the place and the reason if the text cannot be read or has an unresolved merge conflict.
///
/// # Example
///
/// ```
/// use foeman_schema::fmt;
///
/// let written = "weapons:\n    sword:   {title: 'Sword',damage: 6} # old\n";
/// let formatted = fmt::text(written).unwrap();
/// assert_eq!(formatted, "weapons:\n  sword: {title: Sword, damage: 6} # old\n");
/// assert_eq!(fmt::text(&formatted).unwrap(), formatted);
/// assert!(fmt::text("weapons: [").is_err());
/// ```
pub fn text(text: &str) -> Result<String, Refusal> {
    laid_out(&SourceFile::new(String::new(), text.to_owned()))
}

/// Returns the splices that format a file, line by line; empty if it is formatted already or contains translations.
pub fn file(draft: &Draft, file: FileId) -> Result<Vec<Splice>, Refusal> {
    if draft.file(file).po.is_some() {
        return Ok(Vec::new());
    }
    let new = laid_out(draft.file(file))?;
    Ok(by_lines(file, draft.text(file), &new))
}

/// Returns the edit that formats all files of a pack, except for required packs, and the files that cannot be
/// formatted.
pub fn pack(draft: &Draft) -> (Edit, Vec<(FileId, Refusal)>) {
    let files: Vec<FileId> = draft.files().filter(|file| draft.file(*file).po.is_none()).collect();
    let all: Vec<_> = files.into_par_iter().map(|id| (id, file(draft, id))).collect();
    let (mut splices, mut left) = (Vec::new(), Vec::new());
    for (id, laid) in all {
        match laid {
            Ok(own) => splices.extend(own),
            Err(refusal) => left.push((id, refusal)),
        }
    }
    (Edit::from(splices), left)
}

fn laid_out(file: &SourceFile) -> Result<String, Refusal> {
    if let Some(conflict) = file.conflicts.first() {
        let message = "the file has an unresolved merge conflict; keep one version of it or both";
        return Err(Refusal { at: conflict.markers[0], message: message.to_owned() });
    }
    let faults = file.sections.iter().flat_map(|section| section.parts()).filter_map(|part| {
        let fault = part.fault()?;
        Some((fault.span.shifted(part.span.start), fault))
    });
    let whole = file.fault.as_ref().map(|fault| (fault.span, fault));
    if let Some((at, fault)) = whole.into_iter().chain(faults).next() {
        return Err(Refusal { at, message: fault.message.clone() });
    }
    let (new, comments) = print::print(file).map_err(|at| odd(&file.text, at))?;
    if new == *file.text {
        return Ok(new);
    }
    let after = SourceFile::new(file.path.clone(), new);
    let again = print::print(&after);
    let safe = same_content(&file.text, &after.text, looks_typed)
        && again.is_ok_and(|again| again == (after.text.to_string(), comments));
    if safe { Ok(after.text.to_string()) } else { Err(odd(&file.text, 0)) }
}

fn odd(text: &str, at: usize) -> Refusal {
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let message = "reformatting would change the meaning of this text; simplify its layout";
    Refusal { at: Span::at(at), message: message.to_owned() }
}

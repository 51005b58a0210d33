//! The one way packs are laid out: indentation, blanks, quotes and empty lines. Never words, order or meaning.
//!
//! `docs/formatting.md` states the rules. A text is laid out from its tree and from what stands between its values; the
//! result is read again before anybody gets it, and must say the same with the same comments.

pub(crate) mod gap;

mod inline;

mod print;

use std::fmt;

use rayon::prelude::*;

use crate::draft::Draft;
use crate::source::SourceFile;
use crate::source::tree::{Node, NodeKind, Style};
use crate::splice::{Edit, Splice, by_lines};
use crate::text::{FileId, Span};

/// Why a text is left as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Where in the text.
    pub at: Span,
    /// What was expected and what was found.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// A text as it is laid out; the same text where it is so already.
pub fn text(text: &str) -> Result<String, Refusal> {
    laid_out(&SourceFile::new(String::new(), text.to_owned()))
}

/// The splices that lay a file out, line by line; none where it is so already.
pub fn file(draft: &Draft, file: FileId) -> Result<Vec<Splice>, Refusal> {
    let new = laid_out(draft.file(file))?;
    Ok(by_lines(file, draft.text(file), &new))
}

/// The edit that lays out all files of a pack, without those it requires, and the files that are left as they are.
pub fn pack(draft: &Draft) -> (Edit, Vec<(FileId, Refusal)>) {
    let files: Vec<FileId> = draft.files().collect();
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
    let safe = same(file, &after) && again.is_ok_and(|again| again == (after.text.to_string(), comments));
    if safe { Ok(after.text.to_string()) } else { Err(odd(&file.text, 0)) }
}

fn odd(text: &str, at: usize) -> Refusal {
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let message = "expected a layout that can be changed without changing what it says; write it in a plainer way";
    Refusal { at: Span::at(at), message: message.to_owned() }
}

/// A value with the keys that lead to it: a section and, of a catalog, a record.
type Keyed<'a> = (&'a str, Option<&'a str>, &'a Node);

/// Whether two files say the same, read with or without a schema.
fn same(one: &SourceFile, other: &SourceFile) -> bool {
    let (Some(one), Some(other)) = (values(one), values(other)) else { return false };
    let alike = |(a, b): (&Keyed<'_>, &Keyed<'_>)| a.0 == b.0 && a.1 == b.1 && same_value(a.2, b.2);
    one.len() == other.len() && one.iter().zip(&other).all(alike)
}

/// All values of a file; those of a map one by one, for a catalog is read so or as a whole as its brackets stand.
fn values(file: &SourceFile) -> Option<Vec<Keyed<'_>>> {
    let mut all: Vec<Keyed<'_>> = Vec::new();
    for section in &file.sections {
        for part in section.parts() {
            let entry = part.entry()?;
            match (section.whole(), entry.value.entries()) {
                (None, _) => all.push((&section.key, Some(&entry.key), &entry.value)),
                (Some(_), []) => all.push((&section.key, None, &entry.value)),
                (Some(_), entries) => all.extend(entries.iter().map(|e| (&*section.key, Some(&*e.key), &e.value))),
            }
        }
    }
    Some(all)
}

fn same_value(one: &Node, other: &Node) -> bool {
    match (&one.kind, &other.kind) {
        (NodeKind::Scalar { text: a, style: was }, NodeKind::Scalar { text: b, style: is }) => {
            let bare = |style: &Style| *style == Style::Plain;
            let null = one.is_null() && other.is_null();
            null || a == b && (bare(was) == bare(is) || !inline::looks_typed(a) && !a.is_empty())
        }
        (NodeKind::Map { entries: a, .. }, NodeKind::Map { entries: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key && same_value(&a.value, &b.value))
        }
        (NodeKind::Seq { items: a, .. }, NodeKind::Seq { items: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        _ => false,
    }
}

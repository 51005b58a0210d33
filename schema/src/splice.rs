//! Text edits as data: replaced bytes, and files that are added, removed or renamed.
//!
//! [`edit`](crate::edit) creates them, and a draft applies them.

use crate::diff;
use crate::text::{FileId, Span};

/// One replacement in one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice {
    /// The file.
    pub file: FileId,
    /// The replaced bytes.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A change of a file; paths are relative to the pack's folder, with `/`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileChange {
    /// Creates a new file.
    Create {
        /// Its path.
        path: String,
        /// Its content.
        text: String,
    },
    /// Deletes a file with everything in it.
    Delete {
        /// Its path.
        path: String,
    },
    /// Renames a file.
    Rename {
        /// The old path.
        from: String,
        /// The new path.
        to: String,
    },
}

/// Disjoint splices, sorted by location, and changes of files; applied together.
///
/// Splices refer to files by their number in the draft before the edit, even if the files are renamed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edit {
    /// The splices.
    pub splices: Vec<Splice>,
    /// The changes of files; at most one for each file.
    pub files: Vec<FileChange>,
}

impl From<Vec<Splice>> for Edit {
    /// Creates an edit of texts only.
    fn from(splices: Vec<Splice>) -> Self {
        Self { splices, files: Vec::new() }
    }
}

impl Edit {
    /// Returns whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.splices.is_empty() && self.files.is_empty()
    }
}

/// Returns the splice that turns `old` into `new`, from the first to the last difference.
pub(crate) fn stretch(file: FileId, old: &str, new: &str) -> Option<Splice> {
    let start = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let start = start.unwrap_or(old.len().min(new.len()));
    let same = old[start..].chars().rev().zip(new[start..].chars().rev()).take_while(|(a, b)| a == b);
    let tail: usize = same.map(|(c, _)| c.len_utf8()).sum();
    let text = new[start..new.len() - tail].to_owned();
    (old != new).then(|| Splice { file, span: Span::new(start, old.len() - tail), text })
}

/// Maximum number of lines to compare; for more, one splice covers everything from the first to the last difference.
const COMPARED: usize = 4000;

/// Returns the splices that turn `old` into `new`: one for each group of changed lines, limited to the actual
/// difference.
pub(crate) fn by_lines(file: FileId, old: &str, new: &str) -> Vec<Splice> {
    if old == new {
        return Vec::new();
    }
    let [was, is] = [old, new].map(diff::split);
    let head = was.iter().zip(&is).take_while(|(a, b)| a == b).count();
    let (was, is) = (&was[head..], &is[head..]);
    let tail = was.iter().rev().zip(is.iter().rev()).take_while(|(a, b)| a == b).count();
    let (was, is) = (&was[..was.len() - tail], &is[..is.len() - tail]);
    if was.len().max(is.len()) > COMPARED {
        return stretch(file, old, new).into_iter().collect();
    }
    let mut at = old.len() - was.iter().map(|line| line.len()).sum::<usize>();
    at -= old.split_inclusive('\n').rev().take(tail).map(str::len).sum::<usize>();
    let mut splices = Vec::new();
    for op in diff::lines(was, is, None) {
        let (gone, come) = (was[op.old_range()].concat(), is[op.new_range()].concat());
        if !diff::is_same(&op)
            && let Some(splice) = stretch(file, &gone, &come)
        {
            splices.push(Splice { span: splice.span.shifted(at), ..splice });
        }
        at += gone.len();
    }
    splices
}

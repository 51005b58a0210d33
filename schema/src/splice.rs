//! What an edit is: bytes put in the place of others, and files that come, go or change their names.
//!
//! [`edit`](crate::edit) says how one is made, a draft how it is applied.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::text::{FileId, Span};

/// One replacement in one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice {
    /// The file.
    pub file: FileId,
    /// The bytes replaced.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// A file that comes, goes or changes its name; paths are relative to the pack's folder, with `/`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileChange {
    /// A file that is not there yet.
    Create {
        /// Its path.
        path: String,
        /// What stands in it.
        text: String,
    },
    /// A file that is taken away with all that stands in it.
    Delete {
        /// Its path.
        path: String,
    },
    /// A file that goes by another path from now on.
    Rename {
        /// The path before.
        from: String,
        /// The path afterwards.
        to: String,
    },
}

/// Disjoint splices, sorted by file and place, and changes of files; applied together.
///
/// Splices name the files of the draft before the edit, whatever becomes of their paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edit {
    /// The splices.
    pub splices: Vec<Splice>,
    /// The files that come, go or change their names; none of them twice.
    pub files: Vec<FileChange>,
}

impl From<Vec<Splice>> for Edit {
    /// An edit of texts only.
    fn from(splices: Vec<Splice>) -> Self {
        Self { splices, files: Vec::new() }
    }
}

impl Edit {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.splices.is_empty() && self.files.is_empty()
    }
}

/// The splice that makes `new` of `old`: from the first to the last letter that differs.
pub(crate) fn stretch(file: FileId, old: &str, new: &str) -> Option<Splice> {
    let start = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let start = start.unwrap_or(old.len().min(new.len()));
    let same = old[start..].chars().rev().zip(new[start..].chars().rev()).take_while(|(a, b)| a == b);
    let tail: usize = same.map(|(c, _)| c.len_utf8()).sum();
    let text = new[start..new.len() - tail].to_owned();
    (old != new).then(|| Splice { file, span: Span::new(start, old.len() - tail), text })
}

/// As many lines that may differ are compared; of more the stretch from the first to the last is one splice.
const COMPARED: usize = 4000;

/// The splices that make `new` of `old`, each of a few lines and of those only what differs.
pub(crate) fn by_lines(file: FileId, old: &str, new: &str) -> Vec<Splice> {
    if old == new {
        return Vec::new();
    }
    let [was, is] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
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
    for op in capture_diff_slices(Algorithm::Myers, was, is) {
        let (gone, come) = (was[op.old_range()].concat(), is[op.new_range()].concat());
        if !matches!(op, DiffOp::Equal { .. })
            && let Some(splice) = stretch(file, &gone, &come)
        {
            splices.push(Splice { span: splice.span.shifted(at), ..splice });
        }
        at += gone.len();
    }
    splices
}

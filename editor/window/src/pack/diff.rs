//! Line diffs of two texts, with context lines.

use std::ops::Range;

use foeman_schema::change::{Change, plan};
use foeman_schema::diff::{self, DiffOp};
use foeman_schema::text::Span;

use super::Pack;

/// The number of context lines before and after a change.
const AROUND: usize = 2;

/// The differences between two texts of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileDiff {
    /// The file's path in the pack.
    pub path: String,
    /// The hunks, from top to bottom.
    pub hunks: Vec<Hunk>,
}

/// A hunk: changed lines with their context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// The lines, including context.
    pub lines: Vec<Line>,
    /// The byte range of the changed part in the new text.
    pub new: Span,
    /// The text it replaced.
    pub old: String,
}

/// A line of a diff.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Whether it was kept, removed or added.
    pub fate: Fate,
    /// Its line number, from 1: in the old text for a removed line, otherwise in the new text.
    pub number: usize,
    /// Its text, without the line ending.
    pub text: String,
}

/// The change of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is in both texts.
    Same,
    /// It was removed.
    Gone,
    /// It was added.
    New,
}

/// Returns the hunks in which two texts differ.
pub fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let (was, is) = (diff::split(old), diff::split(new));
    let starts = |lines: &[&str]| -> Vec<usize> {
        let mut at = 0;
        let ends = lines.iter().map(|line| {
            at += line.len();
            at
        });
        [0].into_iter().chain(ends).collect()
    };
    let (old_at, new_at) = (starts(&was), starts(&is));
    let hunk_lines = |parts: &[DiffOp]| {
        let mut lines = Vec::new();
        let mut add = |fate, from: &[&str], range: Range<usize>| {
            lines.extend(range.map(|at| {
                let text = from[at].trim_end_matches(['\n', '\r']).to_owned();
                Line { fate, number: at + 1, text }
            }));
        };
        for part in parts {
            if diff::is_same(part) {
                add(Fate::Same, &is, part.new_range());
            } else {
                add(Fate::Gone, &was, part.old_range());
                add(Fate::New, &is, part.new_range());
            }
        }
        lines
    };
    let hunk = |parts: Vec<DiffOp>| {
        let [gone, come] = diff::ranges(parts.iter().filter(|part| !diff::is_same(part)));
        Hunk {
            lines: hunk_lines(&parts),
            new: Span::new(new_at[come.start], new_at[come.end]),
            old: old[old_at[gone.start]..old_at[gone.end]].to_owned(),
        }
    };
    diff::hunks(&was, &is, AROUND).into_iter().map(hunk).collect()
}

/// Returns the file diffs that some changes would cause; errors with the reason if they cannot be made.
pub fn preview(pack: &Pack, changes: &[Change]) -> Result<Vec<FileDiff>, String> {
    let draft = pack.draft();
    let mut after = draft.clone();
    plan(draft, changes).and_then(|plan| plan.apply(&mut after)).map_err(|error| error.to_string())?;
    let mut paths: Vec<&str> = draft.files().map(|file| draft.path(file)).collect();
    paths.extend(after.files().map(|file| after.path(file)).filter(|path| draft.file_at(path).is_none()));
    let text = |draft: &foeman_schema::draft::Draft, path: &str| {
        draft.file_at(path).map(|file| draft.text(file).to_owned()).unwrap_or_default()
    };
    let differing = paths
        .into_iter()
        .map(|path| FileDiff { path: path.to_owned(), hunks: hunks(&text(draft, path), &text(&after, path)) });
    Ok(differing.filter(|file| !file.hunks.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";

    #[test]
    fn each_place_that_differs_can_be_put_back() {
        let new = "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\n";
        let hunks = hunks(OLD, new);
        assert_eq!(hunks.len(), 2);
        let lines: Vec<(Fate, &str)> = hunks[0].lines.iter().map(|line| (line.fate, line.text.as_str())).collect();
        assert_eq!(
            lines,
            [(Fate::Same, "a"), (Fate::Gone, "b"), (Fate::New, "B"), (Fate::Same, "c"), (Fate::Same, "d")]
        );
        let mut text = new.to_owned();
        for hunk in hunks.iter().rev() {
            text.replace_range(hunk.new.range(), &hunk.old);
        }
        assert_eq!(text, OLD);
    }

    #[test]
    fn what_is_alike_has_no_place_that_differs() {
        assert_eq!(hunks(OLD, OLD), []);
        assert_eq!(hunks("", "x\n")[0].new, Span::new(0, 2));
        assert_eq!(hunks("x", "")[0].old, "x");
    }
}

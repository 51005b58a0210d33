//! Two texts as the lines that differ, with a few around them.

use std::ops::Range;

use foeman_schema::change::{Change, plan};
use foeman_schema::text::Span;
use similar::{Algorithm, ChangeTag, DiffOp, TextDiff};

use super::pack::Pack;

/// Lines shown before and after what differs.
const AROUND: usize = 2;

/// What differs between two texts of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileDiff {
    /// The file's path in the pack.
    pub path: String,
    /// The places that differ, from top to bottom.
    pub hunks: Vec<Hunk>,
}

/// A place that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Its lines, those around it included.
    pub lines: Vec<Line>,
    /// The bytes of the new text that are new.
    pub new: Span,
    /// What stood there before.
    pub old: String,
}

/// A line of a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What has become of it.
    pub fate: Fate,
    /// Its number in the text it is of, from 1: the old one for a line that is gone.
    pub number: usize,
    /// Its words, without the line end.
    pub text: String,
}

/// What has become of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stands in both.
    Same,
    /// It is gone.
    Gone,
    /// It is new.
    New,
}

/// The places in which two texts differ.
pub fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(old, new);
    let starts = |text: &str| -> Vec<usize> {
        let mut at = 0;
        let ends = text.split_inclusive('\n').map(|line| {
            at += line.len();
            at
        });
        [0].into_iter().chain(ends).collect()
    };
    let (old_at, new_at) = (starts(old), starts(new));
    let groups = diff.grouped_ops(AROUND);
    let hunk = |ops: &Vec<DiffOp>| {
        let lines = ops.iter().flat_map(|op| diff.iter_changes(op)).map(|change| {
            let (fate, index) = match change.tag() {
                ChangeTag::Equal => (Fate::Same, change.new_index()),
                ChangeTag::Delete => (Fate::Gone, change.old_index()),
                ChangeTag::Insert => (Fate::New, change.new_index()),
            };
            let text = change.value().trim_end_matches(['\n', '\r']).to_owned();
            Line { fate, number: index.unwrap_or_default() + 1, text }
        });
        let changed: Vec<&DiffOp> = ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })).collect();
        let whole = |range: fn(&DiffOp) -> Range<usize>| {
            let start = changed.first().map_or(0, |op| range(op).start);
            let end = changed.last().map_or(0, |op| range(op).end);
            start..end
        };
        let (gone, made) = (whole(DiffOp::old_range), whole(DiffOp::new_range));
        Hunk {
            lines: lines.collect(),
            new: Span::new(new_at[made.start], new_at[made.end]),
            old: old[old_at[gone.start]..old_at[gone.end]].to_owned(),
        }
    };
    groups.iter().map(hunk).collect()
}

/// What some changes would make of a pack's files; the error says why they cannot be made.
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

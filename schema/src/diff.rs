//! Differences between two texts, line by line.
//!
//! Use [`lines`] for all comparisons of lines: then one algorithm is compiled, and only once.

use std::fmt::Write as _;
use std::ops::Range;
use std::time::Instant;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::group_diff_ops;

pub use similar::DiffOp;

/// The number of unchanged lines around a change in a unified diff.
const CONTEXT: usize = 3;

/// Splits a text into lines, which keep their line feeds.
pub fn split(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Compares two lists of lines. The equal and changed parts alternate, and together they are both lists.
///
/// After `deadline`, the rest counts as changed.
pub fn lines(old: &[&str], new: &[&str], deadline: Option<Instant>) -> Vec<DiffOp> {
    let mut parts = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff_deadline(&mut parts, old, 0..old.len(), new, 0..new.len(), deadline);
    parts.into_inner().into_inner().into_ops()
}

/// Returns the changes between two lists of lines, with up to `context` unchanged lines before and after each. Changes that
/// are close together share a group.
pub fn hunks(old: &[&str], new: &[&str], context: usize) -> Vec<Vec<DiffOp>> {
    let hunks = group_diff_ops(lines(old, new, None), context);
    hunks.into_iter().filter(|hunk| !hunk.iter().all(is_same)).collect()
}

/// Whether a part is equal in both lists.
pub fn is_same(part: &DiffOp) -> bool {
    matches!(part, DiffOp::Equal { .. })
}

/// Returns where successive parts begin and end in the old and the new list.
pub fn ranges<'a>(parts: impl IntoIterator<Item = &'a DiffOp>) -> [Range<usize>; 2] {
    let mut parts = parts.into_iter();
    let first = parts.next();
    let last = parts.last().or(first);
    let range = |of: fn(&DiffOp) -> Range<usize>| first.map_or(0, |op| of(op).start)..last.map_or(0, |op| of(op).end);
    [range(DiffOp::old_range), range(DiffOp::new_range)]
}

/// Returns the unified diff of two texts, with the names of both files; nothing if the texts are equal.
pub fn unified([old_name, old]: [&str; 2], [new_name, new]: [&str; 2]) -> String {
    let (old, new) = (split(old), split(new));
    let mut diff = String::new();
    for hunk in hunks(&old, &new, CONTEXT) {
        if diff.is_empty() {
            diff = format!("--- {old_name}\n+++ {new_name}\n");
        }
        let [was, is] = ranges(&hunk).map(place);
        let _ = writeln!(diff, "@@ -{was} +{is} @@");
        let mut add = |sign: char, lines: &[&str]| {
            for line in lines {
                let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
                let _ = write!(diff, "{sign}{line}{end}");
            }
        };
        for part in &hunk {
            let (gone, come) = (&old[part.old_range()], &new[part.new_range()]);
            if is_same(part) {
                add(' ', gone);
            } else {
                add('-', gone);
                add('+', come);
            }
        }
    }
    diff
}

/// Writes a range of lines as unified diffs do: the number of its first line, then a comma and the number of lines, unless
/// there is only one. For an empty range, it is the number of the line before it.
fn place(range: Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_unified_diff_has_the_changed_lines_with_three_around_them() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
        let new = "a\nb\nc\nd\nE\nf\ng\nh\ni\nj\nk";
        let expected = "\
--- was
+++ is
@@ -2,9 +2,10 @@
 b
 c
 d
-e
+E
 f
 g
 h
 i
 j
+k
\\ No newline at end of file
";
        assert_eq!(unified(["was", old], ["is", new]), expected);
        assert_eq!(unified(["was", old], ["is", old]), "");
        assert_eq!(unified(["/dev/null", ""], ["is", "x\n"]), "--- /dev/null\n+++ is\n@@ -0,0 +1 @@\n+x\n");
        assert_eq!(unified(["was", "x\ny\n"], ["/dev/null", ""]), "--- was\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n");
    }

    proptest! {
        #[test]
        fn parts_take_turns_and_cover_both_texts(old in "[ab\n]{0,40}", new in "[ab\n]{0,40}") {
            let (was, is) = (split(&old), split(&new));
            let parts = lines(&was, &is, None);
            let side = |of: fn(&DiffOp) -> Range<usize>| parts.iter().flat_map(of);
            prop_assert!(side(DiffOp::old_range).eq(0..was.len()) && side(DiffOp::new_range).eq(0..is.len()));
            prop_assert!(parts.iter().filter(|part| is_same(part)).all(|part| was[part.old_range()] == is[part.new_range()]));
            prop_assert!(parts.windows(2).all(|pair| is_same(&pair[0]) != is_same(&pair[1])));
        }
    }
}

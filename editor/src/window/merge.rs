//! Two changes of one text as one, line by line: what lies apart is joined, what meets is told.

use std::collections::BTreeMap;
use std::ops::Range;

use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, FileChange, Splice};
use foeman_schema::text::Span;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::journal::difference;

/// A change of some lines of the text before.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hunk<'a> {
    /// The lines replaced.
    lines: Range<usize>,
    /// What stands there afterwards.
    text: Vec<&'a str>,
}

/// Three versions of a file as one, of which each may be none; nothing where they clash.
#[allow(clippy::option_option, reason = "a file that is gone is a result as well")]
pub fn merge(base: Option<&str>, mine: Option<&str>, theirs: Option<&str>) -> Option<Option<String>> {
    let own = |text: Option<&str>| text.map(str::to_owned);
    match (base, mine, theirs) {
        _ if mine == theirs || mine == base => Some(own(theirs)),
        _ if theirs == base => Some(own(mine)),
        (Some(base), Some(mine), Some(theirs)) => merged(base, mine, theirs).map(Some),
        _ => None,
    }
}

/// Three versions as one, with that of one side where they clash.
pub fn merge_by(base: Option<&str>, mine: Option<&str>, theirs: Option<&str>, side: Side) -> Option<String> {
    merge(base, mine, theirs).unwrap_or_else(|| match (base, mine, theirs, side) {
        (Some(base), Some(mine), Some(theirs), side) => Some(preferring(base, mine, theirs, side)),
        (_, mine, _, Side::Mine) => mine.map(str::to_owned),
        (_, _, theirs, Side::Theirs) => theirs.map(str::to_owned),
    })
}

/// The edit that makes files what they are to be; nothing is where there is to be no file.
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

/// One of two people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The one at this window.
    Mine,
    /// Whoever else wrote.
    Theirs,
}

/// What two people have made of a text; nothing where both changed the same lines, or lines side by side, differently.
pub fn merged(base: &str, mine: &str, theirs: &str) -> Option<String> {
    join(base, mine, theirs, None)
}

/// The same, with the lines of one of them where both meet.
pub fn preferring(base: &str, mine: &str, theirs: &str, side: Side) -> String {
    join(base, mine, theirs, Some(side)).expect("with a side preferred nothing is left open")
}

fn join(base: &str, mine: &str, theirs: &str, prefer: Option<Side>) -> Option<String> {
    let lines: Vec<&str> = base.split_inclusive('\n').collect();
    let sides = [hunks(&lines, mine), hunks(&lines, theirs)];
    let mut ranges: Vec<Range<usize>> = sides.iter().flatten().map(|hunk| hunk.lines.clone()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut regions: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match regions.last_mut().filter(|region| range.start <= region.end) {
            Some(region) => region.end = region.end.max(range.end),
            None => regions.push(range),
        }
    }
    let (mut text, mut at) = (String::new(), 0);
    for region in regions {
        text.extend(lines[at..region.start].iter().copied());
        let [own, other] = sides.each_ref().map(|hunks| within(&lines, hunks, &region));
        text.push_str(&match (own, other, prefer) {
            (Some(own), None, _) => own,
            (None, Some(other), _) => other,
            (Some(own), Some(other), _) if own == other => own,
            (Some(own), _, Some(Side::Mine)) => own,
            (_, Some(other), Some(Side::Theirs)) => other,
            _ => return None,
        });
        at = region.end;
    }
    text.extend(lines[at..].iter().copied());
    Some(text)
}

/// What some hunks make of a part of the lines; nothing where none of them lies in it.
fn within(lines: &[&str], hunks: &[Hunk<'_>], region: &Range<usize>) -> Option<String> {
    let inside = |hunk: &&Hunk<'_>| region.start <= hunk.lines.start && hunk.lines.end <= region.end;
    let (mut text, mut at, mut any) = (String::new(), region.start, false);
    for hunk in hunks.iter().filter(inside) {
        text.extend(lines[at..hunk.lines.start].iter().chain(&hunk.text).copied());
        (at, any) = (hunk.lines.end, true);
    }
    text.extend(lines[at..region.end].iter().copied());
    any.then_some(text)
}

fn hunks<'a>(base: &[&'a str], text: &'a str) -> Vec<Hunk<'a>> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let ops = capture_diff_slices(Algorithm::Myers, base, &lines);
    let mut hunks: Vec<Hunk<'a>> = Vec::new();
    for op in ops.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let (old, new) = (op.old_range(), lines[op.new_range()].to_vec());
        match hunks.last_mut().filter(|last| last.lines.end == old.start) {
            Some(last) => {
                last.lines.end = old.end;
                last.text.extend(new);
            }
            None => hunks.push(Hunk { lines: old, text: new }),
        }
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "a\nb\nc\nd\ne\n";

    #[test]
    fn changes_of_different_lines_are_joined() {
        assert_eq!(merged(BASE, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\nf\n").as_deref(), Some("A\nb\nc\nd\nE\nf\n"));
        assert_eq!(merged(BASE, "b\nc\nd\ne\n", "a\nb\nc\ne\n").as_deref(), Some("b\nc\ne\n"));
        assert_eq!(merged("", "mine\n", "").as_deref(), Some("mine\n"));
    }

    #[test]
    fn the_same_change_twice_is_made_once() {
        assert_eq!(merged(BASE, "a\nX\nc\nd\ne\n", "a\nX\nc\nd\ne\ny\n").as_deref(), Some("a\nX\nc\nd\ne\ny\n"));
    }

    #[test]
    fn changes_of_one_line_or_side_by_side_clash() {
        assert_eq!(merged(BASE, "a\nX\nc\nd\ne\n", "a\nY\nc\nd\ne\n"), None);
        assert_eq!(merged(BASE, "a\nX\nc\nd\ne\n", "a\nb\nY\nd\ne\n"), None);
        assert_eq!(merged(BASE, "a\nb\nmine\nc\nd\ne\n", "a\nb\ntheirs\nc\nd\ne\n"), None);
    }

    #[test]
    fn with_a_side_preferred_only_what_meets_is_decided() {
        let (mine, theirs) = ("a\nX\nc\nd\nE\n", "A\nY\nc\nd\ne\n");
        assert_eq!(preferring(BASE, mine, theirs, Side::Mine), "a\nX\nc\nd\nE\n");
        assert_eq!(preferring(BASE, mine, theirs, Side::Theirs), "A\nY\nc\nd\nE\n");
    }
}

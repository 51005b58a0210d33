//! Three-way merge of texts, line by line.

use std::ops::Range;

use crate::diff;

/// A piece of the merged text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// Lines that are equal or changed on one side only.
    Agreed(String),
    /// Lines that both sides changed in different ways.
    Clash(String, String),
}

/// A change of some lines of the base.
struct Hunk<'a> {
    lines: Range<usize>,
    text: Vec<&'a str>,
}

/// Merges two versions of a text. They conflict where both changed the same or adjacent lines.
pub(super) fn joined(base: &str, ours: &str, theirs: &str) -> Vec<Piece> {
    if let Some(text) = super::untouched(base, ours, theirs) {
        return vec![Piece::Agreed(text.to_owned())];
    }
    let lines = diff::split(base);
    let sides = [hunks(&lines, ours), hunks(&lines, theirs)];
    let mut ranges: Vec<Range<usize>> = sides.iter().flatten().map(|hunk| hunk.lines.clone()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut regions: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match regions.last_mut().filter(|region| range.start <= region.end) {
            Some(region) => region.end = region.end.max(range.end),
            None => regions.push(range),
        }
    }
    let (mut pieces, mut at) = (Vec::new(), 0);
    for region in regions {
        pieces.push(Piece::Agreed(lines[at..region.start].concat()));
        at = region.end;
        pieces.push(match sides.each_ref().map(|hunks| within(&lines, hunks, &region)) {
            [Some(own), Some(other)] if own != other => Piece::Clash(own, other),
            [Some(one), _] | [None, Some(one)] => Piece::Agreed(one),
            [None, None] => Piece::Agreed(lines[region].concat()),
        });
    }
    pieces.push(Piece::Agreed(lines[at..].concat()));
    pieces
}

/// Applies the hunks inside a region; `None` if there are none.
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
    let lines = diff::split(text);
    let mut hunks: Vec<Hunk<'a>> = Vec::new();
    for op in diff::lines(base, &lines, None).into_iter().filter(|op| !diff::is_same(op)) {
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

//! Moving and resizing map rows.

use std::collections::BTreeMap;

/// Returns rows of a new size, moved by some columns and rows; new cells have the letter `fill`.
///
/// Letters beyond the old size move too, so that rows of the wrong size may fit afterwards.
pub fn moved(text: &str, size: [u32; 2], [right, down]: [i32; 2], fill: char) -> String {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let mut rows = String::with_capacity((size[0] as usize + 1) * size[1] as usize);
    for row in 0..size[1] as i32 {
        let line = usize::try_from(row - down).ok().and_then(|row| lines.get(row));
        let letter = |column: i32| Some(*line?.get(usize::try_from(column - right).ok()?)?);
        rows.extend((0..size[0] as i32).map(|column| letter(column).unwrap_or(fill)));
        rows.push('\n');
    }
    if !text.is_empty() && !text.ends_with('\n') {
        rows.pop();
    }
    rows
}

/// Returns whether rows have the size of the map.
pub fn fits(text: &str, size: [u32; 2]) -> bool {
    let mut lines = 0;
    let wide = text.lines().all(|line| {
        lines += 1;
        line.chars().count() == size[0] as usize
    });
    wide && lines == size[1] as usize
}

/// Returns the most common letter at the edge, the first in the alphabet if there are several; `None` without rows.
pub fn rim(text: &str) -> Option<char> {
    let lines: Vec<&str> = text.lines().collect();
    let (first, last) = (lines.first()?, lines.last()?);
    let ends = lines.iter().flat_map(|line| line.chars().next().into_iter().chain(line.chars().next_back()));
    commonest(first.chars().chain(last.chars()).chain(ends))
}

/// Returns the most common letter; the first in the alphabet if there are several.
fn commonest(letters: impl Iterator<Item = char>) -> Option<char> {
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    letters.for_each(|letter| *counts.entry(letter).or_default() += 1);
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(letter, _)| letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_grow_and_shrink_on_the_sides_that_are_told() {
        assert_eq!(moved("ab\ncd\n", [3, 3], [1, 0], '.'), ".ab\n.cd\n...\n");
        assert_eq!(moved("ab\ncd\n", [1, 1], [-1, -1], '.'), "d\n");
        assert_eq!(moved("ab\ncd", [2, 1], [0, 0], '.'), "ab");
    }

    #[test]
    fn rows_that_do_not_fit_their_map_do_so_afterwards() {
        assert!(!fits("abc\nd\n", [2, 3]) && fits("ab\ndx\nxx\n", [2, 3]) && fits("\u{e4}b", [2, 1]));
        assert_eq!(moved("abc\nd\n", [2, 3], [0, 0], 'x'), "ab\ndx\nxx\n");
        assert_eq!(moved("", [2, 1], [0, 0], 'x'), "xx\n");
    }

    #[test]
    fn the_rim_counts_its_cells() {
        assert_eq!(rim("aab\nbcb\nbbb\n"), Some('b'));
        assert_eq!(rim(""), None);
    }
}

//! Repairs a slip in map rows: a row missing, duplicated, split or joined, or a cell missing or duplicated.
//!
//! Lost cells are reconstructed from symmetry or from similar neighbours. If two results are about equally likely,
//! there is no repair: a wrong row is worse than a finding.

use std::collections::{BTreeMap, BTreeSet};

/// Minimum lead in similarity over the next best result; cells above and below count twice.
const CLEAR: usize = 6;

/// Minimum lead among results that preserve the symmetry of the map.
const CLEAR_AMONG_SYMMETRIC: usize = 3;

/// A map counts as symmetric if at most one in this number of cells differs from its mirror image.
const ASYMMETRIC: usize = 33;

/// With fewer rows there is no pattern to compare.
const LEAST_ROWS: usize = 3;

/// Maximum width and number of rows to compare.
const MOST: usize = 1000;

type Row = Vec<char>;

/// Repaired rows with a description of the repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// The text of all rows.
    pub text: String,
    /// The repair: lower case, imperative, no final stop. Rows count from 0.
    pub title: String,
}

/// The likely error in the rows of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slip {
    /// A slip with one likely repair.
    Mended(Mended),
    /// A slip that may be in several places.
    Unclear,
    /// No slip, or more than one.
    None,
}

/// Finds the slip in the rows of a map that should have this size.
pub fn slip(text: &str, [width, height]: [u32; 2]) -> Slip {
    let rows: Vec<Row> = text.lines().map(|line| line.chars().collect()).collect();
    let [width, height] = [width, height].map(|count| count as usize);
    if height < LEAST_ROWS || width.max(height) > MOST || rows.len() > height + 1 {
        return Slip::None;
    }
    let off: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].len() != width).collect();
    let mended = match (&off[..], rows.len()) {
        ([], count) if count == height + 1 => extra(&rows),
        ([], count) if count + 1 == height => missing(&rows, width),
        (&[first, second], count) if count == height + 1 && second == first + 1 => split(&rows, first, width),
        (&[row], count) if count + 1 == height && rows[row].len() == 2 * width => Some(joined(&rows, row, width)),
        (&[row], count) if count == height && rows[row].len().abs_diff(width) == 1 => cell(&rows, row, width),
        _ => return Slip::None,
    };
    let text = |rows: Vec<Row>| rows.iter().flat_map(|row| row.iter().chain(&['\n'])).collect();
    mended.map_or(Slip::Unclear, |(rows, title)| Slip::Mended(Mended { text: text(rows), title }))
}

type Result = Option<(Vec<Row>, String)>;

/// Returns the rows with a range replaced.
fn replaced(rows: &[Row], range: std::ops::Range<usize>, with: impl IntoIterator<Item = Row>) -> Vec<Row> {
    let mut rows = rows.to_vec();
    rows.splice(range, with);
    rows
}

/// Repairs one row too many by removing a duplicate.
fn extra(rows: &[Row]) -> Result {
    // In a run of equal rows, any of them can be removed.
    let again = (1..rows.len()).filter(|&row| rows[row] == rows[row - 1] && (row < 2 || rows[row - 2] != rows[row]));
    let without = again.map(|row| (row, replaced(rows, row..row + 1, [])));
    let mut results: Vec<(usize, usize, Vec<Row>)> = without
        .map(|(row, rows)| {
            ([Mirror::Below, Mirror::Turned].map(|mirror| mirror.differing(&rows)).into_iter().min(), row, rows)
        })
        .map(|(differing, row, rows)| (differing.unwrap_or_default(), row, rows))
        .collect();
    results.sort();
    let cells = rows.len().saturating_sub(1) * rows[0].len();
    let is_clear = match &results[..] {
        [] => false,
        [_] => true,
        [first, second, ..] => first.0 * ASYMMETRIC <= cells && second.0 > first.0 + 2,
    };
    let (_, row, rows) = results.into_iter().next().filter(|_| is_clear)?;
    Some((rows, format!("remove row {row}, which repeats the one above")))
}

/// Repairs a missing row by mirroring another.
fn missing(rows: &[Row], width: usize) -> Result {
    let height = rows.len() + 1;
    for mirror in [Mirror::Below, Mirror::Turned] {
        // If the rows are symmetric as they are, the missing one is in the middle and has no mirror image.
        if mirror.differing(rows) * ASYMMETRIC <= rows.len() * width {
            return None;
        }
        let result = |row: usize| {
            let other = height - 1 - row;
            let image = mirror.of(rows.get(if other < row { other } else { other.checked_sub(1)? })?);
            Some((row, other, replaced(rows, row..row, [image]))).filter(|_| other != row)
        };
        let mut results: Vec<(usize, usize, usize, Vec<Row>)> = (0..height)
            .filter_map(result)
            .map(|(row, other, rows)| (mirror.differing(&rows), row, other, rows))
            .collect();
        results.sort();
        results.dedup_by(|a, b| a.3 == b.3);
        let is_clear = match &results[..] {
            [first] => first.0 == 0,
            [first, second, ..] => first.0 == 0 && second.0 > 2,
            [] => false,
        };
        if let Some((_, row, other, rows)) = results.into_iter().next().filter(|_| is_clear) {
            return Some((rows, format!("insert row {row}, which mirrors row {other}")));
        }
    }
    None
}

/// Repairs a row split over two lines.
fn split(rows: &[Row], first: usize, width: usize) -> Result {
    let whole: Row = rows[first].iter().chain(&rows[first + 1]).copied().collect();
    let is_whole = whole.len() == width;
    is_whole.then(|| (replaced(rows, first..first + 2, [whole]), format!("join rows {first} and {}", first + 1)))
}

/// Repairs two rows joined on one line.
fn joined(rows: &[Row], row: usize, width: usize) -> (Vec<Row>, String) {
    let (first, second) = rows[row].split_at(width);
    (replaced(rows, row..row + 1, [first.to_vec(), second.to_vec()]), format!("split row {row} in two"))
}

/// Repairs a row with one cell too many or too few.
fn cell(rows: &[Row], row: usize, width: usize) -> Result {
    let written = &rows[row];
    // The value tells whether the repair removes one of several equal cells, which is the usual slip in long rows.
    let mut results: BTreeMap<Row, bool> = BTreeMap::new();
    if written.len() > width {
        for at in 0..written.len() {
            let mut shorter = written.clone();
            let cell = shorter.remove(at);
            let is_repeat = shorter.get(at) == Some(&cell) || at > 0 && shorter[at - 1] == cell;
            *results.entry(shorter).or_default() |= is_repeat;
        }
    } else {
        let letters: BTreeSet<char> = rows.iter().flatten().copied().collect();
        results.extend((0..width).flat_map(|at| letters.iter().map(move |letter| (at, *letter))).map(
            |(at, letter)| {
                let mut longer = written.clone();
                longer.insert(at, letter);
                (longer, true)
            },
        ));
    }
    let placed = |result: &Row| replaced(rows, row..row + 1, [result.clone()]);
    let blank = placed(&vec!['?'; width]);
    let mirrors: Vec<Mirror> =
        Mirror::ALL.into_iter().filter(|mirror| mirror.is_in_force_without(&blank, row)).collect();
    let is_usual = |result: &Row| results[result] || mirrors.len() > 1;
    let scored = results.keys().cloned().map(|result| {
        let whole = placed(&result);
        let differing: usize = mirrors.iter().map(|mirror| mirror.differing_in(&whole, row)).sum();
        (differing, resemblance(&whole, row), result)
    });
    let mut scored: Vec<(usize, usize, Row)> = scored.collect();
    scored.sort_by(|a, b| (a.0, b.1, &a.2).cmp(&(b.0, a.1, &b.2)));
    let chosen = match &scored[..] {
        [] => None,
        [only] => Some(only),
        [first, second, ..] if !mirrors.is_empty() => {
            let is_clear = second.0 > 0 || first.1 >= second.1 + CLEAR_AMONG_SYMMETRIC;
            Some(first).filter(|first| first.0 == 0 && is_clear)
        }
        [first, second, ..] => Some(first).filter(|_| first.1 >= second.1 + CLEAR),
    };
    let (_, _, result) = chosen.filter(|(_, _, result)| is_usual(result))?;
    Some((placed(result), format!("write row {row} as `{}`", result.iter().collect::<String>())))
}

/// Returns the similarity of a row to the rows above and below, and of each of its cells to the next.
fn resemblance(rows: &[Row], row: usize) -> usize {
    let same = |one: &[char], other: &[char]| one.iter().zip(other).filter(|(one, other)| one == other).count();
    let beside = [row.checked_sub(1), Some(row + 1)].into_iter().flatten().filter_map(|other| rows.get(other));
    2 * beside.map(|other| same(&rows[row], other)).sum::<usize>() + same(&rows[row], &rows[row][1..])
}

/// A symmetry of map rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mirror {
    /// Left and right halves are mirror images.
    Across,
    /// Top and bottom halves are mirror images.
    Below,
    /// The map is unchanged by a half turn.
    Turned,
}

impl Mirror {
    const ALL: [Self; 3] = [Self::Across, Self::Below, Self::Turned];

    /// Returns the image of a row.
    fn of(self, row: &Row) -> Row {
        match self {
            Self::Below => row.clone(),
            Self::Across | Self::Turned => row.iter().rev().copied().collect(),
        }
    }

    /// Returns the number of the row that is the image of another.
    fn row(self, row: usize, height: usize) -> usize {
        if self == Self::Across { row } else { height - 1 - row }
    }

    /// Returns the number of cells in a row that differ from their images.
    fn differing_in(self, rows: &[Row], row: usize) -> usize {
        let image = self.of(&rows[self.row(row, rows.len())]);
        rows[row].iter().zip(&image).filter(|(cell, image)| cell != image).count()
    }

    /// Returns the number of cells of a map that differ from their images.
    fn differing(self, rows: &[Row]) -> usize {
        (0..rows.len()).map(|row| self.differing_in(rows, row)).sum()
    }

    /// Returns whether the map is symmetric, ignoring a row and its image.
    fn is_in_force_without(self, rows: &[Row], row: usize) -> bool {
        let others = (0..rows.len()).filter(|other| *other != row && *other != self.row(row, rows.len()));
        let (count, differing) = others.fold((0, 0), |(count, differing), other| {
            (count + rows[other].len(), differing + self.differing_in(rows, other))
        });
        count > 0 && differing * ASYMMETRIC <= count
    }
}

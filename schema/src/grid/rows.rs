//! Reading the rows of a map: the legend entry of each cell.
//!
//! Rulesets, checks and pictures all use this reader, so that they see the same cells.

use std::collections::BTreeMap;

use super::{Cell, Cells, Geometry};

/// The number of a cell that is missing or has a character that is not in the legend.
pub const UNKNOWN: u16 = u16::MAX;

/// The cells of a map, and the errors in its rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    /// For each cell the position of its key in the legend, or [`UNKNOWN`].
    pub kinds: Cells<u16>,
    /// The errors.
    pub faults: RowErrors,
}

/// Mismatches between the rows of a map and its size or legend.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowErrors {
    /// The number of lines, if it differs from the number of rows of the map.
    pub lines: Option<usize>,
    /// Rows with the wrong number of characters, each with that number.
    pub lengths: Vec<(usize, usize)>,
    /// Characters that are not in the legend.
    pub unknown: BTreeMap<char, Strays>,
}

impl RowErrors {
    /// Returns whether there are no errors.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The cells with a character that is not in the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strays {
    /// The first one, which may be beyond the last column.
    pub first: Cell,
    /// The number of cells.
    pub count: usize,
}

/// Reads the rows of a map. Only single characters of the legend can appear in rows.
pub fn read<'k>(geometry: &Geometry, legend: impl IntoIterator<Item = &'k str>, rows: &str) -> Rows {
    let keys = Keys::new(legend);
    let (width, height) = (geometry.width() as usize, geometry.height() as usize);
    let mut faults = RowErrors::default();
    let mut lines = rows.lines();
    let mut count = 0;
    let kinds = Cells::from_rows(geometry.size(), UNKNOWN, |row, cells| {
        let mut columns = 0;
        if let Some(line) = lines.next() {
            for letter in line.chars() {
                let kind = keys.kind(letter);
                if kind == UNKNOWN {
                    let first = [columns, row].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
                    faults.unknown.entry(letter).or_insert(Strays { first, count: 0 }).count += 1;
                }
                if columns < width {
                    cells[columns] = kind;
                }
                columns += 1;
            }
            if columns != width {
                faults.lengths.push((row, columns));
            }
            count += 1;
        }
        cells[columns.min(width)..].fill(UNKNOWN);
    });
    count += lines.count();
    faults.lines = (count != height).then_some(count);
    Rows { kinds, faults }
}

/// Returns the character of one cell; `None` off the map or beyond the end of a short row.
pub fn letter(geometry: &Geometry, rows: &str, cell: Cell) -> Option<char> {
    let [col, row] = geometry.contains(cell).then(|| cell.map(|n| n as usize))?;
    rows.lines().nth(row)?.chars().nth(col)
}

/// The keys of a legend, indexed by character.
struct Keys {
    ascii: [u16; 128],
    others: BTreeMap<char, u16>,
}

impl Keys {
    fn new<'k>(legend: impl IntoIterator<Item = &'k str>) -> Self {
        let mut keys = Self { ascii: [UNKNOWN; 128], others: BTreeMap::new() };
        for (kind, key) in (0..UNKNOWN).zip(legend) {
            let mut letters = key.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else { continue };
            match keys.ascii.get_mut(letter as usize) {
                Some(slot) => *slot = kind,
                None => drop(keys.others.insert(letter, kind)),
            }
        }
        keys
    }

    fn kind(&self, letter: char) -> u16 {
        match self.ascii.get(letter as usize) {
            Some(kind) => *kind,
            None => self.others.get(&letter).copied().unwrap_or(UNKNOWN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, Stand};

    #[test]
    fn cells_have_the_numbers_of_their_keys_and_what_does_not_fit_is_told() {
        let geometry = Geometry::new(Shape::Square, Stand::Edge, None, [3, 3]).unwrap();
        let read = |rows| read(&geometry, ["s", "long", "ä"], rows);
        let fine = read("sää\näss\nsss\n");
        let values = |kinds: &Cells<u16>| kinds.values().collect::<Vec<_>>();
        assert_eq!((values(&fine.kinds), fine.faults.is_empty()), (vec![0, 2, 2, 2, 0, 0, 0, 0, 0], true));

        let Rows { kinds, faults } = read("sx\nlssx\n");
        assert_eq!(values(&kinds), [0, UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, UNKNOWN, UNKNOWN, UNKNOWN]);
        assert_eq!((faults.lines, faults.lengths.as_slice()), (Some(2), &[(0, 2), (1, 4)][..]));
        let strays = [('l', Strays { first: [0, 1], count: 1 }), ('x', Strays { first: [1, 0], count: 2 })];
        assert_eq!(faults.unknown, BTreeMap::from(strays));
        assert_eq!(read("sss\nsss\nsss\nxxx\n").faults, RowErrors { lines: Some(4), ..RowErrors::default() });
    }

    #[test]
    fn one_cell_is_read_alone_as_with_all_others() {
        let geometry = Geometry::new(Shape::Hex, Stand::Edge, None, [2, 2]).unwrap();
        let at = |cell| letter(&geometry, "aä\nb", cell);
        assert_eq!(
            [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, -1]].map(at),
            [Some('a'), Some('ä'), Some('b'), None, None, None]
        );
    }
}

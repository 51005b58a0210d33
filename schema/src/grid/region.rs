//! Sets of cells as runs in rows: half a million cells may take only one run per row.

use super::{Bounds, Cell, Cells, draw};

/// Consecutive cells of a row: the row, and the first and last column.
pub type Run = (i32, [i32; 2]);

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Region {
    /// In row order; runs of one row do not touch.
    runs: Vec<Run>,
}

impl Region {
    /// Creates a region from runs in row order that do not overlap; empty runs are dropped.
    pub fn from_runs(all: impl IntoIterator<Item = Run>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (row, [first, last]) in all.into_iter().filter(|(_, [first, last])| first <= last) {
            match runs.last_mut().filter(|(above, ends)| *above == row && ends[1] + 1 == first) {
                Some((_, ends)) => ends[1] = last,
                None => runs.push((row, [first, last])),
            }
        }
        Self { runs }
    }

    /// Returns, for each number below `count`, the cells with that number.
    pub fn by_number(numbers: &Cells<u16>, count: usize) -> Vec<Self> {
        let mut all: Vec<Vec<Run>> = vec![Vec::new(); count];
        for row in 0..numbers.size()[1] as i32 {
            for (run, number) in numbers.runs(row) {
                all.get_mut(usize::from(number)).into_iter().for_each(|runs| runs.push((row, run)));
            }
        }
        all.into_iter().map(Self::from_runs).collect()
    }

    /// Returns whether the region is empty.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of cells.
    pub fn count(&self) -> usize {
        self.runs.iter().map(|(_, [first, last])| (last - first + 1) as usize).sum()
    }

    /// Returns whether the region contains a cell.
    pub fn contains(&self, [column, row]: Cell) -> bool {
        let at = self.runs.partition_point(|(below, [_, last])| (*below, *last) < (row, column));
        self.runs.get(at).is_some_and(|(own, [first, _])| *own == row && *first <= column)
    }

    /// Returns all cells in row order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.runs.iter().flat_map(|&(row, [first, last])| (first..=last).map(move |column| [column, row]))
    }

    /// Returns all runs in row order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the runs inside a rectangle, clipped to it.
    pub fn within(&self, Bounds { from, to }: Bounds) -> impl Iterator<Item = Run> {
        let begin = self.runs.partition_point(|(row, _)| *row < from[1]);
        let rows = self.runs[begin..].iter().take_while(move |(row, _)| *row <= to[1]);
        let cut = rows.map(move |&(row, [first, last])| (row, [first.max(from[0]), last.min(to[0])]));
        cut.filter(|(_, [first, last])| first <= last)
    }

    /// Returns the cells as disjoint rectangles.
    pub fn rectangles(&self) -> Vec<Bounds> {
        draw::stacked(self.runs.iter().copied())
    }
}

impl FromIterator<Cell> for Region {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable_by_key(|[column, row]| [*row, *column]);
        cells.dedup();
        Self::from_runs(cells.into_iter().map(|[column, row]| (row, [column; 2])))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_region_is_the_set_of_its_cells(cells in prop::collection::vec([-3..12_i32, -2..9_i32], 0..60)) {
            let set: BTreeSet<Cell> = cells.iter().copied().collect();
            let region: Region = cells.iter().copied().collect();
            let every = || (-4..13).flat_map(|column| (-3..10).map(move |row| [column, row]));
            prop_assert!(every().all(|cell| region.contains(cell) == set.contains(&cell)));
            prop_assert_eq!((region.count(), region.is_empty()), (set.len(), set.is_empty()));
            prop_assert_eq!(region.cells().collect::<BTreeSet<Cell>>(), set.clone());
            prop_assert!(region.cells().is_sorted_by_key(|[column, row]| [row, column]));
            let part = Bounds { from: [1, 0], to: [6, 4] };
            let seen = region.within(part).flat_map(|(row, [first, last])| (first..=last).map(move |x| [x, row]));
            prop_assert_eq!(seen.collect::<BTreeSet<Cell>>(), set.iter().copied().filter(|cell| part.contains(*cell)).collect());
            let packed: Vec<Cell> = region.rectangles().into_iter().flat_map(Bounds::cells).collect();
            prop_assert_eq!((packed.len(), packed.into_iter().collect::<BTreeSet<Cell>>()), (set.len(), set));
            prop_assert_eq!(Region::from_runs(region.runs().iter().copied()), region);
        }
    }

    #[test]
    fn cells_are_told_apart_by_their_numbers() {
        let numbers = Cells::from_values([3, 2], &[0, 0, 1, 7, 1, 1], 9);
        let [none, ones] = [[[0, 0], [1, 0]].as_slice(), &[[2, 0], [1, 1], [2, 1]]];
        let region = |cells: &[Cell]| cells.iter().copied().collect::<Region>();
        assert_eq!(Region::by_number(&numbers, 2), [region(none), region(ones)]);
    }

    #[test]
    fn a_great_country_is_few_runs() {
        let country = Region::from_runs((0..1000).flat_map(|row| [(row, [0, 499]), (row, [500, 999])]));
        assert_eq!((country.count(), country.runs().len(), country.rectangles().len()), (1_000_000, 1000, 1));
    }
}

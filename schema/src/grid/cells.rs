//! A value for each cell of a map, stored in blocks; a block with a single value takes no memory of its own.
//!
//! A map of 10,000 x 10,000 cells with one terrain and some lakes takes only the memory of the blocks that contain
//! shores. Look-ups take constant time.

use std::fmt;

use super::Cell;

/// Width of a block in cells, as a power of two.
const SHIFT: u32 = 5;
/// Width of a block in cells.
pub const BLOCK: usize = 1 << SHIFT;

/// A value for each cell of a map.
#[derive(Clone)]
pub struct Cells<T> {
    size: [u32; 2],
    /// Number of blocks in a row of blocks.
    across: usize,
    /// The value of all cells if there are no blocks.
    all: T,
    /// In row order; empty as long as all cells are equal.
    blocks: Vec<Block<T>>,
}

/// A square of cells, which may extend beyond the right and bottom edges of the map.
#[derive(Clone)]
enum Block<T> {
    Even(T),
    /// Row by row, with rows of full block width.
    Mixed(Box<[T]>),
}

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The first column and row.
    pub from: Cell,
    /// The last column and row.
    pub to: Cell,
}

impl Bounds {
    /// Returns the number of cells.
    pub fn count(&self) -> usize {
        [0, 1].map(|axis| (self.to[axis] - self.from[axis] + 1).max(0) as usize).iter().product()
    }

    /// Returns the cells in both, if any.
    pub fn within(&self, other: &Self) -> Option<Self> {
        let from = [0, 1].map(|axis| self.from[axis].max(other.from[axis]));
        let to = [0, 1].map(|axis| self.to[axis].min(other.to[axis]));
        (from[0] <= to[0] && from[1] <= to[1]).then_some(Self { from, to })
    }

    /// Returns all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.from[1]..=self.to[1]).flat_map(move |row| (self.from[0]..=self.to[0]).map(move |column| [column, row]))
    }

    /// Returns whether it contains a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        (0..2).all(|axis| (self.from[axis]..=self.to[axis]).contains(&cell[axis]))
    }
}

/// Returns the position of a cell in its block.
#[inline]
fn place(column: usize, row: usize) -> usize {
    (row % BLOCK) * BLOCK + column % BLOCK
}

impl<T: Copy + PartialEq> Cells<T> {
    /// Creates cells with the same value.
    pub fn filled(size: [u32; 2], value: T) -> Self {
        Self { size, across: (size[0] as usize).div_ceil(BLOCK), all: value, blocks: Vec::new() }
    }

    /// Returns the number of blocks, allocated or not.
    fn count(&self) -> usize {
        self.across * (self.size[1] as usize).div_ceil(BLOCK)
    }

    /// Allocates the blocks if all cells are equal.
    fn divide(&mut self) {
        if self.blocks.is_empty() {
            self.blocks = (0..self.count()).map(|_| Block::Even(self.all)).collect();
        }
    }

    /// Returns the content of a block: its only value, or the value of each cell.
    #[inline]
    fn block(&self, number: usize) -> Result<T, &[T]> {
        match self.blocks.get(number) {
            None => Ok(self.all),
            Some(Block::Even(value)) => Ok(*value),
            Some(Block::Mixed(cells)) => Err(cells),
        }
    }

    /// Creates cells row by row: `row` fills in the cells of one row, called in row order. The previous content of the
    /// slice is unspecified.
    pub fn from_rows(size: [u32; 2], value: T, mut row: impl FnMut(usize, &mut [T])) -> Self {
        let [width, height] = size.map(|count| count as usize);
        let mut all = Self::filled(size, value);
        all.divide();
        let mut band = vec![value; width * BLOCK.min(height)];
        for (top, blocks) in (0..height).step_by(BLOCK).zip(all.blocks.chunks_mut(all.across.max(1))) {
            let rows = BLOCK.min(height - top);
            for (below, cells) in band.chunks_mut(width.max(1)).take(rows).enumerate() {
                row(top + below, cells);
            }
            for (block, left) in blocks.iter_mut().zip((0..width).step_by(BLOCK)) {
                let columns = BLOCK.min(width - left);
                let line = |row: usize| &band[row * width + left..][..columns];
                let first = line(0)[0];
                *block = if (0..rows).all(|row| line(row).iter().all(|cell| *cell == first)) {
                    Block::Even(first)
                } else {
                    let mut cells = vec![first; BLOCK * rows].into_boxed_slice();
                    (0..rows).for_each(|row| cells[row * BLOCK..][..columns].copy_from_slice(line(row)));
                    Block::Mixed(cells)
                };
            }
        }
        all
    }

    /// Creates cells from values in row order; missing values are `rest`.
    pub fn from_values(size: [u32; 2], values: &[T], rest: T) -> Self {
        let width = size[0] as usize;
        Self::from_rows(size, rest, |row, cells| {
            let given = values.get(row * width..).unwrap_or_default();
            let given = &given[..given.len().min(width)];
            cells[..given.len()].copy_from_slice(given);
            cells[given.len()..].fill(rest);
        })
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the value of a cell; `None` off the map.
    #[inline]
    pub fn get(&self, [column, row]: Cell) -> Option<T> {
        // Negative numbers become large ones.
        let (column, row) = (column as u32, row as u32);
        (column < self.size[0] && row < self.size[1]).then(|| self.at(column as usize, row as usize))
    }

    #[inline]
    fn at(&self, column: usize, row: usize) -> T {
        match self.block((row >> SHIFT) * self.across + (column >> SHIFT)) {
            Ok(value) => value,
            Err(cells) => cells[place(column, row)],
        }
    }

    /// Sets the value of a cell; does nothing off the map.
    pub fn set(&mut self, cell: Cell, value: T) {
        if self.get(cell).is_some_and(|now| now != value) {
            let [column, row] = cell.map(|count| count as usize);
            let block = (row >> SHIFT) * self.across + (column >> SHIFT);
            self.mixed(block)[place(column, row)] = value;
        }
    }

    /// Sets the value of all cells in an area, as far as they are on the map.
    pub fn fill(&mut self, area: Bounds, value: T) {
        let Some(area) = area.within(&self.bounds()) else { return };
        if area == self.bounds() {
            *self = Self::filled(self.size, value);
            return;
        }
        self.divide();
        let blocks = |axis: usize| area.from[axis] >> SHIFT..=area.to[axis] >> SHIFT;
        for (down, across) in blocks(1).flat_map(|down| blocks(0).map(move |across| (down, across))) {
            let number = down as usize * self.across + across as usize;
            let whole = self.bounds_of(number);
            let part = area.within(&whole).expect("the loop visits only blocks that overlap the area");
            if part == whole {
                self.blocks[number] = Block::Even(value);
            } else if !matches!(self.blocks[number], Block::Even(now) if now == value) {
                let cells = self.mixed(number);
                let columns = (part.to[0] - part.from[0] + 1) as usize;
                for row in part.from[1]..=part.to[1] {
                    let first = place(part.from[0] as usize, row as usize);
                    cells[first..first + columns].fill(value);
                }
            }
        }
    }

    /// Returns the cells of a block, converting it to a mixed block.
    fn mixed(&mut self, number: usize) -> &mut [T] {
        self.divide();
        let bounds = self.bounds_of(number);
        let rows = (bounds.to[1] - bounds.from[1] + 1) as usize;
        let block = &mut self.blocks[number];
        if let Block::Even(value) = *block {
            *block = Block::Mixed(vec![value; BLOCK * rows].into_boxed_slice());
        }
        match block {
            Block::Mixed(cells) => cells,
            Block::Even(_) => unreachable!("an even block has just been replaced by a mixed one"),
        }
    }

    /// Returns the bounds of the map.
    pub fn bounds(&self) -> Bounds {
        Bounds { from: [0, 0], to: self.size.map(|count| count as i32 - 1) }
    }

    fn bounds_of(&self, number: usize) -> Bounds {
        let from = [number % self.across.max(1), number / self.across.max(1)].map(|count| (count << SHIFT) as i32);
        let to = [0, 1].map(|axis| (from[axis] + BLOCK as i32).min(self.size[axis] as i32) - 1);
        Bounds { from, to }
    }

    /// Visits groups of cells that have the same value, with the number of cells: together all of the map, block by
    /// block.
    pub fn for_each_stretch(&self, mut show: impl FnMut(T, usize)) {
        if self.blocks.is_empty() && self.count() > 0 {
            return show(self.all, self.bounds().count());
        }
        for number in 0..self.blocks.len() {
            let bounds = self.bounds_of(number);
            match self.block(number) {
                Ok(value) => show(value, bounds.count()),
                Err(cells) => {
                    let columns = (bounds.to[0] - bounds.from[0] + 1) as usize;
                    for row in cells.chunks(BLOCK) {
                        row[..columns].chunk_by(|one, other| one == other).for_each(|same| show(same[0], same.len()));
                    }
                }
            }
        }
    }

    /// Returns the runs of equal cells in a row, from left to right: each with its first and last column.
    pub fn runs(&self, row: i32) -> Runs<'_, T> {
        let is_on_map = (0..self.size[1] as i32).contains(&row);
        let end = if is_on_map { self.size[0] as usize } else { 0 };
        Runs { cells: self, row: row.max(0) as usize, next: 0, end }
    }

    /// Returns all values in row order.
    pub fn values(&self) -> impl Iterator<Item = T> {
        let [width, height] = self.size.map(|count| count as usize);
        (0..height).flat_map(move |row| (0..width).map(move |column| self.at(column, row)))
    }

    /// Returns the value of all cells; `None` if they differ or there are none.
    pub fn even(&self) -> Option<T> {
        let first = self.get([0, 0])?;
        let mut same = true;
        self.for_each_stretch(|value, _| same &= value == first);
        same.then_some(first)
    }

    /// Maps each value.
    pub fn map<U: Copy + PartialEq>(&self, other: impl Fn(T) -> U) -> Cells<U> {
        let block = |block: &Block<T>| match block {
            Block::Even(value) => Block::Even(other(*value)),
            Block::Mixed(cells) => Block::Mixed(cells.iter().map(|cell| other(*cell)).collect()),
        };
        let blocks = self.blocks.iter().map(block).collect();
        // Only maps values that some cell has.
        let first = self.get([0, 0]).unwrap_or(self.all);
        Cells { size: self.size, across: self.across, all: other(first), blocks }
    }

    /// Returns the memory size of the values in bytes.
    pub fn bytes(&self) -> usize {
        let mixed = self.blocks.iter().map(|block| match block {
            Block::Even(_) => 0,
            Block::Mixed(cells) => size_of_val(&**cells),
        });
        self.blocks.len() * size_of::<Block<T>>() + mixed.sum::<usize>()
    }
}

/// Iterator over the runs of a row of cells.
pub struct Runs<'a, T> {
    cells: &'a Cells<T>,
    row: usize,
    next: usize,
    end: usize,
}

impl<T: Copy + PartialEq> Runs<'_, T> {
    /// Returns the column where the run that starts at a column ends within its block.
    fn stop(&self, column: usize, value: T) -> usize {
        let cells = self.cells;
        let end = ((column / BLOCK + 1) * BLOCK).min(self.end);
        if cells.blocks.is_empty() {
            return if cells.all == value { self.end } else { column };
        }
        match cells.block((self.row >> SHIFT) * cells.across + (column >> SHIFT)) {
            Ok(now) if now == value => end,
            Ok(_) => column,
            Err(all) => {
                let row = &all[place(column, self.row)..][..end - column];
                column + row.iter().take_while(|now| **now == value).count()
            }
        }
    }
}

impl<T: Copy + PartialEq> Iterator for Runs<'_, T> {
    type Item = ([i32; 2], T);

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.next;
        if first >= self.end {
            return None;
        }
        let value = self.cells.at(first, self.row);
        let mut column = first;
        loop {
            let stop = self.stop(column, value);
            let is_whole = stop > column && stop.is_multiple_of(BLOCK) && stop < self.end;
            column = stop;
            if !is_whole {
                break;
            }
        }
        self.next = column;
        Some(([first as i32, column as i32 - 1], value))
    }
}

impl<T: Copy + PartialEq> PartialEq for Cells<T> {
    /// Equality does not depend on how blocks are stored.
    fn eq(&self, other: &Self) -> bool {
        let same = |number: usize| match (self.block(number), other.block(number)) {
            (Ok(one), Ok(other)) => one == other,
            _ => self.bounds_of(number).cells().all(|cell| self.get(cell) == other.get(cell)),
        };
        self.size == other.size && (0..self.count()).all(same)
    }
}

impl<T: Copy + Eq> Eq for Cells<T> {}

impl<T: Copy + PartialEq> fmt::Debug for Cells<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mixed = self.blocks.iter().filter(|block| matches!(block, Block::Mixed(_))).count();
        let [width, height] = self.size;
        write!(f, "Cells({width} x {height}, {mixed} of {} blocks mixed)", self.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes near block boundaries.
    const SIZES: [[u32; 2]; 5] = [[1, 1], [7, 5], [32, 64], [33, 66], [200, 63]];

    fn area(from: Cell, to: Cell) -> Bounds {
        Bounds { from, to }
    }

    #[test]
    fn areas_painted_over_each_other_are_what_a_plain_list_of_cells_would_be() {
        let mut seed = 7_u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((u64::from(seed) * u64::from(below)) >> 32) as i32
        };
        for size in SIZES {
            let [width, height] = size.map(|count| count as i32);
            let mut cells = Cells::filled(size, 0_u16);
            let mut plain = vec![0_u16; (width * height) as usize];
            for value in 1..40 {
                let corners = [0, 1].map(|_| [random(size[0] + 20) - 10, random(size[1] + 20) - 10]);
                let from = [0, 1].map(|axis| corners[0][axis].min(corners[1][axis]));
                let to = [0, 1].map(|axis| corners[0][axis].max(corners[1][axis]));
                cells.fill(area(from, to), value);
                for row in from[1].max(0)..=to[1].min(height - 1) {
                    for column in from[0].max(0)..=to[0].min(width - 1) {
                        plain[(row * width + column) as usize] = value;
                    }
                }
                let lone = [random(size[0]), random(size[1])];
                cells.set(lone, 99);
                plain[(lone[1] * width + lone[0]) as usize] = 99;
            }
            assert_eq!(cells.values().collect::<Vec<_>>(), plain);
            assert_eq!(
                cells,
                Cells::from_values(size, &plain, 0),
                "reading the values row by row gives the same blocks"
            );
            let mut count = 0;
            cells.for_each_stretch(|_, cells| count += cells);
            assert_eq!(count, plain.len());
            for row in 0..height {
                let runs: Vec<_> = cells.runs(row).collect();
                let line = &plain[(row * width) as usize..][..width as usize];
                let expected = line.chunk_by(|one, other| one == other).map(|run| (run.len(), run[0]));
                let found = runs.iter().map(|([first, last], value)| ((last - first + 1) as usize, *value));
                assert!(found.eq(expected), "{size:?} {row}: {runs:?}");
            }
        }
    }

    #[test]
    fn off_the_map_there_is_nothing_and_nothing_happens() {
        let mut cells = Cells::filled([3, 2], 5_u8);
        for cell in [[-1, 0], [3, 0], [0, 2], [i32::MIN, i32::MAX]] {
            cells.set(cell, 1);
            assert_eq!(cells.get(cell), None);
        }
        cells.fill(area([3, 0], [9, 9]), 1);
        assert_eq!(cells, Cells::from_values([3, 2], &[5; 6], 5), "an even map equals one that is stored in blocks");
        assert_eq!((cells.even(), cells.runs(2).count()), (Some(5), 0));
        let asked = Cells::from_values([40, 3], &[7; 120], u8::MAX);
        let other = asked.map(|value| {
            assert_eq!(value, 7, "all cells have the same value");
            8
        });
        assert_eq!(other.even(), Some(8));
        assert_eq!(Cells::from_values([2, 2], &[1, 2, 3], 9).values().collect::<Vec<_>>(), [1, 2, 3, 9]);
    }

    #[test]
    fn a_great_map_takes_the_room_of_what_differs() {
        let mut cells = Cells::filled([10_000, 10_000], 0_u16);
        assert_eq!(cells.bytes(), 0, "an even map needs no blocks");
        cells.fill(area([64, 64], [6399, 6399]), 1);
        assert!(cells.bytes() < 2 << 20, "whole blocks stay even: {}", cells.bytes());
        cells.fill(area([100, 100], [101, 101]), 2);
        assert_eq!(cells.map(u32::from).get([101, 100]), Some(2));
        assert!(cells.bytes() < (2 << 20) + 10_000);
    }
}

//! The figures of a battle, and where to find those near a hex.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use foeman_schema::grid::Hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use super::FigureState;
use crate::ids::FigureId;
use foeman_engine::ruleset::SideId;

/// The figures of a battle by number; figures are never removed from the list.
///
/// The index of places is made when it is needed, and stays valid while figures change: those that may have moved since
/// then are noted. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    list: Vec<FigureState>,
    places: OnceLock<Arc<Places>>,
    /// The figures that may not be where the index says, except for those that are not in it yet.
    moved: SmallVec<[FigureId; MOST_MOVED]>,
}

/// With fewer figures, a look at each of them is faster than an index, and than what [`Recall`](super::Recall) keeps.
pub(crate) const MANY: usize = 24;
/// The number of figures that may have moved before the index is made again.
const MOST_MOVED: usize = 8;

impl Figures {
    /// Adds a figure, with the next number.
    pub fn push(&mut self, figure: FigureState) {
        self.list.push(figure);
    }

    /// Returns the mutable state of a figure; `None` if it does not exist.
    #[inline]
    pub fn get_mut(&mut self, figure: FigureId) -> Option<&mut FigureState> {
        self.note(figure);
        self.list.get_mut(figure.index())
    }

    /// Changes figures one after the other, but not their places.
    pub(crate) fn change(&mut self, mut change: impl FnMut(FigureId, &mut FigureState)) {
        for (figure, number) in self.list.iter_mut().zip(0..) {
            let standing = Standing::of(figure);
            change(FigureId(number), figure);
            debug_assert_eq!(standing, Standing::of(figure), "a figure moves without being noted");
        }
    }

    /// Ends the aims at a figure.
    pub(crate) fn lose_aim(&mut self, target: FigureId) {
        self.change(|_, figure| figure.aim = figure.aim.filter(|aim| aim.target != target));
    }

    /// Visits the figures on the map whose heads are at most this far from a hex, by number, until `visit` returns true;
    /// returns whether it did.
    #[inline]
    pub fn any_near(&self, (hex, most): (Hex, u32), of: Of, mut visit: impl FnMut(FigureId) -> bool) -> bool {
        if self.list.len() < MANY {
            return self.any_without_index((hex, most), of, |figure, _| visit(figure));
        }
        let mut found: SmallVec<[FigureId; 16]> = SmallVec::new();
        self.each_near((hex, most), of, |figure, _| found.push(figure));
        found.sort_unstable();
        debug_assert!(self.are_all((hex, most), of, &found), "the index of places is out of date");
        found.into_iter().any(visit)
    }

    /// The same without the index, with the hexes of the heads.
    #[inline]
    fn any_without_index(&self, near: (Hex, u32), of: Of, mut visit: impl FnMut(FigureId, Hex) -> bool) -> bool {
        for (own, number) in self.list.iter().zip(0..) {
            if Standing::of(own).is_near(near, of) && visit(FigureId(number), own.hex) {
                return true;
            }
        }
        false
    }

    /// Whether these figures are the ones that a look at each figure finds.
    fn are_all(&self, near: (Hex, u32), of: Of, found: &[FigureId]) -> bool {
        let mut others = found.iter();
        !self.any_without_index(near, of, |figure, _| others.next() != Some(&figure)) && others.next().is_none()
    }

    /// Visits the same figures in any order, with the hexes of their heads.
    #[inline]
    pub fn each_near(&self, near: (Hex, u32), of: Of, mut visit: impl FnMut(FigureId, Hex)) {
        if self.list.len() < MANY {
            self.any_without_index(near, of, |figure, head| {
                visit(figure, head);
                false
            });
            return;
        }
        let places = self.places.get_or_init(|| Arc::new(Places::of(&self.list)));
        places.each_near(near, of, |figure, head| {
            if !self.moved.contains(&figure) {
                visit(figure, head);
            }
        });
        let later = (places.standing.len()..self.list.len()).map(|number| FigureId(number as u16));
        for figure in self.moved.iter().copied().chain(later) {
            let standing = Standing::of(&self.list[figure.index()]);
            if standing.is_near(near, of) {
                visit(figure, standing.hex);
            }
        }
    }

    /// Notes that a figure may move. If many have moved, the index is made again when it is needed.
    #[inline]
    fn note(&mut self, figure: FigureId) {
        if self.places.get().is_some() {
            self.note_moved(figure);
        }
    }

    fn note_moved(&mut self, figure: FigureId) {
        let Some(places) = self.places.get() else { return };
        if self.moved.contains(&figure) || figure.index() >= places.standing.len() {
            return;
        }
        if self.moved.len() == MOST_MOVED {
            self.moved.retain(|other| Standing::of(&self.list[other.index()]) != places.standing[other.index()]);
        }
        if self.moved.len() == MOST_MOVED {
            self.places.take();
            self.moved.clear();
        } else {
            self.moved.push(figure);
        }
    }
}

impl Deref for Figures {
    type Target = [FigureState];

    fn deref(&self) -> &[FigureState] {
        &self.list
    }
}

impl FromIterator<FigureState> for Figures {
    fn from_iter<I: IntoIterator<Item = FigureState>>(figures: I) -> Self {
        Self { list: figures.into_iter().collect(), ..Self::default() }
    }
}

impl<'a> IntoIterator for &'a Figures {
    type Item = &'a FigureState;
    type IntoIter = std::slice::Iter<'a, FigureState>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl PartialEq for Figures {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Figures {}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Figures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { list: Vec::deserialize(deserializer)?, ..Self::default() })
    }
}

/// The figures that are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// All.
    All,
    /// Those that this side does not command.
    Others(SideId),
}

/// What the index knows of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Standing {
    hex: Hex,
    commander: SideId,
    gone: bool,
}

impl Standing {
    #[inline]
    fn of(figure: &FigureState) -> Self {
        Self { hex: figure.hex, commander: figure.commander, gone: figure.gone }
    }

    #[inline]
    fn is_near(self, (hex, most): (Hex, u32), of: Of) -> bool {
        let is_wanted = match of {
            Of::All => true,
            Of::Others(side) => self.commander != side,
        };
        self.hex.distance(hex) <= most && is_wanted && !self.gone
    }
}

/// Where the heads of figures are: squares of hexes in rows, each with its figures.
#[derive(Debug)]
struct Places {
    /// All figures, by number.
    standing: Box<[Standing]>,
    /// The first column and row of squares.
    from: [i32; 2],
    /// The number of columns and rows.
    size: [i32; 2],
    /// The binary logarithm of the side of a square.
    shift: u32,
    /// For each square, where its figures begin; one more for the end of the last.
    begins: Box<[u16]>,
    /// The figures by square.
    figures: Box<[(FigureId, Standing)]>,
}

/// The number of squares per figure, at most.
const SQUARES: i64 = 4;

impl Places {
    fn of(figures: &[FigureState]) -> Self {
        let standing: Box<[Standing]> = figures.iter().map(Standing::of).collect();
        let range = |axis: fn(Hex) -> i32| {
            let values = || standing.iter().map(|figure| axis(figure.hex));
            [values().min().unwrap_or_default(), values().max().unwrap_or_default()]
        };
        let [columns, rows] = [range(|hex| hex.q), range(|hex| hex.r)];
        let extent = |[from, to]: [i32; 2], shift: u32| i64::from(to >> shift) - i64::from(from >> shift) + 1;
        let is_small = |shift: &u32| extent(columns, *shift) * extent(rows, *shift) <= SQUARES * standing.len() as i64;
        let shift = (0..i32::BITS - 1).find(is_small).unwrap_or(i32::BITS - 1);
        let from = [columns[0] >> shift, rows[0] >> shift];
        let size = [extent(columns, shift) as i32, extent(rows, shift) as i32];
        let square = |hex: Hex| {
            let [column, row] = [(hex.q >> shift) - from[0], (hex.r >> shift) - from[1]];
            (row * size[0] + column) as usize
        };
        let mut begins = vec![0; (size[0] * size[1]) as usize + 1];
        for figure in &standing {
            begins[square(figure.hex)] += 1;
        }
        // Each square's entry is its end at first, and its beginning after its figures have been put there.
        let mut end = 0;
        for begin in &mut begins {
            end += *begin;
            *begin = end;
        }
        let mut sorted: Vec<(FigureId, Standing)> = (0..).map(FigureId).zip(standing.iter().copied()).collect();
        for (number, figure) in standing.iter().enumerate().rev() {
            let begin = &mut begins[square(figure.hex)];
            *begin -= 1;
            sorted[usize::from(*begin)] = (FigureId(number as u16), *figure);
        }
        Self { from, size, shift, begins: begins.into(), figures: sorted.into(), standing }
    }

    /// Visits the figures near a hex, as far as the index knows.
    fn each_near(&self, (hex, most): (Hex, u32), of: Of, mut visit: impl FnMut(FigureId, Hex)) {
        let reach = i32::try_from(most).unwrap_or(i32::MAX);
        let range = |center: i32, axis: usize| {
            let [first, last] = [center.saturating_sub(reach), center.saturating_add(reach)].map(|at| at >> self.shift);
            let from = self.from[axis];
            first.saturating_sub(from).max(0)..last.saturating_sub(from).saturating_add(1).min(self.size[axis])
        };
        let [columns, rows] = [range(hex.q, 0), range(hex.r, 1)];
        if columns.is_empty() {
            return;
        }
        for row in rows {
            let at = |column: i32| usize::from(self.begins[(row * self.size[0] + column) as usize]);
            for (figure, standing) in &self.figures[at(columns.start)..at(columns.end)] {
                if standing.is_near((hex, most), of) {
                    visit(*figure, standing.hex);
                }
            }
        }
    }
}

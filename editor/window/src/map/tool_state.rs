//! The state of map tools: the start of a shape, the selected area and the clipboard.

use std::collections::BTreeSet;

use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::patch::Patch;

/// The state of map tools. It is not saved with the view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    map: Option<RecordKey>,
    start: Option<Cell>,
    area: BTreeSet<Cell>,
    /// The patch attached to the pointer, to be pasted.
    pub held: Option<Patch>,
    /// The patch copied last.
    pub copied: Option<Patch>,
}

/// Returns the title for a new zone: `Zone 2` for `zone-2`.
pub(super) fn zone_title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl Hand {
    /// Returns the start cell of a two-ended tool on a map.
    pub fn start(&self, map: &RecordKey) -> Option<Cell> {
        self.start.filter(|_| self.map.as_ref() == Some(map))
    }

    /// Returns the selected area of a map.
    pub fn area(&self, map: &RecordKey) -> &BTreeSet<Cell> {
        static NONE: BTreeSet<Cell> = BTreeSet::new();
        if self.map.as_ref() == Some(map) { &self.area } else { &NONE }
    }

    /// Sets the start cell of a two-ended tool, or clears it.
    pub fn begin(&mut self, map: RecordKey, start: Option<Cell>) {
        self.go_to(map);
        self.start = start;
    }

    /// Selects an area of a map.
    pub fn select(&mut self, map: RecordKey, area: BTreeSet<Cell>) {
        self.go_to(map);
        self.area = area;
    }

    /// Drops the attached patch and the start cell; returns whether there was either.
    pub fn leave(&mut self) -> bool {
        self.held.take().is_some() | self.start.take().is_some()
    }

    fn go_to(&mut self, map: RecordKey) {
        if self.map.as_ref() != Some(&map) {
            *self = Self { map: Some(map), held: self.held.take(), copied: self.copied.take(), ..Self::default() };
        }
    }
}

//! What is held over a map: where a shape began, the area that is selected, what was copied and is to be put down.

use std::collections::BTreeSet;

use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::patch::Patch;

/// What is held over a map. It is forgotten when the window closes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    map: Option<RecordKey>,
    start: Option<Cell>,
    area: BTreeSet<Cell>,
    /// What is to be put down.
    pub held: Option<Patch>,
    /// What was copied last.
    pub copied: Option<Patch>,
}

/// The title of a zone that comes into being under an id: `Zone 2` for `zone-2`.
pub fn zone_title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl Hand {
    /// Where something that has two ends began on a map.
    pub fn start(&self, map: &RecordKey) -> Option<Cell> {
        self.start.filter(|_| self.map.as_ref() == Some(map))
    }

    /// The area that is selected on a map.
    pub fn area(&self, map: &RecordKey) -> &BTreeSet<Cell> {
        static NONE: BTreeSet<Cell> = BTreeSet::new();
        if self.map.as_ref() == Some(map) { &self.area } else { &NONE }
    }

    /// Begins something at a cell of a map, or nothing.
    pub fn begin(&mut self, map: RecordKey, start: Option<Cell>) {
        self.go_to(map);
        self.start = start;
    }

    /// Selects an area of a map.
    pub fn select(&mut self, map: RecordKey, area: BTreeSet<Cell>) {
        self.go_to(map);
        self.area = area;
    }

    /// Lets go of what is held and of what has begun; whether there was anything.
    pub fn leave(&mut self) -> bool {
        self.held.take().is_some() | self.start.take().is_some()
    }

    fn go_to(&mut self, map: RecordKey) {
        if self.map.as_ref() != Some(&map) {
            *self = Self { map: Some(map), held: self.held.take(), copied: self.copied.take(), ..Self::default() };
        }
    }
}

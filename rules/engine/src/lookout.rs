//! What can be asked of a map while it is worked on: where somebody gets from a hex, what is seen from it, who threatens
//! it, how far it is and where it is narrow.
//!
//! A ruleset answers with its own functions, those that battles are fought with; whoever draws an [`Overlay`] knows no
//! rules.

use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

/// How a ruleset answers questions about maps.
#[derive(Clone, Copy)]
pub struct LookoutDef {
    /// What can be asked, in the order in which it is offered.
    pub topics: &'static [Topic],
    /// The catalog of those that may be imagined anywhere on a map.
    pub catalog: &'static str,
    /// A map with nobody on it but one of that catalog, who may be anywhere.
    pub imagined: fn(&Draft, &Imagined<'_>) -> Manned,
    /// A scenario as it starts.
    pub scenario: fn(&Resolved) -> Manned,
}

/// A lookout, or why there is none.
pub type Manned = Result<Box<dyn Lookout>, String>;

/// Somebody imagined on a map.
#[derive(Clone, Copy, Debug)]
pub struct Imagined<'a> {
    /// The map.
    pub map: &'a RecordKey,
    /// The id of what is imagined.
    pub id: &'a str,
}

/// A map with those who are on it, to be asked.
pub trait Lookout: Send + Sync {
    /// The answer to a question; the error says why there is none, and what would help.
    fn answer(&self, ask: &Ask) -> Result<Overlay, String>;

    /// The line of sight to a cell from whoever a question is about, where the question is about sight.
    fn line(&self, _ask: &Ask, _to: Cell) -> Option<SightLine> {
        None
    }
}

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Where somebody gets in one move, and what it costs.
    Reach,
    /// What is seen from a cell, and what is in the way.
    Sight,
    /// What lies before, beside and behind somebody, and in view.
    Fronts,
    /// Where a side can attack after its next move.
    Threat,
    /// How far it is from everywhere to some cells.
    Distance,
    /// The cells without which the ground falls apart.
    Narrows,
}

impl Topic {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Reach, Self::Sight, Self::Fronts, Self::Threat, Self::Distance, Self::Narrows];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reach => "Reach",
            Self::Sight => "Line of sight",
            Self::Fronts => "Fronts and view",
            Self::Threat => "Threat",
            Self::Distance => "Distance",
            Self::Narrows => "Choke points",
        }
    }
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// What is asked.
    pub topic: Topic,
    /// The token that is asked about, 0 for whoever is imagined; nobody for topics about everybody.
    pub who: Option<u32>,
    /// Where that is imagined to be; where it is by itself without.
    pub at: Option<Cell>,
    /// The direction it faces, 0..=5, where it is imagined.
    pub facing: u8,
    /// The side that threatens, as a position in the scenario.
    pub side: usize,
    /// The cells that distances lead to.
    pub goals: Vec<Cell>,
    /// The first and the last column and row that are looked at: nothing beyond need be told.
    pub within: [Cell; 2],
}

impl Ask {
    /// Whether a cell is one of those that are looked at.
    pub fn looks_at(&self, [column, row]: Cell) -> bool {
        let [first, last] = self.within;
        (first[0]..=last[0]).contains(&column) && (first[1]..=last[1]).contains(&row)
    }
}

/// An answer: what cells are marked with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overlay {
    /// What it tells in one sentence without a stop.
    pub text: String,
    /// What the marks mean, in the order in which they are explained.
    pub keys: Vec<Key>,
    /// The marks, those below first; a cell may have several.
    pub marks: Vec<Mark>,
}

impl Overlay {
    /// The same with only those keys that some cell is marked with.
    #[must_use]
    pub fn tidied(mut self) -> Self {
        let is_used = |key: usize| self.marks.iter().any(|mark| usize::from(mark.key) == key);
        let used: Vec<bool> = (0..self.keys.len()).map(is_used).collect();
        let place = |key: u8| used.iter().take(usize::from(key)).filter(|used| **used).count() as u8;
        self.marks.iter_mut().for_each(|mark| mark.key = place(mark.key));
        let mut is_used = used.iter();
        self.keys.retain(|_| is_used.next() == Some(&true));
        self
    }
}

/// What a mark means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// What it means: `6 MP: strike or defend`.
    pub text: String,
    /// How it is told from others.
    pub shade: Shade,
}

/// How marks are told from each other, whatever the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// A step of a scale, 0..=4, from near to far.
    Scale(u8),
    /// One of several things that are not more or less of the same, 0..=3.
    Kind(u8),
    /// What is hidden, or cannot be got to.
    Veil,
}

/// A marked cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The position of what it means in [`Overlay::keys`].
    pub key: u8,
    /// An amount written into the cell, where it has one.
    pub number: Option<u32>,
}

/// A straight line from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SightLine {
    /// Both ends.
    pub ends: [Cell; 2],
    /// The cells that block it first: twice the same, or both beside an edge that it runs along; nothing when it is clear.
    pub blocked: Option<[Cell; 2]>,
}

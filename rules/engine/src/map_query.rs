//! Map queries for authors: reachable cells, line of sight, facing, threatened cells, distances and chokepoints.
//!
//! A ruleset answers with the functions that battles use; code that draws an [`Overlay`] knows no rules.

use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

/// How a ruleset answers map queries.
#[derive(Clone, Copy)]
pub struct MapQueryDef {
    /// The topics it can answer, in display order.
    pub topics: &'static [Topic],
    /// The catalog of figures that can be imagined anywhere on a map.
    pub catalog: &'static str,
    /// Opens a map with no figure on it except an imagined one of that catalog.
    pub imagined: fn(&Draft, &Imagined<'_>) -> Manned,
    /// Opens a scenario as it starts.
    pub scenario: fn(&Resolved) -> Manned,
}

/// A map query, or why there is none.
pub type Manned = Result<Box<dyn MapQuery>, String>;

/// A figure imagined on a map.
#[derive(Clone, Copy, Debug)]
pub struct Imagined<'a> {
    /// The map.
    pub map: &'a RecordKey,
    /// The figure's id.
    pub id: &'a str,
}

/// A map with figures that answers queries.
pub trait MapQuery: Send + Sync {
    /// Answers a query. The error gives the reason and the remedy.
    fn answer(&self, ask: &Ask) -> Result<Overlay, String>;

    /// Returns the line of sight from the figure of a query to a cell, if the query is about sight.
    fn line(&self, _ask: &Ask, _to: Cell) -> Option<SightLine> {
        None
    }
}

/// The topic of a query.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// The cells a figure can reach in one move, and the cost of each.
    Reach,
    /// The cells visible from a cell, and what blocks the others.
    Sight,
    /// The front, side and rear cells of a figure, and its field of view.
    Fronts,
    /// The cells a side can attack after its next move.
    Threat,
    /// The distance of every cell to the nearest of some cells.
    Distance,
    /// Chokepoints: the cells without which the ground is no longer connected.
    Narrows,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 6] = [Self::Reach, Self::Sight, Self::Fronts, Self::Threat, Self::Distance, Self::Narrows];

    /// Returns the topic's title.
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

/// A query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The topic.
    pub topic: Topic,
    /// The token it is about, 0 for the imagined figure; `None` for topics about all figures.
    pub who: Option<u32>,
    /// The cell at which the token is assumed to be; `None` for its own cell.
    pub at: Option<Cell>,
    /// The direction an imagined figure faces, 0..=5.
    pub facing: u8,
    /// The side that threatens, as a position in the scenario.
    pub side: usize,
    /// The cells to which distances are measured.
    pub goals: Vec<Cell>,
    /// The first and the last column and row of interest; cells outside may be left out.
    pub within: [Cell; 2],
}

impl Ask {
    /// Whether a cell is within the area of interest.
    pub fn looks_at(&self, [column, row]: Cell) -> bool {
        let [first, last] = self.within;
        (first[0]..=last[0]).contains(&column) && (first[1]..=last[1]).contains(&row)
    }
}

/// The answer to a query, as marks on cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overlay {
    /// A summary in one sentence, no final stop.
    pub text: String,
    /// The legend, in display order.
    pub keys: Vec<Key>,
    /// The marks, the lowest first; a cell may have several.
    pub marks: Vec<Mark>,
}

impl Overlay {
    /// Removes the unused entries of the legend.
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

/// An entry of the legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its meaning: `6 MP: strike or defend`.
    pub text: String,
    /// How its marks are drawn.
    pub shade: Shade,
}

/// How marks are distinguished, independently of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// A step of a scale, 0..=4, from near to far.
    Scale(u8),
    /// One of several unordered kinds, 0..=3.
    Kind(u8),
    /// Hidden or unreachable.
    Veil,
}

/// A marked cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The position of its legend entry in [`Overlay::keys`].
    pub key: u8,
    /// A number written into the cell, if any.
    pub number: Option<u32>,
}

/// A line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SightLine {
    /// Both ends.
    pub ends: [Cell; 2],
    /// The first cells that block it: the same cell twice, or both cells next to an edge that it follows; `None` if it
    /// is clear.
    pub blocked: Option<[Cell; 2]>,
}

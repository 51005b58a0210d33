//! What people see of a battle: lines of a log, and things on a board. Plain data without a ruleset's types.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use foeman_schema::catalogs::board::Pattern;
use foeman_schema::catalogs::borders::Border;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::grid::{Cell, Cells, Geometry, Points, Region};
use serde::Serialize;

/// One line of the battle's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// How it is shown.
    pub kind: LineKind,
    /// The sentence: names, never ids; what was needed, what was rolled, what came of it.
    pub text: String,
    /// What a needed number is made of.
    pub terms: Vec<Term>,
    /// The token it is about.
    pub actor: Option<u32>,
    /// The short notation of what was done, for programs and compact logs.
    pub code: Option<String>,
    /// How likely the success was that was rolled for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// The token that takes no part in the battle from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<u32>,
}

impl Line {
    /// A sentence and nothing more.
    pub fn new(kind: LineKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), terms: Vec::new(), actor: None, code: None, roll: None, lost: None }
    }
}

/// How a line of the log is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// A new round or phase.
    Heading,
    /// Something somebody did.
    Event,
    /// What came of it.
    Detail,
}

/// A roll that could succeed or fail, as it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Roll {
    /// The chance of success, before it was made.
    pub odds: Odds,
    /// Whether it succeeded.
    pub success: bool,
}

impl Roll {
    /// The chance of what came of it.
    pub fn came(self) -> Odds {
        match self.success {
            true => self.odds,
            false => Odds { wins: self.odds.of - self.odds.wins, of: self.odds.of },
        }
    }

    /// Whether what came of it comes in less than one of twenty.
    pub fn is_unlikely(self) -> bool {
        let came = self.came();
        came.wins.saturating_mul(20) < came.of
    }
}

/// One term of a sum, with the rule it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// `DX`, `from the side`.
    pub name: String,
    /// Its value.
    pub value: i32,
    /// `F7.1`.
    pub rule: String,
}

/// A value of a token as it is now, with what it is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explained {
    /// What it is: `DX`.
    pub name: String,
    /// The value.
    pub total: i32,
    /// The terms, which add up to it; the basic value comes first.
    pub terms: Vec<Term>,
}

/// What is known of a cell or a side beside what is on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Account {
    /// What it is of.
    pub title: String,
    /// Rows: label and text.
    pub rows: Vec<(String, String)>,
    /// Amounts with what they are made of.
    pub sums: Vec<Explained>,
}

/// What an [`Account`] is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A cell, as column and row.
    Cell(Cell),
    /// A side, by its position in [`Board::sides`].
    Side(usize),
}

/// A chance as an exact fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// Cases that succeed.
    pub wins: u64,
    /// All cases.
    pub of: u64,
}

impl Odds {
    /// Rounded to whole per cent.
    pub fn percent(self) -> u64 {
        (self.wins * 200 + self.of) / (self.of * 2).max(1)
    }
}

/// What can be drawn of a state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// The map, where there is one; shared, since it never changes.
    pub ground: Option<Arc<Ground>>,
    /// The sides in scenario order.
    pub sides: Vec<SideView>,
    /// Figures and the like.
    pub tokens: Vec<Token>,
    /// What lies about: it is drawn below the tokens.
    pub things: Vec<Thing>,
    /// Amounts shown as bars.
    pub gauges: Vec<Gauge>,
    /// What the sides are out for beyond being the last one left.
    pub goals: Vec<GoalView>,
}

/// The ground a battle is fought on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The grid.
    pub geometry: Geometry,
    /// The terrains used.
    pub terrains: Vec<TerrainView>,
    /// For each cell the position of its terrain in `terrains`; any other number where it has none.
    pub cells: Cells<u16>,
    /// How high each cell lies.
    pub levels: Cells<u8>,
    /// Its named parts.
    pub zones: Vec<ZoneView>,
}

impl Ground {
    /// Level ground without named parts.
    pub fn new(geometry: Geometry, terrains: Vec<TerrainView>, cells: Cells<u16>) -> Self {
        let levels = Cells::filled(geometry.size(), 0);
        Self { geometry, terrains, cells, levels, zones: Vec::new() }
    }

    /// How high a cell lies; 0 off the map.
    pub fn level(&self, cell: Cell) -> u8 {
        self.levels.get(cell).unwrap_or_default()
    }

    /// The position of a cell's terrain in `terrains`; `None` off the map, and where the cell has none.
    pub fn kind(&self, cell: Cell) -> Option<usize> {
        self.cells.get(cell).map(usize::from).filter(|kind| *kind < self.terrains.len())
    }

    /// How many cells of each terrain there are, by its position in `terrains`.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.terrains.len()];
        self.cells.for_each_stretch(|kind, cells| {
            counts.get_mut(usize::from(kind)).into_iter().for_each(|count| *count += cells);
        });
        counts
    }

    /// The terrain of a cell; `None` off the map, and where the cell has none.
    pub fn terrain(&self, cell: Cell) -> Option<&TerrainView> {
        self.terrains.get(self.kind(cell)?)
    }
}

/// A terrain as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TerrainView {
    /// Id, by which borders name it.
    pub id: String,
    /// Title.
    pub title: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// What is drawn on the colour.
    pub pattern: Pattern,
    /// Whether nobody can enter it.
    pub closed: bool,
    /// Images it is drawn with, from the bottom up.
    pub images: Vec<ImageLayer>,
    /// How it is drawn where it meets others.
    pub borders: Vec<Border>,
}

/// A named part of a map as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneView {
    /// Title.
    pub title: String,
    /// Colour, `#rrggbb`; empty where the content chooses none.
    pub color: String,
    /// Its cells on the map.
    pub cells: Region,
    /// The cell that is its middle, where it has one: a home, a capital.
    pub home: Option<Cell>,
}

impl ZoneView {
    /// The zones of a map, in the order of their ids.
    pub fn all(geometry: &Geometry, zones: &BTreeMap<String, Zone>) -> Vec<Self> {
        let shown = |zone: &Zone| Self {
            title: zone.title.clone(),
            color: zone.color.clone().unwrap_or_default(),
            cells: zone.cells_on(geometry).into_iter().collect(),
            home: None,
        };
        zones.values().map(shown).collect()
    }
}

/// The place in [`Board::sides`] of nobody's side.
pub const NOBODY: usize = usize::MAX;

/// A side as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideView {
    /// Name.
    pub name: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Whether the content leaves its decisions to a person.
    pub human: bool,
}

/// Something on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its number; stays the same for the whole battle.
    pub id: u32,
    /// Name.
    pub name: String,
    /// Position of its side in [`Board::sides`]; [`NOBODY`] for a feature.
    pub side: usize,
    /// The cells it occupies as column and row, its head first; empty when it is off the board.
    pub cells: Vec<[i32; 2]>,
    /// The direction it faces, 0..=5.
    pub facing: Option<u8>,
    /// Which part of its head points that way.
    pub points: Points,
    /// What is left and what it had, `(7, 12)`.
    pub health: (i32, i32),
    /// Short words on its state: `prone`, `dead`.
    pub marks: Vec<String>,
    /// Rows for its details: label and text.
    pub details: Vec<(String, String)>,
    /// Whether it still takes part.
    pub active: bool,
    /// Images it is drawn with, from the bottom up.
    pub images: Vec<ImageLayer>,
}

/// Something that lies on the ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// What it is: `hand axe`.
    pub name: String,
    /// Whose it is: a position in [`Board::sides`], or [`NOBODY`].
    pub side: usize,
    /// The cell it lies in, as column and row.
    pub cell: [i32; 2],
    /// Images it is drawn with, from the bottom up.
    pub images: Vec<ImageLayer>,
}

/// An amount shown as a bar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// What it measures.
    pub name: String,
    /// Position of the side it belongs to.
    pub side: usize,
    /// The amount.
    pub value: i32,
    /// The bar's ends.
    pub range: (i32, i32),
    /// Values marked on the bar.
    pub marks: Vec<Mark>,
}

/// Something that decides the battle for a side when it comes true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GoalView {
    /// Position of the side in [`Board::sides`].
    pub side: usize,
    /// Whether the side wins by it; otherwise it is out of the battle because of it.
    pub wins: bool,
    /// The sentence, with a capital letter and without a stop: `Toll-keepers win when …`.
    pub text: String,
    /// How much of it there is, of as much as it takes.
    pub progress: (u32, u32),
}

impl fmt::Display for GoalView {
    /// The sentence, and how far the side has come: `Raiders win when … (1 of 3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (done, of) = self.progress;
        match (done >= of, of) {
            (true, _) => write!(f, "{} (so it is)", self.text),
            (false, 1) => f.write_str(&self.text),
            (false, _) => write!(f, "{} ({done} of {of})", self.text),
        }
    }
}

/// A value of a gauge that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What it means: `lower threshold`.
    pub name: String,
    /// The value.
    pub value: i32,
}

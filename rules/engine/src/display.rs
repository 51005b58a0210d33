//! What users see of a battle: the lines of a log, and a board. Plain data without a ruleset's types.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use foeman_schema::catalogs::board::Pattern;
use foeman_schema::catalogs::borders::Border;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::grid::{Cell, Cells, Geometry, Points, Region};
use serde::Serialize;

/// A line of the battle log.
///
/// ```
/// use foeman_engine::display::{Line, LineKind};
///
/// let line = Line { actor: Some(3), ..Line::new(LineKind::Event, "Brana strikes Gorsk") };
/// assert!(line.terms.is_empty() && line.roll.is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// How it is shown.
    pub kind: LineKind,
    /// The sentence: names, never ids; the number needed, the roll and the result.
    pub text: String,
    /// The terms of a needed number.
    pub terms: Vec<Term>,
    /// The token it is about.
    pub actor: Option<u32>,
    /// The action code or similar short notation, for programs and compact logs.
    pub code: Option<String>,
    /// The chance of success of the roll it reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// The token that is out of the battle from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<u32>,
    /// Whether it is the title of an event of the scenario that happens.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_scripted: bool,
}

impl Line {
    /// Creates a line with a sentence only.
    pub fn new(kind: LineKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            terms: Vec::new(),
            actor: None,
            code: None,
            roll: None,
            lost: None,
            is_scripted: false,
        }
    }
}

/// How a line of the log is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// A new round or phase.
    Heading,
    /// An event.
    Event,
    /// A detail of the event above.
    Detail,
}

/// A roll that could succeed or fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Roll {
    /// The chance of success before the roll.
    pub odds: Odds,
    /// Whether it succeeded.
    pub success: bool,
}

impl Roll {
    /// Returns the chance of the actual result.
    pub fn came(self) -> Odds {
        match self.success {
            true => self.odds,
            false => Odds { wins: self.odds.of - self.odds.wins, of: self.odds.of },
        }
    }

    /// Whether the actual result had a chance of less than 1 in 20.
    pub fn is_unlikely(self) -> bool {
        let came = self.came();
        came.wins.saturating_mul(20) < came.of
    }
}

/// A term of a sum, with the rule it follows from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// Its name: `DX`, `from the side`.
    pub name: String,
    /// Its value.
    pub value: i32,
    /// The rule: `F7.1`.
    pub rule: String,
}

/// A current value of a token, with its terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explained {
    /// Its name: `DX`.
    pub name: String,
    /// The value.
    pub total: i32,
    /// The terms, which add up to it; the basic value is first.
    pub terms: Vec<Term>,
}

/// Details of a cell or a side that the board does not show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Account {
    /// Its title.
    pub title: String,
    /// Rows: label and text.
    pub rows: Vec<(String, String)>,
    /// Amounts with their terms.
    pub sums: Vec<Explained>,
}

/// The subject of an [`Account`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A cell, as column and row.
    Cell(Cell),
    /// A side, by its position in [`Board::sides`].
    Side(usize),
}

/// A probability as an exact fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// The cases that succeed.
    pub wins: u64,
    /// All cases.
    pub of: u64,
}

impl Odds {
    /// Returns it rounded to whole per cent.
    pub fn percent(self) -> u64 {
        (self.wins * 200 + self.of) / (self.of * 2).max(1)
    }
}

/// Everything that can be drawn of a state. Cells are columns and rows from 0.
///
/// ```
/// use foeman_engine::game::Viewer;
/// use foeman_engine::nim::{self, NIM};
/// use foeman_engine::prelude::*;
///
/// let game = NIM.engine("nim").unwrap().start(&nim::ten(), Seed(7)).unwrap();
/// let board: Board = game.seen(Viewer::All).board;
/// assert_eq!(board.sides.len(), 2);
/// assert!(board.ground.is_none() && board.tokens.is_empty()); // Nim has neither map nor figures
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// The map, if there is one; shared, since it never changes.
    pub ground: Option<Arc<Ground>>,
    /// The sides in scenario order.
    pub sides: Vec<SideView>,
    /// The figures and other tokens.
    pub tokens: Vec<Token>,
    /// The items on the ground, drawn below the tokens.
    pub things: Vec<Thing>,
    /// Amounts shown as bars.
    pub gauges: Vec<Gauge>,
    /// The goals of the sides, other than being the last one left.
    pub goals: Vec<GoalView>,
}

/// The ground a battle is fought on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The grid.
    pub geometry: Geometry,
    /// The terrains used.
    pub terrains: Vec<TerrainView>,
    /// The position of each cell's terrain in `terrains`; any other number for none.
    pub cells: Cells<u16>,
    /// The level of each cell.
    pub levels: Cells<u8>,
    /// The zones.
    pub zones: Vec<ZoneView>,
}

impl Ground {
    /// Creates level ground without zones.
    pub fn new(geometry: Geometry, terrains: Vec<TerrainView>, cells: Cells<u16>) -> Self {
        let levels = Cells::filled(geometry.size(), 0);
        Self { geometry, terrains, cells, levels, zones: Vec::new() }
    }

    /// Returns the level of a cell; 0 off the map.
    pub fn level(&self, cell: Cell) -> u8 {
        self.levels.get(cell).unwrap_or_default()
    }

    /// Returns the position of a cell's terrain in `terrains`; `None` off the map and for cells without terrain.
    pub fn kind(&self, cell: Cell) -> Option<usize> {
        self.cells.get(cell).map(usize::from).filter(|kind| *kind < self.terrains.len())
    }

    /// Returns the number of cells of each terrain, by its position in `terrains`.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.terrains.len()];
        self.cells.for_each_stretch(|kind, cells| {
            counts.get_mut(usize::from(kind)).into_iter().for_each(|count| *count += cells);
        });
        counts
    }

    /// Returns the terrain of a cell; `None` off the map and for cells without terrain.
    pub fn terrain(&self, cell: Cell) -> Option<&TerrainView> {
        self.terrains.get(self.kind(cell)?)
    }
}

/// How a terrain is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TerrainView {
    /// Its id, which borders refer to.
    pub id: String,
    /// Title.
    pub title: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// The pattern drawn over the colour.
    pub pattern: Pattern,
    /// Whether no figure can enter it.
    pub closed: bool,
    /// Its images, from the bottom up.
    pub images: Vec<ImageLayer>,
    /// Its borders with other terrains.
    pub borders: Vec<Border>,
}

/// How a zone is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneView {
    /// Title.
    pub title: String,
    /// Colour, `#rrggbb`; empty if the content sets none.
    pub color: String,
    /// Its cells on the map.
    pub cells: Region,
    /// Its central cell, if it has one: a home, a capital.
    pub home: Option<Cell>,
}

impl ZoneView {
    /// Returns the zones of a map, in the order of their ids.
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

/// The value for no side, instead of a position in [`Board::sides`].
pub const NOBODY: usize = usize::MAX;

/// How a side is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideView {
    /// Name.
    pub name: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Whether the content assigns it to a human player.
    pub human: bool,
}

/// A token on the board.
///
/// ```
/// use foeman_engine::display::{Board, NOBODY, Token};
/// use foeman_schema::grid::Points;
///
/// let stone = Token {
///     id: 0,
///     name: "Milestone".into(),
///     side: NOBODY,
///     cells: vec![[4, 2]],
///     facing: None,
///     points: Points::Side,
///     health: (3, 5),
///     marks: vec!["cracked".into()],
///     details: Vec::new(),
///     active: true,
///     images: Vec::new(),
/// };
/// let board = Board { tokens: vec![stone], ..Board::default() };
/// let here = board.tokens.iter().find(|token| token.cells.contains(&[4, 2]));
/// assert_eq!(here.unwrap().name, "Milestone");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its number, which never changes during a battle.
    pub id: u32,
    /// Name.
    pub name: String,
    /// Position of its side in [`Board::sides`]; [`NOBODY`] for a feature.
    pub side: usize,
    /// The cells it occupies as column and row, its head first; empty when it is off the board.
    pub cells: Vec<[i32; 2]>,
    /// The direction it faces, 0..=5.
    pub facing: Option<u8>,
    /// Whether a side or a corner of its head points that way.
    pub points: Points,
    /// Current and full health: `(7, 12)`.
    pub health: (i32, i32),
    /// Short words for its state: `prone`, `dead`.
    pub marks: Vec<String>,
    /// Rows for its details: label and text.
    pub details: Vec<(String, String)>,
    /// Whether it still takes part.
    pub active: bool,
    /// Its images, from the bottom up.
    pub images: Vec<ImageLayer>,
}

/// An item on the ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// Its name: `hand axe`.
    pub name: String,
    /// Its owner: a position in [`Board::sides`], or [`NOBODY`].
    pub side: usize,
    /// The cell it is in, as column and row.
    pub cell: [i32; 2],
    /// Its images, from the bottom up.
    pub images: Vec<ImageLayer>,
}

/// An amount shown as a bar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// The quantity it measures.
    pub name: String,
    /// Position of the side it belongs to.
    pub side: usize,
    /// The amount.
    pub value: i32,
    /// The ends of the bar.
    pub range: (i32, i32),
    /// Values marked on the bar.
    pub marks: Vec<Mark>,
}

/// A condition that decides the battle for a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GoalView {
    /// Position of the side in [`Board::sides`].
    pub side: usize,
    /// Whether it makes the side win; otherwise the side is out of the battle.
    pub wins: bool,
    /// The sentence, capital first, no final stop: `Toll-keepers win when …`.
    pub text: String,
    /// The progress so far and the total required.
    pub progress: (u32, u32),
}

impl fmt::Display for GoalView {
    /// Writes the sentence with the progress: `Raiders win when … (1 of 3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (done, of) = self.progress;
        match (done >= of, of) {
            (true, _) => write!(f, "{} (fulfilled)", self.text),
            (false, 1) => f.write_str(&self.text),
            (false, _) => write!(f, "{} ({done} of {of})", self.text),
        }
    }
}

/// A gauge value with a special meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its meaning: `lower threshold`.
    pub name: String,
    /// The value.
    pub value: i32,
}

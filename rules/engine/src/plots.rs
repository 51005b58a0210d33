//! Scenarios cell by cell, as they are written: whose a cell is, what stands in it, and what can be put there.
//!
//! What [`setup`](crate::setup) is to rulesets that place figures one by one, this is to those whose scenarios say of
//! parts of the map whose they are and what lies there.

use std::collections::BTreeMap;

use foeman_schema::change::Change;
use foeman_schema::draft::Draft;
use foeman_schema::grid::{Cell, Cells};
use foeman_schema::text::{Pointer, RecordKey};

use crate::told::Board;

/// How the scenarios of a ruleset say of cells whose they are and what stands in them.
pub struct PlotDef {
    /// A scenario as it is written, right or wrong; nothing when it or its map cannot be read at all.
    pub read: fn(&Draft, &str) -> Option<Plots>,
    /// The changes that do something to a scenario; the error says what is in the way.
    pub change: fn(&Draft, &str, &PlotEdit) -> Result<Vec<Change>, String>,
}

/// A scenario cell by cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plots {
    /// The map it is played on.
    pub map: RecordKey,
    /// What can be drawn of its start; the zones of its ground are what its sides own, side by side.
    pub board: Board,
    /// What can be put into cells, group by group.
    pub groups: Vec<Group>,
    /// For each cell the position of its owner in [`Board::sides`]; any other number where it has none.
    pub owners: Cells<u16>,
    /// The title of the terrain that the map itself has in each cell.
    pub terrains: Vec<String>,
    /// For each cell the position of that title; any other number where it has none.
    pub ground: Cells<u16>,
    /// What the scenario puts into every cell on that, from the bottom up; nobody moves it in one cell only.
    pub common: Vec<Standing>,
    /// What else stands where, from the bottom up.
    pub piles: BTreeMap<Cell, Pile>,
    /// Cells that belong to something without anything standing there: `home of the Abbey`.
    pub notes: BTreeMap<Cell, Vec<String>>,
}

/// What stands in one cell by itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    /// Whether it takes the place of what the map and the whole scenario have there.
    pub replaces: bool,
    /// What stands there, from the bottom up.
    pub standing: Vec<Standing>,
}

/// Something that stands in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The [group](Group::id) it is of.
    pub group: &'static str,
    /// Its place among those of its group that stand there, from the bottom up.
    pub nth: usize,
    /// Its name.
    pub name: String,
    /// What it is, where its name is another.
    pub class: Option<String>,
    /// Position of its owner in [`Board::sides`], where it has an owner.
    pub side: Option<usize>,
    /// Where it is written.
    pub pointer: Pointer,
    /// Into how many cells what is written there puts one, this one among them.
    pub cells: usize,
}

/// Things of one kind that can be put into cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// By what it is known.
    pub id: &'static str,
    /// What it is called: `Units`.
    pub title: &'static str,
    /// What happens to a cell that is painted, in a sentence without a stop.
    pub help: &'static str,
    /// What is called what is left when they are taken away: `No units`.
    pub none: &'static str,
    /// Whether each is somebody's, so that one says whose.
    pub owned: bool,
    /// Whether each is in one cell only, so that it goes there from where it was.
    pub single: bool,
    /// Whether they stand in cells, in an order; others are something that is known of a cell.
    pub stands: bool,
    /// What there is of them.
    pub inks: Vec<PlotInk>,
}

/// One thing that can be put into cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotInk {
    /// By what its group knows it.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Its colour, `#rrggbb`; empty where it has none.
    pub color: String,
    /// The cells that have it where that is not seen on the map otherwise.
    pub cells: Vec<Cell>,
}

/// Something to be done to a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlotEdit {
    /// Puts something into cells, or takes what there is of its group away.
    Paint {
        /// The [group](Group::id).
        group: String,
        /// Which of the group; nothing takes away.
        ink: Option<String>,
        /// Whose it is, by the [owner's ink](PlotInk::id), where things are somebody's; nothing for whoever owns the cell.
        owner: Option<String>,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// Takes one thing away that stands in a cell.
    Remove {
        /// The cell.
        cell: Cell,
        /// The group it is of.
        group: String,
        /// Its place among them.
        nth: usize,
    },
    /// Exchanges something that stands in a cell with the one of its group above it.
    Raise {
        /// The cell.
        cell: Cell,
        /// The group it is of.
        group: String,
        /// Its place among them.
        nth: usize,
    },
}

impl PlotEdit {
    /// The group that it is about.
    pub fn group(&self) -> &str {
        let (Self::Paint { group, .. } | Self::Remove { group, .. } | Self::Raise { group, .. }) = self;
        group
    }
}

impl Plots {
    /// The position of a cell's owner in [`Board::sides`].
    pub fn owner(&self, cell: Cell) -> Option<usize> {
        self.owners.get(cell).map(usize::from).filter(|side| *side < self.board.sides.len())
    }

    /// The terrain that the map itself has in a cell, where nothing takes its place.
    pub fn ground(&self, cell: Cell) -> Option<&str> {
        let replaced = self.piles.get(&cell).is_some_and(|pile| pile.replaces);
        let kind = self.ground.get(cell).filter(|_| !replaced)?;
        self.terrains.get(usize::from(kind)).map(String::as_str)
    }

    /// What the scenario puts into every cell and this one has, from the bottom up.
    pub fn common(&self, cell: Cell) -> &[Standing] {
        let replaced = self.piles.get(&cell).is_some_and(|pile| pile.replaces);
        if replaced { &[] } else { &self.common }
    }

    /// What stands in a cell by itself, from the bottom up.
    pub fn standing(&self, cell: Cell) -> &[Standing] {
        self.piles.get(&cell).map(|pile| pile.standing.as_slice()).unwrap_or_default()
    }

    /// A group by its id.
    pub fn group(&self, id: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }
}

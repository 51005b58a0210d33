//! Plots: an editable view of a scenario, cell by cell, with the owner and contents of each cell and everything that
//! can be painted.
//!
//! [`setup`](crate::setup) is for rulesets that place figures one by one; plots are for rulesets whose scenarios assign
//! owners and contents to areas of the map.

use std::collections::BTreeMap;

use foeman_schema::change::Change;
use foeman_schema::draft::Draft;
use foeman_schema::grid::{Cell, Cells};
use foeman_schema::text::{Pointer, RecordKey};

use crate::display::Board;

/// How a ruleset reads and edits its scenarios cell by cell.
pub struct PlotDef {
    /// Reads a scenario, valid or not; `None` if it or its map is unreadable.
    pub read: fn(&Draft, &str) -> Option<Plots>,
    /// Returns the changes that carry out an edit of a scenario. The error gives the reason why it cannot be done.
    pub change: fn(&Draft, &str, &PlotEdit) -> Result<Vec<Change>, String>,
}

/// A scenario cell by cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plots {
    /// The map it is played on.
    pub map: RecordKey,
    /// The board at the start; its zones are the territories of the sides.
    pub board: Board,
    /// The inks for painting, by group.
    pub groups: Vec<Group>,
    /// The position of each cell's owner in [`Board::sides`]; any other number for no owner.
    pub owners: Cells<u16>,
    /// The titles of the terrains on the map itself.
    pub terrains: Vec<String>,
    /// The position of each cell's terrain in `terrains`; any other number for none.
    pub ground: Cells<u16>,
    /// What the scenario puts into every cell, from the bottom up; it cannot be edited in a single cell.
    pub common: Vec<Standing>,
    /// What else is in each cell, from the bottom up.
    pub piles: BTreeMap<Cell, Pile>,
    /// Notes on cells that have a role without containing anything: `home of the Abbey`.
    pub notes: BTreeMap<Cell, Vec<String>>,
}

/// The objects placed in one particular cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pile {
    /// Whether it replaces the terrain of the map and of the whole scenario.
    pub replaces: bool,
    /// The contents, from the bottom up.
    pub standing: Vec<Standing>,
}

/// An object in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The [group](Group::id) it belongs to.
    pub group: &'static str,
    /// Its position among the objects of its group in the cell, from the bottom up.
    pub nth: usize,
    /// Its name.
    pub name: String,
    /// Its class, if its name is different.
    pub class: Option<String>,
    /// The position of its owner in [`Board::sides`], if it has one.
    pub side: Option<usize>,
    /// The pointer to its definition.
    pub pointer: Pointer,
    /// The number of cells that its definition covers, including this one.
    pub cells: usize,
}

/// A group of things that can be painted into cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its id.
    pub id: &'static str,
    /// Its title: `Units`.
    pub title: &'static str,
    /// What painting a cell does, in a sentence, no final stop.
    pub help: &'static str,
    /// The label for painting none of them: `No units`.
    pub none: &'static str,
    /// Whether each has an owner, so that the user has to pick one.
    pub owned: bool,
    /// Whether each is in one cell only, so that painting moves it.
    pub single: bool,
    /// Whether they are objects with an order in a cell; otherwise they are properties of a cell.
    pub stands: bool,
    /// The things in the group.
    pub inks: Vec<PlotInk>,
}

/// Something that can be painted into cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotInk {
    /// Its id within the group.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its colour, `#rrggbb`; empty if it has none.
    pub color: String,
    /// The cells that have it, if the map does not show them otherwise.
    pub cells: Vec<Cell>,
}

/// An edit of a scenario's cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlotEdit {
    /// Paints something into cells, or removes everything of its group.
    Paint {
        /// The [group](Group::id).
        group: String,
        /// The id within the group; `None` removes.
        ink: Option<String>,
        /// The owner, by its [ink](PlotInk::id), if the group has owners; `None` for the owner of the cell.
        owner: Option<String>,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// Removes one object from a cell.
    Remove {
        /// The cell.
        cell: Cell,
        /// Its group.
        group: String,
        /// Its position within the group.
        nth: usize,
    },
    /// Swaps an object in a cell with the one of its group above it.
    Raise {
        /// The cell.
        cell: Cell,
        /// Its group.
        group: String,
        /// Its position within the group.
        nth: usize,
    },
}

impl PlotEdit {
    /// Returns the group it edits.
    pub fn group(&self) -> &str {
        let (Self::Paint { group, .. } | Self::Remove { group, .. } | Self::Raise { group, .. }) = self;
        group
    }
}

impl Plots {
    /// Returns the position of a cell's owner in [`Board::sides`].
    pub fn owner(&self, cell: Cell) -> Option<usize> {
        self.owners.get(cell).map(usize::from).filter(|side| *side < self.board.sides.len())
    }

    /// Returns the map's own terrain in a cell, unless the scenario replaces it.
    pub fn ground(&self, cell: Cell) -> Option<&str> {
        let replaced = self.piles.get(&cell).is_some_and(|pile| pile.replaces);
        let kind = self.ground.get(cell).filter(|_| !replaced)?;
        self.terrains.get(usize::from(kind)).map(String::as_str)
    }

    /// Returns what the scenario puts into every cell including this one, from the bottom up.
    pub fn common(&self, cell: Cell) -> &[Standing] {
        let replaced = self.piles.get(&cell).is_some_and(|pile| pile.replaces);
        if replaced { &[] } else { &self.common }
    }

    /// Returns the objects placed in a cell specifically, from the bottom up.
    pub fn standing(&self, cell: Cell) -> &[Standing] {
        self.piles.get(&cell).map(|pile| pile.standing.as_slice()).unwrap_or_default()
    }

    /// Returns a group by its id.
    pub fn group(&self, id: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }
}

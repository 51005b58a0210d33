//! What is asked about maps in dialogs, while it is asked: another geometry, another terrain, and chance.

use foeman_schema::grid::geometry::Written;
use foeman_schema::grid::{Geometry, Shift};
use foeman_schema::regrid::{self, Anchor, Fallen, Regrid};
use foeman_schema::text::RecordKey;

/// How a map is to lie, while it is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Reshape {
    /// The map.
    pub map: RecordKey,
    /// Its geometry as it is.
    pub old: Written,
    /// Its geometry as it is wanted, but for the shift.
    pub new: Written,
    /// The shift that is wanted; nothing for the one that keeps neighbours neighbours.
    pub shift: Option<Shift>,
    /// Which part stays where it is.
    pub anchor: Anchor,
    /// The letter of new cells.
    pub fill: char,
    /// What becomes of what falls off.
    pub fallen: Fallen,
    /// What it costs, or why it cannot be.
    pub cost: Result<Cost, String>,
}

/// What another geometry costs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Cells that are gone.
    pub lost: usize,
    /// What is placed where the map no longer is, in words.
    pub fallen: Vec<String>,
    /// The zones of which nothing is left, in words.
    pub emptied: Vec<String>,
    /// Whether anything changes.
    pub changes: bool,
}

impl Reshape {
    /// What is to be done.
    pub fn regrid(&self) -> Regrid {
        let offset = self.anchor.offset(self.old.size, self.new.size);
        Regrid {
            geometry: Written { shift: self.shift_then(), ..self.new },
            offset,
            fill: self.fill,
            fallen: self.fallen,
        }
    }

    /// The shift that the map will have.
    fn shift_then(&self) -> Option<Shift> {
        let same = (self.old.shape, self.old.stand) == (self.new.shape, self.new.stand);
        let kept = || {
            let offset = self.anchor.offset(self.old.size, self.new.size);
            regrid::shift_after(&Geometry::from(self.old), offset).or(self.old.shift)
        };
        self.shift.or_else(|| kept().filter(|_| same))
    }
}

/// A terrain that is to be replaced, while it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacing {
    /// The map that is worked on.
    pub map: RecordKey,
    /// The terrain that goes, by its id.
    pub from: String,
    /// The terrain that comes.
    pub to: String,
    /// On which maps.
    pub maps: Maps,
    /// How many cells of how many maps that would be.
    pub found: [usize; 2],
}

/// On which maps something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Maps {
    /// The one that is worked on.
    #[default]
    This,
    /// All of the pack.
    All,
}

/// How a map is to be made by chance, while it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// The map.
    pub map: RecordKey,
    /// Terrains by their ids, each with its weight.
    pub weights: Vec<(String, u32)>,
    /// How many cells across what is alike is.
    pub patch: u32,
    /// The seed.
    pub seed: u64,
    /// How many cells are painted: those of the area, or all.
    pub cells: usize,
}

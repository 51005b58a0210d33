//! The state of the map dialogs: resize, replace terrain and generate.

use foeman_schema::grid::geometry::Written;
use foeman_schema::grid::{Geometry, Shift};
use foeman_schema::regrid::{self, Anchor, Fallen, Regrid};
use foeman_schema::text::RecordKey;

/// The state of the dialog that changes a map's size and geometry.
#[derive(Clone, PartialEq, Debug)]
pub struct Reshape {
    /// The map.
    pub map: RecordKey,
    /// The current geometry.
    pub old: Written,
    /// The new geometry, except for the shift.
    pub new: Written,
    /// The new shift; `None` for the one that keeps neighbouring cells neighbours.
    pub shift: Option<Shift>,
    /// The part of the map that keeps its position.
    pub anchor: Anchor,
    /// The letter for new cells.
    pub fill: char,
    /// What to do with placements outside the new map.
    pub fallen: Fallen,
    /// The cost, or the reason why the change is impossible.
    pub cost: Result<Cost, String>,
}

/// The cost of a new geometry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The number of removed cells.
    pub lost: usize,
    /// Placements outside the new map, as text.
    pub fallen: Vec<String>,
    /// Zones that become empty, as text.
    pub emptied: Vec<String>,
    /// Whether the map changes at all.
    pub changes: bool,
}

impl Reshape {
    /// Returns the change to apply.
    pub fn regrid(&self) -> Regrid {
        let offset = self.anchor.offset(self.old.size, self.new.size);
        Regrid {
            geometry: Written { shift: self.shift_then(), ..self.new },
            offset,
            fill: self.fill,
            fallen: self.fallen,
        }
    }

    /// Returns the shift of the new map.
    fn shift_then(&self) -> Option<Shift> {
        let same = (self.old.shape, self.old.stand) == (self.new.shape, self.new.stand);
        let kept = || {
            let offset = self.anchor.offset(self.old.size, self.new.size);
            regrid::shift_after(&Geometry::from(self.old), offset).or(self.old.shift)
        };
        self.shift.or_else(|| kept().filter(|_| same))
    }
}

/// The state of the dialog that replaces a terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacing {
    /// The map being edited.
    pub map: RecordKey,
    /// The id of the terrain to replace.
    pub from: String,
    /// The id of the replacement.
    pub to: String,
    /// The maps to change.
    pub maps: Maps,
    /// The number of cells to change, and the number of maps they are on.
    pub found: [usize; 2],
}

/// The scope of a map operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Maps {
    /// The map being edited.
    #[default]
    This,
    /// All maps of the pack.
    All,
}

/// The state of the dialog that generates random terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// The map.
    pub map: RecordKey,
    /// Terrain ids, each with its weight.
    pub weights: Vec<(String, u32)>,
    /// The diameter of a patch of one terrain, in cells.
    pub patch: u32,
    /// The seed.
    pub seed: u64,
    /// The number of cells to paint: the cells of the selected area, or all cells.
    pub cells: usize,
}

//! Resizing a map or changing its geometry: the changes that keep its content, its zones and everything placed on it.
//!
//! Content moves by whole columns and rows. If an odd number of them is added before the first, the other columns or
//! rows have to be shifted so that neighbours stay neighbours; [`Regrid::kept`] takes care of that.

mod areas;

mod form;

mod repair;

mod places;

mod rows;

mod zones;

use std::fmt;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::catalogs::areas::Area;
use crate::catalogs::board::Map;
use crate::change::Change;
use crate::draft::Draft;
use crate::grid::geometry::Written;
use crate::grid::{Cell, Geometry, GridError, MOST_LETTERS_ACROSS, Shift};
use crate::text::{Pointer, RecordKey};

pub use form::{Letters, MOST_AREAS, appended, as_areas, as_rows, is_filled, letter_for, rewritten};
pub use places::{Placed, placed_on};
pub use repair::{Mended, Slip, slip};
pub use rows::{fits, moved, rim};

/// The part of the old map that stays in place when columns and rows are added or removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Anchor {
    /// The side that stays in place when columns are added or removed.
    pub across: Side,
    /// The side that stays in place when rows are added or removed.
    pub down: Side,
}

/// The side of a map that stays in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// Left or top.
    #[default]
    First,
    /// Neither: half is added or removed on each side.
    Middle,
    /// Right or bottom.
    Last,
}

impl Side {
    /// All three, starting from the left or top.
    pub const ALL: [Self; 3] = [Self::First, Self::Middle, Self::Last];

    fn offset(self, old: u32, new: u32) -> i32 {
        let grown = new as i32 - old as i32;
        match self {
            Self::First => 0,
            Self::Middle => grown.div_euclid(2),
            Self::Last => grown,
        }
    }
}

impl Anchor {
    /// Returns the number of columns and rows by which the content moves.
    pub fn offset(self, old: [u32; 2], new: [u32; 2]) -> [i32; 2] {
        [self.across.offset(old[0], new[0]), self.down.offset(old[1], new[1])]
    }
}

/// What to do with objects outside the new map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fallen {
    /// Move them to the nearest free passable cell.
    #[default]
    Move,
    /// Delete them.
    Remove,
    /// Leave them unchanged, for the checks to report.
    Leave,
}

/// A request to change the geometry of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regrid {
    /// The new geometry.
    pub geometry: Written,
    /// The number of columns and rows by which the content moves.
    pub offset: [i32; 2],
    /// The letter for new cells of a map of rows; a map with a fill uses its fill.
    pub fill: char,
    /// What to do with objects outside the new map.
    pub fallen: Fallen,
}

/// The changes for a new geometry, and their side effects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Regridded {
    /// The changes; empty if the geometry stays the same.
    pub changes: Vec<Change>,
    /// The number of cells removed from the old map.
    pub lost: usize,
    /// Objects of other records on removed cells.
    pub fallen: Vec<Placed>,
    /// Zones that have no cells left.
    pub emptied: Vec<Pointer>,
}

/// Why the geometry of a map cannot be changed.
#[derive(Clone, PartialEq, Debug)]
pub enum RegridError {
    /// The map does not exist or cannot be read.
    NoMap(RecordKey),
    /// The cells would not fill the map.
    Grid(GridError),
    /// The map would be too large for rows of letters, and cannot be written as areas.
    Form(String),
}

impl fmt::Display for RegridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMap(key) => write!(f, "expected a map with a geometry and rows at `{}`", key.pointer()),
            Self::Grid(error) => error.fmt(f),
            Self::Form(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for RegridError {}

impl Regrid {
    /// Creates a request for another size that preserves the relative positions of the content.
    pub fn kept(old: Written, size: [u32; 2], anchor: Anchor, fill: char) -> Self {
        let offset = anchor.offset(old.size, size);
        let shift = shift_after(&Geometry::from(old), offset).map_or(old.shift, Some);
        Self { geometry: Written { size, shift, ..old }, offset, fill, fallen: Fallen::default() }
    }
}

/// Returns the shift that preserves neighbours when everything moves; `None` if it is the current one.
pub fn shift_after(old: &Geometry, [right, down]: [i32; 2]) -> Option<Shift> {
    let now = old.shift()?;
    let (moved, other) = match now {
        Shift::ColumnDown => (right, Shift::ColumnUp),
        Shift::ColumnUp => (right, Shift::ColumnDown),
        Shift::RowRight => (down, Shift::RowLeft),
        Shift::RowLeft => (down, Shift::RowRight),
    };
    (moved.rem_euclid(2) == 1).then_some(other)
}

/// The properties of a map that depend on its geometry.
struct Old {
    key: RecordKey,
    record: Value,
    geometry: Written,
    part: Part,
}

/// The part of a map that is moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of it, including inherited values.
    Whole,
    /// Only its own values: it inherits its geometry from the map that is moved, and its other values move with that
    /// map.
    Own,
}

impl Old {
    fn at(&self, field: &str) -> Pointer {
        self.key.pointer().child(field)
    }

    /// Returns whether a value of the map is moved.
    fn moves(&self, draft: &Draft, at: &Pointer) -> bool {
        self.part == Part::Whole || draft.defined(at)
    }
}

/// Returns the geometry of a map as written, including inherited parts.
pub fn written(draft: &Draft, map: &RecordKey) -> Option<Written> {
    Written::deserialize(draft.merged(map)?.get("geometry")?).ok()
}

/// Plans a new geometry for a map. Only the map and objects placed on it are changed.
pub fn regrid(draft: &Draft, map: &RecordKey, to: &Regrid) -> Result<Regridded, RegridError> {
    let missing = || RegridError::NoMap(map.clone());
    let record = draft.merged(map).ok_or_else(missing)?;
    let geometry = Written::deserialize(&record["geometry"]).map_err(|_| missing())?;
    let old = Old { key: map.clone(), record, geometry, part: Part::Whole };
    let new = to.geometry.fit().map_err(RegridError::Grid)?;
    let mut done = Regridded { lost: lost(&old.geometry, &new, to.offset), ..Regridded::default() };
    done.changes = geometry_changes(draft, &old, to.geometry);
    contents(draft, &old, &new, to, &mut done)?;
    for key in heirs(draft, map) {
        let record = draft.merged(&key).unwrap_or_default();
        contents(draft, &Old { key, record, geometry, part: Part::Own }, &new, to, &mut done)?;
    }
    Ok(done)
}

/// Returns the maps that inherit this map's geometry through `extends`.
fn heirs(draft: &Draft, map: &RecordKey) -> Vec<RecordKey> {
    let own = |key: &RecordKey| draft.defined(&key.pointer().child("geometry"));
    let inherits = |key: &RecordKey| {
        let lineage = draft.lineage(key);
        let before = lineage.iter().position(|ancestor| ancestor == map).filter(|before| *before > 0);
        before.is_some_and(|before| !lineage[..before].iter().any(own))
    };
    draft.ids(&map.catalog).map(|id| RecordKey::new(&map.catalog, id)).filter(inherits).collect()
}

/// Moves the cells of a map and the objects placed on it.
fn contents(draft: &Draft, old: &Old, new: &Geometry, to: &Regrid, done: &mut Regridded) -> Result<(), RegridError> {
    if new.size().iter().any(|count| *count > MOST_LETTERS_ACROSS) && old.moves(draft, &old.at("rows")) {
        done.changes.extend(outgrown(draft, old, new, to)?);
    } else {
        lines(draft, old, new, to, done);
    }
    areas::moved(draft, old, new, to.offset, done);
    zones::moved(draft, old, new, to.offset, done);
    places::moved(draft, old, new, to, done);
    Ok(())
}

/// Returns the changes that convert a map of rows to areas because it becomes too large for rows.
fn outgrown(draft: &Draft, old: &Old, new: &Geometry, to: &Regrid) -> Result<Vec<Change>, RegridError> {
    let Ok(map) = draft.read_as::<Map>(old.record.clone()) else { return Err(RegridError::NoMap(old.key.clone())) };
    if map.has_fill() {
        return Ok(Vec::new());
    }
    let (most, lying) = as_areas(&map).map_err(RegridError::Form)?;
    let fill = map.legend.get(&*to.fill.encode_utf8(&mut [0; 4])).cloned().unwrap_or_else(|| most.clone());
    let last = map.geometry.size().map(|count| count as u16 - 1);
    let whole = Area { terrain: Some(most.clone()), level: None, from: [0, 0], to: last };
    let areas = (most != fill).then_some(whole).into_iter().chain(lying);
    let areas: Vec<Area> = areas.filter_map(|area| areas::landed(new, area, to.offset)).collect();
    let at = |field: &str| old.at(field);
    let mut changes = vec![Change::Set { at: at("fill"), value: json!(fill) }];
    changes.extend(appended(&old.key, &areas));
    let gone = ["rows", "legend", "elevation"].map(at).into_iter().filter(|at| draft.defined(at));
    changes.extend(gone.map(|at| Change::Remove { at }));
    Ok(changes)
}

/// Moves the cells of a map of rows.
fn lines(draft: &Draft, old: &Old, new: &Geometry, to: &Regrid, done: &mut Regridded) {
    for (field, fill) in [("rows", to.fill), ("elevation", '0')] {
        let text = old.record.get(field).and_then(Value::as_str).unwrap_or_default();
        let drawn = moved(text, new.size(), to.offset, fill);
        let at = old.at(field);
        let is_drawn = field == "rows" && old.record.get("fill").is_none_or(Value::is_null);
        if (is_drawn || !text.is_empty()) && drawn != text && old.moves(draft, &at) {
            done.changes.push(Change::Set { at, value: Value::from(drawn) });
        }
    }
}

fn geometry_changes(draft: &Draft, old: &Old, new: Written) -> Vec<Change> {
    let (at, was) = (old.at("geometry"), old.geometry);
    let mut changes = Vec::new();
    let mut set = |field: &str, value: Value| changes.push(Change::Set { at: at.child(field), value });
    if was.shape != new.shape {
        set("shape", json!(new.shape));
    }
    if was.stand != new.stand {
        set("stand", json!(new.stand));
    }
    // A default shift need not be written.
    let unwritten = Geometry::from(Written { shift: None, ..new }).shift();
    let need = new.shift.is_some() && (was.shift.is_some() || new.shift != unwritten);
    if need && was.shift != new.shift {
        set("shift", json!(new.shift));
    }
    if was.vertex_neighbours != new.vertex_neighbours {
        set("vertex-neighbours", json!(new.vertex_neighbours));
    }
    let size = at.child("size");
    if draft.defined(&size) {
        for axis in (0..2).filter(|axis| was.size[*axis] != new.size[*axis]) {
            changes.push(Change::Set { at: size.child(axis.to_string()), value: json!(new.size[axis]) });
        }
    } else if was.size != new.size {
        changes.push(Change::Set { at: size, value: json!(new.size) });
    }
    let shift = at.child("shift");
    if new.shift.is_none() && was.shift.is_some() && draft.defined(&shift) {
        changes.insert(0, Change::Remove { at: shift });
    }
    changes
}

/// Returns the number of cells of the old map that are outside the new one.
fn lost(old: &Written, new: &Geometry, offset: [i32; 2]) -> usize {
    let kept = |axis: usize| {
        let (first, end) = (offset[axis].max(0), (old.size[axis] as i32 + offset[axis]).min(new.size()[axis] as i32));
        (end - first).max(0) as usize
    };
    old.size[0] as usize * old.size[1] as usize - kept(0) * kept(1)
}

/// Returns the new position of a cell; `None` off the map.
fn landed(new: &Geometry, cell: Cell, offset: [i32; 2]) -> Option<Cell> {
    let cell = [cell[0].saturating_add(offset[0]), cell[1].saturating_add(offset[1])];
    new.contains(cell).then_some(cell)
}

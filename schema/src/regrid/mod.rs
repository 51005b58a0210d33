//! Another geometry for a map: the changes that keep its contents, its zones and what others have placed on it.
//!
//! Everything is moved by whole columns and rows. Where an odd number of them is added before the first, it is the
//! other columns or rows that must be shifted from then on: [`Regrid::kept`] asks for that, so that neighbours stay
//! neighbours.

mod areas;

mod form;

mod mend;

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
pub use mend::{Mended, Slip, slip};
pub use places::{Placed, placed_on};
pub use rows::{fits, moved, rim};

/// Which part of the old map stays where it is when columns and rows come or go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Anchor {
    /// Where columns come or go.
    pub across: Side,
    /// Where rows come or go.
    pub down: Side,
}

/// The side of a map that stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// The left one, or the upper one.
    #[default]
    First,
    /// Neither: half comes or goes on either side.
    Middle,
    /// The right one, or the lower one.
    Last,
}

impl Side {
    /// All three, from the left or from above.
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
    /// By how many columns and rows the contents move.
    pub fn offset(self, old: [u32; 2], new: [u32; 2]) -> [i32; 2] {
        [self.across.offset(old[0], new[0]), self.down.offset(old[1], new[1])]
    }
}

/// What becomes of what others have placed where the map no longer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fallen {
    /// It goes to the nearest cell that is free and open.
    #[default]
    Move,
    /// It is taken away.
    Remove,
    /// It stays as it is written, and the checks will tell.
    Leave,
}

/// How a map is to lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regrid {
    /// The new geometry.
    pub geometry: Written,
    /// By how many columns and rows the contents move.
    pub offset: [i32; 2],
    /// What is drawn in new cells of a map of rows; those of a map with a fill have that.
    pub fill: char,
    /// What becomes of what falls off.
    pub fallen: Fallen,
}

/// The changes that give a map another geometry, and what they cost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Regridded {
    /// The changes; none when all stays as it is.
    pub changes: Vec<Change>,
    /// How many cells of the old map are gone.
    pub lost: usize,
    /// What others have placed on cells that are gone.
    pub fallen: Vec<Placed>,
    /// Zones of which no cell is left.
    pub emptied: Vec<Pointer>,
}

/// Why a map cannot be given another geometry.
#[derive(Clone, PartialEq, Debug)]
pub enum RegridError {
    /// There is no such map, or it cannot be read.
    NoMap(RecordKey),
    /// The cells would not fill the map.
    Grid(GridError),
    /// It is too large for rows of letters then, and cannot be written as areas.
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
    /// A map of another size whose contents stay as they are to each other.
    pub fn kept(old: Written, size: [u32; 2], anchor: Anchor, fill: char) -> Self {
        let offset = anchor.offset(old.size, size);
        let shift = shift_after(&Geometry::from(old), offset).map_or(old.shift, Some);
        Self { geometry: Written { size, shift, ..old }, offset, fill, fallen: Fallen::default() }
    }
}

/// The shift that keeps neighbours neighbours when everything moves; `None` where that is the one there is.
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

/// A map as far as another geometry concerns it.
struct Old {
    key: RecordKey,
    record: Value,
    geometry: Written,
    part: Part,
}

/// Which part of a map is moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All that it has, be it inherited.
    Whole,
    /// What it writes itself: its geometry is inherited from the map that is moved, and the rest moves with that one.
    Own,
}

impl Old {
    fn at(&self, field: &str) -> Pointer {
        self.key.pointer().child(field)
    }

    /// Whether a value of it is to be moved.
    fn moves(&self, draft: &Draft, at: &Pointer) -> bool {
        self.part == Part::Whole || draft.defined(at)
    }
}

/// The geometry of a map as it is written, those parts included that it inherits.
pub fn written(draft: &Draft, map: &RecordKey) -> Option<Written> {
    Written::deserialize(draft.merged(map)?.get("geometry")?).ok()
}

/// Works out what gives a map another geometry. Nothing but the map and what is placed on it is touched.
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

/// The maps that have this one's geometry because they extend it.
fn heirs(draft: &Draft, map: &RecordKey) -> Vec<RecordKey> {
    let own = |key: &RecordKey| draft.defined(&key.pointer().child("geometry"));
    let inherits = |key: &RecordKey| {
        let lineage = draft.lineage(key);
        let before = lineage.iter().position(|ancestor| ancestor == map).filter(|before| *before > 0);
        before.is_some_and(|before| !lineage[..before].iter().any(own))
    };
    draft.ids(&map.catalog).map(|id| RecordKey::new(&map.catalog, id)).filter(inherits).collect()
}

/// What is drawn on a map and placed on it, moved.
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

/// The changes for a map of rows that gets too large for them: from then on it is written as areas.
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

/// What is drawn on a map of rows, moved.
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
    // A shift that counts without being written need not be.
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

/// How many cells of the old map lie outside the new one.
fn lost(old: &Written, new: &Geometry, offset: [i32; 2]) -> usize {
    let kept = |axis: usize| {
        let (first, end) = (offset[axis].max(0), (old.size[axis] as i32 + offset[axis]).min(new.size()[axis] as i32));
        (end - first).max(0) as usize
    };
    old.size[0] as usize * old.size[1] as usize - kept(0) * kept(1)
}

/// Where a cell comes to lie; `None` off the map.
fn landed(new: &Geometry, cell: Cell, offset: [i32; 2]) -> Option<Cell> {
    let cell = [cell[0].saturating_add(offset[0]), cell[1].saturating_add(offset[1])];
    new.contains(cell).then_some(cell)
}

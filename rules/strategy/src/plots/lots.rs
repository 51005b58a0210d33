//! The areas of a scenario as lists of cells and things that can be taken apart and put together.
//!
//! Whatever is done to a cell, no other cell comes to anything else by it: an area that holds both is parted.

use std::collections::BTreeSet;

use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::grid::draw::rectangles;
use foeman_schema::grid::{Bounds, Cell, Region};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::catalogs::Area;
use super::STANDING;

/// A cell as areas name it: column and row.
pub(super) type Site = [u16; 2];

/// From how many cells on a block is written as a rectangle.
const BLOCK: usize = 4;

/// An area: cells, whose they are, and what is put there.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Lot {
    /// Its place among the areas that are written, where it is one of those.
    pub from: Option<usize>,
    /// Single cells.
    pub cells: Vec<Site>,
    /// Rectangles.
    pub rectangles: Vec<Rectangle>,
    /// Who owns the cells from here on.
    pub owner: Option<String>,
    /// Who owns the units, if it is not the owner of the cell.
    pub units_owner: Option<String>,
    /// What is put there: terrains, effects and units.
    pub lists: [Vec<Value>; 3],
}

/// Something in the list of an area: the area's place, and its own in the list.
pub(super) type Spot = (usize, usize);

/// What areas make of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Laid {
    /// Whose it is, and by which area.
    pub owner: Option<(String, usize)>,
    /// What stands there, from the bottom up.
    pub lists: [Vec<Spot>; 3],
    /// Whose each of the units is.
    pub units_of: Vec<Option<String>>,
    /// Whether the terrains take the place of what the map has.
    pub replaces: bool,
}

/// The same without the areas it comes from, to be compared.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Sight {
    pub owner: Option<String>,
    pub lists: [Vec<Value>; 3],
    pub units_of: Vec<Option<String>>,
}

impl Lot {
    /// An area of a scenario.
    pub(super) fn of(from: usize, area: &Area) -> Self {
        Self {
            from: Some(from),
            cells: area.cells.clone(),
            rectangles: area.rectangles.clone(),
            owner: area.owner.as_ref().map(|owner| owner.id().to_owned()),
            units_owner: area.units_owner.as_ref().map(|owner| owner.id().to_owned()),
            lists: [values(&area.terrains), values(&area.effects), values(&area.units)],
        }
    }

    /// How often a cell is one of its cells: what is put there is put there as often.
    pub(super) fn covers(&self, cell: Site) -> usize {
        let [column, row] = cell.map(i32::from);
        let holds = |part: &&Rectangle| {
            let [[left, top], [right, bottom]] = part.corners();
            (left..=right).contains(&column) && (top..=bottom).contains(&row)
        };
        self.cells.iter().filter(|own| **own == cell).count() + self.rectangles.iter().filter(holds).count()
    }

    /// Whether it says nothing of its cells.
    pub(super) fn is_empty(&self) -> bool {
        self.owner.is_none() && self.lists.iter().all(Vec::is_empty)
    }

    /// Whether it only says whose its cells are.
    pub(super) fn only_owns(&self) -> bool {
        self.owner.is_some() && self.lists.iter().all(Vec::is_empty)
    }

    /// Whether it says the same of its cells as another.
    pub(super) fn says(&self, other: &Self) -> bool {
        self.owner == other.owner && self.units_owner == other.units_owner && self.lists == other.lists
    }

    pub(super) fn has_cells(&self) -> bool {
        !self.cells.is_empty() || !self.rectangles.is_empty()
    }

    /// Adds cells; where many lie side by side they become rectangles.
    pub(super) fn put_in(&mut self, cells: &BTreeSet<Site>) {
        let new: BTreeSet<Site> = cells.iter().copied().filter(|cell| self.covers(*cell) == 0).collect();
        let all = self.cells.iter().chain(&new).map(|cell| cell.map(i32::from));
        let blocks = packed(rectangles(all));
        if new.len() > 1 && !blocks.1.is_empty() {
            self.cells = blocks.0;
            self.rectangles.extend(blocks.1);
        } else {
            self.cells.extend(in_rows(new));
        }
    }

    /// Takes cells away; a rectangle with a hole becomes several.
    pub(super) fn take_out(&mut self, cells: &BTreeSet<Site>) {
        self.cells.retain(|cell| !cells.contains(cell));
        let holes: Region = cells.iter().map(|cell| cell.map(i32::from)).collect();
        for part in std::mem::take(&mut self.rectangles) {
            let [from, to] = part.corners();
            let mut inside = holes.within(Bounds { from, to }).peekable();
            if inside.peek().is_none() {
                self.rectangles.push(part);
                continue;
            }
            let mut left = Vec::new();
            for row in from[1]..=to[1] {
                let mut first = from[0];
                while let Some((_, [hole, last])) = inside.next_if(|(below, _)| *below == row) {
                    left.push((row, [first, hole - 1]));
                    first = last + 1;
                }
                left.push((row, [first, to[0]]));
            }
            let (loose, blocks) = packed(Region::from_runs(left).rectangles());
            self.cells.extend(loose);
            self.rectangles.extend(blocks);
        }
    }

    /// The values of its keys as they are written, in order.
    pub(super) fn written(&self) -> Vec<(&'static str, Option<Value>)> {
        let list = |values: &[Value]| (!values.is_empty()).then(|| json!(values));
        let cells = (!self.cells.is_empty()).then(|| json!(self.cells));
        let rectangles = (!self.rectangles.is_empty()).then(|| json!(self.rectangles));
        let head = [
            ("cells", cells),
            ("rectangles", rectangles),
            ("owner", self.owner.as_ref().map(|owner| json!(owner))),
            ("units-owner", self.units_owner.as_ref().map(|owner| json!(owner))),
        ];
        let lists = STANDING.iter().zip(&self.lists).map(|((key, _), values)| (*key, list(values)));
        head.into_iter().chain(lists).collect()
    }

    /// The whole of it as it is written.
    pub(super) fn value(&self) -> Value {
        let kept = self.written().into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(kept.collect::<Map<_, _>>())
    }
}

/// What areas make of a cell, one after the other.
pub(super) fn laid(lots: &[Lot], cell: Site, grounds: &BTreeSet<String>) -> Laid {
    let mut laid = Laid::default();
    for (at, lot) in lots.iter().enumerate() {
        for _ in 0..lot.covers(cell) {
            lay(&mut laid, at, lot, grounds);
        }
    }
    laid
}

/// What an area makes of a cell it covers.
pub(super) fn lay(laid: &mut Laid, at: usize, lot: &Lot, grounds: &BTreeSet<String>) {
    if let Some(owner) = &lot.owner {
        laid.owner = Some((owner.clone(), at));
    }
    if lot.lists[super::TERRAINS].first().and_then(class).is_some_and(|class| grounds.contains(class)) {
        laid.lists[super::TERRAINS].clear();
        laid.replaces = true;
    }
    for (list, values) in laid.lists.iter_mut().zip(&lot.lists) {
        list.extend((0..values.len()).map(|nth| (at, nth)));
    }
    let owner = lot.units_owner.clone().or_else(|| laid.owner.as_ref().map(|(owner, _)| owner.clone()));
    laid.units_of.resize(laid.lists[super::UNITS].len(), owner);
}

/// The same as it is seen.
pub(super) fn sight(lots: &[Lot], cell: Site, grounds: &BTreeSet<String>) -> Sight {
    let laid = laid(lots, cell, grounds);
    let values =
        |group: usize| laid.lists[group].iter().map(|&(lot, nth)| lots[lot].lists[group][nth].clone()).collect();
    Sight { owner: laid.owner.map(|(owner, _)| owner), lists: [0, 1, 2].map(values), units_of: laid.units_of.clone() }
}

/// Things as they are written.
fn values(things: &[impl Serialize]) -> Vec<Value> {
    things.iter().map(|thing| serde_json::to_value(thing).unwrap_or_default()).collect()
}

/// The id of what a thing is.
pub(super) fn class(entity: &Value) -> Option<&str> {
    entity.get("class")?.as_str()
}

/// Lets the cells of an area that are among these have something else there, and no others.
pub(super) fn carve(lots: &mut Vec<Lot>, at: usize, cells: &BTreeSet<Site>, edit: impl Fn(&mut Lot)) {
    let mut by_times: Vec<BTreeSet<Site>> = Vec::new();
    for &cell in cells {
        let times = lots[at].covers(cell);
        by_times.resize(by_times.len().max(times + 1), BTreeSet::new());
        by_times[times].insert(cell);
    }
    for (times, cells) in by_times.into_iter().enumerate().skip(1).filter(|(_, cells)| !cells.is_empty()) {
        let mut piece = Lot { from: None, cells: Vec::new(), rectangles: Vec::new(), ..lots[at].clone() };
        piece.lists = piece.lists.map(|list| (0..times).flat_map(|_| list.iter().cloned()).collect());
        edit(&mut piece);
        let mut rest = lots[at].clone();
        rest.take_out(&cells);
        if !rest.has_cells() && times == 1 {
            let own = lots[at].clone();
            lots[at] = Lot { from: own.from, cells: own.cells, rectangles: own.rectangles, ..piece };
            return;
        }
        lots[at] = rest;
        match lots.get_mut(at + 1).filter(|next| next.says(&piece)) {
            Some(next) => next.put_in(&cells),
            None if piece.is_empty() => {}
            None => {
                piece.put_in(&cells);
                lots.insert(at + 1, piece);
            }
        }
    }
}

/// Rectangles as they are written: those of a few cells one by one, all in row order.
fn packed(rectangles: Vec<Bounds>) -> (Vec<Site>, Vec<Rectangle>) {
    let site = |cell: Cell| cell.map(|at| at as u16);
    let (blocks, few): (Vec<_>, Vec<_>) = rectangles.into_iter().partition(|bounds| bounds.count() >= BLOCK);
    let mut loose: Vec<Site> = few.into_iter().flat_map(Bounds::cells).map(site).collect();
    loose.sort_by_key(|&[column, row]| [row, column]);
    let block = |Bounds { from, to }| Rectangle { from: site(from), to: site(to) };
    (loose, blocks.into_iter().map(block).collect())
}

fn in_rows(cells: BTreeSet<Site>) -> Vec<Site> {
    let mut cells: Vec<Site> = cells.into_iter().collect();
    cells.sort_by_key(|&[column, row]| [row, column]);
    cells
}

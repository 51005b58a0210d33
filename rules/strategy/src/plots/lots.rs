//! The areas of a scenario as lists of cells and contents that can be split and merged.
//!
//! Edits never affect other cells: an area that contains both is split.

use std::collections::BTreeSet;
use std::rc::Rc;

use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::grid::draw::rectangles;
use foeman_schema::grid::{Bounds, Cell, Region};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::catalogs::Area;
use super::STANDING;

/// A cell as written in areas: column and row.
pub(super) type Site = [u16; 2];

/// The smallest number of cells written as a rectangle.
const BLOCK: usize = 4;

/// An area: cells with owner and contents.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Lot {
    /// Its position among the written areas, if it is one of them.
    pub from: Option<usize>,
    /// Single cells.
    pub cells: Vec<Site>,
    /// Rectangles.
    pub rectangles: Vec<Rectangle>,
    /// The owner of the cells.
    pub owner: Option<String>,
    /// The owner of the units, if different from the owner of the cell.
    pub units_owner: Option<String>,
    /// The contents: terrains, effects and units.
    pub lists: [Vec<Value>; 3],
}

/// An entity in the list of an area: the position of the area, and that in the list.
pub(super) type Spot = (usize, usize);

/// The result of all areas in a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Laid {
    /// The owner, and the area that sets it.
    pub owner: Option<(String, usize)>,
    /// The contents, from the bottom up.
    pub lists: [Vec<Spot>; 3],
    /// The owner of each unit.
    pub units_of: Vec<Option<String>>,
    /// Whether the terrains replace the map's.
    pub replaces: bool,
}

/// The result without the areas that cause it, for comparison.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Sight {
    pub owner: Option<String>,
    pub lists: [Vec<Value>; 3],
    pub units_of: Vec<Option<String>>,
}

impl Lot {
    /// Creates a lot from an area of a scenario.
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

    /// Returns how often it lists a cell: its contents are put there that many times.
    pub(super) fn covers(&self, cell: Site) -> usize {
        let [column, row] = cell.map(i32::from);
        let holds = |part: &&Rectangle| {
            let [[left, top], [right, bottom]] = part.corners();
            (left..=right).contains(&column) && (top..=bottom).contains(&row)
        };
        self.cells.iter().filter(|own| **own == cell).count() + self.rectangles.iter().filter(holds).count()
    }

    /// Whether it has neither an owner nor contents.
    pub(super) fn is_empty(&self) -> bool {
        self.owner.is_none() && self.lists.iter().all(Vec::is_empty)
    }

    /// Whether it has an owner but no contents.
    pub(super) fn only_owns(&self) -> bool {
        self.owner.is_some() && self.lists.iter().all(Vec::is_empty)
    }

    /// Whether it has the same owner and contents as another.
    pub(super) fn says(&self, other: &Self) -> bool {
        self.owner == other.owner && self.units_owner == other.units_owner && self.lists == other.lists
    }

    pub(super) fn has_cells(&self) -> bool {
        !self.cells.is_empty() || !self.rectangles.is_empty()
    }

    /// Adds cells; large groups of adjacent cells become rectangles.
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

    /// Removes cells; a rectangle with a hole becomes several.
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

    /// Returns the values of its keys as written, in order.
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

    /// Returns the whole area as written.
    pub(super) fn value(&self) -> Value {
        let kept = self.written().into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(kept.collect::<Map<_, _>>())
    }
}

/// Returns the result of all areas in a cell.
pub(super) fn laid(lots: &[Rc<Lot>], cell: Site, grounds: &BTreeSet<String>) -> Laid {
    let mut laid = Laid::default();
    for (at, lot) in lots.iter().enumerate() {
        for _ in 0..lot.covers(cell) {
            lay(&mut laid, at, lot, grounds);
        }
    }
    laid
}

/// Applies an area to a cell that it covers.
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

/// Returns the result in a cell for comparison.
pub(super) fn sight(lots: &[Rc<Lot>], cell: Site, grounds: &BTreeSet<String>) -> Sight {
    let laid = laid(lots, cell, grounds);
    let values =
        |group: usize| laid.lists[group].iter().map(|&(lot, nth)| lots[lot].lists[group][nth].clone()).collect();
    Sight { owner: laid.owner.map(|(owner, _)| owner), lists: [0, 1, 2].map(values), units_of: laid.units_of.clone() }
}

/// Returns entities as written.
fn values(things: &[impl Serialize]) -> Vec<Value> {
    things.iter().map(|thing| serde_json::to_value(thing).unwrap_or_default()).collect()
}

/// Returns the class of an entity.
pub(super) fn class(entity: &Value) -> Option<&str> {
    entity.get("class")?.as_str()
}

/// Edits an area in some of its cells only, by splitting it.
pub(super) fn carve(lots: &mut Vec<Rc<Lot>>, at: usize, cells: &BTreeSet<Site>, edit: impl Fn(&mut Lot)) {
    let mut by_times: Vec<BTreeSet<Site>> = Vec::new();
    for &cell in cells {
        let times = lots[at].covers(cell);
        by_times.resize(by_times.len().max(times + 1), BTreeSet::new());
        by_times[times].insert(cell);
    }
    for (times, cells) in by_times.into_iter().enumerate().skip(1).filter(|(_, cells)| !cells.is_empty()) {
        let mut piece = Lot { from: None, cells: Vec::new(), rectangles: Vec::new(), ..Lot::clone(&lots[at]) };
        piece.lists = piece.lists.map(|list| (0..times).flat_map(|_| list.iter().cloned()).collect());
        edit(&mut piece);
        let mut rest = Lot::clone(&lots[at]);
        rest.take_out(&cells);
        if !rest.has_cells() && times == 1 {
            let own = Lot::clone(&lots[at]);
            lots[at] = Rc::new(Lot { from: own.from, cells: own.cells, rectangles: own.rectangles, ..piece });
            return;
        }
        lots[at] = Rc::new(rest);
        match lots.get_mut(at + 1).filter(|next| next.says(&piece)) {
            Some(next) => Rc::make_mut(next).put_in(&cells),
            None if piece.is_empty() => {}
            None => {
                piece.put_in(&cells);
                lots.insert(at + 1, Rc::new(piece));
            }
        }
    }
}

/// Writes small rectangles as individual cells, all in row order.
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

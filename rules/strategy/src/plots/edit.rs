//! Edits cells of a scenario: turns them into minimal changes of its areas, without affecting other cells.
//!
//! Several ways of writing an edit are tried and compared with the desired result; the last resort is an area for these
//! cells alone.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use foeman_schema::change::Change;
use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::text::{Pointer, RecordKey};
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::super::catalogs::Scenario;
use super::lots::{Lot, Sight, Site, carve, class, laid, sight};
use super::{HOMES, OWNERS, SITES, STANDING, TERRAINS, UNITS, grounds};
use foeman_engine::plots::PlotEdit;

/// Returns the changes that carry out an edit of a scenario.
pub(super) fn change(draft: &Draft, id: &str, edit: &PlotEdit) -> Result<Vec<Change>, String> {
    let at = RecordKey::new(Scenario::CATALOG, id).pointer();
    let scenario = super::scenario(draft, id).ok_or("the scenario cannot be read; fix its problems first")?;
    if let PlotEdit::Paint { group, ink, cells, .. } = edit {
        let cells: Vec<Site> = cells.iter().copied().filter_map(site).collect();
        if group == HOMES {
            return Ok(homes(&scenario, &at, ink.as_deref(), &cells));
        }
        if let Some((key, _)) = SITES.into_iter().find(|(key, _)| key == group) {
            return Ok(sites(draft, &at.child(key), ink.as_deref(), &cells));
        }
    }
    let lots = scenario.areas.iter().enumerate().map(|(at, area)| Rc::new(Lot::of(at, area)));
    let before: Vec<Rc<Lot>> = lots.collect();
    let mut board = Lots { lots: before.clone(), grounds: grounds(draft) };
    match edit {
        PlotEdit::Paint { group, ink, owner, cells } => {
            let cells: BTreeSet<Site> = cells.iter().copied().filter_map(site).collect();
            match (listed(group), ink) {
                (None, Some(owner)) if group == OWNERS => board.own(&cells, owner),
                (None, None) if group == OWNERS => board.disown(&cells)?,
                (Some(group), Some(ink)) => board.put(group, ink, owner.as_deref(), &cells)?,
                (Some(group), None) => board.clear(group, &cells),
                _ => return Err(format!("expected something that can be painted, found `{group}`")),
            }
        }
        PlotEdit::Remove { cell, group, nth } => board.remove(spot(*cell, group)?, *nth),
        PlotEdit::Raise { cell, group, nth } => board.raise(spot(*cell, group)?, *nth)?,
    }
    let whole = !draft.defined(&at.child("areas"));
    Ok(written(&before, board.lots, &at.child("areas"), whole))
}

fn site(cell: Cell) -> Option<Site> {
    let [column, row] = cell.map(u16::try_from);
    Some([column.ok()?, row.ok()?])
}

/// Returns the position of a group's list in an area.
fn listed(group: &str) -> Option<usize> {
    STANDING.iter().position(|(key, _)| *key == group)
}

/// Returns a cell with the position of a group's list.
fn spot(cell: Cell, group: &str) -> Result<(Site, usize), String> {
    let found = site(cell).zip(listed(group));
    found.ok_or_else(|| format!("expected terrains, effects or units in a cell, found `{group}` at {cell:?}"))
}

/// Returns the first of several ways in which every cell has the desired contents; the last one if none does.
///
/// Each way is a list of all areas, so it is created only when the previous ones have failed.
fn first_that_fits(
    wanted: &BTreeMap<Site, Sight>,
    grounds: &BTreeSet<String>,
    ways: impl Iterator<Item = Vec<Rc<Lot>>>,
) -> Vec<Rc<Lot>> {
    let mut last = Vec::new();
    for way in ways {
        last = way;
        if wanted.iter().all(|(&cell, wanted)| sight(&last, cell, grounds) == *wanted) {
            break;
        }
    }
    last
}

/// The areas of a scenario during an edit.
struct Lots {
    /// They are shared with the areas before the edit, since there may be thousands.
    lots: Vec<Rc<Lot>>,
    grounds: BTreeSet<String>,
}

impl Lots {
    fn sight(&self, cell: Site) -> Sight {
        sight(&self.lots, cell, &self.grounds)
    }

    /// Gives cells to an owner, with the units that follow the owner of the cell.
    fn own(&mut self, cells: &BTreeSet<Site>, owner: &str) {
        let mut left: BTreeSet<Site> =
            cells.iter().copied().filter(|cell| self.sight(*cell).owner.as_deref() != Some(owner)).collect();
        while let Some(&first) = left.first() {
            let by = |lots: &Self, cell: Site| laid(&lots.lots, cell, &lots.grounds).owner.map(|(_, at)| at);
            let last = by(self, first);
            let alike: BTreeSet<Site> = left.iter().copied().filter(|cell| by(self, *cell) == last).collect();
            left.retain(|cell| !alike.contains(cell));
            self.own_alike(&alike, owner, last);
        }
    }

    /// Gives cells to an owner, if a single area or none sets their current owner.
    fn own_alike(&mut self, cells: &BTreeSet<Site>, owner: &str, last: Option<usize>) {
        let wanted = cells.iter().map(|&cell| {
            let (laid, mut seen) = (laid(&self.lots, cell, &self.grounds), self.sight(cell));
            seen.owner = Some(owner.to_owned());
            for (&(lot, _), of) in laid.lists[UNITS].iter().zip(&mut seen.units_of) {
                if self.lots[lot].units_owner.is_none() && last.is_none_or(|last| lot >= last) {
                    *of = Some(owner.to_owned());
                }
            }
            (cell, seen)
        });
        let wanted: BTreeMap<Site, Sight> = wanted.collect();
        let mut free = self.lots.clone();
        if let Some(last) = last.filter(|last| free[*last].only_owns()) {
            Rc::make_mut(&mut free[last]).take_out(cells);
        }
        let bare = Lot { owner: Some(owner.to_owned()), ..Lot::default() };
        let mut new = bare.clone();
        new.put_in(cells);
        let new = Rc::new(new);
        let alike = (0..free.len()).filter(|&at| free[at].says(&bare) && free[at].has_cells());
        let joined = alike.map(|at| {
            let mut way = free.clone();
            Rc::make_mut(&mut way[at]).put_in(cells);
            way
        });
        // Owners are usually given before contents.
        let behind = free.iter().rposition(|lot| lot.only_owns()).map_or(0, |at| at + 1);
        let added = [last.map_or(behind, |last| last + 1), behind, 0].into_iter().map(|at| {
            let mut way = free.clone();
            way.insert(at, Rc::clone(&new));
            way
        });
        let carved = last.into_iter().map(|last| {
            let mut way = self.lots.clone();
            carve(&mut way, last, cells, |lot| lot.owner = Some(owner.to_owned()));
            way
        });
        self.lots = first_that_fits(&wanted, &self.grounds, joined.chain(added).chain(carved));
    }

    /// Removes the owner of cells.
    fn disown(&mut self, cells: &BTreeSet<Site>) -> Result<(), String> {
        for &cell in cells {
            let units = laid(&self.lots, cell, &self.grounds).lists[UNITS].clone();
            if units.iter().any(|&(lot, _)| self.lots[lot].units_owner.is_none()) {
                let [column, row] = cell;
                return Err(format!(
                    "expected a cell without units that belong to its owner, found some at {column},{row}: take \
                     them away first"
                ));
            }
        }
        self.each(cells, |lot| lot.owner.is_some(), |lot| lot.owner = None);
        Ok(())
    }

    /// Removes the contents of cells from one list.
    fn clear(&mut self, group: usize, cells: &BTreeSet<Site>) {
        self.each(cells, |lot| !lot.lists[group].is_empty(), |lot| lot.lists[group].clear());
    }

    /// Edits cells in all areas that satisfy a condition.
    fn each(&mut self, cells: &BTreeSet<Site>, is_meant: impl Fn(&Lot) -> bool, edit: impl Fn(&mut Lot)) {
        // In reverse order, since parts that are split off are inserted after their area.
        for at in (0..self.lots.len()).rev() {
            let covered: BTreeSet<Site> =
                cells.iter().copied().filter(|cell| self.lots[at].covers(*cell) > 0).collect();
            if is_meant(&self.lots[at]) && !covered.is_empty() {
                carve(&mut self.lots, at, &covered, &edit);
            }
        }
    }

    /// Adds an entity on top of the contents of cells; a ground replaces all terrains.
    fn put(&mut self, group: usize, id: &str, owner: Option<&str>, cells: &BTreeSet<Site>) -> Result<(), String> {
        let entity = json!({ "class": id });
        let is_ground = group == TERRAINS && self.grounds.contains(id);
        let mut by_owner: BTreeMap<Option<String>, BTreeMap<Site, Sight>> = BTreeMap::new();
        for &cell in cells {
            let mut seen = self.sight(cell);
            let named = if group == UNITS { units_owner(&seen, owner, cell)? } else { None };
            if is_ground {
                if seen.lists[TERRAINS] == [entity.clone()] {
                    continue;
                }
                seen.lists[TERRAINS].clear();
            }
            seen.lists[group].push(entity.clone());
            if group == UNITS {
                seen.units_of.push(named.clone().or_else(|| seen.owner.clone()));
            }
            by_owner.entry(named).or_default().insert(cell, seen);
        }
        if is_ground {
            let cells: BTreeSet<Site> = by_owner.values().flat_map(|wanted| wanted.keys().copied()).collect();
            self.clear(TERRAINS, &cells);
        }
        for (units_owner, wanted) in by_owner {
            let cells: BTreeSet<Site> = wanted.keys().copied().collect();
            let mut new = Lot { units_owner, ..Lot::default() };
            new.lists[group].push(entity.clone());
            let bare = new.clone();
            new.put_in(&cells);
            let new = Rc::new(new);
            let fits =
                |lot: &Lot| lot.says(&bare) && lot.has_cells() && cells.iter().all(|cell| lot.covers(*cell) == 0);
            let joined = (0..self.lots.len()).filter(|&at| fits(&self.lots[at])).map(|at| {
                let mut way = self.lots.clone();
                Rc::make_mut(&mut way[at]).put_in(&cells);
                way
            });
            let added = std::iter::once_with(|| self.lots.iter().chain([&new]).cloned().collect());
            self.lots = first_that_fits(&wanted, &self.grounds, joined.chain(added));
        }
        Ok(())
    }

    /// Removes one entity from a cell.
    fn remove(&mut self, (cell, group): (Site, usize), nth: usize) {
        let Some(&(lot, at)) = laid(&self.lots, cell, &self.grounds).lists[group].get(nth) else { return };
        carve(&mut self.lots, lot, &BTreeSet::from([cell]), |lot| {
            if at < lot.lists[group].len() {
                lot.lists[group].remove(at);
            }
        });
    }

    /// Swaps an entity in a cell with the one above it.
    fn raise(&mut self, (cell, group): (Site, usize), nth: usize) -> Result<(), String> {
        let seen = self.sight(cell);
        let mut list = seen.lists[group].clone();
        if nth + 1 >= list.len() {
            return Err("nothing can be raised above the topmost entry".to_owned());
        }
        let is_ground = |entity: &Value| class(entity).is_some_and(|class| self.grounds.contains(class));
        if group == TERRAINS && (is_ground(&list[nth]) || is_ground(&list[nth + 1])) {
            return Err("the ground must stay below all other terrains".to_owned());
        }
        let spots = laid(&self.lots, cell, &self.grounds).lists[group].clone();
        let ((lot, one), (other, two)) = (spots[nth], spots[nth + 1]);
        if lot == other {
            carve(&mut self.lots, lot, &BTreeSet::from([cell]), |lot| lot.lists[group].swap(one, two));
            return Ok(());
        }
        list.swap(nth, nth + 1);
        let cells = BTreeSet::from([cell]);
        self.clear(group, &cells);
        let units = seen.units_of.first().cloned().flatten().filter(|_| group == UNITS);
        let mut new = Lot { units_owner: units.filter(|of| Some(of) != seen.owner.as_ref()), ..Lot::default() };
        new.lists[group] = list;
        new.put_in(&cells);
        self.lots.push(Rc::new(new));
        Ok(())
    }
}

/// Returns the owner to write for a unit in a cell; `None` if it is the owner of the cell.
fn units_owner(seen: &Sight, wanted: Option<&str>, [column, row]: Site) -> Result<Option<String>, String> {
    let Some(owner) = wanted.or(seen.owner.as_deref()) else {
        return Err(format!(
            "expected an owner of the unit, but {column},{row} has none: choose an owner, or give the cell to a faction"
        ));
    };
    if seen.units_of.iter().flatten().any(|other| other != owner) {
        return Err(format!("expected units of one owner in a cell, found units of another at {column},{row}"));
    }
    Ok(Some(owner.to_owned()).filter(|owner| Some(owner) != seen.owner.as_ref()))
}

/// Returns the changes that turn the written areas into the new ones.
fn written(before: &[Rc<Lot>], mut after: Vec<Rc<Lot>>, at: &Pointer, whole: bool) -> Vec<Change> {
    after.retain(|lot| (lot.has_cells() && !lot.is_empty()) || lot.from.is_some_and(|from| before[from] == *lot));
    if after.is_empty() {
        let gone = Change::Remove { at: at.clone() };
        return if whole || before.is_empty() { Vec::new() } else { vec![gone] };
    }
    if whole {
        let all: Vec<Value> = after.iter().map(|lot| lot.value()).collect();
        return if after == before { Vec::new() } else { vec![Change::Set { at: at.clone(), value: json!(all) }] };
    }
    let mut kept: Vec<Option<&Rc<Lot>>> = vec![None; before.len()];
    for lot in after.iter().rev() {
        lot.from.into_iter().for_each(|from| kept[from] = Some(lot));
    }
    let mut changes = Vec::new();
    for (place, old) in before.iter().enumerate() {
        let Some(new) = kept[place].filter(|new| *new != old) else { continue };
        for ((key, old), (_, new)) in old.written().into_iter().zip(new.written()) {
            let at = at.child(place.to_string()).child(key);
            match new {
                Some(value) if old.as_ref() != Some(&value) => changes.push(Change::Set { at, value }),
                None if old.is_some() => changes.push(Change::Remove { at }),
                _ => {}
            }
        }
    }
    let gone = (0..before.len()).rev().filter(|place| kept[*place].is_none());
    changes.extend(gone.map(|place| Change::Remove { at: at.child(place.to_string()) }));
    let end = after.iter().rposition(|lot| lot.from.is_some()).map_or(0, |last| last + 1);
    for (place, new) in after.iter().enumerate().filter(|(_, lot)| lot.from.is_none()) {
        let place = if place >= end { "-".to_owned() } else { place.to_string() };
        changes.push(Change::Insert { at: at.child(place), value: new.value() });
    }
    changes
}

/// Returns the changes that set a faction's home, or remove homes in some cells.
fn homes(scenario: &Scenario, at: &Pointer, faction: Option<&str>, cells: &[Site]) -> Vec<Change> {
    let home = |place: usize| at.child("sides").child(place.to_string()).child("home");
    let sides = scenario.sides.iter().enumerate();
    match (faction, cells.last()) {
        (Some(faction), Some(cell)) => {
            let meant = sides.filter(|(_, side)| side.faction.id() == faction && side.home != Some(*cell));
            meant.map(|(place, _)| Change::Set { at: home(place), value: json!(cell) }).collect()
        }
        (None, _) => {
            let gone = sides.filter(|(_, side)| side.home.is_some_and(|home| cells.contains(&home)));
            gone.map(|(place, _)| Change::Remove { at: home(place) }).collect()
        }
        (Some(_), None) => Vec::new(),
    }
}

/// Returns the changes that make cells placement sites of a class, or of none.
fn sites(draft: &Draft, at: &Pointer, wanted: Option<&str>, cells: &[Site]) -> Vec<Change> {
    let record = at.record().and_then(|(record, steps)| draft.merged(&record)?.get(steps.first()?).cloned());
    let before: Vec<Value> = record.and_then(|list| list.as_array().cloned()).unwrap_or_default();
    let of = |entry: &Value| -> Vec<Site> { Vec::deserialize(&entry["cells"]).unwrap_or_default() };
    let mut after = before.clone();
    match wanted {
        None => {
            for entry in &mut after {
                let mut left = of(entry);
                left.retain(|cell| !cells.contains(cell));
                entry["cells"] = json!(left);
            }
            after.retain(|entry| !of(entry).is_empty());
        }
        Some(id) => match after.iter_mut().find(|entry| class(entry) == Some(id)) {
            Some(entry) => {
                let mut all = of(entry);
                all.extend(cells.iter().filter(|cell| !of(entry).contains(cell)));
                entry["cells"] = json!(all);
            }
            None => after.push(json!({ "class": id, "cells": cells })),
        },
    }
    if after == before {
        return Vec::new();
    }
    if after.is_empty() {
        return vec![Change::Remove { at: at.clone() }];
    }
    if before.is_empty() {
        return vec![Change::Append { list: at.clone(), items: after }];
    }
    vec![Change::Set { at: at.clone(), value: Value::Array(after) }]
}

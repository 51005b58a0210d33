//! The figures and features of a scenario: a side places figures by their names, or areas have units.
//!
//! The scenarios of the rulesets have different fields; this module reads and writes both forms.

use std::collections::BTreeMap;

use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;
use serde_json::Value;

/// The maximum number of figures and features on a map; more are not exported.
const MOST: usize = 10_000;

/// Whether a thing belongs to a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PlacedKind {
    /// A figure or unit.
    Figure,
    /// A feature of the map, which belongs to no side.
    Feature,
}

impl PlacedKind {
    /// Returns the class of its objects in Tiled.
    pub fn class(self) -> &'static str {
        match self {
            Self::Figure => "figure",
            Self::Feature => "feature",
        }
    }
}

/// A figure or feature on the map of a scenario.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Placed {
    /// Figure or feature.
    pub kind: PlacedKind,
    /// Its id: of a figure in its roster, or of the class of a unit or feature.
    pub name: String,
    /// The id of its side, if it has one.
    pub side: Option<String>,
    /// Its cell.
    pub cell: Cell,
    /// Its facing, from 0 to 5; `None` if figures of the ruleset have none.
    pub facing: Option<u8>,
}

/// Returns the figures and features of a scenario that is played on a map. Fails if the scenario does not exist
/// or has another map.
pub fn placed(draft: &Draft, scenario: &str, map: &str) -> Result<Vec<Placed>, String> {
    let catalog = draft.dialect().map_or("", |dialect| dialect.playable);
    let merged = draft.merged(&RecordKey::new(catalog, scenario));
    let merged = merged.ok_or_else(|| format!("the pack has no scenario `{scenario}`"))?;
    match merged.get("map").and_then(Value::as_str) {
        Some(other) if other != map => {
            return Err(format!("expected a scenario on the map `{map}`, found `{scenario}` on `{other}`"));
        }
        _ => {}
    }
    let mut all = by_name(&merged);
    all.extend(features(&merged));
    all.extend(units(&merged));
    if all.len() > MOST {
        return Err(format!("expected at most {MOST} figures in `{scenario}`, found {}", all.len()));
    }
    Ok(all)
}

/// Returns a cell written as column and row.
fn cell(value: &Value) -> Option<Cell> {
    let part = |at: usize| value.get(at).and_then(Value::as_u64).and_then(|n| i32::try_from(n).ok());
    Some([part(0)?, part(1)?])
}

fn list<'v>(of: &'v Value, field: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    of.get(field).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the figures that sides place by name.
fn by_name(scenario: &Value) -> Vec<Placed> {
    let mut all = Vec::new();
    for side in list(scenario, "sides") {
        let id = side.get("side").and_then(Value::as_str).map(str::to_owned);
        for (name, place) in side.get("place").and_then(Value::as_object).into_iter().flatten() {
            let Some(cell) = place.get("hex").and_then(cell) else { continue };
            let facing = place.get("facing").map_or(Some(0), |facing| facing.as_u64().and_then(|n| n.try_into().ok()));
            let (kind, name, side) = (PlacedKind::Figure, name.clone(), id.clone());
            all.push(Placed { kind, name, side, cell, facing: facing.filter(|facing| *facing < 6) });
        }
    }
    all
}

fn features(scenario: &Value) -> Vec<Placed> {
    let read = |feature: &Value| {
        let name = feature.get("figure")?.as_str()?.to_owned();
        Some(Placed { kind: PlacedKind::Feature, name, side: None, cell: cell(feature.get("hex")?)?, facing: None })
    };
    list(scenario, "features").filter_map(read).collect()
}

/// Returns the units in areas.
fn units(scenario: &Value) -> Vec<Placed> {
    let owners = owners(scenario);
    let mut all = Vec::new();
    for area in list(scenario, "areas") {
        let names: Vec<&str> = list(area, "units").filter_map(|unit| unit.get("class")?.as_str()).collect();
        if names.is_empty() {
            continue;
        }
        let own = area.get("units-owner").and_then(Value::as_str);
        for cell in cells(area) {
            let side = own.map(str::to_owned).or_else(|| owners.get(&cell).cloned());
            for name in &names {
                let (kind, name, side) = (PlacedKind::Figure, (*name).to_owned(), side.clone());
                all.push(Placed { kind, name, side, cell, facing: None });
            }
            if all.len() > MOST {
                return all;
            }
        }
    }
    all
}

/// Returns the owners of cells at the end of the layout, as areas give them.
pub(crate) fn owners(scenario: &Value) -> BTreeMap<Cell, String> {
    let mut owners = BTreeMap::new();
    for area in list(scenario, "areas") {
        if let Some(owner) = area.get("owner").and_then(Value::as_str) {
            owners.extend(cells(area).into_iter().map(|cell| (cell, owner.to_owned())));
        }
    }
    owners
}

/// Returns the cells of an area.
fn cells(area: &Value) -> Vec<Cell> {
    let mut cells: Vec<Cell> = list(area, "cells").filter_map(cell).collect();
    for rectangle in list(area, "rectangles") {
        let Some((from, to)) = rectangle.get("from").and_then(cell).zip(rectangle.get("to").and_then(cell)) else {
            continue;
        };
        let [left, top] = [0, 1].map(|axis| from[axis].min(to[axis]));
        // A rectangle may go beyond the map; the limit keeps the list short.
        let [right, bottom] = [0, 1].map(|axis| from[axis].max(to[axis]).min(9999));
        let room = MOST.saturating_sub(cells.len());
        cells.extend((top..=bottom).flat_map(|row| (left..=right).map(move |column| [column, row])).take(room));
    }
    cells
}

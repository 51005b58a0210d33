//! Places the figures and features of a foreign map in a scenario.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::change::Change;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::plural::plural;
use foeman_schema::text::{RecordKey, kebab};
use serde_json::{Value, json};

use crate::finding::{Finding, Level, Warnings};
use crate::foreign::{ForeignMap, Object, ObjectShape};
use crate::placed::{owners, placed};
use crate::source::quoted;
use crate::zones::is_zone;

/// The catalog of units, in rulesets whose scenarios have them in areas.
const UNITS: &str = "units";

/// Adds the things of a map to a scenario.
pub(crate) struct Placing<'a, 'w> {
    pub(crate) draft: &'a Draft,
    pub(crate) map: &'a ForeignMap,
    pub(crate) warnings: &'w mut Warnings,
    pub(crate) changes: &'w mut Vec<Change>,
}

/// A scenario that gets figures.
struct Scenario {
    key: RecordKey,
    value: Value,
}

impl<'a> Placing<'a, '_> {
    fn warn(&mut self, (line, column): (usize, usize), message: String) {
        self.warnings.push(Finding { file: self.map.file.clone(), line, column, level: Level::Warning, message });
    }

    /// Adds figures and features to a scenario, and reports objects that are not imported. Returns the numbers of
    /// figures and features.
    pub(crate) fn place(&mut self, scenario: Option<&str>) -> Result<[usize; 2], String> {
        let catalog = self.draft.dialect().map_or("", |dialect| dialect.playable);
        let scenario = match scenario {
            None => None,
            Some(id) => {
                let key = RecordKey::new(catalog, id);
                let value = self.draft.merged(&key).ok_or_else(|| format!("the pack has no scenario `{id}`"))?;
                Some(Scenario { key, value })
            }
        };
        let (mut figures, mut features, mut unplaced) = (Vec::new(), Vec::new(), 0);
        let map = self.map;
        for object in map.objects.iter().filter(|object| object.shape != ObjectShape::Start && !is_zone(object)) {
            let Some(cell) = object.cells.first() else { continue };
            match (&*object.class, &scenario) {
                ("figure" | "feature", None) => unplaced += 1,
                ("figure", _) => figures.push((object, *cell)),
                ("feature", _) => features.push((object, *cell)),
                _ => {
                    let message = format!(
                        "object {} of class {} is not imported; set its class to `zone`, `figure` or `feature`",
                        quoted(&object.name),
                        quoted(&object.class)
                    );
                    self.warn((object.line, object.column), message);
                }
            }
        }
        let mut counts = [0, 0];
        if let Some(scenario) = &scenario {
            let in_areas = self.draft.field(&scenario.key.pointer().child("areas")).is_some();
            counts[0] = if in_areas { self.units(scenario, &figures) } else { self.figures(scenario, &figures) };
            counts[1] = self.features(scenario, &features);
        }
        if unplaced > 0 {
            let objects = plural(unplaced, "figure or feature is", "figures and features are");
            self.warn((1, 1), format!("{objects} not imported; name a scenario with `--scenario`"));
        }
        self.report_properties();
        Ok(counts)
    }

    /// Places figures that are listed in the rosters of sides.
    fn figures(&mut self, scenario: &Scenario, figures: &[(&'a Object, Cell)]) -> usize {
        let mut count = 0;
        for (object, cell) in figures {
            let Some((side, name)) = self.side_of(&scenario.value, object) else {
                let message = format!(
                    "no side of the scenario `{}` has a figure {}; use its id in the roster as the name",
                    scenario.key.id,
                    quoted(&object.name)
                );
                self.warn((object.line, object.column), message);
                continue;
            };
            count += 1;
            let facing = self.facing(object);
            let old = scenario.value.get("sides").and_then(|sides| sides.get(side)?.get("place")?.get(&name));
            // Rounds of arrival and the like stay.
            let mut value = old.cloned().filter(Value::is_object).unwrap_or_else(|| json!({}));
            value["hex"] = json!(cell);
            let shown = value.get("facing").and_then(Value::as_u64).unwrap_or(0);
            if let Some(facing) = facing.filter(|facing| u64::from(*facing) != shown) {
                value["facing"] = json!(facing);
            }
            if old != Some(&value) {
                let at = scenario.key.pointer().child("sides").child(side.to_string()).child("place").child(name);
                self.changes.push(Change::Set { at, value });
            }
        }
        count
    }

    /// Places units in areas, one area for each class and owner. Units that are there already stay.
    fn units(&mut self, scenario: &Scenario, figures: &[(&'a Object, Cell)]) -> usize {
        let id = &scenario.key.id;
        let map = scenario.value.get("map").and_then(Value::as_str).unwrap_or_default();
        let mut there: BTreeMap<(String, Option<String>, Cell), usize> = BTreeMap::new();
        for unit in placed(self.draft, id, map).unwrap_or_default() {
            *there.entry((unit.name, unit.side, unit.cell)).or_default() += 1;
        }
        let owners = owners(&scenario.value);
        let sides = scenario.value.get("sides").and_then(Value::as_array);
        let sides: BTreeSet<&str> =
            sides.into_iter().flatten().filter_map(|side| side.get("faction")?.as_str()).collect();
        let mut areas: BTreeMap<(String, String, bool), Vec<Cell>> = BTreeMap::new();
        let mut count = 0;
        for (object, cell) in figures {
            let place = (object.line, object.column);
            let names = [object.name.clone(), kebab(&object.name)];
            let known = |name: &&String| self.draft.merged(&RecordKey::new(UNITS, name.as_str())).is_some();
            let Some(name) = names.iter().find(known).cloned() else {
                let message =
                    format!("the pack has no unit {}; use the id of a unit as the name", quoted(&object.name));
                self.warn(place, message);
                continue;
            };
            let owner = owners.get(cell);
            let Some(side) = object.properties.get("side").or(owner).cloned() else {
                let message = format!("unit `{name}` has no side; set its property `side` to a faction");
                self.warn(place, message);
                continue;
            };
            if !sides.contains(side.as_str()) {
                let message = format!("no side of the scenario `{id}` has the faction {}", quoted(&side));
                self.warn(place, message);
                continue;
            }
            count += 1;
            let key = (name.clone(), Some(side.clone()), *cell);
            match there.get_mut(&key).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None => areas.entry((name, side.clone(), owner == Some(&side))).or_default().push(*cell),
            }
        }
        let items: Vec<Value> = areas
            .into_iter()
            .map(|((name, side, is_owner), cells)| {
                let mut area = json!({ "cells": cells, "units": [{ "class": name }] });
                if !is_owner {
                    area["units-owner"] = json!(side);
                }
                area
            })
            .collect();
        if !items.is_empty() {
            self.changes.push(Change::Append { list: scenario.key.pointer().child("areas"), items });
        }
        let left: usize = there.into_values().sum();
        if left > 0 && !figures.is_empty() {
            let units = plural(left, "unit", "units");
            self.warn((1, 1), format!("{units} of the scenario `{id}` that the file does not have stay in it"));
        }
        count
    }

    fn features(&mut self, scenario: &Scenario, features: &[(&'a Object, Cell)]) -> usize {
        let list = scenario.key.pointer().child("features");
        let mut items = Vec::new();
        let mut count = 0;
        for (object, cell) in features {
            if self.draft.field(&list).is_none() {
                let message = "scenarios of this ruleset have no features".to_owned();
                self.warn((object.line, object.column), message);
                continue;
            }
            count += 1;
            let figure = kebab(object.properties.get("figure").unwrap_or(&object.name));
            let is_here =
                |old: &&Value| old.get("figure") == Some(&json!(figure)) && old.get("hex") == Some(&json!(cell));
            let old = scenario.value.get("features").and_then(Value::as_array);
            if old.into_iter().flatten().chain(&items).find(is_here).is_none() {
                items.push(json!({ "figure": figure, "hex": cell }));
            }
        }
        if !items.is_empty() {
            self.changes.push(Change::Append { list, items });
        }
        count
    }

    /// Returns the side that places a figure, and the id of the figure.
    fn side_of(&self, scenario: &Value, object: &Object) -> Option<(usize, String)> {
        let sides = scenario.get("sides")?.as_array()?;
        let names = [object.name.clone(), kebab(&object.name)];
        let wanted = object.properties.get("side");
        for (number, side) in sides.iter().enumerate() {
            let id = side.get("side").and_then(Value::as_str).unwrap_or_default();
            if wanted.is_some_and(|wanted| wanted != id) {
                continue;
            }
            let placed = side.get("place").and_then(Value::as_object);
            let roster = self.draft.merged(&RecordKey::new("sides", id)).and_then(|side| {
                let roster = side.get("roster")?.as_str()?.to_owned();
                self.draft.merged(&RecordKey::new("rosters", roster))
            });
            let figures = roster.as_ref().and_then(|roster| roster.get("figures")?.as_object());
            let has = |name: &&String| [placed, figures].into_iter().flatten().any(|map| map.contains_key(*name));
            if let Some(name) = names.iter().find(has) {
                return Some((number, name.clone()));
            }
        }
        None
    }

    /// Returns the facing of a figure; `None` if the file has none.
    fn facing(&mut self, object: &Object) -> Option<u8> {
        let written = object.properties.get("facing")?;
        let facing = written.trim().parse::<u8>().ok().filter(|facing| *facing < 6);
        if facing.is_none() {
            let message = format!("expected a `facing` from 0 to 5, found {}", quoted(written));
            self.warn((object.line, object.column), message);
        }
        facing
    }

    /// Reports properties of objects that are not imported.
    fn report_properties(&mut self) {
        let known: &[&str] = &["facing", "side", "figure", "id", "color"];
        let mut unknown: BTreeMap<&str, (usize, (usize, usize))> = BTreeMap::new();
        let map = self.map;
        for object in &map.objects {
            for name in object.properties.keys().filter(|name| !known.contains(&name.as_str())) {
                unknown.entry(name).or_insert((0, (object.line, object.column))).0 += 1;
            }
        }
        for (name, (count, place)) in unknown {
            let objects = plural(count, "object", "objects");
            self.warn(place, format!("property {} of {objects} is not imported", quoted(name)));
        }
    }
}

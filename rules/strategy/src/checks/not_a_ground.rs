//! `not-a-ground`: a map with a terrain that is not a ground.

use foeman_schema::catalogs::board::Map;
use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::RecordKey;

use super::finding;
use crate::catalogs::{Scenario, Terrain};

pub(super) static CHECK: Check = Check {
    name: "not-a-ground",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A map is painted with a terrain that is not a ground",
    doc: "\
The lowest terrain of every cell must be a ground, with `background: true`. Otherwise the scenario cannot be played, \
unless its own `ground` begins with one, which replaces that of the map.
Objects on the ground, such as a village, belong in the areas of the scenario.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass, areas: [{terrain: village, from: [1, 1], to: [1, 1]}]}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  village: {title: Village, color: '#c98f5a', difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("c98f5a', difficulty", "c98f5a', background: true, difficulty")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, scenario) in survey.records::<Scenario>() {
        let terrain = |id: &str| survey.record::<Terrain>(id);
        let replaces =
            scenario.ground.first().is_some_and(|made| terrain(made.class.id()).is_none_or(|of| of.background));
        let Some(map) = survey.record::<Map>(scenario.map.id()).filter(|map| !replaces && map.is_painted()) else {
            continue;
        };
        let named = map.terrains();
        let mut stands = vec![false; named.len()];
        map.read()
            .kinds
            .for_each_stretch(|kind, _| stands.get_mut(usize::from(kind)).into_iter().for_each(|it| *it = true));
        let mut all = named.iter().zip(stands).filter(|(_, stands)| *stands).map(|(named, _)| named.id());
        let Some(id) = all.find(|id| terrain(id).is_some_and(|terrain| !terrain.background)) else { continue };
        let message = format!("expected a ground as the lowest terrain of map `{}`, found `{id}`", scenario.map.id());
        let help = format!("add `background: true` to `{id}`, or put it into an area of the scenario");
        let record = RecordKey::new(Terrain::CATALOG, id).pointer();
        let change = Change::Set { at: record.child("background"), value: true.into() };
        let fixes = vec![Fix::guess(format!("make `{id}` a ground"), vec![change])];
        let related = survey.draft.key_place(&record).map(|place| (place, "this is not a ground".to_owned()));
        let told = finding(check, survey, key.pointer().child("map"), message, help);
        findings.extend(told.map(|finding| Finding { fixes, related: related.into_iter().collect(), ..finding }));
    }
}

//! `ground-not-first`: a ground on top of the terrains it should replace.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::finding;
use crate::catalogs::{Entity, Scenario, Terrain};

pub(super) static CHECK: Check = Check {
    name: "ground-not-first",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A ground is laid on other terrains",
    doc: "\
The first terrain of an area takes the place of all that lay in its cells if it is a ground; a ground that comes later lies on the \
others like a house, and what a step costs is the sum of all of them.
Write it first, or as an area of its own.",
    bad: "\
scenarios:
  feud:
    title: Feud
    map: meadow
    sides: [{faction: red, home: [0, 0]}, {faction: blue, home: [3, 3]}]
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: scout}]}
      - {cells: [[3, 3]], owner: blue, units: [{class: scout}]}
      - {cells: [[1, 1]], terrains: [{class: village}, {class: mud}]}
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
  village: {title: Village, color: '#c98f5a'}
  mud: {title: Mud, color: '#5b4636', background: true, difficulty: effort, values: {effort: 3}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
",
    fix: &[("village}, {class: mud", "mud}, {class: village")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut tell = |list: &dyn Fn() -> Pointer, all: &[Entity<Terrain>]| {
        for (number, made) in all.iter().enumerate().skip(1) {
            let Some(terrain) = survey.record::<Terrain>(made.class.id()).filter(|terrain| terrain.background) else {
                continue;
            };
            let item = list().child(number.to_string());
            let message = format!("expected the ground first, but \"{}\" lies on others", terrain.title);
            let help = "write it first: it takes the place of what lay there".to_owned();
            let fixes = vec![Fix::guess("move it to the front", vec![Change::MoveItem { item: item.clone(), to: 0 }])];
            let told = finding(check, survey, item.child("class"), message, help);
            findings.extend(told.map(|finding| Finding { fixes, ..finding }));
        }
    };
    for (key, scenario) in survey.records::<Scenario>() {
        tell(&|| key.pointer().child("ground"), &scenario.ground);
        for (number, area) in scenario.areas.iter().enumerate() {
            tell(&|| key.pointer().child("areas").child(number.to_string()).child("terrains"), &area.terrains);
        }
    }
}

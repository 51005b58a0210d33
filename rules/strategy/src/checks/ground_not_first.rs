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
    summary: "A ground is laid on top of other terrains",
    doc: "\
If the first terrain of an area is a ground, it replaces all terrains in its cells. A later ground is added on top of \
the others like a house, and a step costs the sum of all of them.
Move it to the front, or give it a separate area.",
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
            let message = format!("expected the ground first, found {} on top of other terrains", terrain.title);
            let help = "move it to the front, where it replaces the other terrains".to_owned();
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
